//! Keys of A. L. Zobrist, "A New Hashing Method with Application for Game Playing" (1970). The numbers are fixed for ever: opening
//! books and other engines share them.

use crate::board::{Bitboard, Color, Square};

use super::{CastlingRights, DicePool};

/// One family of Zobrist keys: a number for each man on each square, for Black to move, each set of castling rights, each
/// en-passant target and each dice pool.
///
/// The key of a position is the XOR of its numbers. Rights and dice always count, even when there are none; clocks never do.
pub struct ZobristKeys {
    /// By piece code (`color << 3 | type`) and square. Rows of codes that name no man are zero.
    pieces: [[u64; 64]; 16],
    black_to_move: u64,
    castling: [u64; 16],
    en_passant: [u64; 64],
    /// By [`DicePool::bits`]; combinations that are no pool are zero.
    dice: [u64; 512],
}

impl ZobristKeys {
    /// The keys of [`GameState::key`](super::GameState::key): SplitMix64 from the seed that all dice-chess engines share.
    pub const STANDARD: &'static Self = &STANDARD;

    /// Draws all numbers from SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014) started at `seed`.
    #[must_use]
    pub const fn from_seed(seed: u64) -> Self {
        let mut state = seed;
        let mut keys = Self {
            pieces: [[0; 64]; 16],
            black_to_move: 0,
            castling: [0; 16],
            en_passant: [0; 64],
            dice: [0; 512],
        };
        let mut row = 0;
        while row < 12 {
            // Six white types, then six black ones.
            let code = if row < 6 { row + 1 } else { row + 3 };
            draw(&mut state, &mut keys.pieces[code]);
            row += 1;
        }
        let mut one = [0; 1];
        draw(&mut state, &mut one);
        keys.black_to_move = one[0];
        draw(&mut state, &mut keys.castling);
        draw(&mut state, &mut keys.en_passant);
        let mut by_sorted_slots = [0; 343];
        draw(&mut state, &mut by_sorted_slots);
        let mut bits = 0;
        while bits < 512 {
            if let Some(pool) = DicePool::from_bits(bits) {
                // The published index sorts the slots with the empty ones first, a pool has them last.
                let index = match pool.slots() {
                    [a, 0, _] => a as usize,
                    [a, b, 0] => a as usize * 7 + b as usize,
                    [a, b, c] => a as usize * 49 + b as usize * 7 + c as usize,
                };
                keys.dice[bits as usize] = by_sorted_slots[index];
            }
            bits += 1;
        }
        keys
    }

    /// The number of the man with this code (`color << 3 | type`) on `square`; 0 for code 0.
    #[inline]
    #[must_use]
    pub const fn piece(&self, code: u8, square: Square) -> u64 {
        self.pieces[(code & 15) as usize][square.index()]
    }

    /// 0 for White.
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self, color: Color) -> u64 {
        // All ones for Black, zero for White.
        self.black_to_move & (color as u64).wrapping_neg()
    }

    /// The number of this set of rights.
    #[inline]
    #[must_use]
    pub const fn castling(&self, rights: CastlingRights) -> u64 {
        self.castling[(rights.bits() & 15) as usize]
    }

    /// The XOR of the numbers of all `targets`. Linear in their count.
    #[inline]
    #[must_use]
    pub fn en_passant(&self, targets: Bitboard) -> u64 {
        targets.into_iter().fold(0, |key, target| key ^ self.en_passant[target.index()])
    }

    /// The number of this pool.
    #[inline]
    #[must_use]
    pub const fn dice(&self, pool: DicePool) -> u64 {
        self.dice[(pool.bits() & 511) as usize]
    }
}

static STANDARD: ZobristKeys = ZobristKeys::from_seed(0x32a4_b892_f1c6_d7e0);

const fn draw(state: &mut u64, numbers: &mut [u64]) {
    let mut index = 0;
    while index < numbers.len() {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        numbers[index] = z ^ z >> 31;
        index += 1;
    }
}
