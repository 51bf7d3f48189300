//! Searches that are stopped after every unit of work, at every reading of the clock, by another thread, or by an evaluator that fails
//! on every one of its calls.

mod support;

use std::cell::Cell;
use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;

use dicechess::board::Color;
use dicechess::dfen;
use dicechess::eval::{Aggressive, Evaluator, Material, Standard, from_fn};
use dicechess::search::{
    CancelFlag, Expectimax, ExpectimaxOptions, JvmRandom, RootRescore, SearchControl, SearchError,
    SearchOutcome, SearchReport, StopReason, TableUse, UtilityBounds, chance_node_value,
};
use dicechess::state::GameState;
use dicechess::tt::{Bound, TranspositionTable};
use support::slow_eval::aggressive;
use support::slow_rules::Position;
use support::slow_search::{SlowNode, SlowSearch, is_at_most, shortlist};

/// Searches of few units: depth, candidate limit and position.
const SEARCHES: [(usize, usize, &str); 3] = [
    (2, 3, "7k/8/8/b7/8/8/5P2/4K3 w - - 0 1 NBK"),
    (2, 2, "8/2p1k3/8/8/8/8/4KP2/8 b - - 0 1 pqk"),
    (3, 3, "8/p7/8/8/8/8/P5P1/8 w - - 0 1 PNB"),
];

const SEED: i64 = 5;

fn state(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap()
}

fn options(depth: usize, candidate_limit: usize) -> ExpectimaxOptions {
    let bounds = UtilityBounds::new(-1e9, -1e5, 1e5, 100_001.0).unwrap();
    ExpectimaxOptions { depth, candidate_limit, bounds, ..ExpectimaxOptions::default() }
}

/// An evaluator that promises not to look at the clocks, so that its table knows nodes by their plain keys.
struct IgnoringClocks<F>(F);

fn ignoring_clocks<F, Error>(evaluate: F) -> IgnoringClocks<F>
where
    F: Fn(&GameState, Color) -> Result<i32, Error>,
{
    IgnoringClocks(evaluate)
}

impl<F: Fn(&GameState, Color) -> Result<i32, Error>, Error> Evaluator for IgnoringClocks<F> {
    type Error = Error;

    fn ignores_clocks(&self) -> bool {
        true
    }

    fn evaluate(&self, state: &GameState, perspective: Color) -> Result<i32, Error> {
        self.0(state, perspective)
    }
}

fn table() -> TranspositionTable {
    TranspositionTable::with_capacity(1 << 14).unwrap()
}

/// Runs a search and tells the generator after it.
fn run<E: Evaluator>(
    evaluator: &E,
    options: ExpectimaxOptions,
    text: &str,
    table: Option<&TranspositionTable>,
    control: &SearchControl,
) -> (Result<SearchReport, SearchError<E::Error>>, JvmRandom) {
    let table = table.map(|table| TableUse { table, evaluator_id: 1 });
    let search = Expectimax { options, table, ..Expectimax::new(evaluator) };
    let mut random = JvmRandom::new(SEED);
    (search.search(&state(text), control, &mut random), random)
}

/// The exhaustive values of all nodes of a search, by key and depth.
fn slow_search(depth: usize, limit: usize, text: &str) -> HashMap<(u64, u8), SlowNode> {
    let position = Position::parse(text);
    let bounds = options(depth, limit).bounds;
    let terminal = [bounds.terminal_loss(), bounds.terminal_win()];
    let mut slow = SlowSearch::new(position.black_to_move, aggressive, terminal);
    for candidate in shortlist(&position, limit) {
        slow.node(&candidate.after, depth - 1);
    }
    slow.nodes()
}

/// The table holds nothing but nodes of the search, with right values or bounds: an unfinished node would have neither.
fn check_table(table: &TranspositionTable, slow: &HashMap<(u64, u8), SlowNode>, what: &str) {
    let telemetry = table.telemetry();
    assert_eq!(telemetry.collisions, 0, "{what}: the table is large enough to keep all");
    let mut entries = 0;
    for (&(key, plies), node) in slow {
        let Some(entry) = table.probe(key) else { continue };
        entries += 1;
        assert_eq!(entry.depth, plies, "{what}");
        let right = match entry.bound {
            Bound::Exact => entry.value.to_bits() == node.value.to_bits(),
            Bound::UpperBound => is_at_most(node.value, entry.value),
            Bound::LowerBound => is_at_most(entry.value, node.value),
        };
        assert!(right, "{what}: {entry:?}, exhaustively {node:?}");
    }
    assert_eq!(telemetry.stores - telemetry.overwrites, entries, "{what}: an entry of no node");
}

