//! Engine core for dice chess.
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod board;
pub mod dfen;
#[cfg(feature = "rules")]
pub mod search;
pub mod state;
#[cfg(feature = "rules")]
pub mod tt;
