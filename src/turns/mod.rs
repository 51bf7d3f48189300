//! What may be played: micro-moves, whole legal turns under the maximality rule, the distinct positions that they lead to, all 56 rolls at
//! once, and counting.

mod class;
mod finals;
mod first_moves;
mod guard;
mod independence;
mod lattice;
mod legal;
mod material_replies;
mod micro_moves;
mod perft;
mod play;
mod roll;
mod roll_set;
mod state_set;
mod turn;
mod turn_list;

pub use class::{ClassSet, Classes};
pub use finals::FinalStates;
pub use first_moves::legal_first_moves;
pub use guard::{Guard, Halt};
pub use lattice::{ClassLattice, Expansion, LatticeWork, RollOutcome, Scope};
pub use legal::for_each_legal_turn;
pub use material_replies::{MaterialReplies, MaterialReply};
pub use micro_moves::{for_each_micro_move, micro_moves};
pub use perft::{Perft, PerftCounts};
pub use play::{IllegalTurn, IllegalTurnReason, PlayedTurn, play_turn};
pub use roll::Roll;
pub use roll_set::RollSet;
pub use state_set::Clocks;
pub use turn::Turn;
pub use turn_list::{TurnList, legal_turns};
