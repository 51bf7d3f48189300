//! Iterative deepening gives what a search to the depth that it reached gives.

use dicechess::dfen;
use dicechess::eval::{Aggressive, Material};
use dicechess::search::{Expectimax, ExpectimaxOptions, JvmRandom, SearchControl, SearchReport, StopReason};
use dicechess::state::GameState;

const POSITIONS: [&str; 4] = [
    "8/2p1k3/8/8/8/8/4KP2/8 w - - 0 1 PPK",
    "7k/8/8/b7/8/8/5P2/4K3 w - - 0 1 NBK",
    "8/5k2/8/8/8/2p5/8/K7 b - - 0 1 pkk",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2 PK",
];

fn position(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap()
}

fn search(state: &GameState, depth: usize, iterative: bool, control: &SearchControl) -> SearchReport {
    let options = ExpectimaxOptions { depth, iterative, candidate_limit: 4, ..ExpectimaxOptions::default() };
    let search = Expectimax { options, ..Expectimax::new(&Aggressive) };
    search.search(state, control, &mut JvmRandom::new(42)).unwrap()
}

#[test]
fn without_a_limit_it_reaches_the_depth_and_the_value_of_a_direct_search() {
    for text in POSITIONS {
        let state = position(text);
        let direct = search(&state, 3, false, &SearchControl::unbounded());
        let deepened = search(&state, 3, true, &SearchControl::unbounded());
        assert_eq!(deepened.depth, 3, "{text}");
        assert!(deepened.is_complete(), "{text}");
        assert_eq!(deepened.best.map(f64::to_bits), direct.best.map(f64::to_bits), "{text}");
        assert_eq!(deepened.score, direct.score, "{text}");
    }
}

#[test]
fn with_a_budget_it_reports_the_deepest_finished_search() {
    let state = position(POSITIONS[0]);
    let work_of = |depth| search(&state, depth, false, &SearchControl::unbounded()).work_used;
    let two = search(&state, 2, false, &SearchControl::unbounded());
    let budgets = (0..work_of(2)).step_by(97).chain((work_of(2)..work_of(3)).step_by(20_011));
    for budget in budgets {
        let report = search(&state, 3, true, &SearchControl::unbounded().with_budget(budget));
        assert_eq!(report.depth, 2, "budget {budget}");
        assert_eq!(report.stop_reason, Some(StopReason::Budget), "budget {budget}");
        assert!(!report.is_complete() && report.work_used == budget, "budget {budget}");
        if budget >= work_of(2) {
            assert_eq!(
                report,
                SearchReport { work_used: budget, stop_reason: report.stop_reason, ..two.clone() }
            );
        }
    }
}

#[test]
fn the_draw_of_an_unfinished_depth_leaves_no_trace_in_the_generator() {
    let state = position(POSITIONS[0]);
    let draw_after = |iterative, control: &SearchControl| {
        let options =
            ExpectimaxOptions { depth: if iterative { 3 } else { 2 }, iterative, ..Default::default() };
        let mut random = JvmRandom::new(5);
        let search = Expectimax { options, ..Expectimax::new(&Material) };
        let report = search.search(&state, control, &mut random).unwrap();
        (report.depth, random)
    };
    let (depth, direct) = draw_after(false, &SearchControl::unbounded());
    assert_eq!(depth, 2);
    assert_eq!(draw_after(true, &SearchControl::unbounded().with_budget(3000)), (2, direct));
}

#[test]
fn nothing_to_search_is_reported_as_such_at_once() {
    let pass = search(&position("4k3/8/8/8/8/8/8/4K3 w - - 0 1 PPP"), 3, true, &SearchControl::unbounded());
    assert_eq!((pass.turn, pass.best, pass.is_complete()), (None, None, true));
    let capture =
        search(&position("k7/8/8/8/8/8/8/R3K3 w - - 0 1 PPR"), 3, true, &SearchControl::unbounded());
    assert_eq!(capture.turn.map(|turn| turn.to_string()), Some("a1a8".into()));
    assert_eq!((capture.score, capture.statistics.legal_turns), (i32::MAX, 10));
}
