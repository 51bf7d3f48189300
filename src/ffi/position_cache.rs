//! Position caches: positions that were met, and their legal turns, shared by any number of dicechess_position.
//!
//! A position with a cache looks each state up that playing or taking back leads to, and finds there
//! the legal turns that it, or another position, listed. Every result is the same as without a cache:
//! lists are found by the exact state without its clocks.
//!
//! A dicechess_position_cache is thread-safe, never waits for another thread on the way of a position, and counts its references:
//! dicechess_position_cache_new gives one, dicechess_position_cache_retain another, dicechess_position_cache_release takes one back.
//! Positions hold what they need of it on their own.

use super::argument::argument;
use super::error::dicechess_error;
use super::extensible::Extensible;
use super::guard::boundary;
use super::handle::{Counted, Handle, HandleCell, release};
use super::remembered_turns::RememberingCache;
use super::status::dicechess_status;
use crate::memory::NoMemory;

/// Counts of a position cache; 32 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_position_cache_counts {
    /// Set by the caller: `sizeof(dicechess_position_cache_counts)`.
    pub struct_size: u32,
    /// Always 0.
    pub reserved: u32,
    /// Number of positions that fit.
    pub capacity: u64,
    /// How often a position, or what was asked of one, was found. Where threads meet, some cases may go uncounted.
    pub hits: u64,
    /// How often it was not, or another thread was just changing that part of the cache.
    pub misses: u64,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_position_cache_counts {}

/// A position cache.
pub struct dicechess_position_cache {
    cell: HandleCell<Counted<RememberingCache>>,
}

impl Handle for dicechess_position_cache {
    type Value = Counted<RememberingCache>;
    const WORD: u32 = 0x706f_7370;

    fn cell(&self) -> &HandleCell<Self::Value> {
        &self.cell
    }
}

/// Makes a cache with one reference that takes up at most `bytes`, though never less than 32 positions: one half for positions, the other
/// for legal turns. The memory for positions is reserved at once; `DICECHESS_ERR_MEMORY` if it is not to be had. Linear in `bytes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_cache_new(
    bytes: u64,
    out: *mut *mut dicechess_position_cache,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let out = argument!(1, out).new_handle()?;
        let bytes = usize::try_from(bytes).map_err(|_| NoMemory)?;
        let cache = RememberingCache::new(bytes / 2)?;
        out.put(dicechess_position_cache {
            cell: HandleCell::new::<dicechess_position_cache>(Counted::new(cache)),
        })
    })
}

/// Adds a reference.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_cache_retain(
    cache: *mut dicechess_position_cache,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, { argument!(0, cache).concurrent()?.retain() })
}

/// Gives a reference back; the last one frees the cache. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_cache_release(cache: *mut dicechess_position_cache) {
    // SAFETY: the conventions of the header: NULL or a handle of this type.
    boundary!(else (), { unsafe { release(cache) } })
}

/// Writes current counts into `counts`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_cache_stats(
    cache: *const dicechess_position_cache,
    counts: *mut dicechess_position_cache_counts,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let counts = argument!(1, counts).structure_output()?;
        let cache = argument!(0, cache).shared()?;
        let stats = cache.stats();
        counts.put(dicechess_position_cache_counts {
            struct_size: size_of::<dicechess_position_cache_counts>() as u32,
            reserved: 0,
            capacity: cache.capacity() as u64,
            hits: stats.hits,
            misses: stats.misses,
        })
    })
}

/// Forgets all positions. Linear in the cache.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_position_cache_clear(
    cache: *mut dicechess_position_cache,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        argument!(0, cache).concurrent()?.clear();
        Ok(())
    })
}
