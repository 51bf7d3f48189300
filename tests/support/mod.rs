//! What several integration tests share: a slow implementation of the rules that has nothing in common with the crate,
//! random positions, states whose boards disagree, and the records of `tests/data`.

// Each test binary compiles all of this and uses a part of it.
#![allow(dead_code)]

pub mod data_files;
pub mod random_positions;
pub mod slow_eval;
pub mod slow_rules;
pub mod slow_search;
pub mod slow_turns;
pub mod synthetic_states;
