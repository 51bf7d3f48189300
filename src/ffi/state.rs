//! States: a position with side to move, castling rights, en-passant targets, dice and clocks.
//!
//! A dicechess_state is thread-compatible. It belongs to whoever made it and is freed with dicechess_state_free. Functions take
//! constant time unless they say otherwise.

use std::ffi::c_char;
use std::fmt::Write;

use arrayvec::ArrayString;

use crate::dfen::{self, DfenError, DfenField, StrictDfenError};
use crate::state::{DicePool, GameState, StateFaults};

use super::argument::{Argument, argument};
use super::error::{Outcome, dicechess_error};
use super::guard::boundary;
use super::handle::{Handle, HandleCell, free};
use super::snapshot::dicechess_snapshot;
use super::status::{
    DICECHESS_ERR_DFEN, DICECHESS_ERR_POSITION, DICECHESS_ERR_RANGE, DICECHESS_ERR_TEXT, dicechess_status,
};
use crate::ffi::board::{dicechess_color, dicechess_piece_type, dicechess_square};

/// Bytes that hold any DFEN with its terminating zero.
pub const DICECHESS_DFEN_MAX: usize = 227;
/// Bytes that hold the names of all faults with the terminating zero.
pub const DICECHESS_FAULTS_MAX: usize = 256;

/// White has no king, as after its capture.
pub const DICECHESS_FAULT_NO_WHITE_KING: u32 = 1;
/// Black has no king, as after its capture.
pub const DICECHESS_FAULT_NO_BLACK_KING: u32 = 2;
/// White has several kings.
pub const DICECHESS_FAULT_SEVERAL_WHITE_KINGS: u32 = 4;
/// Black has several kings.
pub const DICECHESS_FAULT_SEVERAL_BLACK_KINGS: u32 = 8;
/// A castling right whose king is not on its home square.
pub const DICECHESS_FAULT_RIGHT_WITHOUT_KING: u32 = 16;
/// A castling right whose rook is not in its corner.
pub const DICECHESS_FAULT_RIGHT_WITHOUT_ROOK: u32 = 32;
/// An en-passant target on a rank other than 3 and 6, or without the pawn that skipped it.
pub const DICECHESS_FAULT_TARGET_WITHOUT_PAWN: u32 = 64;
/// An en-passant target with a man on it, which went there in the same turn that the pawn skipped the square. Games show it.
pub const DICECHESS_FAULT_TARGET_OCCUPIED: u32 = 128;
/// A pawn on rank 1 or 8.
pub const DICECHESS_FAULT_PAWN_ON_BACK_RANK: u32 = 256;
/// More than 16 men of one side.
pub const DICECHESS_FAULT_TOO_MANY_MEN: u32 = 512;
/// Bitboards and mailbox disagree.
pub const DICECHESS_FAULT_BOARDS_DISAGREE: u32 = 1024;

/// A state.
pub struct dicechess_state {
    cell: HandleCell<GameState>,
}

impl dicechess_state {
    pub(super) fn new(state: GameState) -> Self {
        Self { cell: HandleCell::new::<Self>(state) }
    }
}

impl Handle for dicechess_state {
    type Value = GameState;
    const WORD: u32 = 0x7374_6174;

    fn cell(&self) -> &HandleCell<GameState> {
        &self.cell
    }
}

/// `parameter` is the number of the one that is the text.
fn refused_text(refusal: DfenError, parameter: i32) -> dicechess_error {
    let (code, field) = match refusal.field {
        DfenField::Text => (DICECHESS_ERR_TEXT, parameter),
        field => (DICECHESS_ERR_DFEN, field as i32),
    };
    dicechess_error::new(code, refusal).with_field(field).with_offset(refusal.offset)
}

