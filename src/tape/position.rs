use std::cell::RefCell;
use std::fmt;
use std::ops::Deref;

use crate::memory::NoMemory;
use crate::state::{DicePool, GameState, MicroMove};

use super::cell::op;
use super::error::TapeError;
use super::position_cache::PositionCache;
use super::recent_data::RecentData;
use super::store::ChunkStore;
use super::tape::Tape;

/// A position to play and take back on: a [`Tape`] that remembers a client's data of the states it
/// goes through, and can share a [`PositionCache`] with others.
///
/// All play is the tape's; with a cache, each state that playing or taking back leads to is looked
/// up there once. Data are the same whether they were remembered, found in the cache or derived.
///
/// Dereferences to its tape for reading. Single owner: `Send`, not `Sync`.
pub struct Position<D = ()> {
    tape: Tape,
    recent: RefCell<RecentData<D>>,
    cache: Option<PositionCache<D>>,
}

impl<D: Clone> Position<D> {
    /// A position without a cache.
    ///
    /// # Errors
    /// [`TapeError::Synthetic`] if the state's bitboards and mailbox disagree.
    pub fn new(store: ChunkStore, root: &GameState) -> Result<Self, TapeError> {
        Tape::new(store, root).map(Self::from_tape)
    }

    /// The position at the head of a tape.
    #[must_use]
    pub const fn from_tape(tape: Tape) -> Self {
        Self { tape, recent: RefCell::new(RecentData::none()), cache: None }
    }

    /// Shares a cache from now on, or none.
    pub fn attach(&mut self, cache: Option<PositionCache<D>>) {
        self.cache = cache;
    }

    /// Lets `change` play on the tape; if it fails, the tape stays as it was. `change` may be called twice, and depends on the state at the
    /// head alone.
    ///
    /// # Errors
    /// What `change` returns, or if there is no memory.
    pub fn replace<E: From<NoMemory>>(
        &mut self,
        change: impl Fn(&mut Tape) -> Result<(), E>,
    ) -> Result<(), E> {
        self.cut();
        self.tape.all_or_nothing(change)
    }

    /// A position of its own in the same place. The cache is shared, remembered data are not.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn fork(&self) -> Result<Self, NoMemory> {
        let mut fork = Self::from_tape(self.tape.fork()?);
        fork.attach(self.cache.clone());
        Ok(fork)
    }

    /// The client's own data for this position, if they are remembered here or in the cache.
    #[must_use]
    pub fn data(&self) -> Option<D> {
        let head = self.tape.head();
        if let Some(known) = self.recent.borrow().get(head) {
            return Some(known);
        }
        let found = self.cache.as_ref()?.data(self.tape.state())?;
        // Without memory they are looked up again the next time.
        let _remembered = self.recent.borrow_mut().remember(head, found.clone());
        Some(found)
    }

    /// Remembers the client's data for this position, here and in the cache. They take `bytes` of memory, must follow from the state,
    /// and must not depend on the clocks. Without memory for them, they are not remembered.
    pub fn remember(&self, data: D, bytes: usize) {
        if let Some(cache) = &self.cache {
            cache.keep(self.tape.state(), &data, bytes);
        }
        let _remembered = self.recent.borrow_mut().remember(self.tape.head(), data);
    }

    /// [`Tape::make`].
    ///
    /// # Errors
    /// As for the tape.
    #[inline]
    pub fn make(&mut self, micro_move: MicroMove) -> Result<(), TapeError> {
        self.cut();
        self.tape.make(micro_move)?;
        self.look_up();
        Ok(())
    }

    /// [`Tape::roll`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn roll(&mut self, dice: DicePool) -> Result<(), TapeError> {
        self.cut();
        self.tape.roll(dice)?;
        self.look_up();
        Ok(())
    }

    /// [`Tape::end_turn`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn end_turn(&mut self) -> Result<(), TapeError> {
        self.cut();
        self.tape.end_turn()?;
        self.look_up();
        Ok(())
    }

    /// [`Tape::note`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn note(&mut self, data: u16) -> Result<(), TapeError> {
        self.cut();
        let known = self.recent.get_mut().get(self.tape.head());
        self.tape.note(data)?;
        if let Some(known) = known {
            let _remembered = self.recent.get_mut().remember(self.tape.head(), known);
        }
        Ok(())
    }

    /// Whether [`unmake`](Self::unmake) would find a micro-move; if not, it would go to the root.
    ///
    /// # Errors
    /// As for the tape's `unmake`.
    pub fn has_micro_move(&self) -> Result<bool, TapeError> {
        Ok(self.tape.last_group(op::STEP)?.is_some())
    }

    /// Whether [`unwind_turn`](Self::unwind_turn) would find the start of a turn; if not, it would go to the root.
    ///
    /// # Errors
    /// As for the tape's `unwind_turn`.
    pub fn has_turn(&self) -> Result<bool, TapeError> {
        Ok(self.tape.last_group(op::TURN_START)?.is_some())
    }

    /// [`Tape::undo`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn undo(&mut self) -> Result<bool, TapeError> {
        self.take_back(Tape::undo)
    }

    /// [`Tape::unmake`].
    ///
    /// # Errors
    /// As for the tape.
    #[inline]
    pub fn unmake(&mut self) -> Result<bool, TapeError> {
        self.take_back(Tape::unmake)
    }

    /// [`Tape::unwind_turn`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn unwind_turn(&mut self) -> Result<bool, TapeError> {
        self.take_back(Tape::unwind_turn)
    }

    #[inline]
    fn take_back(
        &mut self,
        go: impl FnOnce(&mut Tape) -> Result<bool, TapeError>,
    ) -> Result<bool, TapeError> {
        let has_undone = go(&mut self.tape)?;
        self.look_up();
        Ok(has_undone)
    }

    /// Looks the position that was reached up in the cache.
    #[inline]
    fn look_up(&self) {
        if let Some(cache) = &self.cache {
            cache.meet(self.tape.state());
        }
    }

    /// [`Tape::redo`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn redo(&mut self) -> Result<bool, TapeError> {
        self.tape.redo()
    }

    /// [`Tape::step`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn step(&mut self, groups: i64) -> Result<u64, TapeError> {
        self.tape.step(groups)
    }

    /// [`Tape::seek`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn seek(&mut self, address: u64) -> Result<u64, TapeError> {
        self.tape.seek(address)
    }

    /// [`Tape::seek_turn`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn seek_turn(&mut self, turn: u64) -> Result<u64, TapeError> {
        self.tape.seek_turn(turn)
    }

    /// [`Tape::truncate`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn truncate(&mut self) -> Result<(), TapeError> {
        self.cut();
        self.tape.truncate()
    }

    /// [`Tape::drop_before`].
    pub fn drop_before(&mut self, address: u64) -> u64 {
        self.tape.drop_before(address)
    }

    /// Forgets what lies past the head, where other cells will be written.
    fn cut(&mut self) {
        self.recent.get_mut().cut(self.tape.head());
    }
}

impl<D> Deref for Position<D> {
    type Target = Tape;

    fn deref(&self) -> &Tape {
        &self.tape
    }
}

impl<D> fmt::Debug for Position<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Position").field("tape", &self.tape).finish_non_exhaustive()
    }
}
