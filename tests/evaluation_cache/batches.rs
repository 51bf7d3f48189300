use std::cell::{Cell, RefCell};

use dicechess::board::Color;
use dicechess::cache::{CacheError, EvaluationCache};
use dicechess::eval::{Aggressive, Evaluator, from_fn};
use dicechess::state::GameState;

use super::{WHITE, counters, mailbox_variants, numbered_states, random_states, summing};

#[test]
fn batches_agree_with_single_accesses_in_scores_counters_and_entries() {
    let mut states = random_states(5, 150);
    // Repetitions next to each other, inside one group and across groups; synthetic states too.
    states.extend(states.clone().iter().step_by(2));
    states.extend(mailbox_variants(20));
    states.extend(mailbox_variants(10));
    let (single, batched) = (EvaluationCache::new(Aggressive), EvaluationCache::new(Aggressive));
    for length in [0, 1, 63, 64, 65, 200, states.len()] {
        let expected: Vec<i32> =
            states[..length].iter().map(|state| single.evaluate(state, WHITE).unwrap()).collect();
        let mut scores = vec![0; length];
        batched.evaluate_batch(&states[..length], WHITE, &mut scores).unwrap();
        assert_eq!(scores, expected);
        assert_eq!(counters(&batched), counters(&single), "after {length} states");
    }
}

#[test]
fn a_batch_hands_each_missing_state_to_the_evaluator_once() {
    let batches = RefCell::new(Vec::new());
    let cache = EvaluationCache::new(Recorder { batches: &batches });
    let states = numbered_states(70);
    let mut scores = [0; 3];
    cache.evaluate_batch(&[states[0], states[1], states[0]], WHITE, &mut scores).unwrap();
    assert_eq!(scores, [1, 2, 1]);
    assert_eq!(*batches.borrow(), [2]);
    assert_eq!(counters(&cache), (2, 1, 2));
    let mut scores = [0; 70];
    cache.evaluate_batch(&states, WHITE, &mut scores).unwrap();
    assert_eq!(*batches.borrow(), [2, 62, 6]);
    assert_eq!(counters(&cache), (70, 3, 70));
}

#[test]
fn a_failing_batch_keeps_nothing_of_its_group() {
    let failing = Cell::new(true);
    let cache = EvaluationCache::new(from_fn(|state: &GameState, _| {
        if failing.get() && state.full_move_number() == 3 { Err(-3) } else { Ok(1) }
    }));
    let states = numbered_states(5);
    let mut scores = [0; 5];
    cache.evaluate(&states[0], WHITE).unwrap();
    assert_eq!(cache.evaluate_batch(&states, WHITE, &mut scores), Err(CacheError::Evaluator(-3)));
    assert_eq!(counters(&cache), (5, 1, 1));
    failing.set(false);
    cache.evaluate_batch(&states, WHITE, &mut scores).unwrap();
    assert_eq!(counters(&cache), (9, 2, 5));
}

#[test]
fn nested_calls_from_within_a_batch() {
    // Every state asks for its predecessor first, which the same batch may be about to store.
    let cache = summing();
    let states = numbered_states(100);
    let mut scores = [0; 100];
    cache.evaluate_batch(&states, WHITE, &mut scores).unwrap();
    for (index, &score) in scores.iter().enumerate() {
        let number = index as i32 + 1;
        assert_eq!(score, number * (number + 1) / 2);
    }
    assert_eq!(cache.entry_count(), 100);
}

/// Notes the length of each batch and returns full-move numbers.
struct Recorder<'a> {
    batches: &'a RefCell<Vec<usize>>,
}

impl Evaluator for Recorder<'_> {
    type Error = ();

    fn evaluate(&self, state: &GameState, _: Color) -> Result<i32, ()> {
        Ok(state.full_move_number() as i32)
    }

    fn evaluate_batch(&self, states: &[GameState], perspective: Color, scores: &mut [i32]) -> Result<(), ()> {
        self.batches.borrow_mut().push(states.len());
        for (state, score) in states.iter().zip(scores) {
            *score = self.evaluate(state, perspective)?;
        }
        Ok(())
    }
}
