use crate::board::Color;
use crate::memory::{FixedVec, prefetch};
use crate::state::GameState;

use super::arena::Arena;
use super::fingerprint::fingerprint;

const FIRST_SLOTS: usize = 64;
/// A home slot comes from the upper 31 bits of a fingerprint.
const MOST_SLOTS: usize = 1 << 31;

/// What an entry is found by: a state under full equality and a perspective.
#[derive(Clone, Copy)]
pub(super) struct Key<'a> {
    state: &'a GameState,
    /// Bit 0 is the perspective.
    fingerprint: u32,
}

impl<'a> Key<'a> {
    #[inline]
    pub(super) fn new(state: &'a GameState, perspective: Color) -> Self {
        Self { state, fingerprint: fingerprint(state, perspective) }
    }

    pub(super) fn state(&self) -> &'a GameState {
        self.state
    }

    pub(super) fn perspective(&self) -> Color {
        if self.fingerprint & 1 == 0 { Color::White } else { Color::Black }
    }
}

impl PartialEq for Key<'_> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.fingerprint == other.fingerprint && self.state == other.state
    }
}

/// A state and its score: one cache line.
#[derive(Debug)]
#[repr(C, align(64))]
struct Entry {
    identity: [u64; 6],
    score: i32,
    /// Number of the whole state if it is synthetic.
    synthetic: u32,
}

/// Open addressing with linear probing. Slots of eight bytes hold the fingerprint above and the number of the entry below, 0 for an
/// empty slot; entries and, for synthetic states, whole states lie in arenas and never move.
#[derive(Debug)]
pub(super) struct ScoreTable {
    /// A power of two of them, at most half of them in use.
    slots: FixedVec<u64>,
    entries: Arena<Entry>,
    synthetic: Arena<GameState>,
}

/// Where a search for a key ended.
pub(super) enum Probe {
    /// At an entry.
    Found {
        /// Its number.
        number: u32,
        /// Its score.
        score: i32,
    },
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
    pub(super) fn new() -> Option<Self> {
        let slots = FixedVec::zeroed(FIRST_SLOTS)?;
        Some(Self { slots, entries: Arena::new(), synthetic: Arena::new() })
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

    /// Starts to load the home slot of a key.
    #[inline]
    pub(super) fn prefetch_slot(&self, key: Key) {
        prefetch(&self.slots[self.home(key.fingerprint)]);
    }

    /// Starts to load the entry of a key, which takes its home slot.
    #[inline]
    pub(super) fn prefetch_entry(&self, key: Key) {
        if let Some(number) = self.likely_entry(key) {
            prefetch(self.entries.get(number));
        }
    }

    #[inline]
    pub(super) fn find(&self, key: Key) -> Probe {
        let found = self.likely_entry(key).and_then(|number| self.score_if_of(key, number));
        found.unwrap_or_else(|| self.probe(key))
    }

    /// The entry that the home slot of a key points to, if it has the key's fingerprint.
    #[inline]
    fn likely_entry(&self, key: Key) -> Option<u32> {
        let slot = self.slots[self.home(key.fingerprint)];
        ((slot >> 32) as u32 == key.fingerprint && slot != 0).then_some(slot as u32)
    }

    /// Looks at one slot after the other from the home slot on.
    #[inline(never)]
    fn probe(&self, key: Key) -> Probe {
        let mut position = self.home(key.fingerprint);
        loop {
            let slot = self.slots[position];
            if slot == 0 {
                return Probe::Vacant(position);
            }
            if (slot >> 32) as u32 == key.fingerprint
                && let Some(found) = self.score_if_of(key, slot as u32)
            {
                return found;
            }
            position = (position + 1) & (self.slots.len() - 1);
        }
    }

    /// What an entry, found by the fingerprint of a key, holds, if it is that of its state.
    #[inline]
    fn score_if_of(&self, key: Key, number: u32) -> Option<Probe> {
        let entry = self.entries.get(number);
        let identities = entry.identity.iter().zip(key.state.identity());
        let difference = identities.fold(0, |difference, (a, b)| difference | (a ^ b));
        let equal = difference == 0 && (!key.state.is_synthetic() || self.holds_synthetic(entry, key));
        equal.then_some(Probe::Found { number, score: entry.score })
    }

    #[cold]
    #[inline(never)]
    fn holds_synthetic(&self, entry: &Entry, key: Key) -> bool {
        self.synthetic.get(entry.synthetic) == key.state
    }

    /// Stores the score of a key that may or may not be there.
    pub(super) fn store(&mut self, key: Key, score: i32) -> Option<()> {
        match self.find(key) {
            Probe::Found { number, .. } => {
                self.entries.get_mut(number).score = score;
                Some(())
            }
            Probe::Vacant(position) => self.insert(position, key, score),
        }
    }

    /// Adds a key that is not there. `position` is where the search for it ended, with nothing inserted since.
    pub(super) fn insert(&mut self, mut position: usize, key: Key, score: i32) -> Option<()> {
        if (self.len() + 1) * 2 > self.slots.len() {
            self.grow()?;
            position = self.first_empty(key.fingerprint);
        }
        let synthetic = if key.state.is_synthetic() { self.synthetic.push(*key.state)? } else { 0 };
        let entry = Entry { identity: key.state.identity(), score, synthetic };
        let number = self.entries.push(entry)?;
        self.slots[position] = u64::from(key.fingerprint) << 32 | u64::from(number);
        Some(())
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
    fn grow(&mut self) -> Option<()> {
        let larger = self.slots.len() * 2;
        if larger > MOST_SLOTS {
            return None;
        }
        let old = std::mem::replace(&mut self.slots, FixedVec::zeroed(larger)?);
        for &slot in old.iter().filter(|&&slot| slot != 0) {
            let position = self.first_empty((slot >> 32) as u32);
            self.slots[position] = slot;
        }
        Some(())
    }

    /// Bytes of slots, entries and whole states, unused ends included.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.slots) + self.entries.bytes() + self.synthetic.bytes()
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
