use crate::board::Color;
use crate::memory::{FixedVec, prefetch};
use crate::state::GameState;

use super::arena::{self, Arena};
use super::fingerprint::{PERSPECTIVE, fingerprint};

const FIRST_SLOTS: usize = 64;
const _: () = assert!(FIRST_SLOTS >= 2 * arena::FIRST as usize, "else a slot has no room for a number");
/// A home slot comes from the lower 31 bits of a fingerprint.
const MOST_SLOTS: usize = 1 << 31;

/// What an entry is found by: a state under full equality and a perspective.
#[derive(Clone, Copy)]
pub(super) struct Key<'a> {
    pub(super) state: &'a GameState,
    /// Of the state and the perspective.
    pub(super) fingerprint: u32,
}

impl<'a> Key<'a> {
    #[inline]
    pub(super) fn new(state: &'a GameState, perspective: Color) -> Self {
        Self { state, fingerprint: fingerprint(state, perspective) }
    }

    pub(super) fn perspective(&self) -> Color {
        if self.fingerprint & PERSPECTIVE == 0 { Color::White } else { Color::Black }
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
pub(super) struct Entry {
    /// As [`marked_identity`] has it.
    identity: [u64; 6],
    score: i32,
    /// Number of the whole state if it is synthetic.
    synthetic: u32,
    fingerprint: u32,
}

impl Entry {
    /// The score if this is the entry of a key of a consistent state.
    #[inline]
    pub(super) fn score_of(&self, key: Key) -> Option<i32> {
        (self.has_identity(key.state.identity()) && !key.state.is_synthetic()).then_some(self.score)
    }

    #[inline]
    fn has_identity(&self, identity: [u64; 6]) -> bool {
        self.identity.iter().zip(identity).all(|(&a, b)| a == b)
    }
}

/// Open addressing with linear probing. Entries and, for synthetic states, whole states lie in arenas and never move; a slot holds the
/// number of an entry and a part of its fingerprint, in four bytes.
///
/// There are 2ⁿ slots, at least 64, and at most half as many entries, whose numbers start at 32: the lower n bits suffice for them.
/// The others are those of the fingerprint, whose lower n bits tell the home slot: an entry in its home slot is looked at only for
/// the very same fingerprint. An empty slot is 0.
#[derive(Debug)]
pub(super) struct ScoreTable {
    slots: FixedVec<u32>,
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
    /// Entries whose whole fingerprint is also that of an entry before them.
    pub equal_fingerprints: usize,
    /// Slots, a power of two; they start at 64 and double when more than half would be in use.
    pub slots: usize,
    /// Slots that hits on each entry once would look at, summed. At least `entries`.
    pub probes: usize,
    /// The most slots that one of these hits would look at.
    pub longest_probe: usize,
    /// How many of these hits would look at 1, 2, 3, 4, at most 8, at most 16, at most 32, and at more slots.
    pub probe_lengths: [usize; 8],
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

    /// Changes whenever a slot does, in an insertion that fails, too: while it is the same, vacant slots stay vacant.
    #[inline]
    pub(super) fn shape(&self) -> (usize, usize) {
        (self.entries.len(), self.slots.len())
    }

    /// Starts to load the home slot of a key.
    #[inline]
    pub(super) fn prefetch_home(&self, key: Key) {
        prefetch(&self.slots[home(&self.slots, key.fingerprint)]);
    }

    /// The first entry on the way from the home slot of a key that may be the key's; almost always it is. `None`: the key has no
    /// entry.
    #[inline]
    pub(super) fn likely_entry(&self, key: Key) -> Option<&Entry> {
        let mut position = home(&self.slots, key.fingerprint);
        loop {
            let slot = *self.slots.get(position)?;
            if let Some(number) = number_if_alike(&self.slots, slot, key.fingerprint) {
                return self.entries.get(number);
            }
            if slot == 0 {
                return None;
            }
            position = after(&self.slots, position);
        }
    }

    /// The score of a key.
    pub(super) fn score(&self, key: Key) -> Option<i32> {
        match self.find(key) {
            Probe::Found { score, .. } => Some(score),
            Probe::Vacant(_) => None,
        }
    }

    /// Looks at one slot after the other from the home slot on.
    pub(super) fn find(&self, key: Key) -> Probe {
        let mut position = home(&self.slots, key.fingerprint);
        loop {
            let slot = self.slots[position];
            if slot == 0 {
                return Probe::Vacant(position);
            }
            if let Some(number) = number_if_alike(&self.slots, slot, key.fingerprint)
                && self.is_entry_of(&self.entries[number], key.state)
            {
                return Probe::Found { number, score: self.entries[number].score };
            }
            position = after(&self.slots, position);
        }
    }

    fn is_entry_of(&self, entry: &Entry, state: &GameState) -> bool {
        entry.has_identity(marked_identity(state))
            && (!state.is_synthetic() || self.synthetic[entry.synthetic] == *state)
    }

    /// Stores the score of a key that may or may not be there.
    pub(super) fn store(&mut self, key: Key, score: i32) -> Option<()> {
        match self.find(key) {
            Probe::Found { number, .. } => {
                self.entries[number].score = score;
                Some(())
            }
            Probe::Vacant(position) => self.insert(position, key, score),
        }
    }

    /// Adds a key that is not there. `position` is where the search for it ended, with nothing inserted since.
    pub(super) fn insert(&mut self, mut position: usize, key: Key, score: i32) -> Option<()> {
        if (self.len() + 1) * 2 > self.slots.len() {
            self.grow()?;
            position = first_empty(&self.slots, key.fingerprint);
        }
        let Key { state, fingerprint } = key;
        self.entries.reserve()?;
        let synthetic = if state.is_synthetic() {
            self.synthetic.reserve()?;
            self.synthetic.push(*state)
        } else {
            0
        };
        let number =
            self.entries.push(Entry { identity: marked_identity(state), score, synthetic, fingerprint });
        self.slots[position] = slot(&self.slots, number, fingerprint);
        Some(())
    }

    /// Doubles the slots. What goes where follows from the stored fingerprints; entries stay where they are.
    #[cold]
    fn grow(&mut self) -> Option<()> {
        let larger = self.slots.len() * 2;
        if larger > MOST_SLOTS {
            return None;
        }
        self.slots = FixedVec::zeroed(larger)?;
        for number in self.entries.numbers() {
            let fingerprint = self.entries[number].fingerprint;
            let position = first_empty(&self.slots, fingerprint);
            self.slots[position] = slot(&self.slots, number, fingerprint);
        }
        Some(())
    }

    /// Bytes of slots, entries and whole states, unused ends included.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.slots) + self.entries.bytes() + self.synthetic.bytes()
    }

    pub(super) fn statistics(&self) -> CacheStatistics {
        let mut statistics = CacheStatistics {
            entries: self.len(),
            synthetic_entries: self.synthetic.len(),
            equal_fingerprints: 0,
            slots: self.slots.len(),
            probes: 0,
            longest_probe: 0,
            probe_lengths: [0; 8],
        };
        for number in self.entries.numbers() {
            let fingerprint = self.entries[number].fingerprint;
            let mut position = home(&self.slots, fingerprint);
            let mut probes: usize = 1;
            let mut is_collision = false;
            while self.slots[position] != slot(&self.slots, number, fingerprint) {
                let other = self.slots[position] & mask(&self.slots);
                is_collision |= self.entries[other].fingerprint == fingerprint;
                position = after(&self.slots, position);
                probes += 1;
            }
            let class = if probes <= 4 { probes - 1 } else { (probes - 1).ilog2() as usize + 2 };
            statistics.equal_fingerprints += usize::from(is_collision);
            statistics.probes += probes;
            statistics.longest_probe = statistics.longest_probe.max(probes);
            statistics.probe_lengths[class.min(7)] += 1;
        }
        statistics
    }
}

/// The bits of a slot that are the number of its entry, and those of a fingerprint that are its home slot.
#[inline]
fn mask(slots: &[u32]) -> u32 {
    (slots.len() - 1) as u32
}

/// Where the search for a fingerprint starts.
#[inline]
fn home(slots: &[u32], fingerprint: u32) -> usize {
    (fingerprint & mask(slots)) as usize
}

/// Where the search goes on.
#[inline]
fn after(slots: &[u32], position: usize) -> usize {
    (position + 1) & (slots.len() - 1)
}

fn first_empty(slots: &[u32], fingerprint: u32) -> usize {
    let mut position = home(slots, fingerprint);
    while slots[position] != 0 {
        position = after(slots, position);
    }
    position
}

/// What goes into a slot for an entry.
fn slot(slots: &[u32], number: u32, fingerprint: u32) -> u32 {
    fingerprint & !mask(slots) | number
}

/// The number in a slot if the slot's part of its fingerprint is that of `fingerprint`. Empty slots may seem so, with the number 0.
#[inline]
fn number_if_alike(slots: &[u32], slot: u32, fingerprint: u32) -> Option<u32> {
    let mask = mask(slots);
    ((slot ^ fingerprint) <= mask).then_some(slot & mask)
}

/// What tells a state apart from all consistent ones.
#[inline]
fn marked_identity(state: &GameState) -> [u64; 6] {
    let mut identity = state.identity();
    identity[5] |= u64::from(state.is_synthetic()) << 63;
    identity
}
