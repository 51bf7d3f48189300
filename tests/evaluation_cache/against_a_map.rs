use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use dicechess::board::{Color, Square};
use dicechess::cache::EvaluationCache;
use dicechess::eval::{Aggressive, Evaluator};
use dicechess::state::GameState;

use super::{CallsBack, calling_back, changed, random_states};

#[test]
fn agrees_with_a_map_over_random_accesses() {
    let states = random_states(99, 500);
    let cache = EvaluationCache::new(Aggressive);
    let mut map: HashMap<(GameState, Color), i32> = HashMap::new();
    for (index, state) in states.iter().chain(&states).enumerate() {
        let perspective = Color::ALL[index % 3 % 2];
        let expected = *map.entry((*state, perspective)).or_insert_with(|| {
            let Ok(score) = Aggressive.evaluate(state, perspective);
            score
        });
        assert_eq!(cache.evaluate(state, perspective), Ok(expected));
    }
    assert_eq!(cache.entry_count(), map.len());
}

/// Single accesses and batches, some of which fail, nested up to three deep, on consistent and synthetic states.
#[test]
fn agrees_with_a_map_through_batches_failures_and_nested_calls() {
    for seed in 1..=200 {
        let base = random_states(seed, 20);
        let mut states = base.clone();
        for (state, square) in base.iter().zip((0..64).map(Square::masked)) {
            states.push(changed(state, |parts| parts.mailbox[square.index()] = None));
            states.push(changed(state, |parts| parts.by_type[5] ^= square.bitboard()));
            states.push(changed(state, |parts| parts.full_move_number += 1));
        }
        let world = Rc::new(World { states, word: Cell::new(seed), ..World::default() });
        let inner = Rc::clone(&world);
        let cache = calling_back(move |cache, state, _| {
            if inner.depth.get() < 3 {
                (0..inner.below(3)).for_each(|_| inner.access(cache, Some(state)));
            }
            if inner.below(12) == 0 {
                return Err(-1);
            }
            inner.scores.set(inner.scores.get() + 1);
            inner.made.borrow_mut().push((*state, inner.scores.get()));
            Ok(inner.scores.get())
        });
        (0..150).for_each(|_| world.access(&cache, None));
        let calls = cache.evaluator_calls();
        for ((state, perspective), &score) in world.map.borrow().iter() {
            assert_eq!(cache.evaluate(state, *perspective), Ok(score));
        }
        assert_eq!(cache.evaluator_calls(), calls);
    }
}

/// What a cache should hold, and random accesses to it.
#[derive(Default)]
struct World {
    states: Vec<GameState>,
    map: RefCell<HashMap<(GameState, Color), i32>>,
    /// Results of the evaluator that unfinished accesses have yet to take.
    made: RefCell<Vec<(GameState, i32)>>,
    scores: Cell<i32>,
    depth: Cell<u32>,
    word: Cell<u64>,
}

impl World {
    fn below(&self, limit: usize) -> usize {
        self.word.set(
            self.word.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407),
        );
        (self.word.get() >> 33) as usize % limit
    }

    /// One access to one state, `running` for instance, or to a batch.
    fn access(&self, cache: &EvaluationCache<CallsBack>, running: Option<&GameState>) {
        let perspective = Color::ALL[self.below(2)];
        let length = [1, 1, 1, self.below(8), self.below(65)][self.below(5 - running.iter().len())];
        let mut states: Vec<GameState> =
            (0..length).map(|_| self.states[self.below(self.states.len())]).collect();
        if let (Some(running), Some(first), 0) = (running, states.first_mut(), self.below(3)) {
            *first = *running;
        }
        let stored = |state: &GameState| self.map.borrow().get(&(*state, perspective)).copied();
        let known: Vec<Option<i32>> = states.iter().map(stored).collect();
        let (mark, mut scores) = (self.made.borrow().len(), vec![0; length]);
        self.depth.set(self.depth.get() + 1);
        let result = match &states[..] {
            [state] => cache.evaluate(state, perspective).map(|score| scores[0] = score),
            _ => cache.evaluate_batch(&states, perspective, &mut scores),
        };
        self.depth.set(self.depth.get() - 1);
        let made = self.made.borrow_mut().split_off(mark);
        if result.is_ok() {
            for ((state, known), &score) in states.iter().zip(known).zip(&scores) {
                let new = made.iter().find(|(made, _)| made == state).map(|&(_, score)| score);
                assert_eq!(Some(score), known.xor(new), "either remembered or evaluated");
            }
            self.map.borrow_mut().extend(made.iter().map(|&(state, score)| ((state, perspective), score)));
        }
        assert_eq!(cache.entry_count(), self.map.borrow().len());
    }
}
