//! The search against exhaustive expectimax that shares nothing with it.

mod support;

use std::convert::Infallible;

use dicechess::board::Color;
use dicechess::dfen;
use dicechess::eval::{Aggressive, Evaluator, Material, from_fn};
use dicechess::search::{
    Expectimax, ExpectimaxOptions, JvmRandom, SearchControl, SearchOutcome, SearchReport, TableUse,
    UtilityBounds, chance_node_value,
};
use dicechess::state::GameState;
use dicechess::tt::{Bound, TranspositionTable};
use support::random_positions::{Random, few_men};
use support::slow_eval::{aggressive, material};
use support::slow_rules::Position;
use support::slow_search::{Evaluate, SlowCandidate, SlowSearch, is_at_most, shortlist};

/// Wide enough for boards without kings.
fn bounds() -> UtilityBounds {
    UtilityBounds::new(-1e9, -1e5, 1e5, 100_001.0).unwrap()
}

fn state(position: &Position) -> GameState {
    dfen::parse(position.dfen().as_bytes()).unwrap()
}

fn color(black: bool) -> Color {
    if black { Color::Black } else { Color::White }
}

fn slow_constant(_: &Position, _: bool) -> i32 {
    7
}

/// Reads both clocks: no two orders of the same micro-moves may be mistaken for each other.
fn slow_clocks(position: &Position, black: bool) -> i32 {
    let clocks = 7 * position.half_moves as i32 - 3 * (position.full_moves % 1000) as i32;
    material(position, black) + if black { clocks } else { -clocks }
}

fn clocks(state: &GameState, perspective: Color) -> Result<i32, Infallible> {
    let clocks = 7 * i32::from(state.half_move_clock()) - 3 * (state.full_move_number() % 1000) as i32;
    Ok(state.material(perspective) + if perspective == Color::Black { clocks } else { -clocks })
}

/// One position, one evaluator, and what the slow search makes of them.
struct Case<'e, E> {
    position: Position,
    evaluator: &'e E,
    depth: usize,
    limit: usize,
    candidates: Vec<SlowCandidate>,
    slow: SlowSearch,
}

impl<'e, E: Evaluator<Error = Infallible>> Case<'e, E> {
    fn new(position: &Position, evaluator: &'e E, evaluate: Evaluate, depth: usize, limit: usize) -> Self {
        let terminal = [bounds().terminal_loss(), bounds().terminal_win()];
        Self {
            position: position.clone(),
            evaluator,
            depth,
            limit,
            candidates: shortlist(position, limit),
            slow: SlowSearch::new(position.black_to_move, evaluate, terminal),
        }
    }

    fn search(
        &self,
        exact_only: bool,
        cache_leaves: bool,
        table: Option<&TranspositionTable>,
    ) -> (SearchReport, JvmRandom) {
        let search = Expectimax {
            options: ExpectimaxOptions {
                depth: self.depth,
                candidate_limit: self.limit,
                exact_only,
                cache_leaves,
                bounds: bounds(),
                ..ExpectimaxOptions::default()
            },
            table: table.map(|table| TableUse { table, evaluator_id: 1 }),
            ..Expectimax::new(self.evaluator)
        };
        let mut random = JvmRandom::new(5);
        let report = search.search(&state(&self.position), &SearchControl::unbounded(), &mut random).unwrap();
        (report, random)
    }

    /// Searches in every way. Tells how many candidates were completed and cut.
    fn check(mut self) -> [usize; 2] {
        let plain = self.search(false, false, None);
        assert_eq!(self.search(false, true, None), plain, "the cache changes nothing");
        assert_eq!(self.search(true, false, None), plain, "without a table `exact_only` means nothing");
        let mut counts = self.compare("plain", &plain.0);
        for (capacity, exact_only) in [(1 << 14, false), (1 << 14, true), (8, false)] {
            let table = TranspositionTable::with_capacity(capacity).unwrap();
            for run in 0..2 {
                let (report, _) = self.search(exact_only, run == 1, Some(&table));
                let [completed, cut] = self.compare(&format!("table of {capacity}, run {run}"), &report);
                counts = [counts[0] + completed, counts[1] + cut];
                assert_eq!((report.best, report.score), (plain.0.best, plain.0.score));
            }
            self.compare_table(&table);
        }
        counts
    }

