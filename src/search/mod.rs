//! Search: the best turn, a position's chances, and how far looking for them may go. `docs/search.md` says what values mean.
//!
//! | for | use |
//! |---|---|
//! | the best turn over all dice, to a fixed depth or against the clock | [`Expectimax`] |
//! | the exact value of one position before its roll | [`chance_node_value`] |
//! | each side's chance to win, from random games | [`MonteCarlo`] |
//! | the danger of the very next roll | [`KingRisk`] |
//! | a ready-made opponent | [`Player`] |
//! | limits of work and time, stopping from another thread | [`SearchControl`], [`TimeManager`] |

// The examples of that page are tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/search.md")]
struct Page;

mod batches;
mod bounds;
mod chance_node;
mod control;
mod drawn_order;
mod expansion;
mod expectimax;
mod fingerprint;
mod grace;
mod level;
mod monte_carlo;
mod node;
mod one_ply;
mod options;
mod outcome;
mod players;
mod random;
mod ranking;
mod report;
mod rescore;
mod risk;
mod root;
mod root_turns;
mod shortlist;
mod statistics;
mod time_manager;
mod win_estimate;
mod window;

pub use bounds::{InvalidUtilityBounds, UtilityBounds};
pub use chance_node::{bound_chance_node, chance_node_value};
pub use control::{CancelFlag, SearchControl, StopReason};
pub use expectimax::{Expectimax, SearchError, SearchProgress};
pub use fingerprint::table_fingerprint;
pub use monte_carlo::{MonteCarlo, MonteCarloError};
pub use options::{ExpectimaxOptions, InvalidSearchOption, RootRescore, TableUse};
pub use outcome::SearchOutcome;
pub use players::{Player, PlayerError, UnknownPlayer};
pub use random::JvmRandom;
pub use report::{CandidateReport, SearchReport};
pub use rescore::{blend, transformed_alpha};
pub use risk::KingRisk;
pub use statistics::SearchStatistics;
pub use time_manager::{GameClock, TimeManager};
pub use win_estimate::WinEstimate;
pub use window::Window;
