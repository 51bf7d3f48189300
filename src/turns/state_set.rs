use std::collections::TryReserveError;
use std::iter::zip;

use crate::state::GameState;

/// Whether two states that differ in nothing but the half-move clock count as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clocks {
    /// They are two. What an evaluator that may read the clock needs.
    Exact,
    /// They are one, with the clock of either. Half the work, for whoever ignores the clock.
    Blind,
}

/// What became of a state that was to be added to a [`StateSet`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Insertion {
    /// It is in the set now.
    New,
    /// An equal one was, with this index.
    Known(usize),
    /// There is no memory for it.
    NoMemory,
}

/// Finds a state in a growing list of different states. Emptied in constant time, so that one set serves thousands of lists.
///
/// Open addressing with linear probing; a slot holds an epoch, 16 bits of the key and an index, and every hit of these is
/// confirmed by a full comparison.
#[derive(Clone, Debug)]
pub(super) struct StateSet {
    /// `epoch << 48 | key >> 48 << 32 | index`. A slot of another epoch is empty.
    slots: Vec<u64>,
    /// Slots in use now, minus one; a power of two minus one.
    mask: usize,
    epoch: u64,
    clocks: Clocks,
}

impl StateSet {
    const MIN_SLOTS: usize = 256;

    pub const fn new() -> Self {
        Self { slots: Vec::new(), mask: 0, epoch: 0, clocks: Clocks::Exact }
    }

    /// Empties the set.
    pub fn reset(&mut self, clocks: Clocks) -> Result<(), TryReserveError> {
        self.clocks = clocks;
        self.start(Self::MIN_SLOTS)
    }

    fn start(&mut self, slots: usize) -> Result<(), TryReserveError> {
        self.epoch = (self.epoch + 1) & 0xFFFF;
        if self.epoch == 0 {
            // All 2^16 stamps have been used: wipe them, and let 0 stay the stamp of fresh memory.
            self.slots.fill(0);
            self.epoch = 1;
        }
        if self.slots.len() < slots {
            self.slots.try_reserve_exact(slots - self.slots.len())?;
            self.slots.resize(slots, 0);
        }
        self.mask = slots - 1;
        Ok(())
    }

    /// Adds the last state of the list, unless an equal one is in the set.
    #[inline]
    pub fn insert_last(&mut self, states: &[GameState]) -> Insertion {
        let Some((candidate, earlier)) = states.split_last() else { return Insertion::New };
        if earlier.len() * 2 > self.mask && self.grow(earlier).is_err() {
            return Insertion::NoMemory;
        }
        let stamp = self.epoch << 16 | candidate.key() >> 48;
        let mut at = candidate.key() as usize & self.mask;
        loop {
            let slot = self.slots[at];
            if slot >> 48 != self.epoch {
                self.slots[at] = stamp << 32 | earlier.len() as u64;
                return Insertion::New;
            }
            if slot >> 32 == stamp {
                let index = slot as u32 as usize;
                if same(&earlier[index], candidate, self.clocks) {
                    return Insertion::Known(index);
                }
            }
            at = (at + 1) & self.mask;
        }
    }

    #[cold]
    fn grow(&mut self, states: &[GameState]) -> Result<(), TryReserveError> {
        self.start((self.mask + 1) * 4)?;
        for (index, state) in states.iter().enumerate() {
            let mut at = state.key() as usize & self.mask;
            while self.slots[at] >> 48 == self.epoch {
                at = (at + 1) & self.mask;
            }
            self.slots[at] = (self.epoch << 16 | state.key() >> 48) << 32 | index as u64;
        }
        Ok(())
    }
}

#[inline]
fn same(a: &GameState, b: &GameState, clocks: Clocks) -> bool {
    match clocks {
        Clocks::Exact if a.is_synthetic() | b.is_synthetic() => a == b,
        // Without a branch a word, and without the call that comparing the arrays would be.
        Clocks::Exact => zip(a.identity(), b.identity()).fold(0, |unlike, (a, b)| unlike | a ^ b) == 0,
        Clocks::Blind => a.equals_but_for_clock(b),
    }
}
