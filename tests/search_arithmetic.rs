//! The arithmetic that searches share: bounds, outcomes, random numbers, rescoring, fingerprints.

use std::collections::HashSet;

use dicechess::search::{
    InvalidUtilityBounds, JvmRandom, SearchOutcome, UtilityBounds, blend, table_fingerprint,
    transformed_alpha,
};
use dicechess::tt::Bound;
use proptest::prelude::*;

const INFINITY: f64 = f64::INFINITY;

fn bounds(values: [f64; 4]) -> Result<[f64; 4], InvalidUtilityBounds> {
    let [terminal_loss, leaf_min, leaf_max, terminal_win] = values;
    let bounds = UtilityBounds::new(terminal_loss, leaf_min, leaf_max, terminal_win)?;
    Ok([bounds.terminal_loss(), bounds.leaf_min(), bounds.leaf_max(), bounds.terminal_win()])
}

#[test]
fn bounds_in_order_are_kept() {
    for values in [[-1e9, -1e5, 1e5, 1e6], [-1.0, 0.0, 0.0, 1.0], [f64::MIN, -0.0, 0.0, f64::MAX]] {
        assert_eq!(bounds(values), Ok(values));
    }
}

#[test]
fn the_default_bounds_are_valid() {
    let default = UtilityBounds::default();
    assert_eq!(UtilityBounds::new(-1e9, -10_000.0, 10_000.0, 10_001.0), Ok(default));
}

#[test]
fn the_first_wrong_bound_is_named() {
    let cases = [
        ([f64::NAN, -1.0, 1.0, 2.0], "terminal_loss", "a finite number"),
        ([-INFINITY, -1.0, 1.0, 2.0], "terminal_loss", "a finite number"),
        ([-2.0, f64::NAN, 1.0, 2.0], "leaf_min", "a finite number"),
        ([-2.0, -2.0, 1.0, 2.0], "leaf_min", "more than terminal_loss"),
        ([-2.0, -3.0, 1.0, 2.0], "leaf_min", "more than terminal_loss"),
        ([-2.0, -1.0, -1.5, 2.0], "leaf_max", "at least leaf_min"),
        ([-2.0, -1.0, INFINITY, 2.0], "leaf_max", "a finite number"),
        ([-2.0, -1.0, 2.0, 2.0], "terminal_win", "more than leaf_max"),
        ([-2.0, -1.0, 1.0, INFINITY], "terminal_win", "a finite number"),
        ([-2.0, -1.0, 1.0, f64::NAN], "terminal_win", "a finite number"),
    ];
    for (values, field, expected) in cases {
        let error = bounds(values).expect_err("one bound is wrong");
        assert_eq!((error.field, error.expected), (field, expected), "{values:?}");
    }
    let error = bounds([-2.0, -1.0, 2.0, 2.0]).expect_err("no room for a win");
    assert_eq!(error.to_string(), "terminal_win is 2, expected more than leaf_max");
}

#[test]
fn outcomes_compare_by_value() {
    let exact = SearchOutcome::Exact { value: 125.0, work_used: 0 };
    assert_eq!(exact, SearchOutcome::Exact { value: 125.0, work_used: 0 });
    assert_ne!(exact, SearchOutcome::Exact { value: 125.0, work_used: 1 });
    assert_ne!(exact, SearchOutcome::LowerBound { value: 125.0, work_used: 0 });
    assert_ne!(exact, SearchOutcome::Incomplete { work_used: 0 });
    assert_eq!(SearchOutcome::<f64>::Incomplete { work_used: 9 }, SearchOutcome::Incomplete { work_used: 9 });
}

#[test]
fn an_incomplete_outcome_knows_nothing() {
    let outcomes = [
        SearchOutcome::Exact { value: 1, work_used: 5 },
        SearchOutcome::LowerBound { value: 2, work_used: 6 },
        SearchOutcome::UpperBound { value: 3, work_used: 7 },
        SearchOutcome::Incomplete { work_used: 8 },
    ];
    let known = [Some((1, Bound::Exact)), Some((2, Bound::LowerBound)), Some((3, Bound::UpperBound)), None];
    assert_eq!(outcomes.map(|outcome| outcome.known()), known);
    assert_eq!(outcomes.map(|outcome| outcome.work_used()), [5, 6, 7, 8]);
}

