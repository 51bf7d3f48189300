//! The alteration tape: a game as a sequence of small reversible alterations, which can be replayed, taken back, stored and sent without
//! knowing any rule.
//!
//! A micro-move, a roll or the end of a turn is *compiled* to a group of [`Cell`]s of 16 bits. Whether a move is legal is decided
//! elsewhere; the tape only knows what changes. A [`Tape`] holds the groups of one game and moves over them in both directions; a
//! [`ChunkStore`] keeps what many tapes have written.

// The example of that page is a test.
#[cfg(doctest)]
#[doc = include_str!("../../docs/tape.md")]
struct Page;

mod cell;
mod chain;
mod chunk;
mod compile;
mod delta;
mod error;
mod group;
mod history;
mod keyframe;
mod move_fault;
mod one_piece_step;
mod position;
mod position_cache;
mod recent_data;
mod saved_steps;
mod spending;
mod store;
pub mod stream;
#[allow(clippy::module_inception)]
mod tape;
mod tape_state;
pub mod text;
mod write_cells;

pub use cell::{Alteration, Cell};
pub use chain::Chain;
pub use chunk::ChunkHead;
pub use compile::{Group, compile_end_turn, compile_micro_move, compile_roll};
pub use delta::Delta;
pub use error::TapeError;
pub use group::GROUP_MAX;
pub use keyframe::Keyframe;
pub use move_fault::MoveFault;
pub use position::Position;
pub use position_cache::{PositionCache, PositionCacheStats};
pub use store::{ChunkStore, ChunkStoreStats, Policy, Spill};
pub use tape::{Tape, TapeHashes, TapeInfo};
pub use tape_state::{CellFault, TapeState};
pub use write_cells::{end_turn, make_micro_move, roll};
