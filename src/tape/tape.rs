use std::collections::VecDeque;
use std::ops::ControlFlow;

use crate::memory::{NoMemory, list_with_room};
use crate::state::{DicePool, GameState, MicroMove};

use super::cell::{Cell, op};
use super::chain::Chain;
use super::chunk::turns_ended;
use super::delta::Delta;
use super::error::TapeError;
use super::group::GROUP_MAX;
use super::history::{History, Place};
use super::keyframe::Keyframe;
use super::move_fault::check;
use super::saved_steps::SavedSteps;
use super::store::ChunkStore;
use super::tape_state::TapeState;
use super::write_cells;

/// A game as a tape of cells with a head that reads and writes between them, like a Turing machine's, and the state at the head.
///
/// Addresses count cells since the root and never change. Behind the head may lie cells that were undone; writing cuts them off.
/// A full chunk is sealed into the [`ChunkStore`]; where it ends depends only on the cells and the store's capacity.
///
/// Single owner: `Send`, not `Sync`. A failed call leaves everything as it was.
#[derive(Debug)]
pub struct Tape {
    history: History,
    head: Place,
    saved: SavedSteps,
}

/// The four identities of a place on a tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TapeHashes {
    /// Zobrist key of the state at the head.
    pub current: u64,
    /// Zobrist key at the last boundary before it: the end of the turn before, or the root.
    pub turn: u64,
    /// Identifier of the history up to the head.
    pub chain: u64,
    /// Identifier of the history up to the chunk that holds the head.
    pub previous: u64,
}

/// Sizes and addresses of a tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TapeInfo {
    /// Address of the head.
    pub head: u64,
    /// Address behind the last cell.
    pub end: u64,
    /// First address that is left.
    pub horizon: u64,
    /// Turns that have ended, up to the last cell.
    pub turns: u64,
    /// Sealed chunks.
    pub chunks: usize,
    /// Whether the turn of the side to move has begun at the head.
    pub in_turn: bool,
}

impl Tape {
    /// A tape that starts at `root`. With dice its turn counts as begun.
    ///
    /// # Errors
    /// [`TapeError::Synthetic`] if the state's bitboards and mailbox disagree.
    pub fn new(store: ChunkStore, root: &GameState) -> Result<Self, TapeError> {
        TapeState::new(*root).map(|root| Self::at(store, root)).ok_or(TapeError::Synthetic)
    }

    /// A tape that starts at this state.
    #[must_use]
    pub fn at(store: ChunkStore, root: TapeState) -> Self {
        let history = History::new(store, &root);
        let head = Place { address: 0, tape_state: root };
        Self { history, head, saved: SavedSteps::default() }
    }

    /// The tape whose history is this chunk's, rebuilt from the store; the head is at its end.
    ///
    /// # Errors
    /// [`TapeError::Range`] if the store does not know the chunk or one before it,
    /// [`TapeError::Memory`].
    pub fn from_chunk(store: ChunkStore, id: u64) -> Result<Self, TapeError> {
        let mut chunk = store.chunk(id).ok_or(TapeError::Range)?;
        let last = chunk.head;
        let mut chunks = VecDeque::new();
        chunks.try_reserve(1).map_err(NoMemory::from)?;
        chunks.push_front(chunk.clone());
        while chunk.head.base > 0 {
            let wanted = chunk.head.base;
            chunk = store.chunk(chunk.head.prev_id).ok_or(TapeError::Range)?;
            if chunk.head.base + chunk.head.length as u64 != wanted {
                return Err(TapeError::Range);
            }
            chunks.try_reserve(1).map_err(NoMemory::from)?;
            chunks.push_front(chunk.clone());
        }
        let root = chunk.head.keyframe.unpack().ok_or(TapeError::Range)?;
        let mut tape = Self::at(store, root);
        tape.history.chunks = chunks;
        let end = last.base + last.length as u64;
        tape.history.open.base = end;
        let open = tape.history.reopened(end)?;
        tape.history.reopen(open);
        tape.head = tape.history.chunk_start(end);
        while tape.history.step_forward(&mut tape.head, end)? {}
        Ok(tape)
    }

    /// The state at the head.
    #[inline]
    #[must_use]
    pub const fn state(&self) -> &GameState {
        &self.head.tape_state.state
    }

    /// The state at the head, and whether its turn has begun.
    #[inline]
    #[must_use]
    pub const fn tape_state(&self) -> &TapeState {
        &self.head.tape_state
    }

