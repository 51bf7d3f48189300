use std::ops::BitOrAssign;

use crate::state::DicePool;

use super::Roll;

/// A set of rolls: bit n stands for roll n of [`Roll::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct RollSet(u64);

impl RollSet {
    /// No roll.
    pub const EMPTY: Self = Self(0);
    /// Every roll.
    pub const ALL: Self = Self((1 << Roll::COUNT) - 1);

    /// The rolls that show all of these dice, multiplicity counted.
    #[inline]
    #[must_use]
    pub fn containing(dice: DicePool) -> Self {
        let mut rolls = Self::ALL.0;
        let (mut last, mut count) = (0, 0);
        for face in dice.slots() {
            count = if face == last { count + 1 } else { 0 };
            last = face;
            rolls &= MORE_THAN[face as usize & 7][count & 3];
        }
        Self(rolls)
    }

    /// The set as a number, bit n for roll n of [`Roll::ALL`].
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Whether roll `index` of [`Roll::ALL`] is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(self, index: usize) -> bool {
        index < Roll::COUNT && self.0 >> index & 1 == 1
    }

    /// Whether all rolls of `other` are in the set.
    #[inline]
    #[must_use]
    pub const fn contains_all(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// How many of the 216 ordered outcomes show one of these rolls.
    #[must_use]
    pub const fn weight(self) -> u32 {
        let (mut weight, mut rolls) = (0, self.0);
        while rolls != 0 {
            weight += Roll::ALL[rolls.trailing_zeros() as usize].weight as u32;
            rolls &= rolls - 1;
        }
        weight
    }

    /// The probability, 0 to 1, that three dice show one of these rolls: the [`weight`](Self::weight) out of 216.
    #[must_use]
    pub fn probability(self) -> f64 {
        f64::from(self.weight()) / f64::from(Roll::TOTAL_WEIGHT)
    }
}

impl BitOrAssign for RollSet {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// By face and count: the rolls that show the face more often than that. Face 0, an empty slot, asks for nothing.
static MORE_THAN: [[u64; 4]; 8] = {
    let mut sets = [[0; 4]; 8];
    sets[0] = [RollSet::ALL.0; 4];
    let mut index = 0;
    while index < Roll::COUNT {
        let faces = Roll::ALL[index].dice.slots();
        let mut die = 0;
        while die < 3 {
            let face = faces[die] as usize;
            let mut count = 0;
            while sets[face][count] >> index & 1 == 1 {
                count += 1;
            }
            sets[face][count] |= 1 << index;
            die += 1;
        }
        index += 1;
    }
    sets
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PieceType;

    #[test]
    fn containing_agrees_with_the_pools() {
        for bits in 0..=u16::MAX {
            let Some(dice) = DicePool::from_bits(bits) else { continue };
            let rolls = RollSet::containing(dice);
            for (index, roll) in Roll::ALL.iter().enumerate() {
                assert_eq!(
                    rolls.contains(index),
                    roll.dice.contains_all(dice),
                    "{dice:?} in {:?}",
                    roll.dice
                );
            }
        }
        assert!(!RollSet::ALL.contains(56) && !RollSet::ALL.contains(usize::MAX));
    }

    #[test]
    fn weights() {
        let weight = |faces: &[PieceType]| RollSet::containing(DicePool::from_faces(faces).unwrap()).weight();
        assert_eq!(RollSet::EMPTY.weight(), 0);
        assert_eq!(weight(&[]), 216);
        // 216 less the 125 without the face; and by hand for pairs and triples.
        assert_eq!(weight(&[PieceType::Rook]), 91);
        assert_eq!(weight(&[PieceType::Rook, PieceType::Rook]), 16);
        assert_eq!(weight(&[PieceType::Rook, PieceType::Queen]), 30);
        assert_eq!(weight(&[PieceType::King; 3]), 1);
        assert_eq!(weight(&[PieceType::Pawn, PieceType::Knight, PieceType::Bishop]), 6);
    }
}
