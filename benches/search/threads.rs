//! Work a second on one and on two threads. Not on the clock of one thread's CPU time but on the wall's, since several work.

use std::num::NonZeroUsize;
use std::time::Instant;

use dicechess::eval::Aggressive;
use dicechess::search::{Expectimax, ExpectimaxOptions, JvmRandom, SearchControl};
use dicechess::state::GameState;

use super::paired::Harness;
use super::positions::Workload;

const PAIRS: usize = 15;

/// Units of work a second of a search of 16 candidates.
pub fn scaling(harness: &Harness, rolled: &[Workload]) {
    if !harness.is_measuring() {
        return;
    }
    harness.section("Work a second on two threads beside one (goal 1.70 on two free cores)");
    for workload in rolled.iter().filter(|workload| workload.states.len() == 1) {
        let state = &workload.states[0];
        let mut ratios: Vec<f64> =
            (0..PAIRS).map(|_| work_a_second(state, 2) / work_a_second(state, 1)).collect();
        ratios.sort_by(f64::total_cmp);
        let median = ratios[PAIRS / 2];
        let rate = work_a_second(state, 2) / 1e6;
        println!("{:<34} two threads / one = {median:.2}   {rate:.1} M units/s", workload.name);
    }
}

fn work_a_second(state: &GameState, threads: usize) -> f64 {
    let options = ExpectimaxOptions { candidate_limit: 64, ..ExpectimaxOptions::default() };
    let search = Expectimax { options, ..Expectimax::new(&Aggressive) };
    let control = SearchControl::unbounded();
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    let start = Instant::now();
    let report = search.search_on_threads(threads, state, &control, &mut JvmRandom::new(1));
    let elapsed = start.elapsed();
    assert!(report.is_ok());
    control.work_used() as f64 / elapsed.as_secs_f64()
}
