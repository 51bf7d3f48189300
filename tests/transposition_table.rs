//! The contract of the transposition table, one test or more a rule.
//!
//! `make tsan` runs it under the thread sanitizer.

use std::thread;

use dicechess::search::{SearchControl, SearchOutcome};
use dicechess::tt::{
    Bound, TableBoundElsewhere, TableEntry, TableSizeError, TableTelemetry, TranspositionTable,
};
use proptest::collection::vec;
use proptest::prelude::*;

const BOUNDS: [Bound; 3] = [Bound::Exact, Bound::LowerBound, Bound::UpperBound];

fn table(capacity: usize) -> TranspositionTable {
    TranspositionTable::with_capacity(capacity).expect("a small power of two")
}

fn entry(key: u64, value: f64, bound: Bound, depth: u8) -> TableEntry {
    TableEntry { key, value, bound, depth, loss_tainted: false }
}

#[test]
fn t01_capacity_is_a_power_of_two_and_never_rounded() {
    for exponent in 0..16 {
        let table = table(1 << exponent);
        assert_eq!((table.capacity(), table.bytes()), (1 << exponent, 32 << exponent));
    }
    for capacity in [0, 3, 5, 6, 7, 1023, 1025, (1 << 18) - 1, usize::MAX] {
        let error = TranspositionTable::with_capacity(capacity).err();
        assert_eq!(error, Some(TableSizeError::NotAPowerOfTwo { capacity }));
    }
    assert_eq!(TranspositionTable::DEFAULT_CAPACITY, 262_144);
    assert_eq!(table(TranspositionTable::DEFAULT_CAPACITY).bytes(), 8 << 20);
}

#[test]
fn t01_bytes_are_rounded_down() {
    for (bytes, capacity) in
        [(32, 1), (63, 1), (64, 2), (100, 2), (1 << 20, 1 << 15), ((1 << 20) - 1, 1 << 14)]
    {
        let table = TranspositionTable::with_bytes(bytes).expect("enough for an entry");
        assert_eq!(table.capacity(), capacity, "{bytes}");
        assert!(table.bytes() <= bytes);
    }
    for bytes in [0, 1, 31] {
        assert_eq!(TranspositionTable::with_bytes(bytes).err(), Some(TableSizeError::TooSmall { bytes }));
    }
}

/// The product overflows; it fits but is no valid size of an object; it is valid but more than an address space holds.
#[test]
#[cfg(target_pointer_width = "64")]
fn t01_too_much_memory_is_an_error() {
    for exponent in [60, 63, 58, 55] {
        let capacity = 1 << exponent;
        let error = TranspositionTable::with_capacity(capacity).err();
        assert_eq!(error, Some(TableSizeError::OutOfMemory { capacity }));
    }
    let error = TranspositionTable::with_bytes(usize::MAX).err();
    assert_eq!(error, Some(TableSizeError::OutOfMemory { capacity: 1 << 58 }));
}

#[test]
fn t01_errors_say_what_was_expected() {
    let text = |error: TableSizeError| error.to_string();
    assert_eq!(
        text(TableSizeError::NotAPowerOfTwo { capacity: 3 }),
        "capacity is 3 entries, expected a power of two"
    );
    assert_eq!(
        text(TableSizeError::TooSmall { bytes: 8 }),
        "size is 8 bytes, expected at least 32 for one entry"
    );
    assert_eq!(text(TableSizeError::OutOfMemory { capacity: 4 }), "no memory for a table of 4 entries");
}

#[test]
fn t02_low_bits_choose_the_one_slot() {
    let table = table(8);
    for key in 0..8 {
        table.store(&entry(key, key as f64, Bound::Exact, 1));
    }
    assert!((0..8).all(|key| table.probe(key).is_some()), "eight keys with different low bits");
    table.store(&entry(0xffff_ffff_ffff_fff8 | 5, 50.0, Bound::Exact, 1));
    assert_eq!(table.probe(5), None, "the other key with these low bits took the slot");
    assert_eq!(table.telemetry().collisions, 1);

    let single = TranspositionTable::with_capacity(1).expect("a power of two");
    single.store(&entry(u64::MAX, 1.0, Bound::Exact, 0));
    assert!(single.probe(u64::MAX).is_some());
}

