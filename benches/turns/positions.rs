//! What is measured: the positions that the project's figures are quoted for, and a sample of `tests/data`.

use std::collections::HashSet;

use dicechess::dfen;
use dicechess::state::{DicePool, GameState};

use super::data_files;

/// One position, or several that are measured as one.
pub struct Workload {
    pub name: String,
    pub states: Vec<GameState>,
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const F8: &str = "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1";
const F10: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 3";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// Open lines, all pieces out, nothing exchanged but two pawns: the sixth of the usual perft positions.
const MIDDLEGAME: &str = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10";

/// Every so many lines of `tests/data` are taken.
const DATA_STEP: usize = 5;

/// Positions without dice.
pub fn boards() -> Vec<Workload> {
    let named =
        [("start", START), ("F8", F8), ("F10", F10), ("kiwipete", KIWIPETE), ("middlegame", MIDDLEGAME)];
    let mut boards: Vec<_> = named.map(|(name, text)| one(name, text)).into();
    let mut seen = HashSet::new();
    let mut states: Vec<_> = data().into_iter().map(|state| state.with_dice(DicePool::EMPTY)).collect();
    states.retain(|state| seen.insert(*state));
    boards.push(Workload { name: "tests/data".to_owned(), states });
    boards
}

/// Positions with dice.
pub fn rolled() -> Vec<Workload> {
    let named = [
        ("start", START, "PNB"),
        ("F8", F8, "PP"),
        ("F10", F10, "PNB"),
        ("kiwipete", KIWIPETE, "NBQ"),
        ("kiwipete", KIWIPETE, "PNB"),
        ("middlegame", MIDDLEGAME, "BRQ"),
    ];
    let mut rolled: Vec<_> =
        named.map(|(name, text, dice)| one(&format!("{name}/{dice}"), &format!("{text} {dice}"))).into();
    rolled.push(Workload { name: "tests/data".to_owned(), states: data() });
    rolled
}

fn one(name: &str, text: &str) -> Workload {
    Workload { name: name.to_owned(), states: vec![parse(text)] }
}

fn data() -> Vec<GameState> {
    let cases: Vec<data_files::PositionCase> = data_files::lines("positions_public.jsonl");
    cases.iter().step_by(DATA_STEP).map(|case| parse(&case.dfen)).collect()
}

fn parse(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}
