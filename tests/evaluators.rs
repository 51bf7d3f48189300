//! The built-in evaluators against the data files, golden values and a slow implementation.

mod support;

use dicechess::board::Color;
use dicechess::dfen;
use dicechess::eval::{Aggressive, Evaluator, Material, Standard, from_fn};
use dicechess::state::GameState;
use support::data_files::{self, PositionCase};
use support::random_positions::RandomPositions;
use support::slow_eval;
use support::slow_rules::Position;

fn state(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Values for White and for Black.
fn both<E: Evaluator<Error = std::convert::Infallible>>(evaluator: E, state: &GameState) -> [i32; 2] {
    Color::ALL.map(|perspective| {
        let Ok(score) = evaluator.evaluate(state, perspective);
        score
    })
}

#[test]
fn values_agree_with_the_data() {
    for case in data_files::lines::<PositionCase>("positions_public.jsonl") {
        let state = state(&case.dfen);
        assert_eq!(both(Material, &state), case.evals.material, "material, {}", case.id);
        assert_eq!(both(Standard, &state), case.evals.standard, "standard, {}", case.id);
        assert_eq!(both(Aggressive, &state), case.evals.aggressive, "aggressive, {}", case.id);
    }
}

#[test]
fn values_agree_with_the_slow_implementation() {
    for position in RandomPositions::new(41).take(20_000) {
        let text = position.dfen();
        let state = state(&text);
        let slow = |evaluate: fn(&Position, bool) -> i32| [false, true].map(|side| evaluate(&position, side));
        assert_eq!(both(Material, &state), slow(slow_eval::material), "material, {text}");
        assert_eq!(both(Standard, &state), slow(slow_eval::standard), "standard, {text}");
        assert_eq!(both(Aggressive, &state), slow(slow_eval::aggressive), "aggressive, {text}");
    }
}

/// Golden values of an independent implementation.
#[test]
fn aggressive_golden_values() {
    for (placement, expected) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", [150, 150]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R", [475, 455]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8", [120, 135]),
        ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R", [50, 50]),
        ("k7/4P3/8/8/8/8/8/4K3", [175, -100]),
        ("4k3/8/8/8/8/8/3P4/K7", [100, -100]),
        ("7k/8/4NP2/8/8/8/8/K5R1", [1160, -900]),
        ("7k/8/5P2/4N3/8/8/8/K5R1", [1135, -900]),
        ("8/8/8/8/8/8/8/K6k", [0, 0]),
    ] {
        assert_eq!(both(Aggressive, &state(&format!("{placement} w - - 0 1"))), expected, "{placement}");
    }
}

#[test]
fn standard_looks_at_own_kings_only_and_at_any_of_them() {
    // The rook attacks the king on e8; the one on a5 is safe.
    let attacked = state("4k3/8/8/k7/8/8/8/4RK2 b - - 0 1");
    assert_eq!(both(Standard, &attacked), [500 - 10_000, 10_000 - 500 - 2000]);
    assert_eq!(both(Standard, &state("8/8/8/8/8/8/8/4R3 w - - 0 1")), [500, -500]);
}

#[test]
fn side_to_move_dice_rights_targets_and_clocks_do_not_matter() {
    let placement = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R";
    let plain = state(&format!("{placement} w - - 0 1"));
    for rest in ["b KQkq - 0 1", "w - a3c6 77 400 NBQ", "b q - 127 2147483647 p"] {
        let other = state(&format!("{placement} {rest}"));
        assert_eq!(both(Material, &other), both(Material, &plain));
        assert_eq!(both(Standard, &other), both(Standard, &plain));
        assert_eq!(both(Aggressive, &other), both(Aggressive, &plain));
    }
    assert!(Material.ignores_clocks() && Standard.ignores_clocks() && Aggressive.ignores_clocks());
    assert!(!from_fn(|_: &GameState, _| Ok::<i32, ()>(0)).ignores_clocks());
}

#[test]
fn batch_equals_single_evaluations_and_stops_at_the_first_failure() {
    let states: Vec<GameState> = RandomPositions::new(7).take(50).map(|p| state(&p.dfen())).collect();
    let mut scores = vec![0; states.len()];
    let Ok(()) = Aggressive.evaluate_batch(&states, Color::Black, &mut scores);
    let singles: Vec<i32> = states.iter().map(|state| both(Aggressive, state)[1]).collect();
    assert_eq!(scores, singles);

    let calls = std::cell::Cell::new(0);
    let failing = from_fn(|_: &GameState, _| {
        calls.set(calls.get() + 1);
        if calls.get() == 3 { Err("third") } else { Ok(1) }
    });
    assert_eq!(failing.evaluate_batch(&states, Color::White, &mut scores), Err("third"));
    assert_eq!(calls.get(), 3);
}
