use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};

use arrayvec::ArrayVec;
use hashbrown::HashTable;

use crate::memory::{FallibleArc, NoMemory, TryGrow};

use super::chunk::{Cells, Chunk, ChunkHead, SharedCells, locked};
use super::error::TapeError;
use super::group::GROUP_MAX;
use super::stream::frame;

/// Where sealed chunks live: shared by any number of tapes and threads, equal chunks stored once.
/// Clones are the same store.
///
/// Chunks that a tape needs are never dropped while it does. The others are kept for sharing as
/// long as the budget allows.
#[derive(Clone)]
pub struct ChunkStore(FallibleArc<Shelves>);

struct Shelves {
    capacity: usize,
    budget: usize,
    policy: Policy,
    live: FallibleArc<AtomicUsize>,
    /// The chunks that can be found by their identifiers.
    index: [Mutex<Index>; SHARDS],
    /// Identifiers of chunks that go on from the first number. Like `spillable`, locked after a
    /// part of the index, never before.
    successors: Mutex<Successors>,
    spillable: Mutex<Spillable>,
    shared: AtomicU64,
    collisions: AtomicU64,
    spilled: AtomicU64,
}

type Index = HashTable<FallibleArc<Chunk>>;
type Successors = HashTable<(u64, ArrayVec<u64, SUCCESSORS>)>;

/// The chunks with cells in memory, in the order in which they were sealed, under a policy that
/// spills; otherwise none.
#[derive(Default)]
struct Spillable {
    chunks: VecDeque<FallibleArc<Chunk>>,
    /// How many have been taken out and may come back, which must not take memory.
    out: usize,
}

