//! Evaluation: what a state is worth to one side, in centipawns.

mod aggressive;
mod evaluator;
mod material;
mod standard;

pub use aggressive::Aggressive;
pub use evaluator::{Evaluator, FromFn, from_fn};
pub use material::Material;
pub use standard::Standard;
