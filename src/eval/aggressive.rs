use std::convert::Infallible;

use crate::board::{Bitboard, Color, PieceType, Square, king_attacks, knight_attacks};
use crate::state::GameState;

use super::{Evaluator, Standard};

/// [`Standard`] plus the pressure on the enemy king with the lowest square; equal to it if the enemy has no king.
///
/// - Storm: 15 for each rank that a pawn has left its second rank behind, −15 for one on its first rank.
/// - Proximity: (8 − king steps to the enemy king) × 15 for knight and bishop, × 25 for a rook, × 40 for a queen.
/// - Ring: 25 for each pair of a man and a square beside the enemy king that the man attacks, whatever stands there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Aggressive;

impl Evaluator for Aggressive {
    type Error = Infallible;

    #[inline]
    fn ignores_clocks(&self) -> bool {
        true
    }

    fn evaluate(&self, state: &GameState, perspective: Color) -> Result<i32, Infallible> {
        let standard = Standard.evaluate(state, perspective)?;
        Ok(match state.men(!perspective, PieceType::King).first() {
            Some(king) => {
                standard
                    + 15 * pawn_advance(state.men(perspective, PieceType::Pawn), perspective)
                    + proximity(state, perspective, king)
                    + 25 * attacks_on(state, perspective, king_attacks(king)) as i32
            }
            None => standard,
        })
    }
}

/// Ranks that `pawns` have advanced from their second rank, summed.
fn pawn_advance(pawns: Bitboard, color: Color) -> i32 {
    /// Ranks whose number, from 0, has bit 0, 1 or 2 set.
    const RANK_BITS: [u64; 3] = [0xFF00_FF00_FF00_FF00, 0xFFFF_0000_FFFF_0000, 0xFFFF_FFFF_0000_0000];
    let (count, ranks) = (pawns.count() as i32, weighted_count(pawns, &RANK_BITS));
    match color {
        Color::White => ranks - count,
        Color::Black => 6 * count - ranks,
    }
}

fn proximity(state: &GameState, color: Color, king: Square) -> i32 {
    use PieceType::{Bishop, Knight, Queen, Rook};
    let own = state.men_of(color);
    let closeness = |men: Bitboard| weighted_count(own & men, &CLOSENESS_BITS[king.index()]);
    15 * closeness(state.men_of_type(Knight) | state.men_of_type(Bishop))
        + 25 * closeness(state.men_of_type(Rook))
        + 40 * closeness(state.men_of_type(Queen))
}

/// Sum over `men` of the number whose bits 0, 1 and 2 for each square are the squares' bits in three boards.
#[inline]
fn weighted_count(men: Bitboard, [ones, twos, fours]: &[u64; 3]) -> i32 {
    let count = |bits: u64| (men & Bitboard(bits)).count() as i32;
    count(*ones) + 2 * count(*twos) + 4 * count(*fours)
}

/// For a king on each square, bits 0, 1 and 2 of 8 − king steps to all others.
static CLOSENESS_BITS: [[u64; 3]; 64] = {
    let mut boards = [[0; 3]; 64];
    let mut pair: usize = 0;
    while pair < 64 * 64 {
        let (king, square) = (pair / 64, pair % 64);
        let files = (king % 8).abs_diff(square % 8);
        let ranks = (king / 8).abs_diff(square / 8);
        let closeness = 8 - if files > ranks { files } else { ranks };
        let mut bit = 0;
        while bit < 3 {
            boards[king][bit] |= (closeness as u64 >> bit & 1) << square;
            bit += 1;
        }
        pair += 1;
    }
    boards
};

/// Number of pairs of a man of `color` and a square in `targets` that it attacks.
///
/// Sliders go together, direction by direction: from one direction at most one of them attacks a square, so that the sets of
/// the eight directions count each attack once. No branch depends on where they stand.
fn attacks_on(state: &GameState, color: Color, targets: Bitboard) -> u32 {
    use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
    let men = |piece_type| state.men(color, piece_type);
    let on_targets = |attacks: Bitboard| (attacks & targets).count();

    let pawns_ahead = men(Pawn).forward(color);
    let pawns = on_targets(step::<1>(pawns_ahead)) + on_targets(step::<-1>(pawns_ahead));
    let knights: u32 = men(Knight).into_iter().map(|square| on_targets(knight_attacks(square))).sum();
    let kings: u32 = men(King).into_iter().map(|square| on_targets(king_attacks(square))).sum();

    let empty = !state.occupied();
    let (diagonal, straight) = (men(Bishop) | men(Queen), men(Rook) | men(Queen));
    let diagonals = on_targets(rays::<9>(diagonal, empty))
        + on_targets(rays::<7>(diagonal, empty))
        + on_targets(rays::<-7>(diagonal, empty))
        + on_targets(rays::<-9>(diagonal, empty));
    let straights = on_targets(rays::<8>(straight, empty))
        + on_targets(rays::<1>(straight, empty))
        + on_targets(rays::<-1>(straight, empty))
        + on_targets(rays::<-8>(straight, empty));
    pawns + knights + kings + diagonals + straights
}

/// Squares that `sliders` attack in the direction in which square numbers grow by `DIRECTION`: a parallel-prefix fill over `empty`
/// squares, after P. Kogge and H. Stone's adder (1973), and a last step onto the square that stops it.
#[inline(always)]
fn rays<const DIRECTION: i8>(sliders: Bitboard, empty: Bitboard) -> Bitboard {
    // Squares that the fill may enter; none is entered around the rim.
    let mut open = empty & not_wrapped::<DIRECTION>();
    let mut filled = sliders;
    let mut distance = DIRECTION;
    while distance.unsigned_abs() <= 4 * DIRECTION.unsigned_abs() {
        filled |= open & shifted(filled, distance);
        open &= shifted(open, distance);
        distance *= 2;
    }
    step::<DIRECTION>(filled)
}

/// The set moved by one step; squares that leave the board vanish.
#[inline(always)]
fn step<const DIRECTION: i8>(set: Bitboard) -> Bitboard {
    shifted(set, DIRECTION) & not_wrapped::<DIRECTION>()
}

/// The squares that a step in this direction can reach without going around the rim.
const fn not_wrapped<const DIRECTION: i8>() -> Bitboard {
    match DIRECTION {
        1 | 9 | -7 => Bitboard(!Bitboard::FILE_A.0),
        -1 | -9 | 7 => Bitboard(!Bitboard::FILE_H.0),
        _ => Bitboard::ALL,
    }
}

#[inline(always)]
fn shifted(set: Bitboard, distance: i8) -> Bitboard {
    Bitboard(if distance > 0 { set.0 << distance } else { set.0 >> -distance })
}
