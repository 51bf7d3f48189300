//! Estimates: the value of a position before its roll, chances to win, built-in players, and the time for a turn.

use std::ffi::c_char;
use std::time::Duration;

use crate::ffi::board::dicechess_color;
use crate::ffi::control::dicechess_control;
use crate::ffi::evaluator::dicechess_evaluator;
use crate::ffi::micro_move::dicechess_micro_move;
use crate::ffi::search::{dicechess_search, failed_search};
use crate::ffi::search_options::dicechess_utility_bounds;
use crate::ffi::state::dicechess_state;
use crate::ffi::turns::{packed, too_large};
use crate::memory::FallibleArc;
use crate::search::{
    GameClock, MonteCarlo, MonteCarloError, Player, PlayerError, SearchControl, SearchError, StopReason,
    TimeManager, UtilityBounds, WinEstimate, chance_node_value,
};
use crate::turns::Turn;

use super::argument::{Argument, argument, member};
use super::error::{Outcome, dicechess_error};
use super::evaluator::SharedEvaluator;
use super::extensible::Extensible;
use super::guard::boundary;
use super::status::{
    DICECHESS_ERR_BUDGET, DICECHESS_ERR_CANCELLED, DICECHESS_ERR_DEADLINE, DICECHESS_ERR_MEMORY,
    DICECHESS_ERR_RANGE, dicechess_status,
};

/// How to estimate chances to win; 32 bytes. A member that is 0 or NULL has its default.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_monte_carlo_options {
    /// Set by the caller: `sizeof(dicechess_monte_carlo_options)`.
    pub struct_size: u32,
    /// The most rollouts. Default: 500.
    pub rollouts: u32,
    /// The most turns of one rollout. Default: 1000.
    pub max_plies: u32,
    /// Rollouts before `target_error` may end the estimate. Default: 128.
    pub min_rollouts: u32,
    /// Ends the estimate as soon as its standard error is not above this, after two rollouts at the earliest. Default: never.
    pub target_error: f64,
    /// Limits of the estimate, and a way to cancel it; one unit of work is one turn of a rollout. Default: none.
    pub control: *mut dicechess_control,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_monte_carlo_options {}

/// What rollouts say about a game; 48 bytes. The three chances add up to 1.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_win_estimate {
    /// Set by the caller: `sizeof(dicechess_win_estimate)`.
    pub struct_size: u32,
    /// Rollouts that count.
    pub rollouts: u32,
    /// The chance that White wins.
    pub white_win: f64,
    /// The chance that Black wins.
    pub black_win: f64,
    /// The chance that neither has won when the rollouts end.
    pub undecided: f64,
    /// The standard error of `white_win`; infinite for one rollout.
    pub standard_error: f64,
    /// How many times more rollouts it would take if each merely ended with a win or without. Infinite if all rollouts agree.
    pub variance_reduction: f64,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_win_estimate {}

impl dicechess_win_estimate {
    fn of(estimate: &WinEstimate) -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            rollouts: estimate.rollouts,
            white_win: estimate.white_win,
            black_win: estimate.black_win,
            undecided: estimate.undecided,
            standard_error: estimate.standard_error,
            variance_reduction: estimate.variance_reduction,
        }
    }
}

/// A player's game clock at the start of a turn, and how to divide it; 40 bytes. Times are in nanoseconds.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_game_clock {
    /// Set by the caller: `sizeof(dicechess_game_clock)`.
    pub struct_size: u32,
    /// Turns until more time is added, this one included; 0: the time must last for the whole game.
    pub moves_to_go: u32,
    /// Time left.
    pub remaining: u64,
    /// Time added after each turn.
    pub increment: u64,
    /// Time that is never spent: transmission, and the end of the search. 0: the default of 50 ms.
    pub safety_margin: u64,
    /// How many turns the time must last for if `moves_to_go` is 0. 0: the default of 30.
    pub expected_turns: u64,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_game_clock {}

/// `value`, or `default` if it is 0.
fn or_default(value: u32, default: u32) -> u32 {
    if value == 0 { default } else { value }
}

