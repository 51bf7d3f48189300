//! Micro-moves: one man's move, paid with one die (castling: two), in 16 bits.
//!
//! Bits 0–5 are the destination, 6–11 the origin, 12–15 the flag: 0 quiet, 1 double pawn push, 2 and 3 castling king and
//! queen side, 4 capture, 5 en passant, 8 to 11 promotion to knight, bishop, rook, queen, 12 to 15 the same with capture.
//! Bit 2 of the flag marks a capture, bit 3 a promotion. Flags 6 and 7 do not exist. All functions are thread-safe.

use std::ffi::c_char;

use crate::state::MicroMove;

use super::argument::{Argument, argument};
use super::error::{Outcome, dicechess_error};
use super::guard::boundary;
use super::status::{DICECHESS_ERR_RANGE, dicechess_status};
use crate::ffi::board::{dicechess_piece_type, dicechess_square};

/// A micro-move in its packed form.
pub type dicechess_micro_move = u16;

/// Bytes that hold the UCI text of any micro-move with its terminating zero.
pub const DICECHESS_MICRO_MOVE_MAX: usize = 6;

impl Argument<'_, dicechess_micro_move> {
    pub(super) fn micro_move(self) -> Outcome<MicroMove> {
        let problem = format_args!("is {:#06x}: its flag does not exist", self.value);
        MicroMove::from_bits(self.value).ok_or_else(|| self.fault(DICECHESS_ERR_RANGE, problem))
    }
}

/// Where the man comes from.
#[unsafe(no_mangle)]
pub extern "C" fn dicechess_micro_move_origin(micro_move: dicechess_micro_move) -> dicechess_square {
    boundary!(else 0, { (micro_move >> 6 & 63) as u8 })
}

/// Where the man goes to; for castling, where the king goes to.
#[unsafe(no_mangle)]
pub extern "C" fn dicechess_micro_move_destination(micro_move: dicechess_micro_move) -> dicechess_square {
    boundary!(else 0, { (micro_move & 63) as u8 })
}

/// The flag, 0 to 15.
#[unsafe(no_mangle)]
pub extern "C" fn dicechess_micro_move_flag(micro_move: dicechess_micro_move) -> u8 {
    boundary!(else 0, { (micro_move >> 12) as u8 })
}

/// What the pawn becomes; 0 if the micro-move is no promotion.
#[unsafe(no_mangle)]
pub extern "C" fn dicechess_micro_move_promotion(micro_move: dicechess_micro_move) -> dicechess_piece_type {
    boundary!(else 0, {
        let promotion = MicroMove::from_bits(micro_move).and_then(MicroMove::promotion);
        promotion.map_or(0, |piece_type| piece_type as i32)
    })
}

/// The UCI text, such as `e2e4` or `a7a8q`; castling is the king's move. `DICECHESS_ERR_RANGE` if the flag is 6 or 7.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_micro_move_to_uci(
    micro_move: dicechess_micro_move,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let buffer = argument!(1, buffer).text_buffer(capacity, argument!(3, required))?;
        let micro_move = argument!(0, micro_move).micro_move()?;
        buffer.write(&micro_move.uci())
    })
}
