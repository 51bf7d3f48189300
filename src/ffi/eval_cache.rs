//! Evaluation caches: scores remembered for the length of one search.
//!
//! A dicechess_eval_cache belongs to one evaluator and one search or rescoring call: make one per call and free it with the
//! call, for it never forgets on its own. It gives exactly the scores that the evaluator would give: a score belongs to a state, clocks
//! included, and a perspective. 76 bytes an entry at a million entries. Material costs less than a hit: a cache is for
//! evaluators that are worth remembering.
//!
//! It is single-owner. The evaluator's callback may use the cache that calls it; any other call meanwhile gets DICECHESS_ERR_BUSY. What
//! a callback stores stays stored even if it fails afterwards; its own failed evaluation is not kept and tried again
//! next time. Ask for the time before each access: the cache looks at no clock.

use std::sync::atomic::AtomicUsize;

use crate::cache::{CacheError, EvaluationCache};
use crate::eval::Evaluator;
use crate::ffi::board::dicechess_color;
use crate::ffi::evaluator::dicechess_evaluator;
use crate::ffi::state::dicechess_state;
use crate::memory::NoMemory;

use super::argument::{argument, room_for};
use super::error::dicechess_error;
use super::evaluator::{EvaluationFailure, SharedEvaluator, failed};
use super::guard::boundary;
use super::handle::{Handle, HandleCell, Reenterable, free};
use super::status::dicechess_status;

/// An evaluation cache.
pub struct dicechess_eval_cache {
    cell: HandleCell<OwnedCache>,
}

/// A cache and the thread that uses it.
pub(super) struct OwnedCache {
    pub(super) cache: EvaluationCache<SharedEvaluator>,
    user: AtomicUsize,
}

impl Reenterable for OwnedCache {
    fn user(&self) -> &AtomicUsize {
        &self.user
    }
}

impl Handle for dicechess_eval_cache {
    type Value = OwnedCache;
    const WORD: u32 = 0x6361_6368;
    const CALLS_BACK: bool = true;

    fn cell(&self) -> &HandleCell<OwnedCache> {
        &self.cell
    }
}

/// The error that the caller of the failed evaluation gets.
#[cold]
pub(super) fn failed_in_cache(failure: CacheError<EvaluationFailure>) -> dicechess_error {
    failed(match failure {
        CacheError::Evaluator(failure) => failure,
        CacheError::Memory => EvaluationFailure::Memory,
    })
}

/// Makes an empty cache of the scores of `evaluator`, which may be freed before it.
/// `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_eval_cache_new(
    evaluator: *const dicechess_evaluator,
    out: *mut *mut dicechess_eval_cache,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let out = argument!(1, out).new_handle()?;
        let evaluator = argument!(0, evaluator).shared()?.clone();
        let cache = EvaluationCache::try_new(evaluator).map_err(|_| NoMemory)?;
        let cache = OwnedCache { cache, user: AtomicUsize::new(0) };
        out.put(dicechess_eval_cache { cell: HandleCell::new::<dicechess_eval_cache>(cache) })
    })
}

/// Frees a cache. NULL is ignored, and so is a cache that is in use.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_eval_cache_free(cache: *mut dicechess_eval_cache) {
    // SAFETY: the conventions of the header: NULL or a handle of this type.
    boundary!(else (), { unsafe { free(cache) } })
}

/// The score of `state` for `perspective`, from the cache or else from the evaluator. `DICECHESS_ERR_CALLBACK`; `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_eval_cache_evaluate(
    cache: *mut dicechess_eval_cache,
    state: *const dicechess_state,
    perspective: dicechess_color,
    score: *mut i32,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let score = argument!(3, score).output()?;
        let perspective = argument!(2, perspective).color()?;
        let state = *argument!(1, state).shared()?;
        let owned = argument!(0, cache).reentrant()?;
        score.put(owned.cache.evaluate(&state, perspective).map_err(failed_in_cache)?)
    })
}

/// The scores of `count` states for `perspective`. States that are not there go to the evaluator in batches of at most 64, each state
/// once. If one fails nothing is written and nothing of its batch is kept; if memory runs out, a part of it may be. Errors as with
/// `dicechess_evaluator_evaluate_batch`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_eval_cache_evaluate_batch(
    cache: *mut dicechess_eval_cache,
    states: *const *const dicechess_state,
    count: usize,
    perspective: dicechess_color,
    scores: *mut i32,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let scores = argument!(4, scores).array(count)?;
        let perspective = argument!(3, perspective).color()?;
        let states = argument!(1, states).copies(count)?;
        let owned = argument!(0, cache).reentrant()?;
        let mut values = room_for(count)?;
        values.resize(count, 0);
        owned.cache.evaluate_batch(&states, perspective, &mut values).map_err(failed_in_cache)?;
        scores.fill(values.into_iter())
    })
}

/// How many states were handed to the evaluator, failed attempts included.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_eval_cache_evaluator_calls(
    cache: *const dicechess_eval_cache,
    calls: *mut u64,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let calls = argument!(1, calls).output()?;
        calls.put(argument!(0, cache).reentrant()?.cache.evaluator_calls())
    })
}

/// How many scores came from the cache.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_eval_cache_hits(
    cache: *const dicechess_eval_cache,
    hits: *mut u64,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let hits = argument!(1, hits).output()?;
        hits.put(argument!(0, cache).reentrant()?.cache.cache_hits())
    })
}

/// How many pairs of a state and a perspective are remembered.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_eval_cache_entry_count(
    cache: *const dicechess_eval_cache,
    entries: *mut u64,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let entries = argument!(1, entries).output()?;
        entries.put(argument!(0, cache).reentrant()?.cache.entry_count() as u64)
    })
}

/// Bytes of memory that the cache takes up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_eval_cache_bytes_used(
    cache: *const dicechess_eval_cache,
    bytes: *mut u64,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let bytes = argument!(1, bytes).output()?;
        let owned = argument!(0, cache).reentrant()?;
        bytes.put((owned.cache.bytes_used() + size_of::<dicechess_eval_cache>()) as u64)
    })
}
