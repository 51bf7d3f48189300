use std::ops::ControlFlow::{self, Break, Continue};

use crate::memory::TryGrow;
use crate::state::GameState;

use super::legal::{Node, Wanted};
use super::state_set::{Clocks, Insertion, StateSet};
use super::{Guard, Halt, Turn};

/// The distinct states that a position's legal turns lead to, the end of the turn included, each with the first turn that leads there.
/// Turns that take a king end the game and are left out, and so is a pass. Reusable: filled again, it keeps its memory.
#[derive(Clone, Debug)]
pub struct FinalStates {
    states: Vec<GameState>,
    turns: Vec<Turn>,
    turn_counts: Vec<u32>,
    set: StateSet,
}

impl FinalStates {
    /// Holds nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { states: Vec::new(), turns: Vec::new(), turn_counts: Vec::new(), set: StateSet::new() }
    }

    /// Replaces the content by what the turns of `state` with its dice lead to.
    ///
    /// # Panics
    /// If memory does not hold it, which takes a position that no game shows.
    pub fn generate(&mut self, state: &GameState) {
        if let Err(halt) = self.generate_within(&Guard::NONE, state) {
            panic!("{halt}");
        }
    }

    /// [`generate`](Self::generate) under a guard.
    ///
    /// # Errors
    /// Why the enumeration ended early; nothing is held then.
    pub fn generate_within(&mut self, guard: &Guard<'_>, state: &GameState) -> Result<(), Halt> {
        self.generate_some(guard, state).inspect_err(|_| self.clear())
    }

    /// [`generate_within`](Self::generate_within) that keeps what it has found until the guard ends it.
    ///
    /// # Errors
    /// Why the enumeration ended early; the states that the first turns lead to are held then.
    pub(crate) fn generate_some(&mut self, guard: &Guard<'_>, state: &GameState) -> Result<(), Halt> {
        self.clear();
        let halt = self.collect(guard, state).break_value();
        // A state that was not taken in for lack of room.
        self.states.truncate(self.turn_counts.len());
        self.turns.truncate(self.turn_counts.len());
        halt.map_or(Ok(()), Err)
    }

    fn collect(&mut self, guard: &Guard<'_>, state: &GameState) -> ControlFlow<Halt> {
        if self.set.reset(Clocks::Exact).is_err() {
            return Break(Halt::Memory);
        }
        let root = Node::root(state);
        let wanted = Wanted { king_captures: false, quiet_cost: root.longest() };
        let mut questions = guard.questions();
        root.visit_turns(wanted, &mut |node, turn, _| {
            questions.before_turn()?;
            match self.add(guard, &node.state, turn) {
                Ok(()) => Continue(()),
                Err(halt) => Break(halt),
            }
        })
    }

    /// Takes in where `turn` leads to; `before` is the state before its last micro-move.
    #[inline]
    fn add(&mut self, guard: &Guard<'_>, before: &GameState, turn: Turn) -> Result<(), Halt> {
        self.states.try_push(*before)?;
        if let (Some(state), Some(&last_move)) = (self.states.last_mut(), turn.moves().last()) {
            state.make_micro_move(last_move);
            state.end_turn();
        }
        match self.set.insert_last(&self.states) {
            Insertion::Known(index) => {
                self.states.pop();
                self.turn_counts[index] += 1;
            }
            Insertion::NoMemory => return Err(Halt::Memory),
            Insertion::New if self.states.len() > guard.max_states => {
                return Err(Halt::TooMany(guard.max_states));
            }
            Insertion::New => {
                self.turns.try_push(turn)?;
                self.turn_counts.try_push(1)?;
            }
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.states.clear();
        self.turns.clear();
        self.turn_counts.clear();
    }

    /// The states, the other side to move and without dice, in the order of the turns that first reach them.
    #[must_use]
    pub fn states(&self) -> &[GameState] {
        &self.states
    }

    /// [`turns`](Self::turns) without the states, whose memory is freed.
    pub(crate) fn into_turns(self) -> Vec<Turn> {
        self.turns
    }

    /// For each of [`states`](Self::states) the first turn that leads to it.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// For each of [`states`](Self::states) how many turns lead to it.
    #[must_use]
    pub fn turn_counts(&self) -> &[u32] {
        &self.turn_counts
    }
}

impl Default for FinalStates {
    fn default() -> Self {
        Self::new()
    }
}
