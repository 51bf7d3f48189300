//! Searches on several threads against the same searches on one.
//!
//! `make tsan` runs them under the thread sanitizer.

mod support;

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use dicechess::board::Color;
use dicechess::dfen;
use dicechess::eval::{Aggressive, Evaluator, Material, Standard, from_fn};
use dicechess::search::{
    Expectimax, ExpectimaxOptions, JvmRandom, RootRescore, SearchControl, SearchError, SearchReport,
    StopReason, TableUse, UtilityBounds,
};
use dicechess::state::GameState;
use dicechess::tt::{Bound, TranspositionTable};
use serde_json::Value;
use support::data_files;
use support::random_positions::{Random, few_men};

const MIDDLEGAME: &str = "r1bqk2r/pppp1ppp/2n2n2/4p3/2B1P3/2P2N2/PPPP1PPP/RNBQK2R w KQkq - 0 1 PNB";

fn state(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap()
}

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

/// A search that is to be repeated.
struct Case<'a> {
    root: GameState,
    options: ExpectimaxOptions,
    /// Weight and evaluator.
    rescore: Option<(f64, &'a dyn Evaluator<Error = Infallible>)>,
    seed: i64,
}

impl Case<'_> {
    fn search<E: Evaluator<Error = Infallible> + Sync>(
        &self,
        evaluator: &E,
        table: Option<&TranspositionTable>,
        thread_count: Option<usize>,
    ) -> (SearchReport, JvmRandom) {
        let search = Expectimax {
            options: self.options,
            rescore: self.rescore.map(|(weight, evaluator)| RootRescore {
                evaluator,
                weight,
                evaluator_id: 2,
            }),
            table: table.map(|table| TableUse { table, evaluator_id: 1 }),
            ..Expectimax::new(evaluator)
        };
        let control = SearchControl::unbounded();
        let mut random = JvmRandom::new(self.seed);
        let report = match thread_count {
            None => search.search(&self.root, &control, &mut random),
            Some(count) => search.search_on_threads(threads(count), &self.root, &control, &mut random),
        };
        (report.unwrap(), random)
    }

    fn check<E: Evaluator<Error = Infallible> + Sync>(&self, evaluator: &E) {
        let (alone, random_after) = self.search(evaluator, None, None);
        for count in [1, 2, 3, 8] {
            let what = format!("{}, {count} threads", dfen::write(&self.root));
            let (report, random) = self.search(evaluator, None, Some(count));
            if count == 1 {
                assert_eq!(report, alone, "{what}");
            }
            let result = |report: &SearchReport| {
                (report.turn, report.score, report.best.map(f64::to_bits), report.winners)
            };
            assert_eq!(result(&report), result(&alone), "{what}");
            assert_eq!(random, random_after, "{what}");
            assert!(report.is_complete(), "{what}");
            for (found, expected) in report.candidates.iter().zip(&alone.candidates) {
                let what = format!("{what}: {found:?}, alone {expected:?}");
                assert_eq!((found.turn, found.pre_rank), (expected.turn, expected.pre_rank), "{what}");
                assert_eq!(found.alpha.to_bits(), expected.alpha.to_bits(), "{what}");
                if expected.bound == Bound::Exact {
                    assert_eq!(found.bound, Bound::Exact, "{what}");
                    assert_eq!(found.value.to_bits(), expected.value.to_bits(), "{what}");
                    assert_eq!(found.loss_tainted, expected.loss_tainted, "{what}");
                }
            }

            let table = TranspositionTable::with_capacity(1 << 12).unwrap();
            for _ in 0..2 {
                let (report, _) = self.search(evaluator, Some(&table), Some(count));
                assert_eq!((report.score, report.best), (alone.score, alone.best), "{what}, table");
            }
        }
    }
}