#[test]
fn t03_values_keep_their_bits() {
    let table = table(16);
    let patterns = [
        0.0_f64.to_bits(),
        (-0.0_f64).to_bits(),
        f64::MIN.to_bits(),
        f64::MIN_POSITIVE.to_bits(),
        1,
        f64::MAX.to_bits(),
        (-207.407_407_407_407_22_f64).to_bits(),
    ];
    for bits in patterns {
        table.store(&entry(9, f64::from_bits(bits), Bound::Exact, 4));
        assert_eq!(table.probe(9).map(|entry| entry.value.to_bits()), Some(bits), "{bits:#x}");
    }
}

#[test]
fn values_that_are_not_finite_change_nothing() {
    let table = table(16);
    let kept = entry(9, 1.5, Bound::LowerBound, 4);
    table.store(&kept);
    for value in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -f64::NAN] {
        table.store(&entry(9, value, Bound::Exact, 5));
        table.store(&entry(10, value, Bound::Exact, 5));
    }
    assert_eq!((table.probe(9), table.probe(10)), (Some(kept), None));
    assert_eq!((table.telemetry().stores, table.telemetry().overwrites), (9, 0));
}

#[test]
fn t04_an_empty_slot_and_three_bounds() {
    let table = table(4);
    assert_eq!(table.probe(1), None);
    for bound in BOUNDS {
        table.store(&entry(1, 2.5, bound, 7));
        assert_eq!(table.probe(1), Some(entry(1, 2.5, bound, 7)));
    }
}

#[test]
fn t05_all_five_fields_come_back_together() {
    for key in [0, 1, 0x8000_0000_0000_0001, u64::MAX] {
        for value in [0.0, -1e9, 10_001.0, 200.0, 208.0] {
            for bound in BOUNDS {
                for depth in [0, 1, 2, 128, 255] {
                    for loss_tainted in [false, true] {
                        let table = table(2);
                        let stored = TableEntry { key, value, bound, depth, loss_tainted };
                        table.store(&stored);
                        assert_eq!(table.probe(key), Some(stored));
                    }
                }
            }
        }
    }
}

#[test]
fn t06_every_probe_is_one_hit_or_one_miss() {
    let table = table(4);
    assert_eq!(table.probe(0), None, "key 0 on an empty table");
    table.store(&entry(0, 1.0, Bound::Exact, 1));
    assert!(table.probe(0).is_some(), "key 0 after it was stored");
    assert_eq!(table.probe(4), None, "another key of the same slot");
    assert_eq!(table.probe(1), None, "an empty slot");
    table.prefetch(0);
    let telemetry = table.telemetry();
    assert_eq!((telemetry.hits, telemetry.misses), (1, 3));
}

#[test]
fn t06_threads_that_take_turns_count_exactly() {
    let table = table(4);
    for turn in 0..8 {
        thread::scope(|scope| {
            scope.spawn(|| {
                table.store(&entry(0, 1.0, Bound::Exact, 1));
                for key in 0..100 {
                    let _ = table.probe(key);
                }
            });
        });
        let telemetry = table.telemetry();
        assert_eq!(
            (telemetry.stores, telemetry.hits, telemetry.misses),
            (turn + 1, turn + 1, 99 * (turn + 1))
        );
    }
}

/// The type admits no depth outside 0..=255, so there is none that could be refused.
#[test]
fn t07_every_depth_is_stored_and_every_store_counts() {
    let table = table(256);
    for depth in 0..=255 {
        table.store(&entry(u64::from(depth), 1.0, Bound::Exact, depth));
        assert_eq!(table.probe(u64::from(depth)).map(|entry| entry.depth), Some(depth));
    }
    table.store(&entry(255, 1.0, Bound::Exact, 254));
    assert_eq!(table.telemetry().stores, 257, "a store that changes nothing counts too");
}

