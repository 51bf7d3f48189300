//! Controls: how far a search may go, and how to stop it from outside.
//!
//! A dicechess_control holds a budget of work, a deadline and a flag that cancels. It is thread-safe: any thread, and any callback of
//! the search, may cancel and ask. It serves one search: its count of work only grows, and once it has stopped it stays
//! stopped. A search keeps it alive, so that it may be freed in between.
//!
//! Work counts in units: one for each roll of the dice that a search expands, and one for each position that it hands to an
//! evaluator, to score a leaf or to rank or rescore a turn, whether or not a cache knows the score. Ranking by material is free.
//! With one thread work depends on the inputs alone and not on speed. A search asks before each unit, before each look
//! into a table and while it lists turns, so that it ends within the time that one roll and 64 evaluations take. A control that is
//! cancelled or spent before the call keeps a search from handing over anything.

use std::ffi::c_void;
use std::time::Duration;

use crate::ffi::callback::dicechess_drop_callback;
use crate::memory::FallibleArc;
use crate::search::{SearchControl, StopReason};

use super::argument::argument;
use super::callback::{self, UserData};
use super::error::{Outcome, dicechess_error};
use super::guard::boundary;
use super::handle::{Handle, HandleCell, free};
use super::status::dicechess_status;

/// Passed as a budget: as much work as it takes.
pub const DICECHESS_NO_BUDGET: u64 = -1i64 as u64;
/// Passed as a time: no deadline.
pub const DICECHESS_NO_DEADLINE: u64 = -1i64 as u64;

/// Nothing has stopped the search.
pub const DICECHESS_STOP_NONE: i32 = 0;
/// The search was cancelled.
pub const DICECHESS_STOP_CANCELLED: i32 = 1;
/// The budget is spent.
pub const DICECHESS_STOP_BUDGET: i32 = 2;
/// The deadline has passed.
pub const DICECHESS_STOP_DEADLINE: i32 = 3;
/// There was no memory for the next depth of an iterative search. Never the reason of a control.
pub const DICECHESS_STOP_MEMORY: i32 = 4;

/// Nanoseconds on a clock that never goes backwards; its zero may be anywhere. Called from any thread that searches or asks.
pub type dicechess_clock_callback = Option<unsafe extern "C" fn(user_data: *mut c_void) -> i64>;

/// A control.
pub struct dicechess_control {
    cell: HandleCell<FallibleArc<SearchControl>>,
}

impl dicechess_control {
    fn new(control: SearchControl) -> Outcome<Self> {
        Ok(Self { cell: HandleCell::new::<Self>(FallibleArc::new(control)?) })
    }
}

impl Handle for dicechess_control {
    type Value = FallibleArc<SearchControl>;
    const WORD: u32 = 0x636f_6e74;
    const CALLS_BACK: bool = true;

    fn cell(&self) -> &HandleCell<FallibleArc<SearchControl>> {
        &self.cell
    }
}

/// One of the `DICECHESS_STOP_` numbers.
pub(super) fn stop_number(reason: Option<StopReason>) -> i32 {
    reason.map_or(DICECHESS_STOP_NONE, |reason| reason as i32)
}

/// Makes a control that stops after `budget` units of work, see `DICECHESS_NO_BUDGET`, or `nanoseconds` from now on a clock that never
/// goes backwards, see `DICECHESS_NO_DEADLINE`, whichever comes first. 0 of either stops a search before it begins.
/// `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_control_new(
    budget: u64,
    nanoseconds: u64,
    out: *mut *mut dicechess_control,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let out = argument!(2, out).new_handle()?;
        let control = SearchControl::within(Duration::from_nanos(nanoseconds)).with_budget(budget);
        out.put(dicechess_control::new(control)?)
    })
}

/// As `dicechess_control_new`, with the time of `clock`, which is read here for the first time.
///
/// `drop_user_data` (optional) is called once with `user_data` when the control and the search that uses it are gone; if this call fails,
/// `user_data` stays with the caller. `DICECHESS_ERR_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_control_new_with_clock(
    user_data: *mut c_void,
    clock: dicechess_clock_callback,
    drop_user_data: dicechess_drop_callback,
    budget: u64,
    nanoseconds: u64,
    out: *mut *mut dicechess_control,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, out, {
        let out = argument!(5, out).new_handle()?;
        let function = argument!(1, clock).callback()?;
        let user_data = FallibleArc::new(UserData::new(user_data, drop_user_data))?;
        let shared = user_data.clone();
        // SAFETY: the caller's function with the caller's data.
        let now = move || callback::call(|| unsafe { function(shared.pointer()) });
        let start = now();
        // Whatever the clock says, 0 has passed and none never does.
        let deadline = match nanoseconds {
            0 => i64::MIN,
            DICECHESS_NO_DEADLINE => i64::MAX,
            limit => start.saturating_add(i64::try_from(limit).unwrap_or(i64::MAX)),
        };
        let control = SearchControl::try_until_deadline(deadline, now)?.with_budget(budget);
        out.put(dicechess_control::new(control)?)?;
        user_data.own();
        Ok(())
    })
}

/// Frees a control, or leaves it to the search that uses it. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_control_free(control: *mut dicechess_control) {
    // SAFETY: the conventions of the header: NULL or a handle of this type.
    boundary!(else (), { unsafe { free(control) } })
}

/// Stops the search, now or as soon as it begins.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_control_cancel(
    control: *mut dicechess_control,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        argument!(0, control).concurrent()?.cancel();
        Ok(())
    })
}

/// Whether a search would have to stop now: 1 or 0. Costs no work.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_control_is_cancelled(
    control: *const dicechess_control,
    cancelled: *mut i32,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let cancelled = argument!(1, cancelled).output()?;
        let control = argument!(0, control).shared()?.clone();
        cancelled.put(i32::from(control.is_cancelled()))
    })
}

/// Units of work done so far.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_control_work_used(
    control: *const dicechess_control,
    work: *mut u64,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let work = argument!(1, work).output()?;
        work.put(argument!(0, control).shared()?.work_used())
    })
}

/// What stopped the search, or `dicechess_control_is_cancelled` said first: one of the `DICECHESS_STOP_` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dicechess_control_stop_reason(
    control: *const dicechess_control,
    reason: *mut i32,
    error: *mut dicechess_error,
) -> dicechess_status {
    boundary!(error, {
        let reason = argument!(1, reason).output()?;
        reason.put(stop_number(argument!(0, control).shared()?.stop_reason()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_library() {
        let reasons = [StopReason::Cancelled, StopReason::Budget, StopReason::Deadline];
        assert_eq!(
            reasons.map(|reason| stop_number(Some(reason))),
            [DICECHESS_STOP_CANCELLED, DICECHESS_STOP_BUDGET, DICECHESS_STOP_DEADLINE]
        );
        assert_eq!(stop_number(None), DICECHESS_STOP_NONE);
    }
}
