use std::num::NonZeroUsize;

use crate::board::Color;
use crate::eval::Evaluator;
use crate::memory::{NoMemory, list_with_room, try_collect};
use crate::scoring::TERMINAL_WIN_SCORE;
use crate::state::GameState;
use crate::threads::run_on;
use crate::tt::TableBoundElsewhere;
use crate::turns::{FinalStates, Guard, Halt, Turn};

use super::batches::evaluate_in_batches;
use super::node::Interruption;
use super::ranking::Ranking;
use super::root::RootSearch;
use super::root_turns::RootTurns;
use super::shortlist::{Candidate, Shortlist};
use super::{
    CandidateReport, ExpectimaxOptions, InvalidSearchOption, JvmRandom, RootRescore, SearchControl,
    SearchReport, StopReason, TableUse, table_fingerprint,
};

/// Looks for the best turn: ranks all legal turns, searches the first ones to a fixed depth over all dice, and draws among the best.
///
/// Values are exact: pruning and table change how much is searched, never what a completed candidate is worth. With the same
/// inputs, the same table content and a search that completes, turn and score are the same for every number of threads; what a table
/// holds can turn a tied candidate that would be cut into one that takes part in the draw.
pub struct Expectimax<'a, E: Evaluator> {
    /// Scores the leaves.
    pub evaluator: &'a E,
    /// How the search goes about it.
    pub options: ExpectimaxOptions,
    /// Ranks the legal turns before the search; material if there is none.
    pub pre_rank: Option<&'a dyn Evaluator<Error = E::Error>>,
    /// A second opinion on the candidates.
    pub rescore: Option<RootRescore<'a, E::Error>>,
    /// A table to read and fill.
    pub table: Option<TableUse<'a>>,
    /// Is told after each candidate, by the thread that finished it.
    pub progress: Option<&'a (dyn Fn(&SearchProgress) + Sync)>,
}

/// Scores of all candidates by the rescorer, and its weight.
type Rescores = (Vec<i32>, f64);

/// How far a search has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchProgress {
    /// Turns looked ahead.
    pub depth: usize,
    /// Candidates that have their value or are cut off.
    pub candidates_done: usize,
    /// Candidates in all.
    pub candidates: usize,
    /// The best turn so far and its value.
    pub best: Option<(Turn, f64)>,
    /// Units of work that the control counted until now.
    pub work_used: u64,
}

/// Why there is no report.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SearchError<E> {
    /// An option is out of range.
    #[error(transparent)]
    Option(#[from] InvalidSearchOption),
    /// The table holds values of another configuration.
    #[error(transparent)]
    Table(#[from] TableBoundElsewhere),
    /// An evaluator failed; nothing of the node that asked it is stored.
    #[error("the evaluator failed")]
    Evaluator(E),
    /// In a position after the root's turn some roll leads to more distinct states than a search can look at.
    #[error("the position is too large to search: {0}")]
    TooLarge(Halt),
    /// The system has no memory for what the search keeps.
    #[error(transparent)]
    Memory(#[from] NoMemory),
}

impl<E> From<Halt> for SearchError<E> {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Memory => Self::Memory(NoMemory),
            Halt::TooMany(_) | Halt::Stopped => Self::TooLarge(halt),
        }
    }
}

impl<'a, E: Evaluator> Expectimax<'a, E> {
    /// A search with default options: leaves by `evaluator`, ranked by material, no rescorer, no table.
    #[must_use]
    pub fn new(evaluator: &'a E) -> Self {
        Self {
            evaluator,
            options: ExpectimaxOptions::default(),
            pre_rank: None,
            rescore: None,
            table: None,
            progress: None,
        }
    }

    /// Finds the turn to play in `state` with its dice. Draws once from `random` if a candidate has a value.
    ///
    /// An interrupted search still gives a turn: the best of the candidates that it completed, or the best ranked one.
    ///
    /// # Errors
    /// Options out of range, a table of another configuration, the failure of an evaluator. `random` is then unchanged.
    pub fn search(
        &self,
        state: &GameState,
        control: &SearchControl,
        random: &mut JvmRandom,
    ) -> Result<SearchReport, SearchError<E::Error>> {
        self.run(state, control, random, |root| root.work())
    }

