use std::fmt;

use super::Bitboard;

/// A square, 0..=63: `rank * 8 + file` with a1 = 0, h1 = 7, a8 = 56, h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// The square with this number; `None` above 63.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The square with the low six bits of `index`; for indices that are known to be in range.
    #[inline]
    #[must_use]
    pub const fn masked(index: u8) -> Self {
        Self(index & 63)
    }

    /// The square on file 0..=7 (a = 0) and rank 0..=7 (rank 1 = 0); `None` off the board.
    #[inline]
    #[must_use]
    pub const fn from_file_rank(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self(rank * 8 + file)) } else { None }
    }

    /// Reads `a1`..`h8`.
    #[must_use]
    pub const fn from_text(text: [u8; 2]) -> Option<Self> {
        Self::from_file_rank(text[0].wrapping_sub(b'a'), text[1].wrapping_sub(b'1'))
    }

    /// 0..=63. The mask tells the compiler what the type guarantees, so that tables of 64 need no bounds check.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// File 0..=7, a = 0.
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Rank 0..=7, rank 1 = 0.
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The set that holds only this square.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << (self.0 & 63))
    }

    /// `a1`..`h8` as ASCII.
    #[inline]
    #[must_use]
    pub const fn text(self) -> [u8; 2] {
        [b'a' + self.file(), b'1' + self.rank()]
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, (b'1' + self.rank()) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
