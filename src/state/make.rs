//! What a micro-move and the end of a turn do to a state.

use crate::board::{Bitboard, Color, Piece, PieceType, Square};

use super::game_state::{BLACK_SLOT, WHITE_SLOT, color_slot};
use super::{CastlingRights, DicePool, GameState, MicroMove, MoveKind, ZobristKeys};

/// Worth by piece code in centipawns, White positive.
static BALANCE: [i32; 16] = {
    let mut balance = [0; 16];
    let mut index = 0;
    while index < 6 {
        let piece_type = PieceType::ALL[index];
        balance[Piece::new(Color::White, piece_type).code() as usize] = piece_type.centipawns();
        balance[Piece::new(Color::Black, piece_type).code() as usize] = -piece_type.centipawns();
        index += 1;
    }
    balance
};

/// Worth of the man with this code in centipawns, White positive.
#[inline]
pub(super) fn balance_of(piece_code: u8) -> i32 {
    BALANCE[(piece_code & 15) as usize]
}

const PAWN: u8 = PieceType::Pawn as u8;

impl GameState {
    /// The pool after paying for `micro_move`: castling takes a king die and a rook die, any other move one die of the moving man's
    /// type (a promoting pawn pays a pawn die). `None` if a die is missing or no man stands on the origin.
    #[inline]
    #[must_use]
    pub fn dice_after(&self, micro_move: MicroMove) -> Option<DicePool> {
        if micro_move.is_castling() {
            return self.dice().without(PieceType::King)?.without(PieceType::Rook);
        }
        self.dice().without(self.piece_at(micro_move.origin())?.piece_type)
    }

    /// Plays a generated micro-move and empties the dice pool: searching code keeps the surviving dice itself, anyone else
    /// follows with [`with_dice`](Self::with_dice)`(`[`dice_after`](Self::dice_after)`)`. The side to move stays the same.
    ///
    /// Updates both boards, rights (lost by king or rook moving, rook or king captured), targets, clock, key and material.
    ///
    /// # Panics
    /// If the move does not fit the position at all: no own man on the origin, an own man on the destination, castling
    /// without the rook, en passant without the pawn. Never on a [synthetic](Self::is_synthetic) state.
    #[inline]
    pub fn make_micro_move(&mut self, micro_move: MicroMove) {
        if self.synthetic {
            return self.make_on_synthetic(micro_move);
        }
        let mover = self.code_at(micro_move.origin());
        let victim = self.code_at(micro_move.destination());
        let side = (self.flags & 1) as u8;
        assert!(mover & 7 != 0 && mover >> 3 == side, "no own man on the origin");
        assert!(victim == 0 || victim >> 3 != side, "an own man on the destination");
        self.move_men(micro_move, mover, victim);
        if self.flags >> 5 != 0 {
            self.set_dice(DicePool::EMPTY);
        }
        debug_assert_eq!(self.key, self.key_from_scratch());
        debug_assert_eq!(self.material, self.material_from_scratch());
    }

    /// Plays a micro-move of the man `mover`, which the mailbox has on the origin, where it has `victim` or 0 on the destination. The dice
    /// stay. Not for synthetic states.
    #[inline(always)]
    pub(crate) fn move_men(&mut self, micro_move: MicroMove, mover: u8, victim: u8) {
        let (origin, destination) = (micro_move.origin(), micro_move.destination());
        let (from, to) = (origin.bitboard().0, destination.bitboard().0);
        let side = (self.flags & 1) as u8;
        let own = color_slot(self.side_to_move());
        self.boards[own] ^= from | to;
        let placed = if micro_move.flag() & 8 == 0 {
            self.boards[(mover & 7) as usize] ^= from | to;
            mover
        } else {
            let promotion = 2 + (micro_move.flag() & 3);
            self.boards[(mover & 7) as usize] ^= from;
            self.boards[promotion as usize] ^= to;
            let promoted = side << 3 | promotion;
            self.material += balance_of(promoted) - balance_of(mover);
            promoted
        };
        let keys = ZobristKeys::STANDARD;
        let mut key = keys.piece(mover, origin) ^ keys.piece(placed, destination);
        if victim != 0 {
            self.boards[(WHITE_SLOT + BLACK_SLOT) - own] ^= to;
            self.boards[(victim & 7) as usize] ^= to;
            self.material -= balance_of(victim);
            key ^= keys.piece(victim, destination);
        }
        self.key ^= key;
        self.flip_code(origin, mover);
        self.flip_code(destination, victim ^ placed);

        if micro_move.flag() & 0b1010 == 0b0010 || micro_move.flag() == MoveKind::EnPassant as u8 {
            self.make_second_man(micro_move, destination);
        }
        self.follow_move(micro_move, mover, victim);
    }

