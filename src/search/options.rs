use crate::eval::Evaluator;
use crate::tt::TranspositionTable;

use super::UtilityBounds;

/// How an [`Expectimax`](super::Expectimax) search goes about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExpectimaxOptions {
    /// Turns looked ahead, the root's own included: [`MIN_DEPTH`](Self::MIN_DEPTH)..=[`MAX_DEPTH`](Self::MAX_DEPTH). Each one more
    /// costs a factor of thousands.
    pub depth: usize,
    /// Whether depths 2, 3, … are searched one after the other until `depth` or the control ends it: the deepest one that was finished is
    /// reported. For searches against the clock. Values are those of a search to that depth at once; among equal turns the draw may
    /// differ, since candidates are searched in another order.
    pub iterative: bool,
    /// How many root turns are searched, at least 1.
    pub candidate_limit: usize,
    /// Whether the table may neither give nor take bounds, only exact values.
    pub exact_only: bool,
    /// The scale of values.
    pub bounds: UtilityBounds,
    /// Whether leaf scores are remembered within one call, in an [`EvaluationCache`](crate::cache::EvaluationCache) for each thread. Pays
    /// for evaluators that cost more than about 50 ns; those built in do not.
    pub cache_leaves: bool,
}

impl ExpectimaxOptions {
    /// The least depth: the root's turn and the reply.
    pub const MIN_DEPTH: usize = 2;
    /// The greatest depth.
    pub const MAX_DEPTH: usize = 8;

    /// Checks the numbers.
    ///
    /// # Errors
    /// The first field whose value is out of range.
    pub fn validate(&self) -> Result<(), InvalidSearchOption> {
        let invalid =
            |field, value: usize, expected| Err(InvalidSearchOption { field, value: value as f64, expected });
        if !(Self::MIN_DEPTH..=Self::MAX_DEPTH).contains(&self.depth) {
            return invalid("depth", self.depth, "2 to 8");
        }
        if self.candidate_limit == 0 {
            return invalid("candidate_limit", self.candidate_limit, "at least 1");
        }
        Ok(())
    }
}

impl Default for ExpectimaxOptions {
    /// Depth 2, eight candidates, the usual scale, no cache.
    fn default() -> Self {
        Self {
            depth: 2,
            iterative: false,
            candidate_limit: 8,
            exact_only: false,
            bounds: UtilityBounds::default(),
            cache_leaves: false,
        }
    }
}

/// Which option is out of range, and what it has to be.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{field} is {value}, expected {expected}")]
pub struct InvalidSearchOption {
    /// The name of the option.
    pub field: &'static str,
    /// Its value.
    pub value: f64,
    /// What was expected.
    pub expected: &'static str,
}

/// A second opinion on root candidates, mixed into their search values: `(1 − weight) · search + weight · score`. Never mixed into a value that
/// a lost king taints.
pub struct RootRescore<'a, Error> {
    /// Scores the position after a candidate's turn from the searching side's point of view, all candidates in one batch.
    pub evaluator: &'a dyn Evaluator<Error = Error>,
    /// Share of the score, 0 to 1. A weight of 0 never calls the evaluator.
    pub weight: f64,
    /// Tells the evaluator apart from others in the fingerprint of a table.
    pub evaluator_id: u64,
}

/// A table that a search reads and fills.
#[derive(Clone, Copy)]
pub struct TableUse<'a> {
    /// The table. It may hold values of earlier searches with the same evaluator, bounds and rescorer.
    pub table: &'a TranspositionTable,
    /// Tells the leaf evaluator apart from others.
    pub evaluator_id: u64,
}
