//! Streams: games as bytes, to be stored and sent. Reading them needs no rules of the game. docs/tape.md describes the format.
//!
//! All functions are thread-safe as far as the positions that are passed to them allow. Reading
//! takes memory for the positions that it makes and nothing else, and never trusts a length in the
//! bytes.

use std::ffi::c_void;
use std::ops::ControlFlow;

use crate::ffi::cell::dicechess_cell;
use crate::ffi::chunk_store::dicechess_chunk_store;
use crate::ffi::position::dicechess_position;
use crate::ffi::snapshot::dicechess_snapshot;
use crate::tape::stream::{DecodeReport, Decoded, Event, ReplayOptions, StreamWriter, Trust, decode, replay};
use crate::tape::{Cell, ChunkStore, TapeState};

use super::argument::{Argument, Buffer, argument, room_for};
use super::callback;
use super::error::{Outcome, dicechess_error, stopped_by_callback};
use super::extensible::Extensible;
use super::guard::boundary;
use super::handle::{Exclusive, allocate, free};
use super::remembered_turns::RememberingPosition;
use super::status::{DICECHESS_ERR_NULL, DICECHESS_ERR_RANGE, DICECHESS_OK, dicechess_status};
use super::tape_error::{failed_in_stream, failed_on_tape, status_of};

/// How to read a stream; 12 bytes. 0 in a member is its default.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_stream_options {
    /// Set by the caller: `sizeof(dicechess_stream_options)`.
    pub struct_size: u32,
    /// 0: everything is checked. 1: checksums and the order of cells, and that no two men meet on a square; for streams that this library
    /// has written. On any other stream the states may then be wrong, but nothing worse.
    pub trusted: i32,
    /// 1: goes on behind damage, at the next sound frame that has a keyframe, and takes from a last frame that is cut off
    /// what fits. 0: stops there.
    pub salvage: i32,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_stream_options {}

/// How far reading a stream got; 64 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_stream_report {
    /// Set by the caller: `sizeof(dicechess_stream_report)`.
    pub struct_size: u32,
    /// Why it stopped: one of `DICECHESS_ERR_TAPE_`, or `DICECHESS_OK` at a clean end; see `closed`
    /// for what may be missing there.
    pub code: i32,
    /// Where in the bytes: the start of the frame that is at fault, or of the cell; at a clean end, how much was read.
    pub byte_offset: u64,
    /// Address of the cell at fault in the last game, or behind its last cell.
    pub cell_address: u64,
    /// Games that have begun.
    pub games: u32,
    /// Damaged stretches that were skipped.
    pub gaps: u32,
    /// Whole frames that were read.
    pub frames: u64,
    /// Cells of those frames.
    pub cells: u64,
    /// Cells taken from a frame whose end is missing: likely right, not certain.
    pub unverified: u64,
    /// 1 if the frame that closes a stream was there. 0 if not: its writer has not finished, or the
    /// bytes were cut off between two frames, and frames or games are missing.
    pub closed: i32,
    /// Always 0.
    pub reserved: u32,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_stream_report {}

/// A game begins with `state`. Behind a gap it may be the middle of one.
pub const DICECHESS_EVENT_GAME: i32 = 1;
/// A group of `cells` leads to `state`.
pub const DICECHESS_EVENT_GROUP: i32 = 2;
/// The frame with the groups since the last such event is whole.
pub const DICECHESS_EVENT_FRAME_END: i32 = 3;
/// `skipped` bytes were damaged.
pub const DICECHESS_EVENT_GAP: i32 = 4;
/// The groups that follow come from a frame whose end is missing.
pub const DICECHESS_EVENT_UNVERIFIED: i32 = 5;

/// What a stream says next; 56 bytes. Members that an event does not mention are 0 or NULL.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_stream_event {
    /// Set by the library: `sizeof(dicechess_stream_event)`.
    pub struct_size: u32,
    /// One of `DICECHESS_EVENT_`.
    pub kind: i32,
    /// The number of the game, from 0.
    pub game: u32,
    /// 1 if the turn of the side to move has begun, otherwise 0.
    pub in_turn: i32,
    /// Address of the first of `cells`, or behind the last one.
    pub address: u64,
    /// Bytes of a gap.
    pub skipped: u64,
    /// The cells of a group, valid during the callback.
    pub cells: *const dicechess_cell,
    /// How many.
    pub cell_count: usize,
    /// The state, valid during the callback.
    pub state: *const dicechess_snapshot,
}

/// Gets what a stream says, in order. Returns 0, or a number that stops the call.
pub type dicechess_event_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, event: *const dicechess_stream_event) -> i32>;

/// Takes `length` bytes. Returns 0, or a number that stops the call.
pub type dicechess_write_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, bytes: *const u8, length: usize) -> i32>;

