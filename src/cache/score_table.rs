use std::collections::TryReserveError;

use crate::board::Color;
use crate::state::GameState;

use super::arena::Arena;
use super::fingerprint::fingerprint;

const FIRST_SLOTS: usize = 64;
/// A home slot comes from the upper 31 bits of a fingerprint.
const MOST_SLOTS: usize = 1 << 31;

/// What an entry is found by: a state under full equality and a perspective.
pub(super) struct Key<'a> {
    state: &'a GameState,
    fingerprint: u32,
    /// Bit 0 perspective, bit 1 whether the state is synthetic.
    kind: u32,
    identity: [u64; 6],
}

impl<'a> Key<'a> {
    #[inline]
    pub(super) fn new(state: &'a GameState, perspective: Color) -> Self {
        Self {
            state,
            fingerprint: fingerprint(state, perspective),
            kind: perspective as u32 | u32::from(state.is_synthetic()) << 1,
            identity: state.identity(),
        }
    }

    pub(super) fn state(&self) -> &'a GameState {
        self.state
    }

    pub(super) fn perspective(&self) -> Color {
        if self.kind & 1 == 0 { Color::White } else { Color::Black }
    }

    #[inline]
    pub(super) fn fingerprint(&self) -> u32 {
        self.fingerprint
    }
}

impl PartialEq for Key<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
            && self.identity == other.identity
            && (self.kind & 2 == 0 || self.state == other.state)
    }
}

/// One evaluated key and its score: one cache line.
#[derive(Debug)]
#[repr(C, align(64))]
struct Entry {
    /// [`GameState::identity`], which only tells consistent states apart.
    identity: [u64; 6],
    score: i32,
    /// As in [`Key`].
    kind: u32,
    /// Number of the whole state if it is synthetic.
    synthetic: u32,
}

/// Open addressing with linear probing. Slots of eight bytes hold the fingerprint above and the number of the entry below, 0 for an
/// empty slot; entries and, for synthetic states, whole states lie in arenas and never move.
#[derive(Debug)]
pub(super) struct ScoreTable {
    /// A power of two of them, at most half of them in use.
    slots: Vec<u64>,
    entries: Arena<Entry>,
    synthetic: Arena<GameState>,
}

fn empty_slots(length: usize) -> Result<Vec<u64>, TryReserveError> {
    let mut slots = Vec::new();
    slots.try_reserve_exact(length)?;
    slots.resize(length, 0);
    Ok(slots)
}

/// Where a search for a key ended.
pub(super) enum Probe {
    /// At the entry with this number.
    Found(u32),
    /// At this empty slot.
    Vacant(usize),
}

/// How full an [`EvaluationCache`](super::EvaluationCache) is and how its entries spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheStatistics {
    /// Entries.
    pub entries: usize,
    /// Entries of synthetic states, which keep the whole state.
    pub synthetic_entries: usize,
    /// Slots, a power of two; they start at 64 and double when more than half would be in use.
    pub slots: usize,
    /// Slots that hits on each entry once would look at, summed. At least `entries`.
    pub probes: usize,
    /// The most slots that one of these hits would look at.
    pub longest_probe: usize,
}

