//! What positions and their caches remember for callers of the C ABI: the legal turns of a state with its dice.

use crate::memory::FallibleArc;
use crate::tape::{Position, PositionCache};
use crate::turns::{Halt, TurnList};

pub(super) type RememberingPosition = Position<FallibleArc<TurnList>>;
pub(super) type RememberingCache = PositionCache<FallibleArc<TurnList>>;

/// Bytes of the longest list that is remembered.
const MOST_REMEMBERED: usize = 1 << 18;

/// Fills `list` with the turns at the position's head, and sees to it that they are remembered.
///
/// # Errors
/// As for [`TurnList::generate`]; a refusal is not remembered.
pub(super) fn fill(list: &mut TurnList, position: &RememberingPosition, limit: usize) -> Result<(), Halt> {
    if let Some(known) = position.data() {
        return list.copy_from(&known, limit);
    }
    list.generate(position.state(), limit)?;
    let bytes = size_of_val(list.turns());
    let mut copy = TurnList::new();
    // Without memory for a copy they are found anew the next time.
    if bytes <= MOST_REMEMBERED
        && copy.copy_from(list, limit).is_ok()
        && let Ok(copy) = FallibleArc::new(copy)
    {
        position.remember(copy, bytes);
    }
    Ok(())
}