impl Argument<'_, *const dicechess_stream_options> {
    fn replay_options(self) -> Outcome<ReplayOptions> {
        if self.value.is_null() {
            return Ok(ReplayOptions::default());
        }
        let options = self.structure()?;
        let truth = |value: i32, offset: usize| match value {
            0 | 1 => Ok(value == 1),
            _ => {
                let problem = format_args!("has a member {value}: neither 0 nor 1");
                Err(self.fault(DICECHESS_ERR_RANGE, problem).with_offset(offset))
            }
        };
        let trusted = truth(options.trusted, std::mem::offset_of!(dicechess_stream_options, trusted))?;
        let salvage = truth(options.salvage, std::mem::offset_of!(dicechess_stream_options, salvage))?;
        Ok(ReplayOptions { trust: if trusted { Trust::Trusted } else { Trust::Checked }, salvage })
    }
}

impl Argument<'_, *mut dicechess_stream_report> {
    /// Where a report goes if the caller wants it.
    fn report(self) -> Outcome<impl FnOnce(&DecodeReport) -> Outcome> {
        let output = if self.value.is_null() { None } else { Some(self.structure_output()?) };
        Ok(|report: &DecodeReport| {
            output.map_or(Ok(()), |output| output.put(dicechess_stream_report::of(report)))
        })
    }
}

impl dicechess_stream_report {
    fn of(report: &DecodeReport) -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            code: report.fault.map_or(DICECHESS_OK, status_of),
            byte_offset: report.byte_offset as u64,
            cell_address: report.cell_address,
            games: report.games,
            gaps: report.gaps,
            frames: report.frames,
            cells: report.cells,
            unverified: report.unverified,
            closed: i32::from(report.closed),
            reserved: 0,
        }
    }
}

impl<'a> Argument<'a, *const *const dicechess_position> {
    /// Calls `take` with each of `count` positions, one after the other.
    fn each(self, count: usize, mut take: impl FnMut(&RememberingPosition) -> Outcome) -> Outcome {
        for (index, &handle) in self.slice(count)?.iter().enumerate() {
            if handle.is_null() {
                let problem = format_args!("has NULL at {index}");
                return Err(self.fault(DICECHESS_ERR_NULL, problem).with_offset(index));
            }
            // SAFETY: see `Argument`: the elements are handles.
            let position = unsafe { Exclusive::<'a, dicechess_position>::new(handle) };
            take(&*position.map_err(|error| self.blame(error).with_offset(index))?)?;
        }
        Ok(())
    }
}

/// A writer with or without the keyframes that a reader can do without.
fn writer(omit_keyframes: bool) -> Outcome<StreamWriter> {
    let writer = StreamWriter::new()?;
    Ok(if omit_keyframes { writer.without_keyframes() } else { writer })
}

/// Writes the games of `count` positions as a stream into `buffer`: all that each has recorded, undone cells included, wherever its head is.
/// `omit_keyframes` is 1 to leave out the state before each chunk, 48 bytes, which allows going on behind damage, otherwise 0.
/// `capacity` counts bytes; `required` (optional) receives their number. Linear in the cells. Equal games give equal bytes.
///
/// `DICECHESS_ERR_NULL`, `_HANDLE` or `_BUSY` with the index of the wrong position in `offset`;
/// `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_stream_encode(
    positions: *const *const dicechess_position,
    count: usize,
    omit_keyframes: i32,
    buffer: *mut u8,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let buffer = argument!(3, buffer).buffer(capacity, argument!(5, required))?;
        let mut writer = writer(argument!(2, omit_keyframes).truth()?)?;
        argument!(0, positions).each(count, |position| writer.game(position).map_err(failed_on_tape))?;
        buffer.fill(writer.finish()?.into_iter())
    })
}

/// Like `dicechess_stream_encode`, but hands the bytes to `write` piece by piece: one for each game
/// and one for the end. `DICECHESS_ERR_CALLBACK` with its number in `detail`; what was written
/// until then stays with the caller. `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_stream_encode_to(
    positions: *const *const dicechess_position,
    count: usize,
    omit_keyframes: i32,
    user_data: *mut c_void,
    write: dicechess_write_callback,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let write = argument!(4, write).callback()?;
        let mut writer = writer(argument!(2, omit_keyframes).truth()?)?;
        let pass_on = |bytes: &[u8]| {
            // SAFETY: the caller's function with the caller's data and readable bytes.
            match callback::call(|| unsafe { write(user_data, bytes.as_ptr(), bytes.len()) }) {
                0 => Ok(()),
                code => Err(stopped_by_callback(code)),
            }
        };
        argument!(0, positions).each(count, |position| {
            writer.game(position).map_err(failed_on_tape)?;
            pass_on(writer.bytes())?;
            writer.clear();
            Ok(())
        })?;
        pass_on(&writer.finish()?)
    })
}

/// Hands the games to the caller, or none if they do not fit or there is no memory for a handle.
fn hand_out(decoded: Decoded, positions: &Buffer<*mut dicechess_position>) -> Outcome {
    if decoded.games > decoded.tapes.len() {
        return positions.require(decoded.games);
    }
    let mut handles = room_for(decoded.games)?;
    for tape in decoded.tapes {
        match allocate(dicechess_position::new(RememberingPosition::from_tape(tape))) {
            Ok(handle) => handles.push(handle),
            Err(error) => {
                // SAFETY: just allocated and known to nobody else.
                handles.into_iter().for_each(|handle| unsafe { free(handle) });
                return Err(error);
            }
        }
    }
    positions.fill(handles.into_iter())
}

