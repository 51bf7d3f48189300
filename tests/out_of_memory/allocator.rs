//! An allocator that refuses what a test tells it to, and counts what is alive.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;

/// Which allocations of a call are refused, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// This one alone.
    One(usize),
    /// This one and all after it.
    From(usize),
}

impl Refusal {
    /// The first allocation that is refused.
    pub const fn first(self) -> usize {
        match self {
            Self::One(first) | Self::From(first) => first,
        }
    }

    pub fn refuses(self, index: usize) -> bool {
        match self {
            Self::One(only) => index == only,
            Self::From(first) => index >= first,
        }
    }

    /// Both refusals that begin at `first`.
    pub const fn both(first: usize) -> [Self; 2] {
        [Self::One(first), Self::From(first)]
    }
}

struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

thread_local! {
    static REFUSAL: Cell<Option<Refusal>> = const { Cell::new(None) };
    /// Allocations that the call has asked for.
    static ASKED: Cell<usize> = const { Cell::new(0) };
    /// Blocks of memory that this thread has got less those that it has given back.
    static ALIVE: Cell<isize> = const { Cell::new(0) };
}

// SAFETY: every call goes to the system's allocator or fails; `realloc` and `alloc_zeroed` come here through their default bodies.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if let Some(refusal) = REFUSAL.get() {
            let index = ASKED.replace(ASKED.get() + 1);
            if refusal.refuses(index) {
                return null_mut();
            }
        }
        // SAFETY: the caller keeps the contract of `alloc`.
        let pointer = unsafe { System.alloc(layout) };
        ALIVE.set(ALIVE.get() + isize::from(!pointer.is_null()));
        pointer
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        ALIVE.set(ALIVE.get() - 1);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// Calls with some memory refused. Returns what the call does, and how many allocations it asked for.
pub fn refusing<R>(refusal: Refusal, call: impl FnOnce() -> R) -> (R, usize) {
    ASKED.set(0);
    let outer = REFUSAL.replace(Some(refusal));
    let result = call();
    REFUSAL.set(outer);
    (result, ASKED.get())
}

/// Calls with all memory there is, within a call that does not have it.
pub fn allowing<R>(call: impl FnOnce() -> R) -> R {
    let outer = REFUSAL.replace(None);
    let result = call();
    REFUSAL.set(outer);
    result
}

/// Blocks of memory that this thread has got less those that it has given back.
pub fn alive() -> isize {
    ALIVE.get()
}
