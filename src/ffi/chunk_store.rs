//! Chunk stores: where positions keep what has been played, shared by any number of them. Equal histories are stored once.
//!
//! A position writes its history in chunks. A full one is sealed under the identifier of all that led to it and goes to the store, which
//! never drops a chunk that a position needs unless it was told to (`DICECHESS_CHUNK_STORE_RING`).
//!
//! A dicechess_chunk_store is thread-safe and counts its references: dicechess_chunk_store_new gives one, dicechess_chunk_store_retain
//! another, dicechess_chunk_store_release takes one back. Positions hold what they need of it on their own.

use std::ffi::c_void;

use crate::ffi::callback::dicechess_drop_callback;
use crate::memory::{FallibleArc, try_box};
use crate::tape::{ChunkStore, Policy, Spill, TapeError};

use super::argument::{Argument, argument};
use super::callback::{self, UserData};
use super::error::{Outcome, dicechess_error};
use super::extensible::Extensible;
use super::guard::boundary;
use super::handle::{Counted, Handle, HandleCell, release};
use super::status::{DICECHESS_ERR_NULL, DICECHESS_ERR_RANGE, dicechess_status};
use super::tape_error::failed_on_tape;

/// When the budget is used up, playing on fails with `DICECHESS_ERR_TAPE_FULL`.
pub const DICECHESS_CHUNK_STORE_LOSSLESS: i32 = 0;
/// When the budget is used up, chunks that have not been used for long go to the caller's storage and come back when needed.
pub const DICECHESS_CHUNK_STORE_SPILL: i32 = 1;
/// When the budget is used up, the position that plays on gives up its oldest chunks.
pub const DICECHESS_CHUNK_STORE_RING: i32 = 2;

/// Most continuations of one history that `dicechess_chunk_store_successors` knows.
pub const DICECHESS_SUCCESSORS_MAX: usize = 16;

/// Stores a chunk, `length` bytes at `frame`, and writes a number to find it by into `place`. `chunk_id` is its identifier. Returns 0,
/// or a number that stops the call.
pub type dicechess_spill_write_callback = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        chunk_id: u64,
        frame: *const u8,
        length: usize,
        place: *mut u64,
    ) -> i32,
>;

/// Fills `frame` with the `length` bytes that were stored at `place`. Returns 0, or a number that stops the call.
pub type dicechess_spill_read_callback =
    Option<unsafe extern "C" fn(user_data: *mut c_void, place: u64, frame: *mut u8, length: usize) -> i32>;

/// How a chunk store works; 56 bytes. 0 in a member is its default.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_chunk_store_options {
    /// Set by the caller: `sizeof(dicechess_chunk_store_options)`.
    pub struct_size: u32,
    /// One of `DICECHESS_CHUNK_STORE_`; default lossless.
    pub policy: i32,
    /// Cells in a chunk, 32 to 65520; default 1024. A cell has two bytes, a turn 13 cells on average.
    pub capacity: u64,
    /// Bytes of memory for chunks; default 64 MiB.
    pub budget: u64,
    /// Optional, for the callbacks, which are called on whichever thread uses a position. They may call the library, but
    /// not for the position that called.
    pub user_data: *mut c_void,
    /// Required with `DICECHESS_CHUNK_STORE_SPILL`, like `read`; with other policies neither is used.
    pub write: dicechess_spill_write_callback,
    /// See `write`.
    pub read: dicechess_spill_read_callback,
    /// Optional: called once with `user_data` when store and positions are gone. If `dicechess_chunk_store_new` fails or the policy
    /// is another than spilling, `user_data` stays with the caller.
    pub drop_user_data: dicechess_drop_callback,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_chunk_store_options {}

/// Counts of a chunk store; 48 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_chunk_store_counts {
    /// Set by the caller: `sizeof(dicechess_chunk_store_counts)`.
    pub struct_size: u32,
    /// Cells in a chunk.
    pub capacity: u32,
    /// Chunks that can be found by their identifiers.
    pub chunks: u64,
    /// Bytes of memory that chunks take up.
    pub bytes: u64,
    /// How often a chunk was sealed that existed already.
    pub shared: u64,
    /// How often two different chunks had one identifier. Both are kept.
    pub collisions: u64,
    /// How many chunks went to the caller's storage.
    pub spilled: u64,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_chunk_store_counts {}

/// A chunk store.
pub struct dicechess_chunk_store {
    cell: HandleCell<Counted<ChunkStore>>,
}

impl Handle for dicechess_chunk_store {
    type Value = Counted<ChunkStore>;
    const WORD: u32 = 0x6368_6e6c;
    const CALLS_BACK: bool = true;

    fn cell(&self) -> &HandleCell<Self::Value> {
        &self.cell
    }
}

/// The caller's storage.
struct CallersStorage {
    user_data: FallibleArc<UserData>,
    write: unsafe extern "C" fn(*mut c_void, u64, *const u8, usize, *mut u64) -> i32,
    read: unsafe extern "C" fn(*mut c_void, u64, *mut u8, usize) -> i32,
}

impl Spill for CallersStorage {
    fn write(&self, chunk_id: u64, frame: &[u8]) -> Result<u64, i32> {
        let mut place = 0;
        // SAFETY: the caller's function with the caller's data, readable bytes and a place for the number.
        let code = callback::call(|| unsafe {
            (self.write)(self.user_data.pointer(), chunk_id, frame.as_ptr(), frame.len(), &mut place)
        });
        if code == 0 { Ok(place) } else { Err(code) }
    }