/// The report of a stopped search against that of the whole one.
fn check_report(stopped: &SearchReport, whole: &SearchReport, random: &JvmRandom, what: &str) {
    let done = stopped.candidates.len();
    assert_eq!(stopped.candidates, whole.candidates[..done], "{what}: those done are done");
    let statistics = &stopped.statistics;
    assert_eq!(statistics.legal_turns, whole.statistics.legal_turns, "{what}");
    assert_eq!(statistics.candidates_selected, whole.statistics.candidates_selected, "{what}");
    let counted = statistics.candidates_completed
        + statistics.cutoffs
        + statistics.table_hits
        + statistics.table_cutoffs;
    assert_eq!(counted, done, "{what}");
    assert!(statistics.is_truncated() && !stopped.is_complete(), "{what}");
    assert!(statistics.candidates_abandoned <= 1, "{what}");
    assert_eq!(statistics.fell_back_to_pre_rank(), done == 0, "{what}");
    let values = stopped.candidates.iter().filter_map(|candidate| candidate.final_value);
    let best = values.reduce(f64::max);
    assert_eq!(stopped.best, best, "{what}");
    let mut expected = JvmRandom::new(SEED);
    if let Some(best) = best {
        let winners: Vec<_> =
            stopped.candidates.iter().filter(|candidate| candidate.final_value == Some(best)).collect();
        let winner = winners[expected.next_int(winners.len() as u32).unwrap() as usize];
        assert_eq!((stopped.turn, stopped.winners), (Some(winner.turn), winners.len()), "{what}");
        assert_eq!(stopped.score, best as i32, "{what}");
    } else {
        let first = &whole.candidates[0];
        assert_eq!((stopped.turn, stopped.score), (Some(first.turn), first.pre_rank), "{what}");
        assert_eq!(stopped.winners, 0, "{what}");
    }
    assert_eq!(*random, expected, "{what}: one draw, or none without a value");
}

#[test]
fn every_budget_is_spent_exactly_and_leaves_only_finished_nodes() {
    for (depth, limit, text) in SEARCHES {
        let slow = slow_search(depth, limit, text);
        for (with_table, cache_leaves, exact_only) in
            [(false, false, false), (true, false, false), (true, true, true)]
        {
            let options = ExpectimaxOptions { cache_leaves, exact_only, ..options(depth, limit) };
            let search = |budget| {
                let table = with_table.then(table);
                let control = SearchControl::unbounded().with_budget(budget);
                let (report, random) = run(&Aggressive, options, text, table.as_ref(), &control);
                let report = report.unwrap();
                if let Some(table) = &table {
                    check_table(table, &slow, &format!("{text}, budget {budget}"));
                }
                assert_eq!(report.work_used, control.work_used());
                (report, random)
            };
            let (whole, _) = search(u64::MAX);
            assert!(whole.is_complete() && whole.work_used > 100);
            assert_eq!(whole.stop_reason, None);
            // Without a table to spare it repetitions, the deeper search has tens of thousands of units.
            let step = if with_table { 1 } else { 1 + whole.work_used as usize / 1000 };
            for budget in (0..whole.work_used).step_by(step) {
                let what = format!("{text}, budget {budget} of {}", whole.work_used);
                let (stopped, random) = search(budget);
                assert_eq!(
                    (stopped.work_used, stopped.stop_reason),
                    (budget, Some(StopReason::Budget)),
                    "{what}"
                );
                check_report(&stopped, &whole, &random, &what);
            }
            // A table hit is free but asked for, so that one after the last unit needs a unit to spare.
            let spare = u64::from(with_table && depth > 2);
            let (enough, _) = search(whole.work_used + spare);
            assert_eq!(enough, whole, "finished with the last unit");
        }
    }
}

/// Leaves that the cache knows cost the same unit, so that the cache changes nothing about where a search is stopped.
#[test]
fn a_cache_does_not_move_the_stop() {
    let (depth, limit, text) = SEARCHES[2];
    for budget in (0..2000).step_by(7) {
        let [plain, cached] = [false, true].map(|cache_leaves| {
            let options = ExpectimaxOptions { cache_leaves, ..options(depth, limit) };
            run(&Aggressive, options, text, None, &SearchControl::unbounded().with_budget(budget))
        });
        assert_eq!(plain, cached, "{budget}");
    }
}

