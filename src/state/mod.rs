//! The state of a game: men, side to move, castling rights, en-passant targets, dice and clocks.
//!
//! This module is the only code that changes any of them, and it changes the Zobrist key and the material balance in
//! the same method. Whether a micro-move is legal is not decided here but in `turns`.

mod attack_maps;
mod castling;
mod dice;
mod edit;
mod faults;
mod game_state;
mod make;
mod micro_move;
mod parts;
mod zobrist;

pub use attack_maps::AttackMaps;
pub use castling::CastlingRights;
pub use dice::DicePool;
pub use faults::StateFaults;
pub use game_state::GameState;
pub use micro_move::{MicroMove, MoveKind};
pub use parts::StateParts;
pub use zobrist::ZobristKeys;
