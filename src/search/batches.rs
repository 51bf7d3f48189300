use crate::board::Color;
use crate::eval::Evaluator;
use crate::memory::TryGrow;
use crate::state::GameState;

use super::SearchControl;
use super::node::Interruption;

/// States that are handed to an evaluator at once: enough for a batch to pay, few enough for the control to be asked often.
pub(super) const BATCH: usize = 64;

/// Scores `states` from the point of view of `perspective`, one unit of work each, a batch at a time. Of a batch that the control does not
/// admit in full nothing is handed over.
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
        if control.admit_many(states.len() as u64) < states.len() as u64 {
            return Err(Interruption::Stopped);
        }
        evaluator.evaluate_batch(states, perspective, scores).map_err(Interruption::Evaluator)?;
    }
    Ok(())
}
