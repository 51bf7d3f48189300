//! Micro-moves, rolls and ends of turns as cells, without changing anything: the readable reference of what they
//! write. [`fused`](super::fused) does the same and changes the state on the way.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Color, Piece, PieceType, Square};
use crate::state::{CastlingRights, DicePool, GameState, MicroMove, MoveKind};

use super::cell::Cell;
use super::group::GROUP_MAX;
use super::tape_state::counts_in_vain;

/// The cells of one group.
pub type Group = ArrayVec<Cell, GROUP_MAX>;

/// Why a micro-move cannot be written down. Whether it is legal is for the rules to say; this is about what stands on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum MoveFault {
    /// There is no man of the side to move on the origin.
    #[error("expected a man of the side to move on the origin")]
    NoOwnMan,
    /// The flag of the move is not what happens on the board.
    #[error("expected a kind of move that fits the men on the board")]
    Kind,
    /// There are dice, but not those that the move costs.
    #[error("expected a die for the move in the pool")]
    NoDie,
}

/// What a micro-move touches, found on the board.
pub(super) struct Touched {
    pub mover: Piece,
    /// What stands on the destination afterwards.
    pub placed: Piece,
    pub victim: Option<(Piece, Square)>,
    /// The corner that the castling rook leaves and the square that it goes to.
    pub rook: Option<(Square, Square)>,
    /// What is left of the pool.
    pub dice: DicePool,
}

/// Looks up what `micro_move` touches and whether it can be paid. With an empty pool nothing is paid.
#[inline]
pub(super) fn examine(state: &GameState, micro_move: MicroMove) -> Result<Touched, MoveFault> {
    let (origin, destination) = (micro_move.origin(), micro_move.destination());
    let side = state.side_to_move();
    let mover = state.piece_at(origin).filter(|piece| piece.color == side).ok_or(MoveFault::NoOwnMan)?;
    let there = state.piece_at(destination);
    let pawn = mover.piece_type == PieceType::Pawn;
    let mut touched = Touched { mover, placed: mover, victim: None, rook: None, dice: DicePool::EMPTY };
    let fits = match micro_move.kind() {
        MoveKind::Quiet => there.is_none(),
        MoveKind::DoublePush => there.is_none() && pawn,
        MoveKind::CastleKingSide | MoveKind::CastleQueenSide => {
            let rank = destination.index() as u8 & 56;
            let (corner, target) =
                if micro_move.kind() == MoveKind::CastleKingSide { (7, 5) } else { (0, 3) };
            let (corner, target) = (Square::masked(rank | corner), Square::masked(rank | target));
            touched.rook = Some((corner, target));
            there.is_none()
                && mover.piece_type == PieceType::King
                && state.piece_at(corner) == Some(Piece::new(side, PieceType::Rook))
                && state.piece_at(target).is_none()
                && target != destination
        }
        MoveKind::EnPassant => {
            let victim = Piece::new(!side, PieceType::Pawn);
            let square = destination.bitboard().backward(side).first();
            touched.victim = square.map(|square| (victim, square));
            there.is_none() && pawn && square.is_some_and(|square| state.piece_at(square) == Some(victim))
        }
        kind => {
            touched.victim = there.map(|piece| (piece, destination));
            if let Some(promotion) = micro_move.promotion() {
                touched.placed = Piece::new(side, promotion);
            }
            let captures = there.is_some_and(|piece| piece.color != side);
            let empty = there.is_none();
            (if micro_move.is_capture() { captures } else { empty }) && (kind == MoveKind::Capture || pawn)
        }
    };
    if !fits {
        return Err(MoveFault::Kind);
    }
    if !state.dice().is_empty() {
        touched.dice = state.dice_after(micro_move).ok_or(MoveFault::NoDie)?;
    }
    Ok(touched)
}

/// The cells of a micro-move.
///
/// # Errors
/// If the board or the dice do not have what the move needs.
pub fn compile_micro_move(state: &GameState, micro_move: MicroMove) -> Result<Group, MoveFault> {
    let touched = examine(state, micro_move)?;
    let (mover, side) = (touched.mover, touched.mover.color);
    let (origin, destination) = (micro_move.origin(), micro_move.destination());
    let is_pawn = |piece: Piece| piece.piece_type == PieceType::Pawn;
    let mut group = Group::new();

    let resets_clock = is_pawn(mover) || touched.victim.is_some();
    group.push(Cell::step(resets_clock, state.half_move_clock()));

    let mut dice = state.dice();
    let costs: &[PieceType] = match touched.rook {
        _ if dice.is_empty() => &[],
        Some(_) => &[PieceType::King, PieceType::Rook],
        None => &[mover.piece_type],
    };
    for &face in costs {
        group.push(use_die(&mut dice, face).ok_or(MoveFault::NoDie)?);
    }

    if let Some((victim, square)) = touched.victim {
        group.push(Cell::remove(victim.code(), square));
    }
    let rook = Piece::new(side, PieceType::Rook).code();
    group.push(Cell::remove(mover.code(), origin));
    group.extend(touched.rook.map(|(corner, _)| Cell::remove(rook, corner)));
    group.push(Cell::place(touched.placed.code(), destination));
    group.extend(touched.rook.map(|(_, target)| Cell::place(rook, target)));

    let mut lost = CastlingRights::lost_by_moving(mover.code(), origin);
    if let Some((victim, square)) = touched.victim {
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
    if touched.victim.is_some_and(|(victim, square)| is_pawn(victim) && square == destination) {
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
    let end = Cell::turn_end(side, counts_in_vain(state));
    dropped.into_iter().chain(expired).chain([end]).collect()
}

/// The cell for spending a die, which is taken out of the pool. `None` if no die shows the face.
#[inline]
pub(super) fn use_die(dice: &mut DicePool, face: PieceType) -> Option<Cell> {
    let slot = dice.slots().iter().position(|&slot| slot == face.face())?;
    let count = dice.count(face);
    *dice = dice.without(face)?;
    Some(Cell::die_used(face, count as u8, slot as u8))
}