    /// The same on up to `threads` threads, this one among them. All have ended when this returns. Turn and score are those of
    /// [`search`](Self::search), but for a budget or deadline that ends the search early; statistics can differ.
    ///
    /// # Errors
    /// As [`search`](Self::search).
    pub fn search_on_threads(
        &self,
        threads: NonZeroUsize,
        state: &GameState,
        control: &SearchControl,
        random: &mut JvmRandom,
    ) -> Result<SearchReport, SearchError<E::Error>>
    where
        E: Sync,
        E::Error: Send,
    {
        if threads == NonZeroUsize::MIN {
            return self.search(state, control, random);
        }
        self.run(state, control, random, |root| {
            // Each candidate is the work of one thread.
            let candidates = NonZeroUsize::new(root.candidates()).unwrap_or(NonZeroUsize::MIN);
            run_on(threads.min(candidates), &|| root.work());
        })
    }

    fn run(
        &self,
        state: &GameState,
        control: &SearchControl,
        random: &mut JvmRandom,
        work: impl Fn(&RootSearch<'_, E>),
    ) -> Result<SearchReport, SearchError<E::Error>> {
        self.validate()?;
        let mut report = SearchReport::new(self.options.depth);
        // Thinking about the only thing there is to do would waste the time of the game.
        let is_forced = control.has_deadline() && has_one_end(state, control)?;
        let (candidate_limit, pre_rank) =
            if is_forced { (1, None) } else { (self.options.candidate_limit, self.pre_rank) };
        let turns = RootTurns::of(state, control)?;
        report.statistics.legal_turns = turns.legal_turns();
        report.statistics.distinct_states = turns.distinct_states();
        match Shortlist::new(state, turns, candidate_limit, pre_rank, control)? {
            Shortlist::KingCapture(turn) => {
                report.turn = Some(turn);
                report.score = TERMINAL_WIN_SCORE;
                report.best = Some(self.options.bounds.terminal_win());
            }
            Shortlist::Candidates(candidates) if candidates.is_empty() => {}
            Shortlist::Candidates(candidates) if is_forced => report.choose_unsearched(&candidates),
            Shortlist::Candidates(mut candidates) => {
                report.statistics.candidates_selected = candidates.len();
                let search_to = |depth, candidates: &[Candidate], random: &mut JvmRandom| {
                    let blank = SearchReport { depth, ..report.clone() };
                    self.search_candidates(candidates, state.side_to_move(), control, blank, random, &work)
                };
                report = if self.options.iterative {
                    self.deepen(&mut candidates, control, random, search_to)?
                } else {
                    search_to(self.options.depth, &candidates, random)?
                };
            }
        }
        report.work_used = control.work_used();
        report.stop_reason = report.stop_reason.or(control.stop_reason());
        Ok(report)
    }

    /// Searches all candidates to the depth of `report` and completes it.
    fn search_candidates(
        &self,
        candidates: &[Candidate],
        perspective: Color,
        control: &SearchControl,
        mut report: SearchReport,
        random: &mut JvmRandom,
        work: &impl Fn(&RootSearch<'_, E>),
    ) -> Result<SearchReport, SearchError<E::Error>> {
        let rescores = self.rescores(candidates, perspective, control)?;
        let rescores = rescores.as_ref().map(|(scores, weight)| (&scores[..], *weight));
        let ranking = Ranking::new(candidates, rescores, report.statistics)?;
        let root = RootSearch::new(self, report.depth, candidates, perspective, control, ranking)?;
        work(&root);
        report.choose(candidates, root.finish()?, random);
        Ok(report)
    }

    /// Searches to depth 2, 3, … and returns the deepest search that was neither interrupted nor ran out of memory, or the first one if
    /// there is none. Each depth begins with the turns that the one before found best, so that the others are cut sooner.
    fn deepen(
        &self,
        candidates: &mut [Candidate],
        control: &SearchControl,
        random: &mut JvmRandom,
        mut search_to: impl FnMut(
            usize,
            &[Candidate],
            &mut JvmRandom,
        ) -> Result<SearchReport, SearchError<E::Error>>,
    ) -> Result<SearchReport, SearchError<E::Error>> {
        let seed = random.clone();
        let mut best = search_to(ExpectimaxOptions::MIN_DEPTH, candidates, random)?;
        for depth in ExpectimaxOptions::MIN_DEPTH + 1..=self.options.depth {
            if control.is_cancelled() {
                break;
            }
            let mut drawn = seed.clone();
            let deeper = put_best_first(candidates, &best.candidates)
                .map_err(SearchError::Memory)
                .and_then(|()| search_to(depth, candidates, &mut drawn));
            let deeper = match deeper {
                Err(SearchError::Memory(_)) => {
                    best.stop_reason = Some(StopReason::Memory);
                    break;
                }
                other => other?,
            };
            if deeper.statistics.is_truncated() {
                break;
            }
            (best, *random) = (deeper, drawn);
        }
        Ok(best)
    }

    fn validate(&self) -> Result<(), SearchError<E::Error>> {
        self.options.validate()?;
        if let Some(rescore) = &self.rescore
            && !(0.0..=1.0).contains(&rescore.weight)
        {
            return Err(SearchError::Option(InvalidSearchOption {
                field: "rescore.weight",
                value: rescore.weight,
                expected: "0 to 1",
            }));
        }
        if let Some(TableUse { table, evaluator_id }) = self.table {
            let rescore = self.rescore.as_ref().map(|rescore| (rescore.evaluator_id, rescore.weight));
            table.bind(table_fingerprint(evaluator_id, &self.options.bounds, rescore))?;
        }
        Ok(())
    }

    /// The rescorer's opinion on all candidates, if it is to be asked. A control that stops it leaves none.
    fn rescores(
        &self,
        candidates: &[Candidate],
        perspective: Color,
        control: &SearchControl,
    ) -> Result<Option<Rescores>, SearchError<E::Error>> {
        let Some(RootRescore { evaluator, weight, .. }) =
            self.rescore.as_ref().filter(|rescore| rescore.weight > 0.0)
        else {
            return Ok(None);
        };
        let states = try_collect(candidates.iter().map(|candidate| candidate.state))?;
        let mut scores = Vec::new();
        match evaluate_in_batches(*evaluator, perspective, control, &states, &mut scores) {
            Ok(()) => Ok(Some((scores, *weight))),
            Err(Interruption::Stopped) => Ok(None),
            Err(Interruption::Evaluator(error)) => Err(SearchError::Evaluator(error)),
            Err(Interruption::Memory) => Err(SearchError::Memory(NoMemory)),
            Err(Interruption::TooLarge(halt)) => Err(SearchError::TooLarge(halt)),
        }
    }
}

/// Whether all legal turns lead to the same state and there is one. Turns that take a king are not counted.
fn has_one_end<E>(state: &GameState, control: &SearchControl) -> Result<bool, SearchError<E>> {
    let mut ends = FinalStates::new();
    let guard = Guard { max_states: 1, keep_going: &|| !control.is_cancelled() };
    match ends.generate_within(&guard, state) {
        Ok(()) => Ok(ends.states().len() == 1),
        Err(Halt::TooMany(_) | Halt::Stopped) => Ok(false),
        Err(Halt::Memory) => Err(SearchError::Memory(NoMemory)),
    }
}

/// Sorts candidates by the values that a search of all of them found, whose reports come in their order: exact ones from high to low,
/// then those cut off, equal ones as they were. If there is no memory for that, nothing is changed.
fn put_best_first(candidates: &mut [Candidate], reports: &[CandidateReport]) -> Result<(), NoMemory> {
    let value = |index: usize| reports.get(index).and_then(|report| report.final_value);
    let mut order = list_with_room(candidates.len())?;
    order.extend((0..candidates.len()).map(|index| (value(index).unwrap_or(f64::NEG_INFINITY), index)));
    order.sort_unstable_by(|(a, a_index), (b, b_index)| b.total_cmp(a).then(a_index.cmp(b_index)));
    let sorted = try_collect(order.iter().map(|&(_, index)| candidates[index]))?;
    candidates.copy_from_slice(&sorted);
    Ok(())
}
