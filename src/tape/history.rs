use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::Deref;

use crate::memory::{FallibleArc, NoMemory, TryGrow, list_with_room};

use super::cell::{Cell, op};
use super::chain::Chain;
use super::chunk::{Chunk, ChunkHead, SharedCells, turns_ended};
use super::error::TapeError;
use super::group::{group_length, last_group_length};
use super::keyframe::Keyframe;
use super::store::ChunkStore;
use super::tape_state::TapeState;

/// All cells of a tape: sealed chunks, then the open one. Knows nothing of the head.
#[derive(Debug)]
pub(super) struct History {
    pub store: ChunkStore,
    /// Sealed chunks without a gap, the oldest first; each begins where the one before ends.
    pub chunks: VecDeque<FallibleArc<Chunk>>,
    pub open: OpenChunk,
    /// The chunk that the host gave back last.
    fetched: RefCell<Option<(u64, SharedCells)>>,
}

/// The chunk that is being written.
#[derive(Debug)]
pub(super) struct OpenChunk {
    pub base: u64,
    pub turn_base: u64,
    pub keyframe: Keyframe,
    pub prev: Chain,
    /// Grows up to the capacity; only the first `length` cells count.
    cells: Vec<Cell>,
    length: usize,
    capacity: usize,
    /// The chain behind this many cells: kept so that asking again costs only what came since.
    mark: (usize, Chain),
}

/// A place in a history: an address between two groups and the state there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub address: u64,
    pub tape_state: TapeState,
}

/// The cells of one chunk.
pub(super) enum Span<'a> {
    Open(&'a [Cell]),
    Sealed(SharedCells),
}

impl Deref for Span<'_> {
    type Target = [Cell];

    #[inline]
    fn deref(&self) -> &[Cell] {
        match self {
            Self::Open(cells) => cells,
            Self::Sealed(cells) => cells,
        }
    }
}

/// Below this many cells, the chain is taken back cell by cell rather than computed anew.
const CHEAP_POPS: usize = 64;

impl OpenChunk {
    pub fn new(capacity: usize, base: u64, turn_base: u64, keyframe: Keyframe, prev: Chain) -> Self {
        Self { base, turn_base, keyframe, prev, cells: Vec::new(), length: 0, capacity, mark: (0, prev) }
    }

    #[inline]
    pub fn cells(&self) -> &[Cell] {
        &self.cells[..self.length]
    }

    pub const fn len(&self) -> usize {
        self.length
    }

    /// How many cells there is memory for.
    #[inline]
    pub const fn allocated(&self) -> usize {
        self.cells.len()
    }

    /// Gets memory for `count` cells from the one of this index on, at least, as far as the
    /// capacity goes. Doubles, so that a short game takes little.
    pub fn reserve(&mut self, from: usize, count: usize) -> Result<(), NoMemory> {
        let wanted = (from + count).max(2 * self.cells.len()).min(self.capacity);
        if self.cells.len() < from + count {
            self.cells.try_reserve_exact(wanted - self.cells.len())?;
            self.cells.resize(wanted, Cell::from_bits(0));
        }
        Ok(())
    }

    /// The cells from the one of this index on, written or not.
    #[inline]
    pub fn room(&mut self, from: usize) -> &mut [Cell] {
        &mut self.cells[from..]
    }

    /// Sets how many cells there are. The chain must not have been computed beyond.
    #[inline]
    pub fn set_len(&mut self, length: usize) {
        debug_assert!(length >= self.mark.0);
        self.length = length;
    }

    /// How far the chain has been computed.
    #[inline]
    pub const fn marked(&self) -> usize {
        self.mark.0
    }

    /// Appends cells for which there is memory.
    pub fn append(&mut self, cells: &[Cell]) {
        self.cells[self.length..][..cells.len()].copy_from_slice(cells);
        self.length += cells.len();
    }

    /// Drops all but the first `length` cells.
    pub fn truncate(&mut self, length: usize) {
        let (marked, chain) = self.mark;
        if length < marked {
            self.mark = if marked - length < CHEAP_POPS {
                let popped = self.cells[length..marked].iter().rev();
                (length, popped.fold(chain, |chain, &cell| chain.popped(cell)))
            } else {
                (0, self.prev)
            };
        }
        self.length = length;
    }

