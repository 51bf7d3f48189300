use crate::board::{Bitboard, Color, Piece, PieceType, Square};

use super::{CastlingRights, DicePool, StateParts, ZobristKeys};

/// Slots of [`GameState::boards`]. Types sit at their face, so that code 0 ("no man") can never be mistaken for one of them.
pub(super) const WHITE_SLOT: usize = 0;
pub(super) const BLACK_SLOT: usize = 7;

/// A complete state of a game, 128 bytes, `Copy`: bitboards and a mailbox of all men, side to move, castling rights, en-passant
/// targets, dice, both clocks; and, derived from them, the Zobrist key and the material balance.
///
/// Any combination of fields can be built through [`StateParts`], also one whose bitboards and mailbox disagree
/// ([`is_synthetic`](Self::is_synthetic)); every operation is defined and safe on it. Equality and hashing cover every
/// field, clocks included; the derived ones are functions of the others and never add a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C, align(64))]
pub struct GameState {
    /// White's men, then pawns, knights, bishops, rooks, queens and kings of both sides, then Black's men.
    pub(super) boards: [u64; 8],
    /// Piece codes, four bits a square, a1 in the low bits of the first word.
    pub(super) mailbox: [u64; 4],
    pub(super) en_passant: Bitboard,
    pub(super) full_move_number: u32,
    /// Bit 0 side to move, bits 1–4 castling rights, bits 5–13 dice.
    pub(super) flags: u16,
    /// As wide as flags, so that a processor loads it, them and the number as one word.
    pub(super) half_move_clock: u16,
    pub(super) key: u64,
    /// White's men minus Black's, in centipawns.
    pub(super) material: i32,
    /// Whether bitboards and mailbox disagree somewhere.
    pub(super) synthetic: bool,
}

const _: () = assert!(size_of::<GameState>() == 128, "two cache lines");

impl GameState {
    /// Where the half-move clock stops counting.
    pub const MAX_HALF_MOVE_CLOCK: u8 = 127;
    /// Where the full-move number stops counting.
    pub const MAX_FULL_MOVE_NUMBER: u32 = i32::MAX as u32;

    /// The initial position, White to move, no dice.
    #[must_use]
    pub fn initial() -> Self {
        use PieceType::{Bishop, King, Knight, Pawn, Queen, Rook};
        let mut parts = StateParts { castling_rights: CastlingRights::all(), ..StateParts::empty() };
        for (file, piece_type) in
            [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook].into_iter().enumerate()
        {
            let file = file as u8;
            parts.put(Square::masked(file), Piece::new(Color::White, piece_type));
            parts.put(Square::masked(8 + file), Piece::new(Color::White, Pawn));
            parts.put(Square::masked(48 + file), Piece::new(Color::Black, Pawn));
            parts.put(Square::masked(56 + file), Piece::new(Color::Black, piece_type));
        }
        Self::from_parts(&parts)
    }

    /// All men of one side.
    #[inline]
    #[must_use]
    pub const fn men_of(&self, color: Color) -> Bitboard {
        Bitboard(self.boards[color_slot(color)])
    }

    /// All men of one type, both sides.
    #[inline]
    #[must_use]
    pub const fn men_of_type(&self, piece_type: PieceType) -> Bitboard {
        Bitboard(self.boards[piece_type as usize])
    }

    /// The men of one side and type.
    #[inline]
    #[must_use]
    pub const fn men(&self, color: Color, piece_type: PieceType) -> Bitboard {
        Bitboard(self.boards[color_slot(color)] & self.boards[piece_type as usize])
    }