    fn read(&self, place: u64, frame: &mut [u8]) -> Result<(), i32> {
        // SAFETY: the caller's function with the caller's data and writable bytes.
        let code = callback::call(|| unsafe {
            (self.read)(self.user_data.pointer(), place, frame.as_mut_ptr(), frame.len())
        });
        if code == 0 { Ok(()) } else { Err(code) }
    }
}

/// `number`, or the default for 0.
fn size_or(number: u64, default: usize) -> usize {
    if number == 0 { default } else { usize::try_from(number).unwrap_or(usize::MAX) }
}

impl Argument<'_, *const dicechess_chunk_store_options> {
    /// The store that the options ask for, and the data that it is to own once it is handed out.
    fn store(self) -> Outcome<(ChunkStore, Option<FallibleArc<UserData>>)> {
        if self.value.is_null() {
            return Ok((ChunkStore::lossless()?, None));
        }
        let options = self.structure()?;
        let bad = |status: i32, offset: usize, problem: &str| {
            self.fault(status, format_args!("has {problem}")).with_offset(offset)
        };
        let mut owned = None;
        let policy = match options.policy {
            DICECHESS_CHUNK_STORE_LOSSLESS => Policy::Lossless,
            DICECHESS_CHUNK_STORE_RING => Policy::Ring,
            DICECHESS_CHUNK_STORE_SPILL => {
                let missing = |offset| bad(DICECHESS_ERR_NULL, offset, "no callback for spilling");
                let write = options
                    .write
                    .ok_or_else(|| missing(std::mem::offset_of!(dicechess_chunk_store_options, write)))?;
                let read = options
                    .read
                    .ok_or_else(|| missing(std::mem::offset_of!(dicechess_chunk_store_options, read)))?;
                let user_data = FallibleArc::new(UserData::new(options.user_data, options.drop_user_data))?;
                owned = Some(user_data.clone());
                Policy::Spill(try_box(CallersStorage { user_data, write, read })?)
            }
            _ => {
                let offset = std::mem::offset_of!(dicechess_chunk_store_options, policy);
                return Err(bad(DICECHESS_ERR_RANGE, offset, "a policy other than 0 (lossless) to 2 (ring)"));
            }
        };
        let capacity = size_or(options.capacity, ChunkStore::DEFAULT_CAPACITY);
        let budget = size_or(options.budget, ChunkStore::DEFAULT_BUDGET);
        let store = ChunkStore::new(capacity, budget, policy).map_err(|error| match error {
            TapeError::Range => {
                let offset = std::mem::offset_of!(dicechess_chunk_store_options, capacity);
                bad(DICECHESS_ERR_RANGE, offset, "a capacity other than 32 to 65520")
            }
            _ => failed_on_tape(error),
        })?;
        Ok((store, owned))
    }
}

/// Makes a chunk store with one reference. `options` is optional: NULL stands for all defaults.
///
/// `DICECHESS_ERR_RANGE` or `_NULL` for a wrong member, whose place in the struct is in `offset`;
/// `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_chunk_store_new(
    options: *const dicechess_chunk_store_options,
    out: *mut *mut dicechess_chunk_store,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let out = argument!(1, out).new_handle()?;
        let (store, owned) = argument!(0, options).store()?;
        out.put(dicechess_chunk_store {
            cell: HandleCell::new::<dicechess_chunk_store>(Counted::new(store)),
        })?;
        if let Some(user_data) = owned {
            user_data.own();
        }
        Ok(())
    })
}

/// Adds a reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_chunk_store_retain(
    store: *mut dicechess_chunk_store,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, { argument!(0, store).concurrent()?.retain() })
}

/// Gives a reference back; the last one frees the store. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_chunk_store_release(store: *mut dicechess_chunk_store) {
    // SAFETY: the conventions of the header: NULL or a handle of this type.
    boundary!(else (), { unsafe { release(store) } })
}

/// Writes current counts into `counts`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_chunk_store_stats(
    store: *const dicechess_chunk_store,
    counts: *mut dicechess_chunk_store_counts,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let counts = argument!(1, counts).structure_output()?;
        let store = argument!(0, store).shared()?;
        let stats = store.stats();
        counts.put(dicechess_chunk_store_counts {
            struct_size: size_of::<dicechess_chunk_store_counts>() as u32,
            capacity: store.capacity() as u32,
            chunks: stats.indexed as u64,
            bytes: stats.bytes as u64,
            shared: stats.shared,
            collisions: stats.collisions,
            spilled: stats.spilled,
        })
    })
}

/// The identifiers of chunks that are known to continue the history `id`, which is that of a chunk or of a root: at most
/// `DICECHESS_SUCCESSORS_MAX`. `capacity` counts elements; `required` (optional) receives their number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_chunk_store_successors(
    store: *const dicechess_chunk_store,
    id: u64,
    ids: *mut u64,
    capacity: usize,
    required: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let ids = argument!(2, ids).buffer(capacity, argument!(4, required))?;
        ids.fill(argument!(0, store).shared()?.successors(id).into_iter())
    })
}

/// Forgets where chunks are. Positions keep theirs; only sharing is lost, and the memory of chunks that no position needs is given back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_chunk_store_clear_index(
    store: *mut dicechess_chunk_store,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        argument!(0, store).concurrent()?.clear_index();
        Ok(())
    })
}
