//! Cells by the book: the table of operations written out on an array of letters, with sets and lists. Nothing is shared with the crate.

use std::collections::BTreeSet;

use dicechess::state::GameState;
use dicechess::tape::TapeState;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naive {
    pub men: [u16; 64],
    pub targets: BTreeSet<u16>,
    pub rights: u16,
    pub dice: Vec<u16>,
    pub black: bool,
    pub in_turn: bool,
    pub clock: u16,
    pub number: u64,
}

const MAX_NUMBER: u64 = 2_147_483_647;

impl Naive {
    pub fn of(tape_state: &TapeState) -> Self {
        let state: &GameState = tape_state.state();
        let parts = state.to_parts();
        Self {
            men: parts.mailbox.map(|piece| piece.map_or(0, |piece| u16::from(piece.code()))),
            targets: parts.en_passant.into_iter().map(|square| square.index() as u16).collect(),
            rights: u16::from(parts.castling_rights.bits()),
            dice: parts.dice.faces().map(|face| u16::from(face.face())).collect(),
            black: parts.side_to_move as u8 == 1,
            in_turn: tape_state.is_in_turn(),
            clock: u16::from(parts.half_move_clock),
            number: u64::from(parts.full_move_number),
        }
    }

    /// Applies the cell and returns what it means, or changes nothing.
    pub fn redo(&mut self, cell: u16) -> bool {
        let argument = cell & 0xFFF;
        let (piece, square) = (argument >> 6, argument & 63);
        let target = argument >> 6 == 7;
        let side = self.black as u16;
        match cell >> 12 {
            1 if argument >> 8 == 7 && self.in_turn && self.clock == argument & 127 => {
                self.clock = if argument & 128 != 0 { 0 } else { (self.clock + 1).min(127) };
            }
            2 if argument == 0x680 + side && !self.in_turn && self.dice.is_empty() => self.in_turn = true,
            3 if self.in_turn && self.dice.is_empty() => {
                let stuck = self.black && self.number == MAX_NUMBER;
                if argument != 0x690 + side + if stuck { 2 } else { 0 } {
                    return false;
                }
                self.in_turn = false;
                self.number += u64::from(self.black && !stuck);
                self.black = !self.black;
            }
            4 if matches!(piece, 1..=6 | 9..=14) && self.men[usize::from(square)] == 0 => {
                self.men[usize::from(square)] = piece;
            }
            5 if matches!(piece, 1..=6 | 9..=14) && self.men[usize::from(square)] == piece => {
                self.men[usize::from(square)] = 0;
            }
            6 if target => return self.targets.insert(square),
            7 | 9 if target => return self.targets.remove(&square),
            8 if argument & !15 == 0x200
                && argument & 15 != 0
                && self.rights & argument & 15 == argument & 15 =>
            {
                self.rights -= argument & 15;
            }
            10 if argument >> 9 == 2 && self.in_turn && self.dice.is_empty() => match dice_of(argument) {
                Some(dice) => self.dice = dice,
                None => return false,
            },
            11 if argument >> 9 == 2 && self.in_turn && dice_of(argument).as_ref() == Some(&self.dice) => {
                self.dice.clear();
            }
            12 if argument & 0xF80 == 0x600 => {
                let (face, count, slot) = (argument & 7, argument >> 3 & 3, usize::from(argument >> 5 & 3));
                let first = self.dice.iter().position(|&die| die == face);
                let found = self.dice.iter().filter(|&&die| die == face).count();
                if first != Some(slot) || found != usize::from(count) {
                    return false;
                }
                self.dice.remove(slot);
            }
            14 if argument >> 11 == 1 => {}
            _ => return false,
        }
        true
    }
}

/// A pool that is not empty, sorted and packed.
fn dice_of(argument: u16) -> Option<Vec<u16>> {
    let slots = [argument & 7, argument >> 3 & 7, argument >> 6 & 7];
    let dice: Vec<u16> = slots.into_iter().take_while(|&die| die != 0).collect();
    let rest_is_empty = slots[dice.len()..].iter().all(|&die| die == 0);
    (!dice.is_empty() && rest_is_empty && dice.is_sorted() && dice.iter().all(|&die| die <= 6))
        .then_some(dice)
}
