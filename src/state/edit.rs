//! Single alterations of a state, for replaying recorded ones. Each keeps key and material up to date, like every other change.

use crate::board::{Bitboard, Color, Piece, Square};

use super::game_state::{BLACK_SLOT, WHITE_SLOT};
use super::make::balance_of;
use super::{CastlingRights, DicePool, GameState, StateParts, ZobristKeys};

impl GameState {
    /// Puts a man on an empty square; otherwise changes nothing and returns false.
    #[inline]
    #[must_use]
    pub(crate) fn put_man(&mut self, square: Square, piece: Piece) -> bool {
        let fits = self.code_at(square) == 0;
        if fits {
            self.flip_piece(square, piece);
        }
        fits
    }

    /// Takes this man off its square; if it does not stand there, changes nothing and returns false.
    #[inline]
    #[must_use]
    pub(crate) fn take_man(&mut self, square: Square, piece: Piece) -> bool {
        let fits = self.code_at(square) == piece.code();
        if fits {
            self.flip_piece(square, piece);
        }
        fits
    }

    /// Moves a man, given by his code, to another square, where `taken` goes, or nobody if that is 0. Both must stand there.
    #[inline(always)]
    pub(crate) fn move_man(&mut self, mover: u8, from: Square, to: Square, taken: u8) {
        let slot = |code: u8| usize::from(code >> 3 & 1) * BLACK_SLOT + WHITE_SLOT;
        let both = from.bitboard().0 | to.bitboard().0;
        self.boards[slot(mover)] ^= both;
        self.boards[usize::from(mover & 7)] ^= both;
        // Without a branch: whether something is taken is hard to foresee.
        let taken_bit = to.bitboard().0 & u64::from(taken != 0).wrapping_neg();
        self.boards[slot(taken)] ^= taken_bit;
        self.boards[usize::from(taken & 7)] ^= taken_bit;
        self.material -= balance_of(taken);
        let keys = ZobristKeys::STANDARD;
        self.key ^= keys.piece(mover, from) ^ keys.piece(mover, to) ^ keys.piece(taken, to);
        self.flip_code(from, mover);
        self.flip_code(to, mover ^ taken);
    }

    /// Sets the en-passant target on `square` if it is not set, clears it if it is.
    #[inline]
    pub(crate) fn toggle_target(&mut self, square: Square) {
        self.set_targets(self.en_passant ^ square.bitboard());
    }

    /// Gives the rights that are lost, takes those that are there.
    #[inline]
    pub(crate) fn toggle_rights(&mut self, toggled: CastlingRights) {
        let (keys, rights) = (ZobristKeys::STANDARD, self.castling_rights());
        self.key ^= keys.castling(rights) ^ keys.castling(rights ^ toggled);
        self.flags ^= u16::from(toggled.bits() & 15) << 1;
    }

    /// Values above 127 become 127.
    #[inline]
    pub(crate) fn set_half_move_clock(&mut self, clock: u8) {
        self.half_move_clock = clock.min(Self::MAX_HALF_MOVE_CLOCK).into();
    }

    /// Values outside 1..=2147483647 become the nearest one inside.
    #[inline]
    pub(crate) fn set_full_move_number(&mut self, number: u32) {
        self.full_move_number = number.clamp(1, Self::MAX_FULL_MOVE_NUMBER);
    }

    /// The state with this [`identity`](Self::identity); `None` if no consistent state has it.
    #[must_use]
    pub(crate) fn from_identity(words: [u64; 6]) -> Option<Self> {
        let [mailbox @ .., targets, rest] = words;
        let (flags, clock) = ((rest >> 32) as u16, (rest >> 48) as u16);
        let dice = DicePool::from_bits(flags >> 5)?;
        let number = rest as u32;
        if clock > Self::MAX_HALF_MOVE_CLOCK.into() || !(1..=Self::MAX_FULL_MOVE_NUMBER).contains(&number) {
            return None;
        }
        let mut parts = StateParts::empty();
        for index in 0..64u8 {
            let code = (mailbox[usize::from(index) >> 4] >> ((index & 15) * 4) & 15) as u8;
            if code != 0 {
                parts.put(Square::masked(index), Piece::from_code(code)?);
            }
        }
        parts.side_to_move = if flags & 1 == 0 { Color::White } else { Color::Black };
        parts.castling_rights = CastlingRights::from_bits_retain((flags >> 1 & 15) as u8);
        parts.en_passant = Bitboard(targets);
        parts.dice = dice;
        parts.half_move_clock = clock as u8;
        parts.full_move_number = number;
        Some(Self::from_parts(&parts))
    }
}