impl Argument<'_, *const dicechess_monte_carlo_options> {
    fn monte_carlo(self) -> Outcome<(MonteCarlo, FallibleArc<SearchControl>)> {
        let defaults = MonteCarlo::default();
        let Some(given) = self.optional_structure()? else {
            return Ok((defaults, FallibleArc::new(SearchControl::unbounded())?));
        };
        let options = MonteCarlo {
            rollouts: or_default(given.rollouts, defaults.rollouts),
            max_plies: or_default(given.max_plies, defaults.max_plies),
            target_error: given.target_error,
            min_rollouts: or_default(given.min_rollouts, defaults.min_rollouts),
        };
        options.validate().map_err(|refusal| {
            let target_error = member!(self, given.target_error);
            target_error.blame(dicechess_error::new(DICECHESS_ERR_RANGE, refusal))
        })?;
        Ok((options, member!(self, given.control).control_or_none()?))
    }
}

impl Argument<'_, *const dicechess_utility_bounds> {
    /// The bounds; NULL has the default ones.
    fn utility_bounds(self) -> Outcome<UtilityBounds> {
        if self.value.is_null() {
            return Ok(UtilityBounds::default());
        }
        self.slice(1)?[0].utility_bounds().map_err(|refusal| {
            let offset = dicechess_utility_bounds::offset_of(refusal.field);
            self.blame(dicechess_error::new(DICECHESS_ERR_RANGE, refusal)).with_offset(offset)
        })
    }
}

impl Argument<'_, *const c_char> {
    fn player(self, length: usize) -> Outcome<Player> {
        Player::from_name(self.text(length)?)
            .map_err(|refusal| self.blame(dicechess_error::new(DICECHESS_ERR_RANGE, refusal)))
    }
}

/// Nothing was found before the control stopped.
#[cold]
fn stopped(reason: Option<StopReason>) -> dicechess_error {
    let reason = reason.unwrap_or(StopReason::Cancelled);
    let status = match reason {
        StopReason::Cancelled => DICECHESS_ERR_CANCELLED,
        StopReason::Budget => DICECHESS_ERR_BUDGET,
        StopReason::Deadline => DICECHESS_ERR_DEADLINE,
        StopReason::Memory => DICECHESS_ERR_MEMORY,
    };
    dicechess_error::new(status, reason)
}

#[cold]
fn failed_estimate(failure: MonteCarloError) -> dicechess_error {
    match failure {
        MonteCarloError::Option(refusal) => dicechess_error::new(DICECHESS_ERR_RANGE, refusal),
        MonteCarloError::TooLarge(halt) => too_large(halt),
    }
}

#[cold]
fn failed_player(failure: PlayerError) -> dicechess_error {
    match failure {
        PlayerError::TooLarge(halt) => too_large(halt),
        PlayerError::MonteCarlo(failure) => failed_estimate(failure),
        PlayerError::Expectimax(failure) => failed_search(failure),
    }
}

/// The exact value of `state` before its dice are rolled for `perspective`, when both sides play on for `plies` turns, 1 to 7: the
/// average over all rolls of what the side to move makes of each. Its dice do not matter. `evaluator` (optional) scores the ends,
/// material by default; `bounds` and `control` are optional.
///
/// `DICECHESS_ERR_CANCELLED`, `_DEADLINE` or `_BUDGET` if the control stops it, for then nothing is known. `DICECHESS_ERR_RANGE`,
/// `DICECHESS_ERR_CALLBACK`, `DICECHESS_ERR_LIMIT` and `DICECHESS_ERR_MEMORY` as with `dicechess_search_best_turn`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_chance_node_value(
    state: *const dicechess_state,
    perspective: dicechess_color,
    plies: u32,
    evaluator: *const dicechess_evaluator,
    bounds: *const dicechess_utility_bounds,
    control: *mut dicechess_control,
    value: *mut f64,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let value = argument!(6, value).output()?;
        let perspective = argument!(1, perspective).color()?;
        let evaluator = argument!(3, evaluator).optional_evaluator()?;
        let evaluator = evaluator.map_or_else(SharedEvaluator::material, Ok)?;
        let bounds = argument!(4, bounds).utility_bounds()?;
        let control = argument!(5, control).control_or_none()?;
        let state = *argument!(0, state).shared()?;
        let found = chance_node_value(&evaluator, &state, perspective, plies as usize, bounds, &control);
        let found = found.map_err(|failure| match failure {
            SearchError::Option(refusal) => {
                argument!(2, plies).blame(dicechess_error::new(DICECHESS_ERR_RANGE, refusal))
            }
            other => failed_search(other),
        })?;
        value.put(found.known().ok_or_else(|| stopped(control.stop_reason()))?.0)
    })
}

