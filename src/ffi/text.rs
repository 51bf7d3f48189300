//! Text in and out.
//!
//! Text goes in as pointer and length. It comes out in a buffer of the caller's: `capacity` bytes at `buffer`, of which
//! the terminating zero is one. `required` (optional) receives the bytes needed. If they do not fit, the status is
//! `DICECHESS_ERR_BUFFER` and the buffer holds an empty text, never a cut one; NULL with capacity 0 asks for the size alone.

use std::ffi::{CStr, c_char};
use std::fmt;

use crate::dfen::Found;

use super::argument::{Argument, Buffer};
use super::error::Outcome;
use super::status::DICECHESS_ERR_TEXT;

/// Passed as the length of a text: it ends before its first zero byte.
pub const DICECHESS_NUL_TERMINATED: usize = -1isize as usize;

impl<'a> Argument<'a, *const c_char> {
    /// ASCII text without zero bytes. NULL with length 0 is an empty one.
    pub(super) fn text(self, length: usize) -> Outcome<&'a str> {
        let bytes = if length == DICECHESS_NUL_TERMINATED {
            self.check(self.value)?;
            // SAFETY: by this length the caller promises a terminated text.
            unsafe { CStr::from_ptr(self.value) }.to_bytes()
        } else {
            let characters = self.slice(length)?;
            // SAFETY: `c_char` and `u8` have the same layout.
            unsafe { std::slice::from_raw_parts(characters.as_ptr().cast(), characters.len()) }
        };
        let is_text = |byte: &u8| (1..=0x7E).contains(byte);
        match bytes.iter().position(|byte| !is_text(byte)) {
            None => Ok(str::from_utf8(bytes).unwrap_or_default()),
            Some(offset) => {
                let found = Found::at(bytes, offset);
                let problem = format_args!("has {found} at {offset}: no ASCII text");
                Err(self.fault(DICECHESS_ERR_TEXT, problem).with_offset(offset))
            }
        }
    }
}

/// A buffer of the caller's for text.
pub(super) struct TextBuffer(Buffer<c_char>);

impl Argument<'_, *mut c_char> {
    /// See the module. Holds an empty text until [`TextBuffer::write`].
    pub(super) fn text_buffer(
        self,
        capacity: usize,
        required: Argument<'_, *mut usize>,
    ) -> Outcome<TextBuffer> {
        let buffer = self.buffer(capacity, required)?;
        buffer.set(0, 0);
        Ok(TextBuffer(buffer))
    }
}

impl TextBuffer {
    /// Writes `text`, which holds no zero byte, and terminates it.
    pub(super) fn write(&self, text: &str) -> Outcome {
        let length = text.len();
        self.0.require(length + 1)?;
        self.0.set(length, 0);
        text.bytes().enumerate().for_each(|(index, byte)| self.0.set(index, byte as c_char));
        Ok(())
    }

    /// Has `write` write the text, without zero bytes, straight into the buffer, and terminates it.
    /// After a failure the text is empty.
    pub(super) fn write_with(&self, write: impl FnOnce(&mut dyn fmt::Write) -> Outcome) -> Outcome {
        let mut writer = Writer { buffer: &self.0, length: 0 };
        let written = write(&mut writer).and_then(|()| self.0.require(writer.length + 1));
        self.0.set(if written.is_ok() { writer.length } else { 0 }, 0);
        written
    }
}

/// Text on its way into a buffer. Beyond its capacity only the length goes on.
struct Writer<'a> {
    buffer: &'a Buffer<c_char>,
    length: usize,
}

impl fmt::Write for Writer<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.bytes()
            .enumerate()
            .for_each(|(index, byte)| self.buffer.set(self.length + index, byte as c_char));
        self.length += text.len();
        Ok(())
    }
}
