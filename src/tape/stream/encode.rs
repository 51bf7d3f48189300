use crate::state::GameState;
use crate::tape::error::TapeError;
use crate::tape::keyframe::Keyframe;
use crate::tape::tape::Tape;
use crate::tape::tape_state::TapeState;

use super::frame::{KEYFRAME, PARTIAL, ROOT, STANDARD_START, write_chunk, write_end};
use super::{HEADER_LEN, MAGIC, MAJOR, MINOR};

/// Writes any number of games as a stream of bytes. Equal games become equal bytes.
#[derive(Clone, Debug)]
pub struct StreamWriter {
    bytes: Vec<u8>,
    keyframes: bool,
}

impl Default for StreamWriter {
    fn default() -> Self {
        Self::new()
    }
}

impl StreamWriter {
    /// A stream without games, with a keyframe for every chunk: 48 bytes each, for random access and for going on behind damage.
    #[must_use]
    pub fn new() -> Self {
        let mut bytes = Vec::with_capacity(HEADER_LEN);
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&[MAJOR, MINOR, 0, 0]);
        bytes.extend_from_slice(&crc32c::crc32c(&bytes).to_le_bytes());
        Self { bytes, keyframes: true }
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
    /// [`TapeError::Horizon`] if the tape has lost its beginning, or if a spilled chunk cannot be read. Nothing is added then.
    pub fn game(&mut self, tape: &Tape) -> Result<(), TapeError> {
        let start = self.bytes.len();
        let written = self.chunks(tape);
        if written.is_err() {
            self.bytes.truncate(start);
        }
        written
    }

    fn chunks(&mut self, tape: &Tape) -> Result<(), TapeError> {
        let reel = tape.reel();
        let horizon = reel.horizon();
        if horizon > 0 {
            return Err(TapeError::Horizon { horizon });
        }
        for chunk in &reel.spine {
            let (head, cells) = (chunk.head(), reel.cells_of(chunk)?);
            let flags = self.flags(head.base, &head.keyframe);
            write_chunk(&mut self.bytes, flags, &head.keyframe, &cells, [head.prev_id, head.id]);
        }
        let open = &reel.open;
        let flags = self.flags(open.base, &open.keyframe) | PARTIAL;
        let ids = [open.prev.id(), reel.chain_at(reel.end())?.id()];
        write_chunk(&mut self.bytes, flags, &open.keyframe, open.cells(), ids);
        Ok(())
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

    /// Takes the bytes written so far out, so that a stream can be passed on piece by piece.
    pub fn drain(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Closes the stream: nothing follows, and a reader can tell that nothing is missing.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        write_end(&mut self.bytes);
        self.bytes
    }
}

/// The initial position as a keyframe.
pub(super) fn initial_keyframe() -> Keyframe {
    Keyframe::pack(&TapeState { state: GameState::initial(), in_turn: false })
}
