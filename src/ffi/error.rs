//! Errors: why a call failed, in a record that the caller owns.
//!
//! Every function that can fail takes an optional `dicechess_error` as its last parameter. Set `struct_size` once and pass the
//! same record as often as you like: each call overwrites it, a successful one with code 0 and an empty message.

use std::ffi::c_char;
use std::fmt;

use crate::memory::NoMemory;

use super::extensible::LARGEST_STRUCT;
use super::status::{DICECHESS_ERR_CALLBACK, DICECHESS_ERR_MEMORY, DICECHESS_ERR_STRUCT_SIZE, DICECHESS_OK};

/// Bytes of `dicechess_error.message`, the terminating zero included.
pub const DICECHESS_MESSAGE_SIZE: usize = 232;

/// Why a call failed. Owned by the caller; 256 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_error {
    /// Set by the caller: `sizeof(dicechess_error)`.
    pub struct_size: u32,
    /// The status that the call returned.
    pub code: i32,
    /// The number of the offending DFEN field (0 placement, 1 side to move, 2 castling rights, 3 en-passant targets, 4 half-move
    /// clock, 5 full-move number, 6 dice, 7 number of fields) with `DICECHESS_ERR_DFEN`; the number of the first micro-move
    /// with which no legal turn goes on, from 0, with `DICECHESS_ERR_ILLEGAL`; otherwise the number of the offending
    /// parameter, from 0. -1: none.
    pub field: i32,
    /// `DICECHESS_FAULT_` bits with `DICECHESS_ERR_POSITION`; what the callback returned with `DICECHESS_ERR_CALLBACK` and
    /// `DICECHESS_ERR_TAPE_IO`; otherwise 0.
    pub detail: i32,
    /// The offending byte of a text, or of a struct, counted from its start; the offending index of an array;
    /// the first address that is left with `DICECHESS_ERR_TAPE_HORIZON`. -1: none.
    pub offset: i64,
    /// One line of English in UTF-8, always terminated; cut between characters if it is too long.
    pub message: [c_char; DICECHESS_MESSAGE_SIZE],
}

const _: () = assert!(size_of::<dicechess_error>() == 256);

/// What every body at the boundary returns.
pub(super) type Outcome<T = ()> = Result<T, dicechess_error>;

impl dicechess_error {
    /// What a successful call leaves in the record.
    const NONE: Self = Self {
        struct_size: size_of::<Self>() as u32,
        code: DICECHESS_OK,
        field: -1,
        detail: 0,
        offset: -1,
        message: [0; DICECHESS_MESSAGE_SIZE],
    };

    #[cold]
    pub(super) fn new(code: i32, message: impl fmt::Display) -> Self {
        let mut error = Self { code, ..Self::NONE };
        let mut text = Message { room: &mut error.message[..DICECHESS_MESSAGE_SIZE - 1], cut: false };
        // A `Display` that fails leaves what it has written so far.
        let _ = fmt::Write::write_fmt(&mut text, format_args!("{message}"));
        error
    }

    pub(super) fn with_field(self, field: i32) -> Self {
        Self { field, ..self }
    }

    pub(super) fn with_detail(self, detail: i32) -> Self {
        Self { detail, ..self }
    }

    pub(super) fn with_offset(self, offset: usize) -> Self {
        Self { offset: i64::try_from(offset).unwrap_or(i64::MAX), ..self }
    }
}

impl From<NoMemory> for dicechess_error {
    #[cold]
    fn from(_: NoMemory) -> Self {
        Self::new(DICECHESS_ERR_MEMORY, "no memory for the result")
    }
}

/// A callback of the caller's returned `code`, which is not 0.
#[cold]
pub(super) fn stopped_by_callback(code: i32) -> dicechess_error {
    dicechess_error::new(DICECHESS_ERR_CALLBACK, format_args!("the callback returned {code}"))
        .with_detail(code)
}

/// The part of the message that is still free.
struct Message<'a> {
    room: &'a mut [c_char],
    /// Once a piece did not fit whole, nothing follows it.
    cut: bool,
}

impl fmt::Write for Message<'_> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        let room = if self.cut { 0 } else { self.room.len().min(piece.len()) };
        let length = (0..=room).rev().find(|&length| piece.is_char_boundary(length)).unwrap_or(0);
        self.cut |= length < piece.len();
        let (filled, rest) = std::mem::take(&mut self.room).split_at_mut(length);
        filled.iter_mut().zip(piece.bytes()).for_each(|(place, byte)| *place = byte as c_char);
        self.room = rest;
        Ok(())
    }
}

