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
mod fitting;
mod fused;
mod group;
mod keyframe;
mod one_man_step;
mod position;
mod position_cache;
mod recent_data;
mod reel;
mod saved_steps;
mod spending;
mod store;
pub mod stream;
#[allow(clippy::module_inception)]
mod tape;
mod tape_state;
pub mod text;

pub use cell::{Alteration, Cell};
pub use chain::Chain;
pub use chunk::ChunkHead;
pub use compile::{Group, compile_end_turn, compile_micro_move, compile_roll};
pub use delta::Delta;
pub use error::TapeError;
pub use fitting::MoveFault;
pub use fused::{end_turn, make_micro_move, roll};
pub use group::GROUP_MAX;
pub use keyframe::Keyframe;
pub use position::Position;
pub use position_cache::{PositionCache, PositionCacheStats};
pub use store::{ChunkStore, ChunkStoreStats, Policy, Spill};
pub use tape::{Tape, TapeHashes, TapeInfo};
pub use tape_state::{CellFault, TapeState};