    /// The store of this tape's chunks.
    #[must_use]
    pub const fn store(&self) -> &ChunkStore {
        &self.history.store
    }

    /// Address of the head. To come back here, [`seek`](Self::seek) it. Constant time.
    #[inline]
    #[must_use]
    pub const fn head(&self) -> u64 {
        self.head.address
    }

    /// Sizes and addresses.
    #[must_use]
    pub fn info(&self) -> TapeInfo {
        TapeInfo {
            head: self.head.address,
            end: self.history.end(),
            horizon: self.history.horizon(),
            turns: self.history.open.turn_base + turns_ended(self.history.open.cells()),
            chunks: self.history.chunks.len(),
            in_turn: self.head.tape_state.in_turn,
        }
    }

    /// The identities of the head's place. Linear in the cells since the chunk's start at worst, in those of one turn usually.
    ///
    /// # Errors
    /// [`TapeError::Horizon`] if the turn began before it, or if a spilled chunk cannot be read.
    pub fn hashes(&self) -> Result<TapeHashes, TapeError> {
        let (head, previous) = (self.head.address, self.history.chunk_base(self.head.address));
        Ok(TapeHashes {
            current: self.state().key(),
            turn: self.turn_key()?,
            chain: self.history.chain_at(head)?.id(),
            previous: self.history.chain_at(previous)?.id(),
        })
    }

    /// The key at the last boundary.
    fn turn_key(&self) -> Result<u64, TapeError> {
        let (mut place, horizon) = (self.head, self.history.horizon());
        while place.tape_state.in_turn && place.address > horizon {
            self.history.step_back(&mut place)?;
        }
        // The root may lie within a turn, a horizon may hide where it began.
        let is_hidden = place.tape_state.in_turn && horizon > 0;
        if is_hidden { Err(TapeError::Horizon { horizon }) } else { Ok(place.tape_state.state.key()) }
    }

    /// Identifier of the history up to the last cell. Costs only the cells since it was last asked for.
    pub fn end_id(&mut self) -> u64 {
        self.history.open.chain().id()
    }

    /// Plays a micro-move: starts the turn if it has not begun, pays from the pool if there are dice. Whether the move is legal is the
    /// caller's business.
    ///
    /// # Errors
    /// If the board or the dice do not have what the move needs, or there is no room for a chunk.
    #[inline]
    pub fn make(&mut self, micro_move: MicroMove) -> Result<(), TapeError> {
        if !self.has_room() {
            check(self.state(), micro_move)?;
            self.saved.reserve()?;
            self.prepare(!self.head.tape_state.in_turn)?;
        }
        self.saved.cut(self.head.address);
        self.saved.begin(self.head.address, &self.head.tape_state.state)?;
        self.write_ready(|state, cells| Ok(write_cells::make_micro_move(state, micro_move, cells)?))?;
        self.saved.finish(self.head.address);
        Ok(())
    }

    /// Rolls: starts the turn if it has not begun, drops dice that are left.
    ///
    /// # Errors
    /// If there are no dice to roll or no room for a chunk.
    pub fn roll(&mut self, dice: DicePool) -> Result<(), TapeError> {
        if dice.is_empty() {
            return Err(TapeError::NoDice);
        }
        self.write_with(|state, cells| Ok(write_cells::roll(state, dice, cells)))
    }

    /// Ends the turn; at a boundary, that is a pass.
    ///
    /// # Errors
    /// If there is no room for a chunk.
    pub fn end_turn(&mut self) -> Result<(), TapeError> {
        self.write_with(|state, cells| Ok(write_cells::end_turn(state, cells)))?;
        self.head.tape_state.in_turn = false;
        Ok(())
    }

    /// Writes eleven bits of the caller's own.
    ///
    /// # Errors
    /// If there is no room for a chunk.
    pub fn note(&mut self, data: u16) -> Result<(), TapeError> {
        self.write(&[Cell::note(data)])
    }

    /// Writes the cells of one group from anywhere, after checking them.
    ///
    /// # Errors
    /// If they are not exactly one group, do not apply here, or there is no room for a chunk.
    pub fn write(&mut self, cells: &[Cell]) -> Result<(), TapeError> {
        let mut after = self.head.tape_state;
        after.redo_whole_group(cells)?;
        self.prepare(false)?;
        self.history.open.append(cells);
        self.head = Place { address: self.head.address + cells.len() as u64, tape_state: after };
        Ok(())
    }

