use crate::eval::{Evaluator, Material};
use crate::memory::{list_with_room, try_collect};
use crate::scoring::score_admitted_paths;
use crate::state::GameState;
use crate::turns::Turn;

use super::grace::Grace;
use super::root_turns::RootTurns;
use super::{SearchControl, SearchError};

/// A turn that the root search looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    pub turn: Turn,
    /// After the end of the turn.
    pub state: GameState,
    pub pre_rank: i32,
}

/// What the legal turns of the root come to.
#[derive(Debug)]
pub(super) enum Shortlist {
    /// This turn takes a king, in as few micro-moves as any: there is nothing to search.
    KingCapture(Turn),
    /// The best turns by pre-rank score, best first; none if the turn must be passed.
    Candidates(Vec<Candidate>),
}

impl Shortlist {
    /// Ranks the root's turns, equal ones in generation order, and keeps the first `limit`. Turns that transpose into each other are not
    /// merged.
    ///
    /// `pre_rank` is asked for one unit of work a state. Without it material ranks, and so it does what the control left unranked
    /// when it stopped `pre_rank`. Turns that even material did not come to rank are left out.
    pub fn new<Error>(
        state: &GameState,
        root: RootTurns,
        limit: usize,
        pre_rank: Option<&dyn Evaluator<Error = Error>>,
        control: &SearchControl,
    ) -> Result<Self, SearchError<Error>> {
        if let Some(shortest) = root.king_captures().iter().min_by_key(|turn| turn.moves().len()) {
            return Ok(Self::KingCapture(*shortest));
        }
        let turns = root.turns();
        let mut scores = list_with_room(turns.len())?;
        if let Some(evaluator) = pre_rank {
            let admit = |states| control.admit_many(states as u64) as usize;
            score_admitted_paths(state, turns.iter().map(Turn::moves), &evaluator, &mut scores, admit)
                .map_err(SearchError::Evaluator)?;
        }
        let grace = Grace::new(control);
        let admit = |states| if grace.allows(states) { states } else { 0 };
        let unranked = turns[scores.len()..].iter().map(Turn::moves);
        let Ok(()) = score_admitted_paths(state, unranked, &Material, &mut scores, admit);
        let mut order = try_collect(0..scores.len())?;
        // Descending by ascending negation, which leaves the least score in front: the order that all dice-chess engines share.
        let by_rank = |&index: &usize| (scores[index].wrapping_neg(), index);
        if limit < order.len() {
            order.select_nth_unstable_by_key(limit, by_rank);
            order.truncate(limit);
        }
        order.sort_unstable_by_key(by_rank);
        let candidate = |index: usize| {
            let turn = turns[index];
            let mut after = *state;
            turn.moves().iter().for_each(|&micro_move| after.make_micro_move(micro_move));
            after.end_turn();
            Candidate { turn, state: after, pre_rank: scores[index] }
        };
        Ok(Self::Candidates(try_collect(order.into_iter().map(candidate))?))
    }
}
