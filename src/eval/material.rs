use std::convert::Infallible;

use crate::board::Color;
use crate::state::GameState;

use super::Evaluator;

/// Own men minus enemy men: P 100, N 300, B 300, R 500, Q 900, K 10000. The state carries the balance, so this costs one load.
#[derive(Clone, Copy, Debug, Default)]
pub struct Material;

impl Evaluator for Material {
    type Error = Infallible;

    #[inline]
    fn ignores_clocks(&self) -> bool {
        true
    }

    #[inline]
    fn is_material(&self) -> bool {
        true
    }

    #[inline]
    fn evaluate(&self, state: &GameState, perspective: Color) -> Result<i32, Infallible> {
        Ok(state.material(perspective))
    }
}
