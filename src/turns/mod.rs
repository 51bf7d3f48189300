//! What may be played: micro-moves, whole legal turns under the maximality rule, the distinct positions that they lead to, all 56 rolls at
//! once, and counting.

mod first_moves;
mod legal;
mod micro_moves;
mod roll;
mod roll_set;
mod turn;
mod turn_list;

pub use first_moves::legal_first_moves;
pub use legal::for_each_legal_turn;
pub use micro_moves::{for_each_micro_move, micro_moves};
pub use roll::Roll;
pub use roll_set::RollSet;
pub use turn::Turn;
pub use turn_list::{TurnLimitExceeded, TurnList, legal_turns};
