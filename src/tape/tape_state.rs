use crate::board::Color;
use crate::state::{DicePool, GameState};

use super::cell::{Cell, op};

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
                let fits = !CHECKED || (place_of_die(state.dice(), cell) == Some(cell.slot()));
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
                if CHECKED && place_of_die(before, cell) != Some(cell.slot()) {
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

/// Where in `dice` the face of a DIE_USE stands first, if it is there as often as the cell says.
#[inline]
fn place_of_die(dice: DicePool, cell: Cell) -> Option<u8> {
    let face = (cell.bits() & 7) as u8;
    let slots = dice.slots();
    let count = slots.iter().filter(|&&slot| slot == face).count();
    let first = slots.iter().position(|&slot| slot == face)?;
    (count == usize::from(cell.count_before())).then_some(first as u8)
}