    /// Lets `change` write a group and change the state, starting the turn first if it has not begun. `change` must not fail.
    #[inline]
    fn write_with(
        &mut self,
        change: impl FnOnce(&mut GameState, &mut [Cell; GROUP_MAX]) -> Result<usize, TapeError>,
    ) -> Result<(), TapeError> {
        self.saved.cut(self.head.address);
        if !self.has_room() {
            self.prepare(!self.head.tape_state.in_turn)?;
        }
        self.write_ready(change)
    }

    /// The same where there is room, and the turn has begun. If `change` fails, nothing has happened.
    #[inline]
    fn write_ready(
        &mut self,
        change: impl FnOnce(&mut GameState, &mut [Cell; GROUP_MAX]) -> Result<usize, TapeError>,
    ) -> Result<(), TapeError> {
        let length = (self.head.address - self.history.open.base) as usize;
        let Some(cells) = self.history.open.room(length).first_chunk_mut() else {
            unreachable!("a group fits behind every group that did not fill the chunk")
        };
        let written = change(&mut self.head.tape_state.state, cells)?;
        self.history.open.set_len(length + written);
        self.head.address += written as u64;
        Ok(())
    }

    /// Whether a group can be written at once: the turn has begun, the head is in the open chunk and not at a border that writing would
    /// move, and there is room.
    #[inline]
    fn has_room(&self) -> bool {
        let open = &self.history.open;
        let length = self.head.address.wrapping_sub(open.base);
        self.head.tape_state.in_turn
            && length >= open.marked() as u64
            && length.saturating_add(GROUP_MAX as u64) <= open.allocated() as u64
            && (length > 0 || open.len() == 0)
    }

    /// Makes room for a group behind the head: cuts off what was undone, seals the chunk if it is full, and starts the turn if asked
    /// to. A chunk is full if it has less room than any group could need; that is asked before every group, the start of a turn included.
    fn prepare(&mut self, start_turn: bool) -> Result<(), TapeError> {
        let (address, end) = (self.head.address, self.history.end());
        let reopens = address < self.history.open.base
            || address == self.history.open.base && !self.history.chunks.is_empty() && address < end;
        let mut reopened = if reopens { Some(self.history.reopened(address)?) } else { None };
        let open = reopened.as_mut().unwrap_or(&mut self.history.open);
        let length = (address - open.base) as usize;
        let room = self.history.store.capacity() - length;
        let start = start_turn.then(|| Cell::turn_start(self.head.tape_state.state.side_to_move()));
        let before_start = room < GROUP_MAX;
        let after_start = !before_start && start.is_some() && room <= GROUP_MAX;
        let sealed = if before_start || after_start {
            let (head, cells) = open.sealed(length, start.filter(|_| after_start))?;
            let chunk = self.history.store.sealed(head, cells.clone())?;
            open.reserve(0, 1 + GROUP_MAX)?;
            self.history.chunks.try_reserve(1).map_err(NoMemory::from)?;
            Some((self.history.keep(&chunk)?, cells))
        } else {
            open.reserve(length, 1 + GROUP_MAX)?;
            None
        };

        // Nothing below fails.
        self.saved.cut(address);
        if let Some(open) = reopened {
            self.history.reopen(open);
        }
        self.history.open.truncate(length);
        if after_start {
            self.head.tape_state.in_turn = true;
            self.head.address += 1;
        }
        if let Some((chunk, cells)) = sealed {
            self.history.open.restart(&chunk.head, &cells, Keyframe::pack(&self.head.tape_state));
            self.history.chunks.push_back(chunk);
        }
        if let Some(start) = start.filter(|_| !after_start) {
            self.history.open.append(&[start]);
            self.head.tape_state.in_turn = true;
            self.head.address += 1;
        }
        Ok(())
    }

    /// Cuts off the cells behind the head.
    ///
    /// # Errors
    /// If a spilled chunk cannot be read.
    pub fn truncate(&mut self) -> Result<(), TapeError> {
        let address = self.head.address;
        if address == self.history.end() {
            return Ok(());
        }
        if address > self.history.open.base || self.history.chunks.is_empty() {
            self.history.open.truncate((address - self.history.open.base) as usize);
        } else {
            let open = self.history.reopened(address)?;
            self.history.reopen(open);
        }
        Ok(())
    }

