use std::fmt;

use crate::board::PieceType;

/// The dice that are still to be spent: a multiset of at most three faces.
///
/// Canonical: sorted ascending and packed without holes, so that equal multisets are equal values. Two bytes:
/// three bits a die, the lowest face in the low bits, 0 for no die.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct DicePool(u16);

impl DicePool {
    /// No dice.
    pub const EMPTY: Self = Self(0);

    /// A pool of up to three faces in any order; `None` if there are more.
    #[must_use]
    pub const fn from_faces(faces: &[PieceType]) -> Option<Self> {
        let mut pool = Self::EMPTY;
        let mut index = 0;
        while index < faces.len() {
            match pool.with(faces[index]) {
                Some(larger) => pool = larger,
                None => return None,
            }
            index += 1;
        }
        Some(pool)
    }

    /// Decodes [`bits`](Self::bits); `None` unless faces are 1..=6, ascending and without holes.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let (low, middle, high) = (bits & 7, bits >> 3 & 7, bits >> 6);
        let packed = (middle == 0 || low != 0) && (high == 0 || middle != 0);
        let sorted = (middle == 0 || low <= middle) && (high == 0 || middle <= high);
        if packed && sorted && low <= 6 && middle <= 6 && high <= 6 { Some(Self(bits)) } else { None }
    }

    /// The pool of three faces.
    #[must_use]
    pub const fn of_three(faces: [PieceType; 3]) -> Self {
        match Self(faces[0] as u16).with(faces[1]) {
            Some(pair) => match pair.with(faces[2]) {
                Some(pool) => pool,
                None => pair,
            },
            None => Self::EMPTY,
        }
    }

    /// Takes back what [`bits`](Self::bits) gave.
    #[inline]
    pub(crate) const fn from_canonical_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Three bits a die, lowest face first: `first | second << 3 | third << 6`.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The three slots by ascending face, 0 for an empty one. Empty slots come last.
    #[inline]
    #[must_use]
    pub const fn slots(self) -> [u8; 3] {
        [(self.0 & 7) as u8, (self.0 >> 3 & 7) as u8, (self.0 >> 6) as u8]
    }

    /// Number of dice, 0..=3.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        (self.0 != 0) as usize + (self.0 > 0o7) as usize + (self.0 > 0o77) as usize
    }

    /// Whether no die is left.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The faces in ascending order, repeated as often as they occur.
    #[inline]
    pub fn faces(self) -> impl Iterator<Item = PieceType> {
        self.slots().into_iter().filter_map(PieceType::from_face)
    }

    /// The different faces in ascending order.
    #[inline]
    pub fn distinct_faces(self) -> impl Iterator<Item = PieceType> {
        let mut last = 0;
        self.slots()
            .into_iter()
            .filter(move |&face| std::mem::replace(&mut last, face) != face)
            .filter_map(PieceType::from_face)
    }

    /// How many dice show `face`.
    #[inline]
    #[must_use]
    pub fn count(self, face: PieceType) -> usize {
        self.slots().into_iter().filter(|&slot| slot == face.face()).count()
    }

    /// Whether some die shows `face`.
    #[inline]
    #[must_use]
    pub const fn contains(self, face: PieceType) -> bool {
        let [first, second, third] = self.slots();
        first == face.face() || second == face.face() || third == face.face()
    }

    /// The pool with one die more; `None` if it already holds three.
    #[inline]
    #[must_use]
    pub const fn with(self, face: PieceType) -> Option<Self> {
        let (face, [first, second, third]) = (face.face() as u16, self.slots());
        if third != 0 {
            return None;
        }
        // Insert before the first larger face; empty slots count as larger than any face.
        Some(Self(if first == 0 || face <= first as u16 {
            face | self.0 << 3
        } else if second == 0 || face <= second as u16 {
            self.0 & 7 | face << 3 | (self.0 >> 3) << 6
        } else {
            self.0 | face << 6
        }))
    }

    /// The pool with one die of `face` less; `None` if no die shows it.
    #[inline]
    #[must_use]
    pub const fn without(self, face: PieceType) -> Option<Self> {
        let (face, [first, second, third]) = (face.face(), self.slots());
        Some(Self(if first == face {
            self.0 >> 3
        } else if second == face {
            self.0 & 7 | (self.0 >> 6) << 3
        } else if third == face {
            self.0 & 0o77
        } else {
            return None;
        }))
    }

    /// The slot of the first die that shows `face`, and how many do; the slot means nothing if none does.
    #[inline]
    #[must_use]
    pub(crate) const fn place_of(self, face: PieceType) -> (u8, u8) {
        let [first, second, third] = self.slots();
        let face = face.face();
        let (first, second, third) = ((first == face) as u8, (second == face) as u8, (third == face) as u8);
        ((1 - first) * (2 - second), first + second + third)
    }

    /// Whether every die of `other` is also in `self`, multiplicity counted.
    #[must_use]
    pub const fn contains_all(self, other: Self) -> bool {
        let (mut rest, mut wanted) = (self, other);
        while let Some(face) = PieceType::from_face((wanted.0 & 7) as u8) {
            match rest.without(face) {
                Some(fewer) => rest = fewer,
                None => return false,
            }
            wanted = Self(wanted.0 >> 3);
        }
        true
    }
}