impl Argument<'_, *const u8> {
    /// Dice in any order.
    pub(super) fn faces(self, count: usize) -> Outcome<DicePool> {
        let mut pool = DicePool::EMPTY;
        if count > 3 {
            return Err(self.fault(DICECHESS_ERR_RANGE, format_args!("has {count} dice: there are three")));
        }
        for (index, &face) in self.slice(count)?.iter().enumerate() {
            let with = crate::board::PieceType::from_face(face).and_then(|face| pool.with(face));
            pool = with.ok_or_else(|| {
                let problem = format_args!("has {face} at {index}: not 1 (pawn) to 6 (king)");
                self.fault(DICECHESS_ERR_RANGE, problem).with_offset(index)
            })?;
        }
        Ok(pool)
    }
}

/// Makes the initial position, White to move, without dice. `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_new(
    out: *mut *mut dicechess_state,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, { argument!(0, out).new_handle()?.put(dicechess_state::new(GameState::initial())) })
}

/// Reads a DFEN, such as `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB`. Clocks and dice may be left out. The position
/// need not be sensible (`dicechess_state_faults` tells). Linear in the text.
///
/// `DICECHESS_ERR_DFEN` with `field` and `offset`; `DICECHESS_ERR_TEXT` with `offset`.
/// `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_from_dfen(
    dfen: *const c_char,
    length: usize,
    out: *mut *mut dicechess_state,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let out = argument!(2, out).new_handle()?;
        let text = argument!(0, dfen).text(length)?;
        let state = dfen::parse(text.as_bytes()).map_err(|refusal| refused_text(refusal, 0))?;
        out.put(dicechess_state::new(state))
    })
}

/// Like `dicechess_state_from_dfen`, but refuses a position with faults: `DICECHESS_ERR_POSITION` with the faults in `detail`. To take whatever a game
/// shows, read leniently and look at the faults yourself: an occupied target is one that games show.
/// `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_from_dfen_strict(
    dfen: *const c_char,
    length: usize,
    out: *mut *mut dicechess_state,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let out = argument!(2, out).new_handle()?;
        let text = argument!(0, dfen).text(length)?;
        let state = dfen::parse_strict(text.as_bytes()).map_err(|refusal| match refusal {
            StrictDfenError::Dfen(refusal) => refused_text(refusal, 0),
            StrictDfenError::Faults(faults) => {
                dicechess_error::new(DICECHESS_ERR_POSITION, refusal).with_detail(faults.bits() as i32)
            }
        })?;
        out.put(dicechess_state::new(state))
    })
}

/// Makes the state that a snapshot describes, sensible or not. Its `key` and `material` are not read.
///
/// `DICECHESS_ERR_RANGE` for a member with a value that does not exist; `offset` is its place in the struct.
/// `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_from_snapshot(
    snapshot: *const dicechess_snapshot,
    out: *mut *mut dicechess_state,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let out = argument!(1, out).new_handle()?;
        out.put(dicechess_state::new(argument!(0, snapshot).snapshot()?))
    })
}

/// Makes an equal state. `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_clone(
    state: *const dicechess_state,
    out: *mut *mut dicechess_state,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let out = argument!(1, out).new_handle()?;
        let copy = *argument!(0, state).shared()?;
        out.put(dicechess_state::new(copy))
    })
}

/// Frees a state. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_free(state: *mut dicechess_state) {
    // SAFETY: the conventions of the header: NULL or a handle of this type.
    boundary!(else (), { unsafe { free(state) } })
}

/// Makes `state` equal to `source` without making a new handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_assign(
    state: *mut dicechess_state,
    source: *const dicechess_state,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let copy = *argument!(1, source).shared()?;
        *argument!(0, state).exclusive()? = copy;
        Ok(())
    })
}

/// Writes every field of a state into `snapshot`, whose `struct_size` the caller has set.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_to_snapshot(
    state: *const dicechess_state,
    snapshot: *mut dicechess_snapshot,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let snapshot = argument!(1, snapshot).structure_output()?;
        snapshot.put(dicechess_snapshot::of(&*argument!(0, state).shared()?))
    })
}

/// Writes the DFEN. The dice come as a seventh field if there are any. `DICECHESS_DFEN_MAX` bytes always suffice. See "Text".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_to_dfen(
    state: *const dicechess_state,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let buffer = argument!(1, buffer).text_buffer(capacity, argument!(3, required))?;
        let text = dfen::write(&*argument!(0, state).shared()?);
        buffer.write(&text)
    })
}

