//! What the built-in evaluators and the king-capture probability cost, on the recorded positions of `tests/data`.

#[path = "support/paired.rs"]
mod paired;

use std::hint::black_box;

use dicechess::board::{Color, PieceType};
use dicechess::dfen;
use dicechess::eval::{
    Aggressive, Evaluator, Material, Standard, king_capture_probability, king_capture_rolls,
};
use dicechess::state::GameState;
use dicechess::turns::{Roll, legal_turns};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn main() {
    let harness = paired::Harness::from_args();
    let states = recorded_states();
    let count = states.len() as u64;

    harness.section("evaluators, a state");
    harness.compare(
        "material",
        count,
        ("counted", || sum(&states, counted_material)),
        ("kept", || sum(&states, |state| value(Material, state))),
    );
    harness.measure("standard", count, || sum(&states, |state| value(Standard, state)));
    harness.measure("aggressive", count, || sum(&states, |state| value(Aggressive, state)));

    harness.section("king-capture probability, a position and side");
    for (name, state) in [("start", GameState::initial()), ("kiwipete", state(KIWIPETE))] {
        assert_eq!(king_capture_rolls(&state, Color::Black).weight(), weight_by_turns(&state));
        harness.compare(
            name,
            1,
            ("turns of 56 rolls", || weight_by_turns(black_box(&state))),
            ("search", || king_capture_probability(black_box(&state), Color::Black)),
        );
    }
    let positions = &states[..states.len().min(100)];
    harness.measure("recorded positions", positions.len() as u64, || {
        positions.iter().map(|state| king_capture_probability(state, Color::Black)).sum::<f64>()
    });
}

fn state(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn recorded_states() -> Vec<GameState> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/positions_public.jsonl");
    let lines = std::fs::read_to_string(path).expect("the recorded positions");
    let dfens = lines.lines().map(|line| {
        let record: serde_json::Value = serde_json::from_str(line).expect("a record a line");
        record["canonical"].as_str().expect("each record has its text").to_owned()
    });
    dfens.map(|text| state(&text)).collect()
}

fn sum(states: &[GameState], evaluate: impl Fn(&GameState) -> i32) -> i32 {
    states.iter().fold(0, |sum, state| sum.wrapping_add(evaluate(black_box(state))))
}

#[inline(always)]
fn value<E: Evaluator<Error = std::convert::Infallible>>(evaluator: E, state: &GameState) -> i32 {
    let Ok(score) = evaluator.evaluate(state, Color::White);
    score
}

fn counted_material(state: &GameState) -> i32 {
    let balance = |piece_type: PieceType| {
        let [white, black] = Color::ALL.map(|color| state.men(color, piece_type).count() as i32);
        (white - black) * piece_type.centipawns()
    };
    PieceType::ALL.into_iter().map(balance).sum()
}

/// The weight of the rolls with which White captures the king, by generating the legal turns of each.
fn weight_by_turns(state: &GameState) -> u32 {
    let attacker = state.with_side_to_move(Color::White);
    let captures = |roll: &&Roll| legal_turns(&attacker.with_dice(roll.dice)).king_captures() > 0;
    Roll::ALL.iter().filter(captures).map(|roll| u32::from(roll.weight)).sum()
}
