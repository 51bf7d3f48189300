use crate::state::GameState;

use super::tape_state::TapeState;

/// A complete state in 48 bytes, on the wire and across the C boundary. Little-endian:
///
/// | offset | content |
/// |---|---|
/// | 0 | 32 bytes, a piece code (`color << 3 \| type`) per square, the even square in the low four bits |
/// | 32 | u64 en-passant targets |
/// | 40 | u32 full-move number, 1..=2147483647 |
/// | 44 | u16: bit 0 side to move, 1–4 castling rights, 5–13 dice, 14 turn begun, 15 zero |
/// | 46 | u8 half-move clock, 0..=127 |
/// | 47 | u8 zero |
///
/// Equal states have equal bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Keyframe([u8; Keyframe::LEN]);

const IN_TURN: u64 = 1 << (32 + 14);

impl Keyframe {
    /// Size in bytes.
    pub const LEN: usize = 48;

    /// Bytes from elsewhere; they are checked when [unpacked](Self::unpack).
    #[must_use]
    pub const fn from_bytes(bytes: [u8; Self::LEN]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; Self::LEN] {
        &self.0
    }

    /// Packs a state. Constant time.
    #[must_use]
    pub fn pack(tape_state: &TapeState) -> Self {
        let mut words = tape_state.state.identity();
        if tape_state.in_turn {
            words[5] |= IN_TURN;
        }
        let mut bytes = [0; Self::LEN];
        for (slot, word) in bytes.chunks_exact_mut(8).zip(words) {
            slot.copy_from_slice(&word.to_le_bytes());
        }
        Self(bytes)
    }

    /// The state; `None` if a field is out of its range.
    #[must_use]
    pub fn unpack(&self) -> Option<TapeState> {
        let mut words = [0; 6];
        for (word, bytes) in words.iter_mut().zip(self.0.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        let in_turn = words[5] & IN_TURN != 0;
        words[5] &= !IN_TURN;
        let state = GameState::from_identity(words)?;
        (in_turn || state.dice().is_empty()).then_some(TapeState { state, in_turn })
    }

    /// The 24 words that a [chain](super::Chain) begins with.
    pub(super) fn words(&self) -> impl Iterator<Item = u16> {
        self.0.as_chunks::<2>().0.iter().map(|&bytes| u16::from_le_bytes(bytes))
    }
}