#[test]
fn recorded_searches_are_the_same_on_any_number_of_threads() {
    let mut cases = 0;
    for case in data_files::lines::<Value>("search_public.jsonl") {
        if case["kind"] != "root" {
            continue;
        }
        let rescorer: &dyn Evaluator<Error = Infallible> =
            if case["rescore"]["evaluator"] == "aggressive" { &Aggressive } else { &Material };
        let options = ExpectimaxOptions {
            depth: case["depth"].as_u64().unwrap() as usize,
            candidate_limit: case["candidate_limit"].as_u64().unwrap() as usize,
            exact_only: case["exact_only"].as_bool().unwrap(),
            ..ExpectimaxOptions::default()
        };
        let search = Case {
            root: state(case["dfen"].as_str().unwrap()),
            options,
            rescore: case["rescore"]["weight"].as_f64().map(|weight| (weight, rescorer)),
            seed: case["rng_seed"].as_i64().unwrap(),
        };
        if case["evaluator"] == "aggressive" {
            search.check(&Aggressive);
        } else {
            search.check(&Material);
        }
        cases += 1;
    }
    assert!(cases > 100);
}

/// Few men have many equal turns: draws and cuts among them must come out alike.
#[test]
fn random_searches_are_the_same_on_any_number_of_threads() {
    let mut random = Random::new(71);
    let bounds = UtilityBounds::new(-1e9, -1e5, 1e5, 100_001.0).unwrap();
    for round in 0..15 {
        let depth = if round % 5 == 0 { 3 } else { 2 };
        let letters: &[u8] = if depth == 3 { b"ppn" } else { b"pnbrq" };
        let root = state(&few_men(&mut random, letters).dfen());
        let options =
            ExpectimaxOptions { depth, candidate_limit: 12, bounds, ..ExpectimaxOptions::default() };
        for weight in [None, Some(0.4), Some(1.0)] {
            let rescore = weight.map(|weight| (weight, &Aggressive as &dyn Evaluator<Error = Infallible>));
            let search = Case { root, options, rescore, seed: round };
            search.check(&Material);
            let cached = ExpectimaxOptions { cache_leaves: true, ..options };
            Case { options: cached, ..search }.check(&Aggressive);
        }
    }
}

/// Turn, score and winners with a table that is empty at first are those of one thread, however the threads
/// overtake each other.
#[test]
fn a_table_that_is_empty_at_first_decides_no_draw() {
    let result =
        |report: &SearchReport| (report.turn, report.score, report.best.map(f64::to_bits), report.winners);
    let check_in = |capacity: usize,
                    case: &Case<'_>,
                    evaluator: &(dyn Evaluator<Error = Infallible> + Sync),
                    runs: usize| {
        let search = |count| {
            let table = TranspositionTable::with_capacity(capacity).unwrap();
            let first = result(&case.search(&evaluator, Some(&table), Some(count)).0);
            [first, result(&case.search(&evaluator, Some(&table), Some(count)).0)]
        };
        let alone = search(1);
        for run in 0..runs {
            let count = 2 + run % 3;
            assert_eq!(search(count), alone, "{}, {count} threads", dfen::write(&case.root));
        }
    };
    let check = |case: &Case<'_>, evaluator: &(dyn Evaluator<Error = Infallible> + Sync), runs| {
        check_in(1 << 12, case, evaluator, runs);
    };
    let case = |text: &str, depth, seed| Case {
        root: state(text),
        options: ExpectimaxOptions { depth, ..ExpectimaxOptions::default() },
        rescore: None,
        seed,
    };
    check(&case("7k/8/8/b7/8/8/5P2/4K3 w - - 0 1 NBK", 2, 42), &Material, 600);
    let text = "2b1kbnr/pr1p1ppp/4p3/1B6/P5Q1/5PP1/1PPn3P/1RB1KR2 w k - 0 9 PBR";
    check(&case(text, 2, 4_607_448_340_228), &Standard, 60);
    // A thread that runs ahead finds an entry that is gone when it is the candidate's turn.
    let mut crowded = case("4Nn2/2n5/3Kn3/3b4/RkN5/3nr3/1BB2B2/6q1 b - - 0 1 kbb", 2, 1);
    crowded.options.candidate_limit = 10;
    check_in(2, &crowded, &Standard, 600);
    // One that runs ahead finds an exact value where another would have cut, and the only entry is not enough for both.
    let mut exact = case("8/4k3/8/3p4/K2QP3/4n3/7n/5B2 w - - 0 1 KNK", 2, 1);
    exact.options = ExpectimaxOptions { exact_only: true, cache_leaves: true, ..exact.options };
    check_in(1, &exact, &Standard, 600);
    check_in(1, &exact, &Material, 600);
    // Positions without a king score beyond the default bounds, on the strength of which searches cut.
    let bounds = UtilityBounds::new(-1e9, -1e5, 1e5, 100_001.0).unwrap();
    let mut random = Random::new(13);
    let mut few = |letters: &[u8], depth, seed| {
        let case = case(&few_men(&mut random, letters).dfen(), depth, seed);
        Case { options: ExpectimaxOptions { bounds, ..case.options }, ..case }
    };
    for seed in 0..150 {
        let case = few(b"pnbrq", 2, seed);
        check(&case, &Material, 12);
        check(&case, &Standard, 6);
    }
    for seed in 0..40 {
        check(&few(b"p", 3, seed), &Material, 6);
    }
}

