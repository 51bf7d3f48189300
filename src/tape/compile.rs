//! Micro-moves, rolls and ends of turns as cells, without changing anything: the readable reference of what they
//! write. [`write_cells`](super::write_cells) does the same and changes the state on the way.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Color, Piece, PieceType};
use crate::state::{CastlingRights, DicePool, GameState, MicroMove, MoveKind};

use super::cell::Cell;
use super::group::GROUP_MAX;
use super::move_fault::{MoveFault, check, rook_move};
use super::tape_state::saturates_move_number;

/// The cells of one group.
pub type Group = ArrayVec<Cell, GROUP_MAX>;

/// The cells of a micro-move.
///
/// # Errors
/// If the board or the dice do not have what the move needs.
pub fn compile_micro_move(state: &GameState, micro_move: MicroMove) -> Result<Group, MoveFault> {
    check(state, micro_move)?;
    let (origin, destination) = (micro_move.origin(), micro_move.destination());
    let mover = state.piece_at(origin).ok_or(MoveFault::NoOwnMan)?;
    let side = mover.color;
    let victim = match micro_move.kind() {
        MoveKind::EnPassant => {
            let square = destination.bitboard().backward(side).first();
            square.map(|square| (Piece::new(!side, PieceType::Pawn), square))
        }
        _ => state.piece_at(destination).map(|piece| (piece, destination)),
    };
    let rook = Piece::new(side, PieceType::Rook).code();
    let rook_move = rook_move(micro_move);
    let is_pawn = |piece: Piece| piece.piece_type == PieceType::Pawn;
    let mut group = Group::new();

    group.push(Cell::step(is_pawn(mover) || victim.is_some(), state.half_move_clock()));

    let mut dice = state.dice();
    let costs: &[PieceType] = match rook_move {
        _ if dice.is_empty() => &[],
        Some(_) => &[PieceType::King, PieceType::Rook],
        None => &[mover.piece_type],
    };
    for &face in costs {
        let (slot, count) = dice.place_of(face);
        dice = dice.without(face).ok_or(MoveFault::NoDie)?;
        group.push(Cell::die_used(face, count, slot));
    }

    if let Some((victim, square)) = victim {
        group.push(Cell::remove(victim.code(), square));
    }
    group.push(Cell::remove(mover.code(), origin));
    group.extend(rook_move.map(|(corner, _)| Cell::remove(rook, corner)));
    let placed = micro_move.promotion().map_or(mover, |promotion| Piece::new(side, promotion));
    group.push(Cell::place(placed.code(), destination));
    group.extend(rook_move.map(|(_, target)| Cell::place(rook, target)));

    let mut lost = CastlingRights::lost_by_moving(mover.code(), origin);
    if let Some((victim, square)) = victim {
        lost |= CastlingRights::lost_by_capture(victim.code(), square);
    }
    lost &= state.castling_rights();
    if !lost.is_empty() {
        group.push(Cell::castling_lost(lost));
    }

    let double_push = micro_move.kind() == MoveKind::DoublePush;
    let mut dropped = Bitboard::EMPTY;
    if micro_move.kind() == MoveKind::EnPassant {
        dropped |= destination.bitboard();
    }
    if is_pawn(mover) && !double_push {
        dropped |= origin.bitboard().backward(side);
    }
    if victim.is_some_and(|(victim, square)| is_pawn(victim) && square == destination) {
        dropped |= destination.bitboard().forward(side);
    }
    group.extend((state.en_passant() & dropped).into_iter().map(Cell::en_passant_clear));
    if double_push {
        let skipped = destination.bitboard().backward(side) & !state.en_passant();
        group.extend(skipped.into_iter().map(Cell::en_passant_set));
    }
    Ok(group)
}

/// The cells of a roll; dice that are left are dropped first. `None` for an empty pool.
#[must_use]
pub fn compile_roll(state: &GameState, dice: DicePool) -> Option<Group> {
    let dropped = Some(state.dice()).filter(|dice| !dice.is_empty()).map(Cell::dice_dropped);
    (!dice.is_empty()).then(|| dropped.into_iter().chain([Cell::dice_rolled(dice)]).collect())
}

/// The cells of the end of a turn: dice that are left are dropped, and the own targets of the side that plays next expire.
#[must_use]
pub fn compile_end_turn(state: &GameState) -> Group {
    let side = state.side_to_move();
    let own_rank = match !side {
        Color::White => Bitboard::rank(2),
        Color::Black => Bitboard::rank(5),
    };
    let dropped = Some(state.dice()).filter(|dice| !dice.is_empty()).map(Cell::dice_dropped);
    let expired = (state.en_passant() & own_rank).into_iter().map(Cell::en_passant_expire);
    let end = Cell::turn_end(side, saturates_move_number(state));
    dropped.into_iter().chain(expired).chain([end]).collect()
}
