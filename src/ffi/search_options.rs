//! Options of a search: what it searches with and how far. A member that is 0 or NULL has its default, so set the struct to 0 first.
//!
//! The handles among them are used during the call only; a search keeps what it needs of them alive. Values are in centipawns for the
//! side to move of the position that is searched.

use std::ffi::c_void;
use std::num::NonZeroUsize;

use crate::ffi::control::dicechess_control;
use crate::ffi::evaluator::dicechess_evaluator;
use crate::ffi::micro_move::dicechess_micro_move;
use crate::ffi::tt::{SharedTable, dicechess_tt};
use crate::ffi::turns::packed;
use crate::memory::FallibleArc;
use crate::search::{
    ExpectimaxOptions, InvalidSearchOption, InvalidUtilityBounds, SearchControl, SearchProgress,
    UtilityBounds,
};

use super::argument::{Argument, member};
use super::callback::Level;
use super::error::{Outcome, dicechess_error};
use super::evaluator::SharedEvaluator;
use super::extensible::Extensible;
use super::status::{DICECHESS_ERR_RANGE, DICECHESS_ERR_UNSUPPORTED};

/// The least depth: the turn and the reply.
pub const DICECHESS_SEARCH_MIN_DEPTH: u32 = 2;
/// The greatest depth.
pub const DICECHESS_SEARCH_MAX_DEPTH: u32 = 8;
/// The most threads of one search.
pub const DICECHESS_SEARCH_MAX_THREADS: u32 = 256;

const _: () = assert!(
    DICECHESS_SEARCH_MIN_DEPTH as usize == ExpectimaxOptions::MIN_DEPTH
        && DICECHESS_SEARCH_MAX_DEPTH as usize == ExpectimaxOptions::MAX_DEPTH
);

/// The scale of search values: `terminal_loss` < `leaf_min` <= `leaf_max` < `terminal_win`, all finite. All 0: the default: -1e9, -10000,
/// 10000 and 10001. 32 bytes.
///
/// Searches cut on the strength of these numbers: with an evaluator whose scores leave `leaf_min` to `leaf_max` they may cut
/// what they should not. A `leaf_max` of 100000 covers every built-in evaluator in every position, at the price of fewer cuts.
#[repr(C)]
#[derive(Clone, Copy, PartialEq)]
pub struct dicechess_utility_bounds {
    /// The value of a lost king.
    pub terminal_loss: f64,
    /// The least score of an evaluator.
    pub leaf_min: f64,
    /// The greatest score of an evaluator.
    pub leaf_max: f64,
    /// The value of a captured enemy king.
    pub terminal_win: f64,
}

/// How far a search has come; 48 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_search_progress {
    /// Set by the library: `sizeof(dicechess_search_progress)` as it knows it.
    pub struct_size: u32,
    /// Turns that the search looks ahead at the moment.
    pub depth: u32,
    /// Candidates that have their value or are cut off.
    pub candidates_done: usize,
    /// Candidates in all.
    pub candidates: usize,
    /// The best turn so far.
    pub moves: [dicechess_micro_move; 3],
    /// How many micro-moves it has; 0: no candidate has a value yet.
    pub length: u16,
    /// The value of the best turn.
    pub value: f64,
    /// Units of work done so far.
    pub work: u64,
}

/// Is told after each candidate how far the search has come. With several threads any of them calls it, one at a time. Returns 0, or a
/// number that stops the search. The struct is gone after the call.
pub type dicechess_progress_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, progress: *const dicechess_search_progress) -> i32>;

