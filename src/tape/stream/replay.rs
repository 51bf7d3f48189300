use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use crate::tape::cell::{Cell, op};
use crate::tape::chain::{BLOCK as BLOCK_OF_CHAIN, Chain};
use crate::tape::group::{GROUP_MAX, group_length};
use crate::tape::keyframe::Keyframe;
use crate::tape::one_piece_step::OnePieceStep;
use crate::tape::tape_state::{CellFault, TapeState};

use super::encode::initial_keyframe;
use super::frame::{
    ANCILLARY, CHUNK, CRC_LEN, END, FrameHeader, HEADER_LEN as FRAME_HEADER_LEN, KEYFRAME, KNOWN_FLAGS,
    PARTIAL, ROOT, STANDARD_START, cells_of, crc_fits,
};
use super::report::{DecodeReport, ReplayOptions, StreamFault};
use super::{HEADER_LEN, MAGIC, MAJOR};

/// How much of a stream is checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// Everything.
    #[default]
    Checked,
    /// Checksums and the order of cells, and that no two men meet on a square; for streams that this library wrote. Anything else
    /// may give wrong states, but never a panic or an inconsistent one.
    Trusted,
}

/// What a stream says, in order.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A game begins with this state. Behind damage it may be the middle of one.
    Game(&'a TapeState),
    /// A group of cells, and the state behind it.
    Group(&'a [Cell], &'a TapeState),
    /// The frame with the groups since the last such event is whole and its identifiers fit.
    FrameEnd,
    /// These many bytes were skipped.
    Gap(usize),
    /// The groups that follow have no checksum.
    Unverified,
}

/// Reads a stream without rules and without allocating: calls `visit` for everything in it, until that breaks.
///
/// Where a frame turns out wrong, groups of its sound part have been reported already and [`Event::FrameEnd`] does not follow. Linear in
/// bytes.
pub fn replay(
    bytes: &[u8],
    options: ReplayOptions,
    visit: impl FnMut(Event<'_>) -> ControlFlow<()>,
) -> DecodeReport {
    let mut reader =
        Reader { bytes, options, visit, report: DecodeReport::default(), game: None, in_vain: 0 };
    let outcome = reader.stream();
    if let Err(Stop::Fault(fault)) = outcome {
        reader.report.fault = Some(fault);
    }
    reader.report
}

struct Reader<'a, V> {
    bytes: &'a [u8],
    options: ReplayOptions,
    visit: V,
    report: DecodeReport,
    game: Option<Game>,
    /// Bytes of what looked like an intact frame to salvage, and was none.
    in_vain: usize,
}

/// The game that is being read.
struct Game {
    tape_state: TapeState,
    chain: Chain,
    address: u64,
    /// Whether its last frame has been read.
    closed: bool,
}

enum Stop {
    Fault(StreamFault),
    /// The visitor has seen enough.
    Asked,
}

use StreamFault::{Corrupt, Format, Replay, Truncated, Unsupported, Version};

