use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::cell::{Cell, op};
use super::keyframe::Keyframe;

/// A sealed run of cells, immutable and shared between all tapes with the same history up to its end.
///
/// It holds no other chunk, only the identifiers of its neighbours, so that dropping a tape of any length does not recurse.
#[derive(Debug)]
pub struct Chunk {
    pub(super) head: ChunkHead,
    body: Mutex<Body>,
    /// Bytes of all chunks that are alive, shared with the store.
    live: Arc<AtomicUsize>,
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
    Resident(Arc<[Cell]>),
    /// With the host, at this place.
    Spilled(u64),
}

/// The cells of a chunk, or where the host has put them.
pub(super) enum Cells {
    Here(Arc<[Cell]>),
    At(u64),
}

impl Chunk {
    /// A chunk whose bytes have been added to `live` already.
    pub(super) fn new(head: ChunkHead, cells: Arc<[Cell]>, live: Arc<AtomicUsize>) -> Self {
        Self { head, body: Mutex::new(Body::Resident(cells)), live, recently_used: AtomicBool::new(true) }
    }

    /// What the chunk is, without its cells.
    #[must_use]
    pub const fn head(&self) -> &ChunkHead {
        &self.head
    }

    /// Memory that a chunk of `length` cells takes.
    pub(super) const fn bytes(length: usize) -> usize {
        size_of::<Self>() + length * size_of::<Cell>()
    }

    pub(super) fn cells(&self) -> Cells {
        self.recently_used.store(true, Ordering::Relaxed);
        match &*self.body.lock() {
            Body::Resident(cells) => Cells::Here(Arc::clone(cells)),
            Body::Spilled(place) => Cells::At(*place),
        }
    }

    /// The cells if they are in memory, without counting as use.
    pub(super) fn resident(&self) -> Option<Arc<[Cell]>> {
        match &*self.body.lock() {
            Body::Resident(cells) => Some(Arc::clone(cells)),
            Body::Spilled(_) => None,
        }
    }

    /// Gives the memory of the cells back, once they are safe at `place`.
    pub(super) fn forget_cells(&self, place: u64) {
        let mut body = self.body.lock();
        if matches!(*body, Body::Resident(_)) {
            *body = Body::Spilled(place);
            self.live.fetch_sub(self.head.length * size_of::<Cell>(), Ordering::Relaxed);
        }
    }

    /// Whether the chunk was used since this was last asked.
    pub(super) fn take_recently_used(&self) -> bool {
        self.recently_used.swap(false, Ordering::Relaxed)
    }
}

impl Drop for Chunk {
    fn drop(&mut self) {
        let resident = matches!(self.body.get_mut(), Body::Resident(_));
        let bytes = Self::bytes(if resident { self.head.length } else { 0 });
        self.live.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// How many turns end in these cells.
pub(super) fn turns_ended(cells: &[Cell]) -> u64 {
    cells.iter().filter(|cell| cell.op() == op::TURN_END).count() as u64
}