/// What a search searches with, and how far; 128 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_search_options {
    /// Set by the caller: `sizeof(dicechess_search_options)`.
    pub struct_size: u32,
    /// Turns to look ahead, the one to be chosen included: 2 (default) to 8. Each one more costs a factor of thousands.
    pub depth: u32,
    /// Scores the positions at the end of the look-ahead. Default: material.
    pub evaluator: *const dicechess_evaluator,
    /// Ranks the legal turns before the search. Default: material.
    pub pre_rank: *const dicechess_evaluator,
    /// A second opinion on the candidates, mixed into their values: (1 - weight) · value + weight · score. Default: none.
    pub rescorer: *const dicechess_evaluator,
    /// The weight, 0 to 1. With 0 the rescorer is not asked; without a rescorer it must be 0.
    pub rescorer_weight: f64,
    /// A table to read and fill. Default: none.
    pub tt: *mut dicechess_tt,
    /// Limits of the search, and a way to cancel it. Default: none.
    pub control: *mut dicechess_control,
    /// The first parameter of `progress`.
    pub user_data: *mut c_void,
    /// Is told how far the search has come. Default: nobody.
    pub progress: dicechess_progress_callback,
    /// The scale of values.
    pub bounds: dicechess_utility_bounds,
    /// How many turns are searched, those that `pre_rank` likes best. Default: 8.
    pub candidate_limit: usize,
    /// Threads to use, 1 (default) to 256. With more than one the evaluator needs `DICECHESS_EVALUATOR_THREAD_SAFE`; all have ended when the
    /// call returns. Turn and score are the same for every number, unless a limit or a table with entries comes into play.
    pub threads: u32,
    /// 1: depths 2, 3 and so on one after the other, up to `depth` or until the control ends it; the deepest one that was finished counts.
    /// For searches against the clock. 0: `depth` at once.
    pub iterative: i32,
    /// 1: only exact values are read from the table and stored in it, no bounds. 0: both.
    pub exact_only: i32,
    /// 1: scores of the evaluator are remembered during the call. Pays for evaluators that take longer than about 50 ns. 0: they are not.
    pub cache: i32,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_search_options {}

/// Options that were checked.
pub(super) struct SearchOptions {
    pub evaluator: SharedEvaluator,
    pub pre_rank: Option<SharedEvaluator>,
    pub rescorer: Option<(SharedEvaluator, f64)>,
    pub table: Option<SharedTable>,
    pub control: FallibleArc<SearchControl>,
    pub progress: Option<Progress>,
    pub expectimax: ExpectimaxOptions,
    pub threads: NonZeroUsize,
}

/// A function of the caller's that is only used during the call.
pub(super) struct Progress {
    function: unsafe extern "C" fn(*mut c_void, *const dicechess_search_progress) -> i32,
    user_data: *mut c_void,
    level: Level,
}

// SAFETY: the header says that any thread of the search calls it.
unsafe impl Sync for Progress {}

impl Progress {
    /// What the callback returns.
    pub(super) fn tell(&self, progress: &SearchProgress) -> i32 {
        let (turn, value) = progress.best.unzip();
        let known = dicechess_search_progress {
            struct_size: size_of::<dicechess_search_progress>() as u32,
            depth: progress.depth as u32,
            candidates_done: progress.candidates_done,
            candidates: progress.candidates,
            moves: turn.as_ref().map_or([0; 3], packed),
            length: turn.map_or(0, |turn| turn.moves().len() as u16),
            value: value.unwrap_or(0.0),
            work: progress.work_used,
        };
        // SAFETY: the caller's function with the caller's data and a whole struct.
        self.level.call(|| unsafe { (self.function)(self.user_data, &known) })
    }
}

impl dicechess_utility_bounds {
    const DEFAULT: Self = Self { terminal_loss: 0.0, leaf_min: 0.0, leaf_max: 0.0, terminal_win: 0.0 };

    pub(super) fn utility_bounds(&self) -> Result<UtilityBounds, InvalidUtilityBounds> {
        if *self == Self::DEFAULT {
            return Ok(UtilityBounds::default());
        }
        UtilityBounds::new(self.terminal_loss, self.leaf_min, self.leaf_max, self.terminal_win)
    }

    /// The place of a member in the struct.
    pub(super) fn offset_of(member: &str) -> usize {
        match member {
            "leaf_min" => std::mem::offset_of!(Self, leaf_min),
            "leaf_max" => std::mem::offset_of!(Self, leaf_max),
            "terminal_win" => std::mem::offset_of!(Self, terminal_win),
            _ => std::mem::offset_of!(Self, terminal_loss),
        }
    }
}

impl dicechess_search_options {
    const DEFAULT: Self = Self {
        struct_size: size_of::<Self>() as u32,
        depth: 0,
        evaluator: std::ptr::null(),
        pre_rank: std::ptr::null(),
        rescorer: std::ptr::null(),
        rescorer_weight: 0.0,
        tt: std::ptr::null_mut(),
        control: std::ptr::null_mut(),
        user_data: std::ptr::null_mut(),
        progress: None,
        bounds: dicechess_utility_bounds::DEFAULT,
        candidate_limit: 0,
        threads: 0,
        iterative: 0,
        exact_only: 0,
        cache: 0,
    };

    /// The place of the member that the search calls `option`.
    fn offset_of(option: &str) -> usize {
        match option {
            "depth" => std::mem::offset_of!(Self, depth),
            "candidate_limit" => std::mem::offset_of!(Self, candidate_limit),
            _ => std::mem::offset_of!(Self, rescorer_weight),
        }
    }
}