/// Lower-case face letters, e.g. `pnb`; empty for no dice.
impl fmt::Display for DicePool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faces().try_for_each(|face| write!(f, "{}", face.letter() as char))
    }
}

impl fmt::Debug for DicePool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DicePool({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All 84 multisets as sorted lists, by brute force.
    fn multisets() -> Vec<Vec<PieceType>> {
        let mut all = vec![vec![]];
        for &a in &PieceType::ALL {
            all.push(vec![a]);
            for &b in PieceType::ALL.iter().filter(|&&b| b >= a) {
                all.push(vec![a, b]);
                all.extend(PieceType::ALL.iter().filter(|&&c| c >= b).map(|&c| vec![a, b, c]));
            }
        }
        all
    }

    #[test]
    fn pools_behave_like_sorted_lists() {
        let all = multisets();
        assert_eq!(all.len(), 84);
        for list in &all {
            let pool = DicePool::from_faces(list).unwrap();
            let backwards: Vec<_> = list.iter().rev().copied().collect();
            assert_eq!(DicePool::from_faces(&backwards), Some(pool));
            assert_eq!(DicePool::from_bits(pool.bits()), Some(pool));
            assert_eq!(pool.faces().collect::<Vec<_>>(), *list);
            assert_eq!(pool.len(), list.len());
            let mut distinct = list.clone();
            distinct.dedup();
            assert_eq!(pool.distinct_faces().collect::<Vec<_>>(), distinct);
            for &face in &PieceType::ALL {
                assert_eq!(pool.count(face), list.iter().filter(|&&f| f == face).count());
                assert_eq!(pool.contains(face), list.contains(&face));
                let mut shorter = list.clone();
                let removed = list.iter().position(|&f| f == face);
                removed.map(|at| shorter.remove(at));
                assert_eq!(pool.without(face), removed.and_then(|_| DicePool::from_faces(&shorter)));
                let (slot, count) = pool.place_of(face);
                assert_eq!((count > 0).then_some(slot.into()), removed);
                assert_eq!(usize::from(count), pool.count(face));
            }
        }
    }

    #[test]
    fn only_canonical_bits_decode() {
        let valid = (0..=u16::MAX).filter(|&bits| DicePool::from_bits(bits).is_some()).count();
        assert_eq!(valid, 84);
    }

    #[test]
    fn a_fourth_die_is_refused() {
        assert_eq!(DicePool::from_faces(&[PieceType::Pawn; 4]), None);
    }
}
