//! Searches: the best turn of a state with its dice.
//!
//! A search ranks all legal turns, looks some of them through to a depth over all rolls of the dice, and draws among the best.
//! A dicechess_search holds the random numbers of such draws, so that one seed gives one game, and remembers the candidates
//! of the last search. It is single-owner: a call from another thread or from a callback of its own gets
//! DICECHESS_ERR_BUSY. docs/search.md tells how to choose the options.

use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Instant;

use crate::eval::Evaluator;
use crate::ffi::search_options::dicechess_search_options;
use crate::ffi::search_report::{Effort, dicechess_candidate, dicechess_search_report};
use crate::ffi::state::dicechess_state;
use crate::ffi::tt::SharedTable;
use crate::ffi::turns::too_large;
use crate::search::{
    CandidateReport, Expectimax, JvmRandom, RootRescore, SearchError, SearchProgress, TableUse,
};
use crate::state::GameState;

use super::argument::{Argument, argument};
use super::error::{Outcome, dicechess_error};
use super::evaluator::{EvaluationFailure, failed};
use super::guard::boundary;
use super::handle::{Handle, HandleCell, free};
use super::search_options::{Progress, SearchOptions};
use super::status::{
    DICECHESS_ERR_CALLBACK, DICECHESS_ERR_RANGE, DICECHESS_ERR_UNSUPPORTED, dicechess_status,
};

/// A search.
pub struct dicechess_search {
    cell: HandleCell<OwnedSearch>,
}

/// What lasts from one search to the next.
pub(super) struct OwnedSearch {
    pub(super) random: JvmRandom,
    candidates: Vec<CandidateReport>,
}

impl Handle for dicechess_search {
    type Value = OwnedSearch;
    const WORD: u32 = 0x7365_6170;
    const CALLS_BACK: bool = true;

    fn cell(&self) -> &HandleCell<OwnedSearch> {
        &self.cell
    }
}

impl OwnedSearch {
    fn best_turn(
        &mut self,
        state: &GameState,
        argument: Argument<'_, *const dicechess_search_options>,
    ) -> Outcome<dicechess_search_report> {
        self.candidates.clear();
        let options = argument.search_options()?;
        let stop = StopByProgress::new(&options);
        let tell = |progress: &SearchProgress| stop.tell(progress);
        let table = options.table.as_ref().map(SharedTable::table).transpose();
        let table = table.map_err(|error| argument.refused_table(error))?;
        let search = Expectimax {
            evaluator: &options.evaluator,
            options: options.expectimax,
            pre_rank: options.pre_rank.as_ref().map(|pre_rank| pre_rank as &dyn Evaluator<Error = _>),
            rescore: options.rescorer.as_ref().map(|(evaluator, weight)| RootRescore {
                evaluator,
                weight: *weight,
                evaluator_id: evaluator.id(),
            }),
            table: table.as_deref().map(|table| TableUse { table, evaluator_id: options.evaluator.id() }),
            progress: options.progress.as_ref().map(|_| &tell as &(dyn Fn(&SearchProgress) + Sync)),
        };
        let (start, mut random) = (Instant::now(), self.random.clone());
        let work_before = options.control.work_used();
        let found = search.search_on_threads(options.threads, state, &options.control, &mut random);
        let effort = Effort { work: options.control.work_used() - work_before, elapsed: start.elapsed() };
        stop.outcome()?;
        let found = found.map_err(|failure| match failure {
            SearchError::Option(refusal) => argument.refused_option(refusal),
            SearchError::Table(refusal) => {
                argument.refused_table(dicechess_error::new(DICECHESS_ERR_UNSUPPORTED, refusal))
            }
            other => failed_search(other),
        })?;
        self.random = random;
        let report = dicechess_search_report::of(state, &found, effort);
        self.candidates = found.candidates;
        Ok(report)
    }
}