impl Argument<'_, *const dicechess_evaluator> {
    pub(super) fn optional_evaluator(self) -> Outcome<Option<SharedEvaluator>> {
        if self.value.is_null() {
            Ok(None)
        } else {
            self.shared().map(|evaluator| Some(evaluator.owned_here()))
        }
    }
}

impl Argument<'_, *mut dicechess_control> {
    /// The control, or one without limits.
    pub(super) fn control_or_none(self) -> Outcome<FallibleArc<SearchControl>> {
        if self.value.is_null() {
            return Ok(FallibleArc::new(SearchControl::unbounded())?);
        }
        self.concurrent().map(|control| control.clone())
    }
}

impl Argument<'_, *mut dicechess_tt> {
    fn optional_table(self) -> Outcome<Option<SharedTable>> {
        if self.value.is_null() { Ok(None) } else { self.concurrent().map(|table| Some(table.clone())) }
    }
}

impl Argument<'_, u32> {
    /// The number of threads; 0 is one.
    fn threads(self) -> Outcome<NonZeroUsize> {
        if self.value > DICECHESS_SEARCH_MAX_THREADS {
            let problem = format_args!("is {}: at most {DICECHESS_SEARCH_MAX_THREADS}", self.value);
            return Err(self.out_of_range(problem));
        }
        Ok(NonZeroUsize::new(self.value as usize).unwrap_or(NonZeroUsize::MIN))
    }
}

impl Argument<'_, *const dicechess_search_options> {
    /// The options; NULL has all defaults.
    pub(super) fn search_options(self) -> Outcome<SearchOptions> {
        let given = self.optional_structure()?.unwrap_or(&dicechess_search_options::DEFAULT);
        let defaults = ExpectimaxOptions::default();
        let bounds = given.bounds.utility_bounds().map_err(|refusal| {
            let offset = std::mem::offset_of!(dicechess_search_options, bounds);
            let place = offset + dicechess_utility_bounds::offset_of(refusal.field);
            self.blame(dicechess_error::new(DICECHESS_ERR_RANGE, refusal)).with_offset(place)
        })?;
        let options = SearchOptions {
            evaluator: member!(self, given.evaluator)
                .optional_evaluator()?
                .map_or_else(SharedEvaluator::material, Ok)?,
            pre_rank: member!(self, given.pre_rank).optional_evaluator()?,
            rescorer: member!(self, given.rescorer)
                .optional_evaluator()?
                .map(|rescorer| (rescorer, given.rescorer_weight)),
            table: member!(self, given.tt).optional_table()?,
            control: member!(self, given.control).control_or_none()?,
            progress: given.progress.map(|function| Progress {
                function,
                user_data: given.user_data,
                level: Level::here(),
            }),
            expectimax: ExpectimaxOptions {
                depth: if given.depth == 0 { defaults.depth } else { given.depth as usize },
                iterative: member!(self, given.iterative).truth()?,
                candidate_limit: if given.candidate_limit == 0 {
                    defaults.candidate_limit
                } else {
                    given.candidate_limit
                },
                exact_only: member!(self, given.exact_only).truth()?,
                bounds,
                cache_leaves: member!(self, given.cache).truth()?,
            },
            threads: member!(self, given.threads).threads()?,
        };
        if options.rescorer.is_none() && given.rescorer_weight != 0.0 {
            let weight = member!(self, given.rescorer_weight);
            return Err(weight.out_of_range(format_args!("is {}: there is no rescorer", weight.value)));
        }
        if options.threads.get() > 1 && !options.evaluator.is_thread_safe() {
            let problem = "needs an evaluator with DICECHESS_EVALUATOR_THREAD_SAFE";
            return Err(member!(self, given.threads).fault(DICECHESS_ERR_UNSUPPORTED, problem));
        }
        Ok(options)
    }

    /// An option that the search refuses.
    #[cold]
    pub(super) fn refused_option(&self, refusal: InvalidSearchOption) -> dicechess_error {
        let offset = dicechess_search_options::offset_of(refusal.field);
        self.blame(dicechess_error::new(DICECHESS_ERR_RANGE, refusal)).with_offset(offset)
    }

    /// `error` because of the table among the options.
    #[cold]
    pub(super) fn refused_table(&self, error: dicechess_error) -> dicechess_error {
        self.blame(error).with_offset(std::mem::offset_of!(dicechess_search_options, tt))
    }
}