    fn compare(&mut self, what: &str, report: &SearchReport) -> [usize; 2] {
        let what = format!("{} depth {} {what}", self.position.dfen(), self.depth);
        let turns: Vec<_> =
            report.candidates.iter().map(|found| (found.turn.to_string(), found.pre_rank)).collect();
        let expected: Vec<_> =
            self.candidates.iter().map(|candidate| (candidate.text.clone(), candidate.pre_rank)).collect();
        assert_eq!(turns, expected, "{what}");
        let mut best = f64::NEG_INFINITY;
        let mut greatest = f64::NEG_INFINITY;
        let mut counts = [0, 0];
        for (found, candidate) in report.candidates.iter().zip(&self.candidates) {
            let node = self.slow.node(&candidate.after, self.depth - 1);
            let what = format!("{what}: {} {found:?}, exhaustively {node:?}", candidate.text);
            greatest = greatest.max(node.value);
            match found.bound {
                Bound::Exact => {
                    assert_eq!(found.value.to_bits(), node.value.to_bits(), "{what}");
                    assert_eq!(found.loss_tainted, node.loses_king, "{what}");
                    best = best.max(found.value);
                    counts[0] += 1;
                }
                Bound::UpperBound => {
                    assert!(is_at_most(node.value, found.value) && found.value < found.alpha, "{what}");
                    assert!(node.loses_king || !found.loss_tainted, "{what}");
                    counts[1] += 1;
                }
                Bound::LowerBound => panic!("{what}: nothing limits a root candidate from above"),
            }
        }
        if self.candidates.is_empty() {
            assert_eq!((report.turn, report.best), (None, None), "{what}");
            return counts;
        }
        assert_eq!(report.best.map(f64::to_bits), Some(best.to_bits()), "{what}");
        assert!(is_at_most(greatest, best), "{what}: {greatest} was missed");
        let winners: Vec<_> =
            report.candidates.iter().filter(|found| found.final_value == Some(best)).collect();
        let drawn = JvmRandom::new(5).next_int(winners.len() as u32).unwrap() as usize;
        assert_eq!((report.turn, report.winners), (Some(winners[drawn].turn), winners.len()), "{what}");
        assert_eq!(report.score, best.trunc() as i32, "{what}");
        counts
    }

    /// Every entry that the table still has is right.
    fn compare_table(&self, table: &TranspositionTable) {
        for (&(key, plies), node) in &self.slow.nodes() {
            let Some(entry) = table.probe(key).filter(|entry| entry.depth == plies) else { continue };
            let what = format!("{} {entry:?}, exhaustively {node:?}", self.position.dfen());
            match entry.bound {
                Bound::Exact => assert_eq!(entry.value.to_bits(), node.value.to_bits(), "{what}"),
                Bound::UpperBound => assert!(is_at_most(node.value, entry.value), "{what}"),
                Bound::LowerBound => assert!(is_at_most(entry.value, node.value), "{what}"),
            }
        }
    }
}

/// Whether the root has something to search.
fn is_undecided(position: &Position) -> bool {
    let turns = support::slow_turns::legal_turns(position);
    turns.iter().all(|turn| !turn.captures_king)
}

fn check_all_evaluators(position: &Position, depth: usize, limit: usize) -> [usize; 2] {
    let constant = from_fn(|_, _| Ok::<_, Infallible>(7));
    let clocks = from_fn(clocks);
    let counts = [
        Case::new(position, &Material, material, depth, limit).check(),
        Case::new(position, &Aggressive, aggressive, depth, limit).check(),
        Case::new(position, &constant, slow_constant, depth, limit).check(),
        Case::new(position, &clocks, slow_clocks, depth, limit).check(),
    ];
    counts.into_iter().fold([0, 0], |sum, count| [sum[0] + count[0], sum[1] + count[1]])
}

fn check_random_positions(seed: u64, letters: &[u8], count: usize, depth: usize, limit: usize) {
    let mut random = Random::new(seed);
    let positions = std::iter::from_fn(|| Some(few_men(&mut random, letters))).filter(is_undecided);
    let mut total = [0, 0];
    for position in positions.take(count) {
        let counts = check_all_evaluators(&position, depth, limit);
        total = [total[0] + counts[0], total[1] + counts[1]];
    }
    assert!(total[0] > 5 * count && total[1] > 5 * count, "completed and cut: {total:?}");
}

