use crate::board::PieceType;
use crate::eval::king_capture_probability;
use crate::memory::NoMemory;
use crate::scoring::state_after;
use crate::state::{DicePool, GameState};
use crate::turns::{FinalStates, Guard, Halt, TurnList};

use super::drawn_order::turn_in_drawn_order;
use super::root_turns::{MAX_STATES, MAX_TURNS};
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
    /// Ends the estimate as soon as its standard error is not above this, after two rollouts at the earliest; 0 for never.
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
    /// The turns of a position cannot be listed.
    #[error(transparent)]
    TooLarge(#[from] Halt),
}

impl From<NoMemory> for MonteCarloError {
    fn from(no_memory: NoMemory) -> Self {
        Self::TooLarge(no_memory.into())
    }
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
    /// One unit of work is one turn of a rollout, whose cost is one king-capture probability and one list of legal turns; the control is
    /// asked before each throw of the dice and while turns are listed. A stopped rollout is dropped with all that it found, except for
    /// the first one, so that there always is an estimate: what it has left undecided when it is stopped stays so. At the
    /// least it credits the side to move with the chance of its first roll.
    ///
    /// A turn draws from `random` three faces, `next_int(6)` each, and then one of the quiet legal turns, listed as if faces were
    /// tried in the order drawn. Dice without a quiet turn are thrown again, up to 64 times: there are no passes. Where there are more
    /// than four million legal turns, one of the first million distinct states after a quiet turn is drawn instead.
    ///
    /// # Errors
    /// An option out of range; not enough memory.
    pub fn estimate(
        &self,
        state: &GameState,
        control: &SearchControl,
        random: &mut JvmRandom,
    ) -> Result<WinEstimate, MonteCarloError> {
        self.validate()?;
        let mut rollouts = Rollouts {
            root: *state,
            first_roll: Shares::UNDECIDED,
            max_plies: self.max_plies,
            control,
            random,
            turns: TurnList::new(),
            distinct: FinalStates::new(),
        };
        rollouts.first_roll.decide(state.side_to_move(), win_probability(state));
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
            && statistics.rollouts() >= self.min_rollouts
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
    /// What is decided before the first roll.
    first_roll: Shares,
    max_plies: u32,
    control: &'a SearchControl,
    random: &'a mut JvmRandom,
    turns: TurnList,
    /// Where there are too many turns.
    distinct: FinalStates,
}

impl Rollouts<'_> {
    /// Plays one rollout. `None` if the control stops it; a first one then ends where it is.
    fn play(&mut self, is_first: bool) -> Result<Option<Shares>, Halt> {
        let mut state = self.root;
        let mut shares = self.first_roll;
        for ply in 0..self.max_plies {
            if !self.control.admit() {
                return Ok(is_first.then_some(shares));
            }
            if ply > 0 {
                shares.decide(state.side_to_move(), win_probability(&state));
            }
            if shares.undecided() <= NEGLIGIBLE {
                break;
            }
            match self.play_turn(&state) {
                Ok(Some(next)) => state = next,
                Ok(None) => break,
                Err(Halt::Stopped) => return Ok(is_first.then_some(shares)),
                Err(halt) => return Err(halt),
            }
        }
        Ok(Some(shares))
    }

    /// Rolls and plays a random turn that takes no king. `None` if no throw allows one.
    fn play_turn(&mut self, state: &GameState) -> Result<Option<GameState>, Halt> {
        let control = self.control;
        // The budget has paid for this turn.
        let keep_going = || !control.is_interrupted();
        let guard = Guard { max_states: MAX_TURNS, keep_going: &keep_going };
        for throw in 0..MAX_THROWS {
            if throw > 0 && !keep_going() {
                return Err(Halt::Stopped);
            }
            let drawn = [self.throw(), self.throw(), self.throw()];
            let rolled = state.with_dice(DicePool::of_three(drawn));
            match self.turns.generate_within(&guard, &rolled) {
                Ok(()) => {}
                Err(Halt::TooMany(_)) => {
                    let guard = Guard { max_states: MAX_STATES, ..guard };
                    match self.distinct.generate_some(&guard, &rolled) {
                        Ok(()) | Err(Halt::TooMany(_)) => {}
                        Err(halt) => return Err(halt),
                    }
                    if let Some(&next) = self.random.choose(self.distinct.states()) {
                        return Ok(Some(next));
                    }
                    continue;
                }
                Err(halt) => return Err(halt),
            }
            let quiet = &self.turns.turns()[self.turns.king_captures()..];
            if let Some(index) = self.random.next_int(quiet.len() as u32) {
                let turn = turn_in_drawn_order(&rolled, drawn, quiet, index as usize)?;
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
