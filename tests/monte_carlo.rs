//! Monte Carlo estimates: golden values, a slow implementation, the control, and laws.

mod support;

use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use dicechess::board::{Color, Piece, PieceType, Square};
use dicechess::dfen;
use dicechess::search::{
    InvalidSearchOption, JvmRandom, MonteCarlo, MonteCarloError, SearchControl, StopReason, WinEstimate,
};
use dicechess::state::{GameState, StateParts};
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
    // One rollout has no error to speak of.
    assert_eq!(with_target(0), 1);
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

#[test]
fn a_stopped_control_still_gives_one_rollout() {
    let one = estimate(&monte_carlo(1, 40), ROOK_ENDING, &mut JvmRandom::new(42));
    let run = |control: SearchControl| {
        let found = monte_carlo(50, 40).estimate(&state(ROOK_ENDING), &control, &mut JvmRandom::new(42));
        (found.unwrap(), control.stop_reason())
    };
    assert_eq!(run(SearchControl::unbounded().with_budget(0)), (one, Some(StopReason::Budget)));
    assert_eq!(run(SearchControl::until_deadline(0, || 1)), (one, Some(StopReason::Deadline)));
    let cancelled = SearchControl::unbounded();
    cancelled.cancel();
    assert_eq!(run(cancelled), (one, Some(StopReason::Cancelled)));
}

#[test]
fn a_deadline_drops_the_rollout_that_it_interrupts() {
    // A clock that ticks once a question, and a rollout asks once a ply.
    let clock = AtomicI64::new(0);
    let control = SearchControl::until_deadline(200, move || clock.fetch_add(1, Relaxed));
    let found =
        monte_carlo(500, 40).estimate(&state(ROOK_ENDING), &control, &mut JvmRandom::new(42)).unwrap();
    assert_eq!((control.work_used(), control.stop_reason()), (200, Some(StopReason::Deadline)));
    assert!(found.rollouts > 1 && found.rollouts < 500);
    assert_eq!(found, estimate(&monte_carlo(found.rollouts, 40), ROOK_ENDING, &mut JvmRandom::new(42)));
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