/// The error of a search that did not fail for its options.
#[cold]
pub(super) fn failed_search(failure: SearchError<impl Into<EvaluationFailure>>) -> dicechess_error {
    match failure {
        SearchError::Evaluator(failure) => failed(failure.into()),
        SearchError::TooLarge(halt) => too_large(halt),
        SearchError::Memory(no_memory) => no_memory.into(),
        SearchError::Option(refusal) => dicechess_error::new(DICECHESS_ERR_RANGE, refusal),
        SearchError::Table(refusal) => dicechess_error::new(DICECHESS_ERR_UNSUPPORTED, refusal),
    }
}

/// Stops a search when its progress callback says so.
struct StopByProgress<'a> {
    options: &'a SearchOptions,
    /// What the callback returned, 0 until it is something else.
    code: AtomicI32,
}

impl<'a> StopByProgress<'a> {
    fn new(options: &'a SearchOptions) -> Self {
        Self { options, code: AtomicI32::new(0) }
    }

    fn tell(&self, progress: &SearchProgress) {
        let callback = self.options.progress.as_ref().filter(|_| self.code.load(Ordering::Relaxed) == 0);
        let code = callback.map_or(0, |callback: &Progress| callback.tell(progress));
        if code != 0 {
            self.code.store(code, Ordering::Relaxed);
            self.options.control.cancel();
        }
    }

    fn outcome(&self) -> Outcome {
        match self.code.load(Ordering::Relaxed) {
            0 => Ok(()),
            code => {
                let message = format_args!("the progress callback returned {code}");
                Err(dicechess_error::new(DICECHESS_ERR_CALLBACK, message).with_detail(code))
            }
        }
    }
}

/// Makes a search whose random numbers start from `seed`. They are those of the JVM's `java.util.Random`.
/// `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_search_new(
    seed: i64,
    out: *mut *mut dicechess_search,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let search = OwnedSearch { random: JvmRandom::new(seed), candidates: Vec::new() };
        argument!(1, out)
            .new_handle()?
            .put(dicechess_search { cell: HandleCell::new::<dicechess_search>(search) })
    })
}

/// Frees a search. NULL is ignored, and so is a search that is running.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_search_free(search: *mut dicechess_search) {
    // SAFETY: the conventions of the header: NULL or a handle of this type.
    boundary!(else (), { unsafe { free(search) } })
}

/// Finds the turn to play in `state` with its dice. `options` are optional. Draws one random number if a candidate has a value.
///
/// A search that its control stops still gives a turn, with `complete` 0 in the report: the best of those that it has finished, or else
/// the first of the candidates. What the pre-ranking evaluator had not ranked by then, material ranks; what the rescorer had not scored, it
/// does not score. Of a position with more than 4194304 legal turns the search takes a king in as few micro-moves as it can or
/// else chooses from the distinct states after a turn: see `distinct_states`.
///
/// `DICECHESS_ERR_RANGE` for an option that is none, with its place in `offset`. `DICECHESS_ERR_UNSUPPORTED` for a table of another
/// configuration, or threads that the evaluator does not allow. `DICECHESS_ERR_BUSY` for a table that is being cleared.
/// `DICECHESS_ERR_CALLBACK` with what an evaluator or the progress callback returned in `detail`. `DICECHESS_ERR_LIMIT` for a position
/// after the turn in which some roll leads to more than a million distinct states. `DICECHESS_ERR_MEMORY`. No random number is used up then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_search_best_turn(
    search: *mut dicechess_search,
    state: *const dicechess_state,
    options: *const dicechess_search_options,
    report: *mut dicechess_search_report,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let report = argument!(3, report).structure_output()?;
        let state = *argument!(1, state).shared()?;
        let mut search = argument!(0, search).exclusive()?;
        report.put(search.best_turn(&state, argument!(2, options))?)
    })
}

/// The candidates of the last search in the order in which they were searched, as far as it came; none after a search that failed.
/// `capacity` counts structs, of which only the first needs its `struct_size` set; `required` (optional) receives their number. Nothing is
/// written unless all fit: `DICECHESS_ERR_BUFFER`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_search_candidates(
    search: *const dicechess_search,
    candidates: *mut dicechess_candidate,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let candidates = argument!(1, candidates).structure_buffer(capacity, argument!(3, required))?;
        let search = argument!(0, search).exclusive()?;
        candidates.fill(search.candidates.iter().map(dicechess_candidate::of))
    })
}
