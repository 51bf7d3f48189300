//! Monte Carlo estimates: golden values, a slow implementation, the control, and laws.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use dicechess::board::{Color, Piece, PieceType, Square};
use dicechess::dfen;
use dicechess::search::{
    InvalidSearchOption, JvmRandom, MonteCarlo, MonteCarloError, SearchControl, StopReason, WinEstimate,
};
use dicechess::state::{GameState, StateParts};
use dicechess::turns::legal_turns;
use support::random_positions::RandomPositions;
use support::slow_rules::{Position, squares};
use support::slow_turns;

const ROOK_ENDING: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";

fn state(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Without a target.
fn monte_carlo(rollouts: u32, max_plies: u32) -> MonteCarlo {
    MonteCarlo { rollouts, max_plies, ..MonteCarlo::default() }
}

fn estimate(settings: &MonteCarlo, text: &str, random: &mut JvmRandom) -> WinEstimate {
    settings.estimate(&state(text), &SearchControl::unbounded(), random).unwrap()
}

/// Golden values of an independent implementation, and the number that is drawn next.
#[test]
fn golden_estimates() {
    let mut random = JvmRandom::new(42);
    assert_eq!(
        estimate(&monte_carlo(50, 40), ROOK_ENDING, &mut random),
        WinEstimate {
            white_win: 0.8880354194669499,
            black_win: 0.04314162906157207,
            undecided: 0.06882295147147814,
            rollouts: 50,
            standard_error: 0.018791104403292156,
            variance_reduction: 5.631658739875916,
        }
    );
    assert_eq!(random.next_int(1000), Some(898));

    let mut random = JvmRandom::new(1);
    let middlegame = "rnbqkbnr/pppppBpp/8/8/4P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1";
    assert_eq!(
        estimate(&monte_carlo(20, 20), middlegame, &mut random),
        WinEstimate {
            white_win: 0.8104337639013537,
            black_win: 0.17872727924092047,
            undecided: 0.010838956857725946,
            rollouts: 20,
            standard_error: 0.032066530455690946,
            variance_reduction: 7.470412313805169,
        }
    );
    assert_eq!(random.next_int(1000), Some(576));
}

/// One rollout by the slow implementation: shares of White, of Black, and what is undecided.
fn slow_rollout(root: &Position, max_plies: u32, random: &mut JvmRandom) -> [f64; 3] {
    let mut position = root.clone();
    let (mut won, mut undecided) = ([0.0; 2], 1.0);
    for _ in 0..max_plies {
        let black = position.black_to_move;
        let win = slow_turns::king_capture_rolls(&position, !black) as f64 / 216.0;
        won[usize::from(black)] += win * undecided;
        undecided *= 1.0 - win;
        if undecided <= 1e-5 {
            break;
        }
        let next = (0..64).find_map(|_| {
            // As the dice fell, not sorted.
            position.dice = (0..3).map(|_| 1 + random.next_int(6).unwrap() as u8).collect();
            let mut turns = slow_turns::legal_turns(&position);
            turns.retain(|turn| !turn.captures_king);
            random.choose(&turns).map(|turn| turn.end.end_turn())
        });
        match next {
            Some(next) => position = next,
            None => break,
        }
    }
    [won[0], won[1], undecided]
}

fn compare_rollouts(text: &str, rollouts: usize, seed: i64) {
    let root = Position::parse(text);
    let (mut fast, mut slow) = (JvmRandom::new(seed), JvmRandom::new(seed));
    for _ in 0..rollouts {
        let expected = slow_rollout(&root, 12, &mut slow);
        let found = estimate(&monte_carlo(1, 12), text, &mut fast);
        assert_eq!([found.white_win, found.black_win, found.undecided], expected, "{text}");
        assert_eq!(fast, slow, "{text}");
    }
}

#[test]
fn rollouts_agree_with_the_slow_implementation() {
    // Castling, which pays with two dice, promotion, en passant, and a side without a single man.
    compare_rollouts("r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1", 6, 0);
    compare_rollouts("4k3/1P6/8/3pP3/8/8/6p1/4K2R w K d6 0 1", 6, 1);
    compare_rollouts("8/2p5/8/1P6/5p1k/8/4P3/K7 b - - 0 1", 6, 2);
    compare_rollouts("8/8/8/8/8/8/8/K6R w - - 0 1", 6, 3);
    let few_men = |position: &Position| squares().filter(|&at| !position.is_empty(at)).count() <= 7;
    for (seed, position) in (0..).zip(RandomPositions::new(78).filter(few_men).take(50)) {
        compare_rollouts(&position.dfen(), 1, seed);
    }
}

#[test]
fn statistics_are_those_of_the_single_rollouts() {
    let single: Vec<f64> = {
        let mut random = JvmRandom::new(9);
        (0..40).map(|_| estimate(&monte_carlo(1, 30), ROOK_ENDING, &mut random).white_win).collect()
    };
    let mean = single.iter().sum::<f64>() / 40.0;
    let variance = single.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / 39.0;
    let found = estimate(&monte_carlo(40, 30), ROOK_ENDING, &mut JvmRandom::new(9));
    assert!((found.white_win - mean).abs() < 1e-12);
    assert!((found.standard_error - (variance / 40.0).sqrt()).abs() < 1e-12);
    assert!((found.variance_reduction - mean * (1.0 - mean) / variance).abs() < 1e-9);
}

/// Of the 216 outcomes 215 take the king.
#[test]
fn one_ply_is_the_king_capture_probability() {
    let text = "4R3/8/8/Q3k3/3P4/5N2/7B/6K1 w - - 0 1";
    let found = estimate(&monte_carlo(5, 1), text, &mut JvmRandom::new(3));
    assert_eq!((found.white_win, found.black_win), (215.0 / 216.0, 0.0));
    assert!((found.undecided - 1.0 / 216.0).abs() < 1e-15);
    assert_eq!((found.rollouts, found.standard_error), (5, 0.0));
    assert_eq!(found.variance_reduction, f64::INFINITY);
    assert_eq!((found.win(Color::White), found.win(Color::Black)), (found.white_win, found.black_win));
}

/// A side that cannot move throws its dice 64 times and no more.
#[test]
fn a_side_without_a_move_ends_the_rollout() {
    let mut random = JvmRandom::new(5);
    let found = estimate(&monte_carlo(1, 1000), "k7/8/8/8/8/8/8/8 w - - 0 1", &mut random);
    assert_eq!((found.white_win, found.black_win, found.undecided), (0.0, 0.0, 1.0));
    let mut expected = JvmRandom::new(5);
    for _ in 0..64 * 3 {
        expected.next_int(6);
    }
    assert_eq!(random, expected);
}

#[test]
fn chances_add_up_to_one() {
    for position in RandomPositions::new(77).take(60) {
        let text = position.dfen();
        let found = estimate(&monte_carlo(3, 8), &text, &mut JvmRandom::new(1));
        assert!((found.white_win + found.black_win + found.undecided - 1.0).abs() < 1e-12, "{text}");
        assert!(found.white_win >= 0.0 && found.black_win >= 0.0 && found.undecided >= 0.0, "{text}");
    }
}

#[test]
fn dice_of_the_position_do_not_matter() {
    let [plain, rolled] = [ROOK_ENDING.to_owned(), format!("{ROOK_ENDING} RRK")]
        .map(|text| estimate(&monte_carlo(10, 10), &text, &mut JvmRandom::new(8)));
    assert_eq!(plain, rolled);
}

#[test]
fn target_error_ends_the_estimate_at_the_first_rollout_that_reaches_it() {
    let after =
        |rollouts| estimate(&monte_carlo(rollouts, 40), ROOK_ENDING, &mut JvmRandom::new(42)).standard_error;
    let target = 0.02;
    let with_target = |min_rollouts| {
        let settings = MonteCarlo { target_error: target, min_rollouts, ..monte_carlo(200, 40) };
        estimate(&settings, ROOK_ENDING, &mut JvmRandom::new(42)).rollouts
    };
    for min_rollouts in [2, 10, 60] {
        let expected = (min_rollouts..=200).find(|&rollouts| after(rollouts) <= target).unwrap();
        assert_eq!(with_target(min_rollouts), expected, "at least {min_rollouts}");
    }
    assert_eq!(with_target(u32::MAX), 200);
    // One rollout tells nothing about its error.
    assert_eq!(after(1), f64::INFINITY);
    assert_eq!((with_target(0), with_target(1)), (with_target(2), with_target(2)));
}

#[test]
fn wrong_options_are_named() {
    let default = MonteCarlo::default();
    for (settings, field, value) in [
        (MonteCarlo { rollouts: 0, ..default }, "rollouts", 0.0),
        (MonteCarlo { max_plies: 0, ..default }, "max_plies", 0.0),
        (MonteCarlo { target_error: -0.5, ..default }, "target_error", -0.5),
        (MonteCarlo { target_error: f64::INFINITY, ..default }, "target_error", f64::INFINITY),
    ] {
        let mut random = JvmRandom::new(0);
        let found = settings.estimate(&state(ROOK_ENDING), &SearchControl::unbounded(), &mut random);
        let Err(MonteCarloError::Option(InvalidSearchOption { field: wrong, value: of, .. })) = found else {
            panic!("{field}: {found:?}");
        };
        assert_eq!((wrong, of), (field, value));
        assert_eq!(random, JvmRandom::new(0));
    }
    assert!(MonteCarlo { target_error: f64::NAN, ..default }.validate().is_err());
    assert_eq!(default.validate(), Ok(()));
}

#[test]
fn a_budget_is_spent_ply_by_ply() {
    let run = |rollouts, budget| {
        let control = SearchControl::unbounded().with_budget(budget);
        let found =
            monte_carlo(rollouts, 40).estimate(&state(ROOK_ENDING), &control, &mut JvmRandom::new(42));
        (found.unwrap(), control.work_used(), control.stop_reason())
    };
    let (all, plies, _) = run(10, u64::MAX);
    // The last unit suffices; one less drops the last rollout.
    assert_eq!(run(10, plies), (all, plies, None));
    let (nine, plies_of_nine, _) = run(9, u64::MAX);
    assert!(plies_of_nine < plies);
    for budget in [plies_of_nine, plies - 1] {
        assert_eq!(run(10, budget), (nine, budget, Some(StopReason::Budget)));
    }
}

/// Two rook dice of three take the king: 16 of 216 throws. What follows is undecided.
#[test]
fn a_stopped_control_leaves_the_first_rollout_where_it_is() {
    let run = |control: SearchControl| {
        let mut random = JvmRandom::new(42);
        let found = monte_carlo(50, 40).estimate(&state(ROOK_ENDING), &control, &mut random);
        assert_eq!(random, JvmRandom::new(42), "no throw");
        let found = found.unwrap();
        assert_eq!((found.white_win, found.black_win), (16.0 / 216.0, 0.0));
        assert!((found.undecided - 200.0 / 216.0).abs() < 1e-15);
        assert_eq!((found.rollouts, found.standard_error), (1, f64::INFINITY));
        (control.work_used(), control.stop_reason())
    };
    assert_eq!(run(SearchControl::unbounded().with_budget(0)), (0, Some(StopReason::Budget)));
    assert_eq!(run(SearchControl::until_deadline(0, || 1)), (0, Some(StopReason::Deadline)));
    let cancelled = SearchControl::unbounded();
    cancelled.cancel();
    assert_eq!(run(cancelled), (0, Some(StopReason::Cancelled)));
}

/// What a budget of n turns leaves of the first rollout is a rollout of at most n turns, and the chance of the roll after them.
#[test]
fn a_budget_ends_the_first_rollout_after_so_many_turns() {
    for budget in 1..12 {
        let control = SearchControl::unbounded().with_budget(budget);
        let mut random = JvmRandom::new(42);
        let found = monte_carlo(50, 40).estimate(&state(ROOK_ENDING), &control, &mut random).unwrap();
        assert_eq!((found.rollouts, control.work_used()), (1, budget));
        let expected = estimate(&monte_carlo(1, budget as u32), ROOK_ENDING, &mut JvmRandom::new(42));
        assert_eq!(found, expected, "{budget}");
    }
}

/// A clock that ticks once a reading, and a deadline at every one of them.
#[test]
fn a_deadline_drops_the_rollout_that_it_interrupts() {
    for deadline in (0..400).step_by(7) {
        let clock = Arc::new(AtomicI64::new(0));
        let readings = Arc::clone(&clock);
        let control = SearchControl::until_deadline(deadline, move || clock.fetch_add(1, Relaxed));
        let found =
            monte_carlo(500, 40).estimate(&state(ROOK_ENDING), &control, &mut JvmRandom::new(42)).unwrap();
        assert_eq!(control.stop_reason(), Some(StopReason::Deadline));
        assert_eq!(readings.load(Relaxed), deadline + 1, "not asked again");
        assert!((found.white_win + found.black_win + found.undecided - 1.0).abs() < 1e-12);
        if found.rollouts > 1 {
            let whole = estimate(&monte_carlo(found.rollouts, 40), ROOK_ENDING, &mut JvmRandom::new(42));
            assert_eq!(found, whole);
        }
    }
}

/// Throws of a side that has no move, and lists of thousands of turns: the clock is read between them.
#[test]
fn the_control_is_asked_within_a_turn_of_a_rollout() {
    let readings = |text: &str, seed| {
        let clock = Arc::new(AtomicI64::new(0));
        let count = Arc::clone(&clock);
        let control = SearchControl::until_deadline(i64::MAX - 1, move || clock.fetch_add(1, Relaxed));
        monte_carlo(1, 1).estimate(&state(text), &control, &mut JvmRandom::new(seed)).unwrap();
        assert_eq!(control.work_used(), 1);
        count.load(Relaxed) as usize
    };
    // Once before the unit of work, and once before each further throw of 64.
    assert_eq!(readings("k7/8/8/8/8/8/8/8 w - - 0 1", 5), 64);
    // Once before the unit of work, and once for every 512 turns.
    let queens = "QQQQ4/8/8/QQ6/2Q5/3Q4/4Q3/8 w - - 0 1";
    let shows_two_queens = |&seed: &i64| {
        let mut random = JvmRandom::new(seed);
        [0; 3].map(|_| random.next_int(6)).iter().filter(|&&face| face == Some(4)).count() == 2
    };
    let seed = (0..).find(shows_two_queens).unwrap();
    let turns = legal_turns(&state(&format!("{queens} QQ"))).turns().len();
    assert!(turns > 10_000);
    assert_eq!(readings(queens, seed), 1 + turns.div_ceil(512));
}

#[test]
fn synthetic_states_are_safe() {
    let mut parts = StateParts::empty();
    for (index, code) in [(0, 6), (9, 4), (18, 3), (36, 1), (63, 14), (54, 13), (45, 9)] {
        parts.put(Square::masked(index), Piece::from_code(code).unwrap());
    }
    let mut hollow = parts.clone();
    hollow.mailbox = [None; 64];
    let mut disguised = parts.clone();
    for piece in disguised.mailbox.iter_mut().flatten() {
        *piece = Piece::new(piece.color, PieceType::King);
    }
    for parts in [hollow, disguised] {
        let synthetic = GameState::from_parts(&parts);
        assert!(synthetic.is_synthetic());
        let found =
            monte_carlo(5, 20).estimate(&synthetic, &SearchControl::unbounded(), &mut JvmRandom::new(2));
        assert_eq!(found.unwrap().rollouts, 5);
    }
}
