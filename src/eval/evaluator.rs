use crate::board::Color;
use crate::state::GameState;

/// A pure function from a state and a side to centipawns, positive where the state is good for that side.
///
/// Pure means: the same answer for equal arguments, whatever happened before. Caches and searches reuse answers and rely on that. The
/// state is judged as it stands; whether a king was captured is the business of the scoring that calls.
pub trait Evaluator {
    /// Why an evaluation can fail; [`Infallible`](std::convert::Infallible) if it cannot.
    type Error;

    /// Whether half-move clock and full-move number never change the answer. Searches then merge states that differ in nothing
    /// else, which halves their work. Say `false` when in doubt.
    fn ignores_clocks(&self) -> bool {
        false
    }

    /// Whether the answer is always [`GameState::material`]. Searches then read values off attack sets instead of asking. Only
    /// [`Material`](super::Material) and what wraps it has reason to say `true`.
    fn is_material(&self) -> bool {
        false
    }

    /// The value of `state` from the point of view of `perspective`, whoever is to move.
    ///
    /// # Errors
    /// What the evaluator defines. Callers pass the error on unchanged and keep nothing of the failed evaluation.
    fn evaluate(&self, state: &GameState, perspective: Color) -> Result<i32, Self::Error>;

    /// Evaluates all `states` into `scores`, one score a state in the same order. Equal to single evaluations, and by default made of
    /// them; an evaluator that is cheaper in batches overrides it.
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate). `scores` then hold no particular values.
    ///
    /// # Panics
    /// If the two slices differ in length.
    fn evaluate_batch(
        &self,
        states: &[GameState],
        perspective: Color,
        scores: &mut [i32],
    ) -> Result<(), Self::Error> {
        assert_eq!(states.len(), scores.len(), "one score a state");
        for (state, score) in states.iter().zip(scores) {
            *score = self.evaluate(state, perspective)?;
        }
        Ok(())
    }
}

impl<E: Evaluator + ?Sized> Evaluator for &E {
    type Error = E::Error;

    #[inline]
    fn ignores_clocks(&self) -> bool {
        (**self).ignores_clocks()
    }

    #[inline]
    fn is_material(&self) -> bool {
        (**self).is_material()
    }

    #[inline]
    fn evaluate(&self, state: &GameState, perspective: Color) -> Result<i32, E::Error> {
        (**self).evaluate(state, perspective)
    }

    #[inline]
    fn evaluate_batch(
        &self,
        states: &[GameState],
        perspective: Color,
        scores: &mut [i32],
    ) -> Result<(), E::Error> {
        (**self).evaluate_batch(states, perspective, scores)
    }
}

/// The evaluator made of a closure. See [`from_fn`].
#[derive(Clone, Copy, Debug)]
pub struct FromFn<F>(F);

/// Makes an evaluator of a closure. It counts as one that looks at the clocks.
pub fn from_fn<F, Error>(evaluate: F) -> FromFn<F>
where
    F: Fn(&GameState, Color) -> Result<i32, Error>,
{
    FromFn(evaluate)
}

impl<F, Error> Evaluator for FromFn<F>
where
    F: Fn(&GameState, Color) -> Result<i32, Error>,
{
    type Error = Error;

    #[inline]
    fn evaluate(&self, state: &GameState, perspective: Color) -> Result<i32, Error> {
        self.0(state, perspective)
    }
}
