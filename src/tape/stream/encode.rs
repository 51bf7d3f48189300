use crate::memory::{NoMemory, TryGrow};
use crate::state::GameState;
use crate::tape::error::TapeError;
use crate::tape::keyframe::Keyframe;
use crate::tape::tape::Tape;
use crate::tape::tape_state::TapeState;

use super::frame::{CRC_LEN, KEYFRAME, PARTIAL, ROOT, STANDARD_START, write_chunk, write_end};
use super::{HEADER_LEN, MAGIC, MAJOR, MINOR};

/// Writes any number of games as a stream of bytes. Equal games become equal bytes.
#[derive(Debug)]
pub struct StreamWriter {
    bytes: Vec<u8>,
    keyframes: bool,
}

impl StreamWriter {
    /// A stream without games, with a keyframe for every chunk: 48 bytes each, for random access and for going on behind damage.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new() -> Result<Self, NoMemory> {
        let mut header = [0; HEADER_LEN];
        header[..MAGIC.len()].copy_from_slice(&MAGIC);
        header[MAGIC.len()..][..2].copy_from_slice(&[MAJOR, MINOR]);
        let crc = crc32c::crc32c(&header[..HEADER_LEN - CRC_LEN]);
        header[HEADER_LEN - CRC_LEN..].copy_from_slice(&crc.to_le_bytes());
        let mut bytes = Vec::new();
        bytes.try_extend(&header)?;
        Ok(Self { bytes, keyframes: true })
    }

    /// Leaves out all keyframes but those that games start from.
    #[must_use]
    pub fn without_keyframes(mut self) -> Self {
        self.keyframes = false;
        self
    }

    /// Adds all cells of a tape, undone ones too, wherever its head is. Linear in cells.
    ///
    /// # Errors
    /// [`TapeError::Horizon`] if the tape has lost its beginning, [`TapeError::Memory`], or if a
    /// spilled chunk cannot be read. Nothing is added then.
    pub fn game(&mut self, tape: &Tape) -> Result<(), TapeError> {
        let start = self.bytes.len();
        let written = self.chunks(tape);
        if written.is_err() {
            self.bytes.truncate(start);
        }
        written
    }

    fn chunks(&mut self, tape: &Tape) -> Result<(), TapeError> {
        let history = tape.history();
        let horizon = history.horizon();
        if horizon > 0 {
            return Err(TapeError::Horizon { horizon });
        }
        for chunk in &history.chunks {
            let (head, cells) = (&chunk.head, history.cells_of(chunk)?);
            let flags = self.flags(head.base, &head.keyframe);
            write_chunk(&mut self.bytes, flags, &head.keyframe, &cells, [head.prev_id, head.id])?;
        }
        let open = &history.open;
        let flags = self.flags(open.base, &open.keyframe) | PARTIAL;
        let ids = [open.prev.id(), history.chain_at(history.end())?.id()];
        Ok(write_chunk(&mut self.bytes, flags, &open.keyframe, open.cells(), ids)?)
    }

    fn flags(&self, base: u64, keyframe: &Keyframe) -> u8 {
        match base {
            0 if *keyframe == initial_keyframe() => ROOT | STANDARD_START,
            0 => ROOT | KEYFRAME,
            _ if self.keyframes => KEYFRAME,
            _ => 0,
        }
    }

    /// The bytes so far: a stream without the frame that says that it is complete.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Forgets the bytes so far, which have been passed on, so that a stream can be written piece
    /// by piece.
    pub fn clear(&mut self) {
        self.bytes.clear();
    }

    /// Closes the stream: nothing follows, and a reader can tell that nothing is missing.
    ///
    /// # Errors
    /// If there is no memory for the last frame.
    pub fn finish(mut self) -> Result<Vec<u8>, NoMemory> {
        write_end(&mut self.bytes)?;
        Ok(self.bytes)
    }
}

/// The initial position as a keyframe.
pub(super) fn initial_keyframe() -> Keyframe {
    Keyframe::pack(&TapeState { state: GameState::initial(), in_turn: false })
}
