use super::cell::Cell;
use super::keyframe::Keyframe;

/// The hash of a whole history: a polynomial modulo 2⁶¹ − 1 at a fixed point, with the words of the root keyframe and then
/// the cells as coefficients (R. M. Karp, M. O. Rabin, "Efficient randomized pattern-matching algorithms", 1987).
///
/// It depends on order, length and everything before, and not on where chunks begin. A cell is added and taken away in constant
/// time. It is no protection against forgery: the point is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain(u64);

/// The modulus, a Mersenne prime.
const P: u64 = (1 << 61) - 1;
/// The point, a primitive root of the modulus.
const R: u64 = 0x0EBB_3097_0452_4485;
const R_INVERSE: u64 = 0x0242_3771_A44A_38C3;
/// How many cells share a reduction.
pub(super) const BLOCK: usize = 8;
/// The powers of the point, from the one of `BLOCK` down to 1.
const POWERS: [u64; BLOCK + 1] = {
    let mut powers = [1; BLOCK + 1];
    let mut index = BLOCK;
    while index > 0 {
        powers[index - 1] = times(powers[index], R);
        index -= 1;
    }
    powers
};

impl Chain {
    /// The history that ends at a root.
    #[must_use]
    pub fn of_root(root: &Keyframe) -> Self {
        root.words().fold(Self(1), |chain, word| chain.pushed(Cell::from_bits(word)))
    }

    /// The history that has this [`id`](Self::id); `None` for 0 and for ids that no history has.
    #[must_use]
    pub fn from_id(id: u64) -> Option<Self> {
        unmix(id).checked_sub(1).filter(|&value| value < P).map(Self)
    }

    /// The history's identifier, never 0. Two histories of up to n cells share one with a probability of at most n / 2⁶¹.
    #[must_use]
    pub const fn id(self) -> u64 {
        mix(self.0 + 1)
    }

    /// The history with one more cell.
    #[inline]
    #[must_use]
    pub const fn pushed(self, cell: Cell) -> Self {
        Self(reduce(self.0 as u128 * R as u128 + coefficient(cell)))
    }

    /// The history without its last cell.
    #[inline]
    #[must_use]
    pub const fn popped(self, cell: Cell) -> Self {
        // P is congruent to 0, so this adds the negative coefficient.
        Self(times(reduce(self.0 as u128 + P as u128 - coefficient(cell)), R_INVERSE))
    }

    /// The history with these cells after it. Blocks of cells share a reduction.
    #[must_use]
    pub fn extended(self, cells: &[Cell]) -> Self {
        let (blocks, rest) = cells.as_chunks();
        let chain = blocks.iter().fold(self, |chain, block| chain.extended_by_block(block));
        rest.iter().fold(chain, |chain, &cell| chain.pushed(cell))
    }

    #[inline]
    pub(super) fn extended_by_block(self, block: &[Cell; BLOCK]) -> Self {
        let terms =
            block.iter().zip(&POWERS[1..]).map(|(&cell, &power)| coefficient(cell) * u128::from(power));
        // The terms have fewer than 80 bits each, and do not wait for what came before.
        Self(reduce(u128::from(self.0) * u128::from(POWERS[0]) + terms.sum::<u128>()))
    }
}

/// No cell counts as zero, so that none can be left out unnoticed.
#[inline]
const fn coefficient(cell: Cell) -> u128 {
    cell.bits() as u128 + 1
}

/// A value below 2¹²⁵ modulo P.
#[inline]
const fn reduce(value: u128) -> u64 {
    let folded = (value as u64 & P) as u128 + (value >> 61);
    let folded = (folded as u64 & P) + (folded >> 61) as u64;
    if folded >= P { folded - P } else { folded }
}

#[inline]
const fn times(a: u64, b: u64) -> u64 {
    reduce(a as u128 * b as u128)
}

/// The last step of SplitMix64, a bijection of 64-bit words.
const fn mix(value: u64) -> u64 {
    let value = (value ^ value >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ value >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ value >> 31
}

/// Undoes [`mix`]: the multipliers are the inverses modulo 2⁶⁴.
const fn unmix(value: u64) -> u64 {
    let value = (value ^ value >> 31 ^ value >> 62).wrapping_mul(0x3196_42b2_d24d_8ec3);
    let value = (value ^ value >> 27 ^ value >> 54).wrapping_mul(0x96de_1b17_3f11_9089);
    value ^ value >> 30 ^ value >> 60
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_are_inverse() {
        assert_eq!(times(R, R_INVERSE), 1);
        assert_eq!(POWERS[BLOCK - 1], R);
        for value in [0, 1, P, u64::MAX, 0x0123_4567_89ab_cdef] {
            assert_eq!(unmix(mix(value)), value);
        }
    }
}
