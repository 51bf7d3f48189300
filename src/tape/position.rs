use std::cell::RefCell;
use std::fmt;
use std::ops::{ControlFlow, Deref};

use arrayvec::ArrayVec;

use crate::memory::NoMemory;
use crate::state::{DicePool, GameState, MicroMove};

use super::cell::{Cell, op};
use super::compile::{compile_end_turn, compile_micro_move, compile_roll};
use super::error::TapeError;
use super::light::Light;
use super::memo::Memo;
use super::position_cache::{AttackMaps, PositionCache};
use super::store::ChunkStore;
use super::tape::Tape;
use super::tape_state::TapeState;

/// A position to play and take back on: a [`Tape`] whose derived values are remembered, and which can share a [`PositionCache`] with
/// others.
///
/// A query gives the same value whether it was remembered, found in the cache or computed. Without a cache, `make` changes the state
/// incrementally. With one, it first works out the keys that the position will have; if the cache knows them, the position is
/// copied from there, derived values included, and the clocks are taken from the tape; if not, it changes the state and adds it.
///
/// Dereferences to its tape for reading. Single owner: `Send`, not `Sync`.
pub struct Position<D = ()> {
    tape: Tape,
    memo: RefCell<Memo<D>>,
    shared: Option<Shared<D>>,
}

/// A cache, and the keys of the position for finding it there.
struct Shared<D> {
    cache: PositionCache<D>,
    light: Light,
    /// What was known before the micro-moves made last, so that taking one back need not read its cells.
    trail: ArrayVec<Before, TRAIL>,
}

/// Where a micro-move starts and ends, and the keys at its start.
struct Before {
    start: u64,
    end: u64,
    light: Light,
}

/// Two turns of three micro-moves, and two more.
const TRAIL: usize = 8;

impl<D> Shared<D> {
    fn new(cache: PositionCache<D>, tape: &Tape) -> Self {
        Self { cache, light: Light::of(tape.tape_state()), trail: ArrayVec::new() }
    }

    /// Forgets what ends behind `address`, where other cells will be written.
    fn cut(&mut self, address: u64) {
        while self.trail.last().is_some_and(|before| before.end > address) {
            self.trail.pop();
        }
    }

