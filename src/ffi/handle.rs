//! What all handles have in common: a word that tells whether the handle may be used, and the value behind it.

use std::alloc::{Layout, alloc};
use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::thread::panicking;

use super::callback::check_level;
use super::error::{Outcome, dicechess_error};
use super::status::{
    DICECHESS_ERR_BUSY, DICECHESS_ERR_HANDLE, DICECHESS_ERR_LIMIT, DICECHESS_ERR_MEMORY,
    DICECHESS_ERR_POISONED,
};
use super::thread;

/// Added to the word of a handle while a call changes it.
const BUSY: u32 = 1;
/// Added to the word of a handle that a panic may have left half-changed.
const POISONED: u32 = 2;
/// The word of a freed handle.
const FREED: u32 = 0;

/// An opaque type of the header: a struct around one [`HandleCell`].
pub(super) trait Handle: Sized {
    /// What the handle owns.
    type Value;

    /// The word of a handle that may be used, different for each type. The lowest two bits are 0.
    const WORD: u32;

    /// Whether using it may run a callback of the caller's.
    const CALLS_BACK: bool = false;

    fn cell(&self) -> &HandleCell<Self::Value>;
}

/// The word comes first, so that a pointer to another type of handle is noticed before anything else of it is read.
#[repr(C)]
pub(super) struct HandleCell<T> {
    word: AtomicU32,
    value: UnsafeCell<T>,
}

impl<T> HandleCell<T> {
    pub(super) fn new<H: Handle<Value = T>>(value: T) -> Self {
        const { assert!(H::WORD & 3 == 0 && H::WORD != FREED) };
        Self { word: AtomicU32::new(H::WORD), value: UnsafeCell::new(value) }
    }
}

/// Moves a handle to the heap; unlike `Box` it reports that there is no memory.
pub(super) fn allocate<H: Handle>(handle: H) -> Outcome<*mut H> {
    // SAFETY: a handle holds at least its word, so its size is not zero.
    let pointer: *mut H = unsafe { alloc(Layout::new::<H>()) }.cast();
    if pointer.is_null() {
        return Err(dicechess_error::new(DICECHESS_ERR_MEMORY, "no memory for a handle"));
    }
    // SAFETY: freshly allocated with the layout of `H`.
    unsafe { pointer.write(handle) };
    Ok(pointer)
}

/// Destroys a handle. One that is in use by another call, or is no live handle of this type, stays as it is: leaking it is better than
/// pulling it away.
///
/// # Safety
/// `handle` is NULL or came from [`allocate`].
pub(super) unsafe fn free<H: Handle>(handle: *mut H) {
    if handle.is_null() || !handle.is_aligned() {
        return;
    }
    // SAFETY: the caller's promise.
    let word = unsafe { word_of(handle) };
    let ours = |now: u32| now == H::WORD || now == H::WORD | POISONED;
    if word.fetch_update(Ordering::Acquire, Ordering::Relaxed, |now| ours(now).then_some(FREED)).is_ok() {
        // SAFETY: `allocate` used the global allocator with the layout of `H`, and the word says that it lives.
        drop(unsafe { Box::from_raw(handle) });
    }
}

/// Gives one reference of a counted handle back and destroys it with the last. Like [`free`], it leaves alone what is no live handle
/// of this type.
///
/// # Safety
/// As with [`free`].
pub(super) unsafe fn release<T, H: Handle<Value = Counted<T>>>(handle: *mut H) {
    if handle.is_null() || !handle.is_aligned() {
        return;
    }
    // SAFETY: the caller's promise.
    let word = unsafe { word_of(handle) }.load(Ordering::Acquire);
    if word == H::WORD || word == H::WORD | POISONED {
        // SAFETY: the word says that this is a live `H`. The count is changed by atomic operations alone.
        let counted = unsafe { &*(*handle).cell().value.get() };
        if counted.references.fetch_sub(1, Ordering::AcqRel) == 1 {
            // SAFETY: the caller's promise.
            unsafe { free(handle) };
        }
    }
}

/// The value of a handle that several owners hold by the same pointer.
pub(super) struct Counted<T> {
    value: T,
    references: AtomicUsize,
}

impl<T> Counted<T> {
    /// With one reference.
    pub(super) const fn new(value: T) -> Self {
        Self { value, references: AtomicUsize::new(1) }
    }

    /// Adds a reference.
    pub(super) fn retain(&self) -> Outcome {
        let add = |count: usize| count.checked_add(1);
        let added = self.references.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
        added.map(drop).map_err(|_| dicechess_error::new(DICECHESS_ERR_LIMIT, "too many references"))
    }
}

impl<T> Deref for Counted<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// # Safety
/// `handle` points to a handle of any type, alive or freed but still readable.
unsafe fn word_of<'a, H: Handle>(handle: *const H) -> &'a AtomicU32 {
    // SAFETY: every handle starts with its word; the type beyond it is not assumed.
    unsafe { &*handle.cast() }
}

