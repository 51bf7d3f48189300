//! Memory that runs out in a search on several threads: whichever allocation of whichever thread fails, alone or with all after it, the
//! search says so or gives the turn that it gives with all memory, and the handles go on.

// A global allocator and calls of the C ABI cannot be written without.
#![allow(unsafe_code)]

#[path = "support/material_callback.rs"]
mod material_callback;

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

use dicechess::ffi::*;
use material_callback::material;

/// Refuses memory to all threads but that of the test harness, which waits meanwhile and must go on afterwards.
struct Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// The mark of the thread that is never refused: the first that allocates.
static HARNESS: AtomicUsize = AtomicUsize::new(0);
/// Allocations since the call began.
static ASKED: AtomicUsize = AtomicUsize::new(0);
/// The first allocation that is refused.
static FIRST: AtomicUsize = AtomicUsize::new(usize::MAX);
/// Whether it is the only one.
static ALONE: AtomicBool = AtomicBool::new(false);

/// A number that no two living threads share.
fn mark() -> usize {
    thread_local! {
        static MARK: u8 = const { 0 };
    }
    MARK.with(|mark| (&raw const *mark).addr())
}

// SAFETY: every call goes to the system's allocator or fails; `realloc` and `alloc_zeroed` come here through their default bodies.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let first = FIRST.load(SeqCst);
        if first == usize::MAX {
            let _ = HARNESS.compare_exchange(0, mark(), SeqCst, SeqCst);
        } else if HARNESS.load(SeqCst) != mark() {
            let index = ASKED.fetch_add(1, SeqCst);
            if index == first || index > first && !ALONE.load(SeqCst) {
                return null_mut();
            }
        }
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// The turn, its score, and how many candidates share it, or why there is none.
type Answer = Result<([u16; 3], i32, u64), dicechess_status>;

/// Searches with a new handle, and table if there is to be one. Returns what is found, and then what the same handle finds with all memory.
fn search(
    state: *const dicechess_state,
    mut options: dicechess_search_options,
    table: bool,
) -> (Answer, usize, Answer) {
    // SAFETY: live handles and places; zeros are a report.
    unsafe {
        let (mut search, mut tt) = (null_mut(), null_mut());
        assert_eq!(dicechess_search_new(7, &mut search, null_mut()), DICECHESS_OK);
        if table {
            assert_eq!(dicechess_tt_new(1024, &mut tt, null_mut()), DICECHESS_OK);
            options.tt = tt;
        }
        let mut report: dicechess_search_report = std::mem::zeroed();
        report.struct_size = size_of::<dicechess_search_report>() as u32;
        let mut once = || match dicechess_search_best_turn(search, state, &options, &mut report, null_mut()) {
            DICECHESS_OK => Ok((report.moves, report.score, report.winners)),
            status => Err(status),
        };
        let first = FIRST.swap(NEXT.load(SeqCst), SeqCst);
        ASKED.store(0, SeqCst);
        let answer = once();
        FIRST.store(first, SeqCst);
        let asked = ASKED.load(SeqCst);
        let repeated = if answer.is_err() { once() } else { answer };
        dicechess_search_free(search);
        dicechess_tt_free(tt);
        (answer, asked, repeated)
    }
}

/// What `search` refuses from.
static NEXT: AtomicUsize = AtomicUsize::new(usize::MAX);

#[test]
fn searches_on_two_threads() {
    // On the harness's own thread nothing else runs meanwhile.
    let _ = HARNESS.compare_exchange(mark(), 1, SeqCst, SeqCst);
    let dfen = c"8/8/3k4/8/8/8/3P4/4K3 w - - 0 1 PPK";
    let (mut state, mut evaluator) = (null_mut(), null_mut());
    // SAFETY: live places, a terminated text; zeros are options.
    let mut options: dicechess_search_options = unsafe {
        let length = DICECHESS_NUL_TERMINATED;
        assert_eq!(dicechess_state_from_dfen(dfen.as_ptr(), length, &mut state, null_mut()), DICECHESS_OK);
        let (properties, out) = (DICECHESS_EVALUATOR_THREAD_SAFE, &mut evaluator);
        let made = dicechess_evaluator_from_batch_callback(
            null_mut(),
            Some(material),
            None,
            properties,
            out,
            null_mut(),
        );
        assert_eq!(made, DICECHESS_OK);
        std::mem::zeroed()
    };
    options.struct_size = size_of::<dicechess_search_options>() as u32;
    (options.threads, options.candidate_limit, options.evaluator) = (2, 3, evaluator);
    for (cache, table) in [(0, false), (1, false), (0, true)] {
        options.cache = cache;
        NEXT.store(usize::MAX, SeqCst);
        let (expected, ..) = search(state, options, table);
        assert!(expected.is_ok());
        for alone in [true, false] {
            ALONE.store(alone, SeqCst);
            for next in 0.. {
                NEXT.store(next, SeqCst);
                let (answer, asked, repeated) = search(state, options, table);
                let what = format!("allocation {next}, alone {alone}, cache {cache}, table {table}");
                assert!(answer == expected || answer == Err(DICECHESS_ERR_MEMORY), "{what}: {answer:?}");
                assert_eq!(repeated, expected, "{what}");
                if asked <= next {
                    break;
                }
            }
        }
    }
    // SAFETY: live handles that nothing uses.
    unsafe {
        dicechess_state_free(state);
        dicechess_evaluator_free(evaluator);
    }
}
