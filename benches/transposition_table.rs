//! The transposition table against one random read of a cache line from an array of the same size, and what each of
//! its choices is worth: huge pages, untouched memory, prefetching, entries without locks, and their 32 bytes.

#[path = "support/paired.rs"]
mod paired;

use std::hint::black_box;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::thread;

use dicechess::search::JvmRandom;
use dicechess::tt::{Bound, TableEntry, TranspositionTable};
use paired::{Comparison, Harness};

const STEPS: u64 = 4096;

fn main() {
    let harness = Harness::from_args();
    latency(&harness, "1 MiB", 1 << 15);
    latency(&harness, "64 MiB", 1 << 21);
    prefetching(&harness, 70, 1 << 21);
    prefetching(&harness, 140, 1 << 21);
    memory(&harness, "64 MiB", 1 << 21);
    for probes_a_store in [3, 15] {
        two_threads(&harness, probes_a_store, 1 << 15);
    }
    mixed_entries(&harness);
}

/// The key that the benchmarks store in slot `index` of a table with `capacity` slots.
fn key_of(index: u64, capacity: u64) -> u64 {
    index.wrapping_mul(0x9e37_79b9_7f4a_7c15) & !(capacity - 1) | index
}

/// One cycle through all of `0..len`: element `i` is what follows `i`.
fn random_cycle(len: usize) -> Vec<u64> {
    let mut next: Vec<u64> = (0..len as u64).collect();
    let mut random = JvmRandom::new(1);
    for end in (1..len).rev() {
        let other = random.next_int(end as u32).expect("the bound is not 0");
        next.swap(end, other as usize);
    }
    next
}

/// A table that is full: the entry of each slot holds the number of the next slot as its value's bits.
fn full_table(next: &[u64]) -> TranspositionTable {
    let capacity = next.len() as u64;
    let table = TranspositionTable::with_capacity(next.len()).expect("memory for a table");
    for (index, &following) in (0..capacity).zip(next) {
        table.store(&TableEntry {
            key: key_of(index, capacity),
            value: f64::from_bits(following),
            bound: Bound::Exact,
            depth: 2,
            loss_tainted: false,
        });
    }
    table
}

/// Zeroed words from the start of a huge page on, on huge pages if the system has them.
struct HugePages {
    words: Vec<u64>,
    start: usize,
}

impl HugePages {
    const BYTES: usize = 2 << 20;

    fn new(len: usize) -> Self {
        let words = vec![0; len + Self::BYTES / 8];
        let start = words.as_ptr().align_offset(Self::BYTES);
        #[cfg(target_os = "linux")]
        {
            let whole_pages = len * 8 / Self::BYTES * Self::BYTES;
            // SAFETY: the range lies within the vector and starts on a page; the advice changes no contents.
            unsafe {
                libc::madvise(words[start..].as_ptr().cast_mut().cast(), whole_pages, libc::MADV_HUGEPAGE)
            };
        }
        Self { words, start }
    }

    fn words(&self) -> &[u64] {
        &self.words[self.start..]
    }

    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words[self.start..]
    }
}

/// The cycle in an array whose elements are `words` words long.
fn cycle_in_array(next: &[u64], words: usize) -> HugePages {
    let mut memory = HugePages::new(next.len() * words);
    for (element, following) in memory.words_mut().chunks_exact_mut(words).zip(next) {
        element.fill(*following);
    }
    memory
}

/// Follows a cycle for `STEPS` steps from where the last call stopped.
fn follow(mut next: impl FnMut(u64) -> u64) -> impl FnMut() -> u64 {
    let mut index = 0;
    move || {
        for _ in 0..STEPS {
            index = next(index);
        }
        index
    }
}

/// The next slot by the table.
fn probe_next(table: &TranspositionTable, index: u64) -> u64 {
    let found = table.probe(key_of(index, table.capacity() as u64));
    found.expect("the table is full").value.to_bits()
}

/// Reads that depend on each other, as those of a search that waits for each answer.
fn latency(harness: &Harness, size: &str, capacity: usize) {
    harness.section(&format!("dependent probes, {size}"));
    let next = random_cycle(if harness.is_measuring() { capacity } else { 64 });
    let table = full_table(&next);
    let array = cycle_in_array(&next, 4);
    let lines = array.words();
    harness.compare(
        &format!("probe, {size}"),
        STEPS,
        ("array read", follow(|index| lines[4 * index as usize])),
        ("probe", follow(|index| probe_next(&table, index))),
    );

    // A table of three words an entry: checksum, value, fields. It is a quarter smaller, but every fourth entry lies
    // on two cache lines.
    let mut packed = HugePages::new(next.len() * 3);
    let capacity = next.len() as u64;
    for (index, &following) in (0..capacity).zip(&next) {
        let fields = 1 << 56 | 2 << 48;
        let check =
            key_of(index, capacity) ^ following.rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ fields;
        packed.words_mut()[3 * index as usize..][..3].copy_from_slice(&[check, following, fields]);
    }
    let packed = packed.words();
    let probe_packed = |index: u64| {
        let key = key_of(index, capacity);
        let entry = &packed[3 * index as usize..][..3];
        let spread = entry[1].rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        assert!(entry[0] ^ spread ^ entry[2] == key && entry[2] >> 56 != 0);
        entry[1]
    };
    harness.compare(
        &format!("24 bytes an entry, {size}"),
        STEPS,
        ("packed", follow(probe_packed)),
        ("32 bytes", follow(|index| probe_next(&table, index))),
    );
}

