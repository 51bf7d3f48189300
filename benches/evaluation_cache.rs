//! The evaluation cache beside a hash map from `(GameState, Color)` and beside no cache at all; batches with repeated states and without a hit; a cheap evaluator and a dearer one. Each
//! batch has a fresh cache, and its construction is part of the measured time.
//!
//! `cargo bench --bench evaluation_cache -- --instrument` prints instead how entries spread and what the insertions that double the slots cost.

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
use std::time::Instant;

use dicechess::board::Color;
use dicechess::cache::EvaluationCache;
use dicechess::eval::{Aggressive, Evaluator, FromFn, from_fn};
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
        return instrument();
    }
    batches(&harness, "aggressive", &small, || Aggressive);
    batches(&harness, "counter", &small, counter);
    let sizes: &[usize] = if harness.is_measuring() { &[1_000, 100_000, 1_000_000] } else { &[1_000] };
    for &size in sizes {
        lookups(&harness, size);
    }
}

/// An evaluator that costs next to nothing and counts its calls.
fn counter() -> FromFn<impl Fn(&GameState, Color) -> Result<i32, Infallible>> {
    let calls = Cell::new(0_u64);
    from_fn(move |state: &GameState, perspective| {
        calls.set(calls.get() + 1);
        Ok(state.key() as i32 ^ perspective as i32)
    })
}

/// What a run through a batch found.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Outcome {
    sum: i64,
    calls: u64,
    hits: u64,
    entries: usize,
}

fn score<E: Evaluator>(evaluator: &E, state: &GameState) -> i64 {
    match evaluator.evaluate(state, WHITE) {
        Ok(score) => i64::from(score),
        Err(_) => unreachable!("these evaluators never fail"),
    }
}

fn uncached<E: Evaluator>(evaluator: E, batch: &[GameState]) -> i64 {
    batch.iter().map(|state| score(&evaluator, state)).sum()
}

fn through_hashbrown<E: Evaluator, S: BuildHasher + Default>(evaluator: E, batch: &[GameState]) -> Outcome {
    let mut map: TupleMap<S> = TupleMap::default();
    let mut hits = 0;
    let mut sum = 0;
    for state in batch {
        sum += if let Some(&score) = map.get(&(*state, WHITE)) {
            hits += 1;
            i64::from(score)
        } else {
            let score = score(&evaluator, state);
            map.insert((*state, WHITE), score as i32);
            score
        };
    }
    Outcome { sum, calls: map.len() as u64, hits, entries: map.len() }
}

fn through_std<E: Evaluator>(evaluator: E, batch: &[GameState]) -> Outcome {
    let mut map: HashMap<(GameState, Color), i32> = HashMap::new();
    let mut hits = 0;
    let mut sum = 0;
    for state in batch {
        sum += if let Some(&score) = map.get(&(*state, WHITE)) {
            hits += 1;
            i64::from(score)
        } else {
            let score = score(&evaluator, state);
            map.insert((*state, WHITE), score as i32);
            score
        };
    }
    Outcome { sum, calls: map.len() as u64, hits, entries: map.len() }
}

fn outcome<E: Evaluator>(cache: &EvaluationCache<E>, sum: i64) -> Outcome {
    Outcome { sum, calls: cache.evaluator_calls(), hits: cache.cache_hits(), entries: cache.entry_count() }
}

fn through_cache<E: Evaluator>(evaluator: E, batch: &[GameState]) -> Outcome {
    let cache = EvaluationCache::new(evaluator);
    let sum = batch.iter().map(|state| score(&cache, state)).sum();
    outcome(&cache, sum)
}

fn through_cache_batched<E: Evaluator>(evaluator: E, batch: &[GameState], scores: &mut [i32]) -> Outcome {
    let cache = EvaluationCache::new(evaluator);
    assert!(cache.evaluate_batch(batch, WHITE, scores).is_ok(), "these evaluators never fail");
    outcome(&cache, scores.iter().map(|&score| i64::from(score)).sum())
}

/// Batches of a fixed length, a fresh cache for each.
fn batches<E: Evaluator>(harness: &Harness, name: &str, states: &[GameState], evaluator: impl Fn() -> E) {
    let mut repeated: Vec<GameState> = states[..states.len() / 4].repeat(4);
    Random(2).shuffle(&mut repeated);
    for (kind, batch) in [("repeated", &repeated[..]), ("no hit", states)] {
        let count = batch.len() as u64;
        let mut scores = vec![0; batch.len()];
        let expected = through_cache(evaluator(), batch);
        let plain: i64 = uncached(evaluator(), batch);
        assert_eq!(expected.sum, plain);
        assert_eq!(through_hashbrown::<E, hashbrown::DefaultHashBuilder>(evaluator(), batch), expected);
        assert_eq!(through_std(evaluator(), batch), expected);
        assert_eq!(through_cache_batched(evaluator(), batch, &mut scores), expected);
        harness.section(&format!(
            "{name}, {kind}: {} calls, {} hits, {} entries a batch",
            expected.calls, expected.hits, expected.entries
        ));
        let title = |other: &str| format!("{name}, {kind}, {other}");
        harness.compare(
            &title("uncached"),
            count,
            ("uncached", || uncached(evaluator(), batch)),
            ("cache", || through_cache(evaluator(), batch)),
        );
        harness.compare(
            &title("hashbrown"),
            count,
            ("hashbrown", || through_hashbrown::<E, hashbrown::DefaultHashBuilder>(evaluator(), batch)),
            ("cache", || through_cache(evaluator(), batch)),
        );
        harness.compare(
            &title("std"),
            count,
            ("std", || through_std(evaluator(), batch)),
            ("cache", || through_cache(evaluator(), batch)),
        );
        harness.compare(
            &title("batch"),
            count,
            ("single", || through_cache(evaluator(), batch)),
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
    let hits = || states.iter().map(|state| score(&cache, state)).sum::<i64>();
    compare_map(harness, "hit, hashbrown", count, &map, &states, hits);
    compare_map(harness, "hit, ahash", count, &filled(shuffled(), ahash::RandomState::new()), &states, hits);
    compare_map(harness, "hit, fxhash", count, &filled(shuffled(), FxHash::default()), &states, hits);
    let in_order = EvaluationCache::new(constant());
    states.iter().for_each(|state| _ = score(&in_order, state));
    let hits_in_order = || states.iter().map(|state| score(&in_order, state)).sum::<i64>();
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

/// How entries spread over the slots, and what it costs to double these.
fn instrument() {
    println!(
        "{:>9} {:>8} {:>6} {:>6} {:>8} {:>6} {:>6}   slots a hit looks at, % of the entries: 1, 2, 3, 4, to 8, 16, 32, more",
        "entries", "slots", "load", "mean", "longest", "equal", "bytes"
    );
    for size in [1_000, 10_000, 100_000, 1_000_000] {
        let cache = EvaluationCache::new(counter());
        for state in black_box(random_states::between_turns(size, 3)) {
            score(&cache, &state);
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
        found.probe_lengths.map(|entries| print!(" {:>6.2}", part(entries) * 100.0));
        println!();
    }

    println!("\n{:>9} {:>8} {:>9} {:>13} {:>6}", "entries", "slots", "µs", "ns an entry", "calls");
    let cache = EvaluationCache::new(counter());
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
