use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::board::Color;
use crate::cache::{CacheError, EvaluationCache};
use crate::eval::Evaluator;
use crate::memory::{NoMemory, TryGrow};
use crate::tt::Bound;

use super::expectimax::{Expectimax, SearchError, SearchProgress};
use super::level::Level;
use super::node::{Interruption, NodeResult, NodeSearch, NodeValue, Role};
use super::ranking::Ranking;
use super::shortlist::Candidate;
use super::{ExpectimaxOptions, SearchControl, TableUse, Window};

/// The search of all root candidates, by any number of workers.
///
/// Candidates are handed out and ranked in shortlist order. A worker that runs ahead searches with the alpha of those ranked so far,
/// which is lower than the one that a single worker would use, so that it may find an exact value where that one would have cut. This
/// cannot change who wins, except among equals, where rounding decides whether the cut comes. A candidate in such doubt is searched
/// again with the alpha of its turn.
///
/// With a table, the candidates' own entries are looked up and stored in shortlist order, so that none finds what its own first
/// search left. Where there are no other nodes, a candidate that was searched with another alpha is searched again, so that the table
/// gets what a single worker would store. Where there are, rounding depends on which of them the table holds, hence on who came
/// first; there a candidate in doubt gets its exact value instead.
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
    /// Values of candidates that are not ranked yet.
    found: Vec<Option<Found>>,
    /// Whether no worker shall begin another candidate.
    ended: bool,
    failure: Option<SearchError<Error>>,
}

/// A candidate that a worker is to search, or has searched.
#[derive(Clone, Copy)]
struct Task {
    index: usize,
    alpha: f64,
    /// Whether candidates before it are still being searched, so that `alpha` may rise.
    is_ahead: bool,
}

/// What the search of a candidate found.
#[derive(Clone, Copy)]
struct Found {
    task: Task,
    value: NodeValue,
}

impl<'s, E: Evaluator> RootSearch<'s, E> {
    pub fn new(
        search: &'s Expectimax<'_, E>,
        depth: usize,
        candidates: &'s [Candidate],
        perspective: Color,
        control: &'s SearchControl,
        ranking: Ranking<'s>,
    ) -> Result<Self, NoMemory> {
        let mut found = Vec::new();
        found.try_resize(candidates.len(), None)?;
        Ok(Self {
            evaluator: search.evaluator,
            options: search.options,
            depth,
            table: search.table,
            progress: search.progress,
            candidates,
            perspective,
            control,
            shared: Mutex::new(Shared { next: 0, ranking, found, ended: false, failure: None }),
        })
    }

    /// How many candidates there are.
    pub const fn candidates(&self) -> usize {
        self.candidates.len()
    }

    /// Searches candidates until there are none left. Any number of threads may do this at once.
    pub fn work(&self) {
        let failure = if self.options.cache_leaves {
            let of_cache = |error| match error {
                CacheError::Evaluator(error) => SearchError::Evaluator(error),
                CacheError::Memory => SearchError::Memory(NoMemory),
            };
            EvaluationCache::try_new(self.evaluator)
                .map_err(of_cache)
                .and_then(|cache| self.work_with(&cache, of_cache))
                .err()
        } else {
            self.work_with(self.evaluator, SearchError::Evaluator).err()
        };
        if failure.is_some() {
            let mut shared = self.lock();
            shared.ended = true;
            shared.failure = failure;
        }
    }

