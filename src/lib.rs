//! Engine core for dice chess.
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod board;
#[cfg(feature = "rules")]
pub mod cache;
pub mod dfen;
#[cfg(feature = "rules")]
pub mod eval;
#[cfg(feature = "ffi")]
pub mod ffi;
#[cfg(feature = "rules")]
pub mod scoring;
#[cfg(feature = "rules")]
pub mod search;
pub mod state;
pub mod tape;
#[cfg(feature = "rules")]
pub mod tt;
#[cfg(feature = "rules")]
pub mod turns;
