//! Budgets, deadlines and cancellation of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use dicechess::search::{CancelFlag, SearchControl, StopReason};
use proptest::collection::vec;
use proptest::prelude::*;

/// A clock that stands where the test sets it, and counts how often it is read.
#[derive(Clone, Default)]
struct TestClock {
    now: Arc<AtomicI64>,
    readings: Arc<AtomicU64>,
}

impl TestClock {
    fn set(&self, nanos: i64) {
        self.now.store(nanos, Relaxed);
    }

    fn readings(&self) -> u64 {
        self.readings.load(Relaxed)
    }

    fn control(&self, deadline_nanos: i64) -> SearchControl {
        let clock = self.clone();
        SearchControl::until_deadline(deadline_nanos, move || {
            clock.readings.fetch_add(1, Relaxed);
            clock.now.load(Relaxed)
        })
    }
}

#[test]
fn unbounded_never_stops() {
    let control = SearchControl::unbounded();
    assert!((0..10_000).all(|_| control.admit()));
    assert_eq!(control.admit_many(1 << 40), 1 << 40);
    assert!(!control.is_cancelled());
    assert_eq!((control.work_used(), control.stop_reason()), (10_000 + (1 << 40), None));
}

#[test]
fn asking_costs_no_work() {
    let control = SearchControl::unbounded().with_budget(3);
    assert!((0..100).all(|_| !control.is_cancelled()));
    assert_eq!(control.work_used(), 0);
}

#[test]
fn a_budget_is_spent_to_the_last_unit() {
    for budget in [0, 1, 2, 3, 63, 64, 65, 1000] {
        let control = SearchControl::unbounded().with_budget(budget);
        assert!((0..budget).all(|_| control.admit()), "{budget}");
        assert_eq!(
            control.stop_reason(),
            None,
            "nothing is asked after the last unit: the search is complete"
        );
        assert!(!control.admit());
        assert!(control.is_cancelled());
        assert_eq!((control.work_used(), control.stop_reason()), (budget, Some(StopReason::Budget)));
    }
}

#[test]
fn the_largest_budget_is_none() {
    let control = SearchControl::unbounded().with_budget(u64::MAX);
    assert!(control.admit() && !control.is_cancelled());
}

#[test]
fn many_units_are_cut_to_the_budget() {
    let control = SearchControl::unbounded().with_budget(100);
    assert_eq!(control.admit_many(64), 64);
    assert_eq!(control.admit_many(64), 36);
    assert_eq!(control.stop_reason(), Some(StopReason::Budget), "units were refused");
    assert_eq!(control.admit_many(64), 0);
    assert_eq!(control.work_used(), 100);

    let exact = SearchControl::unbounded().with_budget(64);
    assert_eq!((exact.admit_many(64), exact.stop_reason()), (64, None), "none was refused");
}

#[test]
fn a_deadline_counts_from_its_own_nanosecond_on() {
    let clock = TestClock::default();
    let control = clock.control(10);
    clock.set(9);
    assert!(control.admit());
    clock.set(10);
    assert!(!control.admit());
    assert_eq!((control.work_used(), control.stop_reason()), (1, Some(StopReason::Deadline)));

    assert!(SearchControl::until_deadline(0, || 1).is_cancelled());
    assert!(SearchControl::until_deadline(i64::MIN, || i64::MIN).is_cancelled());
    assert!(!SearchControl::until_deadline(-5, || -6).is_cancelled());
}

#[test]
fn without_a_deadline_the_clock_is_never_read() {
    let clock = TestClock::default();
    clock.set(i64::MAX);
    let control = clock.control(i64::MAX).with_budget(5);
    assert!(control.admit() && !control.is_cancelled());
    assert_eq!(clock.readings(), 0);
}

