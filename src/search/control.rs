use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use thiserror::Error;

/// A flag that stops every search whose [`SearchControl`] holds it. Thread-safe; clones share the flag. Once raised it
/// stays up.
#[derive(Clone, Debug, Default)]
pub struct CancelFlag(Arc<AtomicBool>);

impl CancelFlag {
    /// A flag that is down.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag. From any thread, at any time.
    pub fn cancel(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether the flag is up.
    #[inline]
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Why a search was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[repr(u8)]
pub enum StopReason {
    /// The cancel flag was raised.
    #[error("cancelled")]
    Cancelled = 1,
    /// The work budget was spent.
    #[error("work budget spent")]
    Budget = 2,
    /// The deadline passed.
    #[error("deadline passed")]
    Deadline = 3,
}

/// How far one search may go: an optional budget of work units, an optional deadline and a cancel flag.
///
/// Thread-safe: the workers of one parallel search share one control by reference. A control serves one search, since
/// its count of work only grows.
///
/// A search asks before each step. [`admit`](Self::admit) pays for one unit: a roll step of a chance node, or a leaf
/// handed to the evaluator, whether or not a cache knows its score. A table hit is free but asked for all the same with
/// [`is_cancelled`](Self::is_cancelled), which pays nothing. One thread's count of work therefore depends on the inputs
/// alone, not on speed or on what a cache holds; several threads together never spend more than the budget. Being
/// stopped is sticky: after the first "no" there is no second "yes".
///
/// ```
/// use dicechess::search::{SearchControl, StopReason};
///
/// let control = SearchControl::unbounded().with_budget(2);
/// assert!(control.admit() && control.admit());
/// assert!(!control.admit());
/// assert_eq!((control.work_used(), control.stop_reason()), (2, Some(StopReason::Budget)));
/// ```
pub struct SearchControl {
    budget: u64,
    deadline: Option<Deadline>,
    cancel_flag: CancelFlag,
    work_used: AtomicU64,
    /// 0 while running, else the `StopReason` that came first.
    stopped: AtomicU8,
}

struct Deadline {
    nanos: i64,
    clock_nanos: Box<dyn Fn() -> i64 + Send + Sync>,
}

impl SearchControl {
    /// No budget and no deadline: only the cancel flag can stop the search.
    #[must_use]
    pub fn unbounded() -> Self {
        Self {
            budget: u64::MAX,
            deadline: None,
            cancel_flag: CancelFlag::new(),
            work_used: AtomicU64::new(0),
            stopped: AtomicU8::new(0),
        }
    }

    /// Stops as soon as `clock_nanos() >= deadline_nanos`. The clock must never run backwards; its zero may be anywhere.
    /// A deadline of `i64::MAX` means none, and the clock is never read.
    #[must_use]
    pub fn until_deadline(
        deadline_nanos: i64,
        clock_nanos: impl Fn() -> i64 + Send + Sync + 'static,
    ) -> Self {
        let deadline = Deadline { nanos: deadline_nanos, clock_nanos: Box::new(clock_nanos) };
        Self { deadline: (deadline_nanos != i64::MAX).then_some(deadline), ..Self::unbounded() }
    }

    /// Stops `limit` from now on the system's monotonic clock. Limits above 292 years mean none.
    #[must_use]
    pub fn within(limit: Duration) -> Self {
        let start = Instant::now();
        let nanos = |duration: Duration| i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX);
        Self::until_deadline(nanos(limit), move || nanos(start.elapsed()))
    }

    /// The same control with at most `units` units of work. `u64::MAX` means no budget.
    #[must_use]
    pub fn with_budget(self, units: u64) -> Self {
        Self { budget: units, ..self }
    }

    /// The same control under `flag` instead of a flag of its own.
    #[must_use]
    pub fn with_cancel_flag(self, flag: CancelFlag) -> Self {
        Self { cancel_flag: flag, ..self }
    }

    /// The flag that stops this search from another thread.
    #[must_use]
    pub fn cancel_flag(&self) -> CancelFlag {
        self.cancel_flag.clone()
    }

    /// Whether the search must stop: the flag is up, the budget is spent or the deadline has passed, now or at any
    /// earlier question. Costs no work; reads the clock if there is a deadline.
    #[inline]
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.stopped.load(Relaxed) != 0 || self.find_reason().is_some_and(|reason| self.stop(reason))
    }

    /// Asks for one unit of work. `false`, and nothing is counted, if the search must stop.
    #[inline]
    #[must_use]
    pub fn admit(&self) -> bool {
        self.admit_many(1) == 1
    }

    /// Asks for `units` units at once and returns how many of the first of them may be done: as many as one
    /// [`admit`](Self::admit) after the other would allow if the clock stood still. The clock is read once, so that
    /// a search should ask for no more than 64 leaves at a time. Fewer than `units` means that the search must stop
    /// after them.
    #[inline]
    #[must_use]
    pub fn admit_many(&self, units: u64) -> u64 {
        if self.is_cancelled() {
            return 0;
        }
        let mut used = self.work_used.load(Relaxed);
        loop {
            let admitted = units.min(self.budget - used);
            match self.work_used.compare_exchange_weak(used, used + admitted, Relaxed, Relaxed) {
                Ok(_) if admitted < units => {
                    self.stop(StopReason::Budget);
                    return admitted;
                }
                Ok(_) => return admitted,
                Err(changed) => used = changed,
            }
        }
    }

    /// Units of work admitted so far, by all threads together.
    #[inline]
    #[must_use]
    pub fn work_used(&self) -> u64 {
        self.work_used.load(Relaxed)
    }

    /// Why the search was told to stop; `None` while every question was answered with "go on".
    #[must_use]
    pub fn stop_reason(&self) -> Option<StopReason> {
        match self.stopped.load(Relaxed) {
            0 => None,
            1 => Some(StopReason::Cancelled),
            2 => Some(StopReason::Budget),
            _ => Some(StopReason::Deadline),
        }
    }

    fn find_reason(&self) -> Option<StopReason> {
        let deadline_passed =
            || self.deadline.as_ref().is_some_and(|deadline| (deadline.clock_nanos)() >= deadline.nanos);
        if self.cancel_flag.is_cancelled() {
            Some(StopReason::Cancelled)
        } else if self.work_used() >= self.budget {
            Some(StopReason::Budget)
        } else if deadline_passed() {
            Some(StopReason::Deadline)
        } else {
            None
        }
    }

    /// Stops the search for `reason` unless another thread has stopped it already. Always `true`.
    fn stop(&self, reason: StopReason) -> bool {
        let _ = self.stopped.compare_exchange(0, reason as u8, Relaxed, Relaxed);
        true
    }
}
