//! What a thread has for itself: an identity and one number.
//!
//! `thread_local!` would not do: in a library that was loaded at run time the system allocates such variables when a thread first looks
//! at them, and ends the process if there is no memory.

pub(super) use system::{identity, number, set_number};

#[cfg(unix)]
mod system {
    use std::ffi::c_void;
    use std::sync::OnceLock;

    /// The place of the number; `None` if the system has no place left.
    static KEY: OnceLock<Option<libc::pthread_key_t>> = OnceLock::new();

    fn key() -> Option<libc::pthread_key_t> {
        *KEY.get_or_init(|| {
            let mut key = 0;
            // SAFETY: `key` is written here, and without a destructor nothing runs at the end of a thread.
            (unsafe { libc::pthread_key_create(&raw mut key, None) } == 0).then_some(key)
        })
    }

    /// A number, not 0, that no two living threads share.
    pub(crate) fn identity() -> usize {
        // SAFETY: asks for nothing.
        (unsafe { libc::pthread_self() }) as usize
    }

    /// The number that this thread has set last; 0 at first.
    #[inline]
    pub(crate) fn number() -> usize {
        // SAFETY: a key that was made and is never deleted.
        key().map_or(0, |key| unsafe { libc::pthread_getspecific(key) }.addr())
    }

    /// Sets this thread's number. Without a place, or without the memory that some systems need for
    /// one after the first few, it stays as it is.
    #[inline]
    pub(crate) fn set_number(number: usize) {
        if let Some(key) = key() {
            let value: *const c_void = std::ptr::without_provenance(number);
            // SAFETY: a key that was made and is never deleted; nothing follows the pointer.
            unsafe { libc::pthread_setspecific(key, value) };
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::cell::Cell;

    thread_local! {
        static NUMBER: Cell<usize> = const { Cell::new(0) };
    }

    /// A number, not 0, that no two living threads share: the address of something that each of them has.
    pub(crate) fn identity() -> usize {
        NUMBER.with(|number| std::ptr::from_ref(number).addr())
    }

    /// The number that this thread has set last; 0 at first.
    pub(crate) fn number() -> usize {
        NUMBER.get()
    }

    /// Sets this thread's number.
    pub(crate) fn set_number(number: usize) {
        NUMBER.set(number);
    }
}
