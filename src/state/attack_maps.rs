use crate::board::{
    Bitboard, Color, PieceType, Square, bishop_attacks, king_attacks, knight_attacks, pawn_attacks_of_set,
    queen_attacks, rook_attacks,
};

use super::GameState;

/// Squares that pieces attack, by their color and type; whose turn it is plays no part.
///
/// ```
/// use dicechess::board::{Bitboard, Color, PieceType};
/// use dicechess::state::{AttackMaps, GameState};
///
/// let maps = AttackMaps::of(&GameState::initial());
/// assert_eq!(maps.of_type(Color::White, PieceType::Pawn), Bitboard::rank(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackMaps {
    by_type: [[Bitboard; 6]; 2],
}

impl AttackMaps {
    /// Computes the maps. Linear in pieces.
    #[must_use]
    pub fn of(state: &GameState) -> Self {
        let occupied = state.occupied();
        let of_type = |color: Color, piece_type: PieceType| {
            let pieces = state.men(color, piece_type);
            let union = |attacks: &dyn Fn(Square) -> Bitboard| {
                pieces.into_iter().fold(Bitboard::EMPTY, |all, square| all | attacks(square))
            };
            match piece_type {
                PieceType::Pawn => pawn_attacks_of_set(color, pieces),
                PieceType::Knight => union(&knight_attacks),
                PieceType::Bishop => union(&|square| bishop_attacks(square, occupied)),
                PieceType::Rook => union(&|square| rook_attacks(square, occupied)),
                PieceType::Queen => union(&|square| queen_attacks(square, occupied)),
                PieceType::King => union(&king_attacks),
            }
        };
        Self { by_type: Color::ALL.map(|color| PieceType::ALL.map(|piece_type| of_type(color, piece_type))) }
    }

    /// Squares that at least one of `color`'s pieces of this type attacks.
    #[must_use]
    pub const fn of_type(&self, color: Color, piece_type: PieceType) -> Bitboard {
        self.by_type[color.index()][piece_type.index()]
    }
}