impl ScoreTable {
    pub(super) fn new() -> Result<Self, TryReserveError> {
        Ok(Self { slots: empty_slots(FIRST_SLOTS)?, entries: Arena::new(), synthetic: Arena::new() })
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// What grows with every insertion, a failed one included: while it is the same, vacant slots stay vacant.
    #[inline]
    pub(super) fn shape(&self) -> (usize, usize) {
        (self.entries.len(), self.slots.len())
    }

    #[inline]
    fn home(&self, fingerprint: u32) -> usize {
        (fingerprint >> 1) as usize & (self.slots.len() - 1)
    }

    /// What the home slot of a fingerprint holds: reading the home slots of several keys first lets the memory accesses overlap.
    #[inline]
    pub(super) fn home_slot(&self, fingerprint: u32) -> u64 {
        self.slots[self.home(fingerprint)]
    }

    #[inline]
    pub(super) fn find(&self, key: &Key) -> Probe {
        self.find_from(key, self.home_slot(key.fingerprint))
    }

    /// As [`find`](Self::find), with the content of the key's home slot at hand.
    #[inline]
    pub(super) fn find_from(&self, key: &Key, home_slot: u64) -> Probe {
        let mut position = self.home(key.fingerprint);
        let mut slot = home_slot;
        while slot != 0 {
            if (slot >> 32) as u32 == key.fingerprint && self.holds(slot as u32, key) {
                return Probe::Found(slot as u32);
            }
            position = (position + 1) & (self.slots.len() - 1);
            slot = self.slots[position];
        }
        Probe::Vacant(position)
    }

    #[inline]
    fn holds(&self, number: u32, key: &Key) -> bool {
        let entry = self.entries.get(number);
        entry.kind == key.kind
            && entry.identity == key.identity
            && (key.kind & 2 == 0 || self.synthetic.get(entry.synthetic) == key.state)
    }

    #[inline]
    pub(super) fn score(&self, number: u32) -> i32 {
        self.entries.get(number).score
    }

    /// Stores the score of a key that may or may not be there.
    pub(super) fn store(&mut self, key: &Key, score: i32) -> Result<(), TryReserveError> {
        match self.find(key) {
            Probe::Found(number) => {
                self.entries.get_mut(number).score = score;
                Ok(())
            }
            Probe::Vacant(position) => self.insert(position, key, score),
        }
    }

    /// Adds a key that is not there. `position` is where the search for it ended, with nothing inserted since.
    pub(super) fn insert(
        &mut self,
        mut position: usize,
        key: &Key,
        score: i32,
    ) -> Result<(), TryReserveError> {
        if (self.len() + 1) * 2 > self.slots.len() {
            self.grow()?;
            position = self.first_empty(key.fingerprint);
        }
        let synthetic = if key.kind & 2 == 0 { 0 } else { self.synthetic.push(*key.state)? };
        let entry = Entry { identity: key.identity, score, kind: key.kind, synthetic };
        let number = self.entries.push(entry)?;
        self.slots[position] = u64::from(key.fingerprint) << 32 | u64::from(number);
        Ok(())
    }

    fn first_empty(&self, fingerprint: u32) -> usize {
        let mut position = self.home(fingerprint);
        while self.slots[position] != 0 {
            position = (position + 1) & (self.slots.len() - 1);
        }
        position
    }

    /// Doubles the slots. What goes where follows from the stored fingerprints; entries stay where they are.
    #[cold]
    fn grow(&mut self) -> Result<(), TryReserveError> {
        // Beyond the fingerprint's reach a request that no allocator can meet reports what there is to report.
        let length = if self.slots.len() < MOST_SLOTS { self.slots.len() * 2 } else { usize::MAX };
        let old = std::mem::replace(&mut self.slots, empty_slots(length)?);
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            let position = self.first_empty((slot >> 32) as u32);
            self.slots[position] = slot;
        }
        Ok(())
    }

    /// Bytes of slots, entries and whole states, unused ends included.
    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u64>() + self.entries.bytes() + self.synthetic.bytes()
    }

    pub(super) fn statistics(&self) -> CacheStatistics {
        let in_use = self.slots.iter().enumerate().filter(|&(_, &slot)| slot != 0);
        let lengths = in_use.map(|(position, &slot)| {
            let distance = position.wrapping_sub(self.home((slot >> 32) as u32));
            (distance & (self.slots.len() - 1)) + 1
        });
        let (probes, longest_probe) =
            lengths.fold((0, 0), |(sum, longest), length| (sum + length, length.max(longest)));
        CacheStatistics {
            entries: self.len(),
            synthetic_entries: self.synthetic.len(),
            slots: self.slots.len(),
            probes,
            longest_probe,
        }
    }
}
