use super::cell::{Cell, op};
use super::spending::spend;
use super::tape_state::{TapeState, clock_after, is_step};

/// The start of a micro-move in which one man moves as he is, pays at most one die, and may take another on his destination: STEP,
/// DIE_USE?, REMOVE the victim?, REMOVE, PLACE. Most groups begin like this, so it is read and applied as a whole, with hardly a branch
/// that depends on the cells.
pub(super) struct OnePieceStep {
    step: Cell,
    /// Blank if there is none.
    die: Cell,
    /// Blank if there is none.
    taken: Cell,
    remove: Cell,
    place: Cell,
    next: Cell,
    length: usize,
}

/// As many cells as it takes to read one, and the cell behind it.
pub(super) const LOOK_AHEAD: usize = 6;

const BLANK: u16 = 0;

/// What can follow a PLACE in the same micro-move, by operation. A second PLACE makes it castling.
const GOES_ON: u16 = 1 << op::PLACE | 1 << op::EP_SET | 1 << op::EP_CLEAR | 1 << op::CASTLE_LOSE;

impl OnePieceStep {
    /// Reads the start of `cells` as one. Whether it is one is asked by [`redo`](Self::redo). Behind the last cell they are blank.
    #[inline(always)]
    pub fn read(cells: &[Cell; LOOK_AHEAD]) -> Self {
        let has_die = usize::from(cells[1].op() == op::DIE_USE);
        let [first, second, third, fourth] = if has_die == 1 {
            [cells[2], cells[3], cells[4], cells[5]]
        } else {
            [cells[1], cells[2], cells[3], cells[4]]
        };
        let takes = second.op() == op::REMOVE;
        let (taken, remove, place, next) = if takes {
            (first, second, third, fourth)
        } else {
            (Cell::from_bits(BLANK), first, second, third)
        };
        let die = if has_die == 1 { cells[1] } else { Cell::from_bits(BLANK) };
        let length = 3 + has_die + usize::from(takes);
        Self { step: cells[0], die, taken, remove, place, next, length }
    }

    /// Cells up to the PLACE.
    #[inline(always)]
    pub const fn length(&self) -> usize {
        self.length
    }

    /// Whether the micro-move ends with the PLACE.
    #[inline(always)]
    pub const fn ends(&self) -> bool {
        GOES_ON >> self.next.op() & 1 == 0
    }

    /// Applies these cells if they are as expected and fit; otherwise changes nothing and returns false. On trust, it only asks what keeps
    /// bitboards and mailbox together.
    #[inline(always)]
    pub fn redo<const CHECKED: bool>(&self, tape_state: &mut TapeState) -> bool {
        let state = &mut tape_state.state;
        let (origin, destination) = (self.remove.square(), self.place.square());
        let (mover, there) = (state.code_at(origin), state.code_at(destination));
        let taken = if there == 0 { BLANK } else { Cell::remove(there, destination).bits() };
        // Each cell is compared with the only one that can stand here. What stands on the board has a proper code.
        let differing = (self.remove.bits() ^ Cell::remove(mover, origin).bits())
            | (self.place.bits() ^ Cell::place(mover, destination).bits())
            | (self.taken.bits() ^ taken)
            | (self.step.op() ^ op::STEP);
        let mut fits =
            (differing == 0) & (self.next.op() != op::PLACE) & (mover != 0) & (origin != destination);
        if CHECKED {
            let clock_fits = state.half_move_clock() == self.step.clock_before();
            fits &= tape_state.in_turn & clock_fits & is_step(self.step);
        }
        if self.die.bits() != BLANK {
            let Some((cell, rest)) = spend(state.dice(), (self.die.bits() & 7) as u8) else { return false };
            if !fits || CHECKED && cell != self.die {
                return false;
            }
            state.set_dice(rest);
        } else if !fits {
            return false;
        }
        state.set_half_move_clock(clock_after(self.step));
        state.move_man(mover, origin, destination, there);
        true
    }
}
