use std::collections::TryReserveError;

use thiserror::Error;

/// The system has no memory for what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no memory")]
pub struct NoMemory;

impl From<TryReserveError> for NoMemory {
    fn from(_: TryReserveError) -> Self {
        Self
    }
}
