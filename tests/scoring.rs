//! Scores of turns: terminal wins, the empty path, the mover's point of view, and what a cache saves.

mod support;

use std::cell::Cell;

use dicechess::board::Color;
use dicechess::cache::EvaluationCache;
use dicechess::dfen;
use dicechess::eval::{Aggressive, Evaluator, Material, from_fn};
use dicechess::scoring::{TERMINAL_WIN_SCORE, score_path, score_paths};
use dicechess::state::{GameState, MicroMove};
use support::random_positions::RandomPositions;
use support::slow_eval;
use support::slow_rules::Position;
use support::slow_turns::{Turn, legal_turns};

const F8: &str = "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PP";

fn state(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn path(turn: &Turn) -> Vec<MicroMove> {
    let square = |(rank, file): (i8, i8)| rank as u16 * 8 + file as u16;
    let bits = |step: &support::slow_rules::Move| {
        square(step.to) | square(step.from) << 6 | u16::from(step.flag) << 12
    };
    turn.moves.iter().map(|step| MicroMove::from_bits(bits(step)).unwrap()).collect()
}

/// All legal turns of a position, by the slow implementation.
fn paths(text: &str) -> Vec<Vec<MicroMove>> {
    legal_turns(&Position::parse(text)).iter().map(path).collect()
}

fn score<E: Evaluator>(state: &GameState, path: &[MicroMove], evaluator: &E) -> i32
where
    E::Error: std::fmt::Debug,
{
    score_path(state, path, evaluator).unwrap()
}

#[test]
fn terminal_win_is_the_greatest_score() {
    assert_eq!(TERMINAL_WIN_SCORE, 2_147_483_647);
}

#[test]
fn f8_through_the_cache_twelve_accesses_eight_calls() {
    let (state, paths) = (state(F8), paths(F8));
    assert_eq!(paths.len(), 12);
    let cache = EvaluationCache::new(Material);
    for path in &paths {
        assert_eq!(score(&state, path, &cache), 200);
    }
    assert_eq!((cache.evaluator_calls(), cache.cache_hits(), cache.entry_count()), (8, 4, 8));

    let cache = EvaluationCache::new(Material);
    let mut scores = Vec::new();
    score_paths(&state, paths.iter().map(Vec::as_slice), &cache, &mut scores).unwrap();
    assert_eq!(scores, [200; 12]);
    assert_eq!((cache.evaluator_calls(), cache.cache_hits(), cache.entry_count()), (8, 4, 8));
}

#[test]
fn empty_path_scores_the_state_as_it_is() {
    let state = state("4k3/8/8/8/8/8/P6P/4K3 b - - 3 9 pp");
    let seen = Cell::new(None);
    let evaluator = from_fn(|state: &GameState, perspective| {
        seen.set(Some((*state, perspective)));
        Ok::<i32, ()>(17)
    });
    assert_eq!(score_path(&state, &[], &evaluator), Ok(17));
    assert_eq!(seen.get(), Some((state, Color::Black)));
}

#[test]
fn the_outcome_is_seen_after_the_end_of_the_turn_by_the_original_mover() {
    let state = state(F8);
    let seen = Cell::new(None);
    let evaluator = from_fn(|state: &GameState, perspective| {
        seen.set(Some((*state, perspective)));
        Ok::<i32, ()>(0)
    });
    let path = path(&legal_turns(&Position::parse(F8))[0]);
    score_path(&state, &path, &evaluator).unwrap();
    let (end, perspective) = seen.get().unwrap();
    assert_eq!(perspective, Color::White);
    assert_eq!((end.side_to_move(), end.dice().len()), (Color::Black, 0));
}

#[test]
fn a_king_capture_needs_no_evaluation() {
    let text = "k7/8/8/8/8/8/8/R3K3 w - - 0 1 PPR";
    let state = state(text);
    let cache = EvaluationCache::new(from_fn(|_: &GameState, _| Err::<i32, _>("never called")));
    let capture = paths(text).swap_remove(0);
    assert_eq!(capture[0].uci().as_str(), "a1a8");
    assert_eq!(score_path(&state, &capture, &cache), Ok(TERMINAL_WIN_SCORE));
    assert_eq!((cache.evaluator_calls(), cache.cache_hits(), cache.entry_count()), (0, 0, 0));
}

#[test]
fn a_failure_comes_through_and_leaves_the_list_as_it_was() {
    let (state, paths) = (state(F8), paths(F8));
    let failing = from_fn(|_: &GameState, _| Err::<i32, _>(-9));
    assert_eq!(score_path(&state, &paths[3], &failing), Err(-9));
    let mut scores = vec![1, 2, 3];
    assert_eq!(score_paths(&state, paths.iter().map(Vec::as_slice), &failing, &mut scores), Err(-9));
    assert_eq!(scores, [1, 2, 3]);
}

#[test]
fn lists_and_single_paths_agree_with_the_slow_implementation() {
    for position in RandomPositions::new(2025).filter(|position| !position.dice.is_empty()).take(150) {
        let text = position.dfen();
        let (state, turns) = (state(&text), legal_turns(&position));
        let paths: Vec<Vec<MicroMove>> = turns.iter().map(path).collect();
        let cache = EvaluationCache::new(Aggressive);
        let mut scores = vec![-1];
        score_paths(&state, paths.iter().map(Vec::as_slice), &cache, &mut scores).unwrap();
        assert_eq!(scores.len(), 1 + turns.len());
        assert_eq!(cache.evaluator_calls(), cache.entry_count() as u64);
        for ((turn, path), &listed) in turns.iter().zip(&paths).zip(&scores[1..]) {
            let expected = if turn.captures_king {
                TERMINAL_WIN_SCORE
            } else {
                slow_eval::aggressive(&turn.end, position.black_to_move)
            };
            assert_eq!(listed, expected, "{text}: {}", turn.text());
            assert_eq!(score(&state, path, &Aggressive), expected, "{text}: {}", turn.text());
        }
    }
}