#[test]
fn t08_clear_empties_and_resets() {
    let mut table = table(8);
    for key in 0..40 {
        table.store(&entry(key, 1.0, Bound::LowerBound, key as u8));
        let _ = table.probe(key);
    }
    table.clear();
    assert_eq!(table.telemetry(), TableTelemetry::default());
    assert!((0..40).all(|key| table.probe(key).is_none()));
    assert_eq!(table.telemetry().misses, 40);
    table.store(&entry(7, 3.0, Bound::Exact, 0));
    assert_eq!(table.telemetry().collisions, 0, "cleared slots are empty, whatever they held");
    assert!(table.probe(7).is_some());
}

#[test]
fn t08_reset_telemetry_keeps_entries() {
    let table = table(8);
    table.store(&entry(1, 1.0, Bound::Exact, 1));
    assert!(table.probe(1).is_some());
    table.reset_telemetry();
    assert_eq!(table.telemetry(), TableTelemetry::default());
    assert!(table.probe(1).is_some());
}

#[test]
fn t09_hit_rate() {
    let table = table(8);
    assert_eq!(table.telemetry().hit_rate(), 0.0, "no probe");
    table.store(&entry(1, 1.0, Bound::Exact, 1));
    for key in [1, 1, 1, 2] {
        let _ = table.probe(key);
    }
    assert_eq!(table.telemetry().hit_rate(), 0.75);
}

#[test]
fn t10_age_does_not_matter() {
    let table = table(1);
    let deep = entry(1, 1.0, Bound::UpperBound, 200);
    table.store(&deep);
    for key in 2..1000 {
        table.store(&entry(key, 0.0, Bound::Exact, 199));
    }
    assert_eq!(table.probe(1), Some(deep));
    assert_eq!(table.telemetry(), TableTelemetry { stores: 999, hits: 1, ..TableTelemetry::default() });
}

/// A row of the truth table: what is stored before (key 1, if anything), what is stored then, whether it is written,
/// and the counters besides `stores`.
fn check_replacement(
    old: Option<(Bound, u8)>,
    new: (u64, Bound, u8),
    written: bool,
    overwrites: u64,
    collisions: u64,
) {
    let table = table(1);
    let before = old.map(|(bound, depth)| entry(1, 1.0, bound, depth));
    before.iter().for_each(|before| table.store(before));
    let (key, bound, depth) = new;
    let after = entry(key, 2.0, bound, depth);
    table.store(&after);
    let context = format!("{old:?} then {new:?}");
    let telemetry = table.telemetry();
    assert_eq!((telemetry.overwrites, telemetry.collisions), (overwrites, collisions), "{context}");
    assert_eq!(telemetry.stores, 1 + u64::from(old.is_some()), "{context}");
    let left = if written { after } else { before.expect("only an occupied slot keeps its entry") };
    assert_eq!(table.probe(left.key), Some(left), "{context}");
    let gone = if written { before } else { Some(after) };
    if let Some(gone) = gone.filter(|gone| gone.key != left.key) {
        assert_eq!(table.probe(gone.key), None, "{context}");
    }
}

const DEPTHS: [u8; 6] = [0, 1, 2, 127, 254, 255];

/// All pairs of depths, the old one first.
fn depth_pairs() -> impl Iterator<Item = (u8, u8)> {
    DEPTHS.into_iter().flat_map(|old| DEPTHS.into_iter().map(move |new| (old, new)))
}

#[test]
fn replacement_row_1_an_empty_slot_is_written() {
    for bound in BOUNDS {
        for depth in DEPTHS {
            check_replacement(None, (1, bound, depth), true, 0, 0);
        }
    }
}

#[test]
fn replacement_row_2_same_key_exact_not_deeper_is_overwritten_even_by_a_bound() {
    for bound in BOUNDS {
        for (old, new) in depth_pairs().filter(|(old, new)| new >= old) {
            check_replacement(Some((Bound::Exact, old)), (1, bound, new), true, 1, 0);
        }
    }
}

