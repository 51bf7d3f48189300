use crate::memory::{FallibleArc, NoMemory, list_with_room, try_collect};
use crate::tape::cell::Cell;
use crate::tape::chain::Chain;
use crate::tape::chunk::{ChunkHead, SharedCells};
use crate::tape::keyframe::Keyframe;

/// The 24 bytes in front of every frame's payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameHeader {
    pub kind: u8,
    pub flags: u8,
    pub cells: u16,
    /// Bytes of payload.
    pub length: u32,
    pub prev_id: u64,
    pub chunk_id: u64,
}

/// A frame of cells.
pub const CHUNK: u8 = 1;
/// The stream was closed.
pub const END: u8 = 0x7F;
/// Frames of this type or above may be skipped by those who do not know them.
pub const ANCILLARY: u8 = 0x80;

/// The payload begins with a keyframe.
pub const KEYFRAME: u8 = 1;
/// The first frame of a game.
pub const ROOT: u8 = 2;
/// The last frame of a game: the writer's open chunk.
pub const PARTIAL: u8 = 4;
/// The game starts at the initial position, which takes no keyframe.
pub const STANDARD_START: u8 = 8;
pub const KNOWN_FLAGS: u8 = KEYFRAME | ROOT | PARTIAL | STANDARD_START;

pub const HEADER_LEN: usize = 24;
pub const CRC_LEN: usize = 4;

impl FrameHeader {
    /// The header that stands at the start of `bytes`; `None` if they are too few.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let word = |at: usize| bytes.get(at..at + 8)?.try_into().ok().map(u64::from_le_bytes);
        let (first, prev_id, chunk_id) = (word(0)?, word(8)?, word(16)?);
        let [kind, flags, ..] = first.to_le_bytes();
        Some(Self {
            kind,
            flags,
            cells: (first >> 16) as u16,
            length: (first >> 32) as u32,
            prev_id,
            chunk_id,
        })
    }

    fn bytes(&self) -> [u8; HEADER_LEN] {
        let first = u64::from(self.kind)
            | u64::from(self.flags) << 8
            | u64::from(self.cells) << 16
            | u64::from(self.length) << 32;
        let mut bytes = [0; HEADER_LEN];
        for (slot, word) in bytes.chunks_exact_mut(8).zip([first, self.prev_id, self.chunk_id]) {
            slot.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// Bytes of payload that a chunk with these flags and this many cells has.
    pub const fn chunk_payload(&self) -> usize {
        let keyframe = if self.flags & KEYFRAME == 0 { 0 } else { Keyframe::LEN };
        keyframe + (self.cells as usize * size_of::<Cell>()).next_multiple_of(4)
    }
}

/// Appends a frame of cells.
pub fn write_chunk(
    out: &mut Vec<u8>,
    flags: u8,
    keyframe: &Keyframe,
    cells: &[Cell],
    [prev_id, chunk_id]: [u64; 2],
) -> Result<(), NoMemory> {
    let start = out.len();
    let mut header =
        FrameHeader { kind: CHUNK, flags, cells: cells.len() as u16, length: 0, prev_id, chunk_id };
    header.length = header.chunk_payload() as u32;
    let end = HEADER_LEN + header.length as usize;
    out.try_reserve(end + CRC_LEN)?;
    out.extend_from_slice(&header.bytes());
    if flags & KEYFRAME != 0 {
        out.extend_from_slice(keyframe.bytes());
    }
    out.extend(cells.iter().flat_map(|cell| cell.bits().to_le_bytes()));
    out.resize(start + end, 0);
    write_crc(out, start);
    Ok(())
}

/// Appends the frame that closes a stream.
pub fn write_end(out: &mut Vec<u8>) -> Result<(), NoMemory> {
    let start = out.len();
    let header = FrameHeader { kind: END, flags: 0, cells: 0, length: 0, prev_id: 0, chunk_id: 0 };
    out.try_reserve(HEADER_LEN + CRC_LEN)?;
    out.extend_from_slice(&header.bytes());
    write_crc(out, start);
    Ok(())
}

/// Appends the checksum of what begins at `start`; there must be room for it.
fn write_crc(out: &mut Vec<u8>, start: usize) {
    let crc = crc32c::crc32c(&out[start..]);
    out.extend_from_slice(&crc.to_le_bytes());
}

/// Whether the last four of these bytes are the checksum of those before.
pub fn crc_fits(frame: &[u8]) -> bool {
    frame.split_last_chunk().is_some_and(|(content, crc)| crc32c::crc32c(content) == u32::from_le_bytes(*crc))
}

/// Size of the frame in which a chunk is spilled.
pub fn chunk_frame_len(head: &ChunkHead) -> usize {
    HEADER_LEN + Keyframe::LEN + (head.length * size_of::<Cell>()).next_multiple_of(4) + CRC_LEN
}

/// A chunk as one frame with keyframe.
pub fn write_spilled(head: &ChunkHead, cells: &[Cell]) -> Result<Vec<u8>, NoMemory> {
    let mut frame = list_with_room(chunk_frame_len(head))?;
    write_chunk(&mut frame, KEYFRAME, &head.keyframe, cells, [head.prev_id, head.id])?;
    Ok(frame)
}

/// The cells of a frame that [`write_spilled`] made of this chunk; `None` if it is any other, a frame with a fitting checksum included.
pub fn read_spilled(bytes: &[u8], head: &ChunkHead) -> Result<Option<SharedCells>, NoMemory> {
    let Some(header) = FrameHeader::read(bytes) else { return Ok(None) };
    let same = header.kind == CHUNK
        && header.flags == KEYFRAME
        && usize::from(header.cells) == head.length
        && [header.prev_id, header.chunk_id] == [head.prev_id, head.id]
        && bytes.len() == chunk_frame_len(head)
        && crc_fits(bytes);
    if !same {
        return Ok(None);
    }
    let cells = try_collect(cells_of(&bytes[HEADER_LEN + Keyframe::LEN..]).take(head.length))?;
    let chain = Chain::from_id(head.prev_id).map(|chain| chain.extended(&cells).id());
    if chain == Some(head.id) { FallibleArc::new(cells).map(Some) } else { Ok(None) }
}

/// The cells that these bytes are, as far as they are whole.
pub fn cells_of(bytes: &[u8]) -> impl ExactSizeIterator<Item = Cell> {
    bytes.as_chunks::<2>().0.iter().map(|&bytes| Cell::from_bits(u16::from_le_bytes(bytes)))
}