    /// The same for a quiet move, a double push or a capture, without a branch on whether somebody is taken: quicker where that is hard
    /// to foresee.
    #[inline(always)]
    pub(crate) fn move_one_man(&mut self, micro_move: MicroMove, mover: u8, victim: u8) {
        self.move_man(mover, micro_move.origin(), micro_move.destination(), victim);
        self.follow_move(micro_move, mover, victim);
    }

    /// What a move changes beside the men.
    #[inline(always)]
    fn follow_move(&mut self, micro_move: MicroMove, mover: u8, victim: u8) {
        self.lose_rights(mover, micro_move.origin(), victim, micro_move.destination());
        let resets = (mover & 7 == PAWN) | (victim != 0);
        self.advance_half_move_clock(resets);
        self.update_targets(micro_move, mover & 7 == PAWN, victim & 7 == PAWN);
    }

    #[inline(always)]
    fn advance_half_move_clock(&mut self, resets: bool) {
        self.half_move_clock =
            if resets { 0 } else { (self.half_move_clock + 1).min(Self::MAX_HALF_MOVE_CLOCK.into()) };
    }

    /// Ends the turn: the other side is to move, the dice are wiped, the next side's own leftover targets expire, and the full-move
    /// number counts after Black. Clock, rights and men stay. Also what a pass does.
    #[inline]
    pub fn end_turn(&mut self) {
        let next = !self.side_to_move();
        // Targets on rank 3 were left by White, targets on rank 6 by Black.
        let own_targets = match next {
            Color::White => Bitboard::rank(2),
            Color::Black => Bitboard::rank(5),
        };
        self.set_targets(self.en_passant & !own_targets);
        self.set_dice(DicePool::EMPTY);
        if next == Color::White {
            self.full_move_number = (self.full_move_number + 1).min(Self::MAX_FULL_MOVE_NUMBER);
        }
        self.flip_side();
        debug_assert_eq!(self.key, self.key_from_scratch());
    }

    /// The other man that castling moves or en passant takes.
    #[cold]
    fn make_second_man(&mut self, micro_move: MicroMove, destination: Square) {
        let color = self.side_to_move();
        match micro_move.kind() {
            MoveKind::EnPassant => {
                let victim = Piece::new(!color, PieceType::Pawn);
                let square = destination.bitboard().backward(color).first();
                let square = square.filter(|&square| self.piece_at(square) == Some(victim));
                self.flip_piece(square.expect("en passant without the pawn"), victim);
            }
            kind => {
                let rook = Piece::new(color, PieceType::Rook);
                let (corner, target) = if kind == MoveKind::CastleKingSide { (7, 5) } else { (0, 3) };
                let rank = destination.index() as u8 & 56;
                let (corner, target) = (Square::masked(rank | corner), Square::masked(rank | target));
                assert!(
                    self.piece_at(corner) == Some(rook) && self.piece_at(target).is_none(),
                    "castling without the rook"
                );
                self.flip_piece(corner, rook);
                self.flip_piece(target, rook);
            }
        }
    }

    /// Puts `piece` on an empty square or takes it off its square, in boards, mailbox, key and material.
    #[inline]
    pub(super) fn flip_piece(&mut self, square: Square, piece: Piece) {
        let arrives = self.code_at(square) == 0;
        self.boards[color_slot(piece.color)] ^= square.bitboard().0;
        self.boards[piece.piece_type as usize] ^= square.bitboard().0;
        self.flip_code(square, piece.code());
        self.key ^= ZobristKeys::STANDARD.piece(piece.code(), square);
        let balance = balance_of(piece.code());
        self.material += if arrives { balance } else { -balance };
    }

    #[inline]
    pub(super) fn flip_code(&mut self, square: Square, code: u8) {
        self.mailbox[square.index() >> 4] ^= u64::from(code) << ((square.index() & 15) * 4);
    }

