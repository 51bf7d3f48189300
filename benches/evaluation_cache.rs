//! The evaluation cache beside a hash map from `(GameState, Color)` and beside no cache at all; batches with repeated states and without
//! a hit; a cheap evaluator and a dearer one. Each batch has a fresh cache, and its construction is part of the measured time.
//!
//! `cargo bench --bench evaluation_cache -- --instrument` prints instead how entries spread and what the insertions that double the slots
//! cost.

#[path = "support/counting_allocator.rs"]
mod counting_allocator;
#[path = "support/paired.rs"]
mod paired;
#[path = "support/random_states.rs"]
mod random_states;

use std::cell::Cell;
use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{BuildHasher, BuildHasherDefault};
use std::hint::black_box;
use std::rc::Rc;
use std::time::Instant;

use dicechess::board::Color;
use dicechess::cache::EvaluationCache;
use dicechess::eval::{Aggressive, Evaluator, from_fn};
use dicechess::state::GameState;
use paired::Harness;
use random_states::Random;

const WHITE: Color = Color::White;

/// The map that the cache replaces.
type TupleMap<S> = hashbrown::HashMap<(GameState, Color), i32, S>;
type FxHash = BuildHasherDefault<rustc_hash::FxHasher>;

fn main() {
    let harness = Harness::from_args();
    let small = random_states::between_turns(if harness.is_measuring() { 4096 } else { 256 }, 1);
    if std::env::args().any(|argument| argument == "--instrument") {
        print_spread();
        println!();
        return print_growth();
    }
    batches(&harness, "aggressive", &small, || Aggressive);
    batches(&harness, "counter", &small, || Counting::new(Cheap));
    let sizes: &[usize] = if harness.is_measuring() { &[1_000, 100_000, 1_000_000] } else { &[1_000] };
    for &size in sizes {
        lookups(&harness, size);
    }
}

/// An evaluator that counts its calls.
struct Counting<E> {
    evaluator: E,
    calls: Rc<Cell<u64>>,
}

impl<E> Counting<E> {
    fn new(evaluator: E) -> Self {
        Self { evaluator, calls: Rc::default() }
    }
}

impl<E: Evaluator> Evaluator for Counting<E> {
    type Error = E::Error;

    fn evaluate(&self, state: &GameState, perspective: Color) -> Result<i32, E::Error> {
        self.calls.set(self.calls.get() + 1);
        self.evaluator.evaluate(state, perspective)
    }
}

/// An evaluator that costs next to nothing.
struct Cheap;

impl Evaluator for Cheap {
    type Error = Infallible;

    fn evaluate(&self, state: &GameState, perspective: Color) -> Result<i32, Infallible> {
        Ok(state.key() as i32 ^ perspective as i32)
    }
}

/// What a run through a batch found, besides the scores.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Outcome {
    calls: u64,
    hits: u64,
    entries: usize,
}

fn score<E: Evaluator>(evaluator: &E, state: &GameState) -> i32 {
    match evaluator.evaluate(state, WHITE) {
        Ok(score) => score,
        Err(_) => unreachable!("these evaluators never fail"),
    }
}

fn uncached<E: Evaluator>(evaluator: E, batch: &[GameState], scores: &mut [i32]) {
    for (state, place) in batch.iter().zip(scores) {
        *place = score(&evaluator, state);
    }
}

macro_rules! through_map {
    ($name:ident, $map:ty) => {
        fn $name<E: Evaluator>(evaluator: E, batch: &[GameState], scores: &mut [i32]) -> Outcome {
            let mut map = <$map>::default();
            let (mut calls, mut hits) = (0, 0);
            for (state, place) in batch.iter().zip(scores) {
                *place = if let Some(&score) = map.get(&(*state, WHITE)) {
                    hits += 1;
                    score
                } else {
                    calls += 1;
                    let score = score(&evaluator, state);
                    map.insert((*state, WHITE), score);
                    score
                };
            }
            Outcome { calls, hits, entries: map.len() }
        }
    };
}

through_map!(through_hashbrown, TupleMap<hashbrown::DefaultHashBuilder>);
through_map!(through_std, HashMap<(GameState, Color), i32>);

fn outcome<E: Evaluator>(cache: &EvaluationCache<E>) -> Outcome {
    Outcome { calls: cache.evaluator_calls(), hits: cache.cache_hits(), entries: cache.entry_count() }
}

fn through_cache<E: Evaluator>(evaluator: E, batch: &[GameState], scores: &mut [i32]) -> Outcome {
    let cache = EvaluationCache::new(evaluator);
    for (state, place) in batch.iter().zip(scores) {
        *place = score(&cache, state);
    }
    outcome(&cache)
}

