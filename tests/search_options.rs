//! Options that a search refuses, and what it leaves untouched then.

use std::cell::Cell;
use std::convert::Infallible;

use dicechess::eval::{Aggressive, Evaluator, Material, from_fn};
use dicechess::search::{
    Expectimax, ExpectimaxOptions, InvalidSearchOption, JvmRandom, RootRescore, SearchControl, SearchError,
    SearchReport, TableUse, UtilityBounds, chance_node_value, table_fingerprint,
};
use dicechess::state::{DicePool, GameState};
use dicechess::tt::{TableTelemetry, TranspositionTable};
use dicechess::turns::Roll;

type Search<'a> = Expectimax<'a, Material>;

fn root() -> GameState {
    GameState::initial().with_dice(Roll::BY_WEIGHT[0].dice)
}

fn table() -> TranspositionTable {
    TranspositionTable::with_capacity(64).unwrap()
}

/// The error of a search, which must have used neither work, random numbers nor the table.
fn refused(search: &Search<'_>, table: &TranspositionTable) -> SearchError<Infallible> {
    let control = SearchControl::unbounded();
    let mut random = JvmRandom::new(3);
    let before = table.telemetry();
    let search = Expectimax {
        evaluator: search.evaluator,
        options: search.options,
        pre_rank: search.pre_rank,
        rescore: search.rescore.as_ref().map(|rescore| RootRescore { ..*rescore }),
        table: Some(TableUse { table, evaluator_id: 1 }),
        progress: None,
    };
    let error = search.search(&root(), &control, &mut random).expect_err("a wrong option");
    let on_threads = search.search_on_threads(2.try_into().unwrap(), &root(), &control, &mut random);
    // As text, since a weight that is not a number equals nothing.
    assert_eq!(format!("{on_threads:?}"), format!("{:?}", Err::<SearchReport, _>(error)));
    assert_eq!((control.work_used(), random), (0, JvmRandom::new(3)));
    assert_eq!(table.telemetry(), before);
    error
}

fn with_options(options: ExpectimaxOptions) -> Search<'static> {
    Expectimax { options, ..Expectimax::new(&Material) }
}

#[test]
fn options_out_of_range_are_named() {
    let default = ExpectimaxOptions::default();
    for (options, field, value, expected) in [
        (ExpectimaxOptions { candidate_limit: 0, ..default }, "candidate_limit", 0.0, "at least 1"),
        (ExpectimaxOptions { depth: 0, ..default }, "depth", 0.0, "2 to 8"),
        (ExpectimaxOptions { depth: 1, ..default }, "depth", 1.0, "2 to 8"),
        (ExpectimaxOptions { depth: 9, ..default }, "depth", 9.0, "2 to 8"),
    ] {
        let table = table();
        let invalid = InvalidSearchOption { field, value, expected };
        assert_eq!(refused(&with_options(options), &table), SearchError::Option(invalid));
        assert_eq!(table.bind(99), Ok(()), "the table is not tied to the search");
    }
    let huge = ExpectimaxOptions { depth: usize::MAX, candidate_limit: usize::MAX, ..default };
    let error = refused(&with_options(huge), &table());
    assert!(error.to_string().starts_with("depth is 1844674407370955"), "{error}");
}

#[test]
fn weights_out_of_range_are_named() {
    for weight in [f64::NAN, -0.1, 1.1, f64::INFINITY, f64::NEG_INFINITY, -f64::MIN_POSITIVE] {
        let table = table();
        let rescore = RootRescore { evaluator: &Aggressive, weight, evaluator_id: 2 };
        let search = Expectimax { rescore: Some(rescore), ..Expectimax::new(&Material) };
        let SearchError::Option(error) = refused(&search, &table) else { panic!("{weight}") };
        assert_eq!((error.field, error.expected), ("rescore.weight", "0 to 1"));
        assert_eq!(error.value.to_bits(), weight.to_bits());
        assert_eq!(table.bind(99), Ok(()), "the table is not tied to the search");
    }
}

#[test]
fn a_table_of_another_configuration_is_refused_and_kept() {
    let mine = table();
    let default = UtilityBounds::default();
    let wide = UtilityBounds::new(-1e9, -1e5, 1e5, 1e6).unwrap();
    let rescore = |weight| {
        Some(RootRescore { evaluator: &Aggressive as &dyn Evaluator<Error = _>, weight, evaluator_id: 2 })
    };
    let with = |bounds, rescore| Expectimax {
        options: ExpectimaxOptions { bounds, ..ExpectimaxOptions::default() },
        rescore,
        ..Expectimax::new(&Material)
    };
    let bound_to = table_fingerprint(1, &default, Some((2, 0.5)));
    mine.bind(bound_to).unwrap();
    for (search, asked_for) in [
        (with(default, None), table_fingerprint(1, &default, None)),
        (with(default, rescore(0.25)), table_fingerprint(1, &default, Some((2, 0.25)))),
        (with(wide, rescore(0.5)), table_fingerprint(1, &wide, Some((2, 0.5)))),
    ] {
        let SearchError::Table(error) = refused(&search, &mine) else { panic!("not a matter of the table") };
        assert_eq!((error.bound_to, error.asked_for), (bound_to, asked_for));
    }
    // The one that it was made for still passes, at another depth too.
    let search =
        Expectimax { table: Some(TableUse { table: &mine, evaluator_id: 1 }), ..with(default, rescore(0.5)) };
    let report = search.search(&root(), &SearchControl::unbounded(), &mut JvmRandom::new(1)).unwrap();
    assert_eq!(report.statistics.table_probes, 8);
}

