//! By how much searches, players and estimates overshoot a deadline while an evaluator takes a millisecond a state, and on a board
//! full of queens. Prints the rows of a table of `docs/performance.md`. Time is the CPU time of the thread: what else a machine
//! does is no fault of a search.

#[path = "support/paired.rs"]
mod paired;

use std::convert::Infallible;
use std::time::Duration;

use dicechess::board::Color;
use dicechess::dfen;
use dicechess::eval::{Aggressive, Evaluator, Material};
use dicechess::search::{
    Expectimax, ExpectimaxOptions, JvmRandom, MonteCarlo, Player, RootRescore, SearchControl,
};
use dicechess::state::GameState;
use paired::thread_time;

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB";
const F10: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 3 PNB";
/// Nine queens, two rooks, and four million turns, of which none takes a king.
const MILLIONS: &str = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/1BNNK1B1 w - - 0 1 QQQ";
const QUEENS: &str = "Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1Q1Q1Q w - - 0 1 QQQ";

const RUNS: usize = 9;

/// Takes a millisecond for each state.
struct Slow;

impl Evaluator for Slow {
    type Error = Infallible;

    fn evaluate(&self, state: &GameState, perspective: Color) -> Result<i32, Infallible> {
        let start = thread_time();
        while thread_time() - start < Duration::from_millis(1) {
            std::hint::spin_loop();
        }
        Aggressive.evaluate(state, perspective)
    }
}

/// The median and the greatest overshoot of some runs, in milliseconds.
fn measure(what: &str, position: &str, limit_ms: u64, run: impl Fn(&GameState, &SearchControl)) {
    let state: GameState = dfen::parse(position.as_bytes()).expect("a position");
    let limit = Duration::from_millis(limit_ms);
    let mut overshoots: Vec<f64> = (0..RUNS)
        .map(|_| {
            let deadline = thread_time() + limit;
            run(&state, &SearchControl::until_deadline(nanoseconds(deadline), || nanoseconds(thread_time())));
            thread_time().saturating_sub(deadline).as_secs_f64() * 1e3
        })
        .collect();
    overshoots.sort_by(f64::total_cmp);
    println!("| {what} | {limit_ms} ms | {:.1} | {:.1} |", overshoots[RUNS / 2], overshoots[RUNS - 1]);
}

fn nanoseconds(time: Duration) -> i64 {
    time.as_nanos() as i64
}

fn best_turn(search: &Expectimax<'_, impl Evaluator>, state: &GameState, control: &SearchControl) {
    let report = search.search(state, control, &mut JvmRandom::new(1));
    assert!(report.is_ok_and(|report| report.turn.is_some()));
}

fn main() {
    println!("| what | limit | median overshoot, ms | greatest |\n|---|---|---|---|");
    let all = ExpectimaxOptions { candidate_limit: usize::MAX, ..ExpectimaxOptions::default() };
    for (name, position) in [("initial position", INITIAL), ("F10", F10)] {
        measure(&format!("pre-ranking of 1 ms, {name}"), position, 50, |state, control| {
            let pre_rank = Some(&Slow as &dyn Evaluator<Error = _>);
            best_turn(&Expectimax { pre_rank, ..Expectimax::new(&Material) }, state, control);
        });
        measure(&format!("rescorer of 1 ms, all candidates, {name}"), position, 50, |state, control| {
            let rescore = Some(RootRescore { evaluator: &Slow, weight: 0.5, evaluator_id: 1 });
            best_turn(&Expectimax { options: all, rescore, ..Expectimax::new(&Material) }, state, control);
        });
        measure(&format!("leaves of 1 ms, {name}"), position, 50, |state, control| {
            best_turn(&Expectimax::new(&Slow), state, control);
        });
    }
    let boards = [("F10", F10), ("four million turns", MILLIONS), ("32 queens", QUEENS)];
    for (name, position) in boards {
        measure(&format!("depth 4, aggressive leaves, {name}"), position, 10, |state, control| {
            let options = ExpectimaxOptions { depth: 4, ..ExpectimaxOptions::default() };
            best_turn(&Expectimax { options, ..Expectimax::new(&Aggressive) }, state, control);
        });
        for player in Player::ALL {
            measure(&format!("player {player}, {name}"), position, 10, |state, control| {
                let turn = player.choose_turn(state, control, &mut JvmRandom::new(1));
                assert!(turn.is_ok_and(|turn| turn.is_some()));
            });
        }
        measure(&format!("estimate, {name}"), position, 10, |state, control| {
            let estimator = MonteCarlo { rollouts: 1_000_000, ..MonteCarlo::default() };
            assert!(estimator.estimate(state, control, &mut JvmRandom::new(1)).is_ok());
        });
    }
}
