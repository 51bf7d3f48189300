use std::ops::ControlFlow::{self, Break, Continue};

use crate::state::GameState;

use super::legal::{Node, Wanted};
use super::state_set::{Clocks, Insertion, StateSet};
use super::{Guard, Halt, Turn};

/// A guard is asked before this many turns are made: some ten microseconds.
const TURNS_BETWEEN_QUESTIONS: u64 = 512;

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

    /// The same under a guard.
    ///
    /// # Errors
    /// Why the enumeration ended early; nothing is held then.
    pub fn generate_within(&mut self, guard: &Guard<'_>, state: &GameState) -> Result<(), Halt> {
        self.clear();
        match self.collect(guard, state) {
            Continue(()) => Ok(()),
            Break(halt) => {
                self.clear();
                Err(halt)
            }
        }
    }

    fn collect(&mut self, guard: &Guard<'_>, state: &GameState) -> ControlFlow<Halt> {
        if self.set.reset(Clocks::Exact).is_err() {
            return Break(Halt::Memory);
        }
        let root = Node::root(state);
        let wanted = Wanted { king_captures: false, quiet_cost: root.longest() };
        let mut turns_seen = 0u64;
        root.visit_turns(wanted, &mut |node, turn, _| {
            if turns_seen.is_multiple_of(TURNS_BETWEEN_QUESTIONS) && !(guard.keep_going)() {
                return Break(Halt::Stopped);
            }
            turns_seen += 1;
            if self.states.try_reserve(1).is_err() {
                return Break(Halt::Memory);
            }
            let last_move = turn.moves().iter().last();
            self.states.push(node.state);
            if let (Some(state), Some(&last_move)) = (self.states.last_mut(), last_move) {
                state.make_micro_move(last_move);
                state.end_turn();
            }
            match self.set.insert_last(&self.states) {
                Insertion::Known(index) => {
                    self.states.pop();
                    self.turn_counts[index] += 1;
                }
                Insertion::NoMemory => return Break(Halt::Memory),
                Insertion::New if self.states.len() > guard.max_states => {
                    return Break(Halt::TooMany(guard.max_states));
                }
                Insertion::New => {
                    if self.turns.try_reserve(1).is_err() || self.turn_counts.try_reserve(1).is_err() {
                        return Break(Halt::Memory);
                    }
                    self.turns.push(turn);
                    self.turn_counts.push(1);
                }
            }
            Continue(())
        })
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
