//! Positions: states to play and take back on, with all that has been played.
//!
//! What is played is recorded as cells of 16 bits, see "Cells". Addresses count cells since the root, where the position started, and
//! never change. The head is the address where the position stands; behind it may lie cells that were taken back, until
//! something else is played there. Moving the head needs no rules of the game; whether a micro-move is legal is not asked: the board and
//! the dice must only have what it needs. Micro-moves, rolls, ends of turns and notes are groups of cells, and the head stands between
//! groups only.
//!
//! A dicechess_position is single-owner. It keeps what it needs of its store and its cache. Playing
//! and taking back take constant time except for the store's work once a chunk.
//! DICECHESS_ERR_TAPE_HORIZON and _TAPE_IO can come from all that reads the history,
//! DICECHESS_ERR_TAPE_FULL, _TAPE_IO and DICECHESS_ERR_MEMORY from all that plays; any of them
//! leaves the position as it was. Reading what the caller's storage has takes memory, too.

use crate::ffi::board::{dicechess_color, dicechess_piece_type};
use crate::ffi::chunk_store::dicechess_chunk_store;
use crate::ffi::micro_move::dicechess_micro_move;
use crate::ffi::position_cache::dicechess_position_cache;
use crate::ffi::state::dicechess_state;
use crate::ffi::turns::{dicechess_turns, refused};
use crate::state::{AttackMaps, GameState};
use crate::tape::{ChunkStore, Keyframe, Tape, TapeError, TapeHashes, TapeInfo};

use super::argument::argument;
use super::error::{Outcome, dicechess_error};
use super::extensible::Extensible;
use super::guard::boundary;
use super::handle::{Handle, HandleCell, free};
use super::remembered_turns::RememberingPosition;
use super::status::{DICECHESS_ERR_RANGE, DICECHESS_ERR_TAPE_START, dicechess_status};
use super::tape_error::failed_on_tape;

/// Bytes of a keyframe.
pub const DICECHESS_KEYFRAME_SIZE: usize = 48;
/// The largest note.
pub const DICECHESS_NOTE_MAX: u16 = 2047;

/// Sizes and addresses of a position; 48 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_position_extent {
    /// Set by the caller: `sizeof(dicechess_position_extent)`.
    pub struct_size: u32,
    /// 1 if the turn of the side to move has begun, otherwise 0.
    pub in_turn: i32,
    /// Address of the head.
    pub head: u64,
    /// Address behind the last cell.
    pub end: u64,
    /// First address that is left: 0 unless the oldest chunks were given up.
    pub horizon: u64,
    /// Turns that have ended, up to the last cell.
    pub turns: u64,
    /// Sealed chunks.
    pub chunks: u64,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_position_extent {}

/// What identifies the head's place; 40 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_position_identity {
    /// Set by the caller: `sizeof(dicechess_position_identity)`.
    pub struct_size: u32,
    /// Always 0.
    pub reserved: u32,
    /// Zobrist key of the state.
    pub key: u64,
    /// Zobrist key where the turn began: at the end of the turn before, or at the root.
    pub turn_key: u64,
    /// Identifier of all that was played to get here. Another order of micro-moves gives another one.
    pub chain: u64,
    /// Identifier of the history before the chunk that the head is in.
    pub previous: u64,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_position_identity {}

/// A position.
pub struct dicechess_position {
    cell: HandleCell<RememberingPosition>,
}

impl dicechess_position {
    pub(super) fn new(position: RememberingPosition) -> Self {
        Self { cell: HandleCell::new::<Self>(position) }
    }
}

impl Handle for dicechess_position {
    type Value = RememberingPosition;
    const WORD: u32 = 0x706f_7368;
    const CALLS_BACK: bool = true;

    fn cell(&self) -> &HandleCell<RememberingPosition> {
        &self.cell
    }
}

