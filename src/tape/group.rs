//! Groups of cells: what one micro-move, roll, end of a turn, start of a turn or note writes. A state is shown only at their borders, and
//! no group is ever cut.

use super::cell::{Cell, op};

/// No group is longer: a micro-move takes at most 9 cells, the end of a turn 10.
pub const GROUP_MAX: usize = 16;

/// The length of the group at the start of the cells that `cell_at` gives, `None` behind the last.
///
/// The order within a group is fixed, so that equal play is equal cells:
/// a micro-move is STEP, up to two DIE_USE, one or two REMOVE, as many or fewer PLACE, then CASTLE_LOSE, EP_CLEAR by
/// ascending square and EP_SET where they happen; a roll is DICE_ROLL, with DICE_DROP before it if dice were left; the end of a turn
/// is TURN_END, with DICE_DROP and EP_EXPIRE before it.
///
/// # Errors
/// The index of the first cell that breaks this order.
#[inline]
pub(super) fn group_length(cell_at: impl Fn(usize) -> Option<Cell>) -> Result<usize, usize> {
    let op_at = |index: usize| cell_at(index).map_or(0, Cell::op);
    // The end of up to `most` cells of one operation.
    let run = |start: usize, wanted: u16, most: usize| {
        (start..start + most).find(|&index| op_at(index) != wanted).unwrap_or(start + most)
    };
    let first = op_at(0);
    let length = match first {
        op::STEP => {
            let dice = run(1, op::DIE_USE, 2);
            let removed = run(dice, op::REMOVE, 2);
            let placed = run(removed, op::PLACE, 2);
            if removed == dice {
                return Err(dice);
            }
            if placed == removed {
                return Err(removed);
            }
            let rights = run(placed, op::CASTLE_LOSE, 1);
            let mut cleared = rights;
            while op_at(cleared) == op::EP_CLEAR {
                if cleared > rights && cell_at(cleared - 1) >= cell_at(cleared) {
                    return Err(cleared);
                }
                cleared += 1;
            }
            run(cleared, op::EP_SET, 1)
        }
        op::TURN_START | op::NOTE | op::DICE_ROLL => 1,
        op::DICE_DROP | op::EP_EXPIRE | op::TURN_END => {
            let mut last = usize::from(first == op::DICE_DROP);
            if last == 1 && op_at(1) == op::DICE_ROLL {
                2
            } else {
                while op_at(last) == op::EP_EXPIRE {
                    last += 1;
                }
                if op_at(last) != op::TURN_END {
                    return Err(last);
                }
                last + 1
            }
        }
        _ => return Err(0),
    };
    if length > GROUP_MAX { Err(GROUP_MAX) } else { Ok(length) }
}

/// The length of the group that ends where `cells` do; 0 if there are none. The cells are known to be whole groups.
#[inline]
pub(super) fn last_group_length(cells: &[Cell]) -> usize {
    // How many cells from the end on, not counting the first `skipped`, have this operation.
    let run = |skipped: usize, wanted: u16| {
        cells.iter().rev().skip(skipped).take_while(|cell| cell.op() == wanted).count()
    };
    match cells.last().map_or(0, |cell| cell.op()) {
        0 => 0,
        op::TURN_START | op::NOTE => 1,
        op::DICE_ROLL => 1 + run(1, op::DICE_DROP),
        op::TURN_END => {
            let expired = run(1, op::EP_EXPIRE);
            1 + expired + run(1 + expired, op::DICE_DROP)
        }
        _ => cells.iter().rev().position(|cell| cell.op() == op::STEP).map_or(cells.len(), |back| back + 1),
    }
}
