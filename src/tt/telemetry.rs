use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// How often a table was used, and to what effect. Exact while no two threads use the table at the same moment; a few
/// counts may be lost otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableTelemetry {
    /// Stores, whether or not they changed the table.
    pub stores: u64,
    /// Stores that replaced an entry of the same key.
    pub overwrites: u64,
    /// Stores that replaced an entry of another key.
    pub collisions: u64,
    /// Probes that found an entry.
    pub hits: u64,
    /// Probes that found none.
    pub misses: u64,
}

impl TableTelemetry {
    /// `hits / (hits + misses)`, 0 without any probe.
    #[must_use]
    pub fn hit_rate(&self) -> f64 {
        let probes = self.hits + self.misses;
        if probes == 0 { 0.0 } else { self.hits as f64 / probes as f64 }
    }
}

/// What a counter counts, in the order of the counters.
#[derive(Clone, Copy)]
pub(super) enum Event {
    Store,
    Overwrite,
    Collision,
    Hit,
    Miss,
}

const STRIPES: usize = 16;

/// The counters of a table, in several copies so that threads seldom count on the same cache line.
#[derive(Default)]
pub(super) struct Counters {
    stripes: [Stripe; STRIPES],
}

/// Two cache lines, because processors load lines in pairs.
#[derive(Default)]
#[repr(align(128))]
struct Stripe([AtomicU64; 5]);

impl Counters {
    /// Counts one `event`. Threads that count on the same stripe at the same time may lose counts: an addition that
    /// cannot costs as much as a lock, and a table without locks would be no faster than one with them.
    #[inline]
    pub fn count(&self, event: Event) {
        let counter = &self.stripes[stripe_of_this_thread()].0[event as usize];
        counter.store(counter.load(Relaxed) + 1, Relaxed);
    }

    /// The sums over all threads.
    pub fn total(&self) -> TableTelemetry {
        let sum =
            |event: Event| self.stripes.iter().map(|stripe| stripe.0[event as usize].load(Relaxed)).sum();
        TableTelemetry {
            stores: sum(Event::Store),
            overwrites: sum(Event::Overwrite),
            collisions: sum(Event::Collision),
            hits: sum(Event::Hit),
            misses: sum(Event::Miss),
        }
    }

    /// Sets all counters to 0.
    pub fn reset(&self) {
        for counter in self.stripes.iter().flat_map(|stripe| &stripe.0) {
            counter.store(0, Relaxed);
        }
    }
}

/// A stripe that threads seldom share, found from the address of this thread's stack: stacks lie at least 512 KiB apart.
/// A single thread counts right even if it changes its stripe on the way.
#[inline]
fn stripe_of_this_thread() -> usize {
    let on_the_stack = 0_u8;
    let stack = (&raw const on_the_stack).addr() as u64 >> 19;
    (stack.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize % STRIPES
}
