//! The memory behind a table. All `unsafe` code of the table is here, because the safe ways are measurably worse
//! (`benches/transposition_table.rs`): to zero a vector that may fail writes to every page, which takes milliseconds
//! instead of microseconds and commits memory that may never be used; small pages make a probe of a large table one and
//! a half times as slow; and a prefetch in time saves nine tenths of it.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;
use std::slice;

use super::entry::Slot;

/// Size of a huge page on x86-64 and, with 4 KiB base pages, on AArch64.
const HUGE_PAGE: usize = 2 << 20;

/// Alignment up to which the system's allocator hands out zeroed memory without writing to it.
const ALLOCATOR_ALIGNMENT: usize = 16;

/// A fixed number of slots, empty at first, in memory that the system provides page by page on first use.
pub(super) struct SlotArray {
    first: NonNull<Slot>,
    len: usize,
    allocation: NonNull<u8>,
    layout: Layout,
}

// SAFETY: the array owns its memory, and slots consist of atomics only.
unsafe impl Send for SlotArray {}
// SAFETY: as above; sharing the array gives shared references to slots and nothing else.
unsafe impl Sync for SlotArray {}

impl SlotArray {
    /// `len` empty slots, on huge pages where the system has them; `None` if there is not enough memory.
    pub fn new(len: usize) -> Option<Self> {
        let bytes = len.checked_mul(size_of::<Slot>()).filter(|&bytes| bytes > 0)?;
        let alignment = if bytes < HUGE_PAGE { align_of::<Slot>() } else { HUGE_PAGE };
        let layout = Layout::from_size_align(bytes.checked_add(alignment)?, ALLOCATOR_ALIGNMENT).ok()?;
        // SAFETY: the layout's size is not zero.
        let allocation = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let offset = allocation.as_ptr().align_offset(alignment);
        // SAFETY: the offset is below `alignment`, by which the allocation is larger than `bytes`.
        let start = unsafe { allocation.add(offset) };
        advise_huge_pages(start, bytes);
        Some(Self { first: start.cast(), len, allocation, layout })
    }
}

impl Deref for SlotArray {
    type Target = [Slot];

    #[inline]
    fn deref(&self) -> &[Slot] {
        // SAFETY: `first` is aligned for slots and followed by `len` of them within the allocation. All bytes zero is a
        // valid slot, and slots change through their atomics only.
        unsafe { slice::from_raw_parts(self.first.as_ptr(), self.len) }
    }
}

impl Drop for SlotArray {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this layout, and no reference to a slot outlives the array.
        unsafe { dealloc(self.allocation.as_ptr(), self.layout) }
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

/// Starts to load `slot` into the nearest cache. Does nothing on processors other than x86-64.
#[inline]
pub(super) fn prefetch(slot: &Slot) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing as far as the program can tell, and the address is that of a live slot.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(slot).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = slot;
}
