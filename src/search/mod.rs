//! Search: how far it may go, what it may return, the arithmetic that every search shares, and expectimax over the dice.

mod bounds;
mod chance_node;
mod control;
mod expansion;
mod expectimax;
mod fingerprint;
mod level;
mod node;
mod options;
mod outcome;
mod random;
mod ranking;
mod report;
mod rescore;
mod root;
mod shortlist;
mod statistics;
mod time_manager;

pub use bounds::{InvalidUtilityBounds, UtilityBounds};
pub use chance_node::chance_node_value;
pub use control::{CancelFlag, SearchControl, StopReason};
pub use expectimax::{Expectimax, SearchError, SearchProgress};
pub use fingerprint::table_fingerprint;
pub use options::{ExpectimaxOptions, InvalidSearchOption, RootRescore, TableUse};
pub use outcome::SearchOutcome;
pub use random::JvmRandom;
pub use report::{CandidateReport, SearchReport};
pub use rescore::{blend, transformed_alpha};
pub use statistics::SearchStatistics;
pub use time_manager::{GameClock, TimeManager};