#[test]
fn replacement_row_3_same_key_deeper_exact_is_kept() {
    for bound in BOUNDS {
        for (old, new) in depth_pairs().filter(|(old, new)| new < old) {
            check_replacement(Some((Bound::Exact, old)), (1, bound, new), false, 0, 0);
        }
    }
}

#[test]
fn replacement_row_4_same_key_bound_is_always_overwritten() {
    for old_bound in [Bound::LowerBound, Bound::UpperBound] {
        for bound in BOUNDS {
            for (old, new) in depth_pairs() {
                check_replacement(Some((old_bound, old)), (1, bound, new), true, 1, 0);
            }
        }
    }
}

#[test]
fn replacement_row_5_another_key_not_deeper_is_pushed_out() {
    for old_bound in BOUNDS {
        for bound in BOUNDS {
            for (old, new) in depth_pairs().filter(|(old, new)| new >= old) {
                check_replacement(Some((old_bound, old)), (2, bound, new), true, 0, 1);
            }
        }
    }
}

#[test]
fn replacement_row_6_another_key_deeper_is_kept() {
    for old_bound in BOUNDS {
        for bound in BOUNDS {
            for (old, new) in depth_pairs().filter(|(old, new)| new < old) {
                check_replacement(Some((old_bound, old)), (2, bound, new), false, 0, 0);
            }
        }
    }
}

/// The table as a plain vector of optional entries, written from the contract.
struct SlowTable {
    slots: Vec<Option<TableEntry>>,
    telemetry: TableTelemetry,
}

impl SlowTable {
    fn new(capacity: usize) -> Self {
        Self { slots: vec![None; capacity], telemetry: TableTelemetry::default() }
    }

    fn store(&mut self, new: TableEntry) {
        self.telemetry.stores += 1;
        let index = (new.key % self.slots.len() as u64) as usize;
        let slot = &mut self.slots[index];
        match *slot {
            None => {}
            Some(old) if old.key == new.key => {
                if old.bound == Bound::Exact && new.depth < old.depth {
                    return;
                }
                self.telemetry.overwrites += 1;
            }
            Some(old) => {
                if new.depth < old.depth {
                    return;
                }
                self.telemetry.collisions += 1;
            }
        }
        *slot = Some(new);
    }

    fn probe(&mut self, key: u64) -> Option<TableEntry> {
        let found = self.slots[(key % self.slots.len() as u64) as usize].filter(|entry| entry.key == key);
        *(if found.is_some() { &mut self.telemetry.hits } else { &mut self.telemetry.misses }) += 1;
        found
    }
}

proptest! {
    #[test]
    fn long_histories_agree_with_the_slow_table(
        exponent in 0..4_u32,
        steps in vec((0..40_u64, 0..3_usize, 0..4_u8, any::<bool>(), any::<bool>()), 0..300),
    ) {
        let fast = table(1 << exponent);
        let mut slow = SlowTable::new(1 << exponent);
        for (number, (key, bound, depth, loss_tainted, is_store)) in steps.into_iter().enumerate() {
            if is_store {
                let stored = TableEntry { key, value: number as f64, bound: BOUNDS[bound], depth, loss_tainted };
                fast.store(&stored);
                slow.store(stored);
            } else {
                prop_assert_eq!(fast.probe(key), slow.probe(key));
            }
        }
        prop_assert_eq!(fast.telemetry(), slow.telemetry);
    }
}