/// Where a new chunk goes, with memory for it.
struct Places<'a> {
    index: MutexGuard<'a, Index>,
    successors: MutexGuard<'a, Successors>,
    spillable: Option<MutexGuard<'a, Spillable>>,
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
    /// [`TapeError::Range`] for a capacity outside 32..=65520, [`TapeError::Memory`].
    pub fn new(capacity: usize, budget: usize, policy: Policy) -> Result<Self, TapeError> {
        if !(Self::MIN_CAPACITY..=Self::MAX_CAPACITY).contains(&capacity) {
            return Err(TapeError::Range);
        }
        Ok(Self::with(capacity, budget, policy)?)
    }

    /// A lossless store of default size.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn lossless() -> Result<Self, NoMemory> {
        Self::with(Self::DEFAULT_CAPACITY, Self::DEFAULT_BUDGET, Policy::Lossless)
    }

    /// A lossless store without a budget, for what is in memory anyway.
    pub(super) fn unlimited() -> Result<Self, NoMemory> {
        Self::with(Self::DEFAULT_CAPACITY, usize::MAX, Policy::Lossless)
    }

    fn with(capacity: usize, budget: usize, policy: Policy) -> Result<Self, NoMemory> {
        let shelves = Shelves {
            capacity,
            budget,
            policy,
            live: FallibleArc::new(AtomicUsize::new(0))?,
            index: Default::default(),
            successors: Mutex::default(),
            spillable: Mutex::default(),
            shared: AtomicU64::new(0),
            collisions: AtomicU64::new(0),
            spilled: AtomicU64::new(0),
        };
        Ok(Self(FallibleArc::new(shelves)?))
    }

    /// Cells per chunk at most.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.0.capacity
    }

    /// What the chunk with this identifier is, if it is known.
    #[must_use]
    pub fn get(&self, id: u64) -> Option<ChunkHead> {
        self.chunk(id).map(|chunk| chunk.head)
    }

    pub(super) fn chunk(&self, id: u64) -> Option<FallibleArc<Chunk>> {
        locked(self.part(id)).find(id, |chunk| chunk.head.id == id).cloned()
    }

    /// Identifiers of chunks that are known to continue the history `id` (a chunk's, or a root's): up to 16.
    #[must_use]
    pub fn successors(&self, id: u64) -> ArrayVec<u64, 16> {
        let successors = locked(&self.0.successors);
        successors.find(id, |(known, _)| *known == id).map_or_else(ArrayVec::new, |(_, ids)| ids.clone())
    }

    /// Forgets where chunks are. Tapes keep theirs; only sharing is lost.
    pub fn clear_index(&self) {
        for part in &self.0.index {
            // Dropped after the lock's end: a chunk's drop is cheap, but there may be many.
            let _forgotten = std::mem::take(&mut *locked(part));
        }
        let _forgotten = std::mem::take(&mut *locked(&self.0.successors));
        self.sweep();
    }

    /// Current counts.
    #[must_use]
    pub fn stats(&self) -> ChunkStoreStats {
        self.sweep();
        ChunkStoreStats {
            indexed: self.0.index.iter().map(|part| locked(part).len()).sum(),
            bytes: self.0.live.load(Ordering::Relaxed),
            shared: self.0.shared.load(Ordering::Relaxed),
            collisions: self.0.collisions.load(Ordering::Relaxed),
            spilled: self.0.spilled.load(Ordering::Relaxed),
        }
    }

    pub(super) fn is_ring(&self) -> bool {
        matches!(self.0.policy, Policy::Ring)
    }

    fn spills(&self) -> bool {
        matches!(self.0.policy, Policy::Spill(_))
    }

    /// A chunk with this head and these cells, for [`intern`](Self::intern).
    pub(super) fn sealed(&self, head: ChunkHead, cells: SharedCells) -> Result<FallibleArc<Chunk>, NoMemory> {
        FallibleArc::new(Chunk::new(head, cells, self.0.live.clone()))
    }

    /// The chunk that equals this one and exists already, or this one, which is kept from now on. In
    /// a ring, all memory that it takes is there before the budget is asked, so that no tape gives
    /// chunks up for one that it cannot have.
    pub(super) fn intern(&self, chunk: &FallibleArc<Chunk>) -> Result<FallibleArc<Chunk>, TapeError> {
        let head = &chunk.head;
        if let Some(known) = self.find(chunk)? {
            self.0.shared.fetch_add(1, Ordering::Relaxed);
            return Ok(known);
        }
        if self.is_ring() {
            drop(self.places(head)?);
        }
        self.reserve(Chunk::bytes(head.length))?;
        chunk.count();
        let mut places = self.places(head)?;
        // Another thread may have sealed the same history since.
        let cells = chunk.resident();
        let equals = |known: &FallibleArc<Chunk>| {
            known.head == *head && known.resident().as_deref() == cells.as_deref()
        };
        if let Some(known) = places.index.find(head.id, equals) {
            return Ok(known.clone());
        }
        places.take(chunk);
        Ok(chunk.clone())
    }

    /// The cells of a chunk, fetched from the host if they are there.
    pub(super) fn cells_of(&self, chunk: &Chunk) -> Result<SharedCells, TapeError> {
        let (place, spill) = match (chunk.cells(), &self.0.policy) {
            (Cells::Here(cells), _) => return Ok(cells),
            (Cells::At(place), Policy::Spill(spill)) => (place, spill),
            (Cells::At(_), _) => return Err(TapeError::Io { code: 0 }),
        };
        let mut bytes = Vec::new();
        bytes.try_resize(frame::chunk_frame_len(&chunk.head), 0)?;
        spill.read(place, &mut bytes).map_err(|code| TapeError::Io { code })?;
        frame::read_spilled(&bytes, &chunk.head)?.ok_or(TapeError::Io { code: 0 })
    }

    /// The part of the index for this identifier.
    fn part(&self, id: u64) -> &Mutex<Index> {
        // Identifiers are mixed already; the table itself uses the upper and the lower bits.
        &self.0.index[(id >> 32) as usize % SHARDS]
    }

    fn find(&self, chunk: &Chunk) -> Result<Option<FallibleArc<Chunk>>, TapeError> {
        let (id, cells) = (chunk.head.id, chunk.resident());
        let candidates: ArrayVec<FallibleArc<Chunk>, 4> = {
            let part = locked(self.part(id));
            part.iter_hash(id).filter(|known| known.head.id == id).take(4).cloned().collect()
        };
        // Compared without the lock: the cells may have to come from the host.
        for candidate in candidates {
            match self.cells_of(&candidate) {
                Ok(known) if candidate.head == chunk.head && Some(&*known) == cells.as_deref() => {
                    return Ok(Some(candidate));
                }
                Ok(_) => {
                    self.0.collisions.fetch_add(1, Ordering::Relaxed);
                }
                Err(TapeError::Memory(no_memory)) => return Err(no_memory.into()),
                // What the host cannot give back is stored once more.
                Err(_) => {}
            }
        }
        Ok(None)
    }

    /// The places for a chunk with this head, with memory for it in all of them.
    fn places(&self, head: &ChunkHead) -> Result<Places<'_>, NoMemory> {
        let mut index = locked(self.part(head.id));
        index.try_reserve(1, |known| known.head.id).map_err(|_| NoMemory)?;
        let mut successors = locked(&self.0.successors);
        successors.try_reserve(1, |(id, _)| *id).map_err(|_| NoMemory)?;
        let mut spillable = self.spills().then(|| locked(&self.0.spillable));
        if let Some(spillable) = &mut spillable {
            spillable.reserve()?;
        }
        Ok(Places { index, successors, spillable })
    }

    /// Lets go of chunks with which nothing but spilling could still be done.
    fn sweep(&self) {
        locked(&self.0.spillable).sweep();
    }

    /// Makes room for `bytes` more and counts them as used.
    fn reserve(&self, bytes: usize) -> Result<(), TapeError> {
        if self.take(bytes) {
            return Ok(());
        }
        self.evict(bytes);
        while !self.take(bytes) {
            match &self.0.policy {
                Policy::Spill(spill) => self.spill_coldest(&**spill)?,
                Policy::Lossless | Policy::Ring => return Err(TapeError::Full),
            }
        }
        Ok(())
    }

    fn take(&self, bytes: usize) -> bool {
        let add = |live: usize| live.checked_add(bytes).filter(|&live| live <= self.0.budget);
        self.0.live.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).is_ok()
    }

    /// By how much the budget is too small for `bytes` more.
    pub(super) fn missing(&self, bytes: usize) -> usize {
        self.0.live.load(Ordering::Relaxed).saturating_add(bytes).saturating_sub(self.0.budget)
    }

    /// How many bytes come free if a tape of a ring gives this chunk up: none if others hold it, too.
    pub(super) fn freed_without(&self, chunk: &FallibleArc<Chunk>) -> usize {
        let indexed = |known: &FallibleArc<Chunk>| FallibleArc::ptr_eq(known, chunk);
        let is_indexed = locked(self.part(chunk.head.id)).find(chunk.head.id, indexed).is_some();
        let is_last = FallibleArc::owners(chunk) <= 1 + usize::from(is_indexed);
        if is_last { Chunk::bytes(chunk.head.length) } else { 0 }
    }

    /// Drops chunks that no tape needs, first those not used lately (CLOCK), until a quarter of the budget is free or none is left.
    fn evict(&self, bytes: usize) {
        let budget = self.0.budget;
        let target = (budget - budget / 4).min(budget.saturating_sub(bytes));
        let mut left = self.0.live.load(Ordering::Relaxed);
        for part in self.0.index.iter().chain(&self.0.index) {
            if left <= target {
                break;
            }
            locked(part).retain(|chunk| {
                // The index is an owner, and so is the list of what can be spilled.
                let keepers = 1 + usize::from(self.spills() && chunk.resident().is_some());
                let keep = FallibleArc::owners(chunk) > keepers || chunk.take_recently_used();
                if !keep {
                    left = left.saturating_sub(chunk.counted());
                    self.forget_successor(&chunk.head);
                }
                keep
            });
        }
        self.sweep();
    }

    fn forget_successor(&self, head: &ChunkHead) {
        let mut successors = locked(&self.0.successors);
        if let Ok(mut entry) = successors.find_entry(head.prev_id, |(id, _)| *id == head.prev_id) {
            entry.get_mut().1.retain(|known| *known != head.id);
            if entry.get().1.is_empty() {
                entry.remove();
            }
        }
    }

    /// Hands the cells of one chunk to the host: the first, by age, that was not used since the last round.
    fn spill_coldest(&self, spill: &dyn Spill) -> Result<(), TapeError> {
        let (chunk, cells) = locked(&self.0.spillable).take_coldest().ok_or(TapeError::Full)?;
        let written = frame::write_spilled(&chunk.head, &cells)
            .map_err(TapeError::from)
            .and_then(|frame| spill.write(chunk.head.id, &frame).map_err(|code| TapeError::Io { code }));
        match written {
            Ok(place) => {
                chunk.forget_cells(place);
                locked(&self.0.spillable).out -= 1;
                self.0.spilled.fetch_add(1, Ordering::Relaxed);
                Ok(())
            }
            Err(error) => {
                locked(&self.0.spillable).put_back(chunk);
                Err(error)
            }
        }
    }
}

