use std::time::Duration;

/// A player's game clock at the start of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameClock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each turn.
    pub increment: Duration,
    /// Turns until more time is added, this one included; `None` or 0 if the time must last for the whole game.
    pub moves_to_go: Option<u32>,
}

/// Turns a game clock into the time to spend on one turn.
///
/// With `usable = remaining − safety_margin`, not below zero, and `n` turns that the time must last for:
///
/// `budget = min(usable, usable / n + ¾ · increment)`
///
/// that is, an even share of the time left and most of what comes back after the turn; the rest of the increment
/// builds a reserve. All operations saturate and divisions round down. The budget never exceeds `usable`, so a turn
/// that overruns it by at most the margin never loses on time. It grows with the time left and the increment, and
/// shrinks with the number of turns. It is zero when there is nothing left to spend: a search with such a limit falls
/// back to its first choice at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeManager {
    /// Time that is never spent: what passes between the end of the search and the stop of the clock, transmission
    /// included.
    pub safety_margin: Duration,
    /// Number of turns for which the time must last when the clock does not say; 0 counts as 1.
    pub expected_turns: u64,
}

impl Default for TimeManager {
    /// 50 ms and 30 turns.
    fn default() -> Self {
        Self { safety_margin: Duration::from_millis(50), expected_turns: 30 }
    }
}

impl TimeManager {
    /// The time to spend on this turn.
    #[must_use]
    pub fn budget(&self, clock: &GameClock) -> Duration {
        let usable = clock.remaining.saturating_sub(self.safety_margin);
        let turns =
            clock.moves_to_go.filter(|&turns| turns > 0).map_or(self.expected_turns, u64::from).max(1);
        // A quarter is subtracted because three times the increment might not fit.
        let share_of_increment = clock.increment - clock.increment / 4;
        usable.min(divided(usable, turns).saturating_add(share_of_increment))
    }
}

/// `time / parts`, rounded down to nanoseconds.
fn divided(time: Duration, parts: u64) -> Duration {
    const NANOS: u128 = 1_000_000_000;
    let (seconds, rest) = (time.as_secs() / parts, time.as_secs() % parts);
    let nanos = (u128::from(rest) * NANOS + u128::from(time.subsec_nanos())) / u128::from(parts);
    // The rest is below `parts`, so that this is less than a second.
    Duration::new(seconds, nanos as u32)
}
