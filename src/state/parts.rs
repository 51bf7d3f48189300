use crate::board::{Bitboard, Color, Piece, PieceType, Square};

use super::game_state::{BLACK_SLOT, WHITE_SLOT};
use super::{CastlingRights, DicePool, GameState};

/// Every field of a [`GameState`] in the open, to build any state from, sensible or not, and to take one apart.
///
/// Bitboards and mailbox are independent here. Use [`put`](Self::put) to change both alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StateParts {
    /// Men by side: White, Black.
    pub by_color: [Bitboard; 2],
    /// Men by type: pawns, knights, bishops, rooks, queens, kings of both sides.
    pub by_type: [Bitboard; 6],
    /// Men by square, a1 first.
    pub mailbox: [Option<Piece>; 64],
    /// Who plays now.
    pub side_to_move: Color,
    /// Castling rights; bits above the lowest four are dropped.
    pub castling_rights: CastlingRights,
    /// En-passant targets, on any square.
    pub en_passant: Bitboard,
    /// The dice still to be spent.
    pub dice: DicePool,
    /// Values above 127 become 127.
    pub half_move_clock: u8,
    /// Values outside 1..=2147483647 become the nearest one inside.
    pub full_move_number: u32,
}

impl StateParts {
    /// An empty board, White to move, nothing else set, move 1.
    #[must_use]
    pub const fn empty() -> Self {
        Self {
            by_color: [Bitboard::EMPTY; 2],
            by_type: [Bitboard::EMPTY; 6],
            mailbox: [None; 64],
            side_to_move: Color::White,
            castling_rights: CastlingRights::empty(),
            en_passant: Bitboard::EMPTY,
            dice: DicePool::EMPTY,
            half_move_clock: 0,
            full_move_number: 1,
        }
    }

    /// Puts a man on a square, in bitboards and mailbox, instead of what was there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.take(square);
        self.by_color[piece.color.index()] |= square.bitboard();
        self.by_type[piece.piece_type.index()] |= square.bitboard();
        self.mailbox[square.index()] = Some(piece);
    }

    /// Empties a square in bitboards and mailbox.
    pub fn take(&mut self, square: Square) {
        for board in self.by_color.iter_mut().chain(&mut self.by_type) {
            *board &= !square.bitboard();
        }
        self.mailbox[square.index()] = None;
    }
}

impl GameState {
    /// The state with these fields.
    #[must_use]
    pub fn from_parts(parts: &StateParts) -> Self {
        let mut state = Self {
            boards: [0; 8],
            mailbox: [0; 4],
            en_passant: parts.en_passant,
            full_move_number: parts.full_move_number.clamp(1, Self::MAX_FULL_MOVE_NUMBER),
            flags: parts.side_to_move as u16
                | u16::from(parts.castling_rights.bits() & 15) << 1
                | parts.dice.bits() << 5,
            half_move_clock: parts.half_move_clock.min(Self::MAX_HALF_MOVE_CLOCK).into(),
            synthetic: false,
            key: 0,
            material: 0,
        };
        state.boards[WHITE_SLOT] = parts.by_color[0].0;
        state.boards[BLACK_SLOT] = parts.by_color[1].0;
        for piece_type in PieceType::ALL {
            state.boards[piece_type as usize] = parts.by_type[piece_type.index()].0;
        }
        for (word, men) in state.mailbox.iter_mut().zip(parts.mailbox.chunks_exact(16)) {
            *word =
                men.iter().rev().fold(0, |word, piece| word << 4 | u64::from(piece.map_or(0, Piece::code)));
        }
        state.refresh();
        state
    }

    /// The fields of this state. `GameState::from_parts(&state.to_parts()) == state`.
    #[must_use]
    pub fn to_parts(&self) -> StateParts {
        StateParts {
            by_color: Color::ALL.map(|color| self.men_of(color)),
            by_type: PieceType::ALL.map(|piece_type| self.men_of_type(piece_type)),
            mailbox: std::array::from_fn(|square| self.piece_at(Square::masked(square as u8))),
            side_to_move: self.side_to_move(),
            castling_rights: self.castling_rights(),
            en_passant: self.en_passant,
            dice: self.dice(),
            half_move_clock: self.half_move_clock(),
            full_move_number: self.full_move_number,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_board_that_differs_in_one_place_is_synthetic() {
        let initial = GameState::initial();
        assert!(!initial.is_synthetic());
        assert_eq!(GameState::from_parts(&initial.to_parts()), initial);
        for square in Bitboard::ALL {
            for board in 0..8 {
                let mut parts = initial.to_parts();
                *parts.by_color.iter_mut().chain(&mut parts.by_type).nth(board).unwrap() ^= square.bitboard();
                assert!(GameState::from_parts(&parts).is_synthetic(), "{square} on board {board}");
            }
            for piece in (0..16).map(Piece::from_code) {
                let mut parts = initial.to_parts();
                let same = std::mem::replace(&mut parts.mailbox[square.index()], piece) == piece;
                assert_eq!(GameState::from_parts(&parts).is_synthetic(), !same, "{piece:?} on {square}");
            }
        }
    }
}
