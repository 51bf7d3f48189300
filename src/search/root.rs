use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::board::Color;
use crate::cache::{CacheError, EvaluationCache};
use crate::eval::Evaluator;
use crate::memory::NoMemory;
use crate::tt::Bound;

use super::expectimax::{Expectimax, SearchError, SearchProgress};
use super::node::{Interruption, NodeSearch, NodeValue, Role, Rules};
use super::ranking::Ranking;
use super::shortlist::Candidate;
use super::{ExpectimaxOptions, SearchControl, TableUse, Window};

/// The search of all root candidates, by any number of workers.
///
/// Candidates are handed out and ranked in shortlist order. A worker that runs ahead searches with the alpha of those ranked so far,
/// which is lower than the one that a single worker would use, so that it may find an exact value where that one would have cut. This
/// cannot change who wins, except among equals, where rounding decides whether the cut comes: then the candidate is searched again
/// with the alpha of its turn.
pub(super) struct RootSearch<'s, E: Evaluator> {
    evaluator: &'s E,
    options: ExpectimaxOptions,
    depth: usize,
    table: Option<TableUse<'s>>,
    progress: Option<&'s (dyn Fn(&SearchProgress) + Sync)>,
    candidates: &'s [Candidate],
    perspective: Color,
    control: &'s SearchControl,
    shared: Mutex<Shared<'s, E::Error>>,
}

struct Shared<'s, Error> {
    /// The candidate that the next free worker takes.
    next: usize,
    ranking: Ranking<'s>,
    /// Values of candidates that are not ranked yet, with the alpha that they were searched with.
    found: Vec<Option<(NodeValue, f64)>>,
    /// Whether no worker shall begin another candidate.
    ended: bool,
    failure: Option<SearchError<Error>>,
}

impl<'s, E: Evaluator> RootSearch<'s, E> {
    pub fn new(
        search: &'s Expectimax<'_, E>,
        depth: usize,
        candidates: &'s [Candidate],
        perspective: Color,
        control: &'s SearchControl,
        ranking: Ranking<'s>,
    ) -> Self {
        let found = vec![None; candidates.len()];
        Self {
            evaluator: search.evaluator,
            options: search.options,
            depth,
            table: search.table,
            progress: search.progress,
            candidates,
            perspective,
            control,
            shared: Mutex::new(Shared { next: 0, ranking, found, ended: false, failure: None }),
        }
    }

    /// How many candidates there are.
    pub const fn candidates(&self) -> usize {
        self.candidates.len()
    }

    /// Searches candidates until there are none left. Any number of threads may do this at once.
    pub fn work(&self) {
        if self.options.cache_leaves {
            self.work_with(EvaluationCache::new(self.evaluator), |error| match error {
                CacheError::Evaluator(error) => SearchError::Evaluator(error),
                CacheError::Memory => SearchError::Memory(NoMemory),
            });
        } else {
            self.work_with(self.evaluator, SearchError::Evaluator);
        }
    }

    /// What the workers found.
    pub fn finish(self) -> Result<Ranking<'s>, SearchError<E::Error>> {
        let shared = self.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.failure.map_or(Ok(shared.ranking), Err)
    }

    fn work_with<W: Evaluator>(&self, evaluator: W, error: impl Fn(W::Error) -> SearchError<E::Error>) {
        let rules = Rules {
            perspective: self.perspective,
            bounds: self.options.bounds,
            exact_only: self.options.exact_only,
            control: self.control,
            table: self.table.map(|table| table.table),
        };
        let mut search = NodeSearch::new(rules, evaluator, self.depth - 1);
        while let Some((index, alpha)) = self.take_candidate() {
            let result = self.search_candidate(&mut search, index, alpha);
            let mut shared = self.lock();
            let result = result.and_then(|found| {
                shared.found[index] = Some((found, alpha));
                self.rank(&mut shared, &mut search)
            });
            if let Err(interruption) = result {
                shared.ended = true;
                match interruption {
                    Interruption::Stopped => shared.ranking.statistics.candidates_abandoned = 1,
                    Interruption::Evaluator(failure) => shared.failure = Some(error(failure)),
                    Interruption::TooLarge(halt) => shared.failure = Some(SearchError::TooLarge(halt)),
                }
            }
        }
    }

    /// The next candidate and the alpha to search it with; none if the search is to end.
    fn take_candidate(&self) -> Option<(usize, f64)> {
        let mut shared = self.lock();
        let index = shared.next;
        if shared.ended || index == self.candidates.len() {
            return None;
        }
        if self.control.is_cancelled() {
            shared.ended = true;
            if index == 0 {
                shared.ranking.statistics.candidates_abandoned = 1;
            }
            return None;
        }
        shared.next += 1;
        shared.ranking.statistics.table_probes += usize::from(self.table.is_some());
        Some((index, shared.ranking.alpha(index)))
    }

    fn search_candidate<W: Evaluator>(
        &self,
        search: &mut NodeSearch<'_, W>,
        index: usize,
        alpha: f64,
    ) -> Result<NodeValue, Interruption<W::Error>> {
        let window = Window { alpha, ..Window::OPEN };
        search.node(&self.candidates[index].state, Role::Min, self.depth - 1, window)
    }

    /// Ranks every candidate whose turn it is.
    fn rank<W: Evaluator>(
        &self,
        shared: &mut Shared<'_, E::Error>,
        search: &mut NodeSearch<'_, W>,
    ) -> Result<(), Interruption<W::Error>> {
        loop {
            let index = shared.ranking.reports.len();
            let Some((mut found, searched_with)) = shared.found.get_mut(index).and_then(Option::take) else {
                return Ok(());
            };
            let alpha = shared.ranking.alpha(index);
            if alpha != searched_with && self.could_tie(&shared.ranking, index, &found) {
                found = self.search_candidate(search, index, alpha)?;
            }
            shared.ranking.push(&found, alpha);
            self.report_progress(&shared.ranking);
        }
    }

    /// Whether the candidate is so close to the best one that the rounding of sums could decide between a cut and a tie.
    fn could_tie(&self, ranking: &Ranking<'_>, index: usize, found: &NodeValue) -> bool {
        let bounds = &self.options.bounds;
        // Sums of 56 values of this size are off by far less than a billionth of it.
        let tolerance = 1e-9 * bounds.terminal_loss().abs().max(bounds.terminal_win().abs());
        found.bound == Bound::Exact
            && ranking
                .best()
                .is_some_and(|best| (ranking.final_value(index, found) - best).abs() <= tolerance)
    }

    fn report_progress(&self, ranking: &Ranking<'_>) {
        let Some(progress) = self.progress else { return };
        let winner = ranking.winners().first().copied();
        progress(&SearchProgress {
            depth: self.depth,
            candidates_done: ranking.reports.len(),
            candidates: self.candidates.len(),
            best: winner.zip(ranking.best()).map(|(winner, best)| (self.candidates[winner].turn, best)),
            work_used: self.control.work_used(),
        });
    }

    fn lock(&self) -> MutexGuard<'_, Shared<'s, E::Error>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
