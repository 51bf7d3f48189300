//! Transposition tables: values that searches found, by the keys of positions, in memory of a fixed size.
//!
//! A dicechess_tt is thread-safe: any calls and searches may use it at once, without waiting for each other. What a probe finds was
//! stored as a whole by one of them. dicechess_tt_clear alone needs the table for itself. A search keeps its table alive, so
//! that it may be freed in between.
//!
//! A table holds the values of one configuration: the evaluator, the utility bounds, and the rescorer with its weight. The first search
//! decides; one with another configuration is refused with DICECHESS_ERR_UNSUPPORTED until the table is cleared. Within
//! one configuration it may serve any number of searches and games.

use parking_lot::{RwLock, RwLockReadGuard};

use crate::memory::FallibleArc;
use crate::tt::{Bound, TableEntry, TableSizeError, TranspositionTable};

use super::argument::{Argument, argument, member};
use super::error::{Outcome, dicechess_error};
use super::extensible::Extensible;
use super::guard::boundary;
use super::handle::{Handle, HandleCell, free};
use super::status::{DICECHESS_ERR_BUSY, DICECHESS_ERR_MEMORY, DICECHESS_ERR_RANGE, dicechess_status};

/// Nothing is known.
pub const DICECHESS_BOUND_NONE: i32 = 0;
/// The true value is this one.
pub const DICECHESS_BOUND_EXACT: i32 = 1;
/// The true value is at least this one.
pub const DICECHESS_BOUND_LOWER: i32 = 2;
/// The true value is at most this one.
pub const DICECHESS_BOUND_UPPER: i32 = 3;

/// The capacity that suits a search of a few seconds: 8 MiB.
pub const DICECHESS_TT_DEFAULT_CAPACITY: usize = 262144;

const _: () = assert!(DICECHESS_TT_DEFAULT_CAPACITY == TranspositionTable::DEFAULT_CAPACITY);

/// What is stored under one key; 32 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_tt_entry {
    /// Set by the caller: `sizeof(dicechess_tt_entry)`.
    pub struct_size: u32,
    /// `DICECHESS_BOUND_EXACT`, `_LOWER` or `_UPPER`; `DICECHESS_BOUND_NONE` if a probe found nothing.
    pub bound: i32,
    /// The key of the position, see `dicechess_state_key`. Searches change it where one position has several values.
    pub key: u64,
    /// The value for the side whose turn is searched, finite. Every bit of it is kept.
    pub value: f64,
    /// Plies of search below the position, 0 to 255.
    pub depth: i32,
    /// Whether a roll was seen that loses that side's king: 1 or 0.
    pub loss_tainted: i32,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_tt_entry {}

/// How often a table was used; 48 bytes. A few counts may be lost when threads use it at the same moment.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_telemetry {
    /// Set by the caller: `sizeof(dicechess_telemetry)`.
    pub struct_size: u32,
    /// Stores, whether or not they changed the table.
    pub stores: u64,
    /// Stores that replaced an entry of the same key.
    pub overwrites: u64,
    /// Stores that replaced an entry of another key.
    pub collisions: u64,
    /// Probes that found an entry.
    pub hits: u64,
    /// Probes that found none.
    pub misses: u64,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_telemetry {}

/// A transposition table.
pub struct dicechess_tt {
    cell: HandleCell<SharedTable>,
}

/// A table and everyone who uses it. A lock tells users from the one who clears it; nobody ever waits for it.
#[derive(Clone)]
pub(super) struct SharedTable(FallibleArc<RwLock<TranspositionTable>>);

impl dicechess_tt {
    fn new(table: TranspositionTable) -> Outcome<Self> {
        Ok(Self { cell: HandleCell::new::<Self>(SharedTable(FallibleArc::new(RwLock::new(table))?)) })
    }
}

impl Handle for dicechess_tt {
    type Value = SharedTable;
    const WORD: u32 = 0x7461_626c;

    fn cell(&self) -> &HandleCell<SharedTable> {
        &self.cell
    }
}

/// One of the `DICECHESS_BOUND_` numbers.
pub(super) fn bound_number(bound: Option<Bound>) -> i32 {
    bound.map_or(DICECHESS_BOUND_NONE, |bound| bound as i32)
}

impl SharedTable {
    /// The table, for any use but clearing it.
    pub(super) fn table(&self) -> Outcome<RwLockReadGuard<'_, TranspositionTable>> {
        self.0
            .try_read()
            .ok_or_else(|| dicechess_error::new(DICECHESS_ERR_BUSY, "the table is being cleared"))
    }
}

impl Argument<'_, usize> {
    /// A table that cannot be made in this size.
    #[cold]
    fn refused_size(&self, refusal: TableSizeError) -> dicechess_error {
        let status = match refusal {
            TableSizeError::NotAPowerOfTwo { .. } | TableSizeError::TooSmall { .. } => DICECHESS_ERR_RANGE,
            TableSizeError::OutOfMemory { .. } => DICECHESS_ERR_MEMORY,
        };
        self.blame(dicechess_error::new(status, refusal))
    }
}

impl Argument<'_, i32> {
    fn bound(self) -> Outcome<Bound> {
        match self.value {
            DICECHESS_BOUND_EXACT => Ok(Bound::Exact),
            DICECHESS_BOUND_LOWER => Ok(Bound::LowerBound),
            DICECHESS_BOUND_UPPER => Ok(Bound::UpperBound),
            other => Err(self.out_of_range(format_args!("is {other}: not 1 (exact) to 3 (upper)"))),
        }
    }
}

