use std::fmt;

use crate::board::{PieceType, Square};

/// What a [`MicroMove`] does besides going from its origin to its destination. The numbers are the flag of the packed form:
/// bit 2 marks a capture, bit 3 a promotion, whose type is then 2 + the low two bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// To an empty square.
    Quiet = 0,
    /// A pawn's two steps, which leave an en-passant target.
    DoublePush = 1,
    /// Castling with the rook of the h-file. Costs a king die and a rook die.
    CastleKingSide = 2,
    /// Castling with the rook of the a-file. Costs a king die and a rook die.
    CastleQueenSide = 3,
    /// Of any enemy man, a king included.
    Capture = 4,
    /// A pawn takes the pawn that skipped its destination.
    EnPassant = 5,
    /// Promotion to a knight.
    PromoteKnight = 8,
    /// Promotion to a bishop.
    PromoteBishop = 9,
    /// Promotion to a rook.
    PromoteRook = 10,
    /// Promotion to a queen.
    PromoteQueen = 11,
    /// Capture with promotion to a knight.
    CapturePromoteKnight = 12,
    /// Capture with promotion to a bishop.
    CapturePromoteBishop = 13,
    /// Capture with promotion to a rook.
    CapturePromoteRook = 14,
    /// Capture with promotion to a queen.
    CapturePromoteQueen = 15,
}

impl MoveKind {
    const BY_FLAG: [Option<Self>; 16] = [
        Some(Self::Quiet),
        Some(Self::DoublePush),
        Some(Self::CastleKingSide),
        Some(Self::CastleQueenSide),
        Some(Self::Capture),
        Some(Self::EnPassant),
        None,
        None,
        Some(Self::PromoteKnight),
        Some(Self::PromoteBishop),
        Some(Self::PromoteRook),
        Some(Self::PromoteQueen),
        Some(Self::CapturePromoteKnight),
        Some(Self::CapturePromoteBishop),
        Some(Self::CapturePromoteRook),
        Some(Self::CapturePromoteQueen),
    ];
}

/// One man's move, paid with one die (castling: two). Two bytes: bits 0–5 destination, 6–11 origin, 12–15 [`MoveKind`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct MicroMove(u16);

impl MicroMove {
    /// A move of `kind`.
    #[inline]
    #[must_use]
    pub const fn new(origin: Square, destination: Square, kind: MoveKind) -> Self {
        Self(destination.index() as u16 | (origin.index() as u16) << 6 | (kind as u16) << 12)
    }

    /// Decodes [`bits`](Self::bits); `None` for the unused flags 6 and 7.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        match MoveKind::BY_FLAG[(bits >> 12) as usize] {
            Some(_) => Some(Self(bits)),
            None => None,
        }
    }

    /// Takes back what [`bits`](Self::bits) gave.
    #[inline]
    #[cfg(feature = "rules")]
    pub(crate) const fn from_generated_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The packed form: bits 0–5 destination, 6–11 origin, 12–15 flag.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Where the man comes from.
    #[inline]
    #[must_use]
    pub const fn origin(self) -> Square {
        Square::masked((self.0 >> 6) as u8)
    }

    /// Where the man goes to; for castling, where the king goes to.
    #[inline]
    #[must_use]
    pub const fn destination(self) -> Square {
        Square::masked(self.0 as u8)
    }

    /// What the move does.
    #[inline]
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::BY_FLAG[self.flag() as usize] {
            Some(kind) => kind,
            // Neither constructor lets the flags 6 and 7 in.
            None => MoveKind::Quiet,
        }
    }

    /// The number of [`kind`](Self::kind).
    #[inline]
    #[must_use]
    pub const fn flag(self) -> u8 {
        (self.0 >> 12) as u8
    }

    /// Whether a man of the other side is taken.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        self.0 & 4 << 12 != 0
    }

    /// Whether this is castling, the only move that costs two dice.
    #[inline]
    #[must_use]
    pub const fn is_castling(self) -> bool {
        self.flag() & 0b1110 == MoveKind::CastleKingSide as u8
    }

    /// What the pawn becomes.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<PieceType> {
        if self.0 & 8 << 12 == 0 { None } else { PieceType::from_face(2 + (self.flag() & 3)) }
    }

    /// Number of dice that the move costs: 2 for castling, otherwise 1.
    #[inline]
    #[must_use]
    pub const fn cost(self) -> usize {
        1 + self.is_castling() as usize
    }

    /// UCI text: origin, destination, promotion letter; castling is the king's move.
    #[must_use]
    pub fn uci(self) -> arrayvec::ArrayString<5> {
        let mut text = arrayvec::ArrayString::new();
        let promotion = self.promotion().map(PieceType::letter);
        for letter in self.origin().text().into_iter().chain(self.destination().text()).chain(promotion) {
            text.push(letter as char);
        }
        text
    }
}

/// UCI text.
impl fmt::Display for MicroMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.uci())
    }
}

impl fmt::Debug for MicroMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{:?}", self.uci(), self.kind())
    }
}