/// Work of about `nanoseconds` that nothing can overtake: each step waits for the product before it.
fn work(seed: u64, nanoseconds: u64) -> u64 {
    (0..nanoseconds).fold(seed, |value, step| value.wrapping_mul(0xd134_2543_de82_ef95) ^ step)
}

/// A probe after some work, with and without a prefetch before it. The work alone is subtracted from both.
fn prefetching(harness: &Harness, nanoseconds: u64, capacity: usize) {
    harness.section(&format!("probes after {nanoseconds} ns of other work, 64 MiB"));
    let next = random_cycle(if harness.is_measuring() { capacity } else { 64 });
    let table = full_table(&next);
    let capacity = next.len() as u64;
    // Zero, but the processor cannot know it: the probe waits for the work.
    let zero = black_box(0);
    let after_work = |index: u64| index ^ work(index, nanoseconds) & zero;
    let alone = || follow(|index| (after_work(index) + 1) & (capacity - 1));
    let unprefetched = harness.compare(
        &format!("without prefetch, {nanoseconds} ns"),
        STEPS,
        ("work", alone()),
        ("work and probe", follow(|index| probe_next(&table, after_work(index)))),
    );
    let prefetched = harness.compare(
        &format!("with prefetch, {nanoseconds} ns"),
        STEPS,
        ("work", alone()),
        (
            "prefetch, work and probe",
            follow(|index| {
                table.prefetch(key_of(index, capacity));
                probe_next(&table, after_work(index))
            }),
        ),
    );
    if let (Some(without), Some(with)) = (unprefetched, prefetched) {
        let added = |comparison: &Comparison| comparison.b.median - comparison.a.median;
        let (with, without) = (added(&with), added(&without));
        println!("a probe adds {without:.1} ns, a prefetched one {with:.1} ns: {:.3}", with / without);
    }
}

/// Small pages against huge ones, and a table's own memory against a vector.
fn memory(harness: &Harness, size: &str, capacity: usize) {
    harness.section(&format!("memory, {size}"));
    let next = random_cycle(if harness.is_measuring() { capacity } else { 64 });
    let huge = full_table(&next);
    let small = with_small_pages(|| full_table(&next));
    harness.compare(
        &format!("pages, {size}"),
        STEPS,
        ("small pages", follow(|index| probe_next(&small, index))),
        ("huge pages", follow(|index| probe_next(&huge, index))),
    );
    let capacity = next.len();
    let zeroed_vector = || {
        let mut vector = Vec::<[u64; 4]>::new();
        vector.try_reserve_exact(capacity).expect("memory for a vector");
        vector.resize(capacity, [0; 4]);
        vector.len()
    };
    harness.compare(
        &format!("creation, {size}"),
        1,
        ("vector", zeroed_vector),
        ("table", || TranspositionTable::with_capacity(capacity).map(|table| table.capacity())),
    );
}

/// Runs `fill` while this process gets no huge pages.
#[cfg(target_os = "linux")]
fn with_small_pages<T>(fill: impl FnOnce() -> T) -> T {
    let disable = |value: libc::c_ulong| {
        let zero: libc::c_ulong = 0;
        // SAFETY: the call takes numbers only.
        unsafe { libc::prctl(libc::PR_SET_THP_DISABLE, value, zero, zero, zero) };
    };
    disable(1);
    let filled = fill();
    disable(0);
    filled
}

#[cfg(not(target_os = "linux"))]
fn with_small_pages<T>(fill: impl FnOnce() -> T) -> T {
    fill()
}

/// The table's opposite: a lock for each entry, no counters.
struct LockedTable(Vec<Mutex<Option<TableEntry>>>);

impl LockedTable {
    fn new(capacity: usize) -> Self {
        Self((0..capacity).map(|_| Mutex::new(None)).collect())
    }

    fn slot(&self, key: u64) -> &Mutex<Option<TableEntry>> {
        &self.0[key as usize & (self.0.len() - 1)]
    }
}

/// The entry that the benchmarks store under `key`. Bound and taint follow from the value's bits.
fn entry_of(key: u64, version: u64) -> TableEntry {
    let bound = if version & 1 == 0 { Bound::LowerBound } else { Bound::UpperBound };
    TableEntry { key, value: f64::from_bits(version), bound, depth: 3, loss_tainted: version & 2 != 0 }
}

