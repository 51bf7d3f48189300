//! The one place where a panic stops.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::error::{Outcome, Record, dicechess_error};
use super::status::DICECHESS_ERR_PANIC;

/// The body of an exported function.
///
/// `boundary!(error, { … })` for a function that returns a status: the block gives an [`Outcome`], may use `?`, and what it
/// gives goes to the caller's record `error`. `boundary!(error, out, { … })` for one that makes a handle, and
/// `boundary!(error, out[count], { … })` for one that makes up to so many: NULL is there before anything can fail.
/// `boundary!(else fallback, { … })` for one that returns a value: the block gives that value, and the fallback stands for
/// it should the block panic.
macro_rules! boundary {
    (else $fallback:expr, $body:block) => {
        $crate::ffi::guard::value($fallback, || $body)
    };
    ($error:ident, $out:ident, $body:block) => {
        $crate::ffi::guard::boundary!($error, $out[1], $body)
    };
    ($error:ident, $out:ident[$count:expr], $body:block) => {{
        // SAFETY: the conventions of the header: NULL, or writable for so many pointers.
        unsafe { $crate::ffi::guard::make_null($out, $count) };
        $crate::ffi::guard::boundary!($error, $body)
    }};
    ($error:ident, $body:block) => {{
        // SAFETY: every exported function requires of its last parameter what `Record::new` does.
        let record = unsafe { $crate::ffi::error::Record::new($error) };
        $crate::ffi::guard::report(record, || $body)
    }};
}
pub(super) use boundary;

/// Makes the places of new handles NULL; those that cannot be written to are refused later.
///
/// # Safety
/// `places` is NULL or writable for `count` pointers.
pub(super) unsafe fn make_null<H>(places: *mut *mut H, count: usize) {
    if !places.is_null() && places.is_aligned() && count <= isize::MAX as usize / size_of::<*mut H>() {
        // SAFETY: the caller's promise. NULL is all zeros.
        unsafe { places.write_bytes(0, count) };
    }
}

/// Runs `body` and reports its outcome, or its panic, in the record and as a status.
pub(super) fn report(record: Result<Record, i32>, body: impl FnOnce() -> Outcome) -> i32 {
    let record = match record {
        Ok(record) => record,
        Err(status) => return status,
    };
    // A handle that a panic leaves half-changed is poisoned by its own guard, so nothing else is observable. The outcome is
    // reported inside, so that no error record is moved about where there is none.
    catch_unwind(AssertUnwindSafe(|| match body() {
        Ok(()) => record.succeeded(),
        Err(error) => record.failed(&error),
    }))
    .unwrap_or_else(|panic| record.failed(&describe(panic)))
}

/// Runs `body`; `fallback` if it panics.
pub(super) fn value<T>(fallback: T, body: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        forget(panic);
        fallback
    })
}

#[cold]
fn describe(panic: Box<dyn Any + Send>) -> dicechess_error {
    let text = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
    let error =
        dicechess_error::new(DICECHESS_ERR_PANIC, format_args!("panic: {}", text.unwrap_or("no text")));
    forget(panic);
    error
}

/// Dropping a payload runs foreign code that may panic again.
#[cold]
fn forget(panic: Box<dyn Any + Send>) {
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(panic))) {
        std::mem::forget(again);
    }
}
