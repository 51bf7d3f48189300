//! Memory that runs out: whichever allocation of a call through the C ABI fails, the call says so, changes nothing, and succeeds once
//! there is memory again. An allocation that cannot report its failure would end the test process.

// A global allocator and calls of the C ABI cannot be written without.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ffi::{CString, c_void};
use std::ptr::{null, null_mut};

use dicechess::board::Color;
use dicechess::cache::{CacheError, EvaluationCache};
use dicechess::eval::{Evaluator, Material};
use dicechess::ffi::*;
use dicechess::state::GameState;

struct FailingAllocator;

#[global_allocator]
static ALLOCATOR: FailingAllocator = FailingAllocator;

thread_local! {
    /// How many allocations of this thread succeed before all fail.
    static ALLOWED: Cell<usize> = const { Cell::new(usize::MAX) };
}

// SAFETY: every call goes to the system's allocator or fails; `realloc` and `alloc_zeroed` come here through their default bodies.
unsafe impl GlobalAlloc for FailingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let allowed = ALLOWED.get();
        if allowed == 0 {
            return null_mut();
        }
        if allowed != usize::MAX {
            ALLOWED.set(allowed - 1);
        }
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Calls with ever more memory until the call succeeds. Returns how often it did not.
fn failures(mut call: impl FnMut() -> dicechess_status) -> usize {
    for allowed in 0.. {
        ALLOWED.set(allowed);
        let status = call();
        ALLOWED.set(usize::MAX);
        match status {
            DICECHESS_OK => return allowed,
            other => assert_eq!(other, DICECHESS_ERR_MEMORY, "after {allowed} allocations"),
        }
    }
    unreachable!("some number of allocations suffices")
}

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB";

fn state(dfen: &str) -> *mut dicechess_state {
    let (text, mut state) = (CString::new(dfen).unwrap(), null_mut());
    // SAFETY: the text and the place for the handle are live locals.
    let made = || unsafe { dicechess_state_from_dfen(text.as_ptr(), dfen.len(), &mut state, null_mut()) };
    assert_eq!(failures(made), 1, "a handle is one allocation");
    state
}

#[test]
fn states() {
    let root = state(INITIAL);
    // SAFETY: zeros are a snapshot, if of no position.
    let mut snapshot: dicechess_snapshot = unsafe { std::mem::zeroed() };
    snapshot.struct_size = size_of::<dicechess_snapshot>() as u32;
    let mut moves = [0; 100];
    let (mut text, mut clone, mut made) = ([0; DICECHESS_DFEN_MAX], null_mut(), null_mut());
    // SAFETY: live handles, and buffers of the lengths given.
    unsafe {
        assert_eq!(failures(|| dicechess_state_to_snapshot(root, &mut snapshot, null_mut())), 0);
        assert_eq!(failures(|| dicechess_state_from_snapshot(&snapshot, &mut made, null_mut())), 1);
        assert_eq!(failures(|| dicechess_state_clone(root, &mut clone, null_mut())), 1);
        let dfen = || dicechess_state_to_dfen(root, text.as_mut_ptr(), text.len(), null_mut(), null_mut());
        assert_eq!(failures(dfen), 0);
        let names = || dicechess_faults_to_text(2047, text.as_mut_ptr(), text.len(), null_mut(), null_mut());
        assert_eq!(failures(names), 0);
        failures(|| dicechess_state_micro_moves(root, moves.as_mut_ptr(), 100, null_mut(), null_mut()));
        failures(|| dicechess_state_first_moves(root, moves.as_mut_ptr(), 100, null_mut(), null_mut()));
        assert_eq!(failures(|| dicechess_state_make_micro_move(root, moves[0], null_mut())), 0);
        assert_eq!(failures(|| dicechess_state_end_turn(root, null_mut())), 0);
        let perft = &mut std::mem::zeroed::<dicechess_perft>();
        perft.struct_size = size_of::<dicechess_perft>() as u32;
        assert!(failures(|| dicechess_state_perft(clone, 1, 0, perft, null_mut())) > 3);
        assert_eq!(perft.turns, 340);
        // What is refused is described without memory too.
        snapshot.castling_rights = 255;
        ALLOWED.set(0);
        let status = dicechess_state_from_snapshot(&snapshot, &mut made, null_mut());
        let empty = dicechess_state_from_dfen(null(), 0, &mut made, null_mut());
        ALLOWED.set(usize::MAX);
        assert_eq!((status, empty), (DICECHESS_ERR_RANGE, DICECHESS_ERR_DFEN));
        dicechess_state_free(root);
        dicechess_state_free(clone);
    }
}

