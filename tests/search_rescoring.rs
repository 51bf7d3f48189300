//! A second opinion on root candidates, lost kings that forbid it, and tables that remember both from one search to the next.

mod support;

use std::cell::Cell;
use std::convert::Infallible;

use dicechess::board::Color;
use dicechess::dfen;
use dicechess::eval::{Aggressive, Evaluator, Material, from_fn};
use dicechess::search::{
    Expectimax, ExpectimaxOptions, JvmRandom, RootRescore, SearchControl, SearchReport, TableUse,
    UtilityBounds,
};
use dicechess::state::GameState;
use dicechess::tt::{Bound, TranspositionTable};
use support::random_positions::{Random, few_men};
use support::slow_eval::{aggressive, material};
use support::slow_rules::Position;
use support::slow_search::{SlowSearch, is_at_most, shortlist};
use support::slow_turns::legal_turns;

const LIMIT: usize = 8;

fn state(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap()
}

fn options() -> ExpectimaxOptions {
    let bounds = UtilityBounds::new(-1e9, -1e5, 1e5, 100_001.0).unwrap();
    ExpectimaxOptions { candidate_limit: LIMIT, bounds, ..ExpectimaxOptions::default() }
}

/// A depth-2 search of material, rescored by the aggressive evaluator unless there is no weight.
fn search(
    position: &Position,
    weight: Option<f64>,
    exact_only: bool,
    table: Option<&TranspositionTable>,
) -> SearchReport {
    let search = Expectimax {
        options: ExpectimaxOptions { exact_only, ..options() },
        rescore: weight.map(|weight| RootRescore { evaluator: &Aggressive, weight, evaluator_id: 2 }),
        table: table.map(|table| TableUse { table, evaluator_id: 1 }),
        ..Expectimax::new(&Material)
    };
    search.search(&state(&position.dfen()), &SearchControl::unbounded(), &mut JvmRandom::new(5)).unwrap()
}

/// A candidate judged exhaustively.
struct Truth {
    value: f64,
    loses_king: bool,
    rescore: f64,
}

impl Truth {
    fn final_value(&self, weight: f64) -> f64 {
        if self.loses_king { self.value } else { (1.0 - weight) * self.value + weight * self.rescore }
    }
}

fn judge(position: &Position) -> Vec<Truth> {
    let bounds = options().bounds;
    let black = position.black_to_move;
    let mut slow = SlowSearch::new(black, material, [bounds.terminal_loss(), bounds.terminal_win()]);
    let truths = shortlist(position, LIMIT).into_iter().map(|candidate| {
        let node = slow.node(&candidate.after, 1);
        let rescore = f64::from(aggressive(&candidate.after, black));
        Truth { value: node.value, loses_king: node.loses_king, rescore }
    });
    truths.collect()
}

fn compare(truths: &[Truth], weight: f64, report: &SearchReport, what: &str) {
    assert_eq!(report.candidates.len(), truths.len(), "{what}");
    for (found, truth) in report.candidates.iter().zip(truths) {
        let value = truth.final_value(weight);
        let what = format!("{what}: {found:?}, exhaustively {value} {}", truth.loses_king);
        if found.bound == Bound::Exact {
            assert_eq!(found.final_value.map(f64::to_bits), Some(value.to_bits()), "{what}");
            assert_eq!(found.loss_tainted, truth.loses_king, "{what}");
        } else {
            assert_eq!(found.final_value, None, "{what}");
            assert!(report.best.is_some_and(|best| is_at_most(value, best)), "{what}");
        }
        assert!(weight < 1.0 || found.alpha == f64::NEG_INFINITY, "{what}");
    }
    let best = truths.iter().map(|truth| truth.final_value(weight)).reduce(f64::max);
    assert!(is_at_most(best.unwrap(), report.best.unwrap()), "{what}");
}

