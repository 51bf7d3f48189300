use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};
use std::ops::{Deref, DerefMut};
use std::ptr::{self, NonNull};
use std::slice;

use bytemuck::Zeroable;

/// Size of a huge page on x86-64 and, with 4 KiB base pages, on AArch64.
const HUGE_PAGE: usize = 2 << 20;

/// Alignment up to which the system's allocator hands out zeroed memory without writing to it.
const ALLOCATOR_ALIGNMENT: usize = 16;

/// A list with room for a fixed number of values, which never move. From the size of a huge page on it lies on huge pages where the system has
/// them; the system provides its memory page by page on first use.
#[derive(Debug)]
pub(crate) struct FixedVec<T> {
    first: NonNull<T>,
    len: usize,
    capacity: usize,
    allocation: NonNull<u8>,
}

// SAFETY: the list owns its memory and its values.
unsafe impl<T: Send> Send for FixedVec<T> {}
// SAFETY: as above; sharing the list gives shared references to values and nothing else.
unsafe impl<T: Sync> Sync for FixedVec<T> {}

impl<T> FixedVec<T> {
    /// A list without room for any value, and without memory.
    pub(crate) const fn empty() -> Self {
        Self { first: NonNull::dangling(), len: 0, capacity: 0, allocation: NonNull::dangling() }
    }

    /// An empty list with room for `capacity` values, at least one; `None` if there is not enough memory.
    pub(crate) fn with_capacity(capacity: usize) -> Option<Self> {
        // SAFETY: see `allocate`.
        Self::allocate(capacity, |layout| unsafe { alloc(layout) })
    }

    /// A full list of `len` values, at least one, whose bytes are all zero; `None` if there is not enough memory.
    pub(crate) fn zeroed(len: usize) -> Option<Self>
    where
        T: Zeroable,
    {
        // SAFETY: see `allocate`.
        let mut list = Self::allocate(len, |layout| unsafe { alloc_zeroed(layout) })?;
        list.len = len;
        Some(list)
    }

    /// `allocator` gets a layout whose size is not zero.
    fn allocate(capacity: usize, allocator: impl FnOnce(Layout) -> *mut u8) -> Option<Self> {
        let (layout, alignment) = Self::layout(capacity)?;
        let allocation = NonNull::new(allocator(layout))?;
        let offset = allocation.as_ptr().align_offset(alignment);
        // SAFETY: the offset is below `alignment`, by which the allocation is larger than its values.
        let start = unsafe { allocation.add(offset) };
        advise_huge_pages(start, layout.size() - alignment);
        Some(Self { first: start.cast(), len: 0, capacity, allocation })
    }

    /// Layout of the allocation for so many values, and how they are aligned in it, by which it is larger than they are; `None` for no
    /// bytes and for more than the address space has.
    fn layout(capacity: usize) -> Option<(Layout, usize)> {
        let bytes = capacity.checked_mul(size_of::<T>()).filter(|&bytes| bytes > 0)?;
        let alignment = if bytes < HUGE_PAGE { align_of::<T>() } else { HUGE_PAGE };
        let layout = Layout::from_size_align(bytes.checked_add(alignment)?, ALLOCATOR_ALIGNMENT).ok()?;
        Some((layout, alignment))
    }

    /// How many values there is room for.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Appends a value.
    ///
    /// # Panics
    /// If there is no room.
    pub(crate) fn push(&mut self, value: T) {
        assert!(self.len < self.capacity, "room for {} values", self.capacity);
        // SAFETY: the place is aligned for a value, lies within the allocation, and holds none yet.
        unsafe { self.first.add(self.len).write(value) };
        self.len += 1;
    }
}

impl<T> Deref for FixedVec<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `first` is aligned for values and followed by `len` of them, pushed or validly zero, within the allocation.
        unsafe { slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

impl<T> DerefMut for FixedVec<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`, and the borrow of the list is exclusive.
        unsafe { slice::from_raw_parts_mut(self.first.as_ptr(), self.len) }
    }
}

impl<T> Drop for FixedVec<T> {
    fn drop(&mut self) {
        // SAFETY: the values are live and nobody sees them again.
        unsafe { ptr::drop_in_place(&raw mut **self) };
        if let Some((layout, _)) = Self::layout(self.capacity) {
            // SAFETY: allocated with this layout, and no reference to a value outlives the list.
            unsafe { dealloc(self.allocation.as_ptr(), layout) };
        }
    }
}

/// Asks for huge pages for the whole ones in `start..start + bytes`. Advice only: a system that cannot follow it says so
/// and goes on with small pages.
#[cfg(target_os = "linux")]
fn advise_huge_pages(start: NonNull<u8>, bytes: usize) {
    let whole_pages = bytes - bytes % HUGE_PAGE;
    if whole_pages > 0 {
        // SAFETY: the range starts on a page and lies within one allocation; the advice changes no contents.
        unsafe { libc::madvise(start.as_ptr().cast(), whole_pages, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise_huge_pages(_start: NonNull<u8>, _bytes: usize) {}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    #[test]
    fn values_are_aligned_and_keep_their_place() {
        #[repr(align(64))]
        struct Line(usize);
        for capacity in [1, 3, HUGE_PAGE / 64, HUGE_PAGE / 64 + 1] {
            let mut list = FixedVec::with_capacity(capacity).unwrap();
            let first = list.as_ptr();
            (0..capacity).for_each(|value| list.push(Line(value)));
            assert!(first.is_aligned() && first == list.as_ptr());
            assert!(list.iter().enumerate().all(|(index, line)| line.0 == index));
            assert_eq!((list.len(), list.capacity()), (capacity, capacity));
        }
    }

    #[test]
    fn zeroed_values_can_be_changed() {
        let mut list = FixedVec::<u64>::zeroed(1000).unwrap();
        list[999] = 7;
        assert_eq!((list[0], list[998], list[999], list.len()), (0, 0, 7, 1000));
    }

    #[test]
    fn values_are_dropped_once() {
        let value = Rc::new(());
        let mut list = FixedVec::with_capacity(4).unwrap();
        (0..3).for_each(|_| list.push(Rc::clone(&value)));
        assert_eq!(Rc::strong_count(&value), 4);
        drop(list);
        assert_eq!(Rc::strong_count(&value), 1);
    }

    #[test]
    #[should_panic(expected = "room for 2 values")]
    fn a_full_list_takes_no_more() {
        let mut list = FixedVec::with_capacity(2).unwrap();
        (0..3).for_each(|value| list.push(value));
    }

    #[test]
    fn more_than_the_address_space_is_refused() {
        assert!(FixedVec::<u64>::with_capacity(usize::MAX).is_none());
        assert!(FixedVec::<u64>::zeroed(usize::MAX / 8).is_none());
        assert!(FixedVec::<u64>::zeroed(0).is_none());
    }
}