fn draws(seed: i64, bound: u32, count: usize) -> Vec<u32> {
    let mut random = JvmRandom::new(seed);
    (0..count).map(|_| random.next_int(bound).expect("a bound that the JVM knows")).collect()
}

/// Printed by `java.util.Random` of OpenJDK. The bound 2³⁰ + 1 rejects almost half of what is drawn.
#[test]
fn numbers_are_those_of_the_jvm() {
    assert_eq!(draws(0, 100, 6), [60, 48, 29, 47, 15, 53]);
    assert_eq!(draws(42, 6, 10), [2, 3, 0, 2, 0, 1, 5, 2, 1, 5]);
    assert_eq!(draws(-1, 16, 8), [4, 7, 0, 8, 10, 9, 6, 6]);
    assert_eq!(draws(i64::MIN, 1, 4), [0, 0, 0, 0]);
    let rejecting =
        [20_678_044, 747_989_380, 1_053_566_254, 755_731_200, 259_278_708, 542_588_911, 178_712_961];
    assert_eq!(draws(7, (1 << 30) + 1, 7), rejecting);
    let largest = [1_436_980_174, 1_111_828_004, 1_855_606_019, 1_308_132_652];
    assert_eq!(draws(123_456_789_012_345, i32::MAX as u32, 4), largest);
    assert_eq!(draws(5, 1 << 30, 4), [784_389_743, 189_625_046, 94_766_737, 656_934_712]);
}

#[test]
fn raw_bits_are_those_of_the_jvm() {
    let mut random = JvmRandom::new(7);
    let words: [i32; 4] = std::array::from_fn(|_| random.next_bits(32));
    assert_eq!(words, [-1_156_638_823, -1_552_468_968, -1_077_308_326, 41_356_089]);
    let (mut some, mut all) = (JvmRandom::new(7), JvmRandom::new(7));
    for bits in 1..=40 {
        let shifted = all.next_bits(32) as u32 >> (32 - bits.min(32));
        assert_eq!(some.next_bits(bits) as u32, shifted, "the highest {bits} bits");
    }
    assert_eq!(JvmRandom::new(9).next_bits(0), 0);
}

#[test]
fn bounds_unknown_to_the_jvm_draw_nothing() {
    for bound in [0, 1 << 31, u32::MAX] {
        let mut random = JvmRandom::new(1);
        assert_eq!(random.next_int(bound), None);
        assert_eq!(random, JvmRandom::new(1));
    }
}

#[test]
fn choosing_draws_once_even_from_one_item() {
    let mut random = JvmRandom::new(42);
    let faces = [0, 1, 2, 3, 4, 5];
    let chosen: Vec<_> = (0..10).filter_map(|_| random.choose(&faces)).copied().collect();
    assert_eq!(chosen, [2, 3, 0, 2, 0, 1, 5, 2, 1, 5]);

    let (mut chooser, mut reference) = (JvmRandom::new(3), JvmRandom::new(3));
    assert_eq!(chooser.choose(&['x']), Some(&'x'));
    let _ = reference.next_bits(31);
    assert_eq!(chooser, reference);
    assert_eq!(chooser.choose::<char>(&[]), None);
    assert_eq!(chooser, reference, "nothing is drawn from an empty slice");
}

#[test]
fn blending() {
    assert_eq!(blend(100.0, -50.0, 0.0, false), 100.0);
    assert_eq!(blend(100.0, -50.0, 1.0, false), -50.0);
    assert_eq!(blend(100.0, -50.0, 0.25, false), 62.5);
    for weight in [0.0, 0.5, 1.0] {
        assert_eq!(blend(100.0, -50.0, weight, true), 100.0, "tainted at weight {weight}");
    }
    // Two products and a sum, each rounded; either fused form ends in another bit.
    assert_eq!(blend(253.31, -198.0, 0.3, false).to_bits(), 0x405d_7ab0_20c4_9ba4);
}

