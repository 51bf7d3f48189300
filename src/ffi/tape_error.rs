//! What goes wrong on a tape and in a stream, as the caller gets it.

use crate::state::StateFaults;
use crate::tape::stream::{DecodeReport, StreamFault};
use crate::tape::{CellFault, TapeError};

use super::argument::Argument;
use super::error::dicechess_error;
use super::status::{
    DICECHESS_ERR_ILLEGAL, DICECHESS_ERR_POSITION, DICECHESS_ERR_RANGE, DICECHESS_ERR_TAPE_CELL,
    DICECHESS_ERR_TAPE_CHAIN, DICECHESS_ERR_TAPE_CORRUPT, DICECHESS_ERR_TAPE_FORMAT, DICECHESS_ERR_TAPE_FULL,
    DICECHESS_ERR_TAPE_HORIZON, DICECHESS_ERR_TAPE_IO, DICECHESS_ERR_TAPE_REPLAY,
    DICECHESS_ERR_TAPE_TRUNCATED, DICECHESS_ERR_TAPE_UNSUPPORTED, DICECHESS_ERR_TAPE_VERSION,
};

impl<T> Argument<'_, T> {
    /// What a tape refused because of this parameter.
    #[cold]
    pub(super) fn refused(&self, error: TapeError) -> dicechess_error {
        match error {
            TapeError::NoDice | TapeError::Range => {
                self.fault(DICECHESS_ERR_RANGE, format_args!("is refused: {error}"))
            }
            _ => failed_on_tape(error),
        }
    }
}

/// The error that the caller of the tape gets.
#[cold]
pub(super) fn failed_on_tape(error: TapeError) -> dicechess_error {
    let with = |code: i32| dicechess_error::new(code, error);
    match error {
        TapeError::Move(_) => with(DICECHESS_ERR_ILLEGAL).with_field(0),
        TapeError::NoDice | TapeError::Range => with(DICECHESS_ERR_RANGE),
        TapeError::Group { index } | TapeError::Cell { index, fault: CellFault::Malformed } => {
            with(DICECHESS_ERR_TAPE_CELL).with_offset(index)
        }
        TapeError::Cell { index, fault: CellFault::Unfitting } => {
            with(DICECHESS_ERR_TAPE_REPLAY).with_offset(index)
        }
        TapeError::Synthetic => {
            with(DICECHESS_ERR_POSITION).with_detail(StateFaults::BOARDS_DISAGREE.bits() as i32)
        }
        TapeError::Horizon { horizon } => {
            with(DICECHESS_ERR_TAPE_HORIZON).with_offset(usize::try_from(horizon).unwrap_or(usize::MAX))
        }
        TapeError::Memory(no_memory) => no_memory.into(),
        TapeError::Full => with(DICECHESS_ERR_TAPE_FULL),
        TapeError::Io { code } => with(DICECHESS_ERR_TAPE_IO).with_detail(code),
    }
}

/// The status of a fault in a stream.
pub(super) const fn status_of(fault: StreamFault) -> i32 {
    match fault {
        StreamFault::Format => DICECHESS_ERR_TAPE_FORMAT,
        StreamFault::Version => DICECHESS_ERR_TAPE_VERSION,
        StreamFault::Truncated => DICECHESS_ERR_TAPE_TRUNCATED,
        StreamFault::Corrupt => DICECHESS_ERR_TAPE_CORRUPT,
        StreamFault::Cell => DICECHESS_ERR_TAPE_CELL,
        StreamFault::Replay => DICECHESS_ERR_TAPE_REPLAY,
        StreamFault::Chain => DICECHESS_ERR_TAPE_CHAIN,
        StreamFault::Unsupported => DICECHESS_ERR_TAPE_UNSUPPORTED,
    }
}

/// The error for a stream that could not be read to its end.
#[cold]
pub(super) fn failed_in_stream(fault: StreamFault, report: &DecodeReport) -> dicechess_error {
    let DecodeReport { byte_offset, games, cell_address, .. } = *report;
    let message = format_args!("at byte {byte_offset}, address {cell_address} of game {games}: {fault}");
    dicechess_error::new(status_of(fault), message).with_offset(byte_offset)
}
