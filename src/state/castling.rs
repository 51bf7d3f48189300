use crate::board::{Color, Piece, PieceType, Square};

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

    /// Rights lost when the man with this piece code leaves `origin`: a king loses both of its side, a rook that of its corner.
    #[inline]
    pub(crate) const fn lost_by_moving(code: u8, origin: Square) -> Self {
        let of_man = BY_MOVER[(code & 15) as usize];
        Self::from_bits_retain(of_man.0 | of_man.1 & CORNER[origin.index()])
    }

    /// Rights lost when the man with this piece code (0: none) is captured on `square`: a king loses both of its side, a rook that of
    /// the corner that it stands on, whichever side's corner that is.
    #[inline]
    pub(crate) const fn lost_by_capture(code: u8, square: Square) -> Self {
        let of_man = BY_VICTIM[(code & 15) as usize];
        Self::from_bits_retain(of_man.0 | of_man.1 & CORNER[square.index()])
    }
}

/// By piece code: rights lost on any square, and those of them that [`CORNER`] names lost on a corner.
type LossesByMan = [(u8, u8); 16];

static BY_MOVER: LossesByMan = losses(0b0011, 0b1100);
static BY_VICTIM: LossesByMan = losses(0b1111, 0b1111);

const fn losses(white_rook: u8, black_rook: u8) -> LossesByMan {
    let mut losses = [(0, 0); 16];
    let mut index = 0;
    while index < 2 {
        let color = Color::ALL[index];
        let rook = if index == 0 { white_rook } else { black_rook };
        losses[Piece::new(color, PieceType::King).code() as usize] = (CastlingRights::of(color).bits(), 0);
        losses[Piece::new(color, PieceType::Rook).code() as usize] = (0, rook);
        index += 1;
    }
    losses
}

/// The right whose rook starts on the square.
static CORNER: [u8; 64] = {
    let mut corner = [0; 64];
    corner[7] = CastlingRights::WHITE_KING_SIDE.bits();
    corner[0] = CastlingRights::WHITE_QUEEN_SIDE.bits();
    corner[63] = CastlingRights::BLACK_KING_SIDE.bits();
    corner[56] = CastlingRights::BLACK_QUEEN_SIDE.bits();
    corner
};
