//! What spending a die writes and leaves.

use crate::board::PieceType;
use crate::state::DicePool;

use super::cell::Cell;

/// A die that was spent.
#[derive(Clone, Copy)]
pub(super) struct Spent {
    pub cell: Cell,
    pub rest: DicePool,
}

/// By [`DicePool::bits`] and face. Looking up is much cheaper than finding the die among three.
static SPENDING: [[Option<Spent>; 8]; 512] = {
    let mut spending = [[None; 8]; 512];
    let mut bits = 0;
    while bits < 512 {
        if let Some(dice) = DicePool::from_bits(bits) {
            let mut index = 0;
            while index < 6 {
                let face = PieceType::ALL[index];
                if let Some(rest) = dice.without(face) {
                    let (slot, count) = dice.place_of(face);
                    let spent = Spent { cell: Cell::die_used(face, count, slot), rest };
                    spending[bits as usize][face as usize] = Some(spent);
                }
                index += 1;
            }
        }
        bits += 1;
    }
    spending
};

/// Spends a die of `face`, 1..=6; `None` if there is none.
#[inline]
pub(super) fn spend(dice: DicePool, face: u8) -> Option<Spent> {
    SPENDING[usize::from(dice.bits() & 511)][usize::from(face & 7)]
}