fn through_cache_batched<E: Evaluator>(evaluator: E, batch: &[GameState], scores: &mut [i32]) -> Outcome {
    let cache = EvaluationCache::new(evaluator);
    assert!(cache.evaluate_batch(batch, WHITE, scores).is_ok(), "these evaluators never fail");
    outcome(&cache)
}

/// Checks that a way through a batch gives these scores with as many calls as it says.
fn check<E: Evaluator>(
    evaluator: E,
    batch: &[GameState],
    expected_scores: &[i32],
    expected: Outcome,
    way: impl Fn(Counting<E>, &[GameState], &mut [i32]) -> Outcome,
) {
    let counting = Counting::new(evaluator);
    let calls = Rc::clone(&counting.calls);
    let mut scores = vec![0; batch.len()];
    assert_eq!(way(counting, batch, &mut scores), expected);
    assert_eq!((scores, calls.get()), (expected_scores.to_vec(), expected.calls));
}

/// Batches of a fixed length, a fresh cache for each.
fn batches<E: Evaluator>(harness: &Harness, name: &str, states: &[GameState], evaluator: impl Fn() -> E) {
    let mut repeated: Vec<GameState> = states[..states.len() / 4].repeat(4);
    Random(2).shuffle(&mut repeated);
    for (kind, batch) in [("repeated", &repeated[..]), ("no hit", states)] {
        let count = batch.len() as u64;
        let (mut scores, mut others) = (vec![0; batch.len()], vec![0; batch.len()]);
        uncached(evaluator(), batch, &mut scores);
        let expected = through_cache(evaluator(), batch, &mut others);
        check(evaluator(), batch, &scores, expected, through_cache);
        check(evaluator(), batch, &scores, expected, through_cache_batched);
        check(evaluator(), batch, &scores, expected, through_hashbrown);
        check(evaluator(), batch, &scores, expected, through_std);
        harness.section(&format!(
            "{name}, {kind}: {} calls, {} hits, {} entries a batch",
            expected.calls, expected.hits, expected.entries
        ));
        let title = |other: &str| format!("{name}, {kind}, {other}");
        let mut cached = || through_cache(evaluator(), batch, &mut others);
        harness.compare(
            &title("uncached"),
            count,
            ("uncached", || uncached(evaluator(), batch, &mut scores)),
            ("cache", &mut cached),
        );
        harness.compare(
            &title("hashbrown"),
            count,
            ("hashbrown", || through_hashbrown(evaluator(), batch, &mut scores)),
            ("cache", &mut cached),
        );
        harness.compare(
            &title("std"),
            count,
            ("std", || through_std(evaluator(), batch, &mut scores)),
            ("cache", &mut cached),
        );
        harness.compare(
            &title("batch"),
            count,
            ("single", &mut cached),
            ("batch", || through_cache_batched(evaluator(), batch, &mut scores)),
        );
    }
}

/// Hits in a filled cache and fills of a fresh one, at a given number of entries.
fn lookups(harness: &Harness, size: usize) {
    let states = random_states::between_turns(size, 3);
    let mut order: Vec<u32> = (0..size as u32).collect();
    Random(4).shuffle(&mut order);
    // Filled in an order that has nothing to do with that of the lookups, which stream through the states.
    let shuffled = || order.iter().map(|&index| &states[index as usize]);
    let constant = || from_fn(|_: &GameState, _| Ok::<i32, Infallible>(7));

    let (cache, allocations, bytes) = counting_allocator::count(|| {
        let cache = EvaluationCache::new(constant());
        shuffled().for_each(|state| _ = score(&cache, state));
        cache
    });
    assert_eq!(cache.entry_count(), size);
    let (map, map_allocations, map_bytes) =
        counting_allocator::count(|| filled(shuffled(), hashbrown::DefaultHashBuilder::default()));
    harness.section(&format!(
        "{size} entries: cache {:.1} bytes and {:.6} allocations an entry, hashbrown {:.1} and {:.6}",
        bytes as f64 / size as f64,
        allocations as f64 / size as f64,
        map_bytes as f64 / size as f64,
        map_allocations as f64 / size as f64,
    ));

    let count = size as u64;
    let hits = || states.iter().map(|state| i64::from(score(&cache, state))).sum::<i64>();
    compare_map(harness, "hit, hashbrown", count, &map, &states, hits);
    compare_map(harness, "hit, ahash", count, &filled(shuffled(), ahash::RandomState::new()), &states, hits);
    compare_map(harness, "hit, fxhash", count, &filled(shuffled(), FxHash::default()), &states, hits);
    let in_order = EvaluationCache::new(constant());
    states.iter().for_each(|state| _ = score(&in_order, state));
    let hits_in_order = || states.iter().map(|state| i64::from(score(&in_order, state))).sum::<i64>();
    compare_map(harness, "hit in order of insertion", count, &map, &states, hits_in_order);
    let mut scores = [0; 16];
    harness.compare(
        &format!("hit in batches of 16, {size}"),
        count,
        ("single", hits),
        ("batch", || {
            for batch in states.chunks(16) {
                assert!(cache.evaluate_batch(batch, WHITE, &mut scores[..batch.len()]).is_ok());
            }
            scores[0]
        }),
    );

    let fill = || {
        let cache = EvaluationCache::new(constant());
        states.iter().for_each(|state| _ = score(&cache, state));
        cache.entry_count()
    };
    compare_fill::<hashbrown::DefaultHashBuilder>(harness, "insert, hashbrown", &states, fill);
    compare_fill::<ahash::RandomState>(harness, "insert, ahash", &states, fill);
    compare_fill::<FxHash>(harness, "insert, fxhash", &states, fill);
}