/// The entry whose other fields all follow from `key` and `seed`, so that a mixture is recognised.
fn derived_entry(key: u64, seed: u32) -> TableEntry {
    let mixed = (key << 32 ^ u64::from(seed)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    TableEntry {
        key,
        value: f64::from(seed),
        bound: BOUNDS[(mixed >> 60) as usize % 3],
        depth: (mixed >> 40) as u8,
        loss_tainted: mixed >> 50 & 1 != 0,
    }
}

/// Two writers and two readers on two slots, so that each operation has company.
#[test]
fn t11_concurrent_threads_never_see_a_mixed_entry() {
    const STEPS: u32 = 200_000;
    const KEYS: u64 = 6;
    let table = table(2);
    let writer = |first: u32| {
        for step in 0..STEPS {
            let seed = 2 * step + first;
            table.store(&derived_entry(u64::from(seed) * 7 % KEYS, seed));
        }
    };
    let reader = |first: u32| {
        for step in 0..STEPS {
            let key = u64::from(step + first) % KEYS;
            if let Some(found) = table.probe(key) {
                assert_eq!(found, derived_entry(key, found.value as u32));
            }
        }
    };
    thread::scope(|scope| {
        for number in 0..2 {
            scope.spawn(move || writer(number));
            scope.spawn(move || reader(number));
        }
    });
    let telemetry = table.telemetry();
    let most = 2 * u64::from(STEPS);
    assert!(
        telemetry.stores <= most && telemetry.hits + telemetry.misses <= most,
        "nothing is counted twice"
    );
}

#[test]
fn t12_a_table_serves_one_configuration_until_cleared() {
    let mut table = table(8);
    assert_eq!(table.bind(0), Ok(()), "0 is a fingerprint like any other");
    assert_eq!(table.bind(0), Ok(()), "the next search of the same configuration");
    let refused = TableBoundElsewhere { bound_to: 0, asked_for: 5 };
    assert_eq!(table.bind(5), Err(refused));
    assert_eq!(table.bind(0), Ok(()), "a refusal changes nothing");
    table.reset_telemetry();
    assert_eq!(table.bind(5), Err(refused), "telemetry has nothing to do with it");
    table.clear();
    assert_eq!(table.bind(5), Ok(()));
    assert!(table.bind(0).is_err());
}

#[test]
fn t12_of_two_threads_that_bind_at_once_one_wins() {
    for _ in 0..200 {
        let table = table(1);
        let table = &table;
        let bound = thread::scope(|scope| {
            let threads = [1, 2].map(|fingerprint| scope.spawn(move || table.bind(fingerprint)));
            threads.map(|thread| thread.join().expect("bind does not panic"))
        });
        assert_eq!(bound.iter().filter(|result| result.is_ok()).count(), 1, "{bound:?}");
    }
}

#[test]
fn t13_only_what_is_known_can_be_stored() {
    let outcomes = [
        (SearchOutcome::Exact { value: 1.5, work_used: 3 }, Some(Bound::Exact)),
        (SearchOutcome::LowerBound { value: 1.5, work_used: 3 }, Some(Bound::LowerBound)),
        (SearchOutcome::UpperBound { value: 1.5, work_used: 3 }, Some(Bound::UpperBound)),
        (SearchOutcome::Incomplete { work_used: 3 }, None),
    ];
    for (outcome, expected) in outcomes {
        let table = table(1);
        if let Some((value, bound)) = outcome.known() {
            table.store(&entry(1, value, bound, 2));
        }
        assert_eq!(table.probe(1), expected.map(|bound| entry(1, 1.5, bound, 2)));
        assert_eq!(table.telemetry().stores, u64::from(expected.is_some()));
    }
}

#[test]
fn t14_cancellation_is_asked_before_the_probe() {
    let table = table(1 << 10);
    table.store(&entry(77, 125.0, Bound::Exact, 2));
    let probe_depth_2 = |control: &SearchControl| {
        let work_used = control.work_used();
        if control.is_cancelled() {
            return SearchOutcome::Incomplete { work_used };
        }
        match table.probe(77) {
            Some(found) if found.depth == 2 && found.bound == Bound::Exact => {
                SearchOutcome::Exact { value: found.value, work_used }
            }
            _ => SearchOutcome::Incomplete { work_used },
        }
    };
    let expired = SearchControl::until_deadline(0, || 1);
    assert_eq!(probe_depth_2(&expired), SearchOutcome::Incomplete { work_used: 0 });
    assert_eq!(table.telemetry().hits, 0, "the table was not asked");
    let exact = SearchOutcome::Exact { value: 125.0, work_used: 0 };
    assert_eq!(probe_depth_2(&SearchControl::unbounded()), exact);
}
