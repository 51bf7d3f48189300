//! dicechess: exact, fast engine core for dice chess.
//!
//! SPDX-License-Identifier: MIT OR Apache-2.0
//!
//! Plain C99, and C++11 or later. Generated from the Rust sources: edit those, then run `make header`. What follows holds
//! for every function; docs/abi.md says it at length.
//!
//! Parameters: handle, inputs, options, outputs, error. Numbers of parameters count from 0.
//!
//! Statuses: a function that can fail returns a dicechess_status: DICECHESS_OK (0) or a negative number. The reason goes into
//! the last parameter, an optional dicechess_error of the caller's. A call that fails changes nothing: handles keep their
//! state (a list that cannot be filled is empty), new handles are NULL, counts are 0, other outputs stay as they were. A
//! dicechess_error with a wrong struct_size gives DICECHESS_ERR_STRUCT_SIZE: new handles are NULL, and nothing else is
//! looked at.
//!
//! Pointers: none may be NULL unless its comment says "optional"; an array or text of length 0 may. NULL is reported,
//! never followed. The library keeps no pointer of the caller's after a call, but for callbacks with their user data where the comment
//! says so.
//!
//! Ownership: a handle belongs to whoever made it with a _new, _from or _clone function, until its _free function, which
//! ignores NULL. All else belongs to the caller; the library never allocates anything that the caller must free otherwise.
//!
//! Text is ASCII, passed as pointer and length, see "Text". Numbers that name things (colors, piece types, squares, faults)
//! are constants in an int32_t or uint8_t and are checked; truth values are int32_t 0 or 1.
//!
//! Structs start with struct_size, set by the caller to the sizeof of the struct, so that a program built against an older
//! or newer header keeps working: members are only ever added at the end. A larger input struct, up to 4096 bytes, is accepted if
//! what this version does not know is 0, and of a larger output struct the known part is written.
//!
//! Threads: each handle carries one of three words. Thread-safe: use it from any threads at once. Thread-compatible: calls that take
//! it as const may overlap, a call that changes or frees it must be alone. Single-owner: one call at a time, from any
//! thread. A changing call that meets another one returns DICECHESS_ERR_BUSY; nothing ever waits. There is no global state,
//! no initialisation, no background thread and no signal handler. Unloading the library is not supported.
//!
//! Stack: no call needs more than DICECHESS_STACK_SIZE bytes of its caller's, to whatever depth it searches, besides what callbacks
//! take. Threads that a search starts have two megabytes.
//!
//! A bug in the library ends in DICECHESS_ERR_PANIC and leaves the handles of that call usable for _free only. The host
//! goes on.

#![allow(unsafe_code, reason = "raw pointers of the callers end here")]
#![allow(non_camel_case_types, reason = "the names are those of the header")]
#![allow(
    clippy::missing_safety_doc,
    reason = "the comments become the header; its conventions hold for all functions"
)]
#![allow(clippy::result_large_err, reason = "an error is the record that the caller gets, filled in place")]

mod argument;
mod extensible;
mod guard;
mod handle;
mod remembered_turns;
mod tape_error;
mod thread;

// The sections of the header, in its order; the empty lines keep rustfmt from sorting them.

mod version;

mod status;

mod error;

mod text;

mod board;

mod micro_move;

mod snapshot;

mod state;

mod moves;

mod turns;

mod rolls;

mod callback;

mod evaluator;

mod eval_cache;

mod scoring;

mod control;

mod tt;

mod search_options;

mod search_report;

mod search;

mod estimates;

mod chunk_store;

mod position_cache;

mod position;

mod cell;

mod stream;

mod game_text;

pub use board::*;
pub use callback::{DICECHESS_STACK_SIZE, dicechess_drop_callback};
pub use cell::*;
pub use chunk_store::*;
pub use control::*;
pub use error::{DICECHESS_MESSAGE_SIZE, dicechess_error};
pub use estimates::*;
pub use eval_cache::*;
pub use evaluator::*;
pub use game_text::*;
pub use micro_move::*;
pub use moves::*;
pub use position::*;
pub use position_cache::*;
pub use rolls::*;
pub use scoring::*;
pub use search::*;
pub use search_options::*;
pub use search_report::*;
pub use snapshot::*;
pub use state::*;
pub use status::*;
pub use stream::*;
pub use text::DICECHESS_NUL_TERMINATED;
pub use tt::*;
pub use turns::*;
pub use version::*;
