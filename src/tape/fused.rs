//! Changes a state and writes the cells that say so in one go. The cells are those of [`compile`](super::compile), read off
//! from what the change did.

use crate::board::{Piece, PieceType};
use crate::state::{DicePool, GameState, MicroMove, MoveKind};

use super::cell::Cell;
use super::fitting::{MoveFault, check, rook_move};
use super::group::GROUP_MAX;
use super::spending::spend;
use super::tape_state::counts_in_vain;

/// Cells on their way into a buffer.
struct Writer<'a> {
    cells: &'a mut [Cell; GROUP_MAX],
    length: usize,
}

impl Writer<'_> {
    #[inline]
    fn push(&mut self, cell: Cell) {
        self.push_if(true, cell);
    }

    /// Writes in any case, and keeps it if it is wanted: cheaper than asking first.
    #[inline]
    fn push_if(&mut self, wanted: bool, cell: Cell) {
        // No group is that long; the mask spares the check.
        self.cells[self.length % GROUP_MAX] = cell;
        self.length += usize::from(wanted);
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
    check(state, micro_move)?;
    let (origin, destination) = (micro_move.origin(), micro_move.destination());
    let (mover, victim) = (state.code_at(origin), state.code_at(destination));
    let (dice, targets, rights) = (state.dice(), state.en_passant(), state.castling_rights());
    let clock = state.half_move_clock();
    state.move_men(micro_move, mover, victim);

    let mut writer = Writer { cells, length: 0 };
    writer.push(Cell::step(state.half_move_clock() == 0, clock));
    if let Some((cell, rest)) = spend(dice, mover) {
        writer.push(cell);
        state.set_dice(rest);
    }
    if micro_move.flag() & 0b1010 == 0b0010 || micro_move.flag() == MoveKind::EnPassant as u8 {
        write_two_men(state, mover, micro_move, &mut writer);
    } else {
        writer.push_if(victim != 0, Cell::remove(victim, destination));
        writer.push(Cell::remove(mover, origin));
        let flag = micro_move.flag();
        let placed = if flag & 8 == 0 { mover } else { mover & 8 | (2 + (flag & 3)) };
        writer.push(Cell::place(placed, destination));
    }
    let lost = rights & !state.castling_rights();
    writer.push_if(!lost.is_empty(), Cell::castling_lost(lost));
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

/// Castling's second die, and the men of castling and en passant.
#[cold]
fn write_two_men(state: &mut GameState, mover: u8, micro_move: MicroMove, writer: &mut Writer<'_>) {
    let (origin, destination) = (micro_move.origin(), micro_move.destination());
    let side = state.side_to_move();
    match rook_move(micro_move) {
        Some((corner, target)) => {
            if let Some((cell, rest)) = spend(state.dice(), PieceType::Rook.face()) {
                writer.push(cell);
                state.set_dice(rest);
            }
            let rook = Piece::new(side, PieceType::Rook).code();
            writer.push(Cell::remove(mover, origin));
            writer.push(Cell::remove(rook, corner));
            writer.push(Cell::place(mover, destination));
            writer.push(Cell::place(rook, target));
        }
        None => {
            let victim = Piece::new(!side, PieceType::Pawn).code();
            for square in destination.bitboard().backward(side) {
                writer.push(Cell::remove(victim, square));
            }
            writer.push(Cell::remove(mover, origin));
            writer.push(Cell::place(mover, destination));
        }
    }
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
