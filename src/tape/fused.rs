//! Changes a state and writes the cells that say so in one go. The cells are those of [`compile`](super::compile), read off
//! from what the change did.

use crate::board::PieceType;
use crate::state::{DicePool, GameState, MicroMove};

use super::cell::Cell;
use super::compile::{MoveFault, examine, use_die};
use super::group::GROUP_MAX;
use super::tape_state::counts_in_vain;

/// Cells on their way into a buffer.
struct Writer<'a> {
    cells: &'a mut [Cell; GROUP_MAX],
    length: usize,
}

impl Writer<'_> {
    #[inline]
    fn push(&mut self, cell: Cell) {
        // No group is that long; the mask spares the check.
        self.cells[self.length % GROUP_MAX] = cell;
        self.length += 1;
    }
}

/// Plays a micro-move, pays for it from the pool if there are dice, and returns how many cells it wrote.
///
/// # Errors
/// If the board or the dice do not have what the move needs; nothing has changed then.
#[inline]
pub fn make_micro_move(
    state: &mut GameState,
    micro_move: MicroMove,
    cells: &mut [Cell; GROUP_MAX],
) -> Result<usize, MoveFault> {
    let touched = examine(state, micro_move)?;
    let (mut dice, targets) = (state.dice(), state.en_passant());
    let (rights, clock) = (state.castling_rights(), state.half_move_clock());
    state.make_micro_move(micro_move);
    if !touched.dice.is_empty() {
        state.set_dice(touched.dice);
    }

    let mover = touched.mover;
    let mut writer = Writer { cells, length: 0 };
    writer.push(Cell::step(mover.piece_type == PieceType::Pawn || touched.victim.is_some(), clock));
    if !dice.is_empty() {
        let second = touched.rook.map(|_| PieceType::Rook);
        for face in [Some(mover.piece_type), second].into_iter().flatten() {
            if let Some(cell) = use_die(&mut dice, face) {
                writer.push(cell);
            }
        }
    }
    if let Some((victim, square)) = touched.victim {
        writer.push(Cell::remove(victim.code(), square));
    }
    writer.push(Cell::remove(mover.code(), micro_move.origin()));
    match touched.rook {
        None => writer.push(Cell::place(touched.placed.code(), micro_move.destination())),
        Some((corner, target)) => {
            let rook = mover.code() - PieceType::King.face() + PieceType::Rook.face();
            writer.push(Cell::remove(rook, corner));
            writer.push(Cell::place(mover.code(), micro_move.destination()));
            writer.push(Cell::place(rook, target));
        }
    }
    let lost = rights & !state.castling_rights();
    if !lost.is_empty() {
        writer.push(Cell::castling_lost(lost));
    }
    if targets != state.en_passant() {
        for square in targets & !state.en_passant() {
            writer.push(Cell::en_passant_clear(square));
        }
        for square in state.en_passant() & !targets {
            writer.push(Cell::en_passant_set(square));
        }
    }
    Ok(writer.length)
}

/// Replaces the dice by a new roll and returns how many cells it wrote.
#[inline]
pub fn roll(state: &mut GameState, dice: DicePool, cells: &mut [Cell; GROUP_MAX]) -> usize {
    let mut writer = Writer { cells, length: 0 };
    if !state.dice().is_empty() {
        writer.push(Cell::dice_dropped(state.dice()));
    }
    writer.push(Cell::dice_rolled(dice));
    state.set_dice(dice);
    writer.length
}

/// Ends the turn and returns how many cells it wrote.
#[inline]
pub fn end_turn(state: &mut GameState, cells: &mut [Cell; GROUP_MAX]) -> usize {
    let mut writer = Writer { cells, length: 0 };
    if !state.dice().is_empty() {
        writer.push(Cell::dice_dropped(state.dice()));
    }
    let (targets, end) = (state.en_passant(), Cell::turn_end(state.side_to_move(), counts_in_vain(state)));
    state.end_turn();
    for square in targets & !state.en_passant() {
        writer.push(Cell::en_passant_expire(square));
    }
    writer.push(end);
    writer.length
}
