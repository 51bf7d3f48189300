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
/// `struct_size` is smaller than that of the first version that had the struct, or larger than 4096.
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
/// The pointer is no live handle of this type: freed, or of another type, whatever its alignment.
pub const DICECHESS_ERR_HANDLE: i32 = -11;
/// The text is no DFEN. `field` is the number of the field, `offset` the byte.
pub const DICECHESS_ERR_DFEN: i32 = -20;
/// The position has faults. `detail` holds them.
pub const DICECHESS_ERR_POSITION: i32 = -21;
/// The micro-move or turn is not legal in this position.
pub const DICECHESS_ERR_ILLEGAL: i32 = -22;
/// There are more results than the given limit, or more callbacks inside each other than there may be, see "Callbacks".
pub const DICECHESS_ERR_LIMIT: i32 = -23;
/// A king has fallen: the game is over. No function returns it yet: a state without a king can still be played on.
pub const DICECHESS_ERR_GAME_OVER: i32 = -24;
/// The search was cancelled before there was a result.
pub const DICECHESS_ERR_CANCELLED: i32 = -30;
/// The deadline passed before there was a result.
pub const DICECHESS_ERR_DEADLINE: i32 = -31;
/// The budget was spent before there was a result.
pub const DICECHESS_ERR_BUDGET: i32 = -32;
/// A callback returned a number other than 0; `detail` holds it.
pub const DICECHESS_ERR_CALLBACK: i32 = -40;
/// A checksum, length or field of a frame of a stream is wrong. With the statuses that come from a stream, `offset` is the byte.
pub const DICECHESS_ERR_TAPE_CORRUPT: i32 = -50;
/// Nothing is left to take back.
pub const DICECHESS_ERR_TAPE_START: i32 = -51;
/// The bytes are no stream: wrong first bytes, or a damaged header.
pub const DICECHESS_ERR_TAPE_FORMAT: i32 = -52;
/// The stream has a major version that this library does not know.
pub const DICECHESS_ERR_TAPE_VERSION: i32 = -53;
/// The stream ends within a frame.
pub const DICECHESS_ERR_TAPE_TRUNCATED: i32 = -54;
/// A cell has no meaning, or stands where none like it may.
pub const DICECHESS_ERR_TAPE_CELL: i32 = -55;
/// A cell or keyframe does not fit the state that the cells before it lead to.
pub const DICECHESS_ERR_TAPE_REPLAY: i32 = -56;
/// A chunk does not continue the one before, or its identifier is not that of its cells.
pub const DICECHESS_ERR_TAPE_CHAIN: i32 = -57;
/// The stream has a type of frame or a flag that this library must know and does not.
pub const DICECHESS_ERR_TAPE_UNSUPPORTED: i32 = -58;
/// The history asked for has been given up; `offset` is the first address that is left.
pub const DICECHESS_ERR_TAPE_HORIZON: i32 = -59;
/// The budget of the chunk store is used up by chunks that positions still need.
pub const DICECHESS_ERR_TAPE_FULL: i32 = -60;
/// The caller's storage of chunks failed; `detail` is its number, or 0 if it gave back something else than it took.
pub const DICECHESS_ERR_TAPE_IO: i32 = -61;

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
            DICECHESS_ERR_CANCELLED => c"CANCELLED",
            DICECHESS_ERR_DEADLINE => c"DEADLINE",
            DICECHESS_ERR_BUDGET => c"BUDGET",
            DICECHESS_ERR_CALLBACK => c"CALLBACK",
            DICECHESS_ERR_TAPE_CORRUPT => c"TAPE_CORRUPT",
            DICECHESS_ERR_TAPE_START => c"TAPE_START",
            DICECHESS_ERR_TAPE_FORMAT => c"TAPE_FORMAT",
            DICECHESS_ERR_TAPE_VERSION => c"TAPE_VERSION",
            DICECHESS_ERR_TAPE_TRUNCATED => c"TAPE_TRUNCATED",
            DICECHESS_ERR_TAPE_CELL => c"TAPE_CELL",
            DICECHESS_ERR_TAPE_REPLAY => c"TAPE_REPLAY",
            DICECHESS_ERR_TAPE_CHAIN => c"TAPE_CHAIN",
            DICECHESS_ERR_TAPE_UNSUPPORTED => c"TAPE_UNSUPPORTED",
            DICECHESS_ERR_TAPE_HORIZON => c"TAPE_HORIZON",
            DICECHESS_ERR_TAPE_FULL => c"TAPE_FULL",
            DICECHESS_ERR_TAPE_IO => c"TAPE_IO",
            _ => c"UNKNOWN",
        };
        name.as_ptr()
    })
}
