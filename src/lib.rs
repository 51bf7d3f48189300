//! Engine core for dice chess.
#![deny(missing_docs)]
#![deny(unsafe_code)]

pub mod board;
pub mod dfen;
pub mod state;
