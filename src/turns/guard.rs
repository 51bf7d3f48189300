use thiserror::Error;

use crate::memory::NoMemory;

/// What keeps an enumeration within bounds that the position does not set: a board full of queens has billions of turns.
#[derive(Clone, Copy)]
pub struct Guard<'a> {
    /// The most different states that one list may hold.
    pub max_states: usize,
    /// Asked every few microseconds; `false` ends the enumeration.
    pub keep_going: &'a dyn Fn() -> bool,
}

impl Guard<'_> {
    /// Neither a limit nor a question.
    pub const NONE: Self = Self { max_states: usize::MAX, keep_going: &|| true };
}

/// Why an enumeration ended early. What it was to fill then holds nothing of use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Halt {
    /// A list would hold more than this many turns or states.
    #[error("more than {0} turns or states")]
    TooMany(usize),
    /// There is no memory for another one.
    #[error("no memory for the turns or states of a position")]
    Memory,
    /// [`Guard::keep_going`] said no.
    #[error("stopped")]
    Stopped,
}

impl From<NoMemory> for Halt {
    fn from(_: NoMemory) -> Self {
        Self::Memory
    }
}