impl<V: FnMut(Event<'_>) -> ControlFlow<()>> Reader<'_, V> {
    fn stream(&mut self) -> Result<(), Stop> {
        self.header().map_err(Stop::Fault)?;
        self.report.byte_offset = HEADER_LEN;
        loop {
            match self.frame() {
                Ok(true) => {}
                Ok(false) => return Ok(()),
                Err(Stop::Fault(fault)) if self.options.salvage => self.salvage(fault)?,
                Err(stop) => return Err(stop),
            }
        }
    }

    fn header(&self) -> Result<(), StreamFault> {
        let start = &self.bytes[..self.bytes.len().min(HEADER_LEN)];
        if !MAGIC.starts_with(&start[..start.len().min(MAGIC.len())]) {
            return Err(Format);
        }
        match start.split_last_chunk() {
            _ if start.len() < HEADER_LEN => Err(Truncated),
            Some((content, crc)) if crc32c::crc32c(content) == u32::from_le_bytes(*crc) => {
                match content[MAGIC.len()..] {
                    [MAJOR, _, 0, 0] => Ok(()),
                    [MAJOR, ..] => Err(Unsupported),
                    _ => Err(Version),
                }
            }
            _ => Err(Format),
        }
    }

    /// Reads the frame at the current offset; false at the stream's end. With a fault, the offset stays at the frame or goes to the cell
    /// at fault.
    fn frame(&mut self) -> Result<bool, Stop> {
        let rest = &self.bytes[self.report.byte_offset..];
        if rest.first().is_none_or(|&kind| kind == 0) {
            return match rest.iter().all(|&byte| byte == 0) {
                true => Ok(false),
                false => Err(Stop::Fault(Corrupt)),
            };
        }
        let (header, frame) = intact_frame(rest).map_err(Stop::Fault)?;
        let payload = &frame[FRAME_HEADER_LEN..frame.len() - CRC_LEN];
        match header.kind {
            CHUNK => self.chunk(&header, payload)?,
            END => {
                let nothing_follows = rest[frame.len()..].iter().all(|&byte| byte == 0);
                if !nothing_follows {
                    return Err(Stop::Fault(Corrupt));
                }
                self.report.byte_offset += frame.len();
                self.report.closed = true;
                return Ok(false);
            }
            ANCILLARY.. => {}
            _ => return Err(Stop::Fault(Unsupported)),
        }
        self.report.byte_offset += frame.len();
        self.report.frames += 1;
        Ok(true)
    }

    fn chunk(&mut self, header: &FrameHeader, payload: &[u8]) -> Result<(), Stop> {
        let frame_offset = self.report.byte_offset;
        let (keyframe, cells) = split_payload(header, payload).map_err(Stop::Fault)?;
        self.enter(header, keyframe)?;
        let cells_offset = frame_offset + FRAME_HEADER_LEN + payload.len() - cells.len();
        let padding = cells.len() - usize::from(header.cells) * size_of::<Cell>();
        let cells = &cells[..cells.len() - padding];
        self.groups(cells, cells_offset)?;

        let Some(game) = &mut self.game else { return Err(Stop::Fault(StreamFault::Chain)) };
        self.report.cell_address = game.address;
        if self.options.trust == Trust::Checked {
            game.chain = extended(game.chain, cells);
            if game.chain.id() != header.chunk_id {
                return Err(Stop::Fault(StreamFault::Chain));
            }
        } else {
            game.chain = Chain::from_id(header.chunk_id).ok_or(Stop::Fault(StreamFault::Chain))?;
        }
        game.closed = header.flags & PARTIAL != 0;
        self.report.byte_offset = frame_offset;
        self.report.cells += u64::from(header.cells);
        self.tell(Event::FrameEnd)
    }

    /// Begins a game or goes on with the one at hand, as the frame's header says.
    fn enter(&mut self, header: &FrameHeader, keyframe: Option<Keyframe>) -> Result<(), Stop> {
        if header.flags & ROOT != 0 {
            let keyframe = keyframe.unwrap_or_else(initial_keyframe);
            let tape_state = keyframe.unpack().ok_or(Stop::Fault(Corrupt))?;
            let chain = Chain::of_root(&keyframe);
            if chain.id() != header.prev_id {
                return Err(Stop::Fault(StreamFault::Chain));
            }
            return self.begin(tape_state, chain);
        }
        match (&self.game, keyframe) {
            (Some(game), _) if game.closed || game.chain.id() != header.prev_id => {
                Err(Stop::Fault(StreamFault::Chain))
            }
            (Some(game), Some(keyframe)) if Keyframe::pack(&game.tape_state) != keyframe => {
                self.report.cell_address = game.address;
                Err(Stop::Fault(Replay))
            }
            (Some(_), _) => Ok(()),
            // Behind damage, or a stream that begins in the middle of a game.
            (None, Some(keyframe)) if self.report.gaps > 0 => {
                let tape_state = keyframe.unpack().ok_or(Stop::Fault(Corrupt))?;
                let chain = Chain::from_id(header.prev_id).ok_or(Stop::Fault(StreamFault::Chain))?;
                self.begin(tape_state, chain)
            }
            (None, _) => Err(Stop::Fault(StreamFault::Chain)),
        }
    }

    fn begin(&mut self, tape_state: TapeState, chain: Chain) -> Result<(), Stop> {
        self.game = Some(Game { tape_state, chain, address: 0, closed: false });
        self.report.games += 1;
        self.report.cell_address = 0;
        self.tell(Event::Game(&tape_state))
    }

    /// Applies the groups of cells that these bytes are. At a fault, the state is that behind the last whole group.
    fn groups(&mut self, bytes: &[u8], offset: usize) -> Result<(), Stop> {
        match self.options.trust {
            Trust::Checked => self.groups_as::<true>(bytes, offset),
            Trust::Trusted => self.groups_as::<false>(bytes, offset),
        }
    }

    fn groups_as<const CHECKED: bool>(&mut self, mut bytes: &[u8], mut offset: usize) -> Result<(), Stop> {
        let Some(game) = &mut self.game else { return Err(Stop::Fault(StreamFault::Chain)) };
        let mut block = [Cell::from_bits(0); BLOCK];
        while bytes.len() >= size_of::<Cell>() {
            let length = read_cells(bytes, &mut block);
            let is_last = bytes.len() <= size_of_val(&block);
            let mut cells = &block[..length];
            let mut stopped = None;
            // Where a block ends, the next one begins with the group that may go on.
            while !cells.is_empty() && (is_last || cells.len() > GROUP_MAX) {
                match apply_group::<CHECKED>(cells, &mut game.tape_state) {
                    Ok(length) => {
                        let (group, rest) = cells.split_at(length);
                        cells = rest;
                        if (self.visit)(Event::Group(group, &game.tape_state)).is_break() {
                            stopped = Some((0, Stop::Asked));
                            break;
                        }
                    }
                    Err((index, fault)) => {
                        stopped = Some((index, Stop::Fault(fault)));
                        break;
                    }
                }
            }
            let done = length - cells.len();
            game.address += done as u64;
            offset += done * size_of::<Cell>();
            if let Some((index, stop)) = stopped {
                if matches!(stop, Stop::Fault(_)) {
                    self.report.byte_offset = offset + index * size_of::<Cell>();
                }
                self.report.cell_address = game.address + index as u64;
                return Err(stop);
            }
            bytes = &bytes[done * size_of::<Cell>()..];
        }
        Ok(())
    }

    /// Goes on behind a fault: takes what a cut-off last frame still gives, or looks for the next intact frame with a keyframe.
    fn salvage(&mut self, fault: StreamFault) -> Result<(), Stop> {
        let offset = self.report.byte_offset;
        if fault == Truncated {
            self.salvage_tail()?;
        }
        self.game = None;
        let Some(next) = self.intact_start_behind(offset) else {
            self.report.byte_offset = offset;
            return Err(Stop::Fault(fault));
        };
        self.report.gaps += 1;
        self.report.byte_offset = next;
        self.tell(Event::Gap(next - offset))
    }

    /// Where the next intact frame with a keyframe begins behind `offset`. Frames are aligned to four bytes, but what damaged the stream may
    /// have moved them.
    fn intact_start_behind(&mut self, offset: usize) -> Option<usize> {
        for start in offset + 1..self.bytes.len() {
            let rest = &self.bytes[start..];
            let header = FrameHeader::read(rest)?;
            let length = header.length as usize;
            if header.kind != CHUNK
                || header.flags & (KEYFRAME | ROOT) == 0
                || length != header.chunk_payload()
            {
                continue;
            }
            if intact_frame(rest).is_ok() {
                return Some(start);
            }
            self.in_vain += length.min(rest.len());
            if self.in_vain / MOST_IN_VAIN > self.bytes.len() {
                return None;
            }
        }
        None
    }

    /// The whole groups of a last frame whose end is missing, as far as they fit. The header has no checksum of its own here.
    fn salvage_tail(&mut self) -> Result<(), Stop> {
        let offset = self.report.byte_offset;
        let rest = &self.bytes[offset..];
        let Some(header) = FrameHeader::read(rest) else { return Ok(()) };
        let well_formed = header.kind == CHUNK
            && header.flags & !KNOWN_FLAGS == 0
            && header.length as usize == header.chunk_payload();
        if !well_formed {
            return Ok(());
        }
        let payload = &rest[FRAME_HEADER_LEN..];
        let keyframe = (header.flags & KEYFRAME != 0)
            .then(|| payload.first_chunk().map(|bytes| Keyframe::from_bytes(*bytes)));
        let keyframe = match keyframe {
            Some(None) => return Ok(()),
            Some(found) => found,
            None => None,
        };
        match self.enter(&header, keyframe) {
            Ok(()) => self.tell(Event::Unverified)?,
            Err(Stop::Asked) => return Err(Stop::Asked),
            Err(Stop::Fault(_)) => return Ok(()),
        }
        let cells = &payload[keyframe.map_or(0, |_| Keyframe::LEN)..];
        let most = usize::from(header.cells) * size_of::<Cell>();
        let cells =
            without_open_step(&cells[..cells.len().min(most) / size_of::<Cell>() * size_of::<Cell>()], most);
        let before = self.game.as_ref().map_or(0, |game| game.address);
        let groups = self.groups(cells, offset);
        let address = self.game.as_ref().map_or(0, |game| game.address);
        self.report.unverified += address - before;
        self.report.cell_address = address;
        self.report.byte_offset = offset;
        match groups {
            Err(Stop::Asked) => Err(Stop::Asked),
            // Where the cells stop making sense is where the salvage ends.
            _ => Ok(()),
        }
    }

    fn tell(&mut self, event: Event<'_>) -> Result<(), Stop> {
        match (self.visit)(event) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Asked),
        }
    }
}

