//! What a turn is worth to the side that plays it.

use arrayvec::ArrayVec;

use crate::board::Color;
use crate::eval::Evaluator;
use crate::state::{GameState, MicroMove};

/// The score of a turn that captures a king.
pub const TERMINAL_WIN_SCORE: i32 = i32::MAX;

/// States that are handed to an evaluator at once: enough for a batch to pay, few enough for the stack and
/// for a control to be asked often.
pub(crate) const BATCH: usize = 64;

/// Plays the micro-moves of `path` from `state` and scores the outcome from the mover's point of view: [`TERMINAL_WIN_SCORE`], with no
/// evaluation, if the last one captures an enemy king, otherwise the evaluator's score of the state after the end of the turn.
/// The empty path scores `state` itself, dice kept and turn not ended.
///
/// Dice are neither checked nor needed, and only the last micro-move is looked at for the capture.
///
/// # Errors
/// The evaluator's.
///
/// # Panics
/// As [`GameState::make_micro_move`], if a micro-move does not fit the position.
pub fn score_path<E: Evaluator>(
    state: &GameState,
    path: &[MicroMove],
    evaluator: &E,
) -> Result<i32, E::Error> {
    match state_after(state, path) {
        Some(end) => evaluator.evaluate(&end, state.side_to_move()),
        None => Ok(TERMINAL_WIN_SCORE),
    }
}

/// Appends the score of each path to `scores`, as [`score_path`] gives it, in order and without merging equal ones. Evaluates in
/// batches.
///
/// # Errors
/// The evaluator's. `scores` is then as it was before.
///
/// # Panics
/// As [`score_path`].
pub fn score_paths<'a, E: Evaluator>(
    state: &GameState,
    paths: impl IntoIterator<Item = &'a [MicroMove]>,
    evaluator: &E,
    scores: &mut Vec<i32>,
) -> Result<(), E::Error> {
    score_admitted_paths(state, paths, evaluator, scores, |states| states)
}

/// [`score_paths`] as far as `admit` lets it: of each group of at most 64 states it says how many may be evaluated. Fewer than all are the
/// last ones; the paths from the first one on whose state is not evaluated have no score then.
pub(crate) fn score_admitted_paths<'a, E: Evaluator>(
    state: &GameState,
    paths: impl IntoIterator<Item = &'a [MicroMove]>,
    evaluator: &E,
    scores: &mut Vec<i32>,
    mut admit: impl FnMut(usize) -> usize,
) -> Result<(), E::Error> {
    let before = scores.len();
    let mut waiting = Waiting { ends: ArrayVec::new(), indices: ArrayVec::new() };
    let score_all = || {
        for path in paths {
            if let Some(end) = state_after(state, path) {
                waiting.ends.push(end);
                waiting.indices.push(scores.len());
            }
            scores.push(TERMINAL_WIN_SCORE);
            if waiting.ends.is_full() {
                let admitted = admit(waiting.ends.len());
                if !waiting.evaluate(admitted, evaluator, state.side_to_move(), scores)? {
                    return Ok(());
                }
            }
        }
        if !waiting.ends.is_empty() {
            let admitted = admit(waiting.ends.len());
            waiting.evaluate(admitted, evaluator, state.side_to_move(), scores)?;
        }
        Ok(())
    };
    let result = score_all();
    if result.is_err() {
        scores.truncate(before);
    }
    result
}

/// Ends of turns that wait for their batch, and the places of their scores.
struct Waiting {
    ends: ArrayVec<GameState, BATCH>,
    indices: ArrayVec<usize, BATCH>,
}

impl Waiting {
    /// Scores the first `admitted` of them. Unless these are all, the paths from the next one on lose their place in `scores`, and the
    /// answer is `false`.
    fn evaluate<E: Evaluator>(
        &mut self,
        admitted: usize,
        evaluator: &E,
        perspective: Color,
        scores: &mut Vec<i32>,
    ) -> Result<bool, E::Error> {
        let mut values = [0; BATCH];
        let values = &mut values[..admitted];
        if admitted > 0 {
            evaluator.evaluate_batch(&self.ends[..admitted], perspective, values)?;
        }
        for (&index, &value) in self.indices.iter().zip(&*values) {
            scores[index] = value;
        }
        if let Some(&refused) = self.indices.get(admitted) {
            scores.truncate(refused);
            return Ok(false);
        }
        self.ends.clear();
        self.indices.clear();
        Ok(true)
    }
}

/// The state that decides the score of `path`, with the turn ended unless the path is empty; `None` if a king falls.
pub(crate) fn state_after(state: &GameState, path: &[MicroMove]) -> Option<GameState> {
    let mut end = *state;
    let Some((&last, earlier)) = path.split_last() else {
        return Some(end);
    };
    for &micro_move in earlier {
        end.make_micro_move(micro_move);
    }
    if end.has_enemy_king_at(last.destination()) {
        return None;
    }
    end.make_micro_move(last);
    end.end_turn();
    Some(end)
}