impl Places<'_> {
    /// Puts a chunk into its places.
    fn take(&mut self, chunk: &FallibleArc<Chunk>) {
        let ChunkHead { id, prev_id, .. } = chunk.head;
        self.index.insert_unique(id, chunk.clone(), |known| known.head.id);
        let ids = self.successors.entry(prev_id, |(known, _)| *known == prev_id, |(known, _)| *known);
        let ids = &mut ids.or_insert((prev_id, ArrayVec::new())).into_mut().1;
        if ids.is_full() {
            ids.remove(0);
        }
        ids.push(id);
        if let Some(spillable) = &mut self.spillable {
            spillable.chunks.push_back(chunk.clone());
        }
    }
}

impl Spillable {
    /// Gets memory for one more chunk. Now and then, those that are gone leave: each would still
    /// take up memory.
    fn reserve(&mut self) -> Result<(), NoMemory> {
        if self.chunks.len() + self.out < self.chunks.capacity() {
            return Ok(());
        }
        self.sweep();
        // As many may come before they are looked through again.
        Ok(self.chunks.try_reserve(self.chunks.len().max(SPILLABLE) + self.out)?)
    }

    /// Drops the chunks that have no other owner.
    fn sweep(&mut self) {
        self.chunks.retain(|chunk| FallibleArc::owners(chunk) > 1);
    }

