//! Scoring: what turns are worth to the side that plays them, and the risk of losing a king.

use arrayvec::ArrayVec;

use crate::eval::{Evaluator, king_capture_probability, king_capture_rolls};
use crate::ffi::board::dicechess_color;
use crate::ffi::eval_cache::dicechess_eval_cache;
use crate::ffi::evaluator::dicechess_evaluator;
use crate::ffi::micro_move::dicechess_micro_move;
use crate::ffi::state::dicechess_state;
use crate::ffi::turns::dicechess_turns;
use crate::scoring::{TERMINAL_WIN_SCORE, score_path, score_paths};
use crate::state::{GameState, MicroMove};
use crate::turns::{Turn, is_micro_move};

use super::argument::{Argument, argument, room_for};
use super::error::{Outcome, dicechess_error};
use super::eval_cache::failed_in_cache;
use super::evaluator::failed;
use super::guard::boundary;
use super::handle::Shared;
use super::status::{DICECHESS_ERR_ILLEGAL, DICECHESS_ERR_RANGE, dicechess_status};

/// The score of a turn that takes a king.
pub const DICECHESS_TERMINAL_WIN_SCORE: i32 = 2147483647;

const _: () = assert!(DICECHESS_TERMINAL_WIN_SCORE == TERMINAL_WIN_SCORE);

impl Argument<'_, *const dicechess_micro_move> {
    /// At most three micro-moves that the board allows one after the other; dice are not asked.
    fn path(self, count: usize, state: &GameState) -> Outcome<ArrayVec<MicroMove, 3>> {
        if count > 3 {
            let problem = format_args!("has {count} micro-moves: a turn has at most three");
            return Err(self.fault(DICECHESS_ERR_RANGE, problem));
        }
        let (mut path, mut state) = (ArrayVec::new(), *state);
        for (index, &bits) in self.slice(count)?.iter().enumerate() {
            let micro_move = MicroMove::from_bits(bits).ok_or_else(|| {
                let problem = format_args!("has {bits:#x} at {index}: no micro-move");
                self.fault(DICECHESS_ERR_RANGE, problem).with_offset(index)
            })?;
            if !is_micro_move(&state, micro_move) {
                let message = format_args!("{micro_move}: the board does not allow it");
                return Err(dicechess_error::new(DICECHESS_ERR_ILLEGAL, message).with_field(index as i32));
            }
            state.make_micro_move(micro_move);
            path.push(micro_move);
        }
        Ok(path)
    }
}

/// Scores all turns of a list through an evaluator. The turns are copied first: a callback may change the list.
fn score_list<E: Evaluator>(
    turns: Shared<dicechess_turns>,
    evaluator: &E,
    failed: impl FnOnce(E::Error) -> dicechess_error,
) -> Outcome<Vec<i32>> {
    let mut list: Vec<Turn> = room_for(turns.turns().len())?;
    list.extend_from_slice(turns.turns());
    let state = *turns.state();
    drop(turns);
    let mut scores = room_for(list.len())?;
    score_paths(&state, list.iter().map(Turn::moves), evaluator, &mut scores).map_err(failed)?;
    Ok(scores)
}

/// The score of a turn for the side that plays it: plays `count` (0 to 3) micro-moves from `state`. If the last one takes an enemy king,
/// the score is `DICECHESS_TERMINAL_WIN_SCORE` and nothing is evaluated; otherwise the turn is ended and the resulting state
/// evaluated. No micro-moves at all: `state` itself is evaluated for its side to move. The dice need not pay for the turn.
///
/// `DICECHESS_ERR_ILLEGAL` with the number of the micro-move that the board does not allow in `field`; `DICECHESS_ERR_RANGE`;
/// `DICECHESS_ERR_CALLBACK`. `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_score_path(
    state: *const dicechess_state,
    moves: *const dicechess_micro_move,
    count: usize,
    evaluator: *const dicechess_evaluator,
    score: *mut i32,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let score = argument!(4, score).output()?;
        let state = *argument!(0, state).shared()?;
        let path = argument!(1, moves).path(count, &state)?;
        let evaluator = argument!(3, evaluator).shared()?.clone();
        score.put(score_path(&state, &path, &evaluator).map_err(failed)?)
    })
}

/// As `dicechess_score_path`, with a cache between. `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_eval_cache_score_path(
    cache: *mut dicechess_eval_cache,
    state: *const dicechess_state,
    moves: *const dicechess_micro_move,
    count: usize,
    score: *mut i32,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let score = argument!(4, score).output()?;
        let state = *argument!(1, state).shared()?;
        let path = argument!(2, moves).path(count, &state)?;
        let owned = argument!(0, cache).reentrant()?;
        score.put(score_path(&state, &path, &owned.cache).map_err(failed_in_cache)?)
    })
}

/// The scores of all turns of a list, in its order, each as `dicechess_score_path` gives it; evaluated in batches of at most 64.
/// `capacity` counts scores; `required` (optional) receives the number of turns. `DICECHESS_ERR_CALLBACK`. Linear in the turns.
/// `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_score_turns(
    turns: *const dicechess_turns,
    evaluator: *const dicechess_evaluator,
    scores: *mut i32,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let scores = argument!(2, scores).buffer(capacity, argument!(4, required))?;
        let evaluator = argument!(1, evaluator).shared()?.clone();
        let turns = argument!(0, turns).shared()?;
        scores.require(turns.turns().len())?;
        scores.fill(score_list(turns, &evaluator, failed)?.into_iter())
    })
}

/// As `dicechess_score_turns`, with a cache between. `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_eval_cache_score_turns(
    cache: *mut dicechess_eval_cache,
    turns: *const dicechess_turns,
    scores: *mut i32,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let scores = argument!(2, scores).buffer(capacity, argument!(4, required))?;
        let owned = argument!(0, cache).reentrant()?;
        let turns = argument!(1, turns).shared()?;
        scores.require(turns.turns().len())?;
        scores.fill(score_list(turns, &owned.cache, failed_in_cache)?.into_iter())
    })
}

/// The probability, 0 to 1, that the next roll of the opponent of `defender` lets it take a king of `defender`, were it to
/// move. 0 without such a king. Side to move, dice and clocks do not matter. Microseconds.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_king_capture_probability(
    state: *const dicechess_state,
    defender: dicechess_color,
    probability: *mut f64,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let probability = argument!(2, probability).output()?;
        let defender = argument!(1, defender).color()?;
        probability.put(king_capture_probability(&*argument!(0, state).shared()?, defender))
    })
}

/// Which rolls those are: bit n of `rolls` for the roll with number n, see "Rolls", and how many of the 216 outcomes they make up in
/// `weight` (optional).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_king_capture_rolls(
    state: *const dicechess_state,
    defender: dicechess_color,
    rolls: *mut u64,
    weight: *mut u32,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let rolls = argument!(2, rolls).output()?;
        let weight = argument!(3, weight).optional_output()?;
        let defender = argument!(1, defender).color()?;
        let found = king_capture_rolls(&*argument!(0, state).shared()?, defender);
        rolls.put(found.bits())?;
        weight.map_or(Ok(()), |weight| weight.put(found.weight()))
    })
}
