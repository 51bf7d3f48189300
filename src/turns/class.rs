use crate::board::PieceType;
use crate::state::DicePool;

use super::roll::{Roll, pool};

/// Number of dice classes: multisets of at most three faces, the empty one included.
pub(super) const CLASS_COUNT: usize = 84;

/// All classes by size, then lexicographic: the empty one, six single dice, 21 pairs, 56 rolls.
pub(super) static CLASSES: [DicePool; CLASS_COUNT] = all_classes();

/// First class of each size.
pub(super) const FIRST_OF_SIZE: [usize; 5] = [0, 1, 7, 28, CLASS_COUNT];

static INDEX: [u8; 512] = {
    let mut index = [0; 512];
    let mut class = 0;
    while class < CLASS_COUNT {
        index[CLASSES[class].bits() as usize] = class as u8;
        class += 1;
    }
    index
};

const fn all_classes() -> [DicePool; CLASS_COUNT] {
    let mut classes = [DicePool::EMPTY; CLASS_COUNT];
    let mut at = FIRST_OF_SIZE[1];
    let mut first = 0;
    while first < 6 {
        classes[at] = pool(&[PieceType::ALL[first]]);
        at += 1;
        first += 1;
    }
    first = 0;
    while first < 6 {
        let mut second = first;
        while second < 6 {
            classes[at] = pool(&[PieceType::ALL[first], PieceType::ALL[second]]);
            at += 1;
            second += 1;
        }
        first += 1;
    }
    let mut roll = 0;
    while roll < Roll::COUNT {
        classes[at] = Roll::ALL[roll].dice;
        at += 1;
        roll += 1;
    }
    classes
}

/// Position of a pool in [`CLASSES`].
#[inline]
pub(super) fn class_index(pool: DicePool) -> usize {
    INDEX[pool.bits() as usize & 511] as usize
}

/// A set of dice classes: multisets of at most three faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassSet(u128);

impl ClassSet {
    /// Every class.
    pub(super) const ALL: Self = Self((1 << CLASS_COUNT) - 1);

    /// Whether `class` is in the set.
    #[inline]
    #[must_use]
    pub fn contains(self, class: DicePool) -> bool {
        self.0 >> class_index(class) & 1 == 1
    }

    /// Whether the set holds a class whose dice are all among those of `pool`.
    #[inline]
    #[must_use]
    pub fn contains_part_of(self, pool: DicePool) -> bool {
        self.0 & PARTS[class_index(pool)] != 0
    }

    /// The classes of the set whose dice are all among those of `pool`, smaller ones first.
    pub fn parts_of(self, pool: DicePool) -> impl DoubleEndedIterator<Item = DicePool> {
        Self(self.0 & PARTS[class_index(pool)]).into_iter()
    }

    #[inline]
    pub(super) fn insert(&mut self, class: DicePool) {
        self.0 |= 1 << class_index(class);
    }
}

/// Smaller classes first.
impl IntoIterator for ClassSet {
    type Item = DicePool;
    type IntoIter = Classes;

    fn into_iter(self) -> Classes {
        Classes(self.0)
    }
}

/// The classes of a [`ClassSet`], smaller ones first.
#[derive(Clone, Debug)]
pub struct Classes(u128);

impl Iterator for Classes {
    type Item = DicePool;

    fn next(&mut self) -> Option<DicePool> {
        let class = CLASSES.get(self.0.trailing_zeros() as usize)?;
        self.0 &= self.0 - 1;
        Some(*class)
    }
}

impl DoubleEndedIterator for Classes {
    fn next_back(&mut self) -> Option<DicePool> {
        let class = self.0.checked_ilog2()?;
        self.0 ^= 1 << class;
        Some(CLASSES[class as usize])
    }
}

/// For each class the set of those whose dice are all among its own.
static PARTS: [u128; CLASS_COUNT] = {
    let mut parts = [0; CLASS_COUNT];
    let mut whole = 0;
    while whole < CLASS_COUNT {
        let mut part = 0;
        while part < CLASS_COUNT {
            if CLASSES[whole].contains_all(CLASSES[part]) {
                parts[whole] |= 1 << part;
            }
            part += 1;
        }
        whole += 1;
    }
    parts
};
