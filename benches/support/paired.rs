//! Paired measurement: two ways of doing the same work run in turn, A B A B, on the CPU time of the thread, and the figure that counts is
//! the median of the ratios of neighbouring runs. Drift of the clock rate and other programs hit both halves of a pair alike
//! and cancel out.
//!
//! `cargo bench` measures. Without cargo's `--bench` argument (as in `cargo test --benches`) every side runs once, so that a benchmark cannot
//! rot. A free argument selects the comparisons whose title contains it.

// Each benchmark compiles all of this and uses a part of it.
#![allow(dead_code)]

use std::hint::black_box;
use std::time::Duration;

/// A sample runs for at least this long after a call that is not timed: far above the clock's resolution, and long enough that what the other side
/// has left in the processor's caches does not count.
const SAMPLE: Duration = Duration::from_millis(20);
/// CPU time for one comparison after calibration.
const BUDGET: Duration = Duration::from_millis(1500);
/// Pairs per comparison, however slow or quick the work is.
const PAIRS: std::ops::RangeInclusive<usize> = 11..=301;

/// What the command line asks for.
pub struct Harness {
    measuring: bool,
    filter: Option<String>,
}

/// Nanoseconds per operation of one side.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    pub min: f64,
    pub median: f64,
}

/// What a comparison found. Ratios are B over A: below 1, B is the faster one.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    pub a: Timing,
    pub b: Timing,
    pub ratio: f64,
    pub p25: f64,
    pub p75: f64,
}

impl Harness {
    pub fn from_args() -> Self {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        Self {
            measuring: arguments.iter().any(|argument| argument == "--bench"),
            filter: arguments.into_iter().find(|argument| !argument.starts_with('-')),
        }
    }

    /// Whether runs are timed; if not, the set-up may be as small as it can be.
    pub fn is_measuring(&self) -> bool {
        self.measuring
    }

    /// Prints a line of its own above a group of comparisons.
    pub fn section(&self, title: &str) {
        if self.measuring {
            println!("\n{title}");
        }
    }

    /// Times two sides, each doing `operations` units of the same work a call, and prints one line. `None` if nothing was measured.
    pub fn compare<A, B>(
        &self,
        title: &str,
        operations: u64,
        (name_a, run_a): (&str, impl FnMut() -> A),
        (name_b, run_b): (&str, impl FnMut() -> B),
    ) -> Option<Comparison> {
        self.compare_per_unit(title, (name_a, operations, run_a), (name_b, operations, run_b))
    }

    /// The same for sides that do different numbers of units a call: ratios are of the time per unit.
    pub fn compare_per_unit<A, B>(
        &self,
        title: &str,
        (name_a, operations_a, mut run_a): (&str, u64, impl FnMut() -> A),
        (name_b, operations_b, mut run_b): (&str, u64, impl FnMut() -> B),
    ) -> Option<Comparison> {
        if !self.selects(title) {
            return None;
        }
        if !self.measuring {
            black_box((run_a(), run_b()));
            return None;
        }
        let (once_a, once_b) = (once(&mut run_a), once(&mut run_b));
        let repeats = repeats_for(once_a.min(once_b));
        let pair = (once_a + once_b) * repeats;
        let (mut a, mut b, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..pairs_for(pair) {
            let (time_a, time_b) = (sample(&mut run_a, repeats), sample(&mut run_b, repeats));
            let (unit_a, unit_b) = (time_a * 1e9 / operations_a as f64, time_b * 1e9 / operations_b as f64);
            ratios.push(unit_b / unit_a);
            a.push(unit_a);
            b.push(unit_b);
        }
        ratios.sort_by(f64::total_cmp);
        let found = Comparison {
            a: Timing::of(a),
            b: Timing::of(b),
            ratio: quantile(&ratios, 0.5),
            p25: quantile(&ratios, 0.25),
            p75: quantile(&ratios, 0.75),
        };
        println!(
            "{title:<34} {name_b} / {name_a} = {:.3} ({:.3}-{:.3})   {name_a} {}   {name_b} {}",
            found.ratio, found.p25, found.p75, found.a, found.b
        );
        Some(found)
    }

    /// Times one way of doing `operations` units of work a call and prints one line: an order of magnitude, not a comparison.
    pub fn measure<T>(&self, title: &str, operations: u64, mut run: impl FnMut() -> T) -> Option<Timing> {
        if !self.selects(title) {
            return None;
        }
        if !self.measuring {
            black_box(run());
            return None;
        }
        let first = once(&mut run);
        let repeats = repeats_for(first);
        let times = (0..pairs_for(first * repeats * 2))
            .map(|_| sample(&mut run, repeats) * 1e9 / operations as f64)
            .collect();
        let timing = Timing::of(times);
        println!("{title:<34} {timing}");
        Some(timing)
    }

    fn selects(&self, title: &str) -> bool {
        self.filter.as_ref().is_none_or(|wanted| title.contains(wanted.as_str()))
    }
}

impl Timing {
    fn of(mut times: Vec<f64>) -> Self {
        times.sort_by(f64::total_cmp);
        Self { min: times[0], median: quantile(&times, 0.5) }
    }
}

impl std::fmt::Display for Timing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "min {} med {}", human(self.min), human(self.median))
    }
}

fn human(nanoseconds: f64) -> String {
    match nanoseconds {
        n if n < 1e3 => format!("{n:.2} ns"),
        n if n < 1e6 => format!("{:.2} µs", n / 1e3),
        n => format!("{:.2} ms", n / 1e6),
    }
}

/// The value below which the given part of the sorted, non-empty list lies.
fn quantile(sorted: &[f64], part: f64) -> f64 {
    sorted[((sorted.len() - 1) as f64 * part).round() as usize]
}

fn once<T>(run: &mut impl FnMut() -> T) -> Duration {
    // The first call pays for page faults and cold caches.
    black_box(run());
    let start = thread_time();
    black_box(run());
    (thread_time() - start).max(Duration::from_nanos(1))
}

fn repeats_for(once: Duration) -> u32 {
    (SAMPLE.as_nanos() / once.as_nanos() + 1).min(10_000_000) as u32
}

fn pairs_for(pair: Duration) -> usize {
    let affordable = (BUDGET.as_nanos() / pair.as_nanos()) as usize;
    affordable.clamp(*PAIRS.start(), *PAIRS.end())
}

/// Seconds of one call, averaged over `repeats`, when the caches hold what it uses.
fn sample<T>(run: &mut impl FnMut() -> T, repeats: u32) -> f64 {
    black_box(run());
    let start = thread_time();
    for _ in 0..repeats {
        black_box(run());
    }
    (thread_time() - start).as_secs_f64() / f64::from(repeats)
}

/// CPU time that this thread has used.
#[cfg(unix)]
pub fn thread_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a live timespec that the call fills in.
    let status = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    assert_eq!(status, 0, "the clock of the thread's CPU time is there on every supported system");
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Time since the first call, where there is no clock for a thread's CPU time.
#[cfg(not(unix))]
pub fn thread_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}