    /// Gives up the chunks that end at `address` or before; the horizon moves up. Returns the new horizon.
    pub fn drop_before(&mut self, address: u64) -> u64 {
        let limit = address.min(self.head.address);
        while self
            .history
            .chunks
            .front()
            .is_some_and(|chunk| chunk.head.base + chunk.head.length as u64 <= limit)
        {
            self.history.chunks.pop_front();
        }
        self.history.horizon()
    }

    /// A tape of its own with the same cells, head included. Sealed chunks are shared. Linear in chunks.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn fork(&self) -> Result<Self, NoMemory> {
        self.fork_from(0)
    }

    /// A fork that lacks the chunks before the one with this number.
    fn fork_from(&self, first: usize) -> Result<Self, NoMemory> {
        let history = self.history.fork_from(first)?;
        Ok(Self { history, head: self.head, saved: SavedSteps::default() })
    }

    /// Lets `change`, which depends on the state at the head alone, play on the tape; if it fails,
    /// the tape is as it was.
    pub(super) fn all_or_nothing<E: From<NoMemory>>(
        &mut self,
        change: impl Fn(&mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.history.store.is_ring() {
            // Chunks that are given up do not come back. So only the store may still fail when this
            // tape begins.
            change(&mut Self::at(ChunkStore::unlimited()?, self.head.tape_state))?;
        }
        let before = self.fork_from(self.history.first_in_reach(self.head.address))?;
        change(self).inspect_err(|_| {
            self.saved.cut(before.head.address);
            self.history.restore(before.history);
            self.head = before.head;
        })
    }

    /// Undoes what the last call wrote: a group, and the start of the turn if it stands right
    /// before. False at the root, where there is nothing.
    ///
    /// # Errors
    /// [`TapeError::Horizon`], or if a spilled chunk cannot be read.
    #[inline]
    pub fn undo(&mut self) -> Result<bool, TapeError> {
        self.history.undo(&mut self.head)
    }

    /// Undoes back to and including the last group that begins with `wanted`. False at the root, where it stops.
    fn unwind(&mut self, wanted: u16) -> Result<bool, TapeError> {
        let found = self.last_group(wanted)?;
        self.seek(found.unwrap_or(0))?;
        Ok(found.is_some())
    }

    /// Where the last group that begins with `wanted` begins; `None` if there is none back to the root.
    pub(super) fn last_group(&self, wanted: u16) -> Result<Option<u64>, TapeError> {
        let (mut address, horizon) = (self.head.address, self.history.horizon());
        while address > horizon {
            let (base, cells) = self.history.span_before(address)?;
            let before = &cells[..(address - base) as usize];
            if let Some(index) = before.iter().rposition(|cell| cell.op() == wanted) {
                return Ok(Some(base + index as u64));
            }
            address = base;
        }
        if horizon == 0 { Ok(None) } else { Err(TapeError::Horizon { horizon }) }
    }

    /// Undoes the last micro-move and whatever came after it. False at the root, where it stops.
    ///
    /// # Errors
    /// As for [`undo`](Self::undo).
    #[inline]
    pub fn unmake(&mut self) -> Result<bool, TapeError> {
        if let Some((start, before)) = self.saved.ending_at(self.head.address)
            && start >= self.history.open.base
        {
            self.head.address = start;
            self.head.tape_state.state = *before;
            return Ok(true);
        }
        self.unwind(op::STEP)
    }

    /// Undoes the last turn from its start on. False at the root, where it stops.
    ///
    /// # Errors
    /// As for [`undo`](Self::undo).
    pub fn unwind_turn(&mut self) -> Result<bool, TapeError> {
        self.unwind(op::TURN_START)
    }

    /// Redoes what [`undo`](Self::undo) undid, if anything was undone.
    ///
    /// # Errors
    /// If a spilled chunk cannot be read.
    pub fn redo(&mut self) -> Result<bool, TapeError> {
        self.history.redo(&mut self.head)
    }

    /// Undoes so many times if `groups` is negative, otherwise redoes, and returns how often it
    /// did: less often at either end.
    ///
    /// # Errors
    /// [`TapeError::Horizon`], or if a spilled chunk cannot be read.
    pub fn step(&mut self, groups: i64) -> Result<u64, TapeError> {
        let (mut place, mut moved) = (self.head, 0);
        while moved < groups.unsigned_abs() {
            let has_moved =
                if groups < 0 { self.history.undo(&mut place)? } else { self.history.redo(&mut place)? };
            if !has_moved {
                break;
            }
            moved += 1;
        }
        self.head = place;
        Ok(moved)
    }

    /// Moves the head to `address`, or to the border of a group before it, and returns where it is. Walks there, or replays from a
    /// chunk's keyframe if that is nearer.
    ///
    /// # Errors
    /// [`TapeError::Range`] behind the end, [`TapeError::Horizon`] before the horizon, or if a spilled chunk cannot be read.
    pub fn seek(&mut self, address: u64) -> Result<u64, TapeError> {
        self.check_range(address, address)?;
        let replayed = address - self.history.chunk_base(address);
        let nearer = replayed < self.head.address.abs_diff(address);
        let mut place = if nearer { self.history.chunk_start(address) } else { self.head };
        while place.address > address {
            self.history.step_back(&mut place)?;
        }
        while self.history.step_forward(&mut place, address)? {}
        self.head = place;
        Ok(place.address)
    }

    /// Moves the head behind the end of turn number `turn`, counted from 1; 0 is the root.
    ///
    /// # Errors
    /// [`TapeError::Range`] if no such turn has ended, and as for [`seek`](Self::seek).
    pub fn seek_turn(&mut self, turn: u64) -> Result<u64, TapeError> {
        let address = if turn == 0 { Some(0) } else { self.history.address_of_turn(turn)? };
        self.seek(address.ok_or(TapeError::Range)?)
    }

    /// Calls `visit` with address and content of every cell from `from` to `to`, backwards if `from` is the greater, until it breaks. Reads
    /// only; the head stays.
    ///
    /// # Errors
    /// [`TapeError::Range`] or [`TapeError::Horizon`] for addresses that are not there, or if a spilled chunk cannot be read.
    pub fn run(
        &self,
        from: u64,
        to: u64,
        mut visit: impl FnMut(u64, Cell) -> ControlFlow<()>,
    ) -> Result<(), TapeError> {
        self.check_range(from, to)?;
        let mut address = from;
        while address != to {
            let forward = from < to;
            let (base, cells) =
                if forward { self.history.span_from(address)? } else { self.history.span_before(address)? };
            let index = (address - base) as usize;
            let limit = (to.max(base) - base).min(cells.len() as u64) as usize;
            let mut step = |index: usize| visit(base + index as u64, cells[index]);
            let flow = if forward {
                (index..limit).try_for_each(&mut step)
            } else {
                (limit..index).rev().try_for_each(&mut step)
            };
            if flow.is_break() {
                break;
            }
            address = base + limit as u64;
        }
        Ok(())
    }

    /// Whether the tape has the cells between these addresses.
    fn check_range(&self, from: u64, to: u64) -> Result<(), TapeError> {
        let horizon = self.history.horizon();
        if from.max(to) > self.history.end() {
            return Err(TapeError::Range);
        }
        if from.min(to) < horizon { Err(TapeError::Horizon { horizon }) } else { Ok(()) }
    }

    /// The cells from `from` to `to`, in the order of the tape.
    ///
    /// # Errors
    /// As for [`run`](Self::run), and [`TapeError::Memory`].
    pub fn read(&self, from: u64, to: u64) -> Result<Vec<Cell>, TapeError> {
        self.check_range(from, to)?;
        let mut cells = list_with_room(usize::try_from(from.abs_diff(to)).unwrap_or(usize::MAX))?;
        self.run(from.min(to), from.max(to), |_, cell| {
            cells.push(cell);
            ControlFlow::Continue(())
        })?;
        Ok(cells)
    }

    /// The men that are elsewhere at `to` than at `from`, whatever happened between.
    ///
    /// # Errors
    /// As for [`run`](Self::run).
    pub fn delta(&self, from: u64, to: u64) -> Result<Delta, TapeError> {
        let mut delta = Delta::default();
        self.run(from, to, |_, cell| {
            delta.follow(cell, from < to);
            ControlFlow::Continue(())
        })?;
        Ok(delta)
    }

    pub(super) const fn history(&self) -> &History {
        &self.history
    }

    /// Chain of the history up to `address`.
    ///
    /// # Errors
    /// If a spilled chunk cannot be read.
    pub fn chain_at(&self, address: u64) -> Result<Chain, TapeError> {
        self.check_range(address, address)?;
        self.history.chain_at(address)
    }
}