#[test]
fn blends_are_those_of_exhaustive_search_and_tables_keep_the_taint() {
    let mut random = Random::new(61);
    let undecided = |position: &Position| {
        let turns = legal_turns(position);
        !turns.is_empty() && turns.iter().all(|turn| !turn.captures_king)
    };
    let mut hits = [0, 0];
    let positions = std::iter::from_fn(|| Some(few_men(&mut random, b"pnbrq"))).filter(undecided);
    for position in positions.take(30) {
        let truths = judge(&position);
        for weight in [0.3, 0.999, 1.0] {
            let what = format!("{} weight {weight}", position.dfen());
            let plain = search(&position, Some(weight), false, None);
            compare(&truths, weight, &plain, &what);
            for exact_only in [false, true] {
                let table = TranspositionTable::with_capacity(1 << 10).unwrap();
                for run in 0..2 {
                    let report = search(&position, Some(weight), exact_only, Some(&table));
                    compare(&truths, weight, &report, &format!("{what}, exact only {exact_only}, run {run}"));
                    assert_eq!((report.best, report.score), (plain.best, plain.score));
                    for candidate in report.candidates.iter().filter(|candidate| candidate.from_table) {
                        if candidate.bound == Bound::Exact {
                            hits[usize::from(candidate.loss_tainted)] += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(hits.iter().all(|&count| count > 100), "untainted and tainted hits: {hits:?}");
}

#[test]
fn weight_0_is_no_rescorer() {
    let asked = Cell::new(false);
    let rescorer = from_fn(|_: &GameState, _: Color| {
        asked.set(true);
        Ok::<_, Infallible>(0)
    });
    let mut random = Random::new(62);
    for _ in 0..20 {
        let position = few_men(&mut random, b"pnbrq");
        let with_rescorer = Expectimax {
            options: options(),
            rescore: Some(RootRescore { evaluator: &rescorer, weight: 0.0, evaluator_id: 2 }),
            ..Expectimax::new(&Material)
        };
        let root = state(&position.dfen());
        let control = SearchControl::unbounded();
        let report = with_rescorer.search(&root, &control, &mut JvmRandom::new(5)).unwrap();
        assert_eq!(report, search(&position, None, false, None));
    }
    assert!(!asked.get());
}

/// The rescorer judges all kept candidates at once, after the turn, for the mover.
#[test]
fn the_rescorer_is_asked_once_for_each_candidate() {
    struct Batches(Cell<usize>);
    impl Evaluator for Batches {
        type Error = Infallible;

        fn evaluate(&self, _: &GameState, _: Color) -> Result<i32, Infallible> {
            panic!("not one by one")
        }

        fn evaluate_batch(
            &self,
            states: &[GameState],
            perspective: Color,
            scores: &mut [i32],
        ) -> Result<(), Infallible> {
            assert_eq!((states.len(), perspective), (4, Color::White));
            assert!(states.iter().all(|state| state.side_to_move() == Color::Black));
            self.0.set(self.0.get() + 1);
            scores.copy_from_slice(&[10, 40, 20, 30]);
            Ok(())
        }
    }
    let batches = Batches(Cell::new(0));
    let search = Expectimax {
        options: ExpectimaxOptions { candidate_limit: 4, ..options() },
        rescore: Some(RootRescore { evaluator: &batches, weight: 1.0, evaluator_id: 2 }),
        ..Expectimax::new(&Material)
    };
    // The kings are too far apart for a capture, so that weight 1 leaves the choice to the rescorer.
    let root = state("7k/8/8/8/8/8/5P2/K7 w - - 0 1 PNK");
    let report = search.search(&root, &SearchControl::unbounded(), &mut JvmRandom::new(5)).unwrap();
    assert_eq!(batches.0.get(), 1);
    let finals: Vec<_> = report.candidates.iter().map(|candidate| candidate.final_value).collect();
    assert_eq!(finals, [Some(10.0), Some(40.0), Some(20.0), Some(30.0)]);
    assert_eq!((report.turn, report.score), (Some(report.candidates[1].turn), 40));
}

/// Golden values of an independent implementation; `docs/search.md` shows the same search.
#[test]
fn a_second_search_reads_what_the_first_one_stored() {
    let table = TranspositionTable::with_capacity(TranspositionTable::DEFAULT_CAPACITY).unwrap();
    let search =
        Expectimax { table: Some(TableUse { table: &table, evaluator_id: 1 }), ..Expectimax::new(&Material) };
    let root = state("7k/8/8/b7/8/8/5P2/4K3 w - - 0 1 NBK");
    let run = || {
        let report = search.search(&root, &SearchControl::unbounded(), &mut JvmRandom::new(0)).unwrap();
        assert_eq!(report.turn.map(|turn| turn.to_string()).as_deref(), Some("e1d1"));
        assert_eq!((report.score, report.best), (-207, Some(-207.40740740740722)));
        assert_eq!((report.statistics.legal_turns, report.statistics.candidates_selected), (4, 4));
        report
    };
    let first = run().statistics;
    assert_eq!((first.candidates_completed, first.cutoffs), (1, 3));
    assert_eq!((first.rolls_saved, first.probe_cutoffs), (156, 1));
    assert_eq!((first.table_probes, first.table_hits, first.table_cutoffs), (4, 0, 0));
    let telemetry = table.telemetry();
    assert_eq!((telemetry.stores, telemetry.hits, telemetry.misses), (4, 0, 4));

    let second = run();
    let statistics = second.statistics;
    assert_eq!((statistics.candidates_completed, statistics.cutoffs), (0, 0));
    assert_eq!((statistics.table_probes, statistics.table_hits, statistics.table_cutoffs), (4, 1, 3));
    assert_eq!((second.work_used, second.is_complete()), (0, true), "table hits are free");
    let telemetry = table.telemetry();
    assert_eq!((telemetry.stores, telemetry.hits, telemetry.misses), (4, 4, 4));
}
