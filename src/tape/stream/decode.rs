use std::ops::ControlFlow;

use crate::memory::TryGrow;
use crate::tape::error::TapeError;
use crate::tape::store::ChunkStore;
use crate::tape::tape::Tape;
use crate::tape::tape_state::TapeState;

use super::replay::{Event, replay};
use super::report::{DecodeReport, ReplayOptions, StreamFault};

/// The games of a stream.
#[derive(Debug)]
pub struct Decoded {
    /// One tape per game, in order, with the head at its end. Holds whole frames only, except for cells that salvage took
    /// from a frame that was cut off. Empty if there are more games than there is room for.
    pub tapes: Vec<Tape>,
    /// How many games there are.
    pub games: usize,
    /// How far reading got.
    pub report: DecodeReport,
}

/// Reads up to `room` games of a stream into a store. Chunks are sealed anew, as the store's
/// capacity has it. Whatever the options trust, no cell gets on a tape that does not fit there. If
/// there are more games, they are only counted, and take no memory.
///
/// # Errors
/// Only if the store is full or cannot reach its storage, or if there is no memory. A fault in the
/// bytes ends reading and is in the report.
pub fn decode(
    bytes: &[u8],
    options: ReplayOptions,
    store: &ChunkStore,
    room: usize,
) -> Result<Decoded, TapeError> {
    let mut games =
        Games { store, room, tapes: Vec::new(), count: 0, surplus: None, whole: None, unverified: false };
    let mut failure = None;
    let mut report = replay(bytes, options, |event| match games.take(event) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    });
    match failure {
        None => {}
        Some(TapeError::Cell { .. } | TapeError::Group { .. }) => report.fault = Some(StreamFault::Replay),
        Some(error) => return Err(error),
    }
    games.cut()?;
    Ok(Decoded { tapes: games.tapes, games: games.count, report })
}

struct Games<'a> {
    store: &'a ChunkStore,
    room: usize,
    tapes: Vec<Tape>,
    count: usize,
    /// The state of the last game if there is no room for it.
    surplus: Option<TapeState>,
    /// Where the last game's tape ended when its last whole frame did; `None` if it has none.
    whole: Option<u64>,
    /// Whether the last game's end is kept although its frame is not whole.
    unverified: bool,
}

impl Games<'_> {
    fn take(&mut self, event: Event<'_>) -> Result<(), TapeError> {
        match event {
            Event::Game(root) => {
                if self.count < self.room {
                    self.tapes.try_push(Tape::at(self.store.clone(), *root))?;
                } else {
                    self.surplus = Some(*root);
                }
                self.count += 1;
                (self.whole, self.unverified) = (None, false);
            }
            Event::Group(cells, _) => match (&mut self.surplus, self.tapes.last_mut()) {
                (Some(state), _) => state.redo_whole_group(cells)?,
                (None, Some(tape)) => tape.write(cells)?,
                (None, None) => {}
            },
            Event::FrameEnd => {
                self.keep();
                self.whole = Some(self.last_head());
            }
            Event::Gap(_) => self.cut()?,
            Event::Unverified => {
                self.keep();
                self.unverified = true;
            }
        }
        Ok(())
    }

    /// The last game will not be taken away. If there is no room for it, none of the tapes is of
    /// use.
    fn keep(&mut self) {
        if self.surplus.is_some() {
            self.tapes = Vec::new();
        }
    }

    fn last_head(&self) -> u64 {
        self.tapes.last().map_or(0, Tape::head)
    }

    /// Takes what belongs to an unfinished frame off the last game, or the game away if nothing
    /// else is in it.
    fn cut(&mut self) -> Result<(), TapeError> {
        if self.unverified || self.count == 0 {
            return Ok(());
        }
        match (self.whole, &self.surplus) {
            (Some(_), Some(_)) => {}
            (Some(whole), None) => {
                if let Some(tape) = self.tapes.last_mut() {
                    tape.seek(whole)?;
                    tape.truncate()?;
                }
            }
            (None, surplus) => {
                if surplus.is_none() {
                    self.tapes.pop();
                }
                self.surplus = None;
                self.count -= 1;
                self.whole = Some(self.last_head());
            }
        }
        Ok(())
    }
}
