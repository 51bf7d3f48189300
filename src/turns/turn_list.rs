use std::ops::ControlFlow::{self, Break, Continue};

use crate::state::GameState;

use super::Turn;
use super::legal::{Ending, Node, Wanted};

/// More legal turns than the caller allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {limit} legal turns")]
pub struct TurnLimitExceeded {
    /// The limit that was passed in.
    pub limit: usize,
}

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
    /// If there are more than `limit`; the list is then empty, never cut.
    pub fn generate(&mut self, state: &GameState, limit: usize) -> Result<(), TurnLimitExceeded> {
        self.clear();
        if self.collect(state, limit).is_break() {
            self.clear();
            return Err(TurnLimitExceeded { limit });
        }
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

    fn collect(&mut self, state: &GameState, limit: usize) -> ControlFlow<()> {
        let root = Node::root(state);
        let wanted = Wanted { king_captures: true, quiet_cost: root.longest() };
        root.visit_turns(wanted, &mut |_, turn, ending| {
            if self.turns.len() + self.king_capturing.len() == limit {
                return Break(());
            }
            match ending {
                Ending::KingCapture => self.king_capturing.push(turn),
                Ending::Quiet => self.turns.push(turn),
            }
            Continue(())
        })?;
        self.king_captures = self.king_capturing.len();
        self.turns.splice(0..0, self.king_capturing.drain(..));
        Continue(())
    }

    fn clear(&mut self) {
        self.turns.clear();
        self.king_capturing.clear();
        self.king_captures = 0;
    }
}

/// The legal turns of `state`, without a limit.
#[must_use]
pub fn legal_turns(state: &GameState) -> TurnList {
    let mut list = TurnList::new();
    // A limit that no list can reach.
    let _ = list.generate(state, usize::MAX);
    list
}