#[cold]
fn unusable<H: Handle>(word: u32) -> dicechess_error {
    if word == H::WORD | BUSY {
        dicechess_error::new(DICECHESS_ERR_BUSY, "the handle is in use by another call")
    } else if word == H::WORD | POISONED {
        dicechess_error::new(DICECHESS_ERR_POISONED, "an earlier panic left the handle unusable; free it")
    } else {
        dicechess_error::new(DICECHESS_ERR_HANDLE, "no live handle of this type")
    }
}

/// The use of a handle by a call that does not change it. Any number of them may overlap.
pub(super) struct Shared<'a, H: Handle> {
    handle: &'a H,
    was_panicking: bool,
}

impl<H: Handle> Shared<'_, H> {
    /// # Safety
    /// `handle` points to a handle of any type, and no call changes it meanwhile.
    pub(super) unsafe fn new(handle: *const H) -> Outcome<Self> {
        if !handle.is_aligned() {
            return Err(unusable::<H>(FREED));
        }
        if H::CALLS_BACK {
            check_level()?;
        }
        // SAFETY: the caller's promise.
        match unsafe { word_of(handle) }.load(Ordering::Acquire) {
            // SAFETY: the word says that this is a live `H`.
            word if word == H::WORD => Ok(Self { handle: unsafe { &*handle }, was_panicking: panicking() }),
            word => Err(unusable::<H>(word)),
        }
    }
}

impl<H: Handle> Deref for Shared<'_, H> {
    type Target = H::Value;

    fn deref(&self) -> &H::Value {
        // SAFETY: the word was not busy, and by the promise given to `new` nothing changes the value meanwhile.
        unsafe { &*self.handle.cell().value.get() }
    }
}

impl<H: Handle> Drop for Shared<'_, H> {
    fn drop(&mut self) {
        if panicking() && !self.was_panicking {
            self.handle.cell().word.store(H::WORD | POISONED, Ordering::Release);
        }
    }
}

/// The use of a handle by a call that changes it. A second call meanwhile is refused, be it from another thread or from a
/// callback of the first.
pub(super) struct Exclusive<'a, H: Handle> {
    handle: &'a H,
    was_panicking: bool,
}

impl<H: Handle> Exclusive<'_, H> {
    /// # Safety
    /// `handle` points to a handle of any type.
    pub(super) unsafe fn new(handle: *const H) -> Outcome<Self> {
        if !handle.is_aligned() {
            return Err(unusable::<H>(FREED));
        }
        if H::CALLS_BACK {
            check_level()?;
        }
        // SAFETY: the caller's promise.
        let word = unsafe { word_of(handle) };
        match word.compare_exchange(H::WORD, H::WORD | BUSY, Ordering::Acquire, Ordering::Relaxed) {
            // SAFETY: the word said that this is a live `H`.
            Ok(_) => Ok(Self { handle: unsafe { &*handle }, was_panicking: panicking() }),
            Err(word) => Err(unusable::<H>(word)),
        }
    }
}

impl<H: Handle> Deref for Exclusive<'_, H> {
    type Target = H::Value;

    fn deref(&self) -> &H::Value {
        // SAFETY: the busy word keeps every other call out.
        unsafe { &*self.handle.cell().value.get() }
    }
}

impl<H: Handle> DerefMut for Exclusive<'_, H> {
    fn deref_mut(&mut self) -> &mut H::Value {
        // SAFETY: the busy word keeps every other call out.
        unsafe { &mut *self.handle.cell().value.get() }
    }
}

impl<H: Handle> Drop for Exclusive<'_, H> {
    fn drop(&mut self) {
        let poison = if panicking() && !self.was_panicking { POISONED } else { 0 };
        self.handle.cell().word.store(H::WORD | poison, Ordering::Release);
    }
}

/// A value that knows which thread uses it.
pub(super) trait Reenterable {
    /// The thread of the outermost use, see [`thread::identity`]; 0 between uses.
    fn user(&self) -> &AtomicUsize;
}

/// The use of a handle that callbacks of the very call may nest others in. It does not change the value but through cells, so
/// that nested uses may share it; a call on another thread meanwhile is refused, as is freeing the handle.
pub(super) struct Reentrant<'a, H: Handle>
where
    H::Value: Reenterable,
{
    handle: &'a H,
    outermost: Option<Exclusive<'a, H>>,
}

impl<H: Handle> Reentrant<'_, H>
where
    H::Value: Reenterable,
{
    /// # Safety
    /// `handle` points to a handle of any type.
    pub(super) unsafe fn new(handle: *const H) -> Outcome<Self> {
        // SAFETY: the caller's promise.
        match unsafe { Exclusive::new(handle) } {
            Ok(exclusive) => {
                exclusive.user().store(thread::identity(), Ordering::Relaxed);
                Ok(Self { handle: exclusive.handle, outermost: Some(exclusive) })
            }
            Err(error) if error.code == DICECHESS_ERR_BUSY => {
                // SAFETY: only a live `H` can be busy, and while it is nobody frees it.
                let nested = Self { handle: unsafe { &*handle }, outermost: None };
                // A thread finds itself here only if it is inside the outermost use.
                if nested.user().load(Ordering::Relaxed) == thread::identity() {
                    Ok(nested)
                } else {
                    Err(error)
                }
            }
            Err(error) => Err(error),
        }
    }
}