#[test]
fn lists() {
    let root = state(INITIAL);
    let (mut turns, mut rolls, mut count) = (null_mut(), null_mut(), 7);
    // SAFETY: live handles and outputs.
    unsafe {
        assert_eq!(failures(|| dicechess_turns_new(&mut turns, null_mut())), 1);
        assert_eq!(failures(|| dicechess_rolls_new(&mut rolls, null_mut())), 1);
        let filled = failures(|| {
            let status = dicechess_turns_generate(turns, root, DICECHESS_NO_LIMIT, null_mut());
            assert_eq!(dicechess_turns_count(turns, &mut count, null_mut()), DICECHESS_OK);
            assert_eq!(count, if status == DICECHESS_OK { 340 } else { 0 });
            status
        });
        assert!(filled > 3);
        let filled = failures(|| {
            let status = dicechess_turns_generate_distinct(turns, root, DICECHESS_NO_LIMIT, null_mut());
            assert_eq!(dicechess_turns_count(turns, &mut count, null_mut()), DICECHESS_OK);
            assert_eq!(count > 0, status == DICECHESS_OK);
            status
        });
        assert!(filled > 3);
        let mut counts = [1; DICECHESS_ROLLS];
        let filled = failures(|| {
            let status = dicechess_rolls_expand(rolls, root, DICECHESS_NO_LIMIT, null_mut());
            let (none, outcomes) = (null_mut(), counts.as_mut_ptr());
            assert_eq!(dicechess_rolls_outcomes(rolls, none, none, outcomes, null_mut()), DICECHESS_OK);
            assert_eq!(counts[0], if status == DICECHESS_OK { 688 } else { 0 });
            status
        });
        assert!(filled > 3);
        dicechess_state_free(root);
        dicechess_turns_free(turns);
        dicechess_rolls_free(rolls);
    }
}