/// Fails unless something was, or would be, taken back.
fn taken_back(something: Result<bool, TapeError>) -> Outcome {
    if something.map_err(failed_on_tape)? {
        return Ok(());
    }
    Err(dicechess_error::new(DICECHESS_ERR_TAPE_START, "nothing is left to take back"))
}

/// Makes a position that starts at `state` (optional: NULL is the initial position). With dice its turn counts as begun. `store` is
/// optional: NULL stands for one of its own with all defaults; `cache` is optional, too.
///
/// `DICECHESS_ERR_POSITION` if the state's bitboards and mailbox disagree, `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_new(
    state: *const dicechess_state,
    store: *const dicechess_chunk_store,
    cache: *const dicechess_position_cache,
    out: *mut *mut dicechess_position,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let out = argument!(3, out).new_handle()?;
        let cache = argument!(2, cache).optional_shared()?.map(|cache| (**cache).clone());
        let store = argument!(1, store).optional_shared()?.map(|store| (**store).clone());
        let root = argument!(0, state).optional_shared()?.map_or_else(GameState::initial, |state| *state);
        let store = store.map_or_else(ChunkStore::lossless, Ok)?;
        let mut position = RememberingPosition::new(store, &root).map_err(failed_on_tape)?;
        position.attach(cache);
        out.put(dicechess_position::new(position))
    })
}

/// Makes a position with the history that ends with the chunk `id` of a store, head at its end. Linear in the history.
///
/// `DICECHESS_ERR_RANGE` if the store does not know the chunk or one before it,
/// `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_from_chunk(
    store: *const dicechess_chunk_store,
    id: u64,
    out: *mut *mut dicechess_position,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let out = argument!(2, out).new_handle()?;
        let store = (**argument!(0, store).shared()?).clone();
        let tape = Tape::from_chunk(store, id).map_err(|refusal| argument!(1, id).refused(refusal))?;
        out.put(dicechess_position::new(RememberingPosition::from_tape(tape)))
    })
}

/// Makes a position of its own with the same history, head, store and cache. Linear in chunks,
/// which are shared. `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_fork(
    position: *const dicechess_position,
    out: *mut *mut dicechess_position,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let out = argument!(1, out).new_handle()?;
        let fork = argument!(0, position).exclusive()?.fork()?;
        out.put(dicechess_position::new(fork))
    })
}

/// Frees a position. NULL is ignored, and so is a position that is in use.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_free(position: *mut dicechess_position) {
    // SAFETY: the conventions of the header: NULL or a handle of this type.
    boundary!(else (), { unsafe { free(position) } })
}

/// Uses `cache` (optional: NULL is none) from now on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_attach_cache(
    position: *mut dicechess_position,
    cache: *const dicechess_position_cache,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let cache = argument!(1, cache).optional_shared()?.map(|cache| (**cache).clone());
        argument!(0, position).exclusive()?.attach(cache);
        Ok(())
    })
}

/// Rolls 1 to 3 dice, given in any order. Begins the turn if it has not begun; dice that are left are dropped.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_roll(
    position: *mut dicechess_position,
    faces: *const u8,
    count: usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let dice = argument!(1, faces).faces(count)?;
        let mut position = argument!(0, position).exclusive()?;
        position.roll(dice).map_err(|refusal| argument!(2, count).refused(refusal))
    })
}

/// Plays a micro-move, paid with the dice if there are any. Begins the turn if it has not begun.
///
/// `DICECHESS_ERR_ILLEGAL` if board or dice do not have what it needs.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_make_micro_move(
    position: *mut dicechess_position,
    micro_move: dicechess_micro_move,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let micro_move = argument!(1, micro_move).micro_move()?;
        argument!(0, position).exclusive()?.make(micro_move).map_err(failed_on_tape)
    })
}

/// Ends the turn, which may have been a pass: the other side is to move, dice and left-over targets are gone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_end_turn(
    position: *mut dicechess_position,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, { argument!(0, position).exclusive()?.end_turn().map_err(failed_on_tape) })
}

