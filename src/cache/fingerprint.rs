use crate::board::{Color, PieceType};
use crate::state::GameState;

/// Arbitrary odd and even bits: the fractional part of π in hexadecimal.
const PI: [u64; 11] = [
    0x243F_6A88_85A3_08D3,
    0x1319_8A2E_0370_7344,
    0xA409_3822_299F_31D0,
    0x082E_FA98_EC4E_6C89,
    0x4528_21E6_38D0_1377,
    0xBE54_66CF_34E9_0C6C,
    0xC0AC_29B7_C97C_50DD,
    0x3F84_D5B5_B547_0917,
    0x9216_D5D9_8979_FB1B,
    0xD131_0BA6_98DF_B5AC,
    0x2FFD_72DB_D01A_DFB7,
];

/// 32 bits that equal keys share and different keys rarely do: bit 0 is the perspective, the others mix the bitboards, the targets, side to
/// move, rights, dice and clocks. Mailbox and Zobrist key stay out, so that states which differ in the mailbox alone collide.
///
/// Pairs of 64-bit fields are multiplied to 128 bits before anything is folded: both halves of each field reach all bits. The
/// five products do not wait for each other. After W. Yi's wyhash.
#[inline]
pub(super) fn fingerprint(state: &GameState, perspective: Color) -> u32 {
    use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
    let [white, black] = Color::ALL.map(|color| state.men_of(color).0);
    let men = |piece_type| state.men_of_type(piece_type).0;
    let [.., targets, rest] = state.identity();
    let mixed = fold(white ^ PI[0], men(Pawn) ^ PI[1])
        ^ fold(black ^ PI[2], men(Knight) ^ PI[3])
        ^ fold(men(Bishop) ^ PI[4], men(Rook) ^ PI[5])
        ^ fold(men(Queen) ^ PI[6], men(King) ^ PI[7])
        // The uppermost byte tells whether mailbox and bitboards agree.
        ^ fold(targets ^ PI[8], rest << 8 ^ PI[9]);
    (fold(mixed, PI[10]) >> 32) as u32 & !1 | perspective as u32
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

    /// Every single-bit change of every field that the fingerprint covers, as one state each.
    fn neighbours(parts: &StateParts) -> Vec<GameState> {
        let mut all = Vec::new();
        let mut add = |change: &dyn Fn(&mut StateParts)| {
            let mut changed = parts.clone();
            change(&mut changed);
            all.push(GameState::from_parts(&changed));
        };
        for square in Bitboard::ALL {
            for index in 0..2 {
                add(&|parts| parts.by_color[index] ^= square.bitboard());
            }
            for index in 0..6 {
                add(&|parts| parts.by_type[index] ^= square.bitboard());
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
    fn every_bit_of_every_field_counts() {
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
        assert_eq!((white & 1, black), (0, white | 1));
    }

    /// The home slots of close states must spread like random ones: 607 of 1024 slots are then used by 909 states, give or take 10.
    #[test]
    fn close_states_spread_over_the_slots() {
        let states = neighbours(&GameState::initial().to_parts());
        let homes: HashSet<u32> =
            states.iter().map(|state| fingerprint(state, Color::White) >> 1 & 1023).collect();
        let expected = 1024.0 * (1.0 - (-(states.len() as f64) / 1024.0).exp());
        assert!((homes.len() as f64 - expected).abs() < 60.0, "{} slots, {expected} expected", homes.len());
    }
}