    #[inline]
    fn lose_rights(&mut self, mover: u8, origin: Square, victim: u8, destination: Square) {
        let rights = self.castling_rights();
        if rights.is_empty() {
            return;
        }
        let lost = rights
            & (CastlingRights::lost_by_moving(mover, origin)
                | CastlingRights::lost_by_capture(victim, destination));
        if !lost.is_empty() {
            self.toggle_rights(lost);
        }
    }

    /// A pawn that moves on or is captured loses the target that it left; en passant uses its target up; a double push leaves one.
    /// Nothing else expires within a turn.
    #[inline]
    fn update_targets(&mut self, micro_move: MicroMove, pawn_moves: bool, pawn_is_taken: bool) {
        let color = self.side_to_move();
        let (from, to) = (micro_move.origin().bitboard(), micro_move.destination().bitboard());
        let double_push = micro_move.flag() == MoveKind::DoublePush as u8;
        if !double_push && self.en_passant.is_empty() {
            return;
        }
        let mut targets = self.en_passant;
        if micro_move.flag() == MoveKind::EnPassant as u8 {
            targets &= !to;
        }
        if pawn_moves && !double_push {
            targets &= !from.backward(color);
        }
        if pawn_is_taken {
            targets &= !to.forward(color);
        }
        if double_push {
            targets |= to.backward(color);
        }
        self.set_targets(targets);
    }

    #[inline]
    pub(super) fn set_targets(&mut self, targets: Bitboard) {
        self.key ^= ZobristKeys::STANDARD.en_passant(self.en_passant ^ targets);
        self.en_passant = targets;
    }

    /// The same move where boards and mailbox disagree: whatever any of them has on a square that the move leaves or enters goes. The
    /// mailbox says who moves and who is taken; where it has no own man on the origin, the bitboards do.
    #[cold]
    fn make_on_synthetic(&mut self, micro_move: MicroMove) {
        let (origin, destination, color) =
            (micro_move.origin(), micro_move.destination(), self.side_to_move());
        let on_boards = || {
            let type_there =
                PieceType::ALL.into_iter().find(|&piece_type| self.men(color, piece_type).contains(origin));
            type_there.map(|piece_type| Piece::new(color, piece_type))
        };
        let Some(mover) = self.piece_at(origin).filter(|piece| piece.color == color).or_else(on_boards)
        else {
            return self.set_dice(DicePool::EMPTY);
        };
        let en_passant = micro_move.kind() == MoveKind::EnPassant;
        let victim = self.piece_at(destination).filter(|_| !en_passant);
        self.empty_square(origin);
        self.fill_square(destination, Piece::new(color, micro_move.promotion().unwrap_or(mover.piece_type)));
        let rank = destination.index() as u8 & 56;
        match micro_move.kind() {
            MoveKind::EnPassant => {
                if let Some(square) = destination.bitboard().backward(color).first() {
                    self.empty_square(square);
                }
            }
            MoveKind::CastleKingSide => {
                self.empty_square(Square::masked(rank | 7));
                self.fill_square(Square::masked(rank | 5), Piece::new(color, PieceType::Rook));
            }
            MoveKind::CastleQueenSide => {
                self.empty_square(Square::masked(rank));
                self.fill_square(Square::masked(rank | 3), Piece::new(color, PieceType::Rook));
            }
            _ => {}
        }
        self.lose_rights(mover.code(), origin, victim.map_or(0, Piece::code), destination);
        let pawn_moves = mover.piece_type == PieceType::Pawn;
        let resets = pawn_moves || victim.is_some() || en_passant;
        self.advance_half_move_clock(resets);
        self.update_targets(
            micro_move,
            pawn_moves,
            victim.is_some_and(|piece| piece.piece_type == PieceType::Pawn),
        );
        self.set_dice(DicePool::EMPTY);
        self.refresh();
    }

    fn empty_square(&mut self, square: Square) {
        for board in &mut self.boards {
            *board &= !square.bitboard().0;
        }
        self.flip_code(square, self.code_at(square));
    }

    fn fill_square(&mut self, square: Square, piece: Piece) {
        self.empty_square(square);
        self.boards[color_slot(piece.color)] |= square.bitboard().0;
        self.boards[piece.piece_type as usize] |= square.bitboard().0;
        self.flip_code(square, piece.code());
    }
}