/// Records a number of the caller's own, 0 to `DICECHESS_NOTE_MAX`, which changes nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_note(
    position: *mut dicechess_position,
    note: u16,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        if note > DICECHESS_NOTE_MAX {
            let problem = format_args!("is {note}: at most {DICECHESS_NOTE_MAX}");
            return Err(argument!(1, note).fault(DICECHESS_ERR_RANGE, problem));
        }
        argument!(0, position).exclusive()?.note(note).map_err(failed_on_tape)
    })
}

/// Takes the last call that played back, whatever it was: a group, together with the start of the
/// turn if that stands right before it. `DICECHESS_ERR_TAPE_START` at the root.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_undo(
    position: *mut dicechess_position,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, { taken_back(argument!(0, position).exclusive()?.undo()) })
}

/// Takes the last micro-move back, and whatever came after it. `DICECHESS_ERR_TAPE_START` if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_unmake(
    position: *mut dicechess_position,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let mut position = argument!(0, position).exclusive()?;
        taken_back(position.has_micro_move())?;
        position.unmake().map(drop).map_err(failed_on_tape)
    })
}

/// Takes the last turn back from its begin on. `DICECHESS_ERR_TAPE_START` if none has begun since the root.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_unwind_turn(
    position: *mut dicechess_position,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let mut position = argument!(0, position).exclusive()?;
        taken_back(position.has_turn())?;
        position.unwind_turn().map(drop).map_err(failed_on_tape)
    })
}

/// Takes back what was played from `address` on; `reached` (optional) receives where the head is then: there, or at the border of a group
/// before. `DICECHESS_ERR_RANGE` if `address` lies behind the head.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_unwind_to(
    position: *mut dicechess_position,
    address: u64,
    reached: *mut u64,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let reached = argument!(2, reached).optional_output()?;
        let mut position = argument!(0, position).exclusive()?;
        if address > position.head() {
            let problem = format_args!("is {address}: the head is at {}", position.head());
            return Err(argument!(1, address).fault(DICECHESS_ERR_RANGE, problem));
        }
        let address = position.seek(address).map_err(failed_on_tape)?;
        reached.map_or(Ok(()), |reached| reached.put(address))
    })
}

/// Moves the head to `address`, or to the border of a group before it; `reached` (optional) receives where that is. Linear in the cells
/// between, or in those of one chunk if that is less. `DICECHESS_ERR_RANGE` if `address` lies behind the end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_seek(
    position: *mut dicechess_position,
    address: u64,
    reached: *mut u64,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let reached = argument!(2, reached).optional_output()?;
        let mut position = argument!(0, position).exclusive()?;
        let address = position.seek(address).map_err(|refusal| argument!(1, address).refused(refusal))?;
        reached.map_or(Ok(()), |reached| reached.put(address))
    })
}

/// Moves the head behind the end of a turn, counted from 1; 0 is the root. `reached` (optional) receives where that is.
/// `DICECHESS_ERR_RANGE` if no such turn has ended.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_seek_turn(
    position: *mut dicechess_position,
    turn: u64,
    reached: *mut u64,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let reached = argument!(2, reached).optional_output()?;
        let mut position = argument!(0, position).exclusive()?;
        let address = position.seek_turn(turn).map_err(|refusal| argument!(1, turn).refused(refusal))?;
        reached.map_or(Ok(()), |reached| reached.put(address))
    })
}

/// Moves the head by `groups`, backwards if negative, as far as there are any; `moved` (optional)
/// receives by how many. Backwards it does what `dicechess_position_undo` does, forwards the
/// opposite: the start of a turn and the group right after it count as one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_step(
    position: *mut dicechess_position,
    groups: i64,
    moved: *mut u64,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let moved = argument!(2, moved).optional_output()?;
        let steps = argument!(0, position).exclusive()?.step(groups).map_err(failed_on_tape)?;
        moved.map_or(Ok(()), |moved| moved.put(steps))
    })
}

