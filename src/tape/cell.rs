use std::fmt;

use crate::board::{Color, Piece, PieceType, Square};
use crate::state::{CastlingRights, DicePool};

use super::spending::spend;

/// One alteration of a state, encoded in 16 bits: the operation in bits 12–15, its argument below. Holds everything that
/// is needed to undo it.
///
/// Any 16 bits can be a `Cell`; [`alteration`](Self::alteration) tells whether they mean something. Blank memory, all zeros
/// or all ones, never does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Cell(u16);

/// What a [`Cell`] says. The vocabulary is complete for play: edits that are not play start a new tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alteration {
    /// A micro-move begins. Opens the group of the alterations that make it up.
    Step {
        /// Whether a pawn moves or a man is taken, so that the half-move clock goes back to zero. Otherwise it counts.
        resets_clock: bool,
        /// The half-move clock before, 0..=127.
        clock_before: u8,
    },
    /// A side's turn begins.
    TurnStart(Color),
    /// A side's turn ends: the other side is to move, and after Black the full-move number counts.
    TurnEnd {
        /// Whose turn it was.
        side: Color,
        /// Whether the full-move number should have counted and stood at its maximum.
        saturated: bool,
    },
    /// A man arrives on an empty square.
    Place(Piece, Square),
    /// A man leaves its square.
    Remove(Piece, Square),
    /// An en-passant target appears.
    EnPassantSet(Square),
    /// An en-passant target goes within a turn.
    EnPassantClear(Square),
    /// An en-passant target goes at the end of a turn.
    EnPassantExpire(Square),
    /// Castling rights that were there are lost; at least one.
    CastlingLost(CastlingRights),
    /// Dice are rolled; at least one.
    DiceRolled(DicePool),
    /// All dice that are left are dropped; at least one.
    DiceDropped(DicePool),
    /// A die is spent.
    DieUsed {
        /// What the die shows.
        face: PieceType,
        /// How many dice showed it before, 1..=3.
        count_before: u8,
        /// The first place in the pool that showed it, 0..=2.
        slot: u8,
    },
    /// Eleven bits of the caller's own, which change nothing.
    Note(u16),
}

/// The operation numbers. The pairs PLACE/REMOVE, EP_SET/EP_CLEAR and DICE_ROLL/DICE_DROP are inverse to each other and differ only in
/// the lowest bit.
pub(super) mod op {
    pub const STEP: u16 = 1;
    pub const TURN_START: u16 = 2;
    pub const TURN_END: u16 = 3;
    pub const PLACE: u16 = 4;
    pub const REMOVE: u16 = 5;
    pub const EP_SET: u16 = 6;
    pub const EP_CLEAR: u16 = 7;
    pub const CASTLE_LOSE: u16 = 8;
    pub const EP_EXPIRE: u16 = 9;
    pub const DICE_ROLL: u16 = 10;
    pub const DICE_DROP: u16 = 11;
    pub const DIE_USE: u16 = 12;
    pub const NOTE: u16 = 14;
}

/// The fixed upper bits of the arguments. They are disjoint between operations, so that a wrong operation number shows.
const TARGET: u16 = 0x1C0;
const RIGHTS: u16 = 0x200;
const DICE: u16 = 0x400;
const DIE: u16 = 0x600;
const START: u16 = 0x680;
const END: u16 = 0x690;
const STEP: u16 = 0x700;
const NOTE: u16 = 0x800;
/// Of a turn's end: the full-move number was at its maximum.
const SATURATED: u16 = 2;