fn filled<'a, S: BuildHasher>(states: impl Iterator<Item = &'a GameState>, hasher: S) -> TupleMap<S> {
    let mut map = TupleMap::with_hasher(hasher);
    for state in states {
        map.insert((*state, WHITE), 7);
    }
    map
}

fn compare_map<S: BuildHasher>(
    harness: &Harness,
    title: &str,
    count: u64,
    map: &TupleMap<S>,
    states: &[GameState],
    hits: impl FnMut() -> i64,
) {
    let map_hits = || states.iter().map(|state| i64::from(map[&(*state, WHITE)])).sum::<i64>();
    harness.compare(&format!("{title}, {count}"), count, ("map", map_hits), ("cache", hits));
}

fn compare_fill<S: BuildHasher + Default>(
    harness: &Harness,
    title: &str,
    states: &[GameState],
    fill: impl FnMut() -> usize,
) {
    let count = states.len() as u64;
    let map_fill = || filled(states.iter(), S::default()).len();
    harness.compare(&format!("{title}, {count}"), count, ("map", map_fill), ("cache", fill));
}

/// How entries spread over the slots, for states scored for White and then for states scored for both sides, which share a home slot.
fn print_spread() {
    println!(
        "{:>9} {:>8} {:>6} {:>6} {:>8} {:>6} {:>6}   slots a hit looks at, % of the entries: 1, 2, 3, 4, to 8, 16, 32, more",
        "entries", "slots", "load", "mean", "longest", "equal", "bytes"
    );
    for (size, perspectives) in
        [(1_000, 1), (10_000, 1), (100_000, 1), (1_000_000, 1), (50_000, 2), (500_000, 2)]
    {
        let cache = EvaluationCache::new(Cheap);
        for state in black_box(random_states::between_turns(size, 3)) {
            for perspective in &Color::ALL[..perspectives] {
                assert!(cache.evaluate(&state, *perspective).is_ok(), "this evaluator never fails");
            }
        }
        let found = cache.statistics();
        let part = |entries: usize| entries as f64 / found.entries as f64;
        print!(
            "{:>9} {:>8} {:>6.3} {:>6.3} {:>8} {:>6} {:>6.1}  ",
            found.entries,
            found.slots,
            found.entries as f64 / found.slots as f64,
            part(found.probes),
            found.longest_probe,
            found.equal_fingerprints,
            part(cache.bytes_used()),
        );
        println!(
            "{}",
            found.probe_lengths.map(|entries| format!(" {:>6.2}", part(entries) * 100.0)).concat()
        );
    }
}

/// What it costs to double the slots.
fn print_growth() {
    println!("{:>9} {:>8} {:>9} {:>13} {:>6}", "entries", "slots", "µs", "ns an entry", "calls");
    let cache = EvaluationCache::new(Cheap);
    for (entries, state) in random_states::between_turns(1_000_000, 3).iter().enumerate() {
        let calls = cache.evaluator_calls();
        let start = Instant::now();
        score(&cache, state);
        let time = start.elapsed();
        if entries >= 32 && entries.is_power_of_two() {
            let nanoseconds = time.as_nanos() as f64;
            println!(
                "{:>9} {:>8} {:>9.1} {:>13.1} {:>6}",
                entries,
                cache.statistics().slots,
                nanoseconds / 1e3,
                nanoseconds / entries as f64,
                cache.evaluator_calls() - calls
            );
        }
    }
}
