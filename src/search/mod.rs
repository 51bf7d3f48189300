//! Search: how far it may go, what it may return, and the arithmetic that every search shares.

mod bounds;
mod control;
mod fingerprint;
mod outcome;
mod random;
mod rescore;
mod time_manager;

pub use bounds::{InvalidUtilityBounds, UtilityBounds};
pub use control::{CancelFlag, SearchControl, StopReason};
pub use fingerprint::table_fingerprint;
pub use outcome::SearchOutcome;
pub use random::JvmRandom;
pub use rescore::{blend, transformed_alpha};
pub use time_manager::{GameClock, TimeManager};
