//! A control that stops a search, a player or an estimate, whatever it is doing at the time: at most 64 states are handed to an
//! evaluator after the stop, and the work counts all that were handed over.

mod support;

use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};

use dicechess::board::Color;
use dicechess::dfen;
use dicechess::eval::{Aggressive, Evaluator, Material};
use dicechess::search::{
    Expectimax, ExpectimaxOptions, JvmRandom, Player, RootRescore, SearchControl, SearchReport, StopReason,
};
use dicechess::state::GameState;
use dicechess::turns::{Turn, legal_turns, play_turn};

/// 4654 turns, some of which win a pawn.
const F10: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 3 PNB";
/// Nine queens: two million turns, and no king to take.
const QUEENS: &str = "QQQQ4/8/8/QQ6/2Q5/3Q4/4Q3/K7 w - - 0 1 QQQ";

fn state(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Counts the states that it is handed, and does something before each batch.
struct Counting<'a> {
    states: Arc<AtomicU64>,
    largest_batch: Cell<usize>,
    before_batch: RefCell<Box<dyn FnMut(u64) + 'a>>,
}

impl<'a> Counting<'a> {
    fn new(before_batch: impl FnMut(u64) + 'a) -> Self {
        let before_batch: Box<dyn FnMut(u64) + 'a> = Box::new(before_batch);
        Self { states: Arc::default(), largest_batch: Cell::new(0), before_batch: RefCell::new(before_batch) }
    }

    fn states(&self) -> u64 {
        self.states.load(Relaxed)
    }
}

impl Evaluator for Counting<'_> {
    type Error = Infallible;

    fn evaluate(&self, state: &GameState, perspective: Color) -> Result<i32, Infallible> {
        Aggressive.evaluate(state, perspective)
    }

    fn evaluate_batch(
        &self,
        states: &[GameState],
        perspective: Color,
        scores: &mut [i32],
    ) -> Result<(), Infallible> {
        self.largest_batch.set(self.largest_batch.get().max(states.len()));
        let handed_over = self.states.fetch_add(states.len() as u64, Relaxed);
        (self.before_batch.borrow_mut())(handed_over);
        Aggressive.evaluate_batch(states, perspective, scores)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    PreRank,
    Rescorer,
    Leaf,
}

const ROLES: [Role; 3] = [Role::PreRank, Role::Rescorer, Role::Leaf];

/// A search of [`F10`] in which `evaluator` has one role and material the others.
fn search(role: Role, evaluator: &Counting<'_>, control: &SearchControl) -> SearchReport {
    let options = ExpectimaxOptions {
        candidate_limit: if role == Role::Rescorer { usize::MAX } else { 8 },
        ..ExpectimaxOptions::default()
    };
    let leaf: &dyn Evaluator<Error = Infallible> = if role == Role::Leaf { evaluator } else { &Material };
    let search = Expectimax {
        options,
        pre_rank: (role == Role::PreRank).then_some(evaluator as &dyn Evaluator<Error = _>),
        rescore: (role == Role::Rescorer).then_some(RootRescore { evaluator, weight: 0.5, evaluator_id: 2 }),
        ..Expectimax::new(&leaf)
    };
    search.search(&state(F10), control, &mut JvmRandom::new(1)).unwrap()
}

fn after(turn: &Turn) -> GameState {
    play_turn(&state(F10), &turn.to_string()).unwrap().state
}

/// The turn ranked first if the first `ranked` turns have their aggressive score and the others their material.
fn first_by_rank(ranked: usize) -> (Turn, i32) {
    let list = legal_turns(&state(F10));
    let score = |(index, turn): (usize, &Turn)| {
        let end = after(turn);
        let Ok(score) = Aggressive.evaluate(&end, Color::White);
        if index < ranked { score } else { end.material(Color::White) }
    };
    let scores: Vec<_> = list.turns().iter().enumerate().map(score).collect();
    let best = (0..scores.len()).max_by_key(|&index| (scores[index], std::cmp::Reverse(index))).unwrap();
    (list.turns()[best], scores[best])
}

#[test]
fn a_control_that_is_spent_before_the_call_hands_over_nothing() {
    let cancelled = || {
        let control = SearchControl::unbounded();
        control.cancel();
        control
    };
    let spent = || SearchControl::unbounded().with_budget(0);
    let late = || SearchControl::until_deadline(0, || 0);
    let controls: [(&dyn Fn() -> SearchControl, _); 3] =
        [(&cancelled, StopReason::Cancelled), (&spent, StopReason::Budget), (&late, StopReason::Deadline)];
    for role in ROLES {
        for (control, reason) in controls {
            let evaluator = Counting::new(|_| {});
            let report = search(role, &evaluator, &control());
            assert_eq!((evaluator.states(), report.work_used), (0, 0), "{role:?}");
            assert_eq!(report.stop_reason, Some(reason), "{role:?}");
            let (turn, score) = first_by_rank(0);
            assert_eq!((report.turn, report.score), (Some(turn), score), "{role:?}: ranked by material");
            assert_eq!(report.statistics.legal_turns, 4654, "{role:?}");
        }
    }
}

#[test]
fn what_is_not_ranked_when_the_search_stops_is_ranked_by_material() {
    for budget in [1, 63, 64, 65, 1000, 4653, 4654] {
        let control = SearchControl::unbounded().with_budget(budget);
        let evaluator = Counting::new(|_| {});
        let report = search(Role::PreRank, &evaluator, &control);
        assert_eq!((evaluator.states(), report.work_used), (budget, budget), "each state is a unit");
        let (turn, score) = first_by_rank(budget as usize);
        assert_eq!((report.turn, report.score), (Some(turn), score), "budget {budget}");
        assert!(evaluator.largest_batch.get() <= 64);
    }
}

