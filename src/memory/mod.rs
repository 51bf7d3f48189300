//! Memory that may run out: lists, boxes and shared values that report it instead of ending the process, and the memory of
//! tables of many megabytes with the two things that make it fast.
//!
//! The `unsafe` code below `ffi` is here. `FixedVec` and `prefetch` have it because the safe ways are
//! measurably worse (`benches/evaluation_cache.rs`, `benches/transposition_table.rs`): on small pages a
//! hit in a large table takes up to twice as long; a vector that may fail and is zeroed has been written
//! to on every page, which takes milliseconds instead of microseconds and commits memory that may never
//! be used; and a prefetch in time saves nine tenths of a miss. `FallibleArc` and `try_box` have it
//! because the standard library offers no such allocation.
#![allow(unsafe_code)]
#![cfg_attr(
    not(feature = "ffi"),
    allow(dead_code, unused_imports, reason = "builds with fewer layers need less of it")
)]

mod fallible_arc;
mod fixed_vec;
mod growth;
mod no_memory;
mod prefetch;

pub(crate) use fallible_arc::FallibleArc;
pub(crate) use fixed_vec::FixedVec;
pub(crate) use growth::{TryGrow, list_with_room, try_box, try_collect};
pub use no_memory::NoMemory;
pub(crate) use prefetch::prefetch;
