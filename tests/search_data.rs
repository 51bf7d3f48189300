//! Every recorded search, bit for bit: values, bounds, statistics, choice.

use std::convert::Infallible;

use dicechess::board::Color;
use dicechess::dfen;
use dicechess::eval::{Aggressive, Evaluator, Material, from_fn};
use dicechess::search::{
    Expectimax, ExpectimaxOptions, JvmRandom, RootRescore, SearchControl, SearchOutcome, SearchReport,
    TableUse, UtilityBounds, Window, bound_chance_node, chance_node_value,
};
use dicechess::state::GameState;
use dicechess::tt::{Bound, TranspositionTable};
use serde_json::Value;

fn lines() -> impl Iterator<Item = Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/search_public.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<_>>().into_iter()
}

fn double(value: &Value) -> f64 {
    let bits = value["bits"].as_str().unwrap().trim_start_matches("0x");
    f64::from_bits(u64::from_str_radix(bits, 16).unwrap())
}

fn turn(value: &Value) -> Option<String> {
    let words: Vec<_> = value.as_array()?.iter().map(|word| word.as_str().unwrap()).collect();
    Some(words.join(" "))
}

#[test]
fn every_root_search_is_as_recorded() {
    let mut runs = 0;
    for case in lines().filter(|case| case["kind"] == "root") {
        let id = case["id"].as_str().unwrap();
        match case["evaluator"].as_str().unwrap() {
            "material" => runs += run_case(id, &case, &Material),
            "aggressive" => runs += run_case(id, &case, &Aggressive),
            other => panic!("{id}: evaluator {other}"),
        }
    }
    assert_eq!(runs, 126);
}

#[test]
fn every_chance_node_is_as_recorded() {
    let mut nodes = 0;
    for case in lines().filter(|case| case["kind"] == "chance") {
        let id = case["id"].as_str().unwrap();
        let state = dfen::parse(case["dfen"].as_str().unwrap().as_bytes()).unwrap();
        let perspective = if case["perspective"] == "w" { Color::White } else { Color::Black };
        let values = &case["values"];
        check_node(id, &state, perspective, &Material, &values["material"]);
        check_node(id, &state, perspective, &Aggressive, &values["aggressive"]);
        check_node(id, &state, perspective, &from_fn(|_, _| Ok::<_, Infallible>(7)), &values["const7"]);
        nodes += 1;
    }
    assert_eq!(nodes, 40);
}

fn check_node<E: Evaluator<Error = Infallible>>(
    id: &str,
    state: &GameState,
    perspective: Color,
    evaluator: &E,
    recorded: &Value,
) {
    let control = SearchControl::unbounded();
    let outcome = chance_node_value(evaluator, state, perspective, 1, UtilityBounds::default(), &control);
    let SearchOutcome::Exact { value, .. } = outcome.unwrap() else { panic!("{id}: not exact") };
    assert_eq!(value.to_bits(), double(recorded).to_bits(), "{id}: {value}");
}

fn run_case<E: Evaluator<Error = Infallible>>(id: &str, case: &Value, evaluator: &E) -> usize {
    let state = dfen::parse(case["dfen"].as_str().unwrap().as_bytes()).unwrap();
    let capacity = case["table_capacity"].as_u64().unwrap() as usize;
    let table = (capacity > 0).then(|| TranspositionTable::with_capacity(capacity).unwrap());
    let rescorer: &dyn Evaluator<Error = Infallible> =
        if case["rescore"]["evaluator"] == "aggressive" { &Aggressive } else { &Material };
    let search = Expectimax {
        options: ExpectimaxOptions {
            depth: case["depth"].as_u64().unwrap() as usize,
            candidate_limit: case["candidate_limit"].as_u64().unwrap() as usize,
            exact_only: case["exact_only"].as_bool().unwrap(),
            ..ExpectimaxOptions::default()
        },
        rescore: (!case["rescore"].is_null()).then(|| RootRescore {
            evaluator: rescorer,
            weight: case["rescore"]["weight"].as_f64().unwrap(),
            evaluator_id: 7,
        }),
        table: table.as_ref().map(|table| TableUse { table, evaluator_id: 1 }),
        ..Expectimax::new(evaluator)
    };
    let runs = case["runs"].as_array().unwrap();
    for (index, run) in runs.iter().enumerate() {
        let mut random = JvmRandom::new(case["rng_seed"].as_i64().unwrap());
        let report = search.search(&state, &SearchControl::unbounded(), &mut random).unwrap();
        compare(&format!("{id} run {index}"), run, &report);
    }
    runs.len()
}

