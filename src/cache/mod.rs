//! Exact memory of evaluations for the length of one search.

mod arena;
mod evaluation_cache;
mod fingerprint;
mod score_table;

pub use evaluation_cache::{CacheError, EvaluationCache};
pub use score_table::CacheStatistics;
