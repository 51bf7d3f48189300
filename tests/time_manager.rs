//! From a game clock to the time for one turn.

use std::time::Duration;

use dicechess::search::{GameClock, TimeManager};
use proptest::prelude::*;

const SECOND: Duration = Duration::from_secs(1);

fn clock(remaining: Duration, increment: Duration, moves_to_go: Option<u32>) -> GameClock {
    GameClock { remaining, increment, moves_to_go }
}

fn manager(margin_millis: u64, expected_turns: u64) -> TimeManager {
    TimeManager { safety_margin: Duration::from_millis(margin_millis), expected_turns }
}

#[test]
fn budgets_calculated_by_hand() {
    let manager = manager(1000, 30);
    for (remaining, increment, moves_to_go, millis) in [
        (61, 0, None, 2000),      // 60 s over 30 turns
        (61, 4, None, 5000),      // 2 s and ¾ of 4 s
        (61, 0, Some(10), 6000),  // 60 s over 10 turns
        (61, 0, Some(1), 60_000), // all but the margin
        (61, 0, Some(0), 2000),   // 0 is unknown
        (2, 100, None, 1000),     // no more than there is
        (1, 100, None, 0),        // nothing but the margin is left
        (0, 0, None, 0),
    ] {
        let clock = clock(remaining * SECOND, increment * SECOND, moves_to_go);
        assert_eq!(manager.budget(&clock), Duration::from_millis(millis), "{clock:?}");
    }
}

#[test]
fn extreme_clocks() {
    let longest = Duration::MAX;
    let all = manager(0, 1);
    assert_eq!(all.budget(&clock(longest, longest, None)), longest);
    assert_eq!(
        all.budget(&clock(longest, longest, Some(u32::MAX))),
        longest - longest / 4 + longest / u32::MAX
    );
    assert_eq!(all.budget(&clock(Duration::ZERO, longest, Some(1))), Duration::ZERO);
    assert_eq!(manager(0, 0).budget(&clock(SECOND, Duration::ZERO, None)), SECOND, "no turns count as one");
    let no_time = TimeManager { safety_margin: longest, expected_turns: 1 };
    assert_eq!(no_time.budget(&clock(longest, longest, None)), Duration::ZERO);
}

#[test]
fn more_turns_than_fit_in_32_bits_are_taken_as_they_are() {
    let billion_seconds = clock(1_000_000_000 * SECOND, Duration::ZERO, None);
    for (turns, nanos) in [(5_000_000_000, 200_000_000), (1 << 33, 116_415_321), (u64::MAX, 0)] {
        assert_eq!(manager(0, turns).budget(&billion_seconds), Duration::from_nanos(nanos), "{turns}");
    }
    // 2^64 - 1 seconds and as many turns: a second for each.
    let longest = clock(Duration::from_secs(u64::MAX), Duration::ZERO, None);
    assert_eq!(manager(0, u64::MAX).budget(&longest), SECOND);
}

#[test]
fn the_default_suits_a_blitz_game() {
    let budget = TimeManager::default().budget(&clock(180 * SECOND, 2 * SECOND, None));
    assert_eq!(budget, Duration::from_nanos((180_000_000_000 - 50_000_000) / 30 + 1_500_000_000));
}

fn any_duration() -> impl Strategy<Value = Duration> {
    prop_oneof![
        (0..=u64::MAX, 0..1_000_000_000_u32).prop_map(|(seconds, nanos)| Duration::new(seconds, nanos)),
        (0..3_600_000_000_000_u64).prop_map(Duration::from_nanos),
        (0..1_000_u64).prop_map(Duration::from_nanos),
    ]
}

prop_compose! {
    fn any_clock()(
        remaining in any_duration(), increment in any_duration(), moves_to_go in any::<Option<u32>>(),
    ) -> GameClock {
        clock(remaining, increment, moves_to_go)
    }
}

prop_compose! {
    fn any_manager()(safety_margin in any_duration(), expected_turns in any::<u64>()) -> TimeManager {
        TimeManager { safety_margin, expected_turns }
    }
}

proptest! {
    #[test]
    fn the_margin_is_never_touched(manager in any_manager(), clock in any_clock()) {
        let budget = manager.budget(&clock);
        prop_assert!(budget <= clock.remaining.saturating_sub(manager.safety_margin));
    }

    #[test]
    fn more_time_never_shortens_a_turn(manager in any_manager(), clock in any_clock(), more in any_duration()) {
        let budget = manager.budget(&clock);
        let richer = GameClock { remaining: clock.remaining.saturating_add(more), ..clock };
        prop_assert!(manager.budget(&richer) >= budget);
        let faster = GameClock { increment: clock.increment.saturating_add(more), ..clock };
        prop_assert!(manager.budget(&faster) >= budget);
    }

    #[test]
    fn more_turns_never_lengthen_one(manager in any_manager(), clock in any_clock(), a in 1..u32::MAX, b in 1..u32::MAX) {
        let of = |moves| manager.budget(&GameClock { moves_to_go: Some(moves), ..clock });
        prop_assert!(of(a.max(b)) <= of(a.min(b)));
    }

    /// A player who overruns each budget by the whole margin never loses on time.
    #[test]
    fn a_game_is_never_lost_on_time(
        margin_millis in 0..500_u64,
        start_millis in 500..600_000_u64,
        increment_millis in 0..5_000_u64,
        period in 1..60_u32,
    ) {
        let manager = manager(margin_millis, 30);
        let mut remaining = Duration::from_millis(start_millis);
        let increment = Duration::from_millis(increment_millis);
        for turn in 0..200 {
            let moves_to_go = Some(period - turn % period);
            let budget = manager.budget(&clock(remaining, increment, moves_to_go));
            let overrun = if budget.is_zero() { Duration::ZERO } else { manager.safety_margin };
            let left = remaining.checked_sub(budget + overrun);
            prop_assert!(left.is_some(), "turn {turn}: {budget:?} of {remaining:?}");
            remaining = left.unwrap_or_default() + increment;
        }
    }
}
