//! Cells: what a position has recorded, one alteration in each, in 16 bits: bits 12–15 are the operation, the rest its argument.
//!
//! Any 16 bits may be handed in; those that mean nothing are refused. Functions without a handle are thread-safe.

use std::ffi::{c_char, c_void};
use std::fmt;
use std::ops::ControlFlow;

use crate::ffi::position::dicechess_position;
use crate::memory::NoMemory;
use crate::state::DicePool;
use crate::tape::{Alteration, Cell};

use super::argument::{Argument, argument};
use super::callback;
use super::error::{Outcome, dicechess_error, stopped_by_callback};
use super::extensible::Extensible;
use super::guard::boundary;
use super::status::{DICECHESS_ERR_TAPE_CELL, dicechess_status};

/// A cell.
pub type dicechess_cell = u16;

/// A micro-move begins: `clock` is the half-move clock before, `flag` is 1 if it goes back to 0 and otherwise counts.
pub const DICECHESS_CELL_STEP: i32 = 1;
/// The turn of `color` begins.
pub const DICECHESS_CELL_TURN_START: i32 = 2;
/// The turn of `color` ends. `flag` is 1 if the full-move number should have counted and stood at its maximum.
pub const DICECHESS_CELL_TURN_END: i32 = 3;
/// A man of `color` and `piece_type` arrives on `square`.
pub const DICECHESS_CELL_PLACE: i32 = 4;
/// A man of `color` and `piece_type` leaves `square`.
pub const DICECHESS_CELL_REMOVE: i32 = 5;
/// An en-passant target appears on `square`.
pub const DICECHESS_CELL_EN_PASSANT_SET: i32 = 6;
/// The en-passant target on `square` goes within a turn.
pub const DICECHESS_CELL_EN_PASSANT_CLEAR: i32 = 7;
/// Castling `rights` are lost.
pub const DICECHESS_CELL_CASTLING_LOST: i32 = 8;
/// The en-passant target on `square` goes at the end of a turn.
pub const DICECHESS_CELL_EN_PASSANT_EXPIRE: i32 = 9;
/// `dice` are rolled.
pub const DICECHESS_CELL_DICE_ROLLED: i32 = 10;
/// `dice`, all that are left, are dropped.
pub const DICECHESS_CELL_DICE_DROPPED: i32 = 11;
/// A die showing `piece_type` is spent, one of `count` that showed it, the first of them in place `slot` of the dice.
pub const DICECHESS_CELL_DIE_USED: i32 = 12;
/// A `note` of the caller's own.
pub const DICECHESS_CELL_NOTE: i32 = 14;

/// Bytes that hold the text of any cell with its terminating zero.
pub const DICECHESS_CELL_TEXT_MAX: usize = 40;

/// What a cell says; 32 bytes. Members that an operation does not mention are 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_alteration {
    /// Set by the caller: `sizeof(dicechess_alteration)`.
    pub struct_size: u32,
    /// One of `DICECHESS_CELL_`.
    pub operation: i32,
    /// `DICECHESS_WHITE` or `DICECHESS_BLACK`.
    pub color: i32,
    /// `DICECHESS_PAWN` to `DICECHESS_KING`.
    pub piece_type: i32,
    /// 0 (a1) to 63 (h8).
    pub square: u8,
    /// `DICECHESS_CASTLE_` bits.
    pub rights: u8,
    /// Faces of dice, ascending, 0 for none.
    pub dice: [u8; 3],
    /// 1 to 3.
    pub count: u8,
    /// 0 to 2.
    pub slot: u8,
    /// 0 to 127.
    pub clock: u8,
    /// 0 to `DICECHESS_NOTE_MAX`.
    pub note: u16,
    /// Always 0.
    pub reserved: u16,
    /// 0 or 1.
    pub flag: i32,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_alteration {}

/// The men that stand elsewhere at one address than at another; 144 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_delta {
    /// Set by the caller: `sizeof(dicechess_delta)`.
    pub struct_size: u32,
    /// Always 0.
    pub reserved: u32,
    /// Bitboard of the squares where something differs.
    pub squares: u64,
    /// By square: the man to take off the board, color × 8 + piece type; 0 for none.
    pub removed: [u8; 64],
    /// By square: the man to put on the board then; 0 for none.
    pub added: [u8; 64],
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_delta {}

/// Gets one cell and its address. Returns 0, or a number that stops the call.
pub type dicechess_cell_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, address: u64, cell: dicechess_cell) -> i32>;

