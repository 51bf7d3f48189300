use crate::board::Color;
use crate::eval::king_capture_rolls;
use crate::scoring::state_after;
use crate::state::GameState;
use crate::turns::{RollSet, Turn};

/// What the very next roll can do to the kings, from one side's point of view. [`RollSet::probability`] says how likely that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingRisk {
    /// The opponent's rolls that let it take a king of this side, if it is the next to roll.
    pub loss: RollSet,
    /// This side's rolls that let it take a king of the opponent, if it is the next to roll.
    pub win: RollSet,
}

impl KingRisk {
    /// The risk that `perspective` runs in `state`, whoever is to move; dice are ignored. See
    /// [`king_capture_rolls`]. Microseconds.
    #[must_use]
    pub fn of(state: &GameState, perspective: Color) -> Self {
        Self { loss: king_capture_rolls(state, perspective), win: king_capture_rolls(state, !perspective) }
    }

    /// The risk that the side to move runs once it has played `turn`: `loss` before the opponent's roll, `win` as the threat that
    /// stands if the opponent does nothing about it. `None` if the turn takes a king, after which nothing is at risk.
    ///
    /// # Panics
    /// As [`GameState::make_micro_move`], if the turn does not fit the position.
    #[must_use]
    pub fn after_turn(state: &GameState, turn: &Turn) -> Option<Self> {
        let after = state_after(state, turn.moves())?;
        Some(Self::of(&after, state.side_to_move()))
    }
}
