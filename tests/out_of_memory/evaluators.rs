//! Evaluators, evaluation caches and scores.

use std::cell::Cell;
use std::ffi::c_void;
use std::ptr::null_mut;

use dicechess::ffi::*;

use crate::harness::{INITIAL, Owned, callback_evaluator, evaluator, makes, needs_none, state, survives};
use crate::material_callback::material;

/// Counts its drops.
unsafe extern "C" fn count_drop(drops: *mut c_void) {
    // SAFETY: the tests pass a counter.
    unsafe { (*drops.cast::<Cell<u32>>()).set((*drops.cast::<Cell<u32>>()).get() + 1) };
}

unsafe extern "C" fn one(_: *mut c_void, _: *const dicechess_snapshot, _: i32, score: *mut i32) -> i32 {
    // SAFETY: the library passes a place.
    unsafe { *score = 1 };
    0
}

unsafe extern "C" fn clocks(
    _: *mut c_void,
    states: *const dicechess_snapshot,
    count: usize,
    _: i32,
    scores: *mut i32,
) -> i32 {
    // SAFETY: the library passes as many states as places for scores.
    (0..count).for_each(|at| unsafe { *scores.add(at) = (*states.add(at)).full_move_number });
    0
}

#[test]
fn evaluators_are_made() {
    let drops = Cell::new(0u32);
    let data = (&raw const drops).cast_mut().cast::<c_void>();
    let free = dicechess_evaluator_free;
    // SAFETY: live places; the data lives longer than the evaluators.
    unsafe {
        let built_in = |out, error| dicechess_evaluator_new(DICECHESS_EVALUATOR_STANDARD, out, error);
        assert_eq!(makes("evaluator_new", free, built_in), 2);
        let single =
            |out, error| dicechess_evaluator_from_callback(data, Some(one), Some(count_drop), 0, out, error);
        let batch = |out, error| {
            dicechess_evaluator_from_batch_callback(data, Some(material), Some(count_drop), 0, out, error)
        };
        assert_eq!(makes("evaluator_from_callback", free, single), 2);
        // One before anything is refused, one after each of three pairs of refusals, and those of the last pair.
        assert_eq!(drops.get(), 1 + 6 + 2, "a call that fails leaves the data with the caller");
        assert_eq!(makes("evaluator_from_batch_callback", free, batch), 2);
        assert_eq!(drops.get(), 2 * (1 + 6 + 2));
    }
}

type Scores = [i32; 200];

/// States that differ in their clock, and places for their scores.
fn numbered() -> (Vec<Owned<dicechess_state>>, Vec<*const dicechess_state>) {
    let states: Vec<_> =
        (1..=200).map(|number| state(&format!("4k3/8/8/8/8/8/8/4K3 w - - 0 {number}"))).collect();
    let list = states.iter().map(|state| state.get().cast_const()).collect();
    (states, list)
}

#[test]
fn scores_of_states() {
    let root = state(INITIAL);
    let (_states, list) = numbered();
    let batch = callback_evaluator(0);
    let aggressive = evaluator(DICECHESS_EVALUATOR_AGGRESSIVE);
    let untouched = || -> Scores { [7; 200] };
    let look = |scores: &mut Scores| *scores;
    // SAFETY: live handles and places, lists of the lengths given.
    unsafe {
        let one_of_batch =
            |score: &mut i32, error| dicechess_evaluator_evaluate(batch.get(), root.get(), 0, score, error);
        assert!(survives("evaluator_evaluate", || 7, one_of_batch, |score| *score) > 0);
        let many = |scores: &mut Scores, error| {
            let out = scores.as_mut_ptr();
            dicechess_evaluator_evaluate_batch(batch.get(), list.as_ptr(), 200, 0, out, error)
        };
        assert!(survives("evaluator_evaluate_batch", untouched, many, look) > 2);
        let built_in = |scores: &mut Scores, error| {
            let out = scores.as_mut_ptr();
            dicechess_evaluator_evaluate_batch(aggressive.get(), list.as_ptr(), 200, 0, out, error)
        };
        survives("evaluator_evaluate_batch, built in", untouched, built_in, look);
    }
}

fn cache_of(evaluator: &Owned<dicechess_evaluator>) -> Owned<dicechess_eval_cache> {
    // SAFETY: a live handle, and the places of `Owned`.
    Owned::new(dicechess_eval_cache_free, |out, error| unsafe {
        dicechess_eval_cache_new(evaluator.get(), out, error)
    })
}

fn entries_of(cache: &Owned<dicechess_eval_cache>) -> u64 {
    let mut entries = 0;
    // SAFETY: a live handle and a live place.
    needs_none("eval_cache_entry_count", |error| unsafe {
        dicechess_eval_cache_entry_count(cache.get(), &mut entries, error)
    });
    entries
}

