use crate::board::{Bitboard, Color};
use crate::state::{CastlingRights, DicePool, GameState, ZobristKeys};

use super::cell::{Cell, op};
use super::tape_state::{TapeState, clock_after};

/// What cells say of a state without its board: two independent keys, rights, dice and clocks. It can go ahead of the state, so that a key
/// is known before anything is changed.
///
/// Cells are taken on trust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Light {
    keys: [u64; 2],
    rights: CastlingRights,
    dice: DicePool,
    half_move_clock: u8,
    full_move_number: u32,
    in_turn: bool,
}

/// The second family of keys. Its seed is the first 64 bits of the fraction of e; all that matters is that it is another one.
static SECOND: ZobristKeys = ZobristKeys::from_seed(0xB7E1_5162_8AED_2A6A);

const FAMILIES: [&ZobristKeys; 2] = [ZobristKeys::STANDARD, &SECOND];

impl Light {
    /// Of a state; the second key is computed from all fields.
    pub fn of(tape_state: &TapeState) -> Self {
        let state = &tape_state.state;
        let men = Bitboard::ALL
            .into_iter()
            .fold(0, |key, square| key ^ SECOND.piece(state.code_at(square), square));
        let second = men
            ^ SECOND.side_to_move(state.side_to_move())
            ^ SECOND.castling(state.castling_rights())
            ^ SECOND.en_passant(state.en_passant())
            ^ SECOND.dice(state.dice());
        Self {
            keys: [state.key(), second],
            rights: state.castling_rights(),
            dice: state.dice(),
            half_move_clock: state.half_move_clock(),
            full_move_number: state.full_move_number(),
            in_turn: tape_state.in_turn,
        }
    }

    /// The state's Zobrist key.
    pub const fn key(&self) -> u64 {
        self.keys[0]
    }

    /// Both keys.
    pub const fn keys(&self) -> [u64; 2] {
        self.keys
    }

    pub const fn is_in_turn(&self) -> bool {
        self.in_turn
    }

    /// Puts clocks and the turn's beginning into a state that was found under the keys.
    pub fn complete(&self, mut state: GameState) -> TapeState {
        state.set_half_move_clock(self.half_move_clock);
        state.set_full_move_number(self.full_move_number);
        TapeState { state, in_turn: self.in_turn }
    }

    /// Follows a cell forward.
    #[inline]
    pub fn redo(&mut self, cell: Cell) {
        match cell.op() {
            op::STEP => self.half_move_clock = clock_after(cell),
            op::CASTLE_LOSE => self.set_rights(self.rights & !cell.rights()),
            op::DICE_ROLL => self.set_dice(cell.dice()),
            op::DICE_DROP => self.set_dice(Some(DicePool::EMPTY)),
            op::DIE_USE => self.set_dice(cell.face().and_then(|face| self.dice.without(face))),
            op::TURN_START => self.in_turn = true,
            op::TURN_END => {
                let counts = cell.side() as u32 & u32::from(!cell.is_saturated());
                self.full_move_number += counts;
                self.end_turn(false);
            }
            _ => self.toggle(cell),
        }
    }

    /// Follows a cell backwards.
    #[inline]
    pub fn undo(&mut self, cell: Cell) {
        match cell.op() {
            op::STEP => self.half_move_clock = cell.clock_before(),
            op::CASTLE_LOSE => self.set_rights(self.rights | cell.rights()),
            op::DICE_ROLL => self.set_dice(Some(DicePool::EMPTY)),
            op::DICE_DROP => self.set_dice(cell.dice()),
            op::DIE_USE => self.set_dice(cell.face().and_then(|face| self.dice.with(face))),
            op::TURN_START => self.in_turn = false,
            op::TURN_END => {
                let counts = cell.side() as u32 & u32::from(!cell.is_saturated());
                self.full_move_number -= counts;
                self.end_turn(true);
            }
            _ => self.toggle(cell),
        }
    }

    /// Men and targets: the same both ways.
    #[inline]
    fn toggle(&mut self, cell: Cell) {
        let (code, square) = (cell.piece_code(), cell.square());
        match cell.op() {
            op::PLACE | op::REMOVE => self.mix(|family| family.piece(code, square)),
            op::EP_SET | op::EP_CLEAR | op::EP_EXPIRE => {
                self.mix(|family| family.en_passant(square.bitboard()));
            }
            _ => {}
        }
    }

    /// Adds or takes a number of either family.
    #[inline]
    fn mix(&mut self, number: impl Fn(&ZobristKeys) -> u64) {
        for (key, family) in self.keys.iter_mut().zip(FAMILIES) {
            *key ^= number(family);
        }
    }

    #[inline]
    fn set_rights(&mut self, rights: CastlingRights) {
        let before = self.rights;
        self.mix(|family| family.castling(before) ^ family.castling(rights));
        self.rights = rights;
    }

    #[inline]
    fn set_dice(&mut self, dice: Option<DicePool>) {
        let (before, dice) = (self.dice, dice.unwrap_or(self.dice));
        self.mix(|family| family.dice(before) ^ family.dice(dice));
        self.dice = dice;
    }

    fn end_turn(&mut self, in_turn: bool) {
        self.mix(|family| family.side_to_move(Color::Black));
        self.in_turn = in_turn;
    }
}
