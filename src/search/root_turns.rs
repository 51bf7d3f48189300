use crate::state::GameState;
use crate::turns::{FinalStates, Guard, Halt, Turn, TurnList};

use super::SearchControl;
use super::grace::Grace;

/// The most legal turns that any search or player lists: some forty times as many as the most that random play shows.
pub(super) const MAX_TURNS: usize = 1 << 22;

/// The most distinct end states that stand for the turns of a position with more than that: 200 MB while they are found. More than the
/// positions with most turns that games can reach have, 614,689.
pub(super) const MAX_STATES: usize = 1_000_000;

/// The turns of a root that a search or player chooses from.
#[derive(Debug)]
pub(super) struct RootTurns {
    list: TurnList,
    /// The first turn to each distinct end state, if they stand for a list that would be too long.
    distinct: Option<Vec<Turn>>,
    legal_turns: usize,
}

impl RootTurns {
    /// Lists the legal turns of `state`.
    ///
    /// Of more than [`MAX_TURNS`] it holds the shortest that take a king; if none does, the first turn to each of the first [`MAX_STATES`]
    /// distinct end states. A control that ends the listing leaves what has been listed, with the shortest turns that take a king
    /// instead if there are any: at least one turn, if there is one.
    ///
    /// # Errors
    /// [`Halt::Memory`].
    pub fn of(state: &GameState, control: &SearchControl) -> Result<Self, Halt> {
        let mut list = TurnList::new();
        let grace = Grace::new(control);
        let keep_going = || grace.allows(Guard::TURNS_BETWEEN_QUESTIONS);
        let listed = list.generate_some(&Guard { max_states: MAX_TURNS, keep_going: &keep_going }, state);
        let legal_turns = list.turns().len();
        if listed == Err(Halt::Memory) {
            return Err(Halt::Memory);
        }
        if listed.is_ok() {
            return Ok(Self { list, distinct: None, legal_turns });
        }
        let mut king_captures = TurnList::new();
        king_captures.generate_shortest_king_captures(state)?;
        if king_captures.king_captures() > 0 {
            return Ok(Self { list: king_captures, distinct: None, legal_turns });
        }
        if listed == Err(Halt::Stopped) {
            return Ok(Self { list, distinct: None, legal_turns });
        }
        drop(list);
        let grace = Grace::new(control);
        let keep_going = || grace.allows(Guard::TURNS_BETWEEN_QUESTIONS);
        let mut ends = FinalStates::new();
        let found = ends.generate_some(&Guard { max_states: MAX_STATES, keep_going: &keep_going }, state);
        if found == Err(Halt::Memory) {
            return Err(Halt::Memory);
        }
        Ok(Self { list: TurnList::new(), distinct: Some(ends.into_turns()), legal_turns })
    }

    /// The turns, those that take a king first. Empty if the turn must be passed.
    pub fn turns(&self) -> &[Turn] {
        self.distinct.as_deref().unwrap_or(self.list.turns())
    }

    /// Those of the turns that take a king. Where not all turns are known, only the shortest.
    pub fn king_captures(&self) -> &[Turn] {
        &self.list.turns()[..self.list.king_captures()]
    }

    /// How many legal turns were counted, [`MAX_TURNS`] at most.
    pub const fn legal_turns(&self) -> usize {
        self.legal_turns
    }

    /// How many distinct end states stand for the legal turns; 0 if each turn stands for itself.
    pub fn distinct_states(&self) -> usize {
        self.distinct.as_ref().map_or(0, Vec::len)
    }
}
