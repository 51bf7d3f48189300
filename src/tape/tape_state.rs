use crate::board::{Color, PieceType};
use crate::state::{DicePool, GameState};

use super::cell::{Cell, op};
use super::spending::spend;

/// What cells act on: a state whose bitboards and mailbox agree, and whether the turn of the side to move has begun. The latter is where
/// on the tape one is, not part of the game's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TapeState {
    pub(super) state: GameState,
    pub(super) in_turn: bool,
}

/// Why a cell does not apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CellFault {
    /// No operation has this encoding.
    #[error("the cell has no meaning")]
    Malformed,
    /// The state is not one that this alteration could have happened on.
    #[error("the alteration does not fit the state")]
    Unfitting,
}

use CellFault::{Malformed, Unfitting};

impl TapeState {
    /// A state to start from. With dice its turn counts as begun. `None` if bitboards and mailbox disagree.
    #[must_use]
    pub fn new(state: GameState) -> Option<Self> {
        (!state.is_synthetic()).then_some(Self { state, in_turn: !state.dice().is_empty() })
    }

    /// The state of the game.
    #[inline]
    #[must_use]
    pub const fn state(&self) -> &GameState {
        &self.state
    }

    /// Whether the turn of the side to move has begun.
    #[inline]
    #[must_use]
    pub const fn is_in_turn(&self) -> bool {
        self.in_turn
    }

    /// Applies a cell from anywhere. Checks that it means something and that it fits.
    ///
    /// # Errors
    /// With either, the state is as before.
    #[inline]
    pub fn redo(&mut self, cell: Cell) -> Result<(), CellFault> {
        self.redo_cell::<true>(cell)
    }

    /// Takes a cell back that was applied last.
    ///
    /// # Errors
    /// If it has no meaning or cannot have been applied last; the state is as before.
    #[inline]
    pub fn undo(&mut self, cell: Cell) -> Result<(), CellFault> {
        self.undo_cell::<true>(cell)
    }

    /// Applies a cell that was checked before. On any other the outcome is wrong, or an error where bitboards and mailbox would
    /// fall apart, but never a panic.
    #[inline]
    pub(super) fn redo_trusted(&mut self, cell: Cell) -> Result<(), CellFault> {
        self.redo_cell::<false>(cell)
    }

    /// Takes a cell back that was checked before.
    #[inline]
    pub(super) fn undo_trusted(&mut self, cell: Cell) -> Result<(), CellFault> {
        self.undo_cell::<false>(cell)
    }

    /// Applies a group whose order was checked, all of it or nothing. Checks that its cells fit, or, on trust, only what keeps bitboards and
    /// mailbox together.
    ///
    /// # Errors
    /// The index of the first cell at fault.
    #[inline]
    pub(super) fn redo_group<const CHECKED: bool>(
        &mut self,
        group: &[Cell],
    ) -> Result<(), (usize, CellFault)> {
        let done = self.redo_ordinary::<CHECKED>(group);
        for (index, &cell) in group.iter().enumerate().skip(done) {
            if let Err(fault) = self.redo_cell::<CHECKED>(cell) {
                for &cell in group[..index].iter().rev() {
                    // These cells have just been redone.
                    let _undone = self.undo_trusted(cell);
                }
                return Err((index, fault));
            }
        }
        Ok(())
    }

    /// The cells of a group up to the first PLACE at once, if they say that one man moves and perhaps takes another, and if they fit.
    /// Returns how many that were.
    #[inline]
    fn redo_ordinary<const CHECKED: bool>(&mut self, group: &[Cell]) -> usize {
        let op_at = |index: usize| group.get(index).map_or(0, |cell| cell.op());
        if op_at(0) != op::STEP {
            return 0;
        }
        let (step, die) = (group[0], usize::from(op_at(1) == op::DIE_USE));
        let victim = usize::from(op_at(die + 2) == op::REMOVE);
        let (leaving, arriving) = (1 + die + victim, 2 + die + victim);
        if op_at(leaving) != op::REMOVE || op_at(arriving) != op::PLACE || op_at(1 + die) != op::REMOVE {
            return 0;
        }
        let (remove, place, state) = (group[leaving], group[arriving], &mut self.state);
        let (Some(mover), Some(placed)) = (remove.piece(), place.piece()) else { return 0 };
        let (origin, destination) = (remove.square(), place.square());
        let taken = if victim == 1 { Some(group[leaving - 1]) } else { None };
        let there = match taken {
            Some(cell) if cell.square() == destination => cell.piece_code(),
            Some(_) => return 0,
            None => 0,
        };
        if state.code_at(origin) != mover.code()
            || state.code_at(destination) != there
            || mover.color != placed.color
            || origin == destination
        {
            return 0;
        }
        if CHECKED && (!self.in_turn || state.half_move_clock() != step.clock_before() || !is_step(step)) {
            return 0;
        }
        if die == 1 {
            match spend(state.dice(), (group[1].bits() & 7) as u8) {
                Some((cell, rest)) if !CHECKED || cell == group[1] => state.set_dice(rest),
                _ => return 0,
            }
        }
        state.set_half_move_clock(clock_after(step));
        if let Some(victim) = taken.and_then(Cell::piece) {
            // It stands there, as was just seen.
            let _taken = state.take_man(destination, victim);
        }
        state.move_man((origin, mover.code()), (destination, placed.code()));
        arriving + 1
    }

