use crate::board::{Color, PieceType};
use crate::state::{DicePool, GameState};

use super::cell::{Cell, op};
use super::error::TapeError;
use super::group::group_length;
use super::one_piece_step::{LOOK_AHEAD, OnePieceStep};
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

    /// Applies the cells of one group from anywhere, all of them or none. Checks that they are
    /// exactly one group and fit.
    pub(super) fn redo_whole_group(&mut self, cells: &[Cell]) -> Result<(), TapeError> {
        match group_length(|index| cells.get(index).copied()) {
            Ok(length) if length == cells.len() => {}
            Ok(index) | Err(index) => return Err(TapeError::Group { index }),
        }
        self.redo_group::<true>(cells).map_err(|(index, fault)| TapeError::Cell { index, fault })
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
        let mut ahead = [Cell::from_bits(0); LOOK_AHEAD];
        ahead.iter_mut().zip(group).for_each(|(ahead, &cell)| *ahead = cell);
        let step = OnePieceStep::read(&ahead);
        let done = if step.redo::<CHECKED>(self) { step.length() } else { 0 };
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

    /// Applies the start of a turn, a roll, or the end of a turn at which no target expires, if `cells`, of which there must be one, begin with
    /// it and it fits. Returns how many cells that were; 0 if something else is there.
    #[inline(always)]
    pub(super) fn redo_expected(&mut self, cells: &[Cell]) -> usize {
        let state = &mut self.state;
        let (first, side, dice) = (cells[0], state.side_to_move(), state.dice());
        if !self.in_turn {
            self.in_turn = first == Cell::turn_start(side) && dice.is_empty();
            return usize::from(self.in_turn);
        }
        if dice.is_empty() && first.is_roll() {
            state.set_dice(DicePool::from_canonical_bits(first.bits() & 0x1FF));
            return 1;
        }
        let dropped = usize::from(!dice.is_empty());
        let end = Cell::turn_end(side, saturates_move_number(state));
        if dropped == 1 && first != Cell::dice_dropped(dice) || cells.get(dropped) != Some(&end) {
            return 0;
        }
        state.set_dice(DicePool::EMPTY);
        self.pass_turn();
        dropped + 1
    }

    /// What a TURN_END does.
    #[inline]
    fn pass_turn(&mut self) {
        let state = &mut self.state;
        let side = state.side_to_move();
        self.in_turn = false;
        // Stops at the maximum by itself.
        state.set_full_move_number(state.full_move_number().saturating_add(side as u32));
        state.flip_side();
    }

    /// [`redo`](Self::redo) or [`redo_trusted`](Self::redo_trusted).
    #[inline]
    pub(super) fn redo_cell<const CHECKED: bool>(&mut self, cell: Cell) -> Result<(), CellFault> {
        let state = &mut self.state;
        // Where only one cell can stand, comparing with that one checks the form as well.
        let fits = match cell.op() {
            op::STEP => {
                let fits = self.in_turn && cell == Cell::step(cell.resets_clock(), state.half_move_clock());
                if !CHECKED || fits {
                    state.set_half_move_clock(clock_after(cell));
                }
                fits
            }
            op::PLACE => return settle(state.put_man(cell.square(), cell.piece().ok_or(Malformed)?)),
            op::REMOVE => return settle(state.take_man(cell.square(), cell.piece().ok_or(Malformed)?)),
            op::EP_SET | op::EP_CLEAR | op::EP_EXPIRE => {
                let appears = cell.op() == op::EP_SET;
                let fits = cell.is_target() && state.en_passant().contains(cell.square()) != appears;
                if !CHECKED || fits {
                    state.toggle_target(cell.square());
                }
                fits
            }
            op::CASTLE_LOSE => {
                let fits = cell == Cell::castling_lost(cell.rights())
                    && !cell.rights().is_empty()
                    && state.castling_rights().contains(cell.rights());
                if !CHECKED || fits {
                    state.toggle_rights(cell.rights());
                }
                fits
            }
            op::DIE_USE => {
                let spent = spend(state.dice(), (cell.bits() & 7) as u8);
                let Some((_, rest)) = spent.filter(|&(expected, _)| !CHECKED || expected == cell) else {
                    return Err(why::<CHECKED>(cell));
                };
                state.set_dice(rest);
                true
            }
            op::DICE_ROLL => {
                let dice = cell.dice().ok_or(Malformed)?;
                let fits = self.in_turn && cell.is_roll() && state.dice().is_empty();
                if !CHECKED || fits {
                    state.set_dice(dice);
                }
                fits
            }
            op::DICE_DROP => {
                let dice = state.dice();
                let fits = self.in_turn && cell == Cell::dice_dropped(dice) && !dice.is_empty();
                if !CHECKED || fits {
                    state.set_dice(DicePool::EMPTY);
                }
                fits
            }
            op::TURN_START => {
                let side = state.side_to_move();
                let fits = !self.in_turn && cell == Cell::turn_start(side) && state.dice().is_empty();
                if !CHECKED || fits {
                    self.in_turn = true;
                }
                fits
            }
            op::TURN_END => {
                let end = Cell::turn_end(state.side_to_move(), saturates_move_number(state));
                let fits = self.in_turn && cell == end && state.dice().is_empty();
                if !CHECKED || fits {
                    self.pass_turn();
                }
                fits
            }
            op::NOTE => cell == Cell::note(cell.bits()),
            _ => return Err(Malformed),
        };
        if CHECKED && !fits { Err(why::<CHECKED>(cell)) } else { Ok(()) }
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

/// What is wrong with a cell that cannot be applied.
#[cold]
fn why<const CHECKED: bool>(cell: Cell) -> CellFault {
    if CHECKED && cell.alteration().is_none() { Malformed } else { Unfitting }
}

#[inline]
fn settle(fits: bool) -> Result<(), CellFault> {
    if fits { Ok(()) } else { Err(Unfitting) }
}

/// Whether a cell with the operation STEP is one.
#[inline]
pub(super) const fn is_step(cell: Cell) -> bool {
    cell.bits() & 0x0F00 == 0x0700
}

/// The half-move clock behind a STEP.
#[inline]
pub(super) fn clock_after(step: Cell) -> u8 {
    let counted = step.clock_before() + 1;
    // 128 is none.
    if step.resets_clock() { 0 } else { counted - (counted >> 7) }
}

/// Whether the end of this turn should count the full move but cannot.
#[inline]
pub(super) fn saturates_move_number(state: &GameState) -> bool {
    state.side_to_move() == Color::Black && state.full_move_number() == GameState::MAX_FULL_MOVE_NUMBER
}

/// Whether the die of a DIE_USE lies in `dice` where the cell says, as often as it says.
#[inline]
fn die_is_there(dice: DicePool, face: PieceType, cell: Cell) -> bool {
    dice.place_of(face) == (cell.slot(), cell.count_before()) && cell.count_before() > 0
}
