//! Playing: micro-moves and whole turns on a state.
//!
//! A legal turn spends as many dice as can be spent, unless it takes the king, which is legal at any length and ends the game at
//! once. So not every micro-move that the board and the dice allow begins a legal turn.

use std::ffi::c_char;
use std::ops::ControlFlow;

use crate::ffi::state::dicechess_state;
use crate::ffi::turns::refused;
use crate::state::MicroMove;
use crate::turns::{
    IllegalTurn, Perft, dice_left_by, for_each_first_move, for_each_micro_move, is_micro_move, play_turn,
};

use super::argument::{Buffer, argument};
use super::error::{Outcome, dicechess_error};
use super::extensible::Extensible;
use super::guard::boundary;
use super::micro_move::dicechess_micro_move;
use super::status::{DICECHESS_ERR_ILLEGAL, DICECHESS_ERR_RANGE, dicechess_status};

/// The most plies that `dicechess_state_perft` takes. Time grows by a factor of thousands with each.
pub const DICECHESS_PERFT_MAX_PLIES: u32 = 4;

/// Counts of `dicechess_state_perft`; 72 bytes. Counts that would exceed 64 bits stop there.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_perft {
    /// Set by the caller: `sizeof(dicechess_perft)`.
    pub struct_size: u32,
    /// The plies that were counted.
    pub plies: u32,
    /// Legal turns of the last ply, over all sequences of turns before it.
    pub turns: u64,
    /// Those of `turns` that take a king.
    pub king_captures: u64,
    /// Distinct end states of the last ply, over the distinct end states of each roll before it.
    pub finals: u64,
    /// Rolls of the last ply with which nothing can be played.
    pub passes: u64,
    /// `turns` with every roll counted as often as it shows in 216 throws of three dice; weights of successive plies multiply.
    pub weighted_turns: u64,
    /// The same for `king_captures`.
    pub weighted_king_captures: u64,
    /// The same for `finals`.
    pub weighted_finals: u64,
    /// The same for `passes`.
    pub weighted_passes: u64,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_perft {}

/// Fills a buffer with what `visit_all` visits: once to count, and again to write.
fn fill_by_visiting(
    buffer: &Buffer<dicechess_micro_move>,
    visit_all: impl Fn(&mut dyn FnMut(MicroMove)),
) -> Outcome {
    let mut count = 0;
    visit_all(&mut |_| count += 1);
    buffer.require(count)?;
    let mut index = 0;
    visit_all(&mut |micro_move| {
        buffer.set(index, micro_move.bits());
        index += 1;
    });
    Ok(())
}

/// All micro-moves that the faces of the dice allow, in the specified order, castling also without the rook die that it needs.
/// `capacity` counts elements; `required` (optional) receives their number. Linear in the moves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_micro_moves(
    state: *const dicechess_state,
    moves: *mut dicechess_micro_move,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let moves = argument!(1, moves).buffer(capacity, argument!(3, required))?;
        let state = argument!(0, state).shared()?;
        fill_by_visiting(&moves, |visit| {
            for face in state.dice().distinct_faces() {
                let _ = for_each_micro_move(&state, face, |micro_move| {
                    visit(micro_move);
                    ControlFlow::<()>::Continue(())
                });
            }
        })
    })
}

/// The micro-moves that begin a legal turn, in the specified order. None: the turn is passed. `capacity` counts elements; `required`
/// (optional) receives their number.
///
/// Asking again after a micro-move starts the rule afresh and may admit more than the whole turn does.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_first_moves(
    state: *const dicechess_state,
    moves: *mut dicechess_micro_move,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let moves = argument!(1, moves).buffer(capacity, argument!(3, required))?;
        let state = argument!(0, state).shared()?;
        fill_by_visiting(&moves, |visit| for_each_first_move(&state, visit))
    })
}