fn compare(id: &str, run: &Value, report: &SearchReport) {
    assert_eq!(report.turn.map(|turn| turn.to_string()), turn(&run["turn"]), "{id}: turn");
    if report.turn.is_some() {
        assert_eq!(Some(i64::from(report.score)), run["score"].as_i64(), "{id}: score");
    }
    if !run["best"].is_null() {
        assert_eq!(report.best.map(f64::to_bits), Some(double(&run["best"]).to_bits()), "{id}: best");
        assert_eq!(report.winners as u64, run["winners"].as_u64().unwrap(), "{id}: winners");
    }
    let statistics = &report.statistics;
    let recorded = &run["stats"];
    for (name, value) in [
        ("legal_turns", statistics.legal_turns),
        ("candidates_selected", statistics.candidates_selected),
        ("candidates_completed", statistics.candidates_completed),
        ("candidates_abandoned", statistics.candidates_abandoned),
        ("cutoffs", statistics.cutoffs),
        ("rolls_saved", statistics.rolls_saved),
        ("probe_cutoffs", statistics.probe_cutoffs),
        ("tt_probes", statistics.table_probes),
        ("tt_hits", statistics.table_hits),
        ("tt_cutoffs", statistics.table_cutoffs),
    ] {
        assert_eq!(Some(value as u64), recorded[name].as_u64(), "{id}: {name}");
    }
    assert_eq!(Some(statistics.is_truncated()), recorded["deadline_truncated"].as_bool(), "{id}");
    assert_eq!(Some(statistics.fell_back_to_pre_rank()), recorded["fell_back_to_pre_rank"].as_bool(), "{id}");
    let candidates = run["candidates"].as_array().map_or(&[][..], Vec::as_slice);
    assert_eq!(report.candidates.len(), candidates.len(), "{id}: candidates");
    for (found, recorded) in report.candidates.iter().zip(candidates) {
        let id = format!("{id}, {}", found.turn);
        assert_eq!(Some(found.turn.to_string()), turn(&recorded["turn"]), "{id}");
        assert_eq!(Some(i64::from(found.pre_rank)), recorded["material"].as_i64(), "{id}");
        let alpha = if recorded["alpha"].is_null() { f64::NEG_INFINITY } else { double(&recorded["alpha"]) };
        assert_eq!(found.alpha.to_bits(), alpha.to_bits(), "{id}: alpha");
        assert_eq!(
            found.value.to_bits(),
            double(&recorded["value"]).to_bits(),
            "{id}: value {}",
            found.value
        );
        let bound = match found.bound {
            Bound::Exact => "Exact",
            Bound::UpperBound => "Upper",
            Bound::LowerBound => "Lower",
        };
        assert_eq!(Some(bound), recorded["bound"].as_str(), "{id}: bound");
        assert_eq!(Some(found.rolls_processed as u64), recorded["rolls"].as_u64(), "{id}: rolls");
        assert_eq!(Some(found.loss_tainted), recorded["loss_tainted"].as_bool(), "{id}: loss_tainted");
        assert_eq!(Some(found.by_probe), recorded["by_probe"].as_bool(), "{id}: by_probe");
        assert_eq!(Some(found.from_table), recorded["from_table"].as_bool(), "{id}: from_table");
        if let Some(rescore) = found.rescore {
            assert_eq!(Some(f64::from(rescore)), recorded["rescore"].as_f64(), "{id}: rescore");
            let final_value = (!recorded["final"].is_null()).then(|| double(&recorded["final"]).to_bits());
            assert_eq!(found.final_value.map(f64::to_bits), final_value, "{id}: final");
        }
    }
}

/// With a window the recorded value is either inside and exact, or on the side that the bound says, up to the rounding of sums that hold
/// terminal values of a billion.
#[test]
fn every_recorded_chance_node_bounds_itself_in_any_window() {
    let mut kinds = [0; 3];
    for case in lines().filter(|case| case["kind"] == "chance") {
        let id = case["id"].as_str().unwrap();
        let state = dfen::parse(case["dfen"].as_str().unwrap().as_bytes()).unwrap();
        let value = double(&case["values"]["aggressive"]);
        for (alpha, beta) in [(-1e9, value - 1.0), (value + 1.0, 10_001.0), (value - 1.0, value + 1.0)] {
            let outcome = bound_chance_node(
                &Aggressive,
                &state,
                !state.side_to_move(),
                1,
                Window { alpha, beta },
                UtilityBounds::default(),
                &SearchControl::unbounded(),
            );
            match outcome.unwrap() {
                SearchOutcome::Exact { value: found, .. } => {
                    assert_eq!(found.to_bits(), value.to_bits(), "{id}");
                    kinds[0] += 1;
                }
                SearchOutcome::UpperBound { value: bound, .. } => {
                    assert!(value <= bound + 1e-5 && bound < alpha, "{id}: {value} {bound} {alpha}");
                    kinds[1] += 1;
                }
                SearchOutcome::LowerBound { value: bound, .. } => {
                    assert!(value >= bound - 1e-5 && bound > beta, "{id}: {value} {bound} {beta}");
                    kinds[2] += 1;
                }
                SearchOutcome::Incomplete { .. } => panic!("{id}: incomplete"),
            }
        }
    }
    assert!(kinds.iter().all(|&count| count >= 5), "{kinds:?}");
}
