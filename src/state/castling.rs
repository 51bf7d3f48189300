use crate::board::{Color, PieceType, Square};

bitflags::bitflags! {
    /// Castling rights. The bits are part of the packed encodings and index the Zobrist table.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct CastlingRights: u8 {
        /// `K`: White castles king side.
        const WHITE_KING_SIDE = 1;
        /// `Q`: White castles queen side.
        const WHITE_QUEEN_SIDE = 2;
        /// `k`: Black castles king side.
        const BLACK_KING_SIDE = 4;
        /// `q`: Black castles queen side.
        const BLACK_QUEEN_SIDE = 8;
    }
}

impl CastlingRights {
    /// Both rights of `color`.
    #[inline]
    #[must_use]
    pub const fn of(color: Color) -> Self {
        Self::from_bits_retain(0b11 << (2 * color as u8))
    }

    /// The king-side right of `color`.
    #[inline]
    #[must_use]
    pub const fn king_side(color: Color) -> Self {
        Self::from_bits_retain(0b01 << (2 * color as u8))
    }

    /// The queen-side right of `color`.
    #[inline]
    #[must_use]
    pub const fn queen_side(color: Color) -> Self {
        Self::from_bits_retain(0b10 << (2 * color as u8))
    }

    /// The right whose rook starts on `corner`; none for any other square.
    #[inline]
    #[must_use]
    pub(crate) const fn of_corner(corner: Square) -> Self {
        Self::from_bits_retain(CORNER[corner.index()])
    }

    /// Rights lost when `color`'s man of type `mover` leaves `origin`: the king loses both, a rook that of its corner.
    #[inline]
    #[must_use]
    pub(crate) fn lost_by_moving(color: Color, mover: PieceType, origin: Square) -> Self {
        match mover {
            PieceType::King => Self::of(color),
            PieceType::Rook => Self::of_corner(origin) & Self::of(color),
            _ => Self::empty(),
        }
    }

    /// Rights lost when `owner`'s man of type `victim` is captured on `square`. A rook counts by its square alone.
    #[inline]
    #[must_use]
    pub(crate) fn lost_by_capture(owner: Color, victim: PieceType, square: Square) -> Self {
        match victim {
            PieceType::King => Self::of(owner),
            PieceType::Rook => Self::of_corner(square),
            _ => Self::empty(),
        }
    }
}

static CORNER: [u8; 64] = {
    let mut corner = [0; 64];
    corner[7] = CastlingRights::WHITE_KING_SIDE.bits();
    corner[0] = CastlingRights::WHITE_QUEEN_SIDE.bits();
    corner[63] = CastlingRights::BLACK_KING_SIDE.bits();
    corner[56] = CastlingRights::BLACK_QUEEN_SIDE.bits();
    corner
};
