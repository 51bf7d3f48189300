//! Nested chance nodes: the canonical successors of four positions, each expanded in full as a chance node, with fresh
//! memory and a fresh evaluation cache each time, under an evaluator that is a callback. Beside it the plain way: every
//! turn of every roll, distinct ends in a hash set for each roll, the same cache.

#[path = "support/paired.rs"]
mod paired;
#[path = "turns/walk.rs"]
mod walk;

use std::collections::HashSet;
use std::convert::Infallible;
use std::ops::ControlFlow::Continue;

use dicechess::board::Color;
use dicechess::cache::EvaluationCache;
use dicechess::dfen;
use dicechess::eval::{Evaluator, from_fn};
use dicechess::search::{SearchControl, SearchOutcome, UtilityBounds, chance_node_value};
use dicechess::state::GameState;
use dicechess::turns::{ClassLattice, Clocks, FinalStates, Guard, Roll, Scope};

use paired::Harness;

/// Name, position with the outer roll.
const POSITIONS: [(&str, &str); 4] = [
    ("sparse", "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PP"),
    ("middlegame", "r1bqk2r/pppp1ppp/2n2n2/4p3/2B1P3/2P2N2/PPPP1PPP/RNBQK2R w KQkq - 0 1 RK"),
    ("transposition-rich", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 RK"),
    ("promotion and en passant", "4k3/1P6/8/3pP3/8/8/6p1/R3K2R w KQ d6 0 1 P"),
];

/// Outer successors of each position, the first ones in generation order.
const SUCCESSORS: usize = 12;

fn main() {
    let harness = Harness::from_args();
    for (name, text) in POSITIONS {
        let state = dfen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut finals = FinalStates::new();
        finals.generate(&state);
        let successors: Vec<GameState> = finals.states().iter().take(SUCCESSORS).copied().collect();
        let perspective = state.side_to_move();
        harness.section(&format!("{name}: {} chance nodes", successors.len()));
        let material =
            from_fn(|state: &GameState, perspective| Ok::<_, Infallible>(state.material(perspective)));
        let constant = from_fn(|_: &GameState, _| Ok::<_, Infallible>(7));
        compare(&harness, &format!("{name}, material"), &successors, perspective, &material);
        compare(&harness, &format!("{name}, constant"), &successors, perspective, &constant);
    }
}

fn compare<E: Evaluator<Error = Infallible>>(
    harness: &Harness,
    title: &str,
    successors: &[GameState],
    perspective: Color,
    evaluator: &E,
) {
    let nested = || -> f64 { successors.iter().map(|state| value(state, perspective, evaluator).0).sum() };
    let plain = || -> f64 { successors.iter().map(|state| exhaustive(state, perspective, evaluator)).sum() };
    assert_eq!(nested().to_bits(), plain().to_bits(), "{title}");
    harness.compare(title, successors.len() as u64, ("hash set per roll", plain), ("lattice", nested));
    if harness.is_measuring() {
        count(successors, perspective, evaluator);
    }
}

/// What one measured operation does, a chance node on the average.
fn count<E: Evaluator<Error = Infallible>>(successors: &[GameState], perspective: Color, evaluator: &E) {
    let (mut calls, mut hits, mut entries) = (0, 0, 0);
    let (mut geometry, mut edges, mut transitions, mut emissions) = (0, 0, 0, 0);
    for state in successors {
        let (_, statistics) = value(state, perspective, evaluator);
        calls += statistics.0;
        hits += statistics.1;
        entries += statistics.2;
        let mut lattice = ClassLattice::new();
        let visit = |_, _: &[GameState]| Continue(());
        let expanded =
            lattice.expand_within(&Guard::NONE, state, Clocks::Exact, Scope::UndecidedRolls, visit);
        assert!(expanded.is_ok());
        let work = lattice.work();
        geometry += work.geometry_calls;
        edges += work.class_edges;
        transitions += work.transitions;
        emissions += work.emissions;
    }
    let nodes = successors.len() as f64;
    let per_node = |count: u64| count as f64 / nodes;
    println!(
        "    a node: evaluator calls {:.1}, cache hits {:.1}, entries {:.1}; geometry calls {:.1}, class edges {:.1}, transitions {:.1}, \
         replay 0, emissions {:.1}",
        per_node(calls),
        per_node(hits),
        per_node(entries),
        per_node(geometry),
        per_node(edges),
        per_node(transitions),
        per_node(emissions)
    );
}

/// Value of the chance node with a fresh cache, and the cache's calls, hits and entries.
fn value<E: Evaluator<Error = Infallible>>(
    state: &GameState,
    perspective: Color,
    evaluator: &E,
) -> (f64, (u64, u64, u64)) {
    let cache = EvaluationCache::new(evaluator);
    let bounds = UtilityBounds::default();
    match chance_node_value(&cache, state, perspective, 1, bounds, &SearchControl::unbounded()) {
        Ok(SearchOutcome::Exact { value, .. }) => {
            (value, (cache.evaluator_calls(), cache.cache_hits(), cache.entry_count() as u64))
        }
        other => panic!("{other:?}"),
    }
}

fn exhaustive<E: Evaluator<Error = Infallible>>(state: &GameState, perspective: Color, evaluator: &E) -> f64 {
    let cache = EvaluationCache::new(evaluator);
    let score = |state: &GameState| match cache.evaluate(state, perspective) {
        Ok(score) => f64::from(score),
        Err(error) => panic!("{error}"),
    };
    let mut sum = 0.0;
    for roll in Roll::BY_WEIGHT {
        let mut ends = HashSet::new();
        let (mut worst, mut loses) = (f64::INFINITY, false);
        walk::visit_ends(&state.with_dice(roll.dice), &mut |mut end, takes_king| {
            loses |= takes_king;
            end.end_turn();
            if !takes_king && !loses && ends.insert(end) {
                worst = worst.min(score(&end));
            }
        });
        let value = if loses {
            UtilityBounds::default().terminal_loss()
        } else if ends.is_empty() {
            let mut passed = *state;
            passed.end_turn();
            score(&passed)
        } else {
            worst
        };
        sum += f64::from(roll.weight) / f64::from(Roll::TOTAL_WEIGHT) * value;
    }
    sum
}