impl<H: Handle> Deref for Reentrant<'_, H>
where
    H::Value: Reenterable,
{
    type Target = H::Value;

    fn deref(&self) -> &H::Value {
        // SAFETY: the busy word keeps other threads out, and nobody on this one has it mutably.
        unsafe { &*self.handle.cell().value.get() }
    }
}

impl<H: Handle> Drop for Reentrant<'_, H>
where
    H::Value: Reenterable,
{
    fn drop(&mut self) {
        if self.outermost.is_some() {
            self.user().store(0, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::error::Record;
    use crate::ffi::guard;
    use crate::ffi::status::DICECHESS_ERR_PANIC;

    struct Counter(HandleCell<u32>);

    impl Handle for Counter {
        type Value = u32;
        const WORD: u32 = 0x1000;

        fn cell(&self) -> &HandleCell<u32> {
            &self.0
        }
    }

    struct Other(HandleCell<u32>);

    impl Handle for Other {
        type Value = u32;
        const WORD: u32 = 0x2000;

        fn cell(&self) -> &HandleCell<u32> {
            &self.0
        }
    }

    fn counter() -> *mut Counter {
        allocate(Counter(HandleCell::new::<Counter>(5)))
            .unwrap_or_else(|error| panic!("status {}", error.code))
    }

    fn exclusive<'a>(handle: *mut Counter) -> Result<Exclusive<'a, Counter>, i32> {
        // SAFETY: the tests pass live handles only.
        unsafe { Exclusive::new(handle) }.map_err(|error| error.code)
    }

    fn shared<'a>(handle: *mut Counter) -> Result<Shared<'a, Counter>, i32> {
        // SAFETY: the tests pass live handles only and change them on no other thread.
        unsafe { Shared::new(handle) }.map_err(|error| error.code)
    }

    struct Shares(HandleCell<Counted<u32>>);

    impl Handle for Shares {
        type Value = Counted<u32>;
        const WORD: u32 = 0x3000;

        fn cell(&self) -> &HandleCell<Counted<u32>> {
            &self.0
        }
    }

    #[test]
    fn counted_handle_lives_until_its_last_reference() {
        let handle = allocate(Shares(HandleCell::new::<Shares>(Counted::new(5))))
            .unwrap_or_else(|error| panic!("status {}", error.code));
        // SAFETY: a live handle, released as often as it has references.
        unsafe {
            let retained = Shared::new(handle).and_then(|shared| shared.retain());
            assert!(retained.is_ok());
            release(handle);
            assert_eq!(Shared::new(handle).map(|shared| **shared).ok(), Some(5));
            release(handle);
            release(std::ptr::null_mut::<Shares>());
        }
    }

    #[test]
    fn overlapping_change_is_refused() {
        let handle = counter();
        let mut first = exclusive(handle).expect("free to use");
        *first += 1;
        assert_eq!(exclusive(handle).err(), Some(DICECHESS_ERR_BUSY));
        assert_eq!(shared(handle).err(), Some(DICECHESS_ERR_BUSY));
        // SAFETY: a live handle; it is in use and therefore survives.
        unsafe { free(handle) };
        assert_eq!(*first, 6);
        drop(first);
        assert_eq!(shared(handle).map(|value| *value), Ok(6));
        // SAFETY: a live handle.
        unsafe { free(handle) };
    }

    #[test]
    fn overlapping_reads_are_not() {
        let handle = counter();
        let (first, second) = (shared(handle).expect("readable"), shared(handle).expect("readable"));
        assert_eq!((*first, *second), (5, 5));
        drop((first, second));
        // SAFETY: a live handle.
        unsafe { free(handle) };
    }

    #[test]
    fn panic_poisons_the_handle() {
        for changes in [true, false] {
            let handle = counter();
            // SAFETY: NULL is allowed.
            let record = unsafe { Record::new(std::ptr::null_mut()) };
            let status = guard::report(record, || {
                if changes {
                    let _use = exclusive(handle);
                    panic!("on purpose");
                }
                let _use = shared(handle);
                std::panic::panic_any(7);
            });
            assert_eq!(status, DICECHESS_ERR_PANIC);
            assert_eq!(exclusive(handle).err(), Some(DICECHESS_ERR_POISONED));
            assert_eq!(shared(handle).err(), Some(DICECHESS_ERR_POISONED));
            // SAFETY: a live handle.
            unsafe { free(handle) };
        }
    }

    #[test]
    fn handle_of_another_type_is_noticed() {
        let handle = counter();
        // SAFETY: a live handle of another type.
        let wrong = unsafe { Shared::<Other>::new(handle.cast()) };
        assert_eq!(wrong.err().map(|error| error.code), Some(DICECHESS_ERR_HANDLE));
        // SAFETY: as above; it survives.
        unsafe { free(handle.cast::<Other>()) };
        assert_eq!(shared(handle).map(|value| *value), Ok(5));
        // SAFETY: a live handle.
        unsafe { free(handle) };
    }
}