impl Cell {
    /// The cell with this encoding, meaningful or not.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The encoding.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// What the cell says; `None` for an operation that does not exist or an argument outside its range.
    #[must_use]
    pub const fn alteration(self) -> Option<Alteration> {
        let argument = self.0 & 0xFFF;
        let square = Square::masked(argument as u8);
        Some(match self.op() {
            op::STEP if argument & 0xF00 == STEP => {
                Alteration::Step { resets_clock: self.resets_clock(), clock_before: self.clock_before() }
            }
            op::TURN_START if argument & 0xFFE == START => Alteration::TurnStart(self.side()),
            op::TURN_END if argument & 0xFFC == END && argument & 3 != SATURATED => {
                Alteration::TurnEnd { side: self.side(), saturated: self.is_saturated() }
            }
            op::PLACE | op::REMOVE => match self.piece() {
                Some(piece) if self.op() == op::PLACE => Alteration::Place(piece, square),
                Some(piece) => Alteration::Remove(piece, square),
                None => return None,
            },
            op::EP_SET if argument & 0xFC0 == TARGET => Alteration::EnPassantSet(square),
            op::EP_CLEAR if argument & 0xFC0 == TARGET => Alteration::EnPassantClear(square),
            op::EP_EXPIRE if argument & 0xFC0 == TARGET => Alteration::EnPassantExpire(square),
            op::CASTLE_LOSE if argument & 0xFF0 == RIGHTS && argument & 15 != 0 => {
                Alteration::CastlingLost(self.rights())
            }
            op::DICE_ROLL | op::DICE_DROP if argument & 0xE00 == DICE => match self.dice() {
                Some(dice) if dice.is_empty() => return None,
                Some(dice) if self.op() == op::DICE_ROLL => Alteration::DiceRolled(dice),
                Some(dice) => Alteration::DiceDropped(dice),
                None => return None,
            },
            op::DIE_USE if argument & 0xF80 == DIE => match self.face() {
                Some(face) if self.count_before() != 0 && self.slot() < 3 => {
                    Alteration::DieUsed { face, count_before: self.count_before(), slot: self.slot() }
                }
                _ => return None,
            },
            op::NOTE if argument & NOTE != 0 => Alteration::Note(argument & 0x7FF),
            _ => return None,
        })
    }

    #[inline]
    pub(super) const fn op(self) -> u16 {
        self.0 >> 12
    }

    /// The same argument with the inverse operation; for the three pairs that have one.
    #[inline]
    pub(super) const fn inverse(self) -> Self {
        Self(self.0 ^ 0x1000)
    }

    #[inline]
    pub(super) const fn resets_clock(self) -> bool {
        self.0 & 0x80 != 0
    }

    #[inline]
    pub(super) const fn clock_before(self) -> u8 {
        (self.0 & 0x7F) as u8
    }

    #[inline]
    pub(super) const fn side(self) -> Color {
        if self.0 & 1 == 0 { Color::White } else { Color::Black }
    }

    #[inline]
    pub(super) const fn is_saturated(self) -> bool {
        self.0 & SATURATED != 0
    }

    /// Whether the argument is that of a target.
    #[inline]
    pub(super) const fn is_target(self) -> bool {
        self.0 & 0xFC0 == TARGET
    }

    /// Whether this is a roll, with dice that can be rolled: those of which the first can be spent.
    #[inline]
    pub(super) fn is_roll(self) -> bool {
        let dice = DicePool::from_canonical_bits(self.0 & 0x1FF);
        self == Self::dice_rolled(dice) && spend(dice, (self.0 & 7) as u8).is_some()
    }

    #[inline]
    pub(super) const fn square(self) -> Square {
        Square::masked(self.0 as u8)
    }

    #[inline]
    pub(super) const fn piece_code(self) -> u8 {
        (self.0 >> 6 & 63) as u8
    }

    #[inline]
    pub(super) const fn piece(self) -> Option<Piece> {
        Piece::from_code(self.piece_code())
    }

    #[inline]
    pub(super) const fn rights(self) -> CastlingRights {
        CastlingRights::from_bits_retain((self.0 & 15) as u8)
    }

    #[inline]
    pub(super) const fn dice(self) -> Option<DicePool> {
        DicePool::from_bits(self.0 & 0x1FF)
    }

    #[inline]
    pub(super) const fn face(self) -> Option<PieceType> {
        PieceType::from_face((self.0 & 7) as u8)
    }

    #[inline]
    pub(super) const fn count_before(self) -> u8 {
        (self.0 >> 3 & 3) as u8
    }

    #[inline]
    pub(super) const fn slot(self) -> u8 {
        (self.0 >> 5 & 3) as u8
    }

    #[inline]
    const fn new(op: u16, argument: u16) -> Self {
        Self(op << 12 | argument)
    }

    #[inline]
    pub(super) const fn step(resets_clock: bool, clock_before: u8) -> Self {
        Self::new(op::STEP, STEP | (resets_clock as u16) << 7 | clock_before as u16)
    }

    #[inline]
    pub(super) const fn turn_start(side: Color) -> Self {
        Self::new(op::TURN_START, START | side as u16)
    }

    #[inline]
    pub(super) const fn turn_end(side: Color, saturated: bool) -> Self {
        Self::new(op::TURN_END, END | side as u16 | if saturated { SATURATED } else { 0 })
    }

    #[inline]
    pub(super) const fn place(piece_code: u8, square: Square) -> Self {
        Self::new(op::PLACE, (piece_code as u16) << 6 | square.index() as u16)
    }

