//! A value with several owners, like [`Arc`](std::sync::Arc), whose allocation can fail.

use std::alloc::{Layout, alloc};
use std::fmt;
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::NoMemory;

pub(crate) struct FallibleArc<T>(NonNull<Inner<T>>);

struct Inner<T> {
    owners: AtomicUsize,
    value: T,
}

// SAFETY: it only gives shared access to the value, and whichever thread owns it last drops it.
unsafe impl<T: Send + Sync> Send for FallibleArc<T> {}
// SAFETY: as above.
unsafe impl<T: Send + Sync> Sync for FallibleArc<T> {}

impl<T> FallibleArc<T> {
    /// The first owner of `value`.
    pub(crate) fn new(value: T) -> Result<Self, NoMemory> {
        // SAFETY: the counter makes the size other than zero.
        let pointer = NonNull::new(unsafe { alloc(Layout::new::<Inner<T>>()) }.cast::<Inner<T>>());
        let pointer = pointer.ok_or(NoMemory)?;
        // SAFETY: freshly allocated with this layout.
        unsafe { pointer.write(Inner { owners: AtomicUsize::new(1), value }) };
        Ok(Self(pointer))
    }

    /// Whether both own one and the same value.
    pub(crate) fn ptr_eq(one: &Self, other: &Self) -> bool {
        one.0 == other.0
    }

    /// How many owners there are.
    pub(crate) fn owners(this: &Self) -> usize {
        this.inner().owners.load(Ordering::Acquire)
    }

    /// Drops the value. A call of its own, so that `drop` is short enough to be inlined.
    #[inline(never)]
    fn end(&mut self) {
        // What other owners did with the value comes before its end. A fence would do, too, but the thread
        // sanitizer does not see it.
        self.inner().owners.load(Ordering::Acquire);
        // SAFETY: called by the last owner alone; allocated by the global allocator with this layout.
        drop(unsafe { Box::from_raw(self.0.as_ptr()) });
    }

    #[inline]
    fn inner(&self) -> &Inner<T> {
        // SAFETY: it lives as long as it has an owner, such as this one.
        unsafe { self.0.as_ref() }
    }
}

impl<T> Clone for FallibleArc<T> {
    #[inline]
    fn clone(&self) -> Self {
        self.inner().owners.fetch_add(1, Ordering::Relaxed);
        Self(self.0)
    }
}

impl<T> Drop for FallibleArc<T> {
    #[inline]
    fn drop(&mut self) {
        if self.inner().owners.fetch_sub(1, Ordering::Release) == 1 {
            self.end();
        }
    }
}

impl<T> Deref for FallibleArc<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.inner().value
    }
}

impl<T: fmt::Debug> fmt::Debug for FallibleArc<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
