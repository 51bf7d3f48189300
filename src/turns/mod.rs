//! What may be played, by the rules of `docs/rules.md`.
//!
//! | for | use |
//! |---|---|
//! | the legal turns of a roll | [`legal_turns`], [`TurnList`], or [`for_each_legal_turn`] without a list |
//! | a turn from text, or why it is illegal | [`play_turn`] |
//! | the distinct states behind the turns of a roll | [`FinalStates`] |
//! | the same for all 56 rolls at once | [`ClassLattice`]; [`MaterialReplies`] for the greediest turn of each |
//! | single micro-moves | [`micro_moves`], [`legal_first_moves`] |
//! | the rolls themselves | [`Roll`], [`RollSet`] |
//! | counts to check a generator by | [`Perft`] |
//!
//! Boards that no game shows can have billions of turns: whoever takes positions from strangers gives lists a limit and passes a [`Guard`].

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
pub use first_moves::{for_each_first_move, legal_first_moves};
pub use guard::{Guard, Halt};
pub use lattice::{ClassLattice, Expansion, LatticeWork, RollOutcome, Scope};
pub use legal::{dice_left_by, for_each_legal_turn};
pub use material_replies::{MaterialReplies, MaterialReply};
pub use micro_moves::{for_each_micro_move, is_micro_move, micro_moves};
pub use perft::{Perft, PerftCounts};
pub use play::{IllegalTurn, IllegalTurnReason, PlayedTurn, play_turn};
pub use roll::Roll;
pub use roll_set::RollSet;
pub use state_set::Clocks;
pub use turn::Turn;
pub use turn_list::{TurnList, legal_turns};
