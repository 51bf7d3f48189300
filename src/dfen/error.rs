use std::fmt;

use thiserror::Error;

use crate::state::StateFaults;

use super::Found;

/// The first thing in a text that keeps it from being a DFEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub struct DfenError {
    /// The field that failed.
    pub field: DfenField,
    /// Index of the byte that does not fit, counted from the start of the text. Where something is missing, the index at which it
    /// should have stood; for a number out of range, that of its first digit.
    pub offset: usize,
    /// What would have been right, to complete the sentence "expected …".
    pub expected: &'static str,
    /// What stands there instead if no text may hold it.
    pub found: Option<Found>,
}

impl fmt::Display for DfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}: expected {}", self.field, self.offset, self.expected)?;
        self.found.map_or(Ok(()), |found| write!(f, ", not {found}"))
    }
}

/// What a [`DfenError`] is about. The numbers are part of the C ABI; those of the fields are their places in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum DfenField {
    /// The men, rank 8 first.
    Placement = 0,
    /// The side to move.
    Color = 1,
    /// The castling rights.
    Castling = 2,
    /// The en-passant targets.
    EnPassant = 3,
    /// The half-move clock.
    HalfMoveClock = 4,
    /// The full-move number.
    FullMoveNumber = 5,
    /// The dice still to be spent.
    Dice = 6,
    /// How many fields there are.
    Count = 7,
    /// A byte that no text may hold.
    Text = 8,
}

impl DfenField {
    pub(super) const IN_TEXT_ORDER: [Self; 7] = [
        Self::Placement,
        Self::Color,
        Self::Castling,
        Self::EnPassant,
        Self::HalfMoveClock,
        Self::FullMoveNumber,
        Self::Dice,
    ];
}

/// Plain words, e.g. `castling rights`.
impl fmt::Display for DfenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Placement => "placement",
            Self::Color => "side to move",
            Self::Castling => "castling rights",
            Self::EnPassant => "en-passant targets",
            Self::HalfMoveClock => "half-move clock",
            Self::FullMoveNumber => "full-move number",
            Self::Dice => "dice",
            Self::Count => "number of fields",
            Self::Text => "text",
        })
    }
}

/// Why [`parse_strict`](super::parse_strict) refuses a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum StrictDfenError {
    /// It is no DFEN.
    #[error(transparent)]
    Dfen(#[from] DfenError),
    /// It is one, of a state with faults.
    #[error("faulty state: {0}")]
    Faults(StateFaults),
}
