use crate::eval::{Evaluator, Material};
use crate::scoring::score_paths;
use crate::state::GameState;
use crate::turns::{Turn, TurnList};

use super::SearchError;

/// The most legal turns that any search or player looks at: some forty times as many as the most that random play shows.
pub(super) const MAX_TURNS: usize = 1 << 22;

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
    /// Ranks all legal turns, equal ones in generation order, and keeps the first `limit`; also tells how many legal turns there are.
    /// Turns that transpose into each other are not merged. Without an evaluator material ranks.
    pub fn new<Error>(
        state: &GameState,
        limit: usize,
        pre_rank: Option<&dyn Evaluator<Error = Error>>,
    ) -> Result<(Self, usize), SearchError<Error>> {
        let mut list = TurnList::new();
        list.generate(state, MAX_TURNS).map_err(SearchError::TooLarge)?;
        let turns = list.turns();
        let king_captures = &turns[..list.king_captures()];
        if let Some(shortest) = king_captures.iter().min_by_key(|turn| turn.moves().len()) {
            return Ok((Self::KingCapture(*shortest), turns.len()));
        }
        let mut scores = Vec::with_capacity(turns.len());
        let paths = turns.iter().map(Turn::moves);
        match pre_rank {
            Some(evaluator) => {
                score_paths(state, paths, &evaluator, &mut scores).map_err(SearchError::Evaluator)?
            }
            None => match score_paths(state, paths, &Material, &mut scores) {
                Ok(()) => {}
            },
        }
        let mut order: Vec<usize> = (0..turns.len()).collect();
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
        Ok((Self::Candidates(order.into_iter().map(candidate).collect()), turns.len()))
    }
}
