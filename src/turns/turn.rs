use std::fmt;

use crate::board::Square;
use crate::state::{MicroMove, MoveKind};

/// The micro-moves of one turn in the order played, at most three. Eight bytes. Empty for a pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(C)]
pub struct Turn {
    moves: [MicroMove; 3],
    length: u16,
}

impl Turn {
    /// No micro-move.
    pub const PASS: Self =
        Self { moves: [MicroMove::new(Square::masked(0), Square::masked(0), MoveKind::Quiet); 3], length: 0 };

    /// A turn of up to three micro-moves; `None` if there are more.
    #[must_use]
    pub fn from_moves(moves: &[MicroMove]) -> Option<Self> {
        (moves.len() <= 3)
            .then(|| moves.iter().fold(Self::PASS, |turn, &micro_move| turn.followed_by(micro_move)))
    }

    /// The micro-moves in order.
    #[inline]
    #[must_use]
    pub fn moves(&self) -> &[MicroMove] {
        &self.moves[..self.length as usize]
    }

    /// Whether the turn is a pass.
    #[inline]
    #[must_use]
    pub const fn is_pass(&self) -> bool {
        self.length == 0
    }

    /// Number of dice that the turn spends: one a micro-move, two for castling.
    #[must_use]
    pub fn cost(&self) -> usize {
        self.moves().iter().map(|micro_move| micro_move.cost()).sum()
    }

    /// The turn with one micro-move more. A turn of three must not be prolonged.
    #[inline]
    pub(super) fn followed_by(self, micro_move: MicroMove) -> Self {
        // Through one word, so that it stays in a register: turns are written by the hundred million.
        let word =
            self.moves.iter().rev().fold(u64::from(self.length), |word, m| word << 16 | u64::from(m.bits()));
        let word = (word + (1 << 48)) | (u64::from(micro_move.bits()) << (self.length * 16));
        let at = |slot: u32| MicroMove::from_generated_bits((word >> (16 * slot)) as u16);
        Self { moves: [at(0), at(1), at(2)], length: (word >> 48) as u16 }
    }
}

impl Default for Turn {
    fn default() -> Self {
        Self::PASS
    }
}

/// UCI texts of the micro-moves, joined by spaces.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, micro_move) in self.moves().iter().enumerate() {
            f.write_str(if index == 0 { "" } else { " " })?;
            f.write_str(&micro_move.uci())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Turn({self})")
    }
}