/// Plays a micro-move and keeps the dice that it leaves. The board must allow it and the dice pay for it; whether a legal turn begins
/// with it is not asked. The side to move stays, see `dicechess_state_end_turn`.
///
/// `DICECHESS_ERR_ILLEGAL` if it cannot be played.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_make_micro_move(
    state: *mut dicechess_state,
    micro_move: dicechess_micro_move,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let micro_move = argument!(1, micro_move).micro_move()?;
        let mut state = argument!(0, state).exclusive()?;
        let dice = dice_left_by(&state, micro_move).ok_or_else(|| {
            let allowed = is_micro_move(&state, micro_move);
            let reason = if allowed { "no die pays for it" } else { "the board does not allow it" };
            dicechess_error::new(DICECHESS_ERR_ILLEGAL, format_args!("{micro_move}: {reason}")).with_field(0)
        })?;
        state.make_micro_move(micro_move);
        *state = state.with_dice(dice);
        Ok(())
    })
}

/// Plays a whole turn given as the UCI texts of its micro-moves with ASCII whitespace between them, such as `e2e4 g1f3`; an empty text is a pass. Then
/// the other side is to move, without dice. If the turn takes a king, `takes_king` (optional) is 1 and the game is over: then
/// the winner is still to move, with the dice that were left.
///
/// `DICECHESS_ERR_ILLEGAL` if the turn is not legal: `field` is the number of the first micro-move with which no legal turn
/// goes on, from 0, or the number of all if the turn ends too early; `offset` is its place in the text. The message names
/// the dice left there, in the letters of the side to move. `DICECHESS_ERR_TEXT`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_play_turn(
    state: *mut dicechess_state,
    uci: *const c_char,
    length: usize,
    takes_king: *mut i32,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let takes_king = argument!(3, takes_king).optional_output()?;
        let text = argument!(1, uci).text(length)?;
        let mut state = argument!(0, state).exclusive()?;
        let played = play_turn(&state, text).map_err(|refusal: IllegalTurn| {
            let error = dicechess_error::new(DICECHESS_ERR_ILLEGAL, refusal);
            error
                .with_field(i32::try_from(refusal.move_index).unwrap_or(i32::MAX))
                .with_offset(refusal.offset)
        })?;
        *state = played.state;
        takes_king.map_or(Ok(()), |takes_king| takes_king.put(i32::from(played.takes_king)))
    })
}

/// Counts what a position offers some plies deep, the usual check of a move generator. Every roll of a ply is followed by every legal
/// turn; a pass goes on to the next ply, a king capture ends the sequence. With `all_rolls` 1 the first ply has all rolls,
/// with 0 the dice of `state` alone, counted once.
///
/// `DICECHESS_ERR_RANGE` if `plies` exceeds `DICECHESS_PERFT_MAX_PLIES`; `DICECHESS_ERR_MEMORY`. Two plies take seconds, of a board full
/// of queens one takes minutes and gigabytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_perft(
    state: *const dicechess_state,
    plies: u32,
    all_rolls: i32,
    perft: *mut dicechess_perft,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let perft = argument!(3, perft).structure_output()?;
        let all_rolls = argument!(2, all_rolls).truth()?;
        if plies > DICECHESS_PERFT_MAX_PLIES {
            let problem = format_args!("is {plies}: at most {DICECHESS_PERFT_MAX_PLIES}");
            return Err(argument!(1, plies).fault(DICECHESS_ERR_RANGE, problem));
        }
        let state = argument!(0, state).shared()?;
        let counted =
            if all_rolls { Perft::of_all_rolls(&state, plies) } else { Perft::of_roll(&state, plies) };
        let Perft { plain, weighted } = counted.map_err(refused)?;
        perft.put(dicechess_perft {
            struct_size: size_of::<dicechess_perft>() as u32,
            plies,
            turns: plain.turns,
            king_captures: plain.king_captures,
            finals: plain.finals,
            passes: plain.passes,
            weighted_turns: weighted.turns,
            weighted_king_captures: weighted.king_captures,
            weighted_finals: weighted.finals,
            weighted_passes: weighted.passes,
        })
    })
}
