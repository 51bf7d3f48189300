//! Statuses: what a function returns.
//!
//! 0 is success, every failure is negative. The table only grows: a number, once released, never changes its meaning.

use std::ffi::c_char;

use super::guard::boundary;

/// What a function returns: `DICECHESS_OK` or one of the `DICECHESS_ERR_` numbers.
pub type dicechess_status = i32;

/// Success.
pub const DICECHESS_OK: i32 = 0;
/// A pointer that must not be NULL is NULL.
pub const DICECHESS_ERR_NULL: i32 = -1;
/// A number is none of those that the parameter or struct member may have.
pub const DICECHESS_ERR_RANGE: i32 = -2;
/// A text holds a zero byte or a byte that is not ASCII.
pub const DICECHESS_ERR_TEXT: i32 = -3;
/// A buffer is too small. `required` tells how much is needed.
pub const DICECHESS_ERR_BUFFER: i32 = -4;
/// `struct_size` is smaller than that of the first version that had the struct.
pub const DICECHESS_ERR_STRUCT_SIZE: i32 = -5;
/// A newer struct asks for something that this version of the library does not know.
pub const DICECHESS_ERR_UNSUPPORTED: i32 = -6;
/// The memory is not to be had.
pub const DICECHESS_ERR_MEMORY: i32 = -7;
/// The handle is in use by a call that has not returned.
pub const DICECHESS_ERR_BUSY: i32 = -8;
/// An earlier call on this handle ended with `DICECHESS_ERR_PANIC`: only its `_free` function works.
pub const DICECHESS_ERR_POISONED: i32 = -9;
/// A bug in the library was stopped at the boundary. Please report the message.
pub const DICECHESS_ERR_PANIC: i32 = -10;
/// The pointer is no live handle of this type: freed, or of another type.
pub const DICECHESS_ERR_HANDLE: i32 = -11;
/// The text is no DFEN. `field` is the number of the field, `offset` the byte.
pub const DICECHESS_ERR_DFEN: i32 = -20;
/// The position is one that no game shows. `detail` holds its faults.
pub const DICECHESS_ERR_POSITION: i32 = -21;
/// The micro-move or turn is not legal in this position.
pub const DICECHESS_ERR_ILLEGAL: i32 = -22;
/// There are more results than the given limit.
pub const DICECHESS_ERR_LIMIT: i32 = -23;
/// A king has fallen: the game is over.
pub const DICECHESS_ERR_GAME_OVER: i32 = -24;
/// A callback returned a number other than 0; `detail` holds it.
pub const DICECHESS_ERR_CALLBACK: i32 = -40;

/// The name of a status without prefix, such as `NULL` or `OK`; `UNKNOWN` for a number that this version does not have.
///
/// Never NULL, never freed. Thread-safe.
#[unsafe(no_mangle)]
pub extern "C" fn dicechess_status_name(status: dicechess_status) -> *const c_char {
    boundary!(else c"UNKNOWN".as_ptr(), {
        let name = match status {
            DICECHESS_OK => c"OK",
            DICECHESS_ERR_NULL => c"NULL",
            DICECHESS_ERR_RANGE => c"RANGE",
            DICECHESS_ERR_TEXT => c"TEXT",
            DICECHESS_ERR_BUFFER => c"BUFFER",
            DICECHESS_ERR_STRUCT_SIZE => c"STRUCT_SIZE",
            DICECHESS_ERR_UNSUPPORTED => c"UNSUPPORTED",
            DICECHESS_ERR_MEMORY => c"MEMORY",
            DICECHESS_ERR_BUSY => c"BUSY",
            DICECHESS_ERR_POISONED => c"POISONED",
            DICECHESS_ERR_PANIC => c"PANIC",
            DICECHESS_ERR_HANDLE => c"HANDLE",
            DICECHESS_ERR_DFEN => c"DFEN",
            DICECHESS_ERR_POSITION => c"POSITION",
            DICECHESS_ERR_ILLEGAL => c"ILLEGAL",
            DICECHESS_ERR_LIMIT => c"LIMIT",
            DICECHESS_ERR_GAME_OVER => c"GAME_OVER",
            DICECHESS_ERR_CALLBACK => c"CALLBACK",
            _ => c"UNKNOWN",
        };
        name.as_ptr()
    })
}
