use std::ops::ControlFlow::{self, Break, Continue};

use crate::state::GameState;

use super::legal::{Ending, Node, Wanted};
use super::{Halt, Turn};

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
        self.clear();
        match self.collect(state, limit) {
            Continue(()) => Ok(()),
            Break(error) => {
                self.clear();
                Err(error)
            }
        }
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
        self.turns.try_reserve_exact(other.turns.len()).map_err(|_| Halt::Memory)?;
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

    fn collect(&mut self, state: &GameState, limit: usize) -> ControlFlow<Halt> {
        let root = Node::root(state);
        let wanted = Wanted { king_captures: true, quiet_cost: root.longest() };
        root.visit_turns(wanted, &mut |_, turn, ending| {
            if self.turns.len() + self.king_capturing.len() == limit {
                return Break(Halt::TooMany(limit));
            }
            let turns = match ending {
                Ending::KingCapture => &mut self.king_capturing,
                Ending::Quiet => &mut self.turns,
            };
            reserve(turns, 1)?;
            turns.push(turn);
            Continue(())
        })?;
        self.king_captures = self.king_capturing.len();
        reserve(&mut self.turns, self.king_captures)?;
        self.turns.splice(0..0, self.king_capturing.drain(..));
        Continue(())
    }

    fn clear(&mut self) {
        self.turns.clear();
        self.king_capturing.clear();
        self.king_captures = 0;
    }
}

#[inline]
fn reserve(turns: &mut Vec<Turn>, additional: usize) -> ControlFlow<Halt> {
    match turns.try_reserve(additional) {
        Ok(()) => Continue(()),
        Err(_) => Break(Halt::Memory),
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
