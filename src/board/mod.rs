//! Pure values of the board: colors, pieces, squares, bitboards and attack tables. Knows no game.

mod attacks;
mod bitboard;
mod color;
mod magic;
mod piece;
mod square;

pub use attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, pawn_attacks_of_set, queen_attacks,
    rook_attacks,
};
pub use bitboard::{Bitboard, Squares};
pub use color::Color;
pub use piece::{Piece, PieceType};
pub use square::Square;
