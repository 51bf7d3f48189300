use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bytemuck::Zeroable;

/// What a stored value says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The true value is the stored one.
    Exact = 1,
    /// The true value is at least the stored one.
    LowerBound = 2,
    /// The true value is at most the stored one.
    UpperBound = 3,
}

impl Bound {
    const fn from_code(code: u8) -> Option<Self> {
        match code {
            1 => Some(Self::Exact),
            2 => Some(Self::LowerBound),
            3 => Some(Self::UpperBound),
            _ => None,
        }
    }
}

/// What is stored under one key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableEntry {
    /// The position's Zobrist key, salted by the search where one position has several values.
    pub key: u64,
    /// Search value from the point of view of the player at the root, before any rescoring. Finite, or the table
    /// does not take it; every bit is kept, the sign of −0.0 too.
    pub value: f64,
    /// What `value` says about the true value.
    pub bound: Bound,
    /// Plies of search below the position.
    pub depth: u8,
    /// Whether a roll was examined that loses the root player's king.
    pub loss_tainted: bool,
}

/// An entry in shared memory, 32 bytes so that no entry lies on two cache lines. All zero is an empty slot.
///
/// Writers do not wait for each other, so that a reader can meet the words of several entries. It finds out through
/// the checksum: R. Hyatt and T. Mann, A lock-less transposition-table implementation for parallel search, ICGA
/// Journal 25 (1), 2002.
#[derive(Zeroable)]
#[repr(C, align(32))]
pub(super) struct Slot {
    key: AtomicU64,
    value: AtomicU64,
    /// Bound code << 56 | depth << 48 | loss tainted << 40.
    fields: AtomicU64,
    checksum: AtomicU64,
}

/// The fields of a slot that decide whether it may be replaced, as they stand, without a look at the checksum.
pub(super) struct Occupant {
    pub key: u64,
    pub bound: Bound,
    pub depth: u8,
}

impl Slot {
    /// The entry of `key`; `None` if the slot holds none or a mixture of several.
    #[inline]
    pub fn load(&self, key: u64) -> Option<TableEntry> {
        if self.key.load(Relaxed) != key {
            return None;
        }
        let value = self.value.load(Relaxed);
        let fields = self.fields.load(Relaxed);
        let bound = bound_of(fields)?;
        if self.checksum.load(Relaxed) != checksum(key, value, fields) {
            return None;
        }
        let loss_tainted = fields >> 40 & 1 != 0;
        Some(TableEntry { key, value: f64::from_bits(value), bound, depth: depth_of(fields), loss_tainted })
    }

    /// What occupies the slot; `None` if it is empty.
    #[inline]
    pub fn occupant(&self) -> Option<Occupant> {
        let fields = self.fields.load(Relaxed);
        let bound = bound_of(fields)?;
        Some(Occupant { key: self.key.load(Relaxed), bound, depth: depth_of(fields) })
    }

    /// Writes `entry`, its checksum last.
    #[inline]
    pub fn store(&self, entry: &TableEntry) {
        let value = entry.value.to_bits();
        let fields =
            (entry.bound as u64) << 56 | u64::from(entry.depth) << 48 | u64::from(entry.loss_tainted) << 40;
        self.key.store(entry.key, Relaxed);
        self.value.store(value, Relaxed);
        self.fields.store(fields, Relaxed);
        self.checksum.store(checksum(entry.key, value, fields), Relaxed);
    }

    /// Empties the slot. An empty one is only read, so that memory that was never used stays unused.
    pub fn clear(&self) {
        if self.fields.load(Relaxed) != 0 {
            self.fields.store(0, Relaxed);
            self.checksum.store(0, Relaxed);
        }
    }
}

const fn bound_of(fields: u64) -> Option<Bound> {
    Bound::from_code((fields >> 56) as u8)
}

const fn depth_of(fields: u64) -> u8 {
    (fields >> 48) as u8
}

