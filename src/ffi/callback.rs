//! Callbacks: functions of the caller's that the library calls.
//!
//! What the caller passes as `user_data` comes back as the first parameter; it may be NULL. A callback may call the library, but for
//! handles that the running call has for itself, which answer DICECHESS_ERR_BUSY. It must return: no exception and no longjmp may
//! leave it. One that can fail returns 0, or a number of its own that stops the running call: that call returns
//! DICECHESS_ERR_CALLBACK with the number in `detail`.
//!
//! Up to 256 callbacks may run inside each other on one thread, those of a search's threads counted on from the thread that
//! searches. What a deeper one calls returns DICECHESS_ERR_LIMIT if it might call back in turn. A level takes the stack of
//! the caller's function and of the call that it makes: 4 KiB for one of an evaluator, cache, clock, stream or storage, so that
//! 256 levels take 1 MiB; 24 KiB for a batch through a cache; DICECHESS_STACK_SIZE covers a search.

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};

use super::argument::Argument;
use super::error::{Outcome, dicechess_error};
use super::status::{DICECHESS_ERR_LIMIT, DICECHESS_ERR_NULL};
use super::thread;

/// Bytes of its caller's stack that no call needs more of, at any depth and with any options. What callbacks take comes on top, once for
/// each call that they are nested in.
pub const DICECHESS_STACK_SIZE: usize = 65_536;

/// Releases `user_data`.
pub type dicechess_drop_callback = Option<unsafe extern "C" fn(user_data: *mut c_void)>;

/// How many callbacks run inside each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Level(usize);

impl Level {
    /// That of a thread's own code.
    pub(super) const NONE: Self = Self(0);
    /// The deepest callback whose calls are answered.
    const DEEPEST: Self = Self(256);

    /// That of the code that runs on this thread now.
    #[inline]
    pub(super) fn here() -> Self {
        Self(thread::number())
    }

    /// Runs a callback of the caller's, which is one level deeper than this one and than the code that calls it.
    #[inline]
    pub(super) fn call<T>(self, callback: impl FnOnce() -> T) -> T {
        let here = Self::here();
        thread::set_number(here.max(self).0 + 1);
        let result = callback();
        thread::set_number(here.0);
        result
    }
}

/// Runs a callback of the caller's, one level deeper than the code that calls it.
#[inline]
pub(super) fn call<T>(callback: impl FnOnce() -> T) -> T {
    Level::here().call(callback)
}

/// Refuses what might call back from a callback that is already too deep.
#[inline]
pub(super) fn check_level() -> Outcome {
    if Level::here() > Level::DEEPEST { Err(too_deep()) } else { Ok(()) }
}

#[cold]
fn too_deep() -> dicechess_error {
    let most = Level::DEEPEST.0;
    dicechess_error::new(
        DICECHESS_ERR_LIMIT,
        format_args!("more than {most} callbacks run inside each other"),
    )
}

impl<F: Copy> Argument<'_, Option<F>> {
    /// A function of the caller's that this call may call.
    pub(super) fn callback(self) -> Outcome<F> {
        check_level()?;
        self.value.ok_or_else(|| self.fault(DICECHESS_ERR_NULL, "is NULL"))
    }
}

/// The data of a caller's callbacks, and how to release it.
pub(super) struct UserData {
    pointer: *mut c_void,
    drop: dicechess_drop_callback,
    is_owned: AtomicBool,
}

// SAFETY: the header says that a handle is used from several threads at once only if its callbacks allow that.
unsafe impl Send for UserData {}
// SAFETY: as above.
unsafe impl Sync for UserData {}

impl UserData {
    /// The caller's data, still the caller's to release.
    pub(super) const fn new(pointer: *mut c_void, drop: dicechess_drop_callback) -> Self {
        Self { pointer, drop, is_owned: AtomicBool::new(false) }
    }

    /// From now on the data is released when this is dropped.
    pub(super) fn own(&self) {
        self.is_owned.store(true, Ordering::Relaxed);
    }

    pub(super) const fn pointer(&self) -> *mut c_void {
        self.pointer
    }
}

impl Drop for UserData {
    fn drop(&mut self) {
        if let (Some(drop), true) = (self.drop, *self.is_owned.get_mut()) {
            // SAFETY: the caller's function with the caller's data, for the only time.
            unsafe { drop(self.pointer) };
        }
    }
}