    /// All men.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.boards[WHITE_SLOT] | self.boards[BLACK_SLOT])
    }

    /// The man that the mailbox has on `square`.
    #[inline]
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        Piece::from_code(self.code_at(square))
    }

    /// The piece code that the mailbox has on `square`, 0 for none.
    #[inline]
    #[must_use]
    pub(crate) const fn code_at(&self, square: Square) -> u8 {
        (self.mailbox[square.index() >> 4] >> ((square.index() & 15) * 4) & 15) as u8
    }

    /// Whether the mailbox has a king of the side that is not to move on `square`: moving there wins the game.
    #[inline]
    #[must_use]
    pub const fn has_enemy_king_at(&self, square: Square) -> bool {
        self.code_at(square) == (!(self.flags as u8) & 1) << 3 | PieceType::King as u8
    }

    /// Who plays now.
    #[inline]
    #[must_use]
    pub const fn side_to_move(&self) -> Color {
        if self.flags & 1 == 0 { Color::White } else { Color::Black }
    }

    /// Castling rights, whether or not the board still allows them.
    #[inline]
    #[must_use]
    pub const fn castling_rights(&self) -> CastlingRights {
        CastlingRights::from_bits_retain((self.flags >> 1 & 15) as u8)
    }

    /// All en-passant targets: the squares that pawns have skipped. Dice chess can have several, of both sides.
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Bitboard {
        self.en_passant
    }

    /// Targets that a pawn of the side to move may take if it attacks them: on its capturing rank, empty, the victim in place.
    #[inline]
    pub(crate) fn capturable_targets(&self) -> Bitboard {
        if self.en_passant.is_empty() {
            return Bitboard::EMPTY;
        }
        let mover = self.side_to_move();
        let rank = match mover {
            Color::White => Bitboard::rank(5),
            Color::Black => Bitboard::rank(2),
        };
        let behind_victims = self.men(!mover, PieceType::Pawn).forward(mover);
        self.en_passant & rank & !self.occupied() & behind_victims
    }

    /// The dice still to be spent.
    #[inline]
    #[must_use]
    pub const fn dice(&self) -> DicePool {
        DicePool::from_canonical_bits(self.flags >> 5)
    }

    /// Micro-moves since the last capture or pawn move, 0..=127, where it stops counting.
    #[inline]
    #[must_use]
    pub const fn half_move_clock(&self) -> u8 {
        self.half_move_clock as u8
    }

    /// Number of the current full move, 1..=2147483647, where it stops counting.
    #[inline]
    #[must_use]
    pub const fn full_move_number(&self) -> u32 {
        self.full_move_number
    }

    /// The Zobrist key ([`ZobristKeys::STANDARD`]): men, side to move, castling rights, targets and dice, no clocks. Kept up to date
    /// by every operation.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Material in centipawns from `color`'s point of view: own men minus enemy men. Kept up to date by every operation.
    #[inline]
    #[must_use]
    pub const fn material(&self, color: Color) -> i32 {
        match color {
            Color::White => self.material,
            Color::Black => -self.material,
        }
    }

    /// Whether bitboards and mailbox disagree, which neither a DFEN nor play can bring about.
    #[inline]
    #[must_use]
    pub const fn is_synthetic(&self) -> bool {
        self.synthetic
    }

    /// 48 bytes that tell any two consistent states apart: mailbox, targets, then in one word the full-move number, from bit 32 on
    /// side, rights and dice, from bit 48 on the half-move clock. Bitboards, key and material follow from them, but for the bitboards of a
    /// [synthetic](Self::is_synthetic) state.
    #[inline]
    #[must_use]
    pub(crate) fn identity(&self) -> [u64; 6] {
        let [first, second, third, fourth] = self.mailbox;
        let rest = u64::from(self.full_move_number)
            | u64::from(self.flags) << 32
            | u64::from(self.half_move_clock) << 48;
        [first, second, third, fourth, self.en_passant.0, rest]
    }

    /// The [`identity`](Self::identity) with both clocks at 0: equal for consistent states that
    /// differ in nothing else.
    #[inline]
    #[must_use]
    pub(crate) fn identity_without_clocks(&self) -> [u64; 6] {
        let [first, second, third, fourth, targets, _] = self.identity();
        [first, second, third, fourth, targets, u64::from(self.flags) << 32]
    }

    /// The mailbox, a byte for each square: the [code](Piece::code) of its man, 0 for none.
    #[cfg(feature = "ffi")]
    #[inline]
    pub(crate) fn piece_codes(&self) -> [u8; 64] {
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let mut codes = [0; 64];
        for (codes, word) in codes.as_chunks_mut::<16>().0.iter_mut().zip(self.mailbox) {
            let (even, odd) = ((word & LOW).to_le_bytes(), (word >> 4 & LOW).to_le_bytes());
            for (pair, (even, odd)) in codes.as_chunks_mut::<2>().0.iter_mut().zip(even.into_iter().zip(odd))
            {
                *pair = [even, odd];
            }
        }
        codes
    }

    /// Equality without the half-move clock.
    #[cfg(feature = "rules")]
    #[inline]
    pub(crate) fn equals_but_for_clock(&self, other: &Self) -> bool {
        if self.synthetic | other.synthetic {
            return *self == Self { half_move_clock: self.half_move_clock, ..*other };
        }
        self.mailbox == other.mailbox
            && self.en_passant == other.en_passant
            && (self.flags, self.full_move_number) == (other.flags, other.full_move_number)
    }

    /// The same state with other dice.
    #[inline]
    #[must_use]
    pub fn with_dice(mut self, dice: DicePool) -> Self {
        self.set_dice(dice);
        self
    }

    /// The same state with another side to move.
    #[inline]
    #[must_use]
    pub fn with_side_to_move(mut self, color: Color) -> Self {
        if color != self.side_to_move() {
            self.flip_side();
        }
        self
    }

    #[inline]
    pub(crate) fn set_dice(&mut self, dice: DicePool) {
        let keys = ZobristKeys::STANDARD;
        self.key ^= keys.dice(self.dice()) ^ keys.dice(dice);
        self.flags = self.flags & 0b1_1111 | dice.bits() << 5;
    }

    #[inline]
    pub(crate) fn flip_side(&mut self) {
        self.flags ^= 1;
        self.key ^= ZobristKeys::STANDARD.side_to_move(Color::Black);
    }

    /// The key computed from all fields.
    pub(super) fn key_from_scratch(&self) -> u64 {
        let keys = ZobristKeys::STANDARD;
        let men =
            Bitboard::ALL.into_iter().fold(0, |key, square| key ^ keys.piece(self.code_at(square), square));
        men ^ keys.side_to_move(self.side_to_move())
            ^ keys.castling(self.castling_rights())
            ^ keys.en_passant(self.en_passant)
            ^ keys.dice(self.dice())
    }

    /// The material balance counted from the bitboards.
    pub(super) fn material_from_scratch(&self) -> i32 {
        PieceType::ALL
            .into_iter()
            .map(|piece_type| {
                let [white, black] = Color::ALL.map(|color| self.men(color, piece_type).count() as i32);
                (white - black) * piece_type.centipawns()
            })
            .sum()
    }

    /// Whether every square of the mailbox says what the bitboards say.
    pub(super) fn boards_agree(&self) -> bool {
        let planes = self.mailbox_planes();
        let [low, middle, high, black] = planes;
        let mut expected = [0; 8];
        expected[WHITE_SLOT] = (low | middle | high) & !black;
        expected[BLACK_SLOT] = black;
        for piece_type in PieceType::ALL {
            let [a, b, c] = [0, 1, 2].map(|bit| {
                let wanted = u64::from(piece_type.face() >> bit & 1).wrapping_neg();
                !(planes[bit] ^ wanted)
            });
            expected[piece_type as usize] = a & b & c;
        }
        self.boards == expected
    }

    /// The squares whose code in the mailbox has bit 0, 1, 2 and 3 set.
    fn mailbox_planes(&self) -> [u64; 4] {
        let mut planes = [0; 4];
        for (quarter, word) in self.mailbox.into_iter().enumerate() {
            for (bit, plane) in planes.iter_mut().enumerate() {
                // Brings every fourth bit together: pairs, nibbles, bytes, then all sixteen.
                let mut bits = word >> bit & 0x1111_1111_1111_1111;
                bits = (bits | bits >> 3) & 0x0303_0303_0303_0303;
                bits = (bits | bits >> 6) & 0x000F_000F_000F_000F;
                bits = (bits | bits >> 12) & 0x0000_00FF_0000_00FF;
                bits = (bits | bits >> 24) & 0xFFFF;
                *plane |= bits << (quarter * 16);
            }
        }
        planes
    }

    /// Brings the derived fields in line with the others. Linear in the board.
    pub(super) fn refresh(&mut self) {
        self.key = self.key_from_scratch();
        self.material = self.material_from_scratch();
        self.synthetic = !self.boards_agree();
    }
}

#[inline]
pub(super) const fn color_slot(color: Color) -> usize {
    match color {
        Color::White => WHITE_SLOT,
        Color::Black => BLACK_SLOT,
    }
}