#[test]
fn transformed_alpha_without_pruning() {
    for (best, rescore, weight) in [
        (f64::NAN, 0.0, 0.5),
        (-INFINITY, 0.0, 0.5),
        (-INFINITY, 0.0, 0.0),
        (f64::NAN, 0.0, 0.0),
        (5.0, 0.0, f64::NAN),
        (5.0, 0.0, 1.0),
        (5.0, 0.0, 1.5),
        (5.0, 0.0, INFINITY),
        (5.0, f64::NAN, 0.5),
        (5.0, INFINITY, 0.5),
    ] {
        assert_eq!(transformed_alpha(best, rescore, weight), -INFINITY, "{best}, {rescore}, {weight}");
    }
}

#[test]
fn transformed_alpha_of_hand_made_cases() {
    for weight in [0.0, -0.0, -1.0, -INFINITY] {
        assert_eq!(transformed_alpha(5.0, 77.0, weight), 5.0, "a weight of {weight} changes nothing");
        assert_eq!(transformed_alpha(INFINITY, 77.0, weight), INFINITY);
    }
    // 0.5 · t + 0.5 · 60 = 50 has t = 40; the result is just below.
    let alpha = transformed_alpha(50.0, 60.0, 0.5);
    assert!(alpha < 40.0 && alpha > 40.0 - 1e-12, "{alpha}");
    // 0.5 · t + 0.5 · 40 = 50 has t = 60, but a tainted candidate of 55 must not be cut below the best, 50.
    assert_eq!(transformed_alpha(50.0, 40.0, 0.5), 50.0);
    assert_eq!(transformed_alpha(50.0, -INFINITY, 0.5), 50.0);
    assert_eq!(transformed_alpha(INFINITY, 0.0, 0.5), f64::MAX);
}

proptest! {
    /// What a search value below the alpha comes to stays below the best, blended (up to its rounding) or tainted.
    #[test]
    fn cuts_below_transformed_alpha_are_sound(
        best in -1e9..10_001.0_f64,
        rescore in -20_000..20_000_i32,
        weight in 0.0..1.0_f64,
        below in prop_oneof![Just(0.0), 0.0..1e-9_f64, 0.0..1e6_f64],
    ) {
        let rescore = f64::from(rescore);
        let alpha = transformed_alpha(best, rescore, weight);
        prop_assert!(alpha <= best);
        let search = (alpha - below).min(alpha.next_down());
        let rounding = 4.0 * f64::EPSILON * (best.abs() + rescore.abs());
        prop_assert!(blend(search, rescore, weight, false) < best + rounding);
        prop_assert!(blend(search, rescore, weight, true) < best);
    }
}

#[test]
fn fingerprints_differ_where_configurations_do() {
    let default = UtilityBounds::default();
    let others = [
        UtilityBounds::new(-1e8, -10_000.0, 10_000.0, 10_001.0),
        UtilityBounds::new(-1e9, -20_000.0, 10_000.0, 10_001.0),
        UtilityBounds::new(-1e9, -10_000.0, 9_000.0, 10_001.0),
        UtilityBounds::new(-1e9, -10_000.0, 10_000.0, 10_002.0),
    ];
    let mut fingerprints = HashSet::new();
    for bounds in others.into_iter().map(|bounds| bounds.expect("valid bounds")).chain([default]) {
        for evaluator in [0, 1, 2] {
            for rescore in [None, Some((0, 0.5)), Some((0, 1.0)), Some((1, 0.5)), Some((2, 0.5))] {
                fingerprints.insert(table_fingerprint(evaluator, &bounds, rescore));
            }
        }
    }
    assert_eq!(fingerprints.len(), 5 * 3 * 5);
    let plain = table_fingerprint(1, &default, None);
    assert_eq!(table_fingerprint(1, &default, Some((2, 0.0))), plain, "weight 0 equals no rescorer");
}
