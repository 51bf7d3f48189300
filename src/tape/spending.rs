//! What spending a die writes and leaves.

use crate::board::PieceType;
use crate::state::DicePool;

use super::cell::Cell;

/// By [`DicePool::bits`] and face: the cell and, above it, the bits of the pool that is left; 0 if there is no such die. Looking up is much
/// cheaper than finding the die among three.
static SPENDING: [[u32; 8]; 512] = {
    let mut spending = [[0; 8]; 512];
    let mut bits = 0;
    while bits < 512 {
        if let Some(dice) = DicePool::from_bits(bits) {
            let mut index = 0;
            while index < 6 {
                let face = PieceType::ALL[index];
                if let Some(rest) = dice.without(face) {
                    let (slot, count) = dice.place_of(face);
                    let cell = Cell::die_used(face, count, slot);
                    spending[bits as usize][face as usize] = cell.bits() as u32 | (rest.bits() as u32) << 16;
                }
                index += 1;
            }
        }
        bits += 1;
    }
    spending
};

/// Spends a die of `face`, 1..=6: what is written and what is left. `None` if there is none.
#[inline]
pub(super) fn spend(dice: DicePool, face: u8) -> Option<(Cell, DicePool)> {
    let found = SPENDING[usize::from(dice.bits() & 511)][usize::from(face & 7)];
    let rest = DicePool::from_canonical_bits((found >> 16) as u16);
    (found != 0).then_some((Cell::from_bits(found as u16), rest))
}
