//! Evaluation caches whose callback uses them while memory runs out, and states that no text can write.

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr::null_mut;

use dicechess::board::Color;
use dicechess::cache::{CacheError, EvaluationCache};
use dicechess::eval::{Evaluator, Material};
use dicechess::ffi::*;
use dicechess::state::GameState;

use crate::allocator::{Refusal, refusing};
use crate::harness::state;

/// A cache that its callback uses while there is memory for one allocation.
struct Nesting {
    cache: *mut dicechess_eval_cache,
    other: *mut dicechess_state,
    nested: Cell<Option<dicechess_status>>,
    is_armed: Cell<bool>,
}

unsafe extern "C" fn nest(
    nesting: *mut c_void,
    state: *const dicechess_snapshot,
    _: i32,
    score: *mut i32,
) -> i32 {
    // SAFETY: the test passes a `Nesting`, the library a state and a place for the score.
    unsafe {
        let nesting = &*nesting.cast::<Nesting>();
        *score = (*state).full_move_number;
        if nesting.is_armed.replace(false) {
            let mut unused = 0;
            let (status, _) = refusing(Refusal::From(1), || {
                dicechess_eval_cache_evaluate(nesting.cache, nesting.other, 0, &mut unused, null_mut())
            });
            nesting.nested.set(Some(status));
        }
    }
    0
}

#[test]
fn a_nested_evaluation_that_cannot_be_kept_misplaces_nothing() {
    let numbered = |number: i32| state(&format!("4k3/8/8/8/8/8/8/4K3 w - - 0 {number}"));
    for last in 100..140 {
        let (mut evaluator, mut cache, mut score) = (null_mut(), null_mut(), 0);
        let other = numbered(last + 100);
        let mut nesting =
            Nesting { cache, other: other.get(), nested: Cell::new(None), is_armed: Cell::new(false) };
        let mut states: Vec<_> = (1..=32).map(numbered).collect();
        // SAFETY: live handles and outputs.
        unsafe {
            let (user_data, out) = ((&raw mut nesting).cast(), &mut evaluator);
            dicechess_evaluator_from_callback(user_data, Some(nest), None, 0, out, null_mut());
            dicechess_eval_cache_new(evaluator, &mut cache, null_mut());
            nesting.cache = cache;
            let mut evaluate =
                |state| assert_eq!(dicechess_eval_cache_evaluate(cache, state, 0, &mut score, null_mut()), 0);
            states.iter().for_each(|state| evaluate(state.get()));
            // The next entry needs more slots, which the nested evaluation gets, and more room, which it does not get.
            nesting.is_armed.set(true);
            states.push(numbered(last));
            evaluate(states[32].get());
            assert_eq!(nesting.nested.get(), Some(DICECHESS_ERR_MEMORY));
            states.iter().for_each(|state| evaluate(state.get()));
            let (mut hits, mut calls, mut entries) = (0, 0, 0);
            dicechess_eval_cache_hits(cache, &mut hits, null_mut());
            dicechess_eval_cache_evaluator_calls(cache, &mut calls, null_mut());
            dicechess_eval_cache_entry_count(cache, &mut entries, null_mut());
            assert_eq!((hits, calls, entries), (33, 34, 33), "all are found again");
            dicechess_eval_cache_free(cache);
            dicechess_evaluator_free(evaluator);
        }
    }
}

#[test]
fn a_state_that_cannot_be_kept_leaves_nothing_behind() {
    let mut parts = GameState::initial().to_parts();
    let cache = EvaluationCache::new(Material);
    for number in 1..=32 {
        parts.full_move_number = number;
        assert_eq!(cache.evaluate(&GameState::from_parts(&parts), Color::White), Ok(0));
    }
    parts.mailbox[0] = None;
    let synthetic = GameState::from_parts(&parts);
    // More slots, which are kept, room for entries, which is kept, and room for whole states.
    for allowed in [0, 1, 0, 1, 0] {
        let (result, _) = refusing(Refusal::From(allowed), || cache.evaluate(&synthetic, Color::White));
        assert_eq!(result, Err(CacheError::Memory), "after {allowed} allocations");
        assert_eq!((cache.entry_count(), cache.statistics().synthetic_entries), (32, 0));
    }
    assert_eq!(cache.evaluate(&synthetic, Color::White), Ok(0));
    assert_eq!((cache.entry_count(), cache.statistics().synthetic_entries), (33, 1));
}