/// Counts its drops.
unsafe extern "C" fn count_drop(drops: *mut c_void) {
    // SAFETY: the tests pass a counter.
    unsafe { *drops.cast::<u32>() += 1 };
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
fn evaluators_and_caches() {
    let states: Vec<*const dicechess_state> = (1..=200)
        .map(|number| state(&format!("4k3/8/8/8/8/8/8/4K3 w - - 0 {number}")).cast_const())
        .collect();
    let (mut evaluator, mut cache, mut scores, mut drops) = (null_mut(), null_mut(), [0; 200], 0u32);
    let user_data = (&raw mut drops).cast();
    // SAFETY: live handles and outputs, lists of the lengths given.
    unsafe {
        let made = failures(|| {
            let (out, error) = (&mut evaluator, null_mut());
            dicechess_evaluator_from_batch_callback(user_data, Some(clocks), Some(count_drop), 0, out, error)
        });
        assert!(made > 0);
        assert_eq!(*user_data.cast::<u32>(), 0, "a call that fails leaves the data with the caller");
        assert!(failures(|| dicechess_eval_cache_new(evaluator, &mut cache, null_mut())) > 0);
        let plain = failures(|| {
            let (list, out) = (states.as_ptr(), scores.as_mut_ptr());
            dicechess_evaluator_evaluate_batch(evaluator, list, 200, 0, out, null_mut())
        });
        assert!(plain > 2);
        let cached = failures(|| {
            let (list, out) = (states.as_ptr(), scores.as_mut_ptr());
            dicechess_eval_cache_evaluate_batch(cache, list, 200, 0, out, null_mut())
        });
        assert!(cached > 2);
        assert!(scores.iter().zip(1..).all(|(&score, number)| score == number));
        let (mut entries, mut calls) = (0, 0);
        dicechess_eval_cache_entry_count(cache, &mut entries, null_mut());
        dicechess_eval_cache_evaluator_calls(cache, &mut calls, null_mut());
        assert!(entries == 200 && calls >= 200);
        states.iter().for_each(|&state| dicechess_state_free(state.cast_mut()));
        dicechess_evaluator_free(evaluator);
        dicechess_eval_cache_free(cache);
        assert_eq!(*user_data.cast::<u32>(), 1);
    }
}

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
            ALLOWED.set(1);
            let status =
                dicechess_eval_cache_evaluate(nesting.cache, nesting.other, 0, &mut unused, null_mut());
            ALLOWED.set(usize::MAX);
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
        let mut nesting = Nesting {
            cache,
            other: numbered(last + 100),
            nested: Cell::new(None),
            is_armed: Cell::new(false),
        };
        let mut states: Vec<_> = (1..=32).map(numbered).collect();
        // SAFETY: live handles and outputs.
        unsafe {
            let (user_data, out) = ((&raw mut nesting).cast(), &mut evaluator);
            dicechess_evaluator_from_callback(user_data, Some(nest), None, 0, out, null_mut());
            dicechess_eval_cache_new(evaluator, &mut cache, null_mut());
            nesting.cache = cache;
            let mut evaluate =
                |state| assert_eq!(dicechess_eval_cache_evaluate(cache, state, 0, &mut score, null_mut()), 0);
            states.iter().for_each(|&state| evaluate(state));
            // The next entry needs more slots, which the nested evaluation gets, and more room, which it does not get.
            nesting.is_armed.set(true);
            states.push(numbered(last));
            evaluate(states[32]);
            assert_eq!(nesting.nested.get(), Some(DICECHESS_ERR_MEMORY));
            states.iter().for_each(|&state| evaluate(state));
            let (mut hits, mut calls, mut entries) = (0, 0, 0);
            dicechess_eval_cache_hits(cache, &mut hits, null_mut());
            dicechess_eval_cache_evaluator_calls(cache, &mut calls, null_mut());
            dicechess_eval_cache_entry_count(cache, &mut entries, null_mut());
            assert_eq!((hits, calls, entries), (33, 34, 33), "all are found again");
            states.iter().for_each(|&state| dicechess_state_free(state));
            dicechess_state_free(nesting.other);
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
        ALLOWED.set(allowed);
        let result = cache.evaluate(&synthetic, Color::White);
        ALLOWED.set(usize::MAX);
        assert_eq!(result, Err(CacheError::Memory), "after {allowed} allocations");
        assert_eq!((cache.entry_count(), cache.statistics().synthetic_entries), (32, 0));
    }
    assert_eq!(cache.evaluate(&synthetic, Color::White), Ok(0));
    assert_eq!((cache.entry_count(), cache.statistics().synthetic_entries), (33, 1));
}

#[test]
fn scores_of_turns() {
    let root = state(INITIAL);
    let (mut turns, mut evaluator, mut cache, mut scores) = (null_mut(), null_mut(), null_mut(), [7; 340]);
    // SAFETY: live handles and outputs, lists of the lengths given.
    unsafe {
        failures(|| dicechess_turns_new(&mut turns, null_mut()));
        failures(|| dicechess_turns_generate(turns, root, DICECHESS_NO_LIMIT, null_mut()));
        failures(|| dicechess_evaluator_new(DICECHESS_EVALUATOR_AGGRESSIVE, &mut evaluator, null_mut()));
        failures(|| dicechess_eval_cache_new(evaluator, &mut cache, null_mut()));
        let out = scores.as_mut_ptr();
        failures(|| dicechess_score_turns(turns, evaluator, out, 340, null_mut(), null_mut()));
        let plain = scores;
        failures(|| dicechess_eval_cache_score_turns(cache, turns, out, 340, null_mut(), null_mut()));
        assert_eq!(plain, scores);
        let mut probability = 0.0;
        assert_eq!(failures(|| dicechess_king_capture_probability(root, 0, &mut probability, null_mut())), 0);
        dicechess_eval_cache_free(cache);
        dicechess_evaluator_free(evaluator);
        dicechess_turns_free(turns);
        dicechess_state_free(root);
    }
}