    /// What the workers found.
    pub fn finish(self) -> Result<Ranking<'s>, SearchError<E::Error>> {
        let shared = self.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        shared.failure.map_or(Ok(shared.ranking), Err)
    }

    fn work_with<W: Evaluator>(
        &self,
        evaluator: &W,
        error: impl Fn(W::Error) -> SearchError<E::Error>,
    ) -> Result<(), SearchError<E::Error>> {
        let mut levels = Level::list(self.depth - 1)?;
        let search = NodeSearch {
            perspective: self.perspective,
            bounds: self.options.bounds,
            exact_only: self.options.exact_only,
            control: self.control,
            table: self.table.map(|table| table.table),
            evaluator,
        };
        while let Some(task) = self.take(&search) {
            let result = self.search_candidate(&search, &mut levels, &task);
            let mut shared = self.lock();
            let result = result.and_then(|value| {
                shared.found[task.index] = Some(Found { task, value });
                self.rank(&mut shared, &search, &mut levels)
            });
            match result {
                Ok(()) => {}
                Err(Interruption::Stopped) => {
                    shared.ended = true;
                    shared.ranking.statistics.candidates_abandoned = 1;
                }
                Err(Interruption::Evaluator(failure)) => return Err(error(failure)),
                Err(Interruption::TooLarge(halt)) => return Err(SearchError::TooLarge(halt)),
                Err(Interruption::Memory) => return Err(SearchError::Memory(NoMemory)),
            }
        }
        Ok(())
    }

    /// The next candidate to search; none if the search is to end. Candidates that the table knows need no search.
    fn take<W: Evaluator>(&self, search: &NodeSearch<'_, W>) -> Option<Task> {
        let mut shared = self.lock();
        loop {
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
            let is_ahead = index > shared.ranking.reports.len();
            let task = Task { index, alpha: shared.ranking.alpha(index), is_ahead };
            if !is_ahead {
                shared.ranking.statistics.table_probes += usize::from(self.table.is_some());
            }
            match self.probe(search, &task) {
                None => return Some(task),
                Some(value) if is_ahead => shared.found[index] = Some(Found { task, value }),
                Some(value) => self.push(&mut shared.ranking, &value, task.alpha),
            }
        }
    }

    fn probe<W: Evaluator>(&self, search: &NodeSearch<'_, W>, task: &Task) -> Option<NodeValue> {
        search.probe(&self.candidates[task.index].state, Role::Min, self.depth - 1, task.window())
    }

    fn search_candidate<W: Evaluator>(
        &self,
        search: &NodeSearch<'_, W>,
        levels: &mut [Level],
        task: &Task,
    ) -> NodeResult<W> {
        search.expand(levels, &self.candidates[task.index].state, Role::Min, task.window())
    }

    /// Ranks every candidate whose turn it is.
    fn rank<W: Evaluator>(
        &self,
        shared: &mut Shared<'_, E::Error>,
        search: &NodeSearch<'_, W>,
        levels: &mut [Level],
    ) -> Result<(), Interruption<W::Error>> {
        loop {
            let ranking = &mut shared.ranking;
            let index = ranking.reports.len();
            let Some(Found { task: Task { is_ahead, alpha: searched_with, .. }, mut value }) =
                shared.found.get_mut(index).and_then(Option::take)
            else {
                return Ok(());
            };
            let task = Task { index, alpha: ranking.alpha(index), is_ahead: false };
            if is_ahead {
                ranking.statistics.table_probes += usize::from(self.table.is_some());
                if let Some(known) = self.probe(search, &task) {
                    self.push(ranking, &known, task.alpha);
                    continue;
                }
            }
            let has_table = self.table.is_some();
            if has_table && self.depth > ExpectimaxOptions::MIN_DEPTH {
                if value.bound != Bound::Exact && self.could_tie(ranking, &task, &value) {
                    let exactly = Task { alpha: f64::NEG_INFINITY, ..task };
                    value = self.search_candidate(search, levels, &exactly)?;
                }
            } else if (task.alpha != searched_with || value.from_table)
                && (has_table || self.could_tie(ranking, &task, &value))
            {
                value = self.search_candidate(search, levels, &task)?;
            }
            search.store(&self.candidates[index].state, Role::Min, self.depth - 1, &value);
            self.push(ranking, &value, task.alpha);
        }
    }

    fn push(&self, ranking: &mut Ranking<'_>, value: &NodeValue, alpha: f64) {
        ranking.push(value, alpha);
        self.report_progress(ranking);
    }

    /// Whether the candidate is so close to the best one that the rounding of sums could decide between a cut and a tie.
    fn could_tie(&self, ranking: &Ranking<'_>, task: &Task, found: &NodeValue) -> bool {
        let bounds = &self.options.bounds;
        // Sums of 56 products, eight turns deep, are off by less than a tenth of it.
        let tolerance = 1e-12 * bounds.terminal_loss().abs().max(bounds.terminal_win().abs());
        let distance = match found.bound {
            Bound::Exact => ranking.best().map(|best| ranking.final_value(task.index, found) - best),
            _ => Some(found.value - task.alpha),
        };
        distance.is_some_and(|distance| distance.abs() <= tolerance)
    }

    fn report_progress(&self, ranking: &Ranking<'_>) {
        let Some(progress) = self.progress else { return };
        let winner = ranking.winners().next();
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

impl Task {
    const fn window(&self) -> Window {
        Window { alpha: self.alpha, ..Window::OPEN }
    }
}
