use crate::board::Color;
use crate::eval::Evaluator;
use crate::memory::TryGrow;
use crate::scoring::BATCH;
use crate::state::GameState;

use super::SearchControl;
use super::node::Interruption;

/// Scores `states` from the point of view of `perspective`, one unit of work each, a batch at a time. A stop leaves scores of no use,
/// but every state that was counted as work has been handed over.
pub(super) fn evaluate_in_batches<E: Evaluator + ?Sized>(
    evaluator: &E,
    perspective: Color,
    control: &SearchControl,
    states: &[GameState],
    scores: &mut Vec<i32>,
) -> Result<(), Interruption<E::Error>> {
    scores.clear();
    scores.try_resize(states.len(), 0)?;
    for (states, scores) in states.chunks(BATCH).zip(scores.chunks_mut(BATCH)) {
        let admitted = control.admit_many(states.len() as u64) as usize;
        if admitted > 0 {
            evaluator
                .evaluate_batch(&states[..admitted], perspective, &mut scores[..admitted])
                .map_err(Interruption::Evaluator)?;
        }
        if admitted < states.len() {
            return Err(Interruption::Stopped);
        }
    }
    Ok(())
}