/// The caller's record, if there is one.
pub(super) struct Record(*mut dicechess_error);

impl Record {
    /// # Safety
    /// `error` is NULL or points to at least the four bytes of `struct_size`, and to as many as those say, which nothing
    /// else uses during the call.
    pub(super) unsafe fn new(error: *mut dicechess_error) -> Result<Self, i32> {
        if error.is_null() {
            return Ok(Self(error));
        }
        if !error.is_aligned() {
            return Err(DICECHESS_ERR_STRUCT_SIZE);
        }
        // SAFETY: the caller's promise covers `struct_size`.
        let size = unsafe { (*error).struct_size };
        let sizes = size_of::<dicechess_error>()..=LARGEST_STRUCT;
        if sizes.contains(&(size as usize)) { Ok(Self(error)) } else { Err(DICECHESS_ERR_STRUCT_SIZE) }
    }

    /// Tells the caller that the call succeeded and returns its status.
    pub(super) fn succeeded(&self) -> i32 {
        if !self.0.is_null() {
            // SAFETY: `new` has seen a size that covers all members, and nothing else uses them during the call.
            let record = unsafe { &mut *self.0 };
            record.code = DICECHESS_OK;
            record.field = -1;
            record.detail = 0;
            record.offset = -1;
            record.message[0] = 0;
        }
        DICECHESS_OK
    }

    /// Tells the caller why the call failed and returns its status.
    #[cold]
    pub(super) fn failed(&self, error: &dicechess_error) -> i32 {
        if !self.0.is_null() {
            // SAFETY: as in `succeeded`.
            let record = unsafe { &mut *self.0 };
            *record = dicechess_error { struct_size: record.struct_size, ..*error };
        }
        error.code
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::status::DICECHESS_ERR_RANGE;

    fn text(error: &dicechess_error) -> String {
        let length = error.message.iter().position(|&byte| byte == 0).expect("terminated");
        let bytes = error.message[..length].iter().map(|&byte| byte as u8).collect();
        String::from_utf8(bytes).expect("UTF-8")
    }

    #[test]
    fn message_is_cut_between_characters() {
        // 231 bytes are free; the two-byte letter after 230 of them does not fit.
        let error = dicechess_error::new(DICECHESS_ERR_RANGE, format_args!("{}é{}", "x".repeat(230), "y"));
        assert_eq!(text(&error), "x".repeat(230));
        let error = dicechess_error::new(DICECHESS_ERR_RANGE, "é".repeat(115));
        assert_eq!(text(&error), "é".repeat(115));
    }

    #[test]
    fn record_keeps_its_size_and_forgets_the_last_failure() {
        let mut error = dicechess_error { struct_size: 300, ..dicechess_error::NONE };
        let failure =
            dicechess_error::new(DICECHESS_ERR_RANGE, "wrong").with_field(2).with_detail(7).with_offset(9);
        // SAFETY: only the members that exist are written, whatever larger size a newer caller states.
        let record = unsafe { Record::new(&raw mut error) };
        assert_eq!(record.ok().map(|record| record.failed(&failure)), Some(DICECHESS_ERR_RANGE));
        assert_eq!(
            (error.struct_size, error.code, error.field, error.detail, error.offset),
            (300, -2, 2, 7, 9)
        );
        assert_eq!(text(&error), "wrong");
        // SAFETY: as above.
        let record = unsafe { Record::new(&raw mut error) };
        assert_eq!(record.ok().map(|record| record.succeeded()), Some(DICECHESS_OK));
        assert_eq!(
            (error.struct_size, error.code, error.field, error.detail, error.offset),
            (300, 0, -1, 0, -1)
        );
        assert_eq!(text(&error), "");
    }

    #[test]
    fn record_of_another_size_is_refused() {
        for struct_size in [0, 1, 255, 4097, u32::MAX] {
            let mut error = dicechess_error { struct_size, ..dicechess_error::NONE };
            // SAFETY: nothing but the size of the live local is read.
            assert_eq!(unsafe { Record::new(&raw mut error) }.err(), Some(DICECHESS_ERR_STRUCT_SIZE));
        }
    }
}
