use super::Color;

/// A type of man, and at the same time the face of a die that pays for moving it.
///
/// The numbers are the faces of the die; they are part of the C ABI and of every packed encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceType {
    /// Die face 1.
    Pawn = 1,
    /// Die face 2.
    Knight = 2,
    /// Die face 3.
    Bishop = 3,
    /// Die face 4.
    Rook = 4,
    /// Die face 5.
    Queen = 5,
    /// Die face 6.
    King = 6,
}

impl PieceType {
    /// All types by ascending face.
    pub const ALL: [Self; 6] = [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The type with this die face, 1..=6; anything else `None`.
    #[inline]
    #[must_use]
    pub const fn from_face(face: u8) -> Option<Self> {
        match face {
            1 => Some(Self::Pawn),
            2 => Some(Self::Knight),
            3 => Some(Self::Bishop),
            4 => Some(Self::Rook),
            5 => Some(Self::Queen),
            6 => Some(Self::King),
            _ => None,
        }
    }

    /// The die face, 1..=6.
    #[inline]
    #[must_use]
    pub const fn face(self) -> u8 {
        self as u8
    }

    /// Index into a table of six, 0..=5.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// Lower-case letter, as UCI and a black man in DFEN write it.
    #[must_use]
    pub const fn letter(self) -> u8 {
        b"pnbrqk"[self.index()]
    }

    /// The type with this letter in either case.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            b'p' => Some(Self::Pawn),
            b'n' => Some(Self::Knight),
            b'b' => Some(Self::Bishop),
            b'r' => Some(Self::Rook),
            b'q' => Some(Self::Queen),
            b'k' => Some(Self::King),
            _ => None,
        }
    }

    /// Worth in centipawns: P 100, N 300, B 300, R 500, Q 900, K 10000.
    #[inline]
    #[must_use]
    pub const fn centipawns(self) -> i32 {
        [100, 300, 300, 500, 900, 10_000][self.index()]
    }
}

/// A man of one side, encoded as `color << 3 | type`: White 1..=6, Black 9..=14. 0 is an empty square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Owner.
    pub color: Color,
    /// Type.
    pub piece_type: PieceType,
}

impl Piece {
    /// A man of `color`.
    #[inline]
    #[must_use]
    pub const fn new(color: Color, piece_type: PieceType) -> Self {
        Self { color, piece_type }
    }

    /// Decodes `color << 3 | type`; `None` for 0, 7, 8, 15 and above.
    #[inline]
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Self> {
        if code > 15 {
            return None;
        }
        match PieceType::from_face(code & 7) {
            Some(piece_type) => {
                Some(Self { color: if code & 8 == 0 { Color::White } else { Color::Black }, piece_type })
            }
            None => None,
        }
    }

    /// `color << 3 | type`.
    #[inline]
    #[must_use]
    pub const fn code(self) -> u8 {
        (self.color as u8) << 3 | self.piece_type as u8
    }

    /// DFEN letter: upper case for White, lower case for Black.
    #[must_use]
    pub const fn letter(self) -> u8 {
        match self.color {
            Color::White => self.piece_type.letter().to_ascii_uppercase(),
            Color::Black => self.piece_type.letter(),
        }
    }

    /// The man that DFEN writes with this letter.
    #[must_use]
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match PieceType::from_letter(letter) {
            Some(piece_type) => {
                let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                Some(Self { color, piece_type })
            }
            None => None,
        }
    }
}
