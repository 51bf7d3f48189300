use std::ops::ControlFlow::{self, Break, Continue};

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

impl<'a> Guard<'a> {
    /// Neither a limit nor a question.
    pub const NONE: Self = Self { max_states: usize::MAX, keep_going: &|| true };

    /// A guard is asked before the first of this many turns that are made one after the other: some ten microseconds.
    pub(crate) const TURNS_BETWEEN_QUESTIONS: usize = 512;

    pub(super) fn questions(&'a self) -> Questions<'a> {
        Questions { guard: self, turns_seen: 0 }
    }
}

/// Asks a guard now and then while turns are visited.
pub(super) struct Questions<'a> {
    guard: &'a Guard<'a>,
    turns_seen: usize,
}

impl Questions<'_> {
    #[inline]
    pub(super) fn before_turn(&mut self) -> ControlFlow<Halt> {
        if self.turns_seen.is_multiple_of(Guard::TURNS_BETWEEN_QUESTIONS) && !(self.guard.keep_going)() {
            return Break(Halt::Stopped);
        }
        self.turns_seen += 1;
        Continue(())
    }
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
