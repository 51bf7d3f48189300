//! Reading and writing positions beside `cozy-chess`, and building them from parts.

use std::hint::black_box;

use cozy_chess::Board;
use dicechess::dfen;
use dicechess::state::GameState;

use super::paired::Harness;
use super::positions::Workload;

/// The units are positions.
pub fn forms(harness: &Harness, boards: &[Workload]) {
    harness.section("Text and parts, per position");
    for workload in boards {
        // Those texts that both programs read.
        let (texts, boards): (Vec<_>, Vec<_>) = workload
            .states
            .iter()
            .map(dfen::write)
            .filter_map(|text| Some((text, Board::from_fen(&text, false).ok()?)))
            .unzip();
        let states: Vec<GameState> =
            texts.iter().map(|text| dfen::parse(text.as_bytes()).expect("what was written")).collect();
        let parts: Vec<_> = states.iter().map(GameState::to_parts).collect();
        let count = texts.len() as u64;
        harness.compare(
            &format!("parse, {}", workload.name),
            count,
            ("cozy-chess", || each(&texts, |text| Board::from_fen(text, false))),
            ("dicechess", || each(&texts, |text| dfen::parse(text.as_bytes()))),
        );
        harness.compare(
            &format!("write, {}", workload.name),
            count,
            ("cozy-chess", || each(&boards, Board::to_string)),
            ("dicechess", || each(&states, dfen::write)),
        );
        harness.measure(&format!("from parts with key, {}", workload.name), count, || {
            each(&parts, |parts| GameState::from_parts(parts).key());
        });
    }
}

fn each<T, U>(items: &[T], work: impl Fn(&T) -> U) {
    for item in items {
        black_box(work(item));
    }
}
