//! Evaluation: what a state is worth to one side, in centipawns.

mod aggressive;
mod evaluator;
mod king_capture;
mod material;
mod standard;

pub use aggressive::Aggressive;
pub use evaluator::{Evaluator, FromFn, from_fn};
pub use king_capture::{king_capture_probability, king_capture_rolls};
pub use material::Material;
pub use standard::Standard;