    /// The chain behind the last cell.
    pub fn chain(&mut self) -> Chain {
        let (marked, chain) = self.mark;
        self.mark = (self.length, chain.extended(&self.cells[marked..self.length]));
        self.mark.1
    }

    /// What the first `length` cells and `more` are as a sealed chunk.
    pub fn sealed(&self, length: usize, more: Option<Cell>) -> Result<(ChunkHead, SharedCells), NoMemory> {
        let (marked, chain) = self.mark;
        let start = if marked <= length { (marked, chain) } else { (0, self.prev) };
        let mut cells = list_with_room(length + usize::from(more.is_some()))?;
        cells.extend_from_slice(&self.cells[..length]);
        cells.extend(more);
        let head = ChunkHead {
            id: start.1.extended(&cells[start.0..]).id(),
            prev_id: self.prev.id(),
            base: self.base,
            turn_base: self.turn_base,
            keyframe: self.keyframe,
            length: cells.len(),
        };
        Ok((head, FallibleArc::new(cells)?))
    }

    /// One with the same cells, and no memory for more.
    pub fn copy(&self) -> Result<Self, NoMemory> {
        let mut cells = Vec::new();
        cells.try_extend(self.cells())?;
        Ok(Self { cells, ..*self })
    }

    /// Starts again behind `chunk`, with nothing written yet.
    pub fn restart(&mut self, head: &ChunkHead, cells: &[Cell], keyframe: Keyframe) {
        self.base = head.base + cells.len() as u64;
        self.turn_base = head.turn_base + turns_ended(cells);
        self.keyframe = keyframe;
        // The identifier was computed from a chain, so there is one.
        self.prev = Chain::from_id(head.id).unwrap_or(self.prev);
        self.length = 0;
        self.mark = (0, self.prev);
    }
}

impl History {
    pub fn new(store: ChunkStore, root: &TapeState) -> Self {
        let keyframe = Keyframe::pack(root);
        let open = OpenChunk::new(store.capacity(), 0, 0, keyframe, Chain::of_root(&keyframe));
        Self { store, chunks: VecDeque::new(), open, fetched: RefCell::default() }
    }

    /// The address behind the last cell.
    #[inline]
    pub fn end(&self) -> u64 {
        self.open.base + self.open.length as u64
    }

    /// The first address that is left.
    pub fn horizon(&self) -> u64 {
        self.chunks.front().map_or(self.open.base, |chunk| chunk.head.base)
    }

    /// Index of the last sealed chunk that begins before `address`, or at it if `at`, or else the first; `None` for the open chunk.
    fn chunk_index(&self, address: u64, at: bool) -> Option<usize> {
        let begins = |base: u64| base < address || at && base == address;
        if begins(self.open.base) || self.chunks.is_empty() {
            return None;
        }
        Some(self.chunks.partition_point(|chunk| begins(chunk.head.base)).saturating_sub(1))
    }

    /// The chunk that holds the cell before `address`, with the address it begins at. Empty at the horizon.
    pub fn span_before(&self, address: u64) -> Result<(u64, Span<'_>), TapeError> {
        self.span(self.chunk_index(address, false))
    }

    /// The chunk that holds the cell at `address`.
    pub fn span_from(&self, address: u64) -> Result<(u64, Span<'_>), TapeError> {
        self.span(self.chunk_index(address, true))
    }

    fn span(&self, index: Option<usize>) -> Result<(u64, Span<'_>), TapeError> {
        match index {
            None => Ok((self.open.base, Span::Open(self.open.cells()))),
            Some(index) => {
                let chunk = &self.chunks[index];
                Ok((chunk.head.base, Span::Sealed(self.cells_of(chunk)?)))
            }
        }
    }

    pub fn cells_of(&self, chunk: &Chunk) -> Result<SharedCells, TapeError> {
        if let Some((id, cells)) = &*self.fetched.borrow()
            && *id == chunk.head.id
        {
            return Ok(cells.clone());
        }
        let cells = self.store.cells_of(chunk)?;
        *self.fetched.borrow_mut() = Some((chunk.head.id, cells.clone()));
        Ok(cells)
    }

