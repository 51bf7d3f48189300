//! Games as a stream of bytes: a header, then frames, each with a checksum. Everything is little-endian.
//!
//! The stream header is 16 bytes: the magic number, u8 major version 1, u8 minor version 0, u16 flags 0, u32 CRC32C of the 12 bytes before. A
//! frame is 24 bytes, a payload and a u32 CRC32C over both:
//!
//! | offset | content |
//! |---|---|
//! | 0 | u8 type: 1 cells, 0x7F end, 0x80 and above may be skipped, 0 zero fill up to the end |
//! | 1 | u8 flags: 1 payload begins with a [`Keyframe`](super::Keyframe), 2 first of a game, 4 the writer's open chunk, 8 starts at the initial position |
//! | 2 | u16 cells |
//! | 4 | u32 bytes of payload: keyframe, cells, two zero bytes if that makes a multiple of four |
//! | 8 | u64 identifier of the history before the chunk |
//! | 16 | u64 identifier of the history with it |

mod decode;
mod encode;
pub(super) mod frame;
mod replay;
mod report;

pub use decode::{Decoded, decode};
pub use encode::StreamWriter;
pub use replay::{Event, Trust, replay};
pub use report::{DecodeReport, ReplayOptions, StreamFault};

/// The first bytes of every stream. A transfer as text damages them visibly.
const MAGIC: [u8; 8] = *b"\x89DCT\r\n\x1a\n";
const MAJOR: u8 = 1;
const MINOR: u8 = 0;
const HEADER_LEN: usize = 16;