    /// Takes out the first chunk, by age, that was not used since the last round, with its cells.
    fn take_coldest(&mut self) -> Option<(FallibleArc<Chunk>, SharedCells)> {
        let mut turns_left = 2 * self.chunks.len();
        while let Some(chunk) = self.chunks.pop_front() {
            let Some(cells) = chunk.resident() else { continue };
            if turns_left == 0 || !chunk.take_recently_used() {
                self.out += 1;
                return Some((chunk, cells));
            }
            turns_left -= 1;
            self.chunks.push_back(chunk);
        }
        None
    }

    /// Puts back what was taken out.
    fn put_back(&mut self, chunk: FallibleArc<Chunk>) {
        self.out -= 1;
        self.chunks.push_front(chunk);
    }
}

impl fmt::Debug for ChunkStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChunkStore")
            .field("capacity", &self.capacity())
            .field("stats", &self.stats())
            .finish()
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
            let mut tape = Tape::new(store.clone(), &GameState::initial()).expect("consistent");
            (0..40).for_each(|index| tape.note(game + index % 3).expect("the others are dropped for it"));
        }
        let (stats, listed) = (store.stats(), locked(&store.0.spillable).chunks.capacity());
        assert!(stats.bytes <= 10_000 && stats.spilled == 0);
        assert!((64..=256).contains(&listed), "{listed} for {} chunks", stats.indexed);
    }
}
