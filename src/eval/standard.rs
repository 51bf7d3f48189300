use std::convert::Infallible;

use crate::board::{
    Bitboard, Color, PieceType, Square, bishop_attacks, king_attacks, knight_attacks, pawn_attacks,
    rook_attacks,
};
use crate::state::GameState;

use super::Evaluator;

/// [`Material`](super::Material) less 2000 if any own king stands on an attacked square. The enemy's kings do not matter.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standard;

impl Standard {
    const KING_ATTACKED: i32 = 2000;
}

impl Evaluator for Standard {
    type Error = Infallible;

    #[inline]
    fn ignores_clocks(&self) -> bool {
        true
    }

    #[inline]
    fn evaluate(&self, state: &GameState, perspective: Color) -> Result<i32, Infallible> {
        let mut kings = state.men(perspective, PieceType::King).into_iter();
        let attacked = kings.any(|king| is_attacked(state, king, !perspective));
        Ok(state.material(perspective) - if attacked { Self::KING_ATTACKED } else { 0 })
    }
}

/// Whether some man of `attacker` attacks `square`: looks from the square as each type of man and sees whether one is there.
#[inline]
fn is_attacked(state: &GameState, square: Square, attacker: Color) -> bool {
    use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
    let men = |piece_type| state.men_of_type(piece_type);
    let queens = men(Queen);
    let leapers = pawn_attacks(!attacker, square) & men(Pawn)
        | knight_attacks(square) & men(Knight)
        | king_attacks(square) & men(King);
    let occupied = state.occupied();
    let sliders = bishop_attacks(square, occupied) & (men(Bishop) | queens)
        | rook_attacks(square, occupied) & (men(Rook) | queens);
    let attackers: Bitboard = (leapers | sliders) & state.men_of(attacker);
    !attackers.is_empty()
}