/// Exclusive or over all fields, the value's bits spread first. Search values are often small whole numbers, whose only
/// set bits lie where depth and bound do: without the spreading, 200.0 at depth 1 and 208.0 at depth 2 have one
/// checksum and a mixture of the two passes. With it, two values that differ in any of their bits 32..=63 or 0..=7
/// never cancel against other fields: rotation moves those below bit 40, and a product with an odd number keeps the
/// lowest bit in which two factors differ.
#[inline]
const fn checksum(key: u64, value: u64, fields: u64) -> u64 {
    key ^ value.rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ fields
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: TableEntry = TableEntry {
        key: 0x1234_5678_9abc_def0,
        value: -207.25,
        bound: Bound::UpperBound,
        depth: 2,
        loss_tainted: true,
    };

    fn slot_with(entry: &TableEntry) -> Slot {
        let slot = empty();
        slot.store(entry);
        slot
    }

    fn empty() -> Slot {
        Slot { key: 0.into(), value: 0.into(), fields: 0.into(), checksum: 0.into() }
    }

    fn words(slot: &Slot) -> [u64; 4] {
        [&slot.key, &slot.value, &slot.fields, &slot.checksum].map(|word| word.load(Relaxed))
    }

    fn from_words(words: [u64; 4]) -> Slot {
        let [key, value, fields, checksum] = words.map(AtomicU64::new);
        Slot { key, value, fields, checksum }
    }

    #[test]
    fn t03_a_slot_is_32_bytes_on_one_cache_line() {
        assert_eq!((size_of::<Slot>(), align_of::<Slot>()), (32, 32));
    }

    #[test]
    fn t04_bound_codes_are_1_2_3_and_0_is_empty() {
        for (code, bound) in [(1, Bound::Exact), (2, Bound::LowerBound), (3, Bound::UpperBound)] {
            let slot = slot_with(&TableEntry { bound, ..ENTRY });
            assert_eq!(words(&slot)[2] >> 56, code);
        }
        assert_eq!(empty().load(0), None);
        assert!(empty().occupant().is_none());
    }

    #[test]
    fn t05_every_bit_of_every_word_is_checked() {
        let good = words(&slot_with(&ENTRY));
        assert_eq!(from_words(good).load(ENTRY.key), Some(ENTRY));
        for word in 0..4 {
            for bit in 0..64 {
                let mut bad = good;
                bad[word] ^= 1 << bit;
                assert_eq!(from_words(bad).load(ENTRY.key), None, "word {word}, bit {bit}");
                assert_eq!(
                    from_words(bad).load(bad[0]),
                    None,
                    "word {word}, bit {bit}, under the key that is there"
                );
            }
        }
    }

    #[test]
    fn t05_the_checksum_of_fields_is_the_specified_exclusive_or() {
        let without_value = TableEntry { value: 0.0, ..ENTRY };
        assert_eq!(words(&slot_with(&without_value))[3], ENTRY.key ^ 3 << 56 ^ 2 << 48 ^ 1 << 40);
    }

    /// Every way to read some words of one entry and some of another.
    #[test]
    fn t11_no_mixture_of_two_typical_entries_passes() {
        let values =
            [0.0, -0.0, 1.0, 2.0, 200.0, 208.0, -200.0, 9.0e-9, -1e9, 10_001.0, f64::NAN, f64::INFINITY];
        let mut entries = Vec::new();
        for value in values {
            for bound in [Bound::Exact, Bound::LowerBound, Bound::UpperBound] {
                for (depth, loss_tainted) in [(0, false), (1, false), (2, true), (3, true), (255, false)] {
                    entries.push(TableEntry { value, bound, depth, loss_tainted, ..ENTRY });
                    entries.push(TableEntry { key: !ENTRY.key, value, bound, depth, loss_tainted });
                }
            }
        }
        let stored: Vec<[u64; 4]> = entries.iter().map(|entry| words(&slot_with(entry))).collect();
        let mut mixtures = 0;
        for first in &stored {
            for second in &stored {
                for choice in 0..16 {
                    let pick = |word| if choice >> word & 1 == 0 { first[word] } else { second[word] };
                    let mixed = std::array::from_fn(pick);
                    if from_words(mixed).load(mixed[0]).is_some() {
                        assert!(
                            mixed == *first || mixed == *second,
                            "{first:x?} and {second:x?} give {mixed:x?}"
                        );
                    } else {
                        mixtures += 1;
                    }
                }
            }
        }
        assert!(mixtures > 1_000_000, "{mixtures}");
    }
}
