use std::sync::OnceLock;

use thiserror::Error;

use crate::memory::{self, FixedVec};

use super::entry::{Bound, Slot, TableEntry};
use super::telemetry::{Counters, Event, TableTelemetry};

/// Search values of positions by their 64-bit keys, in memory of a fixed size.
///
/// One slot for each value of a key's low bits and no search for another: a store either replaces what is there or is
/// dropped, by depth, so that the work that is dearest to repeat stays. Each operation touches one cache line.
///
/// Thread-safe without locks: any number of threads may probe and store at once. A probe then returns an entry that
/// some thread stored as a whole, or nothing; never the parts of several (a checksum tells them apart, up to a chance
/// of about 2⁻⁶⁴). Which of two entries stored at the same time stays is open.
///
/// The values in a table belong to one configuration of the search: [`bind`](Self::bind) keeps others out. Values of
/// unfinished searches do not belong in it.
///
/// ```
/// use dicechess::tt::{Bound, TableEntry, TranspositionTable};
///
/// let table = TranspositionTable::with_capacity(1 << 10)?;
/// let entry = TableEntry { key: 42, value: 125.0, bound: Bound::Exact, depth: 2, loss_tainted: false };
/// table.store(&entry);
/// assert_eq!(table.probe(42), Some(entry));
/// assert_eq!(table.probe(43), None);
/// # Ok::<(), dicechess::tt::TableSizeError>(())
/// ```
pub struct TranspositionTable {
    slots: FixedVec<Slot>,
    counters: Counters,
    bound_to: OnceLock<u64>,
}

/// Why a table of some size cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TableSizeError {
    /// A capacity is a number of entries.
    #[error("capacity is {capacity} entries, expected a power of two")]
    NotAPowerOfTwo {
        /// The capacity asked for.
        capacity: usize,
    },
    /// Not even one entry fits.
    #[error("size is {bytes} bytes, expected at least {} for one entry", TranspositionTable::ENTRY_BYTES)]
    TooSmall {
        /// The size asked for.
        bytes: usize,
    },
    /// The system has no memory for it.
    #[error("no memory for a table of {capacity} entries")]
    OutOfMemory {
        /// The capacity asked for.
        capacity: usize,
    },
}

/// A table holds values of another configuration than the one that a search asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the table holds values of configuration {bound_to:#018x}, not {asked_for:#018x}; clear it first")]
pub struct TableBoundElsewhere {
    /// Fingerprint that the table is bound to.
    pub bound_to: u64,
    /// Fingerprint that the search asked for.
    pub asked_for: u64,
}

impl TranspositionTable {
    /// Number of entries that suits a search of a few seconds: 2¹⁸, 8 MiB.
    pub const DEFAULT_CAPACITY: usize = 1 << 18;

    /// Bytes that one entry occupies.
    pub const ENTRY_BYTES: usize = size_of::<Slot>();

    /// An empty table of `capacity` entries, a power of two. Memory is reserved at once but provided by the system on
    /// first use, on huge pages where it has them.
    ///
    /// # Errors
    /// If `capacity` is 0 or no power of two (it is not rounded), or if there is no memory for it.
    pub fn with_capacity(capacity: usize) -> Result<Self, TableSizeError> {
        if !capacity.is_power_of_two() {
            return Err(TableSizeError::NotAPowerOfTwo { capacity });
        }
        let slots = FixedVec::zeroed(capacity).ok_or(TableSizeError::OutOfMemory { capacity })?;
        Ok(Self { slots, counters: Counters::default(), bound_to: OnceLock::new() })
    }

    /// An empty table in at most `bytes` bytes: the number of entries that fit, rounded **down** to a power of two, so
    /// that up to half of `bytes` may stay unused. [`capacity`](Self::capacity) tells the result.
    ///
    /// # Errors
    /// If not even one entry fits, or if there is no memory for it.
    pub fn with_bytes(bytes: usize) -> Result<Self, TableSizeError> {
        let most = bytes / Self::ENTRY_BYTES;
        let exponent = most.checked_ilog2().ok_or(TableSizeError::TooSmall { bytes })?;
        Self::with_capacity(1 << exponent)
    }

    /// Number of entries that the table can hold.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// Bytes that the entries occupy.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.capacity() * Self::ENTRY_BYTES
    }

    /// The entry stored under `key`, if it is still there. Counts one hit or one miss.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        let found = self.slot(key).load(key);
        self.counters.count(if found.is_some() { Event::Hit } else { Event::Miss });
        found
    }

    /// Stores `entry`, unless its slot holds something that is worth more: a deeper search of another position, or a
    /// deeper exact value of the same one. A mere bound is always replaced by a new value of the same position. An infinite
    /// value and NaN are worth nothing: they change no slot.
    #[inline]
    pub fn store(&self, entry: &TableEntry) {
        self.counters.count(Event::Store);
        if !entry.value.is_finite() {
            return;
        }
        let slot = self.slot(entry.key);
        if let Some(old) = slot.occupant() {
            let same_key = old.key == entry.key;
            let replaceable = entry.depth >= old.depth || same_key && old.bound != Bound::Exact;
            if !replaceable {
                return;
            }
            self.counters.count(if same_key { Event::Overwrite } else { Event::Collision });
        }
        slot.store(entry);
    }

    /// Starts to load the entry of `key` into the cache, for a probe or store that follows some 100 ns later. Counts
    /// nothing.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(self.slot(key));
    }

    /// Ties the table to a configuration of the search, everything but the position that its values depend on:
    /// evaluator, utility bounds, rescorer. The first call decides, and only the same fingerprint passes from then on,
    /// until [`clear`](Self::clear).
    ///
    /// # Errors
    /// If the table is bound to another configuration.
    pub fn bind(&self, fingerprint: u64) -> Result<(), TableBoundElsewhere> {
        let bound_to = *self.bound_to.get_or_init(|| fingerprint);
        if bound_to == fingerprint {
            Ok(())
        } else {
            Err(TableBoundElsewhere { bound_to, asked_for: fingerprint })
        }
    }

    /// Removes all entries, resets the telemetry and unties the table from its configuration.
    pub fn clear(&mut self) {
        self.slots.iter().for_each(Slot::clear);
        self.counters.reset();
        self.bound_to.take();
    }

    /// What the table was used for since it was made, cleared, or its telemetry was reset.
    #[must_use]
    pub fn telemetry(&self) -> TableTelemetry {
        self.counters.total()
    }

    /// Sets the telemetry to 0. Entries stay.
    pub fn reset_telemetry(&self) {
        self.counters.reset();
    }

    #[inline]
    fn slot(&self, key: u64) -> &Slot {
        // The capacity is a power of two, so the mask keeps the low bits of the key.
        &self.slots[key as usize & (self.slots.len() - 1)]
    }
}
