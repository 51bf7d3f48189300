//! Root searches with and without what is meant to save work.

use std::convert::Infallible;

use dicechess::dfen;
use dicechess::eval::{Aggressive, Evaluator, Material};
use dicechess::search::{
    Expectimax, ExpectimaxOptions, JvmRandom, SearchControl, SearchReport, TableUse, UtilityBounds,
    chance_node_value,
};
use dicechess::state::GameState;
use dicechess::tt::TranspositionTable;

use super::paired::Harness;
use super::positions::Workload;

/// Small enough for four turns ahead.
const ENDGAMES: [&str; 3] = [
    "8/2p1k3/8/8/8/8/4KP2/8 w - - 0 1 PPK",
    "8/5k2/8/8/8/2p5/8/K7 b - - 0 1 pkk",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2 PK",
];

/// Depth 2, eight candidates, as bots play between two network packets. The units are searches.
pub fn depth_two(harness: &Harness, rolled: &[Workload]) {
    harness.section("Depth 2, limit 8, one thread (orders of magnitude: F10 3 ms, start/PNB 1 ms)");
    for workload in rolled.iter().filter(|workload| workload.states.len() == 1) {
        let state = &workload.states[0];
        let name = &workload.name;
        harness.compare(
            &format!("Star1 and Star2, {name}"),
            1,
            ("every node in full", || in_full(state, &Material)),
            ("material", || search(state, &Material, 2, None, false).score),
        );
        harness.compare(
            &format!("aggressive, {name}"),
            1,
            ("every node in full", || in_full(state, &Aggressive)),
            ("aggressive", || search(state, &Aggressive, 2, None, false).score),
        );
        harness.compare(
            &format!("leaf cache, {name}"),
            1,
            ("aggressive", || search(state, &Aggressive, 2, None, false).score),
            ("with cache", || search(state, &Aggressive, 2, None, true).score),
        );
        let table = filled_table(state, &Aggressive, 2);
        harness.compare(
            &format!("table of the last search, {name}"),
            1,
            ("aggressive", || search(state, &Aggressive, 2, None, false).score),
            ("with table", || search(state, &Aggressive, 2, Some(&table), false).score),
        );
    }
}

/// Depths 3 and 4 of endgames, with an empty table and without one. The units are searches.
pub fn deeper(harness: &Harness) {
    for depth in [3, 4] {
        harness.section(&format!("Depth {depth}, limit 4, endgames"));
        if depth > 3 && !harness.is_measuring() {
            continue;
        }
        for text in ENDGAMES {
            let state = dfen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
            harness.compare(
                text,
                1,
                ("without table", || search(&state, &Material, depth, None, false).score),
                ("with table", || {
                    let table = new_table();
                    search(&state, &Material, depth, Some(&table), false).score
                }),
            );
        }
    }
}

fn search<E: Evaluator<Error = Infallible>>(
    state: &GameState,
    evaluator: &E,
    depth: usize,
    table: Option<&TranspositionTable>,
    cache_leaves: bool,
) -> SearchReport {
    let candidate_limit = if depth == 2 { 8 } else { 4 };
    let search = Expectimax {
        options: ExpectimaxOptions { depth, candidate_limit, cache_leaves, ..ExpectimaxOptions::default() },
        table: table.map(|table| TableUse { table, evaluator_id: 1 }),
        ..Expectimax::new(evaluator)
    };
    match search.search(state, &SearchControl::unbounded(), &mut JvmRandom::new(1)) {
        Ok(report) => report,
        Err(error) => panic!("{error}"),
    }
}

/// The same candidates, each searched in full.
fn in_full<E: Evaluator<Error = Infallible>>(state: &GameState, evaluator: &E) -> usize {
    let report = search(state, evaluator, 2, None, false);
    for candidate in &report.candidates {
        let mut after = *state;
        candidate.turn.moves().iter().for_each(|&micro_move| after.make_micro_move(micro_move));
        after.end_turn();
        let control = SearchControl::unbounded();
        let bounds = UtilityBounds::default();
        let value = chance_node_value(evaluator, &after, state.side_to_move(), 1, bounds, &control);
        std::hint::black_box(value.is_ok());
    }
    report.candidates.len()
}

fn new_table() -> TranspositionTable {
    TranspositionTable::with_capacity(1 << 16).unwrap_or_else(|error| panic!("{error}"))
}

fn filled_table<E: Evaluator<Error = Infallible>>(
    state: &GameState,
    evaluator: &E,
    depth: usize,
) -> TranspositionTable {
    let table = new_table();
    search(state, evaluator, depth, Some(&table), false);
    table
}