/// Whether the fields of `entry` belong together.
fn is_whole(entry: &TableEntry) -> bool {
    let version = entry.value.to_bits();
    let expected = entry_of(entry.key, version);
    (entry.bound, entry.loss_tainted) == (expected.bound, expected.loss_tainted)
}

/// What both tables can do.
trait Shared: Sync {
    fn probe(&self, key: u64) -> Option<TableEntry>;
    fn store(&self, entry: &TableEntry);
}

impl Shared for TranspositionTable {
    fn probe(&self, key: u64) -> Option<TableEntry> {
        self.probe(key)
    }

    fn store(&self, entry: &TableEntry) {
        self.store(entry);
    }
}

impl Shared for LockedTable {
    fn probe(&self, key: u64) -> Option<TableEntry> {
        self.slot(key).lock().expect("no thread panics").filter(|entry| entry.key == key)
    }

    fn store(&self, entry: &TableEntry) {
        let mut slot = self.slot(entry.key).lock().expect("no thread panics");
        if slot.as_ref().is_none_or(|old| entry.depth >= old.depth) {
            *slot = Some(*entry);
        }
    }
}

/// Stores under one random key and probes `probes_a_store` others, one key a slot. Returns the mixed entries seen.
fn use_table(table: &impl Shared, probes_a_store: u64, capacity: usize, state: &mut u64) -> u64 {
    let mut mixed = 0;
    let mut next_key = || {
        *state = state.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
        *state >> 40 & (capacity as u64 - 1)
    };
    for version in 0..STEPS / (1 + probes_a_store) {
        table.store(&entry_of(next_key(), version));
        for _ in 0..probes_a_store {
            mixed += u64::from(table.probe(next_key()).is_some_and(|found| !is_whole(&found)));
        }
    }
    mixed
}

/// One thread is timed while another does the same on the same table.
fn two_threads(harness: &Harness, probes_a_store: u64, capacity: usize) {
    const LOCK_FREE: u8 = 1;
    const LOCKED: u8 = 2;
    const END: u8 = 3;
    harness.section(&format!("two threads on one table of 1 MiB, {probes_a_store} probes a store"));
    let lock_free = TranspositionTable::with_capacity(capacity).expect("memory for a table");
    let locked = LockedTable::new(capacity);
    let mode = AtomicU8::new(LOCK_FREE);
    let mixed = AtomicU64::new(0);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut state = 2;
            loop {
                let found = match mode.load(Relaxed) {
                    LOCK_FREE => use_table(&lock_free, probes_a_store, capacity, &mut state),
                    LOCKED => use_table(&locked, probes_a_store, capacity, &mut state),
                    _ => return,
                };
                mixed.fetch_add(found, Relaxed);
            }
        });
        let (mut state_a, mut state_b) = (1, 1);
        harness.compare(
            &format!("locks, {probes_a_store} probes a store"),
            STEPS,
            ("mutex per entry", || {
                mode.store(LOCKED, Relaxed);
                mixed.fetch_add(use_table(&locked, probes_a_store, capacity, &mut state_a), Relaxed)
            }),
            ("lock-free", || {
                mode.store(LOCK_FREE, Relaxed);
                mixed.fetch_add(use_table(&lock_free, probes_a_store, capacity, &mut state_b), Relaxed)
            }),
        );
        mode.store(END, Relaxed);
    });
    let mixed = mixed.into_inner();
    harness.section(&format!("mixed entries: {mixed}"));
    assert_eq!(mixed, 0, "mixed entries were accepted");
}

/// What the checksum is for: four words without one, and the table, both written by one thread and read by another.
fn mixed_entries(harness: &Harness) {
    let versions = if harness.is_measuring() { 5_000_000 } else { 1000 };
    let words: [AtomicU64; 4] = Default::default();
    let table = TranspositionTable::with_capacity(1).expect("memory for an entry");
    let written = AtomicU64::new(0);
    let (mut unchecked, mut checked, mut hits) = (0_u64, 0_u64, 0_u64);
    thread::scope(|scope| {
        scope.spawn(|| {
            for version in 1..=versions {
                words.iter().for_each(|word| word.store(version, Relaxed));
                table.store(&entry_of(0, version));
                written.store(version, Relaxed);
            }
        });
        while written.load(Relaxed) < versions {
            let read = words.each_ref().map(|word| word.load(Relaxed));
            unchecked += u64::from(read.iter().any(|word| *word != read[0]));
            if let Some(found) = table.probe(0) {
                hits += 1;
                checked += u64::from(!is_whole(&found));
            }
        }
    });
    let of = format!("in {versions} versions, {hits} hits");
    harness.section(&format!(
        "one entry, written and read at once: mixed {checked} {of}; without checksum {unchecked}"
    ));
    assert_eq!(checked, 0, "mixed entries passed the checksum");
}