/// Writes the form that opening books use as a key: no clocks and no dice, and of the en-passant targets those that a pawn of the
/// side to move can take. `DICECHESS_DFEN_MAX` bytes always suffice. See "Text".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_to_normalised_dfen(
    state: *const dicechess_state,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let buffer = argument!(1, buffer).text_buffer(capacity, argument!(3, required))?;
        let text = dfen::normalised(&*argument!(0, state).shared()?);
        buffer.write(&text)
    })
}

/// Whether two states agree in every field, clocks included: 1 or 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_equals(
    state: *const dicechess_state,
    other: *const dicechess_state,
    equal: *mut i32,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let equal = argument!(2, equal).output()?;
        let (state, other) = (argument!(0, state).shared()?, argument!(1, other).shared()?);
        equal.put(i32::from(*state == *other))
    })
}

/// The Zobrist key: men, side to move, castling rights, targets and dice, without clocks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_key(
    state: *const dicechess_state,
    key: *mut u64,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let key = argument!(1, key).output()?;
        key.put(argument!(0, state).shared()?.key())
    })
}

/// The side to move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_side_to_move(
    state: *const dicechess_state,
    color: *mut dicechess_color,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let color = argument!(1, color).output()?;
        color.put(argument!(0, state).shared()?.side_to_move() as i32)
    })
}

/// The man that the mailbox has on a square: color × 8 + piece type, 0 for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_piece_at(
    state: *const dicechess_state,
    square: dicechess_square,
    piece: *mut u8,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let piece = argument!(2, piece).output()?;
        let square = argument!(1, square).square()?;
        piece.put(argument!(0, state).shared()?.piece_at(square).map_or(0, |piece| piece.code()))
    })
}

/// The bitboard of one side's men of one type.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_men(
    state: *const dicechess_state,
    color: dicechess_color,
    piece_type: dicechess_piece_type,
    men: *mut u64,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let men = argument!(3, men).output()?;
        let (color, piece_type) = (argument!(1, color).color()?, argument!(2, piece_type).piece_type()?);
        men.put(argument!(0, state).shared()?.men(color, piece_type).0)
    })
}

/// The `DICECHESS_CASTLE_` bits, whether or not the board still allows castling.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_castling_rights(
    state: *const dicechess_state,
    rights: *mut i32,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let rights = argument!(1, rights).output()?;
        rights.put(i32::from(argument!(0, state).shared()?.castling_rights().bits()))
    })
}

/// The bitboard of the en-passant targets of both sides.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_en_passant(
    state: *const dicechess_state,
    targets: *mut u64,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let targets = argument!(1, targets).output()?;
        targets.put(argument!(0, state).shared()?.en_passant().0)
    })
}

/// The faces of the dice still to be spent, ascending, in an array of three; 0 where there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_dice(
    state: *const dicechess_state,
    dice: *mut u8,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let dice = argument!(1, dice).arrays::<3>().output()?;
        dice.put(argument!(0, state).shared()?.dice().slots())
    })
}

/// Micro-moves since the last capture or pawn move, 0 to 127, where it stops counting.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_half_move_clock(
    state: *const dicechess_state,
    clock: *mut i32,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let clock = argument!(1, clock).output()?;
        clock.put(i32::from(argument!(0, state).shared()?.half_move_clock()))
    })
}

/// The number of the current full move, 1 to 2147483647, where it stops counting.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_full_move_number(
    state: *const dicechess_state,
    number: *mut i32,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let number = argument!(1, number).output()?;
        number.put(argument!(0, state).shared()?.full_move_number() as i32)
    })
}

/// The material balance in centipawns: the men of `color` minus those of the other side. P 100, N and B 300, R 500, Q 900, K 10000.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_material(
    state: *const dicechess_state,
    color: dicechess_color,
    centipawns: *mut i32,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let centipawns = argument!(2, centipawns).output()?;
        let color = argument!(1, color).color()?;
        centipawns.put(argument!(0, state).shared()?.material(color))
    })
}

