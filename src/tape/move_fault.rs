//! Whether a micro-move fits the men on the board and the dice, so that it can be written down.

use crate::board::{Piece, PieceType, Square};
use crate::state::{GameState, MicroMove, MoveKind};

use super::spending::spend;

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

/// The kinds, by flag, that only a pawn can play.
const OF_PAWNS: u16 = 0xFF00 | 1 << MoveKind::DoublePush as u8 | 1 << MoveKind::EnPassant as u8;
/// The kinds, by flag, that take a man on their destination.
const TAKES_THERE: u16 = 0xF000 | 1 << MoveKind::Capture as u8;
/// The kinds, by flag, that concern a second man.
const OF_TWO_MEN: u16 = 1 << MoveKind::CastleKingSide as u8
    | 1 << MoveKind::CastleQueenSide as u8
    | 1 << MoveKind::EnPassant as u8;

/// Whether the board and the dice have what the move needs. With an empty pool nothing is paid.
///
/// # Errors
/// What is missing first.
#[inline]
pub(super) fn check(state: &GameState, micro_move: MicroMove) -> Result<(), MoveFault> {
    // White's men are 1..=6 and Black's 9..=14; seen from the other side, it is the other way round.
    let flip = (state.side_to_move() as u8) << 3;
    let (mover, there) = (state.code_at(micro_move.origin()) ^ flip, state.code_at(micro_move.destination()));
    if !(1..=6).contains(&mover) {
        return Err(MoveFault::NoOwnMan);
    }
    let is = |kinds: u16| kinds >> micro_move.flag() & 1 != 0;
    let destination_fits = if is(TAKES_THERE) { there ^ flip > 8 } else { there == 0 };
    if !destination_fits
        || is(OF_PAWNS) && mover != PieceType::Pawn.face()
        || is(OF_TWO_MEN) && !second_man_fits(state, micro_move)
    {
        return Err(MoveFault::Kind);
    }
    let dice = state.dice();
    let paid = dice.is_empty()
        || match spend(dice, mover) {
            Some((_, rest)) => !micro_move.is_castling() || rest.contains(PieceType::Rook),
            None => false,
        };
    if paid { Ok(()) } else { Err(MoveFault::NoDie) }
}

/// Whether the rook that castles or the pawn that is taken in passing is where it should be.
#[cold]
fn second_man_fits(state: &GameState, micro_move: MicroMove) -> bool {
    let side = state.side_to_move();
    match rook_move(micro_move) {
        Some((corner, target)) => {
            state.piece_at(micro_move.origin()) == Some(Piece::new(side, PieceType::King))
                && state.piece_at(corner) == Some(Piece::new(side, PieceType::Rook))
                && state.piece_at(target).is_none()
                && target != micro_move.destination()
        }
        None => {
            let square = micro_move.destination().bitboard().backward(side).first();
            square.is_some_and(|square| state.piece_at(square) == Some(Piece::new(!side, PieceType::Pawn)))
        }
    }
}

/// The corner that the castling rook leaves and the square that it goes to; `None` for other moves.
#[inline]
pub(super) fn rook_move(micro_move: MicroMove) -> Option<(Square, Square)> {
    let (corner, target) = match micro_move.kind() {
        MoveKind::CastleKingSide => (7, 5),
        MoveKind::CastleQueenSide => (0, 3),
        _ => return None,
    };
    let rank = micro_move.destination().index() as u8 & 56;
    Some((Square::masked(rank | corner), Square::masked(rank | target)))
}