#[test]
fn limits_beyond_all_turns_take_all_turns() {
    let options = ExpectimaxOptions { candidate_limit: usize::MAX, ..ExpectimaxOptions::default() };
    let search = with_options(options);
    let control = SearchControl::unbounded().with_budget(0);
    let report = search.search(&root(), &control, &mut JvmRandom::new(1)).unwrap();
    assert_eq!(report.statistics.candidates_selected, report.statistics.legal_turns);
    let most_threads = usize::MAX.try_into().unwrap();
    let mut random = JvmRandom::new(1);
    let options = ExpectimaxOptions { candidate_limit: 2, ..ExpectimaxOptions::default() };
    let report = with_options(options)
        .search_on_threads(most_threads, &root(), &SearchControl::unbounded(), &mut random)
        .unwrap();
    assert!(report.is_complete());
}

#[test]
fn nothing_to_search_asks_nobody() {
    let fresh = table();
    let search =
        Expectimax { table: Some(TableUse { table: &fresh, evaluator_id: 1 }), ..Expectimax::new(&Material) };
    let mut random = JvmRandom::new(3);
    let control = SearchControl::unbounded();
    // Without dice there is no turn: a pass.
    let passed = GameState::initial().with_dice(DicePool::EMPTY);
    let report = search.search(&passed, &control, &mut random).unwrap();
    assert_eq!((report.turn, report.best, report.statistics.legal_turns), (None, None, 0));
    assert!(report.is_complete() && !report.statistics.fell_back_to_pre_rank());
    // The first shortest of the turns that take the king is played.
    let capturing = dicechess::dfen::parse(b"k7/8/8/8/8/8/8/R3K3 w - - 0 1 PPR").unwrap();
    let report = search.search(&capturing, &control, &mut random).unwrap();
    assert_eq!(report.turn.map(|turn| turn.to_string()).as_deref(), Some("a1a8"));
    assert_eq!((report.score, report.best, report.winners), (i32::MAX, Some(10_001.0), 0));
    assert_eq!((report.statistics.legal_turns, report.statistics.candidates_selected), (10, 0));
    assert_eq!((control.work_used(), random), (0, JvmRandom::new(3)));
    assert_eq!(fresh.telemetry(), TableTelemetry::default());
}

#[test]
fn chance_nodes_refuse_plies_out_of_range() {
    for plies in [0, 8, usize::MAX] {
        let control = SearchControl::unbounded();
        let node = chance_node_value(
            &Material,
            &root(),
            root().side_to_move(),
            plies,
            UtilityBounds::default(),
            &control,
        );
        let error = InvalidSearchOption { field: "plies", value: plies as f64, expected: "1 to 7" };
        assert_eq!((node, control.work_used()), (Err(SearchError::Option(error)), 0));
    }
}

#[test]
fn a_turn_without_a_choice_needs_no_search_under_a_time_limit() {
    let asked = Cell::new(0);
    let evaluator = from_fn(|state: &GameState, perspective| {
        asked.set(asked.get() + 1);
        Ok::<_, Infallible>(state.material(perspective))
    });
    let search = Expectimax { pre_rank: Some(&evaluator), ..Expectimax::new(&evaluator) };
    let limited = || SearchControl::until_deadline(1, || 0);
    let run = |text: &str, control: &SearchControl| {
        asked.set(0);
        let mut random = JvmRandom::new(3);
        let root = dicechess::dfen::parse(text.as_bytes()).unwrap();
        let report = search.search(&root, control, &mut random).unwrap();
        assert_eq!(report.winners == 0, random == JvmRandom::new(3));
        report
    };
    // One pawn and one die for it: a double step is blocked.
    let forced = "7k/8/8/8/p7/8/P7/7K w - - 0 1 PNN";
    let report = run(forced, &limited());
    assert_eq!(report.turn.map(|turn| turn.to_string()).as_deref(), Some("a2a3"));
    assert_eq!((report.best, report.winners, asked.get(), report.work_used), (None, 0, 0, 0));
    assert!(report.is_complete() && report.statistics.legal_turns == 1);
    // Two pawns that have one step each, in either order, and a knight that has two.
    let report = run("k7/8/8/8/p6p/8/P6P/K7 w - - 0 1 PP", &limited());
    assert_eq!((report.best, report.statistics.legal_turns, asked.get()), (None, 2, 0));
    let report = run("8/8/8/8/k7/p7/P6p/N6K w - - 0 1 N", &limited());
    assert!(report.best.is_some() && report.statistics.legal_turns == 2 && asked.get() > 0);
    // Without a limit the value is wanted.
    assert!(run(forced, &SearchControl::unbounded()).best.is_some() && asked.get() > 0);
    // A king that can be taken is.
    let report = run("7k/8/8/8/p7/8/P7/K6R w - - 0 1 PNR", &limited());
    assert_eq!(report.turn.map(|turn| turn.to_string()).as_deref(), Some("h1h8"));
}
