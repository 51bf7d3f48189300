use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

use arrayvec::ArrayVec;
use hashbrown::HashTable;
use parking_lot::Mutex;

use super::cell::Cell;
use super::chunk::{Cells, Chunk, ChunkHead};
use super::error::TapeError;
use super::group::GROUP_MAX;
use super::stream::frame;

/// Where sealed chunks live: shared by any number of tapes and threads, equal chunks stored once.
///
/// Chunks that a tape needs are never dropped behind its back. The others are kept for sharing as long as the budget allows.
pub struct ChunkStore {
    capacity: usize,
    budget: usize,
    policy: Policy,
    live: Arc<AtomicUsize>,
    shards: [Mutex<Shard>; SHARDS],
    /// All chunks in the order in which they were sealed, for spilling; empty under other policies.
    spillable: Mutex<VecDeque<Weak<Chunk>>>,
    shared: AtomicU64,
    collisions: AtomicU64,
    spilled: AtomicU64,
}

/// What happens when chunks that tapes need use up the budget.
pub enum Policy {
    /// Writing fails with [`TapeError::Full`].
    Lossless,
    /// The cells that have not been used for longest go to the host's storage and come back when they are needed.
    Spill(Box<dyn Spill>),
    /// The tape that writes gives up its oldest chunks; its horizon moves up.
    Ring,
}

/// A host's storage for chunks. Called without any lock held, from whichever thread uses a tape.
pub trait Spill: Send + Sync {
    /// Stores one frame of the byte stream and returns a number to find it by.
    ///
    /// # Errors
    /// A code of the host's own, which comes back in [`TapeError::Io`].
    fn write(&self, chunk_id: u64, frame: &[u8]) -> Result<u64, i32>;

    /// Fills `frame` with what was stored.
    ///
    /// # Errors
    /// A code of the host's own, which comes back in [`TapeError::Io`].
    fn read(&self, place: u64, frame: &mut [u8]) -> Result<(), i32>;
}

/// Counts of a [`ChunkStore`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChunkStoreStats {
    /// Chunks that the store can find by their identifier.
    pub indexed: usize,
    /// Bytes of all chunks that are alive, indexed or held by tapes.
    pub bytes: usize,
    /// How often a chunk was sealed that existed already.
    pub shared: u64,
    /// How often two different chunks had one identifier. Both are kept.
    pub collisions: u64,
    /// How many chunks have been handed to the host.
    pub spilled: u64,
}

const SHARDS: usize = 16;
/// Room for chunks that can be spilled, at first.
const SPILLABLE: usize = 64;
/// Continuations that are remembered for one chunk.
const SUCCESSORS: usize = 16;

#[derive(Default)]
struct Shard {
    by_id: HashTable<Arc<Chunk>>,
    /// Identifiers of chunks that go on from the first number.
    successors: HashTable<(u64, ArrayVec<u64, SUCCESSORS>)>,
}

impl ChunkStore {
    /// Cells per chunk unless another capacity is asked for: 2 KiB, which stays in the first-level cache.
    pub const DEFAULT_CAPACITY: usize = 1024;
    /// Bytes of chunks unless another budget is asked for.
    pub const DEFAULT_BUDGET: usize = 64 << 20;
    /// Fewest cells per chunk.
    pub const MIN_CAPACITY: usize = 2 * GROUP_MAX;
    /// Most cells per chunk.
    pub const MAX_CAPACITY: usize = 65_520;

    /// A store for tapes with chunks of up to `capacity` cells that keeps at most `budget` bytes of chunks in memory.
    ///
    /// # Errors
    /// [`TapeError::Range`] for a capacity outside 32..=65520.
    pub fn new(capacity: usize, budget: usize, policy: Policy) -> Result<Arc<Self>, TapeError> {
        if !(Self::MIN_CAPACITY..=Self::MAX_CAPACITY).contains(&capacity) {
            return Err(TapeError::Range);
        }
        Ok(Arc::new(Self {
            capacity,
            budget,
            policy,
            live: Arc::default(),
            shards: Default::default(),
            spillable: Mutex::default(),
            shared: AtomicU64::new(0),
            collisions: AtomicU64::new(0),
            spilled: AtomicU64::new(0),
        }))
    }

    /// A lossless store of default size.
    #[must_use]
    pub fn lossless() -> Arc<Self> {
        Self::new(Self::DEFAULT_CAPACITY, Self::DEFAULT_BUDGET, Policy::Lossless)
            .unwrap_or_else(|_| unreachable!("the default capacity is in range"))
    }

    /// A lossless store without a budget, for what is in memory anyway.
    pub(super) fn unlimited() -> Arc<Self> {
        Self::new(Self::DEFAULT_CAPACITY, usize::MAX, Policy::Lossless)
            .unwrap_or_else(|_| unreachable!("the default capacity is in range"))
    }

    /// Cells per chunk at most.
    #[must_use]
    pub const fn capacity(&self) -> usize {
        self.capacity
    }

    /// The chunk with this identifier, if it is known.
    #[must_use]
    pub fn get(&self, id: u64) -> Option<Arc<Chunk>> {
        self.shard(id).lock().by_id.find(id, |chunk| chunk.head.id == id).cloned()
    }

