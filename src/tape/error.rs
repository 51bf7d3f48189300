use crate::memory::NoMemory;

use super::move_fault::MoveFault;
use super::tape_state::CellFault;

/// Why a tape did not do what it was asked for. It is then exactly as it was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TapeError {
    /// The move does not fit the board or the dice.
    #[error(transparent)]
    Move(#[from] MoveFault),
    /// A roll without dice.
    #[error("expected at least one die")]
    NoDice,
    /// The cells to be written are not exactly one group.
    #[error("expected one whole group of cells, and cell {index} breaks it")]
    Group {
        /// Which of them, from 0.
        index: usize,
    },
    /// A cell to be written does not apply.
    #[error("cell {index}: {fault}")]
    Cell {
        /// Which of them, from 0.
        index: usize,
        /// What is wrong with it.
        fault: CellFault,
    },
    /// A state to start from whose bitboards and mailbox disagree.
    #[error("expected a state whose bitboards and mailbox agree")]
    Synthetic,
    /// An address, turn or chunk that the tape or store does not have.
    #[error("expected an address, turn or chunk that exists")]
    Range,
    /// What is asked for lies before the oldest chunk that is kept.
    #[error("the history before address {horizon} has been given up")]
    Horizon {
        /// The first address that is left.
        horizon: u64,
    },
    /// The system has no memory for what was to be kept.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// The chunk store's budget is used up by chunks that tapes still need.
    #[error("the chunk store is full")]
    Full,
    /// The host's storage for spilled chunks failed, or gave back something else than it took.
    #[error("storage for spilled chunks failed with code {code}")]
    Io {
        /// The host's code; 0 if what it gave back was not what it took.
        code: i32,
    },
}
