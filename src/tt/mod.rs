//! The transposition table: a fixed number of search values under 64-bit keys, shared by threads without locks.
//!
//! Lossy where the evaluation cache is exact: a key is all that tells positions apart, newer and deeper values push
//! out others, and a value may be a mere bound. The two have nothing in common but the word "table".

mod entry;
mod table;
mod telemetry;

pub use entry::{Bound, TableEntry};
pub use table::{TableBoundElsewhere, TableSizeError, TranspositionTable};
pub use telemetry::TableTelemetry;