    /// Takes back the micro-move whose cells, checked before, are the last ones. Returns how many they are; 0 if the last group is no
    /// micro-move or takes more than one man's move to undo.
    #[inline]
    pub(super) fn undo_ordinary(&mut self, cells: &[Cell]) -> usize {
        let mut tail = cells.len();
        while tail > 0 && matches!(cells[tail - 1].op(), op::EP_SET | op::EP_CLEAR | op::CASTLE_LOSE) {
            tail -= 1;
        }
        let [before @ .., remove, place] = &cells[..tail] else { return 0 };
        let differing = remove.bits() ^ place.bits();
        if remove.op() != op::REMOVE
            || place.op() != op::PLACE
            || differing & SIDE != 0
            || differing & 63 == 0
        {
            return 0;
        }
        for &cell in cells[tail..].iter().rev() {
            // Known to fit, like all that follow.
            let _undone = self.undo_trusted(cell);
        }
        let state = &mut self.state;
        state.move_man((place.square(), place.piece_code()), (remove.square(), remove.piece_code()));
        let mut left = before.len();
        while let Some(cell) = before[..left].last() {
            left -= 1;
            match cell.op() {
                op::DIE_USE => state.set_dice(state.dice().with_at(cell.slot(), (cell.bits() & 7) as u8)),
                op::STEP => {
                    state.set_half_move_clock(cell.clock_before());
                    break;
                }
                _ => {
                    let _put = cell.piece().is_some_and(|victim| state.put_man(cell.square(), victim));
                }
            }
        }
        cells.len() - left
    }

    #[inline]
    fn redo_cell<const CHECKED: bool>(&mut self, cell: Cell) -> Result<(), CellFault> {
        if CHECKED && cell.alteration().is_none() {
            return Err(Malformed);
        }
        let state = &mut self.state;
        let fits = match cell.op() {
            op::STEP => {
                let clock = state.half_move_clock();
                let fits = self.in_turn && clock == cell.clock_before();
                if !CHECKED || fits {
                    state.set_half_move_clock(clock_after(cell));
                }
                fits
            }
            op::PLACE => return settle(state.put_man(cell.square(), cell.piece().ok_or(Malformed)?)),
            op::REMOVE => return settle(state.take_man(cell.square(), cell.piece().ok_or(Malformed)?)),
            op::EP_SET | op::EP_CLEAR | op::EP_EXPIRE => {
                let fits = state.en_passant().contains(cell.square()) == (cell.op() != op::EP_SET);
                if !CHECKED || fits {
                    state.toggle_target(cell.square());
                }
                fits
            }
            op::CASTLE_LOSE => {
                let fits = state.castling_rights().contains(cell.rights());
                if !CHECKED || fits {
                    state.toggle_rights(cell.rights());
                }
                fits
            }
            op::DIE_USE => {
                let face = cell.face().ok_or(Malformed)?;
                let fits = !CHECKED || die_is_there(state.dice(), face, cell);
                let rest = state.dice().without(face).filter(|_| fits).ok_or(Unfitting)?;
                state.set_dice(rest);
                return Ok(());
            }
            op::DICE_ROLL => {
                let fits = self.in_turn && state.dice().is_empty();
                if !CHECKED || fits {
                    state.set_dice(cell.dice().ok_or(Malformed)?);
                }
                fits
            }
            op::DICE_DROP => {
                let fits = self.in_turn && Some(state.dice()) == cell.dice();
                if !CHECKED || fits {
                    state.set_dice(DicePool::EMPTY);
                }
                fits
            }
            op::TURN_START => {
                let fits = !self.in_turn && state.side_to_move() == cell.side() && state.dice().is_empty();
                if !CHECKED || fits {
                    self.in_turn = true;
                }
                fits
            }
            op::TURN_END => {
                let fits = self.in_turn
                    && state.side_to_move() == cell.side()
                    && state.dice().is_empty()
                    && cell.is_saturated() == counts_in_vain(state);
                if !CHECKED || fits {
                    self.in_turn = false;
                    if cell.side() == Color::Black {
                        // Stops at the maximum by itself.
                        state.set_full_move_number(state.full_move_number().saturating_add(1));
                    }
                    state.flip_side();
                }
                fits
            }
            op::NOTE => true,
            _ => return Err(Malformed),
        };
        if CHECKED { settle(fits) } else { Ok(()) }
    }