#[test]
fn a_search_goes_on_where_the_table_ends() {
    let (depth, limit, text) = SEARCHES[2];
    let search = |table: &TranspositionTable, budget| {
        let control = SearchControl::unbounded().with_budget(budget);
        run(&Aggressive, options(depth, limit), text, Some(table), &control).0.unwrap()
    };
    let whole = search(&table(), u64::MAX);
    let table = table();
    let mut rounds = 0;
    loop {
        let report = search(&table, whole.work_used / 3);
        rounds += 1;
        if report.is_complete() {
            assert_eq!((report.best, report.score), (whole.best, whole.score));
            break;
        }
        assert!(rounds < 20, "each round stores more");
    }
    assert!(rounds > 1);
}

#[test]
fn the_deadline_may_pass_at_every_reading_of_the_clock() {
    for (depth, limit, text) in SEARCHES {
        let slow = slow_search(depth, limit, text);
        let (whole, _) = run(&Aggressive, options(depth, limit), text, None, &SearchControl::unbounded());
        let whole = whole.unwrap();
        let search = |deadline| {
            let readings = Arc::new(AtomicU64::new(0));
            let clock = Arc::clone(&readings);
            let control = SearchControl::until_deadline(deadline, move || clock.fetch_add(1, Relaxed) as i64);
            let table = table();
            let (report, random) = run(&Aggressive, options(depth, limit), text, Some(&table), &control);
            check_table(&table, &slow, &format!("{text}, deadline {deadline}"));
            (report.unwrap(), random, readings.load(Relaxed))
        };
        let (unhurried, _, all_readings) = search(i64::MAX - 1);
        assert_eq!((unhurried.best, unhurried.stop_reason), (whole.best, None));
        let step = 1 + all_readings as usize / 400;
        for deadline in (0..all_readings as i64).step_by(step) {
            let what = format!("{text}, deadline {deadline}");
            let (stopped, random, readings) = search(deadline);
            assert_eq!(readings, deadline as u64 + 1, "{what}: the first late reading is the last one");
            assert_eq!(stopped.stop_reason, Some(StopReason::Deadline), "{what}");
            check_report(&stopped, &unhurried, &random, &what);
        }
        let (enough, ..) = search(all_readings as i64);
        assert_eq!(enough, unhurried);
    }
}

/// However late the clock runs out, at most 64 leaves are evaluated before the next look at it.
#[test]
fn a_search_overshoots_by_at_most_64_leaves() {
    let leaves = Arc::new(AtomicU64::new(0));
    let most = Arc::new(AtomicU64::new(0));
    let (seen, between) = (Arc::clone(&leaves), Arc::clone(&most));
    let at_last_reading = AtomicU64::new(0);
    let control = SearchControl::until_deadline(1, move || {
        let now = seen.load(Relaxed);
        between.fetch_max(now - at_last_reading.swap(now, Relaxed), Relaxed);
        0
    });
    let evaluator = from_fn(|state: &GameState, perspective: Color| {
        leaves.fetch_add(1, Relaxed);
        Aggressive.evaluate(state, perspective)
    });
    let text = "r1bqk2r/pppp1ppp/2n2n2/4p3/2B1P3/2P2N2/PPPP1PPP/RNBQK2R w KQkq - 0 1 PNB";
    let (report, _) = run(&evaluator, ExpectimaxOptions::default(), text, None, &control);
    assert!(report.unwrap().is_complete());
    assert!(leaves.load(Relaxed) > 10_000);
    assert_eq!(most.load(Relaxed), 64, "a full batch, and never more");
}

#[test]
fn another_thread_stops_the_search() {
    let (depth, limit, text) = SEARCHES[2];
    let flag = CancelFlag::new();
    let control = SearchControl::unbounded().with_cancel_flag(flag.clone());
    let (please_cancel, asked) = mpsc::channel();
    let (done, cancelled) = mpsc::channel();
    let canceller = std::thread::spawn(move || {
        asked.recv().unwrap();
        flag.cancel();
        done.send(()).unwrap();
    });
    let leaves = Cell::new(0);
    let evaluator = ignoring_clocks(|state, perspective| {
        leaves.set(leaves.get() + 1);
        if leaves.get() == 100 {
            please_cancel.send(()).unwrap();
            cancelled.recv().unwrap();
        }
        Aggressive.evaluate(state, perspective)
    });
    let table = table();
    let (report, _) = run(&evaluator, options(depth, limit), text, Some(&table), &control);
    canceller.join().unwrap();
    let report = report.unwrap();
    assert_eq!(report.stop_reason, Some(StopReason::Cancelled));
    assert!(report.statistics.is_truncated());
    assert!((100..164).contains(&leaves.get()), "only the batch that was running: {}", leaves.get());
    check_table(&table, &slow_search(depth, limit, text), text);
}