    /// One group back; false at the horizon.
    pub fn step_back(&self, place: &mut Place) -> Result<bool, TapeError> {
        let horizon = self.horizon();
        if place.address == horizon {
            return if horizon == 0 { Ok(false) } else { Err(TapeError::Horizon { horizon }) };
        }
        let (base, cells) = self.span_before(place.address)?;
        let before = &cells[..(place.address - base) as usize];
        let length = last_group_length(before);
        if length == 0 {
            // No tape has such cells: a host has forged what it gave back.
            return Err(TapeError::Io { code: 0 });
        }
        for &cell in before[before.len() - length..].iter().rev() {
            // A tape holds only cells that were applied to the states that it goes through.
            let undone = place.tape_state.undo_trusted(cell);
            debug_assert_eq!(undone, Ok(()));
        }
        place.address -= length as u64;
        Ok(true)
    }

    /// One group forward, if there is one that ends at `limit` or before.
    pub fn step_forward(&self, place: &mut Place, limit: u64) -> Result<bool, TapeError> {
        let (base, cells) = self.span_from(place.address)?;
        let ahead = &cells[(place.address - base) as usize..];
        let length = group_length(|index| ahead.get(index).copied()).unwrap_or(0);
        if length == 0 || place.address + length as u64 > limit {
            return Ok(false);
        }
        for &cell in &ahead[..length] {
            let redone = place.tape_state.redo_trusted(cell);
            debug_assert_eq!(redone, Ok(()));
        }
        place.address += length as u64;
        Ok(true)
    }

    /// Where the chunk that holds the cell at `address` begins, or the last one if there is no such cell.
    pub fn chunk_base(&self, address: u64) -> u64 {
        self.chunk_index(address, true).map_or(self.open.base, |index| self.chunks[index].head.base)
    }

    /// The same place with its state, unpacked from the keyframe.
    pub fn chunk_start(&self, address: u64) -> Place {
        let keyframe = match self.chunk_index(address, true) {
            None => &self.open.keyframe,
            Some(index) => &self.chunks[index].head.keyframe,
        };
        let tape_state = keyframe.unpack().unwrap_or_else(|| unreachable!("packed by this tape"));
        Place { address: self.chunk_base(address), tape_state }
    }

    /// The address behind the end of turn number `turn`, counted from 1; `None` if no such turn has ended.
    pub fn address_of_turn(&self, turn: u64) -> Result<Option<u64>, TapeError> {
        let (turn_base, (base, cells)) = if turn > self.open.turn_base {
            (self.open.turn_base, self.span(None)?)
        } else {
            let index = self.chunks.partition_point(|chunk| chunk.head.turn_base < turn);
            let Some(index) = index.checked_sub(1) else {
                return Err(TapeError::Horizon { horizon: self.horizon() });
            };
            (self.chunks[index].head.turn_base, self.span(Some(index))?)
        };
        let mut ends = cells.iter().enumerate().filter(|(_, cell)| cell.op() == op::TURN_END);
        let found = ends.nth((turn - turn_base - 1) as usize);
        Ok(found.map(|(index, _)| base + index as u64 + 1))
    }

    /// The chain behind the cell before `address`.
    pub fn chain_at(&self, address: u64) -> Result<Chain, TapeError> {
        let index = self.chunk_index(address, false);
        let (base, cells) = self.span(index)?;
        let ahead = &cells[..(address - base) as usize];
        let (from, chain) = match index {
            Some(index) => (0, Chain::from_id(self.chunks[index].head.prev_id).unwrap_or(self.open.prev)),
            None if self.open.mark.0 <= ahead.len() => self.open.mark,
            None => (0, self.open.prev),
        };
        Ok(chain.extended(&ahead[from..]))
    }

    /// Has the store keep a chunk. In a ring, the oldest chunks make room for it.
    pub fn keep(&mut self, chunk: &FallibleArc<Chunk>) -> Result<FallibleArc<Chunk>, TapeError> {
        loop {
            match self.store.intern(chunk) {
                Err(TapeError::Full) if self.store.is_ring() => {
                    let given_up = self.enough_to_give_up(&chunk.head).ok_or(TapeError::Full)?;
                    self.chunks.drain(..given_up);
                }
                kept => return kept,
            }
        }
    }