/// The frame at the start of `bytes`, checked for length and checksum.
fn intact_frame(bytes: &[u8]) -> Result<(FrameHeader, &[u8]), StreamFault> {
    let header = FrameHeader::read(bytes).ok_or(Truncated)?;
    let length = header.length as usize;
    let expected = match header.kind {
        CHUNK => length == header.chunk_payload(),
        END => length == 0,
        _ => length.is_multiple_of(4),
    };
    if !expected {
        return Err(Corrupt);
    }
    let frame = bytes.get(..FRAME_HEADER_LEN + length + CRC_LEN).ok_or(Truncated)?;
    if crc_fits(frame) { Ok((header, frame)) } else { Err(Corrupt) }
}

/// Keyframe and cells with padding of a frame whose checksum fits.
fn split_payload<'a>(
    header: &FrameHeader,
    payload: &'a [u8],
) -> Result<(Option<Keyframe>, &'a [u8]), StreamFault> {
    let flags = header.flags;
    if flags & !KNOWN_FLAGS != 0 {
        return Err(Unsupported);
    }
    let (root, start) = (flags & ROOT != 0, flags & (KEYFRAME | STANDARD_START));
    if root && start != KEYFRAME && start != STANDARD_START || !root && start & STANDARD_START != 0 {
        return Err(Corrupt);
    }
    let (keyframe, cells) = match payload.split_first_chunk() {
        Some((bytes, cells)) if flags & KEYFRAME != 0 => (Some(Keyframe::from_bytes(*bytes)), cells),
        _ => (None, payload),
    };
    let used = usize::from(header.cells) * size_of::<Cell>();
    if cells[used..].iter().any(|&byte| byte != 0) { Err(Corrupt) } else { Ok((keyframe, cells)) }
}