    #[inline]
    fn undo_cell<const CHECKED: bool>(&mut self, cell: Cell) -> Result<(), CellFault> {
        if CHECKED && cell.alteration().is_none() {
            return Err(Malformed);
        }
        let state = &mut self.state;
        let fits = match cell.op() {
            op::PLACE | op::REMOVE | op::EP_SET | op::EP_CLEAR | op::DICE_ROLL | op::DICE_DROP => {
                return self.redo_cell::<CHECKED>(cell.inverse());
            }
            op::STEP => {
                let fits = self.in_turn && state.half_move_clock() == clock_after(cell);
                if !CHECKED || fits {
                    state.set_half_move_clock(cell.clock_before());
                }
                fits
            }
            op::EP_EXPIRE => {
                let fits = !state.en_passant().contains(cell.square());
                if !CHECKED || fits {
                    state.toggle_target(cell.square());
                }
                fits
            }
            op::CASTLE_LOSE => {
                let fits = !state.castling_rights().intersects(cell.rights());
                if !CHECKED || fits {
                    state.toggle_rights(cell.rights());
                }
                fits
            }
            op::DIE_USE => {
                let face = cell.face().ok_or(Malformed)?;
                let before = state.dice().with(face).ok_or(Unfitting)?;
                if CHECKED && !die_is_there(before, face, cell) {
                    return Err(Unfitting);
                }
                state.set_dice(before);
                return Ok(());
            }
            op::TURN_START => {
                let fits = self.in_turn && state.side_to_move() == cell.side() && state.dice().is_empty();
                if !CHECKED || fits {
                    self.in_turn = false;
                }
                fits
            }
            op::TURN_END => return self.undo_turn_end::<CHECKED>(cell),
            op::NOTE => true,
            _ => return Err(Malformed),
        };
        if CHECKED { settle(fits) } else { Ok(()) }
    }

    fn undo_turn_end<const CHECKED: bool>(&mut self, cell: Cell) -> Result<(), CellFault> {
        let state = &mut self.state;
        let number = state.full_move_number();
        let before = match (cell.side(), cell.is_saturated()) {
            (Color::White, _) | (Color::Black, true) => number,
            (Color::Black, false) => number - 1,
        };
        let fits = !self.in_turn
            && state.side_to_move() != cell.side()
            && state.dice().is_empty()
            && before > 0
            && (!cell.is_saturated() || number == GameState::MAX_FULL_MOVE_NUMBER);
        if CHECKED && !fits {
            return Err(Unfitting);
        }
        self.in_turn = true;
        state.set_full_move_number(before);
        state.flip_side();
        Ok(())
    }
}

#[inline]
fn settle(fits: bool) -> Result<(), CellFault> {
    if fits { Ok(()) } else { Err(Unfitting) }
}

/// The bit of a PLACE or REMOVE that tells whose man it is.
const SIDE: u16 = 8 << 6;

/// Whether a cell with the operation STEP is one.
#[inline]
const fn is_step(cell: Cell) -> bool {
    cell.bits() & 0x0F00 == 0x0700
}

/// The half-move clock behind a STEP.
#[inline]
pub(super) fn clock_after(step: Cell) -> u8 {
    if step.resets_clock() { 0 } else { (step.clock_before() + 1).min(GameState::MAX_HALF_MOVE_CLOCK) }
}

/// Whether the end of this turn should count the full move but cannot.
#[inline]
pub(super) fn counts_in_vain(state: &GameState) -> bool {
    state.side_to_move() == Color::Black && state.full_move_number() == GameState::MAX_FULL_MOVE_NUMBER
}

/// Whether the die of a DIE_USE lies in `dice` where the cell says, as often as it says.
#[inline]
fn die_is_there(dice: DicePool, face: PieceType, cell: Cell) -> bool {
    dice.place_of(face) == (cell.slot(), cell.count_before()) && cell.count_before() > 0
}