/// Drops the cells after the head. `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_truncate(
    position: *mut dicechess_position,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, { argument!(0, position).exclusive()?.truncate().map_err(failed_on_tape) })
}

/// Gives up the chunks that end at `address` or before, but none behind the head; `horizon` (optional) receives the first address that is
/// left.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_drop_before(
    position: *mut dicechess_position,
    address: u64,
    horizon: *mut u64,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let horizon = argument!(2, horizon).optional_output()?;
        let left = argument!(0, position).exclusive()?.drop_before(address);
        horizon.map_or(Ok(()), |horizon| horizon.put(left))
    })
}

/// Writes sizes and addresses into `extent`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_info(
    position: *const dicechess_position,
    extent: *mut dicechess_position_extent,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let extent = argument!(1, extent).structure_output()?;
        let TapeInfo { head, end, horizon, turns, chunks, in_turn } =
            argument!(0, position).exclusive()?.info();
        let struct_size = size_of::<dicechess_position_extent>() as u32;
        let (in_turn, chunks) = (i32::from(in_turn), chunks as u64);
        extent.put(dicechess_position_extent { struct_size, in_turn, head, end, horizon, turns, chunks })
    })
}

/// Writes keys and identifiers into `identity`. Linear in the cells since the chunk began at worst.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_hashes(
    position: *const dicechess_position,
    identity: *mut dicechess_position_identity,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let identity = argument!(1, identity).structure_output()?;
        let hashes = argument!(0, position).exclusive()?.hashes().map_err(failed_on_tape)?;
        let TapeHashes { current: key, turn: turn_key, chain, previous } = hashes;
        let struct_size = size_of::<dicechess_position_identity>() as u32;
        identity.put(dicechess_position_identity { struct_size, reserved: 0, key, turn_key, chain, previous })
    })
}

/// Makes `state` equal to the state at the head.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_state(
    position: *const dicechess_position,
    state: *mut dicechess_state,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let copy = *argument!(0, position).exclusive()?.state();
        *argument!(1, state).exclusive()? = copy;
        Ok(())
    })
}

/// Writes the state at the head, and whether its turn has begun, in its form of `DICECHESS_KEYFRAME_SIZE` bytes that docs/tape.md describes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_keyframe(
    position: *const dicechess_position,
    keyframe: *mut u8,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let keyframe = argument!(1, keyframe).arrays::<{ DICECHESS_KEYFRAME_SIZE }>().output()?;
        keyframe.put(*Keyframe::pack(argument!(0, position).exclusive()?.tape_state()).bytes())
    })
}

/// The bitboard of squares that the pieces of `color` of one type attack. Linear in pieces.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_attacks(
    position: *const dicechess_position,
    color: dicechess_color,
    piece_type: dicechess_piece_type,
    squares: *mut u64,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let squares = argument!(3, squares).output()?;
        let (color, piece_type) = (argument!(1, color).color()?, argument!(2, piece_type).piece_type()?);
        let maps = AttackMaps::of(argument!(0, position).exclusive()?.state());
        squares.put(maps.of_type(color, piece_type).0)
    })
}

/// Fills `turns` with all legal turns of the state at the head with its dice, like `dicechess_turns_generate`: the same turns, final
/// states and refusals. Lists of up to 32768 turns are remembered for as long as the position may come back here, and in the cache if there
/// is one; filling from there costs a copy. Linear in the turns.
///
/// `DICECHESS_ERR_LIMIT` if there are more than `limit`, see `DICECHESS_NO_LIMIT`; `DICECHESS_ERR_MEMORY`. The list is then empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_turns(
    position: *const dicechess_position,
    turns: *mut dicechess_turns,
    limit: usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let position = argument!(0, position).exclusive()?;
        argument!(1, turns).exclusive()?.fill_from(&position, limit).map_err(refused)
    })
}