/// Several searches of several threads on one small table, whose entries push each other out all the time.
#[test]
fn searches_share_a_table() {
    let table = TranspositionTable::with_capacity(16).unwrap();
    let case = |text: &str| Case {
        root: state(text),
        options: ExpectimaxOptions { candidate_limit: 6, ..ExpectimaxOptions::default() },
        rescore: None,
        seed: 1,
    };
    let cases = [case(MIDDLEGAME), case("7k/8/8/b7/8/8/5P2/4K3 w - - 0 1 NBK")];
    let expected = [0, 1].map(|index| cases[index].search(&Aggressive, None, None).0.best);
    thread::scope(|scope| {
        for worker in 0..4 {
            let (table, expected) = (&table, &expected);
            scope.spawn(move || {
                for round in 0..6 {
                    let index = (worker + round) % 2;
                    let root = [MIDDLEGAME, "7k/8/8/b7/8/8/5P2/4K3 w - - 0 1 NBK"][index];
                    let (report, _) = case(root).search(&Aggressive, Some(table), Some(1 + round % 3));
                    assert_eq!(report.best, expected[index]);
                }
            });
        }
    });
}

#[test]
fn all_threads_have_ended_when_the_search_returns() {
    let (running, calls) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let evaluator = from_fn(|state: &GameState, perspective: Color| {
        running.fetch_add(1, Relaxed);
        let call = calls.fetch_add(1, Relaxed);
        let Ok(score) = Aggressive.evaluate(state, perspective);
        running.fetch_sub(1, Relaxed);
        if call == 5000 { Err(call) } else { Ok(score) }
    });
    let search = Expectimax::new(&evaluator);
    let mut random = JvmRandom::new(1);
    let root = state(MIDDLEGAME);
    for budget in [100, 3000] {
        let control = SearchControl::unbounded().with_budget(budget);
        let report = search.search_on_threads(threads(4), &root, &control, &mut random).unwrap();
        assert_eq!(running.load(Relaxed), 0);
        assert_eq!((report.work_used, report.stop_reason), (budget, Some(StopReason::Budget)));
        assert!(report.statistics.is_truncated());
    }
    let before = random.clone();
    let result = search.search_on_threads(threads(4), &root, &SearchControl::unbounded(), &mut random);
    assert_eq!((running.load(Relaxed), result), (0, Err(SearchError::Evaluator(5000))));
    assert_eq!(random, before);
}

#[test]
fn progress_counts_up_to_all_candidates() {
    for count in [1, 4] {
        let seen = Mutex::new(Vec::new());
        let progress = |progress: &_| seen.lock().unwrap().push(*progress);
        let search = Expectimax { progress: Some(&progress), ..Expectimax::new(&Aggressive) };
        let control = SearchControl::unbounded();
        let mut random = JvmRandom::new(1);
        let report =
            search.search_on_threads(threads(count), &state(MIDDLEGAME), &control, &mut random).unwrap();
        let seen = seen.into_inner().unwrap();
        let done: Vec<usize> = seen.iter().map(|progress| progress.candidates_done).collect();
        assert_eq!(done, (1..=8).collect::<Vec<_>>());
        assert!(seen.iter().all(|progress| (progress.candidates, progress.depth) == (8, 2)));
        assert!(seen.is_sorted_by_key(|progress| progress.best.map(|(_, best)| best)));
        assert!(seen.is_sorted_by_key(|progress| progress.work_used));
        let last = seen.last().unwrap();
        assert_eq!((last.best.map(|(_, best)| best), last.work_used), (report.best, report.work_used));
    }
}
