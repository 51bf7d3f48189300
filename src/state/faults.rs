use std::fmt::{self, Write};

use crate::board::{Bitboard, Color, PieceType, Square};

use super::{CastlingRights, GameState};

bitflags::bitflags! {
    /// What no game from the initial position shows, but for an occupied target and, at its end, a missing king. None of it stops any
    /// operation; a strict reader refuses it.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct StateFaults: u32 {
        /// White has no king (as after its capture).
        const NO_WHITE_KING = 1 << 0;
        /// Black has no king (as after its capture).
        const NO_BLACK_KING = 1 << 1;
        /// White has several kings.
        const SEVERAL_WHITE_KINGS = 1 << 2;
        /// Black has several kings.
        const SEVERAL_BLACK_KINGS = 1 << 3;
        /// A castling right whose king is not on its e-file home.
        const RIGHT_WITHOUT_KING = 1 << 4;
        /// A castling right whose rook is not in its corner.
        const RIGHT_WITHOUT_ROOK = 1 << 5;
        /// An en-passant target on a rank other than 3 and 6, or without the pawn that skipped it in front.
        const TARGET_WITHOUT_PAWN = 1 << 6;
        /// An en-passant target with a man on it, which went there in the same turn that the pawn skipped the square. Games show it.
        const TARGET_OCCUPIED = 1 << 7;
        /// A pawn on rank 1 or 8.
        const PAWN_ON_BACK_RANK = 1 << 8;
        /// More than 16 men of one side.
        const TOO_MANY_MEN = 1 << 9;
        /// Bitboards and mailbox disagree.
        const BOARDS_DISAGREE = 1 << 10;
    }
}

/// Names in lower case, separated by commas, e.g. `no white king, pawn on back rank`.
impl fmt::Display for StateFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, _)) in self.iter_names().enumerate() {
            f.write_str(if index == 0 { "" } else { ", " })?;
            name.chars().try_for_each(|letter| {
                f.write_char(if letter == '_' { ' ' } else { letter.to_ascii_lowercase() })
            })?;
        }
        Ok(())
    }
}

impl GameState {
    /// All faults of this state.
    #[must_use]
    pub fn faults(&self) -> StateFaults {
        let mut faults = StateFaults::empty();
        for (color, none, several) in [
            (Color::White, StateFaults::NO_WHITE_KING, StateFaults::SEVERAL_WHITE_KINGS),
            (Color::Black, StateFaults::NO_BLACK_KING, StateFaults::SEVERAL_BLACK_KINGS),
        ] {
            let kings = self.men(color, PieceType::King);
            faults.set(none, kings.is_empty());
            faults.set(several, kings.count() > 1);
            faults |= self.faults_of_rights(color);
            let (own_rank, pawn_rank) = match color {
                Color::White => (Bitboard::rank(2), Bitboard::rank(3)),
                Color::Black => (Bitboard::rank(5), Bitboard::rank(4)),
            };
            let skipped = (self.men(color, PieceType::Pawn) & pawn_rank).backward(color);
            if self.en_passant().intersects(own_rank & !skipped) {
                faults |= StateFaults::TARGET_WITHOUT_PAWN;
            }
            if self.men_of(color).count() > 16 {
                faults |= StateFaults::TOO_MANY_MEN;
            }
        }
        if self.en_passant().intersects(!(Bitboard::rank(2) | Bitboard::rank(5))) {
            faults |= StateFaults::TARGET_WITHOUT_PAWN;
        }
        faults.set(StateFaults::TARGET_OCCUPIED, self.en_passant().intersects(self.occupied()));
        faults.set(
            StateFaults::PAWN_ON_BACK_RANK,
            self.men_of_type(PieceType::Pawn).intersects(Bitboard::BACK_RANKS),
        );
        faults.set(StateFaults::BOARDS_DISAGREE, self.is_synthetic());
        faults
    }

    fn faults_of_rights(&self, color: Color) -> StateFaults {
        let home_rank = match color {
            Color::White => 0,
            Color::Black => 56,
        };
        let mut faults = StateFaults::empty();
        for (right, corner) in [(CastlingRights::king_side(color), 7), (CastlingRights::queen_side(color), 0)]
        {
            if self.castling_rights().contains(right) {
                let (king, rook) = (Square::masked(home_rank + 4), Square::masked(home_rank + corner));
                if !self.men(color, PieceType::King).contains(king) {
                    faults |= StateFaults::RIGHT_WITHOUT_KING;
                }
                if !self.men(color, PieceType::Rook).contains(rook) {
                    faults |= StateFaults::RIGHT_WITHOUT_ROOK;
                }
            }
        }
        faults
    }
}
