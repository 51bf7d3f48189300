use crate::board::PieceType;
use crate::eval::king_capture_probability;
use crate::scoring::state_after;
use crate::state::{DicePool, GameState};
use crate::turns::{Halt, TurnList};

use super::drawn_order::turn_in_drawn_order;
use super::shortlist::MAX_TURNS;
use super::win_estimate::{Shares, Statistics};
use super::{InvalidSearchOption, JvmRandom, SearchControl, WinEstimate};

/// Estimates each side's chance to win from random play-outs, called rollouts.
///
/// A rollout keeps the probability that the game is still going on, 1 at first. Before each roll the side to move is credited with
/// the share of it that [`king_capture_probability`] says ends the game; what is left goes on with a random turn that takes no
/// king. So a rollout knows all ways to win along its line of play instead of waiting for one to happen, which takes far
/// fewer rollouts than counting wins: [`WinEstimate::variance_reduction`] times fewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MonteCarlo {
    /// The most rollouts, at least 1.
    pub rollouts: u32,
    /// The most turns of one rollout, at least 1.
    pub max_plies: u32,
    /// Ends the estimate as soon as its standard error is not above this; 0 for never.
    pub target_error: f64,
    /// Rollouts before `target_error` may end the estimate: the error of a few is itself uncertain.
    pub min_rollouts: u32,
}

/// Why there is no estimate.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum MonteCarloError {
    /// An option is out of range.
    #[error(transparent)]
    Option(#[from] InvalidSearchOption),
    /// A position came up that has too many legal turns.
    #[error(transparent)]
    TooLarge(#[from] Halt),
}

impl Default for MonteCarlo {
    /// 500 rollouts of up to 1000 turns, no target.
    fn default() -> Self {
        Self { rollouts: 500, max_plies: 1000, target_error: 0.0, min_rollouts: 128 }
    }
}

impl MonteCarlo {
    /// Checks the numbers.
    ///
    /// # Errors
    /// The first field whose value is out of range.
    pub fn validate(&self) -> Result<(), InvalidSearchOption> {
        let invalid = |field, value, expected| Err(InvalidSearchOption { field, value, expected });
        if self.rollouts == 0 {
            return invalid("rollouts", 0.0, "at least 1");
        }
        if self.max_plies == 0 {
            return invalid("max_plies", 0.0, "at least 1");
        }
        if !(0.0..f64::INFINITY).contains(&self.target_error) {
            return invalid("target_error", self.target_error, "a finite number, at least 0");
        }
        Ok(())
    }

    /// Estimates the game from `state` on, before the side to move has rolled; its dice are ignored.
    ///
    /// One unit of work is one turn of a rollout, whose cost is one king-capture probability and one list of legal turns. A stopped
    /// rollout is dropped with all it found, but for the first one: it runs to its end whatever `control` says, so that
    /// there always is an estimate.
    ///
    /// A turn draws from `random` three faces, `next_int(6)` each, and then one of the quiet legal turns, listed as if faces were
    /// tried in the order drawn. Dice without a quiet turn are thrown again, up to 64 times: nobody ever passes.
    ///
    /// # Errors
    /// An option out of range; a position with more than four million legal turns.
    pub fn estimate(
        &self,
        state: &GameState,
        control: &SearchControl,
        random: &mut JvmRandom,
    ) -> Result<WinEstimate, MonteCarloError> {
        self.validate()?;
        let mut rollouts = Rollouts {
            root: *state,
            root_win: win_probability(state),
            max_plies: self.max_plies,
            control,
            random,
            turns: TurnList::new(),
        };
        let mut statistics = Statistics::default();
        while statistics.rollouts() < self.rollouts && !self.is_precise(&statistics) {
            let is_first = statistics.rollouts() == 0;
            match rollouts.play(is_first)? {
                Some(shares) => statistics.add(&shares),
                None => break,
            }
        }
        Ok(statistics.estimate())
    }

    fn is_precise(&self, statistics: &Statistics) -> bool {
        self.target_error > 0.0
            && statistics.rollouts() >= self.min_rollouts.max(1)
            && statistics.standard_error() <= self.target_error
    }
}

/// A game that goes on with at most this probability counts as decided.
const NEGLIGIBLE: f64 = 1e-5;

/// Throws of the dice for one turn before the rollout is given up.
const MAX_THROWS: usize = 64;

/// What all rollouts of one estimate share.
struct Rollouts<'a> {
    root: GameState,
    /// The mover's chance to take a king with the first roll.
    root_win: f64,
    max_plies: u32,
    control: &'a SearchControl,
    random: &'a mut JvmRandom,
    turns: TurnList,
}

impl Rollouts<'_> {
    /// Plays one rollout. `None` if the control stops it, unless it must be finished.
    fn play(&mut self, must_finish: bool) -> Result<Option<Shares>, Halt> {
        let mut state = self.root;
        let mut shares = Shares::UNDECIDED;
        for ply in 0..self.max_plies {
            if !self.control.admit() && !must_finish {
                return Ok(None);
            }
            let win = if ply == 0 { self.root_win } else { win_probability(&state) };
            shares.decide(state.side_to_move(), win);
            if shares.undecided() <= NEGLIGIBLE {
                break;
            }
            match self.play_turn(&state)? {
                Some(next) => state = next,
                None => break,
            }
        }
        Ok(Some(shares))
    }

    /// Rolls and plays a random turn that takes no king. `None` if no throw allows one.
    fn play_turn(&mut self, state: &GameState) -> Result<Option<GameState>, Halt> {
        for _ in 0..MAX_THROWS {
            let drawn = [self.throw(), self.throw(), self.throw()];
            let rolled = state.with_dice(DicePool::of_three(drawn));
            self.turns.generate(&rolled, MAX_TURNS)?;
            let quiet = &self.turns.turns()[self.turns.king_captures()..];
            if let Some(index) = self.random.next_int(quiet.len() as u32) {
                let turn = turn_in_drawn_order(&rolled, drawn, quiet, index as usize);
                return Ok(state_after(&rolled, turn.moves()));
            }
        }
        Ok(None)
    }

    fn throw(&mut self) -> PieceType {
        *self.random.choose(&PieceType::ALL).expect("a die has faces")
    }
}

/// The probability that the side to move takes a king with its next roll.
fn win_probability(state: &GameState) -> f64 {
    king_capture_probability(state, !state.side_to_move())
}