    /// How many of the oldest chunks it takes to make room for one with this head in a full store; `None` if all before it are not enough.
    pub fn enough_to_give_up(&self, head: &ChunkHead) -> Option<usize> {
        let mut missing = self.store.missing(Chunk::bytes(head.length));
        let mut given_up = 0;
        let mut oldest = self.chunks.iter().take_while(|chunk| chunk.head.base < head.base);
        while missing > 0 {
            let chunk = oldest.next()?;
            missing = missing.saturating_sub(self.store.freed_without(chunk));
            given_up += 1;
        }
        Some(given_up)
    }

    /// What would be the open chunk if everything from `address` on were cut off; `address` is not in the open chunk.
    pub fn reopened(&self, address: u64) -> Result<OpenChunk, TapeError> {
        let index = self.chunk_index(address, false).unwrap_or(0);
        let head = &self.chunks[index].head;
        let prev = Chain::from_id(head.prev_id).unwrap_or(self.open.prev);
        let mut open = OpenChunk::new(self.store.capacity(), head.base, head.turn_base, head.keyframe, prev);
        let cells = self.cells_of(&self.chunks[index])?;
        let kept = &cells[..(address - head.base) as usize];
        open.reserve(0, kept.len())?;
        open.append(kept);
        Ok(open)
    }

    /// Puts a reopened chunk in the place of everything behind its start.
    pub fn reopen(&mut self, open: OpenChunk) {
        while self.chunks.back().is_some_and(|chunk| chunk.head.base >= open.base) {
            self.chunks.pop_back();
        }
        self.open = open;
    }

    /// Whether the start of a turn stands right before the group that begins at `address`, and one
    /// call wrote both: that of a roll, a micro-move or the end of a turn.
    pub fn begins_turn(&self, address: u64) -> Result<bool, TapeError> {
        let (base, cells) = self.span_before(address)?;
        let before = cells[..(address - base) as usize].last();
        if before.is_none_or(|cell| cell.op() != op::TURN_START) {
            return Ok(false);
        }
        let (base, cells) = self.span_from(address)?;
        Ok(cells.get((address - base) as usize).is_some_and(|cell| cell.op() != op::NOTE))
    }

    /// What a call wrote, back: a group, and the start of the turn if that stands right before it;
    /// false at the horizon.
    pub fn undo(&self, place: &mut Place) -> Result<bool, TapeError> {
        let mut before = *place;
        let undone = self.step_back(&mut before)?;
        if undone && self.begins_turn(before.address)? {
            self.step_back(&mut before)?;
        }
        *place = before;
        Ok(undone)
    }

    /// What [`undo`](Self::undo) took back, if there is anything.
    pub fn redo(&self, place: &mut Place) -> Result<bool, TapeError> {
        let (mut after, end) = (*place, self.end());
        let redone = self.step_forward(&mut after, end)?;
        if redone && self.begins_turn(after.address)? {
            self.step_forward(&mut after, end)?;
        }
        *place = after;
        Ok(redone)
    }

    /// Index of the first sealed chunk that writing at `address` can change.
    pub fn first_in_reach(&self, address: u64) -> usize {
        self.chunk_index(address, false).unwrap_or(self.chunks.len())
    }

    /// A history with the cells of this one from the chunk with this index on. Sealed chunks are shared.
    pub fn fork_from(&self, first: usize) -> Result<Self, NoMemory> {
        let mut chunks = VecDeque::new();
        chunks.try_reserve_exact(self.chunks.len() - first)?;
        chunks.extend(self.chunks.range(first..).cloned());
        Ok(Self { store: self.store.clone(), chunks, open: self.open.copy()?, fetched: RefCell::default() })
    }

    /// Puts the cells of a [fork](Self::fork_from) back in the place of what was written since. Of
    /// the chunks before it, those that are still there stay.
    pub fn restore(&mut self, fork: Self) {
        let start = fork.horizon();
        while self.chunks.back().is_some_and(|chunk| chunk.head.base >= start) {
            self.chunks.pop_back();
        }
        // There were so many before.
        self.chunks.extend(fork.chunks);
        self.open = fork.open;
    }
}