#[test]
fn scores_that_are_remembered() {
    let (_states, list) = numbered();
    // SAFETY: the places are those of `Owned`.
    let clocks = Owned::new(dicechess_evaluator_free, |out, error| unsafe {
        dicechess_evaluator_from_batch_callback(null_mut(), Some(clocks), None, 0, out, error)
    });
    // SAFETY: live handles and places, lists of the lengths given.
    unsafe {
        let new = |out, error| dicechess_eval_cache_new(clocks.get(), out, error);
        assert!(makes("eval_cache_new", dicechess_eval_cache_free, new) > 0);
        type Things = (Owned<dicechess_eval_cache>, Scores);
        // A batch that fails may have left a part of it in the cache, so that the scores alone are looked at.
        let batch = |(cache, scores): &mut Things, error| {
            let out = scores.as_mut_ptr();
            dicechess_eval_cache_evaluate_batch(cache.get(), list.as_ptr(), 200, 0, out, error)
        };
        let fresh = || (cache_of(&clocks), [7; 200]);
        assert!(survives("eval_cache_evaluate_batch", fresh, batch, |(_, scores)| *scores) > 2);
        let mut things = fresh();
        assert_eq!(batch(&mut things, null_mut()), DICECHESS_OK);
        assert!(things.1.iter().zip(1..).all(|(&score, number)| score == number));
        assert_eq!(entries_of(&things.0), 200);
        // A cache with one slot left.
        for known in [0, 31, 32, 63, 64, 127, 128] {
            let filled = || {
                let cache = cache_of(&clocks);
                let mut score = 0;
                for &state in &list[..known] {
                    dicechess_eval_cache_evaluate(cache.get(), state, 0, &mut score, null_mut());
                }
                (cache, 7)
            };
            let single = |(cache, score): &mut (Owned<dicechess_eval_cache>, i32), error| {
                dicechess_eval_cache_evaluate(cache.get(), list[known], 0, score, error)
            };
            let look = |(cache, score): &mut (_, i32)| (entries_of(cache), *score);
            survives("eval_cache_evaluate", filled, single, look);
        }
        let (cache, mut number) = (&things.0, 0);
        needs_none("hits", |error| dicechess_eval_cache_hits(cache.get(), &mut number, error));
        needs_none("calls", |error| dicechess_eval_cache_evaluator_calls(cache.get(), &mut number, error));
        assert_eq!(number, 200);
        needs_none("bytes", |error| dicechess_eval_cache_bytes_used(cache.get(), &mut number, error));
    }
}

#[test]
fn scores_of_turns() {
    let root = state(INITIAL);
    let aggressive = evaluator(DICECHESS_EVALUATOR_AGGRESSIVE);
    // SAFETY: live handles and places, lists of the lengths given.
    unsafe {
        let turns = Owned::new(dicechess_turns_free, |out, error| dicechess_turns_new(out, error));
        let generated = dicechess_turns_generate(turns.get(), root.get(), DICECHESS_NO_LIMIT, null_mut());
        assert_eq!(generated, DICECHESS_OK);
        let callback = callback_evaluator(0);
        let path = [0x131c_u16, 0x0195, 0x015a];
        for evaluator in [&aggressive, &callback] {
            let score_path = |score: &mut i32, error| {
                dicechess_score_path(root.get(), path.as_ptr(), 3, evaluator.get(), score, error)
            };
            survives("score_path", || 7, score_path, |score| *score);
            let score_all = |scores: &mut [i32; 340], error| {
                let (out, none) = (scores.as_mut_ptr(), null_mut());
                dicechess_score_turns(turns.get(), evaluator.get(), out, 340, none, error)
            };
            assert!(survives("score_turns", || [7; 340], score_all, |scores| *scores) > 1);
            let fresh = || (cache_of(evaluator), [7; 340]);
            type Things = (Owned<dicechess_eval_cache>, [i32; 340]);
            let path_cached = |(cache, scores): &mut Things, error| {
                let out = scores.as_mut_ptr();
                dicechess_eval_cache_score_path(cache.get(), root.get(), path.as_ptr(), 3, out, error)
            };
            survives("eval_cache_score_path", fresh, path_cached, |(_, scores)| *scores);
            let all_cached = |(cache, scores): &mut Things, error| {
                let (out, none) = (scores.as_mut_ptr(), null_mut());
                dicechess_eval_cache_score_turns(cache.get(), turns.get(), out, 340, none, error)
            };
            survives("eval_cache_score_turns", fresh, all_cached, |(_, scores)| *scores);
            let (mut plain, mut cached) = ([0; 340], fresh());
            score_all(&mut plain, null_mut());
            all_cached(&mut cached, null_mut());
            assert_eq!(plain, cached.1);
        }
    }
}

#[test]
fn risk() {
    let root = state("4k3/8/8/8/8/8/8/4K2r w - - 0 1");
    let (mut probability, mut rolls, mut weight) = (0.0, 0, 0);
    // SAFETY: live handles and places.
    unsafe {
        needs_none("king_capture_probability", |error| {
            dicechess_king_capture_probability(root.get(), 0, &mut probability, error)
        });
        needs_none("king_capture_rolls", |error| {
            dicechess_king_capture_rolls(root.get(), 0, &mut rolls, &mut weight, error)
        });
    }
    // All but the 125 outcomes without a rook die.
    assert_eq!(weight, 91);
}
