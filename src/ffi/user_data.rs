//! What a caller hands over for its callbacks.

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};

use super::evaluator::dicechess_drop_callback;

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
