use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::memory::FallibleArc;

use super::cell::{Cell, op};
use super::keyframe::Keyframe;

/// The cells of a sealed chunk, shared by all who read them.
pub(super) type SharedCells = FallibleArc<Vec<Cell>>;

/// A sealed run of cells, immutable and shared between all tapes with the same history up to its end.
///
/// It holds no other chunk, only the identifiers of its neighbours, so that dropping a tape of any length does not recurse.
#[derive(Debug)]
pub(super) struct Chunk {
    pub head: ChunkHead,
    body: Mutex<Body>,
    /// Bytes of all chunks that are kept, shared with the store.
    live: FallibleArc<AtomicUsize>,
    /// How many bytes of those are this chunk's.
    counted: AtomicUsize,
    recently_used: AtomicBool,
}

/// Everything about a chunk but its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkHead {
    /// Identifier of the history that ends with this chunk.
    pub id: u64,
    /// Identifier of the history that ends before it.
    pub prev_id: u64,
    /// Address of its first cell.
    pub base: u64,
    /// How many turns had ended before it.
    pub turn_base: u64,
    /// The state before it.
    pub keyframe: Keyframe,
    /// How many cells it has.
    pub length: usize,
}

#[derive(Debug)]
enum Body {
    Resident(SharedCells),
    /// With the host, at this place.
    Spilled(u64),
}

/// The cells of a chunk, or where the host has put them.
pub(super) enum Cells {
    Here(SharedCells),
    At(u64),
}

impl Chunk {
    /// A chunk that does not count as kept yet.
    pub fn new(head: ChunkHead, cells: SharedCells, live: FallibleArc<AtomicUsize>) -> Self {
        let body = Mutex::new(Body::Resident(cells));
        Self { head, body, live, counted: AtomicUsize::new(0), recently_used: AtomicBool::new(true) }
    }

    /// Memory that a chunk of `length` cells takes.
    pub const fn bytes(length: usize) -> usize {
        size_of::<Self>() + length * size_of::<Cell>()
    }

    /// Its bytes have been added to those of all chunks; they are taken off when it is dropped.
    pub fn count(&self) {
        self.counted.store(Self::bytes(self.head.length), Ordering::Relaxed);
    }

    /// How many bytes count as this chunk's.
    pub fn counted(&self) -> usize {
        self.counted.load(Ordering::Relaxed)
    }

    pub fn cells(&self) -> Cells {
        self.recently_used.store(true, Ordering::Relaxed);
        match &*self.body() {
            Body::Resident(cells) => Cells::Here(cells.clone()),
            Body::Spilled(place) => Cells::At(*place),
        }
    }

    /// The cells if they are in memory, without counting as use.
    pub fn resident(&self) -> Option<SharedCells> {
        match &*self.body() {
            Body::Resident(cells) => Some(cells.clone()),
            Body::Spilled(_) => None,
        }
    }

    /// Gives the memory of the cells back, once they are safe at `place`.
    pub fn forget_cells(&self, place: u64) {
        let mut body = self.body();
        if matches!(*body, Body::Resident(_)) {
            *body = Body::Spilled(place);
            let bytes = self.head.length * size_of::<Cell>();
            self.counted.fetch_sub(bytes, Ordering::Relaxed);
            self.live.fetch_sub(bytes, Ordering::Relaxed);
        }
    }

    /// Whether the chunk was used since this was last asked.
    pub fn take_recently_used(&self) -> bool {
        self.recently_used.swap(false, Ordering::Relaxed)
    }

    fn body(&self) -> MutexGuard<'_, Body> {
        locked(&self.body)
    }
}

impl Drop for Chunk {
    fn drop(&mut self) {
        self.live.fetch_sub(*self.counted.get_mut(), Ordering::Relaxed);
    }
}

/// What a lock guards. It is never left half-changed, not even by a panic.
pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many turns end in these cells.
pub(super) fn turns_ended(cells: &[Cell]) -> u64 {
    cells.iter().filter(|cell| cell.op() == op::TURN_END).count() as u64
}
