use std::fmt;

use super::replay::Trust;

/// Why reading a stream stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StreamFault {
    /// Not a stream: wrong magic number, or a damaged header.
    Format,
    /// A major version that this reader does not know.
    Version,
    /// The bytes end within a header, payload or checksum.
    Truncated,
    /// A checksum, length or field of a frame is wrong.
    Corrupt,
    /// A cell has no meaning or stands where none like it may.
    Cell,
    /// A cell does not fit the state, or a keyframe is not the state that the cells lead to.
    Replay,
    /// A chunk does not continue the one before, or its identifier is not that of its cells.
    Chain,
    /// A frame type or flag that this reader must know and does not.
    Unsupported,
}

impl fmt::Display for StreamFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Format => "expected a tape stream's header",
            Self::Version => "expected major version 1",
            Self::Truncated => "expected more bytes",
            Self::Corrupt => "expected a frame with a fitting checksum and length",
            Self::Cell => "expected a meaningful cell in its place",
            Self::Replay => "expected a cell or keyframe that fits the state",
            Self::Chain => "expected the identifier of the history",
            Self::Unsupported => "expected a known frame type and known flags",
        })
    }
}

/// How far reading a stream got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DecodeReport {
    /// Why it stopped; `None` at a clean end.
    pub fault: Option<StreamFault>,
    /// Where in the bytes: the start of the frame that is at fault, or of the cell; at a clean end, how much was read.
    pub byte_offset: usize,
    /// Games that have begun.
    pub games: u32,
    /// Address of the cell that is at fault in the last game, or behind its last cell.
    pub cell_address: u64,
    /// Whole frames that were read.
    pub frames: u64,
    /// Cells of those frames.
    pub cells: u64,
    /// Damaged stretches that were skipped, and cells taken from a frame that was cut off. Zero without salvage.
    pub gaps: u32,
    /// Cells that were taken from a frame without a checksum: likely right, not certain.
    pub unverified: u64,
    /// Whether the frame that closes a stream was there. If not, whole frames and games may be
    /// missing at the end.
    pub closed: bool,
}

impl DecodeReport {
    /// Whether everything that is there was read without a fault or gap. See
    /// [`closed`](Self::closed) for what may not be there.
    #[must_use]
    pub const fn is_clean(&self) -> bool {
        self.fault.is_none() && self.gaps == 0
    }
}

/// How to read a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReplayOptions {
    /// How much is checked.
    pub trust: Trust,
    /// Whether to go on behind damage: at the next intact frame with a keyframe, and into a last frame that is cut off, as far
    /// as its cells fit.
    pub salvage: bool,
}
