use std::ops::ControlFlow::{self, Break, Continue};

use crate::memory::{NoMemory, TryGrow};
use crate::state::GameState;

use super::legal::{Ending, Node, Wanted};
use super::{Guard, Halt, Turn};

/// All legal turns of a position, in the order of [`for_each_legal_turn`](super::for_each_legal_turn). Reusable: a list that is
/// filled again keeps its memory. Eight bytes a turn.
#[derive(Clone, Debug, Default)]
pub struct TurnList {
    turns: Vec<Turn>,
    king_captures: usize,
    /// Empty between calls.
    king_capturing: Vec<Turn>,
}

impl TurnList {
    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self { turns: Vec::new(), king_captures: 0, king_capturing: Vec::new() }
    }

    /// Replaces the content by the legal turns of `state`.
    ///
    /// # Errors
    /// If there are more than `limit`, or more than memory holds; the list is then empty, never cut.
    pub fn generate(&mut self, state: &GameState, limit: usize) -> Result<(), Halt> {
        self.generate_within(&Guard { max_states: limit, ..Guard::NONE }, state)
    }

    /// [`generate`](Self::generate) under a guard, whose limit is one of turns.
    ///
    /// # Errors
    /// Why the listing ended early; the list is then empty.
    pub fn generate_within(&mut self, guard: &Guard<'_>, state: &GameState) -> Result<(), Halt> {
        self.generate_some(guard, state).inspect_err(|_| self.clear())
    }

    /// [`generate_within`](Self::generate_within) that keeps what it has listed until the guard ends it.
    ///
    /// # Errors
    /// Why the listing ended early; the list then holds the first turns.
    pub(crate) fn generate_some(&mut self, guard: &Guard<'_>, state: &GameState) -> Result<(), Halt> {
        self.clear();
        let halt = self.collect(guard, state).break_value();
        self.turns.try_reserve(self.king_capturing.len()).map_err(NoMemory::from)?;
        self.king_captures = self.king_capturing.len();
        self.turns.splice(0..0, self.king_capturing.drain(..));
        halt.map_or(Ok(()), Err)
    }

    /// Replaces the content by those legal turns of `state` that take a king in as few micro-moves as any. Needs neither the memory nor
    /// the time that a list of all turns takes.
    ///
    /// # Errors
    /// If memory does not hold them; the list is then empty.
    pub fn generate_shortest_king_captures(&mut self, state: &GameState) -> Result<(), NoMemory> {
        self.clear();
        let root = Node::root(state);
        for length in 1..=3 {
            let listed = root.visit_king_captures(length, &mut |turn| match self.turns.try_push(turn) {
                Ok(()) => Continue(()),
                Err(no_memory) => Break(no_memory),
            });
            if let Break(no_memory) = listed {
                self.clear();
                return Err(no_memory);
            }
            if !self.turns.is_empty() {
                break;
            }
        }
        self.king_captures = self.turns.len();
        Ok(())
    }

    /// Replaces the content by that of a list that was generated without a limit; it ends like generating anew within `limit`.
    ///
    /// # Errors
    /// As for [`generate`](Self::generate).
    pub fn copy_from(&mut self, other: &Self, limit: usize) -> Result<(), Halt> {
        self.clear();
        if other.turns.len() > limit {
            return Err(Halt::TooMany(limit));
        }
        self.turns.try_reserve_exact(other.turns.len()).map_err(NoMemory::from)?;
        self.turns.extend_from_slice(&other.turns);
        self.king_captures = other.king_captures;
        Ok(())
    }

    /// The turns, king captures first. Empty if the turn must be passed.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// How many of the turns take a king; they come first.
    #[must_use]
    pub const fn king_captures(&self) -> usize {
        self.king_captures
    }

    fn collect(&mut self, guard: &Guard<'_>, state: &GameState) -> ControlFlow<Halt> {
        let root = Node::root(state);
        let wanted = Wanted { king_captures: true, quiet_cost: root.longest() };
        let mut questions = guard.questions();
        root.visit_turns(wanted, &mut |_, turn, ending| {
            questions.before_turn()?;
            if self.turns.len() + self.king_capturing.len() == guard.max_states {
                return Break(Halt::TooMany(guard.max_states));
            }
            let turns = match ending {
                Ending::KingCapture => &mut self.king_capturing,
                Ending::Quiet => &mut self.turns,
            };
            match turns.try_push(turn) {
                Ok(()) => Continue(()),
                Err(no_memory) => Break(no_memory.into()),
            }
        })
    }

    fn clear(&mut self) {
        self.turns.clear();
        self.king_capturing.clear();
        self.king_captures = 0;
    }
}

/// The legal turns of `state`, without a limit.
///
/// # Panics
/// If memory does not hold them, which takes a position that no game shows.
#[must_use]
pub fn legal_turns(state: &GameState) -> TurnList {
    let mut list = TurnList::new();
    if let Err(error) = list.generate(state, usize::MAX) {
        panic!("{error}");
    }
    list
}
