//! Controls, transposition tables, and the time for a turn.

use std::ffi::c_void;
use std::ptr::null_mut;

use dicechess::ffi::*;

use crate::harness::{Owned, makes, needs_none, structure};

unsafe extern "C" fn no_time(_: *mut c_void) -> i64 {
    0
}

#[test]
fn controls() {
    let free = dicechess_control_free;
    // SAFETY: live places.
    let new = |out, error| unsafe { dicechess_control_new(10, 1_000_000_000_000, out, error) };
    assert!(makes("control_new", free, new) > 0);
    // SAFETY: as above.
    let with_clock = |out, error| unsafe {
        dicechess_control_new_with_clock(null_mut(), Some(no_time), None, 10, 1000, out, error)
    };
    assert!(makes("control_new_with_clock", free, with_clock) > 0);
    for control in [Owned::new(free, new), Owned::new(free, with_clock)] {
        let (control, mut number, mut work) = (control.get(), 7, 7);
        // SAFETY: a live handle and live places.
        unsafe {
            needs_none("is_cancelled", |error| dicechess_control_is_cancelled(control, &mut number, error));
            assert_eq!(number, 0);
            needs_none("work_used", |error| dicechess_control_work_used(control, &mut work, error));
            needs_none("cancel", |error| dicechess_control_cancel(control, error));
            needs_none("is_cancelled", |error| dicechess_control_is_cancelled(control, &mut number, error));
            needs_none("stop_reason", |error| dicechess_control_stop_reason(control, &mut number, error));
        }
        assert_eq!((number, work), (DICECHESS_STOP_CANCELLED, 0));
    }
}

#[test]
fn tables() {
    let free = dicechess_tt_free;
    // SAFETY: live handles and places.
    unsafe {
        let new = |out, error| dicechess_tt_new(1024, out, error);
        assert!(makes("tt_new", free, new) > 1);
        let with_bytes = |out, error| dicechess_tt_new_with_bytes(8 << 20, out, error);
        assert!(makes("tt_new_with_bytes", free, with_bytes) > 1);
        let table = Owned::new(free, new);
        let (table, mut size) = (table.get(), 0);
        needs_none("capacity", |error| dicechess_tt_capacity(table, &mut size, error));
        needs_none("bytes", |error| dicechess_tt_bytes(table, &mut size, error));
        assert_eq!(size, 32 * 1024);
        let mut entry: dicechess_tt_entry = structure();
        (entry.key, entry.value, entry.bound) = (77, 1.5, DICECHESS_BOUND_EXACT);
        needs_none("store", |error| dicechess_tt_store(table, &entry, error));
        let mut found: dicechess_tt_entry = structure();
        needs_none("probe", |error| dicechess_tt_probe(table, 77, &mut found, error));
        assert_eq!((found.value, found.bound), (1.5, DICECHESS_BOUND_EXACT));
        let mut counts: dicechess_telemetry = structure();
        needs_none("telemetry", |error| dicechess_tt_telemetry(table, &mut counts, error));
        assert_eq!((counts.stores, counts.hits), (1, 1));
        needs_none("reset_telemetry", |error| dicechess_tt_reset_telemetry(table, error));
        needs_none("clear", |error| dicechess_tt_clear(table, error));
        needs_none("probe", |error| dicechess_tt_probe(table, 77, &mut found, error));
        assert_eq!(found.bound, DICECHESS_BOUND_NONE);
    }
}

#[test]
fn times() {
    let mut clock: dicechess_game_clock = structure();
    (clock.remaining, clock.expected_turns, clock.safety_margin) = (1_000_000_001, 10, 1);
    let mut nanoseconds = 0;
    // SAFETY: a live struct and a live place.
    needs_none("time_for_turn", |error| unsafe { dicechess_time_for_turn(&clock, &mut nanoseconds, error) });
    assert_eq!(nanoseconds, 100_000_000);
}