/// Estimates each side's chance to win from `state` on, before the side to move has rolled, by random play-outs (rollouts) that count
/// the chance of every king capture on their way. Draws from the random numbers of `search`; `options` are optional.
///
/// A control that stops the estimate ends it with the rollouts that are complete. The first one then counts as far as it has come, if only
/// to the chance of the first roll, and what follows is undecided.
/// `DICECHESS_ERR_RANGE` for a `target_error` that is negative or no number; `DICECHESS_ERR_LIMIT`; `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_search_estimate_win(
    search: *mut dicechess_search,
    state: *const dicechess_state,
    options: *const dicechess_monte_carlo_options,
    estimate: *mut dicechess_win_estimate,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let estimate = argument!(3, estimate).structure_output()?;
        let (options, control) = argument!(2, options).monte_carlo()?;
        let state = *argument!(1, state).shared()?;
        let mut search = argument!(0, search).exclusive()?;
        let mut random = search.random.clone();
        let found = options.estimate(&state, &control, &mut random).map_err(failed_estimate)?;
        search.random = random;
        estimate.put(dicechess_win_estimate::of(&found))
    })
}

/// The turn that a built-in player plays in `state` with its dice: its micro-moves in an array of three, and how many they are, 0 for a
/// pass. `player` is one of `random`, `greedy`, `cautious`, `aggressive`, `monte-carlo`, `expectimax`, of `length` bytes, see "Text".
/// Draws from the random numbers of `search`; `control` is optional, and a player that it stops plays what it has found, or greedily. Of
/// a position with more than 4194304 legal turns the shortest turns that take a king count or, if none does, one turn for each of the
/// first 1000000 distinct states after a turn.
///
/// `DICECHESS_ERR_RANGE` for another name; `DICECHESS_ERR_LIMIT`; `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_search_choose_turn(
    search: *mut dicechess_search,
    state: *const dicechess_state,
    player: *const c_char,
    length: usize,
    control: *mut dicechess_control,
    moves: *mut dicechess_micro_move,
    count: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let count = argument!(6, count).count()?;
        let moves = argument!(5, moves).arrays::<3>().output()?;
        let player = argument!(2, player).player(length)?;
        let control = argument!(4, control).control_or_none()?;
        let state = *argument!(1, state).shared()?;
        let mut search = argument!(0, search).exclusive()?;
        let mut random = search.random.clone();
        let chosen = player.choose_turn(&state, &control, &mut random).map_err(failed_player)?;
        search.random = random;
        let turn = chosen.unwrap_or(Turn::PASS);
        moves.put(packed(&turn))?;
        count.put(turn.moves().len())
    })
}

/// The time to spend on one turn, in nanoseconds, for `dicechess_control_new`: with `usable` = remaining - safety_margin, the lesser of
/// `usable` and usable / turns + 3/4 increment. 0 when there is nothing left: a search then gives its first candidate at once.
/// Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_time_for_turn(
    clock: *const dicechess_game_clock,
    nanoseconds: *mut u64,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let nanoseconds = argument!(1, nanoseconds).output()?;
        let given = argument!(0, clock).structure()?;
        let mut manager = TimeManager::default();
        if given.safety_margin != 0 {
            manager.safety_margin = Duration::from_nanos(given.safety_margin);
        }
        if given.expected_turns != 0 {
            manager.expected_turns = given.expected_turns;
        }
        let budget = manager.budget(&GameClock {
            remaining: Duration::from_nanos(given.remaining),
            increment: Duration::from_nanos(given.increment),
            moves_to_go: Some(given.moves_to_go).filter(|&turns| turns > 0),
        });
        nanoseconds.put(u64::try_from(budget.as_nanos()).unwrap_or(u64::MAX))
    })
}
