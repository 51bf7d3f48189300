//! Threads whose making may fail. The standard library ends the process if there is no memory for what it keeps of a thread,
//! which a search on several threads must not do to its host.
#![cfg_attr(unix, allow(unsafe_code))]

use std::num::NonZeroUsize;

/// Runs `work` on up to `threads` threads at once, the calling one among them. All have ended when it
/// returns. Where no more threads can be had, for lack of memory or by the system's limits, those that
/// there are do the work.
///
/// # Panics
/// With the panic of `work`, if it panics.
pub(crate) fn run_on(threads: NonZeroUsize, work: &(dyn Fn() + Sync)) {
    if threads == NonZeroUsize::MIN { work() } else { run_beside(threads.get() - 1, work) }
}

#[cfg(unix)]
fn run_beside(helpers: usize, work: &(dyn Fn() + Sync)) {
    use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
    use std::sync::{Mutex, PoisonError};

    use crate::memory::list_with_room;

    let job = Job { work, panic: Mutex::new(None) };
    let mut running = list_with_room(helpers).unwrap_or_default();
    while running.len() < running.capacity().min(helpers) {
        // SAFETY: the job is borrowed until every helper has been joined below, and nothing unwinds before.
        match unsafe { start(&job) } {
            Some(helper) => running.push(helper),
            None => break,
        }
    }
    let outcome = catch_unwind(AssertUnwindSafe(work));
    for helper in running {
        // SAFETY: a joinable thread that is joined once.
        unsafe { libc::pthread_join(helper, std::ptr::null_mut()) };
    }
    let of_helpers = job.panic.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(panic) = outcome.err().or(of_helpers) {
        resume_unwind(panic);
    }
}

/// What helpers do, and the first panic of one of them.
#[cfg(unix)]
struct Job<'a> {
    work: &'a (dyn Fn() + Sync),
    panic: std::sync::Mutex<Option<Box<dyn std::any::Any + Send>>>,
}

/// Starts a thread that does the job; `None` if the system gives none.
///
/// # Safety
/// The job must outlive the thread, which must be joined.
#[cfg(unix)]
unsafe fn start(job: &Job<'_>) -> Option<libc::pthread_t> {
    /// Room for the callbacks of any language: the system's default may be a hundred kilobytes, or
    /// eight megabytes of address space.
    const STACK: usize = 2 << 20;

    extern "C" fn run(job: *mut libc::c_void) -> *mut libc::c_void {
        use std::panic::{AssertUnwindSafe, catch_unwind};

        // SAFETY: `start` passes a job that outlives the thread.
        let job = unsafe { &*job.cast::<Job<'_>>() };
        if let Err(panic) = catch_unwind(AssertUnwindSafe(job.work)) {
            let mut first = job.panic.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            first.get_or_insert(panic);
        }
        std::ptr::null_mut()
    }

    let mut attributes = std::mem::MaybeUninit::uninit();
    let mut thread = std::mem::MaybeUninit::uninit();
    let argument = std::ptr::from_ref(job).cast_mut().cast();
    // SAFETY: the attributes are initialised before use and destroyed after it; a thread that was made
    // has its name written.
    unsafe {
        if libc::pthread_attr_init(attributes.as_mut_ptr()) != 0 {
            return None;
        }
        // A size that the system does not like leaves its default.
        libc::pthread_attr_setstacksize(attributes.as_mut_ptr(), STACK);
        let code = libc::pthread_create(thread.as_mut_ptr(), attributes.as_ptr(), run, argument);
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        (code == 0).then(|| thread.assume_init())
    }
}

#[cfg(not(unix))]
fn run_beside(helpers: usize, work: &(dyn Fn() + Sync)) {
    std::thread::scope(|scope| {
        let running: Vec<_> =
            (0..helpers).map_while(|_| std::thread::Builder::new().spawn_scoped(scope, work).ok()).collect();
        work();
        // The scope waits for the end of the closures only, not of the threads that ran them.
        for helper in running {
            helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

    #[test]
    fn every_thread_works_once_and_has_ended() {
        for threads in 1..=5 {
            let (runs, together) = (AtomicUsize::new(0), Barrier::new(threads));
            run_on(NonZeroUsize::new(threads).unwrap(), &|| {
                together.wait();
                runs.fetch_add(1, Relaxed);
            });
            assert_eq!(runs.load(Relaxed), threads);
        }
    }

    #[test]
    fn a_panic_of_any_thread_is_that_of_the_call() {
        for culprit in 0..3 {
            let (turn, together) = (AtomicUsize::new(0), Barrier::new(3));
            let result = catch_unwind(AssertUnwindSafe(|| {
                run_on(NonZeroUsize::new(3).unwrap(), &|| {
                    together.wait();
                    let number = turn.fetch_add(1, Relaxed);
                    assert!(number != culprit, "thread {number}");
                });
            }));
            assert_eq!(*result.unwrap_err().downcast::<String>().unwrap(), format!("thread {culprit}"));
            assert_eq!(turn.load(Relaxed), 3);
        }
    }
}
