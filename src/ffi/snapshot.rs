//! Snapshots: every field of a state in the open, in a struct that the caller owns.

use std::fmt;

use crate::board::{Bitboard, Color, Piece, PieceType};
use crate::state::{CastlingRights, DicePool, GameState, StateParts};

use super::argument::Argument;
use super::error::Outcome;
use super::extensible::Extensible;
use super::status::DICECHESS_ERR_RANGE;

/// A complete state; 168 bytes without padding.
///
/// Bitboards and mailbox are independent members. A state may be made from a snapshot whose bitboards and mailbox disagree; it
/// has `DICECHESS_FAULT_BOARDS_DISAGREE`, and every function is defined on it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_snapshot {
    /// Set by the caller: `sizeof(dicechess_snapshot)`.
    pub struct_size: u32,
    /// `DICECHESS_WHITE` or `DICECHESS_BLACK`.
    pub side_to_move: i32,
    /// Bitboards of White's and Black's men.
    pub by_color: [u64; 2],
    /// Bitboards of the pawns, knights, bishops, rooks, queens and kings of both sides.
    pub by_type: [u64; 6],
    /// Bitboard of the en-passant targets: the squares that pawns have skipped.
    pub en_passant: u64,
    /// The Zobrist key. Written by the library, not read.
    pub key: u64,
    /// Men by square, a1 first: color × 8 + piece type, 0 for none.
    pub mailbox: [u8; 64],
    /// Faces of the dice still to be spent, 0 for none. The library writes them ascending with the zeros last, and reads any order.
    pub dice: [u8; 3],
    /// `DICECHESS_CASTLE_` bits.
    pub castling_rights: u8,
    /// Micro-moves since the last capture or pawn move, 0 to 127, where it stops counting.
    pub half_move_clock: i32,
    /// 1 to 2147483647, where it stops counting.
    pub full_move_number: i32,
    /// White's men minus Black's, in centipawns. Written by the library, not read.
    pub material: i32,
}

const _: () = assert!(size_of::<dicechess_snapshot>() == 168);

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_snapshot {}

impl Argument<'_, *const dicechess_snapshot> {
    /// The state that a snapshot describes.
    pub(super) fn snapshot(self) -> Outcome<GameState> {
        let parts = self.structure()?.parts().map_err(|(member, offset)| {
            self.fault(DICECHESS_ERR_RANGE, format_args!("has {member}")).with_offset(offset)
        })?;
        Ok(GameState::from_parts(&parts))
    }
}

/// A member with a value that does not exist.
struct Member {
    name: &'static str,
    index: Option<usize>,
    value: i64,
}

impl fmt::Display for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, index, value } = self;
        match index {
            Some(index) => write!(f, "{name}[{index}] {value}"),
            None => write!(f, "{name} {value}"),
        }
    }
}

impl dicechess_snapshot {
    pub(super) fn of(state: &GameState) -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            side_to_move: state.side_to_move() as i32,
            by_color: Color::ALL.map(|color| state.men_of(color).0),
            by_type: PieceType::ALL.map(|piece_type| state.men_of_type(piece_type).0),
            en_passant: state.en_passant().0,
            key: state.key(),
            mailbox: state.piece_codes(),
            dice: state.dice().slots(),
            castling_rights: state.castling_rights().bits(),
            half_move_clock: i32::from(state.half_move_clock()),
            full_move_number: state.full_move_number() as i32,
            material: state.material(Color::White),
        }
    }

    /// The fields, or what is wrong with the first bad one and its offset in the struct.
    fn parts(&self) -> Result<StateParts, (Member, usize)> {
        macro_rules! bad {
            ($member:ident) => {
                (
                    Member { name: stringify!($member), index: None, value: i64::from(self.$member) },
                    std::mem::offset_of!(Self, $member),
                )
            };
            ($member:ident, $index:expr) => {
                (
                    Member {
                        name: stringify!($member),
                        index: Some($index),
                        value: i64::from(self.$member[$index]),
                    },
                    std::mem::offset_of!(Self, $member) + $index,
                )
            };
        }
        let color = u8::try_from(self.side_to_move).ok().and_then(Color::from_index);
        let mut mailbox = [None; 64];
        for (index, &code) in self.mailbox.iter().enumerate() {
            mailbox[index] = match (code, Piece::from_code(code)) {
                (0, _) => None,
                (_, Some(piece)) => Some(piece),
                (_, None) => return Err(bad!(mailbox, index)),
            };
        }
        let mut dice = DicePool::EMPTY;
        for (index, &face) in self.dice.iter().enumerate() {
            if face != 0 {
                let with = PieceType::from_face(face).and_then(|face| dice.with(face));
                dice = with.ok_or_else(|| bad!(dice, index))?;
            }
        }
        let half_move_clock = u8::try_from(self.half_move_clock).ok();
        let half_move_clock = half_move_clock.filter(|&clock| clock <= GameState::MAX_HALF_MOVE_CLOCK);
        let full_move_number = u32::try_from(self.full_move_number).ok().filter(|&number| number > 0);
        Ok(StateParts {
            by_color: self.by_color.map(Bitboard),
            by_type: self.by_type.map(Bitboard),
            mailbox,
            side_to_move: color.ok_or_else(|| bad!(side_to_move))?,
            castling_rights: CastlingRights::from_bits(self.castling_rights)
                .ok_or_else(|| bad!(castling_rights))?,
            en_passant: Bitboard(self.en_passant),
            dice,
            half_move_clock: half_move_clock.ok_or_else(|| bad!(half_move_clock))?,
            full_move_number: full_move_number.ok_or_else(|| bad!(full_move_number))?,
        })
    }
}
