//! Positions that no game shows, made to exhaust time or memory: every enumeration ends when its guard says so.

use std::cell::Cell;
use std::ops::ControlFlow::Continue;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use dicechess::board::Color;
use dicechess::dfen;
use dicechess::eval::{Aggressive, Material};
use dicechess::search::{
    Expectimax, ExpectimaxOptions, JvmRandom, SearchControl, SearchError, SearchOutcome, StopReason,
    UtilityBounds, chance_node_value,
};
use dicechess::state::GameState;
use dicechess::turns::{ClassLattice, Clocks, FinalStates, Guard, Halt, MaterialReplies, Scope, TurnList};

/// 32 queens on the light squares: each moves a lot, and nearly all moves commute.
const QUEENS: &str = "Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1Q1Q1Q/Q1Q1Q1Q1/1Q1Q1Q1Q w - - 0 1 QQQ";
/// Sixteen queens with room.
const SIXTEEN: &str = "8/Q1Q1Q1Q1/8/1Q1Q1Q1Q/8/Q1Q1Q1Q1/8/1Q1Q1Q1Q w - - 0 1 QQQ";

fn position(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap()
}

#[test]
fn lists_stop_at_their_limit() {
    for text in [QUEENS, SIXTEEN] {
        let state = position(text);
        assert_eq!(TurnList::new().generate(&state, 5000), Err(Halt::TooMany(5000)));
        let guard = Guard { max_states: 5000, ..Guard::NONE };
        let mut finals = FinalStates::new();
        assert_eq!(finals.generate_within(&guard, &state), Err(Halt::TooMany(5000)));
        assert!(finals.states().is_empty() && finals.turns().is_empty());
        let expanded = ClassLattice::new().expand_within(
            &guard,
            &state,
            Clocks::Exact,
            Scope::Everything,
            |_, states| {
                assert!(states.len() <= 5000 + 1500, "a class beyond the limit and one position's moves");
                Continue(())
            },
        );
        assert_eq!(expanded, Err(Halt::TooMany(5000)));
    }
}

#[test]
fn enumerations_ask_their_guard_and_stop_at_once() {
    let state = position(SIXTEEN);
    for questions in [0, 1, 5] {
        let asked = Cell::new(0);
        let keep_going = || {
            asked.set(asked.get() + 1);
            asked.get() <= questions
        };
        let guard = Guard { max_states: usize::MAX, keep_going: &keep_going };
        assert_eq!(FinalStates::new().generate_within(&guard, &state), Err(Halt::Stopped));
        assert_eq!(asked.replace(0), questions + 1);
        let visit = |_, _: &[GameState]| Continue(());
        let expanded =
            ClassLattice::new().expand_within(&guard, &state, Clocks::Blind, Scope::Everything, visit);
        assert_eq!(expanded, Err(Halt::Stopped));
        assert_eq!(asked.replace(0), questions + 1);
        assert_eq!(MaterialReplies::new().find_within(&guard, &state), Err(Halt::Stopped));
        assert_eq!(asked.get(), questions + 1);
    }
}

#[test]
fn a_chance_node_that_is_too_large_is_an_error() {
    let state = position(SIXTEEN);
    let control = SearchControl::unbounded();
    let value = |bounds| chance_node_value(&Aggressive, &state, Color::Black, 1, bounds, &control);
    assert!(matches!(value(UtilityBounds::default()), Err(SearchError::TooLarge(Halt::TooMany(_)))));
}

#[test]
fn a_deadline_is_noticed_within_one_node() {
    let state = position(SIXTEEN);
    // A clock that advances by one each time it is looked at: time passes only where the search looks.
    let now = Arc::new(AtomicI64::new(0));
    let clock = Arc::clone(&now);
    let control = SearchControl::until_deadline(50, move || clock.fetch_add(1, Relaxed));
    let outcome = chance_node_value(&Aggressive, &state, Color::Black, 1, UtilityBounds::default(), &control);
    assert!(matches!(outcome, Ok(SearchOutcome::Incomplete { .. })), "{outcome:?}");
    assert_eq!(now.load(Relaxed), 51, "not looked at again");
}

#[test]
fn a_search_among_hostile_replies_keeps_to_its_budget() {
    let state = position("q1q1q1q1/1q1q1q1q/q1q1q1q1/8/8/8/4P3/4K3 w - - 0 1 P");
    let options = ExpectimaxOptions { depth: 3, ..ExpectimaxOptions::default() };
    let search = Expectimax { options, ..Expectimax::new(&Material) };
    let control = SearchControl::unbounded().with_budget(2000);
    let report = search.search(&state, &control, &mut JvmRandom::new(3)).unwrap();
    assert_eq!((report.stop_reason, report.work_used), (Some(StopReason::Budget), 2000));
    assert!(report.turn.is_some());
}