/// Reads the games of a stream into new positions with heads at their ends, which go to the array
/// `positions`; `capacity` counts elements, and `count` (optional) receives the number of games.
/// `store`, `options` and `report` are optional. Linear in the bytes. Takes memory for as many
/// games as there is room for.
///
/// A fault in the bytes ends reading with its `DICECHESS_ERR_TAPE_` status: `offset` is the byte,
/// `report` has the rest. What was whole before it is in `positions` all the same. With any other
/// error, `DICECHESS_ERR_BUFFER` if there are too many games and `DICECHESS_ERR_MEMORY` included,
/// the positions are NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_stream_decode(
    bytes: *const u8,
    length: usize,
    store: *const dicechess_chunk_store,
    options: *const dicechess_stream_options,
    positions: *mut *mut dicechess_position,
    capacity: usize,
    count: *mut usize,
    report: *mut dicechess_stream_report,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, positions[capacity], {
        let positions = argument!(4, positions).buffer(capacity, argument!(6, count))?;
        let put_report = argument!(7, report).report()?;
        let options = argument!(3, options).replay_options()?;
        let store = argument!(2, store).optional_shared()?.map(|store| (**store).clone());
        let bytes = argument!(0, bytes).slice(length)?;
        let store = store.map_or_else(ChunkStore::lossless, Ok)?;
        let decoded = decode(bytes, options, &store, capacity).map_err(failed_on_tape)?;
        let report = decoded.report;
        hand_out(decoded, &positions)?;
        put_report(&report)?;
        report.fault.map_or(Ok(()), |fault| Err(failed_in_stream(fault, &report)))
    })
}

/// Tells the caller what a stream says.
struct Listener {
    user_data: *mut c_void,
    hear: unsafe extern "C" fn(*mut c_void, *const dicechess_stream_event) -> i32,
    games: u32,
    address: u64,
    /// What the callback returned.
    code: i32,
}

impl Listener {
    fn event(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Game(root) => {
                (self.games, self.address) = (self.games + 1, 0);
                self.tell(DICECHESS_EVENT_GAME, 0, &[], Some(root))
            }
            Event::Group(cells, after) => {
                let flow = self.tell(DICECHESS_EVENT_GROUP, 0, cells, Some(after));
                self.address += cells.len() as u64;
                flow
            }
            Event::FrameEnd => self.tell(DICECHESS_EVENT_FRAME_END, 0, &[], None),
            Event::Gap(skipped) => self.tell(DICECHESS_EVENT_GAP, skipped as u64, &[], None),
            Event::Unverified => self.tell(DICECHESS_EVENT_UNVERIFIED, 0, &[], None),
        }
    }

    fn tell(
        &mut self,
        kind: i32,
        skipped: u64,
        cells: &[Cell],
        state: Option<&TapeState>,
    ) -> ControlFlow<()> {
        let snapshot = state.map(|state| dicechess_snapshot::of(state.state()));
        let event = dicechess_stream_event {
            struct_size: size_of::<dicechess_stream_event>() as u32,
            kind,
            game: self.games.saturating_sub(1),
            in_turn: i32::from(state.is_some_and(TapeState::is_in_turn)),
            address: self.address,
            skipped,
            // A `Cell` is a transparent `u16`.
            cells: if cells.is_empty() { std::ptr::null() } else { cells.as_ptr().cast() },
            cell_count: cells.len(),
            state: snapshot.as_ref().map_or(std::ptr::null(), |snapshot| snapshot),
        };
        // SAFETY: the caller's function with the caller's data; what the event points to lives until it returns.
        self.code = callback::call(|| unsafe { (self.hear)(self.user_data, &event) });
        if self.code == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Reads a stream and calls `hear` with all that it says. Makes no handle and allocates nothing. `options` and `report` are optional. Linear
/// in the bytes.
///
/// A fault in the bytes ends reading with its `DICECHESS_ERR_TAPE_` status: `offset` is the byte, `report` has the rest; the groups of the
/// frame at fault have been told and no `DICECHESS_EVENT_FRAME_END` follows them. `DICECHESS_ERR_CALLBACK` with its number in `detail`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_stream_replay(
    bytes: *const u8,
    length: usize,
    options: *const dicechess_stream_options,
    user_data: *mut c_void,
    hear: dicechess_event_callback,
    report: *mut dicechess_stream_report,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let put_report = argument!(5, report).report()?;
        let hear = argument!(4, hear).callback()?;
        let options = argument!(2, options).replay_options()?;
        let bytes = argument!(0, bytes).slice(length)?;
        let mut listener = Listener { user_data, hear, games: 0, address: 0, code: 0 };
        let report = replay(bytes, options, |event| listener.event(event));
        put_report(&report)?;
        if listener.code != 0 {
            return Err(stopped_by_callback(listener.code));
        }
        report.fault.map_or(Ok(()), |fault| Err(failed_in_stream(fault, &report)))
    })
}
