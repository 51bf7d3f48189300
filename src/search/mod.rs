//! Search: how far it may go, what it may return, the arithmetic that every search shares, expectimax over the dice, Monte Carlo
//! estimates, the risk of the next roll, and players made of all that.

mod bounds;
mod chance_node;
mod control;
mod drawn_order;
mod expansion;
mod expectimax;
mod fingerprint;
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
mod shortlist;
mod statistics;
mod time_manager;
mod win_estimate;

pub use bounds::{InvalidUtilityBounds, UtilityBounds};
pub use chance_node::chance_node_value;
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
