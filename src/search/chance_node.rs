use crate::board::Color;
use crate::eval::Evaluator;
use crate::memory::NoMemory;
use crate::state::GameState;
use crate::tt::Bound;

use super::level::Level;
use super::node::{Interruption, NodeSearch, Role};
use super::{
    ExpectimaxOptions, InvalidSearchOption, SearchControl, SearchError, SearchOutcome, UtilityBounds, Window,
};

/// The exact value of a position before its dice are rolled, from the point of view of `perspective`, when both sides play on for `plies`
/// turns, 1 to 7: the average over all rolls of what the side to move makes of each.
///
/// # Errors
/// Plies out of range, the failure of the evaluator, a position with too many turns.
pub fn chance_node_value<E: Evaluator>(
    evaluator: &E,
    state: &GameState,
    perspective: Color,
    plies: usize,
    bounds: UtilityBounds,
    control: &SearchControl,
) -> Result<SearchOutcome<f64>, SearchError<E::Error>> {
    bound_chance_node(evaluator, state, perspective, plies, Window::OPEN, bounds, control)
}

/// The same for a caller to whom a value outside `window` is as good as any other beyond the same end: below alpha an upper bound that is
/// still below alpha will do, above beta a lower bound that is still above beta. That is found much sooner. Bounds hold up to
/// the rounding of sums of 56 products.
///
/// # Errors
/// As [`chance_node_value`].
pub fn bound_chance_node<E: Evaluator>(
    evaluator: &E,
    state: &GameState,
    perspective: Color,
    plies: usize,
    window: Window,
    bounds: UtilityBounds,
    control: &SearchControl,
) -> Result<SearchOutcome<f64>, SearchError<E::Error>> {
    if !(1..ExpectimaxOptions::MAX_DEPTH).contains(&plies) {
        return Err(SearchError::Option(InvalidSearchOption {
            field: "plies",
            value: plies as f64,
            expected: "1 to 7",
        }));
    }
    let role = if state.side_to_move() == perspective { Role::Max } else { Role::Min };
    let search = NodeSearch { perspective, bounds, exact_only: false, control, table: None, evaluator };
    let found = search.node(&mut Level::list(plies)?, state, role, window);
    let work_used = control.work_used();
    match found {
        Ok(found) => Ok(match found.bound {
            Bound::Exact => SearchOutcome::Exact { value: found.value, work_used },
            Bound::LowerBound => SearchOutcome::LowerBound { value: found.value, work_used },
            Bound::UpperBound => SearchOutcome::UpperBound { value: found.value, work_used },
        }),
        Err(Interruption::Stopped) => Ok(SearchOutcome::Incomplete { work_used }),
        Err(Interruption::Evaluator(error)) => Err(SearchError::Evaluator(error)),
        Err(Interruption::TooLarge(halt)) => Err(SearchError::TooLarge(halt)),
        Err(Interruption::Memory) => Err(SearchError::Memory(NoMemory)),
    }
}
