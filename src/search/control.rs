use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::memory::{NoMemory, try_box};

/// A flag that stops every search whose [`SearchControl`] holds it. Thread-safe; clones share the flag. Once raised it
/// stays up. One control by itself needs none: see [`SearchControl::cancel`].
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
    /// Someone cancelled it.
    #[error("cancelled")]
    Cancelled = 1,
    /// The work budget was spent.
    #[error("work budget spent")]
    Budget = 2,
    /// The deadline passed.
    #[error("deadline passed")]
    Deadline = 3,
    /// There was no memory to go on with. No control says so, but the report of a search that has something to show all the same.
    #[error("out of memory")]
    Memory = 4,
}

/// How far one search may go: an optional budget of work units, an optional deadline, and a way to cancel it.
///
/// Thread-safe: the workers of one parallel search share one control by reference. A control serves one search, since
/// its count of work only grows.
///
/// A search asks before each step. [`admit`](Self::admit) pays for one unit: a roll step of a chance node, or a state
/// handed to an evaluator, as a leaf, to rank it or to rescore it, whether or not a cache knows its score. A table hit
/// is free but asked for all the same with [`is_cancelled`](Self::is_cancelled), which pays nothing. One thread's count
/// of work therefore depends on the inputs alone, not on speed or on what a cache holds; several threads together never
/// spend more than the budget. Being stopped is sticky: after the first "no" there is no second "yes".
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
    cancelled: AtomicBool,
    /// A flag that also stops other searches.
    cancel_flag: Option<CancelFlag>,
    work_used: AtomicU64,
    /// 0 while running, else the `StopReason` that came first.
    stopped: AtomicU8,
}

struct Deadline {
    nanos: i64,
    clock: Clock,
}

enum Clock {
    /// The system's monotonic clock; its zero is here.
    System(Instant),
    Caller(Box<dyn Fn() -> i64 + Send + Sync>),
}

impl Deadline {
    fn has_passed(&self) -> bool {
        let now = match &self.clock {
            Clock::System(start) => as_nanos(start.elapsed()),
            Clock::Caller(clock_nanos) => clock_nanos(),
        };
        now >= self.nanos
    }
}

fn as_nanos(duration: Duration) -> i64 {
    i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX)
}

impl SearchControl {
    /// No budget and no deadline: the search stops only if it is cancelled.
    #[must_use]
    pub fn unbounded() -> Self {
        Self {
            budget: u64::MAX,
            deadline: None,
            cancelled: AtomicBool::new(false),
            cancel_flag: None,
            work_used: AtomicU64::new(0),
            stopped: AtomicU8::new(0),
        }
    }

    /// Stops as soon as `clock_nanos() >= deadline_nanos`. The clock must never run backwards; its zero may be anywhere.
    /// A deadline of `i64::MAX` means none, and the clock is never read.
    ///
    /// # Panics
    /// If there is no memory for the clock.
    #[must_use]
    pub fn until_deadline(
        deadline_nanos: i64,
        clock_nanos: impl Fn() -> i64 + Send + Sync + 'static,
    ) -> Self {
        Self::try_until_deadline(deadline_nanos, clock_nanos).expect("memory for a clock")
    }

    /// [`until_deadline`](Self::until_deadline) for callers that are to survive a lack of memory.
    ///
    /// # Errors
    /// If there is no memory for the clock.
    pub fn try_until_deadline(
        deadline_nanos: i64,
        clock_nanos: impl Fn() -> i64 + Send + Sync + 'static,
    ) -> Result<Self, NoMemory> {
        let clock = Clock::Caller(try_box(clock_nanos)?);
        Ok(Self::until(Deadline { nanos: deadline_nanos, clock }))
    }

    /// Stops `limit` from now on the system's monotonic clock. Limits above 292 years mean none.
    #[must_use]
    pub fn within(limit: Duration) -> Self {
        Self::until(Deadline { nanos: as_nanos(limit), clock: Clock::System(Instant::now()) })
    }

    fn until(deadline: Deadline) -> Self {
        Self { deadline: Some(deadline).filter(|deadline| deadline.nanos != i64::MAX), ..Self::unbounded() }
    }

    /// The same control with at most `units` units of work. `u64::MAX` means no budget.
    #[must_use]
    pub fn with_budget(self, units: u64) -> Self {
        Self { budget: units, ..self }
    }

    /// This control, stopped by `flag` too.
    #[must_use]
    pub fn with_cancel_flag(self, flag: CancelFlag) -> Self {
        Self { cancel_flag: Some(flag), ..self }
    }

    /// Stops this search. From any thread, at any time.
    pub fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
    }

    /// Whether the search must stop: it was cancelled, the budget is spent or the deadline has passed, now or at any
    /// earlier question. Costs no work; reads the clock if there is a deadline.
    #[inline]
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.stopped.load(Relaxed) != 0 || self.find_reason().is_some_and(|reason| self.stop(reason))
    }

    /// Whether the search must stop even within a unit of work that it was admitted: it was cancelled or the deadline has
    /// passed, or it was stopped before. A budget that the unit has spent does not stop it.
    #[inline]
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.stopped.load(Relaxed) != 0 || self.find_interruption().is_some_and(|reason| self.stop(reason))
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

    /// Whether the search has to end at some time.
    #[must_use]
    pub const fn has_deadline(&self) -> bool {
        self.deadline.is_some()
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
        if self.work_used() >= self.budget && !self.has_been_cancelled() {
            return Some(StopReason::Budget);
        }
        self.find_interruption()
    }

    fn find_interruption(&self) -> Option<StopReason> {
        if self.has_been_cancelled() {
            Some(StopReason::Cancelled)
        } else if self.deadline.as_ref().is_some_and(Deadline::has_passed) {
            Some(StopReason::Deadline)
        } else {
            None
        }
    }

    fn has_been_cancelled(&self) -> bool {
        self.cancelled.load(Relaxed) || self.cancel_flag.as_ref().is_some_and(CancelFlag::is_cancelled)
    }

    /// Stops the search for `reason` unless another thread has stopped it already. Always `true`.
    fn stop(&self, reason: StopReason) -> bool {
        let _ = self.stopped.compare_exchange(0, reason as u8, Relaxed, Relaxed);
        true
    }
}