#[test]
fn the_failure_of_every_leaf_is_passed_on() {
    for (depth, limit, text) in SEARCHES {
        let slow = slow_search(depth, limit, text);
        for cache_leaves in [false, true] {
            let options = ExpectimaxOptions { cache_leaves, ..options(depth, limit) };
            let search = |failing: u64| {
                let calls = Cell::new(0);
                let evaluator = ignoring_clocks(|state, perspective| {
                    calls.set(calls.get() + 1);
                    let Ok(score) = Aggressive.evaluate(state, perspective);
                    if calls.get() == failing { Err(failing) } else { Ok(score) }
                });
                let table = table();
                let (result, random) =
                    run(&evaluator, options, text, Some(&table), &SearchControl::unbounded());
                check_table(&table, &slow, &format!("{text}, failure {failing}"));
                (result, random, calls.get())
            };
            let (result, _, calls) = search(u64::MAX);
            assert!(result.is_ok());
            for failing in 1..=calls {
                let (result, random, calls) = search(failing);
                assert_eq!(result, Err(SearchError::Evaluator(failing)));
                assert_eq!((random, calls), (JvmRandom::new(SEED), failing), "and nobody asks again");
            }
        }
    }
}

#[test]
fn failures_before_the_search_are_passed_on() {
    let failing = from_fn(|_, _| Err::<i32, _>("no opinion"));
    let silent = from_fn(|state: &GameState, perspective| Ok::<_, &str>(state.material(perspective)));
    let (_, _, text) = SEARCHES[0];
    let table = table();
    let search = |pre_rank: bool, weight: f64| {
        let search = Expectimax {
            pre_rank: pre_rank.then_some(&failing as &dyn Evaluator<Error = &str>),
            rescore: Some(RootRescore { evaluator: &failing, weight, evaluator_id: 2 }),
            table: Some(TableUse { table: &table, evaluator_id: 1 }),
            ..Expectimax::new(&silent)
        };
        let mut random = JvmRandom::new(SEED);
        let result = search.search(&state(text), &SearchControl::unbounded(), &mut random);
        let failed = result.as_ref().err().copied();
        assert_eq!(random == JvmRandom::new(SEED), failed.is_some());
        failed
    };
    assert_eq!(search(true, 0.0), Some(SearchError::Evaluator("no opinion")));
    assert_eq!(table.telemetry().stores, 0);
    assert_eq!(search(false, 0.0), None, "a weight of 0 never asks the rescorer");
    let mut table = table;
    table.clear();
    let search = Expectimax {
        rescore: Some(RootRescore { evaluator: &failing, weight: 0.5, evaluator_id: 2 }),
        table: Some(TableUse { table: &table, evaluator_id: 1 }),
        ..Expectimax::new(&silent)
    };
    let mut random = JvmRandom::new(SEED);
    let result = search.search(&state(text), &SearchControl::unbounded(), &mut random);
    assert_eq!(result, Err(SearchError::Evaluator("no opinion")));
    assert_eq!((table.telemetry().stores, random), (0, JvmRandom::new(SEED)));
}

/// A search that is stopped before it begins does not even ask the rescorer.
#[test]
fn a_stopped_search_asks_no_rescorer() {
    let (_, _, text) = SEARCHES[0];
    let rescorer = from_fn(|_, _| -> Result<i32, Infallible> { panic!("asked after the stop") });
    let search = Expectimax {
        rescore: Some(RootRescore { evaluator: &rescorer, weight: 0.5, evaluator_id: 2 }),
        ..Expectimax::new(&Standard)
    };
    let control = SearchControl::unbounded().with_budget(0);
    let report = search.search(&state(text), &control, &mut JvmRandom::new(SEED)).unwrap();
    assert_eq!(report.statistics.candidates_abandoned, 1);
    assert!(report.statistics.fell_back_to_pre_rank() && report.candidates.is_empty());
}

#[test]
fn an_interrupted_chance_node_has_no_value() {
    let (.., text) = SEARCHES[1];
    let root = state(text);
    for evaluator in [&Material as &dyn Evaluator<Error = Infallible>, &Aggressive] {
        let node = |control: &SearchControl| {
            let bounds = UtilityBounds::default();
            chance_node_value(&evaluator, &root, Color::White, 1, bounds, control).unwrap()
        };
        let SearchOutcome::Exact { value, work_used } = node(&SearchControl::unbounded()) else {
            panic!("nothing stops it")
        };
        for budget in 0..work_used {
            let control = SearchControl::unbounded().with_budget(budget);
            assert_eq!(node(&control), SearchOutcome::Incomplete { work_used: budget });
        }
        let control = SearchControl::unbounded().with_budget(work_used);
        assert_eq!(node(&control), SearchOutcome::Exact { value, work_used });
    }
}