    /// Identifiers of chunks that are known to continue the history `id` (a chunk's, or a root's): up to 16.
    #[must_use]
    pub fn successors(&self, id: u64) -> Vec<u64> {
        let shard = self.shard(id).lock();
        shard.successors.find(id, |(prev_id, _)| *prev_id == id).map_or(Vec::new(), |(_, ids)| ids.to_vec())
    }

    /// Forgets where chunks are. Tapes keep theirs; only sharing is lost.
    pub fn clear_index(&self) {
        for shard in &self.shards {
            // Dropped behind the lock's end: a chunk's drop is cheap but there may be many.
            let _forgotten = std::mem::take(&mut *shard.lock());
        }
    }

    /// Current counts.
    #[must_use]
    pub fn stats(&self) -> ChunkStoreStats {
        ChunkStoreStats {
            indexed: self.shards.iter().map(|shard| shard.lock().by_id.len()).sum(),
            bytes: self.live.load(Ordering::Relaxed),
            shared: self.shared.load(Ordering::Relaxed),
            collisions: self.collisions.load(Ordering::Relaxed),
            spilled: self.spilled.load(Ordering::Relaxed),
        }
    }

    pub(super) const fn is_ring(&self) -> bool {
        matches!(self.policy, Policy::Ring)
    }

    /// The chunk with this head and these cells: the one that exists already, or a new one.
    pub(super) fn intern(&self, head: ChunkHead, cells: &[Cell]) -> Result<Arc<Chunk>, TapeError> {
        if let Some(known) = self.find(&head, cells) {
            self.shared.fetch_add(1, Ordering::Relaxed);
            return Ok(known);
        }
        self.reserve(Chunk::bytes(cells.len()))?;
        let chunk = Arc::new(Chunk::new(head, cells.into(), Arc::clone(&self.live)));
        {
            let mut shard = self.shard(head.id).lock();
            // Another thread may have sealed the same history since.
            let resident = |known: &Arc<Chunk>| known.resident().is_some_and(|known| known[..] == *cells);
            if let Some(known) =
                shard.by_id.find(head.id, |known| known.head == head && resident(known)).cloned()
            {
                return Ok(known);
            }
            shard.by_id.insert_unique(head.id, Arc::clone(&chunk), |chunk| chunk.head.id);
        }
        self.remember_successor(head.prev_id, head.id);
        if matches!(self.policy, Policy::Spill(_)) {
            self.remember_spillable(&chunk);
        }
        Ok(chunk)
    }

    /// The cells of a chunk, fetched from the host if they are there.
    pub(super) fn cells_of(&self, chunk: &Chunk) -> Result<Arc<[Cell]>, TapeError> {
        let (place, spill) = match (chunk.cells(), &self.policy) {
            (Cells::Here(cells), _) => return Ok(cells),
            (Cells::At(place), Policy::Spill(spill)) => (place, spill),
            (Cells::At(_), _) => return Err(TapeError::Io { code: 0 }),
        };
        let mut bytes = vec![0; frame::chunk_frame_len(&chunk.head)];
        spill.read(place, &mut bytes).map_err(|code| TapeError::Io { code })?;
        frame::read_spilled(&bytes, &chunk.head).ok_or(TapeError::Io { code: 0 })
    }

    fn shard(&self, id: u64) -> &Mutex<Shard> {
        // Identifiers are mixed already; the table itself uses the upper and the lower bits.
        &self.shards[(id >> 32) as usize % SHARDS]
    }

    fn find(&self, head: &ChunkHead, cells: &[Cell]) -> Option<Arc<Chunk>> {
        let candidates: ArrayVec<Arc<Chunk>, 4> = {
            let shard = self.shard(head.id).lock();
            shard.by_id.iter_hash(head.id).filter(|chunk| chunk.head.id == head.id).take(4).cloned().collect()
        };
        // Compared without the lock: the cells may have to come from the host.
        for candidate in candidates {
            let known = self.cells_of(&candidate);
            if candidate.head == *head && known.as_ref().is_ok_and(|known| known[..] == *cells) {
                return Some(candidate);
            }
            if known.is_ok() {
                self.collisions.fetch_add(1, Ordering::Relaxed);
            }
        }
        None
    }

    fn remember_successor(&self, prev_id: u64, id: u64) {
        let mut shard = self.shard(prev_id).lock();
        let entry = shard
            .successors
            .entry(prev_id, |(known, _)| *known == prev_id, |(known, _)| *known)
            .or_insert((prev_id, ArrayVec::new()));
        let ids = &mut entry.into_mut().1;
        if ids.is_full() {
            ids.remove(0);
        }
        ids.push(id);
    }

    /// Adds a chunk to those that can be spilled. Now and then, those that are gone leave: each would still take up memory.
    fn remember_spillable(&self, chunk: &Arc<Chunk>) {
        let mut spillable = self.spillable.lock();
        if spillable.len() == spillable.capacity() {
            spillable.retain(|chunk| chunk.strong_count() > 0);
            // As many may come before they are looked through again.
            let alive = spillable.len();
            spillable.reserve(alive.max(SPILLABLE));
        }
        spillable.push_back(Arc::downgrade(chunk));
    }

