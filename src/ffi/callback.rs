//! Callbacks: functions of the caller's that the library calls.
//!
//! What the caller passes as `user_data` comes back as the first parameter; it may be NULL. A callback may call the library, but for
//! handles that the running call has for itself, which answer DICECHESS_ERR_BUSY. It must return: no exception and no longjmp may
//! leave it. One that can fail returns 0, or a number of its own that stops the running call: that call returns
//! DICECHESS_ERR_CALLBACK with the number in `detail`.

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};

/// Releases `user_data`.
pub type dicechess_drop_callback = Option<unsafe extern "C" fn(user_data: *mut c_void)>;

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
