use std::convert::Infallible;

use crate::eval::{Aggressive, Evaluator, Material, Standard, king_capture_rolls};
use crate::memory::{NoMemory, TryGrow};
use crate::scoring::{BATCH, score_path, state_after};
use crate::state::GameState;
use crate::turns::{Roll, Turn};

use super::grace::Grace;
use super::{JvmRandom, MonteCarlo, MonteCarloError, SearchControl};

/// The turns with the greatest score so far, in the order offered.
struct BestTurns {
    /// `None` while there is no turn.
    score: Option<i64>,
    turns: Vec<Turn>,
}

impl BestTurns {
    const fn new() -> Self {
        Self { score: None, turns: Vec::new() }
    }

    fn offer(&mut self, turn: Turn, score: i64) -> Result<(), NoMemory> {
        if self.score < Some(score) {
            self.turns.clear();
            self.score = Some(score);
        }
        if self.score == Some(score) {
            self.turns.try_push(turn)?;
        }
        Ok(())
    }

    /// Offers `turns`, none of which takes a king, with the evaluator's score after each, as long as `keep_going` allows the next group.
    /// `false` if it did not to the end.
    fn offer_all(
        &mut self,
        state: &GameState,
        turns: &[Turn],
        evaluator: &impl Evaluator<Error = Infallible>,
        keep_going: impl Fn() -> bool,
    ) -> Result<bool, NoMemory> {
        for group in turns.chunks(BATCH) {
            if !keep_going() {
                return Ok(false);
            }
            for turn in group {
                let Ok(score) = score_path(state, turn.moves(), evaluator);
                self.offer(*turn, i64::from(score))?;
            }
        }
        Ok(true)
    }
}

/// The best of `turns`, none of which takes a king, by material after each. If the control stops it, the best of thousands.
pub(super) fn best_by_material(
    state: &GameState,
    turns: &[Turn],
    control: &SearchControl,
) -> Result<Vec<Turn>, NoMemory> {
    let mut best = BestTurns::new();
    let grace = Grace::new(control);
    best.offer_all(state, turns, &Material, || grace.allows(BATCH))?;
    Ok(best.turns)
}

/// The best of `turns`, none of which takes a king, by aggressive evaluation after each. `None` if stopped before all are scored.
pub(super) fn best_by_aggression(
    state: &GameState,
    turns: &[Turn],
    control: &SearchControl,
) -> Result<Option<Vec<Turn>>, NoMemory> {
    let mut best = BestTurns::new();
    let all = best.offer_all(state, turns, &Aggressive, || !control.is_cancelled())?;
    Ok(all.then_some(best.turns))
}

/// The best of `turns`, none of which takes a king, by standard evaluation less the expected loss of a king, in exact 216ths of a
/// centipawn. `None` if stopped before all are scored.
pub(super) fn best_by_caution(
    state: &GameState,
    turns: &[Turn],
    control: &SearchControl,
) -> Result<Option<Vec<Turn>>, NoMemory> {
    /// What a king is worth in material.
    const KING: i64 = 10_000;
    let mover = state.side_to_move();
    let mut best = BestTurns::new();
    for turn in turns {
        if !control.admit() {
            return Ok(None);
        }
        let Some(after) = state_after(state, turn.moves()) else { continue };
        let Ok(standard) = Standard.evaluate(&after, mover);
        let without_risk = i64::from(Roll::TOTAL_WEIGHT) * i64::from(standard);
        // Risk only subtracts, and it is what takes long.
        if Some(without_risk) >= best.score {
            let losing_rolls = king_capture_rolls(&after, mover).weight();
            best.offer(*turn, without_risk - KING * i64::from(losing_rolls))?;
        }
    }
    Ok(Some(best.turns))
}

/// The best of `turns`, none of which takes a king, by the mover's estimated chance to win in millionths, rounded half up. Estimates in
/// the order of `turns`. `None` if stopped before all are scored.
pub(super) fn best_by_rollouts(
    state: &GameState,
    turns: &[Turn],
    monte_carlo: &MonteCarlo,
    control: &SearchControl,
    random: &mut JvmRandom,
) -> Result<Option<Vec<Turn>>, MonteCarloError> {
    let mut best = BestTurns::new();
    for turn in turns {
        if control.is_cancelled() {
            return Ok(None);
        }
        let Some(after) = state_after(state, turn.moves()) else { continue };
        let estimate = monte_carlo.estimate(&after, control, random)?;
        if control.stop_reason().is_some() {
            return Ok(None);
        }
        let win = estimate.win(state.side_to_move());
        best.offer(*turn, (win * 1e6 + 0.5).floor() as i64)?;
    }
    Ok(Some(best.turns))
}