#[test]
fn the_clock_is_read_once_a_question_and_not_after_the_stop() {
    let clock = TestClock::default();
    let control = clock.control(10);
    assert_eq!(control.admit_many(64), 64);
    assert!(control.admit() && !control.is_cancelled());
    assert_eq!(clock.readings(), 3);
    clock.set(10);
    assert!(control.is_cancelled());
    assert!(control.is_cancelled() && !control.admit());
    assert_eq!(clock.readings(), 4);
}

#[test]
fn being_stopped_is_sticky() {
    let clock = TestClock::default();
    let control = clock.control(10);
    clock.set(10);
    assert!(control.is_cancelled());
    clock.set(0);
    assert!(control.is_cancelled(), "even if the clock runs backwards");
    assert!(!control.admit());
    control.cancel();
    assert_eq!(control.stop_reason(), Some(StopReason::Deadline), "the first reason stays");
}

#[test]
fn the_flag_is_shared_and_reported() {
    let flag = CancelFlag::new();
    let controls = [0, 7].map(|budget| {
        SearchControl::until_deadline(0, || 1).with_budget(budget).with_cancel_flag(flag.clone())
    });
    assert!(!flag.is_cancelled());
    let other = flag.clone();
    thread::scope(|scope| {
        scope.spawn(move || other.cancel());
    });
    assert!(flag.is_cancelled());
    for control in controls {
        assert!(control.is_cancelled());
        assert_eq!(control.stop_reason(), Some(StopReason::Cancelled), "the flag goes before the limits");
    }
    assert!(!SearchControl::unbounded().is_cancelled(), "a control without the flag goes on");
}

#[test]
fn a_control_that_is_cancelled_stops_nothing_else() {
    let flag = CancelFlag::new();
    let [one, other] = [0, 1].map(|_| SearchControl::unbounded().with_cancel_flag(flag.clone()));
    thread::scope(|scope| {
        scope.spawn(|| one.cancel());
    });
    assert!(one.is_cancelled() && !other.is_cancelled() && !flag.is_cancelled());
    assert_eq!((one.stop_reason(), other.stop_reason()), (Some(StopReason::Cancelled), None));
}

#[test]
fn the_budget_goes_before_the_deadline() {
    let control = SearchControl::until_deadline(0, || 1).with_budget(0);
    assert!(control.is_cancelled());
    assert_eq!(control.stop_reason(), Some(StopReason::Budget));
}

#[test]
fn limits_on_the_system_clock() {
    assert!(SearchControl::within(Duration::ZERO).is_cancelled());
    assert!(!SearchControl::within(Duration::from_secs(1 << 20)).is_cancelled());
    assert!(!SearchControl::within(Duration::MAX).is_cancelled());
}

#[test]
fn threads_together_spend_exactly_the_budget() {
    const BUDGET: u64 = 100_000;
    let control = SearchControl::unbounded().with_budget(BUDGET);
    let spend = |step: u64| {
        let mut spent = 0;
        loop {
            match control.admit_many(step) {
                0 => return spent,
                admitted => spent += admitted,
            }
        }
    };
    let spent: u64 = thread::scope(|scope| {
        let workers = [1, 2, 7, 64].map(|step| scope.spawn(move || spend(step)));
        workers.into_iter().map(|worker| worker.join().expect("no worker panics")).sum()
    });
    assert_eq!((spent, control.work_used()), (BUDGET, BUDGET));
}

proptest! {
    #[test]
    fn many_units_at_once_are_as_many_single_ones(
        budget in 0..200_u64,
        requests in vec(1..40_u64, 0..20),
    ) {
        let at_once = SearchControl::unbounded().with_budget(budget);
        let singly = SearchControl::unbounded().with_budget(budget);
        for units in requests {
            let admitted = (0..units).filter(|_| singly.admit()).count() as u64;
            prop_assert_eq!(at_once.admit_many(units), admitted);
            prop_assert_eq!(at_once.work_used(), singly.work_used());
            prop_assert_eq!(at_once.stop_reason(), singly.stop_reason());
        }
    }
}