/// A search that pre-ranks and rescores does the work of one that does not, and a unit more for each state handed over.
#[test]
fn work_counts_what_every_role_is_handed() {
    let work =
        |role, evaluator: &Counting<'_>| search(role, evaluator, &SearchControl::unbounded()).work_used;
    let (pre_rank, rescorer) = (Counting::new(|_| {}), Counting::new(|_| {}));
    assert!(work(Role::PreRank, &pre_rank) > 4654);
    assert_eq!(pre_rank.states(), 4654);
    work(Role::Rescorer, &rescorer);
    assert_eq!(rescorer.states(), 4654);
    let plain = Expectimax::new(&Material)
        .search(&state(F10), &SearchControl::unbounded(), &mut JvmRandom::new(1))
        .unwrap();
    let search =
        Expectimax { pre_rank: Some(&Material as &dyn Evaluator<Error = _>), ..Expectimax::new(&Material) };
    let ranked = search.search(&state(F10), &SearchControl::unbounded(), &mut JvmRandom::new(1)).unwrap();
    assert_eq!((ranked.work_used, ranked.turn), (plain.work_used + 4654, plain.turn));
}

#[test]
fn a_callback_that_cancels_is_handed_no_other_batch() {
    for role in ROLES {
        for stop_at in [0, 64, 640, 2000] {
            let control = SearchControl::unbounded();
            let evaluator = Counting::new(|handed_over| {
                if handed_over >= stop_at {
                    control.cancel();
                }
            });
            let report = search(role, &evaluator, &control);
            assert_eq!(report.stop_reason, Some(StopReason::Cancelled), "{role:?}");
            assert!(evaluator.states() <= stop_at + 128, "{role:?}: {} states", evaluator.states());
            assert!(evaluator.states() > stop_at && evaluator.largest_batch.get() <= 64, "{role:?}");
            assert!(report.work_used >= evaluator.states() && report.turn.is_some());
            if role == Role::Rescorer {
                assert!(
                    report.candidates.is_empty(),
                    "as if stopped before: nothing is rescored or searched"
                );
            }
        }
    }
}

/// A clock on which each evaluation takes one unit of time.
#[test]
fn a_deadline_is_overshot_by_at_most_64_evaluations() {
    for role in ROLES {
        for deadline in [1, 50, 100, 1000] {
            let evaluator = Counting::new(|_| {});
            let clock = Arc::clone(&evaluator.states);
            let control = SearchControl::until_deadline(deadline, move || clock.load(Relaxed) as i64);
            let report = search(role, &evaluator, &control);
            assert_eq!(report.stop_reason, Some(StopReason::Deadline), "{role:?}");
            let states = evaluator.states() as i64;
            assert!(
                (deadline..deadline + 64).contains(&states),
                "{role:?}, {deadline}: {states} evaluations"
            );
        }
    }
}

/// A clock that ticks at each reading: players read it all along, do not ask again after the stop, and play a legal turn.
#[test]
fn players_ask_all_along() {
    for player in Player::ALL {
        for deadline in [0, 1, 500, 4000] {
            let clock = Arc::new(AtomicI64::new(0));
            let readings = Arc::clone(&clock);
            let control = SearchControl::until_deadline(deadline, move || clock.fetch_add(1, Relaxed));
            let turn = player.choose_turn(&state(QUEENS), &control, &mut JvmRandom::new(1)).unwrap().unwrap();
            assert_eq!(readings.load(Relaxed), deadline + 1, "{player}");
            play_turn(&state(QUEENS), &turn.to_string()).unwrap();
        }
    }
}

/// A search that is stopped while it lists turns chooses among those listed.
#[test]
fn listing_the_turns_of_the_root_asks() {
    let list = legal_turns(&state(QUEENS));
    assert!(list.turns().len() > 2_000_000 && list.king_captures() == 0);
    for (readings, listed) in [(0, 16_384), (1, 16_384 + 512), (100, 16_384 + 100 * 512)] {
        let clock = AtomicI64::new(0);
        let control = SearchControl::until_deadline(readings, move || clock.fetch_add(1, Relaxed));
        // A control with a deadline is asked once whether there is a choice at all.
        let report =
            Expectimax::new(&Material).search(&state(QUEENS), &control, &mut JvmRandom::new(1)).unwrap();
        let expected = if readings == 0 { listed } else { listed - 512 };
        assert_eq!(report.statistics.legal_turns, expected, "{readings} readings");
        assert!(list.turns()[..expected].contains(&report.turn.unwrap()));
        assert!(report.statistics.is_truncated() && report.statistics.fell_back_to_pre_rank());
    }
}

/// Each unit of work is one state that is handed over or one step over a roll: a unit more is at most one state more.
#[test]
fn every_state_that_is_counted_is_handed_over() {
    for role in ROLES {
        let handed_over = |budget| {
            let evaluator = Counting::new(|_| {});
            let control = SearchControl::unbounded().with_budget(budget);
            assert_eq!(search(role, &evaluator, &control).work_used, budget);
            evaluator.states()
        };
        let counts: Vec<u64> = (0..400).map(handed_over).collect();
        assert!(counts.windows(2).all(|pair| pair[1] - pair[0] <= 1), "{role:?}: {counts:?}");
        if role != Role::Leaf {
            assert!(counts.iter().zip(0..).all(|(&count, budget)| count == budget), "{role:?}: {counts:?}");
        }
    }
}