/// The `DICECHESS_FAULT_` bits: what no game from the initial position shows, but for an occupied target and, at its end, a missing king.
/// Linear in the board.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_faults(
    state: *const dicechess_state,
    faults: *mut u32,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let faults = argument!(1, faults).output()?;
        faults.put(argument!(0, state).shared()?.faults().bits())
    })
}

/// Names `DICECHESS_FAULT_` bits, such as `no white king, pawn on back rank`. `DICECHESS_FAULTS_MAX` bytes always suffice.
/// `DICECHESS_ERR_RANGE` for bits that do not exist. See "Text".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_faults_to_text(
    faults: u32,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let buffer = argument!(1, buffer).text_buffer(capacity, argument!(3, required))?;
        let argument = argument!(0, faults);
        let problem = format_args!("is {faults:#x}: has a bit that does not exist");
        let faults =
            StateFaults::from_bits(faults).ok_or_else(|| argument.fault(DICECHESS_ERR_RANGE, problem))?;
        let mut names = ArrayString::<DICECHESS_FAULTS_MAX>::new();
        // The names of all faults fit, see the tests.
        let _ = write!(names, "{faults}");
        buffer.write(&names)
    })
}

/// Replaces the dice by up to three faces in any order. NULL with `count` 0 removes them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_set_dice(
    state: *mut dicechess_state,
    faces: *const u8,
    count: usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let dice = argument!(1, faces).faces(count)?;
        let mut state = argument!(0, state).exclusive()?;
        *state = state.with_dice(dice);
        Ok(())
    })
}

/// Sets the side to move and leaves all else as it is, dice and targets included.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_set_side_to_move(
    state: *mut dicechess_state,
    color: dicechess_color,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let color = argument!(1, color).color()?;
        let mut state = argument!(0, state).exclusive()?;
        *state = state.with_side_to_move(color);
        Ok(())
    })
}

/// Ends the turn, which is also what a pass does: the other side is to move, dice and its own left-over targets are gone, and the
/// full-move number counts after Black.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_state_end_turn(
    state: *mut dicechess_state,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        argument!(0, state).exclusive()?.end_turn();
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fault_bits_are_those_of_the_library() {
        let bits = [
            (StateFaults::NO_WHITE_KING, DICECHESS_FAULT_NO_WHITE_KING),
            (StateFaults::NO_BLACK_KING, DICECHESS_FAULT_NO_BLACK_KING),
            (StateFaults::SEVERAL_WHITE_KINGS, DICECHESS_FAULT_SEVERAL_WHITE_KINGS),
            (StateFaults::SEVERAL_BLACK_KINGS, DICECHESS_FAULT_SEVERAL_BLACK_KINGS),
            (StateFaults::RIGHT_WITHOUT_KING, DICECHESS_FAULT_RIGHT_WITHOUT_KING),
            (StateFaults::RIGHT_WITHOUT_ROOK, DICECHESS_FAULT_RIGHT_WITHOUT_ROOK),
            (StateFaults::TARGET_WITHOUT_PAWN, DICECHESS_FAULT_TARGET_WITHOUT_PAWN),
            (StateFaults::TARGET_OCCUPIED, DICECHESS_FAULT_TARGET_OCCUPIED),
            (StateFaults::PAWN_ON_BACK_RANK, DICECHESS_FAULT_PAWN_ON_BACK_RANK),
            (StateFaults::TOO_MANY_MEN, DICECHESS_FAULT_TOO_MANY_MEN),
            (StateFaults::BOARDS_DISAGREE, DICECHESS_FAULT_BOARDS_DISAGREE),
        ];
        assert!(bits.iter().all(|(fault, number)| fault.bits() == *number));
        assert_eq!(bits.len(), StateFaults::all().iter().count());
        assert!(StateFaults::all().to_string().len() < DICECHESS_FAULTS_MAX);
        assert_eq!(dfen::DFEN_MAX + 1, DICECHESS_DFEN_MAX);
    }
}