/// So many times the bytes of a stream are looked through for intact frames. Damage needs no second time; headers made to overlap, each of a
/// long frame, would cost the square.
const MOST_IN_VAIN: usize = 16;

/// How many cells are read at a time.
const BLOCK: usize = 256;

/// Reads as many of the cells that these bytes are as `block` holds, and returns how many that is.
fn read_cells(bytes: &[u8], block: &mut [Cell; BLOCK]) -> usize {
    let mut length = 0;
    for (slot, cell) in block.iter_mut().zip(cells_of(bytes)) {
        *slot = cell;
        length += 1;
    }
    length
}

/// Applies the group at the start of `cells` and returns its length; at a fault, which cell it is, with the state unchanged.
#[inline]
fn apply_group<const CHECKED: bool>(
    cells: &[Cell],
    tape_state: &mut TapeState,
) -> Result<usize, (usize, StreamFault)> {
    let fault_of = |fault| if fault == CellFault::Malformed { StreamFault::Cell } else { Replay };
    if cells[0].op() != op::STEP {
        let length = tape_state.redo_expected(cells);
        if length > 0 {
            return Ok(length);
        }
    } else if let Some(ahead) = cells.first_chunk() {
        let step = OnePieceStep::read(ahead);
        if step.ends() && step.redo::<CHECKED>(tape_state) {
            return Ok(step.length());
        }
    }
    let length =
        group_length(|index| cells.get(index).copied()).map_err(|index| (index, StreamFault::Cell))?;
    tape_state.redo_group::<CHECKED>(&cells[..length]).map_err(|(index, fault)| (index, fault_of(fault)))?;
    Ok(length)
}

/// Of the first of `most` bytes of cells: those without a last micro-move that ends where they do, as it might have gone on.
fn without_open_step(bytes: &[u8], most: usize) -> &[u8] {
    let tail = &bytes[bytes.len() - bytes.len().min(GROUP_MAX * size_of::<Cell>())..];
    let tail: ArrayVec<Cell, GROUP_MAX> = cells_of(tail).collect();
    match tail.iter().rposition(|cell| cell.op() == op::STEP) {
        Some(step) if bytes.len() < most => {
            let ahead = &tail[step..];
            let reaches_end = group_length(|index| ahead.get(index).copied()) == Ok(ahead.len());
            &bytes[..bytes.len() - if reaches_end { size_of_val(ahead) } else { 0 }]
        }
        _ => bytes,
    }
}

/// The chain over cells that are still bytes.
fn extended(chain: Chain, bytes: &[u8]) -> Chain {
    let (blocks, rest) = bytes.as_chunks::<{ BLOCK_OF_CHAIN * size_of::<Cell>() }>();
    let chain = blocks.iter().fold(chain, |chain, block| {
        let mut cells = [Cell::from_bits(0); BLOCK_OF_CHAIN];
        for (slot, cell) in cells.iter_mut().zip(cells_of(block)) {
            *slot = cell;
        }
        chain.extended_by_block(&cells)
    });
    cells_of(rest).fold(chain, Chain::pushed)
}