#[test]
fn depth_2_is_exhaustive_expectimax() {
    check_random_positions(81, b"pnbrq", 25, 2, 6);
}

#[test]
fn depth_3_is_exhaustive_expectimax() {
    check_random_positions(82, b"pppn", 4, 3, 4);
}

/// Pawns that soon block each other, some of them around a king.
#[test]
fn depth_4_is_exhaustive_expectimax() {
    for dfen in ["8/p7/8/8/8/8/P7/8 w - - 0 1 PPN", "8/8/8/p7/1P6/8/8/8 w - - 0 1 PNB"] {
        check_all_evaluators(&Position::parse(dfen), 4, 4);
    }
    let caged = Position::parse("8/8/8/8/8/6pp/6PP/6PK w - - 0 1 PNB");
    let counts = Case::new(&caged, &Material, material, 4, 4).check();
    assert!(counts[0] > 0);
}

#[test]
fn chance_nodes_of_either_side_are_exhaustive_expectimax() {
    let mut random = Random::new(83);
    let constant = from_fn(|_, _| Ok::<_, Infallible>(7));
    let clocks = from_fn(clocks);
    for (letters, plies, count) in [(&b"pnbrqk"[..], 1, 20), (b"pppn", 2, 2)] {
        for _ in 0..count {
            let position = few_men(&mut random, letters);
            for black in [false, true] {
                check_node(&position, black, plies, &Material, material);
                check_node(&position, black, plies, &Aggressive, aggressive);
                check_node(&position, black, plies, &constant, slow_constant);
                check_node(&position, black, plies, &clocks, slow_clocks);
            }
        }
    }
}

fn check_node<E: Evaluator<Error = Infallible>>(
    position: &Position,
    black: bool,
    plies: usize,
    evaluator: &E,
    evaluate: Evaluate,
) {
    let terminal = [bounds().terminal_loss(), bounds().terminal_win()];
    let slow = SlowSearch::new(black, evaluate, terminal).node(position, plies);
    let control = SearchControl::unbounded();
    let outcome =
        chance_node_value(evaluator, &state(position), color(black), plies, bounds(), &control).unwrap();
    let work_used = control.work_used();
    assert!(work_used >= 56, "at least one unit a roll");
    let SearchOutcome::Exact { value, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!(value.to_bits(), slow.value.to_bits(), "{} {value} {slow:?}", position.dfen());
    assert_eq!(outcome.work_used(), work_used);
}

/// One table for positions that differ in nothing but their clocks, which shares its entries among none of them.
#[test]
fn a_table_tells_clocks_apart_for_evaluators_that_may_read_them() {
    let evaluator = from_fn(|state: &GameState, perspective: Color| {
        let clocks = 100 * (state.full_move_number() as i32 - 1) - 10 * i32::from(state.half_move_clock());
        Ok::<_, Infallible>(state.material(perspective) + clocks)
    });
    let table = TranspositionTable::with_capacity(1 << 16).unwrap();
    let best = |text: &str, table| {
        let root = dfen::parse(text.as_bytes()).unwrap();
        let options = ExpectimaxOptions { candidate_limit: 12, ..ExpectimaxOptions::default() };
        let search = Expectimax { table, options, ..Expectimax::new(&evaluator) };
        let report = search.search(&root, &SearchControl::unbounded(), &mut JvmRandom::new(1)).unwrap();
        report.best
    };
    for clocks in ["0 1", "50 1", "0 90", "3 1"] {
        for position in ["4k3/p7/8/8/8/8/P7/1N2K3 w - -", "7k/5ppp/8/8/8/8/PPP5/K7 w - -"] {
            for dice in ["PN", "KKK"] {
                let text = format!("{position} {clocks} {dice}");
                let plain = best(&text, None);
                for _ in 0..2 {
                    let table = TableUse { table: &table, evaluator_id: 1 };
                    assert_eq!(best(&text, Some(table)), plain, "{text}");
                }
            }
        }
    }
    // Black's reply ends the first full move.
    let value = best("4k3/p7/8/8/8/8/P7/1N2K3 w - - 0 1 PN", None).unwrap();
    assert!((value - (295.0 + 100.0)).abs() < 1e-9, "{value}");
}