    /// Makes room for `bytes` more and counts them as used.
    fn reserve(&self, bytes: usize) -> Result<(), TapeError> {
        if self.take(bytes) {
            return Ok(());
        }
        self.evict(bytes);
        while !self.take(bytes) {
            match &self.policy {
                Policy::Spill(spill) => self.spill_coldest(&**spill)?,
                Policy::Lossless | Policy::Ring => return Err(TapeError::Full),
            }
        }
        Ok(())
    }

    fn take(&self, bytes: usize) -> bool {
        let add = |live: usize| live.checked_add(bytes).filter(|&live| live <= self.budget);
        self.live.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).is_ok()
    }

    /// By how much the budget is too small for `bytes` more.
    pub(super) fn missing(&self, bytes: usize) -> usize {
        self.live.load(Ordering::Relaxed).saturating_add(bytes).saturating_sub(self.budget)
    }

    /// How many bytes come free if a tape of a ring gives this chunk up: none if others hold it, too.
    pub(super) fn freed_without(&self, chunk: &Arc<Chunk>) -> usize {
        let indexed = |known: &Arc<Chunk>| Arc::ptr_eq(known, chunk);
        let is_indexed = self.shard(chunk.head.id).lock().by_id.find(chunk.head.id, indexed).is_some();
        let is_last = Arc::strong_count(chunk) <= 1 + usize::from(is_indexed);
        if is_last { Chunk::bytes(chunk.head.length) } else { 0 }
    }

    /// Drops chunks that no tape needs, first those not used lately (CLOCK), until a quarter of the budget is free or none is left.
    fn evict(&self, bytes: usize) {
        let target = (self.budget - self.budget / 4).min(self.budget.saturating_sub(bytes));
        for _ in 0..2 {
            for shard in &self.shards {
                if self.live.load(Ordering::Relaxed) <= target {
                    return;
                }
                let mut shard = shard.lock();
                let mut dropped = Vec::new();
                shard.by_id.retain(|chunk| {
                    let keep = Arc::strong_count(chunk) > 1 || chunk.take_recently_used();
                    if !keep {
                        dropped.push((chunk.head.prev_id, chunk.head.id));
                    }
                    keep
                });
                drop(shard);
                dropped.into_iter().for_each(|(prev_id, id)| self.forget_successor(prev_id, id));
            }
        }
    }

    fn forget_successor(&self, prev_id: u64, id: u64) {
        let mut shard = self.shard(prev_id).lock();
        if let Ok(mut entry) = shard.successors.find_entry(prev_id, |(known, _)| *known == prev_id) {
            entry.get_mut().1.retain(|known| *known != id);
            if entry.get().1.is_empty() {
                entry.remove();
            }
        }
    }

    /// Hands the cells of one chunk to the host: the first, by age, that was not used since the last round.
    fn spill_coldest(&self, spill: &dyn Spill) -> Result<(), TapeError> {
        let mut turns_left = 2 * self.spillable.lock().len();
        loop {
            let Some(next) = self.spillable.lock().pop_front() else { return Err(TapeError::Full) };
            let Some(chunk) = next.upgrade() else { continue };
            if turns_left > 0 && chunk.take_recently_used() {
                turns_left -= 1;
                self.spillable.lock().push_back(next);
                continue;
            }
            let Some(cells) = chunk.resident() else { continue };
            let written = spill.write(chunk.head.id, &frame::write_spilled(&chunk.head, &cells));
            match written {
                Ok(place) => {
                    chunk.forget_cells(place);
                    self.spilled.fetch_add(1, Ordering::Relaxed);
                    return Ok(());
                }
                Err(code) => {
                    self.spillable.lock().push_front(next);
                    return Err(TapeError::Io { code });
                }
            }
        }
    }
}

impl fmt::Debug for ChunkStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChunkStore").field("capacity", &self.capacity).field("stats", &self.stats()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::GameState;
    use crate::tape::Tape;

    struct Nowhere;

    impl Spill for Nowhere {
        fn write(&self, _: u64, _: &[u8]) -> Result<u64, i32> {
            Err(1)
        }

        fn read(&self, _: u64, _: &mut [u8]) -> Result<(), i32> {
            Err(1)
        }
    }

    #[test]
    fn chunks_that_are_gone_leave_the_list_of_those_to_spill() {
        let store = ChunkStore::new(32, 10_000, Policy::Spill(Box::new(Nowhere))).expect("in range");
        for game in 0..2000 {
            let mut tape = Tape::new(Arc::clone(&store), &GameState::initial()).expect("consistent");
            (0..40).for_each(|index| tape.note(game + index % 3).expect("the others are dropped for it"));
        }
        let (stats, listed) = (store.stats(), store.spillable.lock().capacity());
        assert!(stats.bytes <= 10_000 && stats.spilled == 0);
        assert!((64..=256).contains(&listed), "{listed} for {} chunks", stats.indexed);
    }
}
