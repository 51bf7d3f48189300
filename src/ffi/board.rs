//! The board: numbers of colors, piece types, men and squares.
//!
//! A square is rank × 8 + file: a1 = 0, h1 = 7, a8 = 56, h8 = 63. Bit n of a bitboard (uint64_t) is square n. A man is
//! color × 8 + piece type, 0 an empty square.

/// A side: `DICECHESS_WHITE` or `DICECHESS_BLACK`.
pub type dicechess_color = i32;
/// A type of man and the face of a die that pays for moving it, 1 to 6.
pub type dicechess_piece_type = i32;
/// A square, 0 to 63.
pub type dicechess_square = u8;

/// Moves first, towards rank 8.
pub const DICECHESS_WHITE: i32 = 0;
/// Moves second, towards rank 1.
pub const DICECHESS_BLACK: i32 = 1;

/// Die face 1.
pub const DICECHESS_PAWN: i32 = 1;
/// Die face 2.
pub const DICECHESS_KNIGHT: i32 = 2;
/// Die face 3.
pub const DICECHESS_BISHOP: i32 = 3;
/// Die face 4.
pub const DICECHESS_ROOK: i32 = 4;
/// Die face 5.
pub const DICECHESS_QUEEN: i32 = 5;
/// Die face 6.
pub const DICECHESS_KING: i32 = 6;

/// `K`: White castles king side.
pub const DICECHESS_CASTLE_WHITE_KING_SIDE: i32 = 1;
/// `Q`: White castles queen side.
pub const DICECHESS_CASTLE_WHITE_QUEEN_SIDE: i32 = 2;
/// `k`: Black castles king side.
pub const DICECHESS_CASTLE_BLACK_KING_SIDE: i32 = 4;
/// `q`: Black castles queen side.
pub const DICECHESS_CASTLE_BLACK_QUEEN_SIDE: i32 = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Color, PieceType};
    use crate::state::CastlingRights;

    #[test]
    fn numbers_are_those_of_the_library() {
        assert_eq!(
            [Color::White, Color::Black].map(|color| color as i32),
            [DICECHESS_WHITE, DICECHESS_BLACK]
        );
        let types = [
            DICECHESS_PAWN,
            DICECHESS_KNIGHT,
            DICECHESS_BISHOP,
            DICECHESS_ROOK,
            DICECHESS_QUEEN,
            DICECHESS_KING,
        ];
        assert_eq!(PieceType::ALL.map(|piece_type| piece_type as i32), types);
        let rights = [
            (CastlingRights::WHITE_KING_SIDE, DICECHESS_CASTLE_WHITE_KING_SIDE),
            (CastlingRights::WHITE_QUEEN_SIDE, DICECHESS_CASTLE_WHITE_QUEEN_SIDE),
            (CastlingRights::BLACK_KING_SIDE, DICECHESS_CASTLE_BLACK_KING_SIDE),
            (CastlingRights::BLACK_QUEEN_SIDE, DICECHESS_CASTLE_BLACK_QUEEN_SIDE),
        ];
        assert!(rights.iter().all(|(right, number)| i32::from(right.bits()) == *number));
    }
}