    fn push(&mut self, before: Before) {
        if self.trail.is_full() {
            self.trail.remove(0);
        }
        self.trail.push(before);
    }
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
        Self { tape, memo: RefCell::new(Memo::empty()), shared: None }
    }

    /// Shares a cache from now on, or none.
    pub fn attach(&mut self, cache: Option<PositionCache<D>>) {
        self.shared = cache.map(|cache| Shared::new(cache, &self.tape));
    }

    /// Gives the tape back.
    #[must_use]
    pub fn into_tape(self) -> Tape {
        self.tape
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
        self.tape.all_or_nothing(change)?;
        self.follow_tape();
        Ok(())
    }

    /// A position of its own in the same place. The cache is shared, remembered values are not.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn fork(&self) -> Result<Self, NoMemory> {
        let mut fork = Self::from_tape(self.tape.fork()?);
        fork.attach(self.shared.as_ref().map(|shared| shared.cache.clone()));
        Ok(fork)
    }

    /// Squares that are attacked.
    #[must_use]
    pub fn attacks(&self) -> AttackMaps {
        let (head, state) = (self.tape.head(), self.tape.state());
        if let Some(known) = self.memo.borrow().get(head).and_then(|frame| frame.attacks) {
            return known;
        }
        let attacks = match &self.shared {
            None => AttackMaps::of(state),
            Some(Shared { cache, light, .. }) => cache.attacks(light.keys()).unwrap_or_else(|| {
                let attacks = AttackMaps::of(state);
                cache.keep_attacks(light.keys(), state, &attacks);
                attacks
            }),
        };
        // Without memory they are computed anew the next time.
        if let Ok(frame) = self.memo.borrow_mut().at(head) {
            frame.attacks = Some(attacks);
        }
        attacks
    }

    /// The client's own data for this position, if it is remembered here or in the cache.
    #[must_use]
    pub fn data(&self) -> Option<D> {
        let head = self.tape.head();
        if let Some(known) = self.memo.borrow().get(head).and_then(|frame| frame.data.clone()) {
            return Some(known);
        }
        let found = self.shared.as_ref().and_then(|shared| shared.cache.data(shared.light.keys()));
        if let (Some(found), Ok(frame)) = (&found, self.memo.borrow_mut().at(head)) {
            frame.data = Some(found.clone());
        }
        found
    }

    /// Remembers the client's data for this position, here and in the cache. It takes `bytes` of memory, must follow from the state,
    /// and must not depend on the clocks. Without memory for it, it is not remembered.
    pub fn remember(&self, data: D, bytes: usize) {
        if let Some(Shared { cache, light, .. }) = &self.shared {
            cache.keep_data(light.keys(), self.tape.state(), &data, bytes);
        }
        if let Ok(frame) = self.memo.borrow_mut().at(self.tape.head()) {
            frame.data = Some(data);
        }
    }

    /// [`Tape::make`].
    ///
    /// # Errors
    /// As for the tape.
    #[inline]
    pub fn make(&mut self, micro_move: MicroMove) -> Result<(), TapeError> {
        if self.shared.is_none() {
            self.cut();
            return self.tape.make(micro_move);
        }
        self.write(&compile_micro_move(self.tape.state(), micro_move)?)
    }

    /// [`Tape::roll`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn roll(&mut self, dice: DicePool) -> Result<(), TapeError> {
        let before = self.tape.head();
        self.write(&compile_roll(self.tape.state(), dice).ok_or(TapeError::NoDice)?)?;
        self.memo.get_mut().carry_attacks(before, self.tape.head());
        Ok(())
    }

    /// [`Tape::end_turn`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn end_turn(&mut self) -> Result<(), TapeError> {
        let before = self.tape.head();
        self.write(&compile_end_turn(self.tape.state()))?;
        self.memo.get_mut().carry_attacks(before, self.tape.head());
        Ok(())
    }

    /// [`Tape::note`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn note(&mut self, data: u16) -> Result<(), TapeError> {
        self.cut();
        let before = self.tape.head();
        self.tape.note(data)?;
        self.memo.get_mut().carry(before, self.tape.head());
        Ok(())
    }

    /// Writes a group: keys first, then the cache, then, if that does not know the position, the cells one by one.
    fn write(&mut self, group: &[Cell]) -> Result<(), TapeError> {
        self.cut();
        let (mut after, side) = (*self.tape.tape_state(), self.tape.state().side_to_move());
        let start = (!after.is_in_turn()).then(|| Cell::turn_start(side));
        let redo_all = |after: &mut TapeState| {
            for &cell in start.iter().chain(group) {
                let redone = after.redo_trusted(cell);
                debug_assert_eq!(redone, Ok(()));
            }
        };
        let Some(shared) = &mut self.shared else {
            redo_all(&mut after);
            return self.tape.append(group, start.is_some(), after);
        };
        let mut light = shared.light;
        start.iter().for_each(|&cell| light.redo(cell));
        let before = light;
        group.iter().for_each(|&cell| light.redo(cell));
        let known = shared.cache.state(light.keys());
        match known {
            Some(state) => after = light.complete(state),
            None => redo_all(&mut after),
        }
        self.tape.append(group, start.is_some(), after)?;
        shared.light = light;
        let end = self.tape.head();
        let begin = end - group.len() as u64;
        if group[0].op() == op::STEP {
            shared.push(Before { start: begin, end, light: before });
        }
        if known.is_none() {
            shared.cache.keep(light.keys(), self.tape.state());
        }
        Ok(())
    }

    /// Whether [`unmake`](Self::unmake) would find a micro-move; if not, it would go to the root.
    ///
    /// # Errors
    /// As for the tape's `unmake`.
    pub fn has_micro_move(&self) -> Result<bool, TapeError> {
        Ok(self.tape.find_back(Some(op::STEP))?.is_some())
    }

    /// Whether [`unwind_turn`](Self::unwind_turn) would find the start of a turn; if not, it would go to the root.
    ///
    /// # Errors
    /// As for the tape's `unwind_turn`.
    pub fn has_turn(&self) -> Result<bool, TapeError> {
        Ok(self.tape.find_back(Some(op::TURN_START))?.is_some())
    }

    /// [`Tape::undo`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn undo(&mut self) -> Result<bool, TapeError> {
        let before = self.tape.head();
        let undone = self.go_back(None)?;
        let after = self.tape.head();
        if self.memo.get_mut().get(before).is_some() {
            let mut men_stay = true;
            let read = self.tape.run(after, before, |_, cell| {
                men_stay &= !matches!(cell.op(), op::PLACE | op::REMOVE);
                ControlFlow::Continue(())
            });
            if men_stay && read.is_ok() {
                self.memo.get_mut().carry_attacks(before, after);
            }
        }
        Ok(undone)
    }

    /// [`Tape::unmake`].
    ///
    /// # Errors
    /// As for the tape.
    #[inline]
    pub fn unmake(&mut self) -> Result<bool, TapeError> {
        if self.shared.is_none() { self.tape.unmake() } else { self.go_back(Some(op::STEP)) }
    }

    /// [`Tape::unwind_turn`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn unwind_turn(&mut self) -> Result<bool, TapeError> {
        self.go_back(Some(op::TURN_START))
    }

    /// Goes back to the start of the last group of a kind: keys first, then the cache, then the cells.
    fn go_back(&mut self, wanted: Option<u16>) -> Result<bool, TapeError> {
        let (head, horizon) = (self.tape.head(), self.tape.reel().horizon());
        let Some(shared) = &mut self.shared else {
            let found = self.tape.find_back(wanted)?;
            self.tape.seek(found.unwrap_or(0))?;
            return Ok(found.is_some());
        };
        let known = shared.trail.last().filter(|before| before.end == head && before.start >= horizon);
        let known = known.filter(|_| wanted == Some(op::STEP));
        let (found, light) = match known {
            Some(before) => (Some(before.start), before.light),
            None => {
                let (found, mut light) = (self.tape.find_back(wanted)?, shared.light);
                self.tape.run(head, found.unwrap_or(0), |_, cell| {
                    light.undo(cell);
                    ControlFlow::Continue(())
                })?;
                (found, light)
            }
        };
        let target = found.unwrap_or(0);
        match shared.cache.state(light.keys()) {
            Some(state) => self.tape.set_head(target, light.complete(state)),
            None => {
                self.tape.seek(target)?;
                shared.cache.keep(light.keys(), self.tape.state());
            }
        }
        shared.light = light;
        shared.cut(target);
        Ok(found.is_some())
    }

    /// [`Tape::redo`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn redo(&mut self) -> Result<bool, TapeError> {
        self.walk(Tape::redo)
    }

    /// [`Tape::step`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn step(&mut self, groups: i64) -> Result<u64, TapeError> {
        self.walk(|tape| tape.step(groups))
    }

    /// [`Tape::seek`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn seek(&mut self, address: u64) -> Result<u64, TapeError> {
        self.walk(|tape| tape.seek(address))
    }

    /// [`Tape::seek_turn`].
    ///
    /// # Errors
    /// As for the tape.
    pub fn seek_turn(&mut self, turn: u64) -> Result<u64, TapeError> {
        self.walk(|tape| tape.seek_turn(turn))
    }

    fn walk<T>(&mut self, go: impl FnOnce(&mut Tape) -> Result<T, TapeError>) -> Result<T, TapeError> {
        let gone = go(&mut self.tape)?;
        self.follow_tape();
        Ok(gone)
    }

    /// The head has moved without this position.
    fn follow_tape(&mut self) {
        if let Some(shared) = &mut self.shared {
            shared.light = Light::of(self.tape.tape_state());
        }
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

    /// Forgets what lies behind the head, where other cells will be written.
    fn cut(&mut self) {
        self.memo.get_mut().cut(self.tape.head());
        if let Some(shared) = &mut self.shared {
            shared.cut(self.tape.head());
        }
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