impl dicechess_alteration {
    fn of(alteration: Alteration) -> Self {
        let operation = i32::from(Cell::from(alteration).bits() >> 12);
        let none = Self {
            struct_size: size_of::<Self>() as u32,
            operation,
            color: 0,
            piece_type: 0,
            square: 0,
            rights: 0,
            dice: DicePool::EMPTY.slots(),
            count: 0,
            slot: 0,
            clock: 0,
            note: 0,
            reserved: 0,
            flag: 0,
        };
        match alteration {
            Alteration::Step { resets_clock, clock_before } => {
                Self { flag: i32::from(resets_clock), clock: clock_before, ..none }
            }
            Alteration::TurnStart(side) => Self { color: side as i32, ..none },
            Alteration::TurnEnd { side, saturated } => {
                Self { color: side as i32, flag: i32::from(saturated), ..none }
            }
            Alteration::Place(piece, square) | Alteration::Remove(piece, square) => Self {
                color: piece.color as i32,
                piece_type: piece.piece_type as i32,
                square: square.index() as u8,
                ..none
            },
            Alteration::EnPassantSet(square)
            | Alteration::EnPassantClear(square)
            | Alteration::EnPassantExpire(square) => Self { square: square.index() as u8, ..none },
            Alteration::CastlingLost(rights) => Self { rights: rights.bits(), ..none },
            Alteration::DiceRolled(dice) | Alteration::DiceDropped(dice) => {
                Self { dice: dice.slots(), ..none }
            }
            Alteration::DieUsed { face, count_before, slot } => {
                Self { piece_type: face as i32, count: count_before, slot, ..none }
            }
            Alteration::Note(note) => Self { note, ..none },
        }
    }
}

impl Argument<'_, dicechess_cell> {
    fn alteration(self) -> Outcome<Alteration> {
        let problem = format_args!("is {:#06x}: no cell has this encoding", self.value);
        Cell::from_bits(self.value).alteration().ok_or_else(|| self.fault(DICECHESS_ERR_TAPE_CELL, problem))
    }
}

/// Writes what a cell says into `alteration`. `DICECHESS_ERR_TAPE_CELL` if it means nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_cell_describe(
    cell: dicechess_cell,
    alteration: *mut dicechess_alteration,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let alteration = argument!(1, alteration).structure_output()?;
        alteration.put(dicechess_alteration::of(argument!(0, cell).alteration()?))
    })
}

/// Writes what a cell says in words, such as `place N on f3`. `DICECHESS_CELL_TEXT_MAX` bytes always suffice. `DICECHESS_ERR_TAPE_CELL`
/// if it means nothing. See "Text".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_cell_to_text(
    cell: dicechess_cell,
    buffer: *mut c_char,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let buffer = argument!(1, buffer).text_buffer(capacity, argument!(3, required))?;
        let alteration = argument!(0, cell).alteration()?;
        buffer.write_with(|text| write!(text, "{alteration}").map_err(|fmt::Error| NoMemory.into()))
    })
}

/// The cells of a position between the addresses `from` and `to`, in the order in which they were played. `capacity` counts elements;
/// `required` (optional) receives their number. `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_read(
    position: *const dicechess_position,
    from: u64,
    to: u64,
    cells: *mut dicechess_cell,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let cells = argument!(3, cells).buffer(capacity, argument!(5, required))?;
        let position = argument!(0, position).exclusive()?;
        let found = position.read(from, to).map_err(|refusal| argument!(2, to).refused(refusal))?;
        cells.fill(found.iter().map(|cell| cell.bits()))
    })
}

/// Calls `visit` with every cell between the addresses `from` and `to`, backwards if `from` is the greater. The head stays.
/// `DICECHESS_ERR_CALLBACK` with the callback's number in `detail` and the cell's address in `offset`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_run(
    position: *const dicechess_position,
    from: u64,
    to: u64,
    user_data: *mut c_void,
    visit: dicechess_cell_callback,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let visit = argument!(4, visit).callback()?;
        let position = argument!(0, position).exclusive()?;
        let mut stopped = None;
        let ran = position.run(from, to, |address, cell| {
            // SAFETY: the caller's function with the caller's data.
            match callback::call(|| unsafe { visit(user_data, address, cell.bits()) }) {
                0 => ControlFlow::Continue(()),
                code => {
                    stopped = Some((address, code));
                    ControlFlow::Break(())
                }
            }
        });
        ran.map_err(|refusal| argument!(2, to).refused(refusal))?;
        stopped.map_or(Ok(()), |(address, code)| {
            Err(stopped_by_callback(code).with_offset(usize::try_from(address).unwrap_or(usize::MAX)))
        })
    })
}

/// Writes the men that stand elsewhere at the address `to` than at `from` into `delta`, whatever happened between: what an incrementally
/// updated evaluation needs to know. Linear in the cells between.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_delta(
    position: *const dicechess_position,
    from: u64,
    to: u64,
    delta: *mut dicechess_delta,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let output = argument!(3, delta).structure_output()?;
        let position = argument!(0, position).exclusive()?;
        let found = position.delta(from, to).map_err(|refusal| argument!(2, to).refused(refusal))?;
        let struct_size = size_of::<dicechess_delta>() as u32;
        let mut delta =
            dicechess_delta { struct_size, reserved: 0, squares: 0, removed: [0; 64], added: [0; 64] };
        for (piece, square) in found.removed() {
            delta.removed[square.index()] = piece.code();
            delta.squares |= square.bitboard().0;
        }
        for (piece, square) in found.added() {
            delta.added[square.index()] = piece.code();
            delta.squares |= square.bitboard().0;
        }
        output.put(delta)
    })
}
