//! The alteration tape. Tests are named after the invariants that they hold up; those that walk over chunks also run with
//! the smallest buffer, where a chunk holds two or three micro-moves.

#[path = "../support/mod.rs"]
mod support;

mod bytes;
mod cells;
mod chunks;
mod fuzz_bodies;
mod fuzzing;
mod golden;
mod play;
mod positions;
mod texts;
mod walk;
