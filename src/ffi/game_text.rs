//! Games as text: a line for each turn, with the roll and the micro-moves in UCI, such as `PPN e2e4 e4e5 g1f3`.
//!
//! A roll stands in capitals for White. `-` stands where a turn has neither a roll nor a micro-move, `@123` for a note, `...` at the very end
//! if the last turn is not over. Reading asks only what stands on the board, not whether a micro-move is legal. Functions without a handle are
//! thread-safe.

use std::ffi::c_char;

use crate::ffi::position::dicechess_position;
use crate::ffi::state::dicechess_state;
use crate::state::GameState;
use crate::tape::text::{TextError, TextFault, read_turns, stream_of_text, write_turns, write_turns_of_game};
use crate::tape::{TapeError, TapeState};

use super::argument::argument;
use super::error::dicechess_error;
use super::guard::boundary;
use super::status::{DICECHESS_ERR_ILLEGAL, DICECHESS_ERR_TEXT, dicechess_status};
use super::tape_error::{failed_in_stream, failed_on_tape};

/// `parameter` is the number of the one that is the text.
#[cold]
fn refused_text(refusal: TextError, parameter: i32) -> dicechess_error {
    let error = match refusal.fault {
        TextFault::Token | TextFault::BehindOpenTurn => dicechess_error::new(DICECHESS_ERR_TEXT, refusal),
        TextFault::Tape(TapeError::Move(_)) => dicechess_error::new(DICECHESS_ERR_ILLEGAL, refusal),
        TextFault::Tape(error) => return failed_on_tape(error),
    };
    error.with_field(parameter).with_offset(refusal.offset)
}

/// Writes the turns of a position as text, all that it has recorded, undone ones included. Linear in the cells. See "Text".
///
/// `DICECHESS_ERR_ILLEGAL` if it has cells that no micro-move makes, which a stream can bring.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_to_text(
    position: *const dicechess_position,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let buffer = argument!(1, buffer).text_buffer(capacity, argument!(3, required))?;
        let position = argument!(0, position).exclusive()?;
        buffer.write_with(|text| write_turns(&position, text).map_err(failed_on_tape))
    })
}

/// Plays the turns of a text, or none of them. Linear in the text.
///
/// `DICECHESS_ERR_TEXT` for a token that is none, `DICECHESS_ERR_ILLEGAL` for a micro-move that does not fit the board or the dice; `offset`
/// is its place in the text. `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_play_text(
    position: *mut dicechess_position,
    text: *const c_char,
    length: usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let turns = argument!(1, text).text(length)?;
        let mut position = argument!(0, position).exclusive()?;
        position.replace(|tape| read_turns(tape, turns)).map_err(|refusal| refused_text(refusal, 1))
    })
}

/// Writes the stream of one game, given as text, into `buffer`. The game starts at `state` (optional: NULL is the initial position). `capacity`
/// counts bytes; `required` (optional) receives their number. Linear in the text. Errors as with `dicechess_position_play_text`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_stream_from_text(
    state: *const dicechess_state,
    text: *const c_char,
    length: usize,
    buffer: *mut u8,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let buffer = argument!(3, buffer).buffer(capacity, argument!(5, required))?;
        let turns = argument!(1, text).text(length)?;
        let root = argument!(0, state).optional_shared()?.map_or_else(GameState::initial, |state| *state);
        let root = TapeState::new(root).ok_or_else(|| failed_on_tape(TapeError::Synthetic))?;
        let stream = stream_of_text(&root, turns);
        buffer.fill(stream.map_err(|refusal| refused_text(refusal, 1))?.into_iter())
    })
}

/// Writes one game of a stream, counted from 0, as text, and the state that it starts from into `root` (optional). Linear in the bytes.
/// See "Text".
///
/// `DICECHESS_ERR_RANGE` if the stream has no such game; a fault anywhere in the bytes gives its `DICECHESS_ERR_TAPE_` status with the byte in
/// `offset` (`dicechess_stream_decode` reads up to there). `DICECHESS_ERR_ILLEGAL` as with `dicechess_position_to_text`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_stream_to_text(
    bytes: *const u8,
    length: usize,
    game: usize,
    root: *mut dicechess_state,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let buffer = argument!(4, buffer).text_buffer(capacity, argument!(6, required))?;
        let bytes = argument!(0, bytes).slice(length)?;
        let root = argument!(3, root).optional_exclusive()?;
        let mut start = None;
        buffer.write_with(|text| {
            let (report, found) = write_turns_of_game(bytes, game, text).map_err(failed_on_tape)?;
            if let Some(fault) = report.fault {
                return Err(failed_in_stream(fault, &report));
            }
            argument!(2, game).below(report.games as usize)?;
            start = found;
            Ok(())
        })?;
        if let (Some(mut root), Some(start)) = (root, start) {
            *root = *start.state();
        }
        Ok(())
    })
}
