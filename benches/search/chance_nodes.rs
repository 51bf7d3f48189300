//! The value of one chance node beside exhaustive generation roll by roll.

use std::cell::Cell;
use std::collections::HashSet;
use std::convert::Infallible;

use dicechess::board::Color;
use dicechess::eval::{Aggressive, Evaluator, Material, from_fn};
use dicechess::search::{SearchControl, SearchOutcome, UtilityBounds, chance_node_value};
use dicechess::state::GameState;
use dicechess::turns::{Roll, legal_turns};

use super::paired::Harness;
use super::positions::Workload;
use super::walk::visit_ends;

/// Material as a host's evaluator would give it: nothing is known of it but whether it looks at clocks.
struct Opaque {
    ignores_clocks: bool,
}

impl Evaluator for Opaque {
    type Error = Infallible;

    fn ignores_clocks(&self) -> bool {
        self.ignores_clocks
    }

    fn evaluate(&self, state: &GameState, perspective: Color) -> Result<i32, Infallible> {
        Ok(state.material(perspective))
    }
}

/// Material and aggressive values of the node from the point of view of the side that is not to move. The units are nodes.
pub fn values(harness: &Harness, boards: &[Workload]) {
    harness.section(
        "Chance nodes, all 56 rolls, beside a hash set for each roll (goals: exact 0.16, clock-blind 0.08)",
    );
    for workload in boards.iter().filter(|workload| workload.states.len() == 1) {
        let state = &workload.states[0];
        let name = &workload.name;
        let by_sets = |evaluator: &Aggressive| exhaustive(state, evaluator);
        let material_by_sets = || exhaustive(state, &Material);
        for (title, evaluator) in [
            ("exact clocks", Opaque { ignores_clocks: false }),
            ("clock-blind", Opaque { ignores_clocks: true }),
        ] {
            assert_eq!(exhaustive(state, &evaluator).to_bits(), value(state, &evaluator).to_bits(), "{name}");
            harness.compare(
                &format!("{title}, {name}"),
                1,
                ("HashSet per roll", material_by_sets),
                ("lattice", || value(state, &evaluator)),
            );
        }
        assert_eq!(exhaustive(state, &Material).to_bits(), value(state, &Material).to_bits(), "{name}");
        harness.compare(
            &format!("material, {name}"),
            1,
            ("HashSet per roll", material_by_sets),
            ("attack sets", || value(state, &Material)),
        );
        assert_eq!(by_sets(&Aggressive).to_bits(), value(state, &Aggressive).to_bits(), "{name}");
        harness.compare(
            &format!("aggressive, {name}"),
            1,
            ("HashSet per roll", || by_sets(&Aggressive)),
            ("lattice", || value(state, &Aggressive)),
        );
    }
}

/// How often an evaluator that may read the clocks is called, beside the number of turns.
pub fn evaluator_calls(harness: &Harness, boards: &[Workload]) {
    if !harness.is_measuring() {
        return;
    }
    harness.section("Evaluator calls of a chance node, exact clocks (goal 0.40 of the turns on kiwipete)");
    for workload in boards.iter().filter(|workload| workload.states.len() == 1) {
        let state = &workload.states[0];
        let calls = Cell::new(0u64);
        let counting = from_fn(|state: &GameState, perspective| {
            calls.set(calls.get() + 1);
            Ok::<_, Infallible>(state.material(perspective))
        });
        value(state, &counting);
        let turns: usize =
            Roll::ALL.iter().map(|roll| legal_turns(&state.with_dice(roll.dice)).turns().len()).sum();
        let ratio = calls.get() as f64 / turns as f64;
        println!("{:<34} calls / turns = {ratio:.3}   calls {}   turns {turns}", workload.name, calls.get());
    }
}

fn value<E: Evaluator<Error = Infallible>>(state: &GameState, evaluator: &E) -> f64 {
    let control = SearchControl::unbounded();
    let perspective = !state.side_to_move();
    match chance_node_value(evaluator, state, perspective, 1, UtilityBounds::default(), &control) {
        Ok(SearchOutcome::Exact { value, .. }) => value,
        other => panic!("{other:?}"),
    }
}

/// The same value by generating every turn of every roll and keeping distinct ends in a hash set.
fn exhaustive<E: Evaluator<Error = Infallible>>(state: &GameState, evaluator: &E) -> f64 {
    let perspective = !state.side_to_move();
    let bounds = UtilityBounds::default();
    let score = |state: &GameState| match evaluator.evaluate(state, perspective) {
        Ok(score) => f64::from(score),
    };
    let mut sum = 0.0;
    for roll in Roll::BY_WEIGHT {
        let mut ends = HashSet::new();
        let (mut worst, mut loses) = (f64::INFINITY, false);
        visit_ends(&state.with_dice(roll.dice), &mut |mut end, takes_king| {
            loses |= takes_king;
            end.end_turn();
            if !takes_king && ends.insert(end) {
                worst = worst.min(score(&end));
            }
        });
        let value = if loses {
            bounds.terminal_loss()
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