impl Argument<'_, *const dicechess_tt_entry> {
    fn entry(self) -> Outcome<TableEntry> {
        let given = self.structure()?;
        Ok(TableEntry {
            key: given.key,
            value: member!(self, given.value).finite()?,
            bound: member!(self, given.bound).bound()?,
            depth: member!(self, given.depth).byte()?,
            loss_tainted: member!(self, given.loss_tainted).truth()?,
        })
    }
}

impl dicechess_tt_entry {
    fn found(key: u64, entry: Option<TableEntry>) -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            bound: bound_number(entry.map(|entry| entry.bound)),
            key,
            value: entry.map_or(0.0, |entry| entry.value),
            depth: entry.map_or(0, |entry| i32::from(entry.depth)),
            loss_tainted: entry.map_or(0, |entry| i32::from(entry.loss_tainted)),
        }
    }
}

/// Makes an empty table of `capacity` entries of 32 bytes each, a power of two. The system provides the memory on first use.
///
/// `DICECHESS_ERR_RANGE` for 0 and all that is no power of two: nothing is rounded. `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_tt_new(
    capacity: usize,
    out: *mut *mut dicechess_tt,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let out = argument!(1, out).new_handle()?;
        let capacity = argument!(0, capacity);
        let table = TranspositionTable::with_capacity(capacity.value);
        out.put(dicechess_tt::new(table.map_err(|refusal| capacity.refused_size(refusal))?)?)
    })
}

/// Makes an empty table of at most `bytes` bytes: as many entries as fit, rounded down to a power of two, so that up to half of `bytes`
/// stays unused. `DICECHESS_ERR_RANGE` if not even one fits. `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_tt_new_with_bytes(
    bytes: usize,
    out: *mut *mut dicechess_tt,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let out = argument!(1, out).new_handle()?;
        let bytes = argument!(0, bytes);
        let table = TranspositionTable::with_bytes(bytes.value);
        out.put(dicechess_tt::new(table.map_err(|refusal| bytes.refused_size(refusal))?)?)
    })
}

/// Frees a table, or leaves it to the searches that use it. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_tt_free(tt: *mut dicechess_tt) {
    // SAFETY: the conventions of the header: NULL or a handle of this type.
    boundary!(else (), { unsafe { free(tt) } })
}

/// How many entries the table can hold.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_tt_capacity(
    tt: *const dicechess_tt,
    capacity: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let capacity = argument!(1, capacity).output()?;
        capacity.put(argument!(0, tt).shared()?.table()?.capacity())
    })
}

/// Bytes that the entries take up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_tt_bytes(
    tt: *const dicechess_tt,
    bytes: *mut usize,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let bytes = argument!(1, bytes).output()?;
        bytes.put(argument!(0, tt).shared()?.table()?.bytes())
    })
}

/// What is stored under `key`. Counts a hit or a miss; a miss has `DICECHESS_BOUND_NONE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_tt_probe(
    tt: *mut dicechess_tt,
    key: u64,
    entry: *mut dicechess_tt_entry,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let entry = argument!(2, entry).structure_output()?;
        let tt = argument!(0, tt).concurrent()?;
        entry.put(dicechess_tt_entry::found(key, tt.table()?.probe(key)))
    })
}

/// Stores an entry, unless what is in its place is worth more: a deeper search of another position, or a deeper exact value of the
/// same one.
///
/// `DICECHESS_ERR_RANGE` for a member with a value that does not exist, and for a value that is infinite or no number; `offset`
/// is the member's place in the struct. Nothing is counted then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_tt_store(
    tt: *mut dicechess_tt,
    entry: *const dicechess_tt_entry,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let entry = argument!(1, entry).entry()?;
        argument!(0, tt).concurrent()?.table()?.store(&entry);
        Ok(())
    })
}

/// Removes all entries, sets the telemetry to 0 and frees the table from its configuration. Linear in the table.
///
/// `DICECHESS_ERR_BUSY` while a search or another call uses the table.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_tt_clear(
    tt: *mut dicechess_tt,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let argument = argument!(0, tt);
        let tt = argument.concurrent()?;
        let table = tt.0.try_write();
        table.ok_or_else(|| argument.fault(DICECHESS_ERR_BUSY, "is in use"))?.clear();
        Ok(())
    })
}

/// How often the table was used since it was made or cleared, or its telemetry was reset.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_tt_telemetry(
    tt: *const dicechess_tt,
    telemetry: *mut dicechess_telemetry,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let out = argument!(1, telemetry).structure_output()?;
        let counted = argument!(0, tt).shared()?.table()?.telemetry();
        out.put(dicechess_telemetry {
            struct_size: size_of::<dicechess_telemetry>() as u32,
            stores: counted.stores,
            overwrites: counted.overwrites,
            collisions: counted.collisions,
            hits: counted.hits,
            misses: counted.misses,
        })
    })
}

/// Sets the telemetry to 0. Entries stay.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_tt_reset_telemetry(
    tt: *mut dicechess_tt,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        argument!(0, tt).concurrent()?.table()?.reset_telemetry();
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_library() {
        let bounds = [Bound::Exact, Bound::LowerBound, Bound::UpperBound];
        assert_eq!(
            bounds.map(|bound| bound_number(Some(bound))),
            [DICECHESS_BOUND_EXACT, DICECHESS_BOUND_LOWER, DICECHESS_BOUND_UPPER]
        );
        assert_eq!(bound_number(None), DICECHESS_BOUND_NONE);
    }
}
