use crate::board::{Bitboard, Piece, Square};

use super::cell::{Cell, op};

/// Which men stand elsewhere at one place of a tape than at another: what an incrementally updated evaluation needs to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delta {
    touched: Bitboard,
    before: [u8; 64],
    after: [u8; 64],
}

impl Default for Delta {
    /// No difference.
    fn default() -> Self {
        Self { touched: Bitboard::EMPTY, before: [0; 64], after: [0; 64] }
    }
}

impl Delta {
    /// The men to take off the board, by ascending square.
    pub fn removed(&self) -> impl Iterator<Item = (Piece, Square)> {
        self.changed(&self.before)
    }

    /// The men to put on the board, by ascending square.
    pub fn added(&self) -> impl Iterator<Item = (Piece, Square)> {
        self.changed(&self.after)
    }

    fn changed<'a>(&'a self, codes: &'a [u8; 64]) -> impl Iterator<Item = (Piece, Square)> {
        let differs = |square: &Square| self.before[square.index()] != self.after[square.index()];
        let man = |square: Square| Piece::from_code(codes[square.index()]).map(|piece| (piece, square));
        self.touched.into_iter().filter(differs).filter_map(man)
    }

    /// Goes over one more cell in either direction.
    pub(super) fn follow(&mut self, cell: Cell, forward: bool) {
        let (from, to) = match (cell.op(), forward) {
            (op::PLACE, true) | (op::REMOVE, false) => (0, cell.piece_code()),
            (op::REMOVE, true) | (op::PLACE, false) => (cell.piece_code(), 0),
            _ => return,
        };
        let square = cell.square();
        if !self.touched.contains(square) {
            self.touched |= square.bitboard();
            self.before[square.index()] = from;
        }
        self.after[square.index()] = to;
    }
}
