use crate::board::{Color, PieceType};
use crate::state::GameState;

/// Arbitrary bits, the fractional part of π in hexadecimal; the second is a factor and therefore odd.
const PI: [u64; 2] = [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7345];

/// The bit of a fingerprint that is the perspective, set for Black.
pub(super) const PERSPECTIVE: u32 = 1 << 31;

/// 32 bits that equal keys share and different keys rarely do: bit 31 is the perspective, the others mix the bitboards, the
/// targets, side to move, rights, dice and clocks. Mailbox and Zobrist key stay out, so that states which differ in the mailbox
/// alone collide.
///
/// A hit waits for memory, and how many hits wait at a time depends on how few instructions there are between them: so the
/// bitboards are rotated and joined to two words, and these multiplied once, to 128 bits (after W. Yi's wyhash). Men by type and
/// targets are rotated by 25, 23, 18, 10, 4, 1 and 0, the marks of a Golomb ruler: as no two pairs of them are equally far apart,
/// states that differ in the types of two men differ in that word.
#[inline]
pub(super) fn fingerprint(state: &GameState, perspective: Color) -> u32 {
    use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
    let men = |piece_type| state.men_of_type(piece_type).0;
    let [white, black] = Color::ALL.map(|color| state.men_of(color).0);
    let [.., targets, rest] = state.identity();
    let light = (men(Pawn).rotate_left(2) ^ men(Knight)).rotate_left(5) ^ men(Bishop);
    let heavy = (men(Rook).rotate_left(6) ^ men(Queen)).rotate_left(3) ^ men(King);
    let types = light.rotate_left(18) ^ heavy.rotate_left(1) ^ targets;
    let colors = white ^ black.rotate_left(1) ^ rest.wrapping_mul(PI[1]);
    fold(types ^ PI[0], colors) as u32 & !PERSPECTIVE | (perspective as u32) << 31
}

/// Both halves of the product, one over the other.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::board::{Bitboard, Piece, Square};
    use crate::state::{CastlingRights, DicePool, StateParts};

    /// All states that differ from this one in what is on one square, in one target, or in one bit of another field.
    fn neighbours(parts: &StateParts) -> Vec<GameState> {
        let mut all = Vec::new();
        let mut add = |change: &dyn Fn(&mut StateParts)| {
            let mut changed = parts.clone();
            change(&mut changed);
            all.push(GameState::from_parts(&changed));
        };
        for square in Bitboard::ALL {
            let there = parts.mailbox[square.index()];
            let pieces = (1..16).filter_map(Piece::from_code).map(Some).chain([None]);
            for piece in pieces.filter(|&piece| piece != there) {
                add(&|parts| match piece {
                    Some(piece) => parts.put(square, piece),
                    None => parts.take(square),
                });
            }
            add(&|parts| parts.en_passant ^= square.bitboard());
        }
        for bit in 0..30 {
            add(&|parts| parts.full_move_number ^= 1 << bit);
        }
        for bit in 0..7 {
            add(&|parts| parts.half_move_clock ^= 1 << bit);
        }
        for bit in 0..4 {
            add(&|parts| parts.castling_rights ^= CastlingRights::from_bits_retain(1 << bit));
        }
        add(&|parts| parts.side_to_move = !parts.side_to_move);
        for face in PieceType::ALL {
            add(&|parts| parts.dice = DicePool::EMPTY.with(face).unwrap());
        }
        all
    }

    #[test]
    fn every_change_counts() {
        let mut parts = GameState::initial().to_parts();
        parts.full_move_number = 0x4000_0000;
        let mut seen = HashSet::from([fingerprint(&GameState::from_parts(&parts), Color::White)]);
        let states = neighbours(&parts);
        for state in &states {
            seen.insert(fingerprint(state, Color::White));
        }
        assert_eq!(seen.len(), states.len() + 1, "two of {} close states collide", states.len());
    }

    #[test]
    fn every_bit_of_every_bitboard_counts() {
        let parts = GameState::initial().to_parts();
        let original = fingerprint(&GameState::from_parts(&parts), Color::White);
        for square in Bitboard::ALL {
            for board in 0..8 {
                let mut changed = parts.clone();
                let [white, black] = &mut changed.by_color;
                let board = [white, black].into_iter().chain(&mut changed.by_type).nth(board).unwrap();
                *board ^= square.bitboard();
                assert_ne!(fingerprint(&GameState::from_parts(&changed), Color::White), original);
            }
        }
    }

    #[test]
    fn mailbox_does_not_count() {
        let mut parts = GameState::initial().to_parts();
        let plain = GameState::from_parts(&parts);
        parts.mailbox[Square::masked(28).index()] = Some(Piece::new(Color::Black, PieceType::Queen));
        let other = GameState::from_parts(&parts);
        assert_ne!(plain, other);
        assert_eq!(fingerprint(&plain, Color::Black), fingerprint(&other, Color::Black));
    }

    #[test]
    fn one_bit_is_the_perspective() {
        let state = GameState::initial();
        let [white, black] = Color::ALL.map(|perspective| fingerprint(&state, perspective));
        assert_eq!((white & PERSPECTIVE, black), (0, white | PERSPECTIVE));
    }

    /// The home slots of close states must spread like random ones: 590 of 1024 slots are then used by 880 states, give or take 10.
    #[test]
    fn close_states_spread_over_the_slots() {
        let states = neighbours(&GameState::initial().to_parts());
        let homes: HashSet<u32> =
            states.iter().map(|state| fingerprint(state, Color::White) & 1023).collect();
        let expected = 1024.0 * (1.0 - (-(states.len() as f64) / 1024.0).exp());
        assert!((homes.len() as f64 - expected).abs() < 60.0, "{} slots, {expected} expected", homes.len());
    }
}
