use std::ops::ControlFlow;
use std::sync::Arc;

use crate::tape::error::TapeError;
use crate::tape::store::ChunkStore;
use crate::tape::tape::Tape;

use super::replay::{Event, replay};
use super::report::{DecodeReport, ReplayOptions, StreamFault};

/// The games of a stream.
#[derive(Debug)]
pub struct Decoded {
    /// One tape per game, in order, with the head at its end. Holds whole frames only, except for cells that salvage took
    /// from a frame that was cut off.
    pub tapes: Vec<Tape>,
    /// How far reading got.
    pub report: DecodeReport,
}

/// Reads the games of a stream into a store. Chunks are sealed anew, as the store's capacity has it. Whatever the options trust, no cell
/// gets on a tape that does not fit there.
///
/// # Errors
/// Only if the store is full or cannot reach its storage. A fault in the bytes ends reading and is in the report.
pub fn decode(bytes: &[u8], options: ReplayOptions, store: &Arc<ChunkStore>) -> Result<Decoded, TapeError> {
    let mut games = Games { tapes: Vec::new(), whole: None, unverified: false };
    let mut failure = None;
    let mut report = replay(bytes, options, |event| match games.take(store, event) {
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
    Ok(Decoded { tapes: games.tapes, report })
}

struct Games {
    tapes: Vec<Tape>,
    /// Where the last tape ended when its last whole frame did; `None` if it has none.
    whole: Option<u64>,
    /// Whether the last tape's end is kept although its frame is not whole.
    unverified: bool,
}

impl Games {
    fn take(&mut self, store: &Arc<ChunkStore>, event: Event<'_>) -> Result<(), TapeError> {
        match event {
            Event::Game(root) => {
                self.tapes.push(Tape::at(Arc::clone(store), *root));
                (self.whole, self.unverified) = (None, false);
            }
            Event::Group(cells, _) => {
                if let Some(tape) = self.tapes.last_mut() {
                    tape.write(cells)?;
                }
            }
            Event::FrameEnd => self.whole = self.tapes.last().map(Tape::head),
            Event::Gap(_) => self.cut()?,
            Event::Unverified => self.unverified = true,
        }
        Ok(())
    }

    /// Takes what belongs to an unfinished frame off the last tape, or the tape away if nothing else is on it.
    fn cut(&mut self) -> Result<(), TapeError> {
        match (self.tapes.last_mut(), self.whole) {
            (Some(tape), Some(whole)) if !self.unverified => {
                tape.seek(whole)?;
                tape.truncate()?;
            }
            (Some(_), None) if !self.unverified => {
                self.tapes.pop();
                self.whole = self.tapes.last().map(Tape::head);
            }
            _ => {}
        }
        Ok(())
    }
}
