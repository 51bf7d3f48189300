//! DFEN, the text form of a [`GameState`](crate::state::GameState): FEN with any number of en-passant targets and a
//! seventh field for the dice, e.g. `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB`.

mod error;
mod found;
mod parse;
mod write;

pub use error::{DfenError, DfenField, StrictDfenError};
pub use found::Found;
pub use parse::{parse, parse_strict};
pub use write::{DFEN_MAX, DfenText, normalised, write};
