//! The contract of the evaluation cache. The tests of `points` are named after the points E1 to E20 that they check.

#[path = "../support/mod.rs"]
mod support;

mod against_a_map;
mod batches;
mod points;

use std::cell::Cell;
use std::rc::{Rc, Weak};

use dicechess::board::{Color, Piece, PieceType, Square};
use dicechess::cache::EvaluationCache;
use dicechess::dfen;
use dicechess::eval::{Evaluator, from_fn};
use dicechess::state::{GameState, StateParts};
use support::random_positions::RandomPositions;

const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;

fn state(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn random_states(seed: u64, count: usize) -> Vec<GameState> {
    RandomPositions::new(seed).take(count).map(|position| state(&position.dfen())).collect()
}

/// The state with some fields changed.
fn changed(state: &GameState, change: impl FnOnce(&mut StateParts)) -> GameState {
    let mut parts = state.to_parts();
    change(&mut parts);
    GameState::from_parts(&parts)
}

/// States that differ from the initial position in one square of the mailbox and nowhere else.
fn mailbox_variants(count: usize) -> Vec<GameState> {
    let squares = (16..48).map(Square::masked);
    let pieces = Color::ALL
        .into_iter()
        .flat_map(|color| PieceType::ALL.into_iter().map(move |piece_type| Piece::new(color, piece_type)));
    squares
        .flat_map(|square| pieces.clone().map(move |piece| (square, piece)))
        .take(count)
        .map(|(square, piece)| {
            changed(&GameState::initial(), |parts| parts.mailbox[square.index()] = Some(piece))
        })
        .collect()
}

/// States that differ from the initial position in the full-move number.
fn numbered_states(count: u32) -> Vec<GameState> {
    let mut parts = GameState::initial().to_parts();
    let numbers = 1..=count;
    numbers
        .map(|number| {
            parts.full_move_number = number;
            GameState::from_parts(&parts)
        })
        .collect()
}

/// Calls, hits and entries.
fn counters<E: Evaluator>(cache: &EvaluationCache<E>) -> (u64, u64, usize) {
    (cache.evaluator_calls(), cache.cache_hits(), cache.entry_count())
}

/// A cache whose evaluator counts its calls and returns their number: no two calls give the same score.
fn numbering() -> EvaluationCache<impl Evaluator<Error = ()>> {
    let calls = Cell::new(0);
    EvaluationCache::new(from_fn(move |_: &GameState, _| {
        calls.set(calls.get() + 1);
        Ok::<i32, ()>(calls.get())
    }))
}

/// An evaluator that may call the cache which it belongs to.
struct CallsBack {
    cache: Weak<EvaluationCache<Self>>,
    evaluate: Callback,
}

type Callback = Box<dyn Fn(&EvaluationCache<CallsBack>, &GameState, Color) -> Result<i32, i32>>;

fn calling_back(
    evaluate: impl Fn(&EvaluationCache<CallsBack>, &GameState, Color) -> Result<i32, i32> + 'static,
) -> Rc<EvaluationCache<CallsBack>> {
    let evaluate: Callback = Box::new(evaluate);
    Rc::new_cyclic(|cache| EvaluationCache::new(CallsBack { cache: cache.clone(), evaluate }))
}

/// A cache whose evaluator gives full move n the score n plus that of full move n - 1, for which it asks the cache.
fn summing() -> Rc<EvaluationCache<CallsBack>> {
    calling_back(|cache, state, perspective| {
        let number = state.full_move_number();
        if number == 1 {
            return Ok(1);
        }
        let earlier = changed(state, |parts| parts.full_move_number -= 1);
        Ok(number as i32 + cache.evaluate(&earlier, perspective).unwrap())
    })
}

impl Evaluator for CallsBack {
    type Error = i32;

    fn evaluate(&self, state: &GameState, perspective: Color) -> Result<i32, i32> {
        let cache = self.cache.upgrade().expect("the cache is alive while it evaluates");
        (self.evaluate)(&cache, state, perspective)
    }
}