    #[inline]
    pub(super) const fn remove(piece_code: u8, square: Square) -> Self {
        Self::new(op::REMOVE, (piece_code as u16) << 6 | square.index() as u16)
    }

    #[inline]
    pub(super) const fn en_passant_set(square: Square) -> Self {
        Self::new(op::EP_SET, TARGET | square.index() as u16)
    }

    #[inline]
    pub(super) const fn en_passant_clear(square: Square) -> Self {
        Self::new(op::EP_CLEAR, TARGET | square.index() as u16)
    }

    #[inline]
    pub(super) const fn en_passant_expire(square: Square) -> Self {
        Self::new(op::EP_EXPIRE, TARGET | square.index() as u16)
    }

    #[inline]
    pub(super) const fn castling_lost(rights: CastlingRights) -> Self {
        Self::new(op::CASTLE_LOSE, RIGHTS | rights.bits() as u16)
    }

    #[inline]
    pub(super) const fn dice_rolled(dice: DicePool) -> Self {
        Self::new(op::DICE_ROLL, DICE | dice.bits())
    }

    #[inline]
    pub(super) const fn dice_dropped(dice: DicePool) -> Self {
        Self::new(op::DICE_DROP, DICE | dice.bits())
    }

    #[inline]
    pub(super) const fn die_used(face: PieceType, count_before: u8, slot: u8) -> Self {
        Self::new(op::DIE_USE, DIE | face.face() as u16 | (count_before as u16) << 3 | (slot as u16) << 5)
    }

    #[inline]
    pub(super) const fn note(data: u16) -> Self {
        Self::new(op::NOTE, NOTE | data & 0x7FF)
    }
}

/// Values out of range are cut down to the bits that the encoding has for them.
impl From<Alteration> for Cell {
    fn from(alteration: Alteration) -> Self {
        match alteration {
            Alteration::Step { resets_clock, clock_before } => Self::step(resets_clock, clock_before & 0x7F),
            Alteration::TurnStart(side) => Self::turn_start(side),
            Alteration::TurnEnd { side, saturated } => Self::turn_end(side, saturated),
            Alteration::Place(piece, square) => Self::place(piece.code(), square),
            Alteration::Remove(piece, square) => Self::remove(piece.code(), square),
            Alteration::EnPassantSet(square) => Self::en_passant_set(square),
            Alteration::EnPassantClear(square) => Self::en_passant_clear(square),
            Alteration::EnPassantExpire(square) => Self::en_passant_expire(square),
            Alteration::CastlingLost(rights) => Self::castling_lost(rights & CastlingRights::all()),
            Alteration::DiceRolled(dice) => Self::dice_rolled(dice),
            Alteration::DiceDropped(dice) => Self::dice_dropped(dice),
            Alteration::DieUsed { face, count_before, slot } => {
                Self::die_used(face, count_before & 3, slot & 3)
            }
            Alteration::Note(data) => Self::note(data),
        }
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04X}", self.0)
    }
}

/// In words, e.g. `place N on f3`; men as in DFEN.
impl fmt::Display for Alteration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let man = |piece: Piece| piece.letter() as char;
        match *self {
            Self::Step { resets_clock: true, clock_before } => write!(f, "step, clock {clock_before} to 0"),
            Self::Step { resets_clock: false, clock_before } => {
                write!(f, "step, clock {clock_before} counts")
            }
            Self::TurnStart(side) => write!(f, "turn of {side:?} begins"),
            Self::TurnEnd { side, .. } => write!(f, "turn of {side:?} ends"),
            Self::Place(piece, square) => write!(f, "place {} on {square}", man(piece)),
            Self::Remove(piece, square) => write!(f, "remove {} from {square}", man(piece)),
            Self::EnPassantSet(square) => write!(f, "en-passant target {square} appears"),
            Self::EnPassantClear(square) => write!(f, "en-passant target {square} goes"),
            Self::EnPassantExpire(square) => write!(f, "en-passant target {square} expires"),
            Self::CastlingLost(rights) => {
                f.write_str("castling ")?;
                let letters = "KQkq".chars().enumerate();
                let mut lost = letters.filter(|&(bit, _)| rights.bits() >> bit & 1 == 1);
                lost.try_for_each(|(_, letter)| write!(f, "{letter}"))?;
                f.write_str(" lost")
            }
            Self::DiceRolled(dice) => write!(f, "roll {dice}"),
            Self::DiceDropped(dice) => write!(f, "drop {dice}"),
            Self::DieUsed { face, .. } => write!(f, "use die {}", face.letter() as char),
            Self::Note(data) => write!(f, "note {data}"),
        }
    }
}
