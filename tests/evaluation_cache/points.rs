use std::cell::Cell;
use std::rc::Rc;

use dicechess::board::{Bitboard, Color, Square};
use dicechess::cache::{CacheError, EvaluationCache};
use dicechess::eval::{Aggressive, Evaluator, Material, from_fn};
use dicechess::state::{CastlingRights, DicePool, GameState};

use super::{
    BLACK, WHITE, calling_back, changed, counters, mailbox_variants, numbered_states, numbering,
    random_states, state, summing,
};

#[test]
fn e01_bound_to_one_evaluator_and_nothing_shared_between_caches() {
    let state = GameState::initial();
    let (first, second) = (numbering(), numbering());
    assert_eq!(first.evaluate(&state, WHITE), Ok(1));
    assert_eq!(counters(&second), (0, 0, 0));
    assert_eq!(second.evaluate(&state, WHITE), Ok(1));
    assert_eq!(counters(&first), (1, 0, 1));
}

#[test]
fn e02_key_is_the_whole_state_and_the_perspective() {
    let base = state("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq a3 5 9 NBQ");
    let mut variants = vec![base];
    variants.push(changed(&base, |parts| parts.half_move_clock = 6));
    variants.push(changed(&base, |parts| parts.full_move_number = 10));
    variants.push(changed(&base, |parts| parts.castling_rights = CastlingRights::WHITE_KING_SIDE));
    variants.push(changed(&base, |parts| parts.en_passant |= Square::masked(18).bitboard()));
    variants.push(changed(&base, |parts| parts.en_passant = Bitboard::EMPTY));
    variants.push(changed(&base, |parts| parts.side_to_move = BLACK));
    variants.push(base.with_dice(DicePool::EMPTY));
    variants.push(changed(&base, |parts| parts.take(Square::masked(9))));
    variants.push(changed(&base, |parts| parts.mailbox[9] = None));
    variants.push(changed(&base, |parts| parts.by_color[0] ^= Square::masked(9).bitboard()));
    variants.push(changed(&base, |parts| parts.by_type[4] ^= Square::masked(9).bitboard()));

    let cache = numbering();
    let mut expected = 0;
    for variant in &variants {
        for perspective in Color::ALL {
            expected += 1;
            assert_eq!(cache.evaluate(variant, perspective), Ok(expected));
        }
    }
    let mut again = 0;
    for variant in &variants {
        for perspective in Color::ALL {
            again += 1;
            assert_eq!(cache.evaluate(variant, perspective), Ok(again));
        }
    }
    assert_eq!(counters(&cache), (expected as u64, expected as u64, expected as usize));
}

#[test]
fn e02_clocks_make_new_entries_while_the_zobrist_key_stays() {
    let early = state("4k3/8/8/8/8/8/P6P/4K3 w - - 0 1");
    let late = changed(&early, |parts| parts.full_move_number += 2);
    let slow = changed(&early, |parts| parts.half_move_clock += 1);
    assert_eq!((early.key(), early.key()), (late.key(), slow.key()));
    let cache = EvaluationCache::new(Material);
    for state in [early, late, slow] {
        assert_eq!(cache.evaluate(&state, WHITE), Ok(200));
    }
    assert_eq!(counters(&cache), (3, 0, 3));
}

/// The tests beside the fingerprint check which fields and bits it covers; here, that the perspective decides between equal states.
#[test]
fn e03_perspective_is_part_of_the_fingerprint_and_independent_of_the_side_to_move() {
    let cache = numbering();
    for (index, side) in [WHITE, BLACK].into_iter().enumerate() {
        let state = GameState::initial().with_side_to_move(side);
        assert_eq!(cache.evaluate(&state, WHITE), Ok(2 * index as i32 + 1));
        assert_eq!(cache.evaluate(&state, BLACK), Ok(2 * index as i32 + 2));
    }
}

#[test]
fn e04_states_that_differ_in_the_mailbox_alone_collide_and_stay_distinct() {
    let variants = mailbox_variants(50);
    let cache = numbering();
    for round in 0..2 {
        for (index, variant) in variants.iter().enumerate() {
            assert!(variant.is_synthetic());
            assert_eq!(cache.evaluate(variant, WHITE), Ok(index as i32 + 1), "round {round}");
        }
    }
    assert_eq!(counters(&cache), (50, 50, 50));
    let statistics = cache.statistics();
    assert_eq!(statistics.synthetic_entries, 50);
    assert_eq!(statistics.equal_fingerprints, 49);
    // One cluster: the hits look at 1, 2, … 50 slots.
    assert_eq!(statistics.probe_lengths, [1, 1, 1, 1, 4, 8, 16, 18]);
    assert_eq!((statistics.longest_probe, statistics.probes), (50, 50 * 51 / 2));
}

#[test]
fn e04_a_consistent_state_is_not_mistaken_for_its_synthetic_variants() {
    let initial = GameState::initial();
    // Same mailbox, targets and clocks, other bitboards.
    let hollow = changed(&initial, |parts| parts.by_type[0] = Bitboard::EMPTY);
    let cache = numbering();
    assert_eq!(cache.evaluate(&initial, WHITE), Ok(1));
    assert_eq!(cache.evaluate(&hollow, WHITE), Ok(2));
    assert_eq!(cache.evaluate(&initial, WHITE), Ok(1));
    assert_eq!(cache.evaluate(&hollow, WHITE), Ok(2));
}

/// The fingerprint joins rooks rotated by 10 and kings rotated by 1: one of either, nine squares apart, cancel each other. So these share
/// a fingerprint and a mailbox, and only the whole state tells them apart.
#[test]
fn e04_states_that_differ_in_bitboards_alone_may_collide_and_stay_distinct() {
    let twin = |state: &GameState| {
        changed(state, |parts| {
            parts.by_type[3] ^= Square::masked(12).bitboard();
            parts.by_type[5] ^= Square::masked(21).bitboard();
        })
    };
    let (initial, synthetic) = (GameState::initial(), mailbox_variants(1)[0]);
    let states = [initial, twin(&initial), synthetic, twin(&synthetic)];
    for order in [[0, 1, 2, 3], [3, 2, 1, 0]] {
        let cache = numbering();
        let states = order.map(|index| states[index]);
        for _ in 0..2 {
            for (state, score) in states.iter().zip(1..) {
                assert_eq!(cache.evaluate(state, BLACK), Ok(score));
            }
        }
        let mut scores = [0; 4];
        cache.evaluate_batch(&states, BLACK, &mut scores).unwrap();
        assert_eq!((scores, cache.statistics().equal_fingerprints), ([1, 2, 3, 4], 3));
    }
}

#[test]
fn e05_slots_are_a_power_of_two_and_entries_are_small() {
    let cache = EvaluationCache::new(Material);
    assert_eq!(cache.statistics().slots, 64);
    for state in numbered_states(1_000_000) {
        cache.evaluate(&state, WHITE).unwrap();
    }
    let statistics = cache.statistics();
    assert_eq!((statistics.entries, statistics.slots), (1_000_000, 1 << 21));
    let bytes = cache.bytes_used() as f64 / 1e6;
    assert!((72.0..=100.0).contains(&bytes), "{bytes} bytes an entry");
    // Linear probing at load a: (1 + 1 / (1 - a)) / 2 slots a hit, after Knuth, volume 3, 6.4.
    let load = 1e6 / f64::from(1 << 21);
    let expected = (1.0 + 1.0 / (1.0 - load)) / 2.0;
    let mean = statistics.probes as f64 / 1e6;
    assert!((mean - expected).abs() < 0.05, "{mean} slots a hit, {expected} expected");
}

#[test]
fn e06_probing_goes_on_past_equal_fingerprints_of_other_states() {
    let cache = numbering();
    let variants = mailbox_variants(10);
    for variant in &variants {
        cache.evaluate(variant, WHITE).unwrap();
    }
    assert_eq!(cache.evaluate(&variants[9], WHITE), Ok(10));
    assert_eq!(cache.evaluate(&mailbox_variants(11)[10], WHITE), Ok(11));
}

/// A slot of a large table has room for eleven bits of a fingerprint, so that thousands of these states meet an entry that only seems
/// to be theirs.
#[test]
fn e06_probing_goes_on_past_slots_that_look_alike() {
    let cache = numbering();
    let states = numbered_states(1_000_000);
    for state in &states {
        cache.evaluate(state, WHITE).unwrap();
    }
    let mut scores = vec![0; states.len()];
    cache.evaluate_batch(&states, WHITE, &mut scores).unwrap();
    for (index, state) in states.iter().enumerate() {
        let number = index as i32 + 1;
        assert_eq!((cache.evaluate(state, WHITE), scores[index]), (Ok(number), number));
    }
    assert_eq!(counters(&cache), (1_000_000, 2_000_000, 1_000_000));
}

#[test]
fn e07_a_hit_returns_the_stored_score_without_a_call() {
    let cache = numbering();
    let state = GameState::initial();
    for _ in 0..5 {
        assert_eq!(cache.evaluate(&state, WHITE), Ok(1));
    }
    assert_eq!(counters(&cache), (1, 4, 1));
}

#[test]
fn e08_the_call_is_counted_before_it_is_made() {
    let cache = calling_back(|cache, _, _| Ok(cache.evaluator_calls() as i32));
    assert_eq!(cache.evaluate(&GameState::initial(), WHITE), Ok(1));
    assert_eq!(cache.evaluate(&GameState::initial(), BLACK), Ok(2));
}

#[test]
fn e09_every_score_is_cacheable() {
    let scores = [0, -1, 1, i32::MIN, i32::MAX];
    let calls = Cell::new(0);
    let cache = EvaluationCache::new(from_fn(|state: &GameState, _| {
        calls.set(calls.get() + 1);
        Ok::<i32, ()>(scores[state.full_move_number() as usize - 1])
    }));
    for _ in 0..2 {
        for (state, score) in numbered_states(5).iter().zip(scores) {
            assert_eq!(cache.evaluate(state, WHITE), Ok(score));
        }
    }
    assert_eq!(calls.get(), 5);
    assert_eq!(counters(&cache), (5, 5, 5));
}

#[test]
fn e10_a_failure_is_passed_on_counted_and_not_kept() {
    let failing = Cell::new(false);
    let cache = EvaluationCache::new(from_fn(|state: &GameState, _| {
        if failing.get() { Err(-77) } else { Ok(state.full_move_number() as i32) }
    }));
    let states = numbered_states(3);
    assert_eq!(cache.evaluate(&states[0], WHITE), Ok(1));
    failing.set(true);
    assert_eq!(cache.evaluate(&states[1], WHITE), Err(CacheError::Evaluator(-77)));
    assert_eq!(cache.evaluate(&states[1], WHITE), Err(CacheError::Evaluator(-77)));
    assert_eq!(cache.evaluate(&states[0], WHITE), Ok(1), "older entries survive");
    assert_eq!(counters(&cache), (3, 1, 1));
    failing.set(false);
    assert_eq!(cache.evaluate(&states[1], WHITE), Ok(2), "the next access tries again");
    assert_eq!(counters(&cache), (4, 1, 2));
}

#[test]
fn e10_an_evaluator_that_unwinds_leaves_no_entry() {
    let failing = Cell::new(true);
    let cache = EvaluationCache::new(from_fn(|_: &GameState, _| {
        assert!(!failing.get(), "on purpose");
        Ok::<i32, ()>(5)
    }));
    let evaluate = || cache.evaluate(&GameState::initial(), WHITE);
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(evaluate)).is_err());
    assert_eq!(counters(&cache), (1, 0, 0));
    failing.set(false);
    assert_eq!(evaluate(), Ok(5));
    assert_eq!(counters(&cache), (2, 0, 1));
}

#[test]
fn e10_an_evaluator_that_unwinds_in_a_batch_leaves_no_entry() {
    let failing = Cell::new(true);
    let cache = EvaluationCache::new(from_fn(|state: &GameState, _| {
        assert!(!failing.get() || state.full_move_number() < 3, "on purpose");
        Ok::<i32, ()>(state.full_move_number() as i32)
    }));
    let states = numbered_states(5);
    let numbers: Vec<i32> = states.iter().map(|state| state.full_move_number() as i32).collect();
    assert_eq!(cache.evaluate(&states[0], WHITE), Ok(numbers[0]));
    let mut scores = [7; 5];
    let evaluate = |scores: &mut [i32]| cache.evaluate_batch(&states, WHITE, scores);
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| evaluate(&mut scores))).is_err());
    assert_eq!(counters(&cache), (5, 1, 1));
    failing.set(false);
    assert_eq!((evaluate(&mut scores), scores.to_vec()), (Ok(()), numbers));
    assert_eq!(counters(&cache), (9, 2, 5));
}

#[test]
fn e11_growth_never_calls_the_evaluator_and_keeps_every_score() {
    let cache = numbering();
    // A cluster of equal fingerprints from the start, and states that make the slots double seven times.
    let mut states = mailbox_variants(30);
    states.extend(numbered_states(5000));
    for (index, state) in states.iter().enumerate() {
        assert_eq!(cache.evaluate(state, WHITE), Ok(index as i32 + 1));
    }
    assert_eq!(counters(&cache), (5030, 0, 5030));
    assert_eq!(cache.statistics().slots, 64 << 8);
    for (index, state) in states.iter().enumerate() {
        assert_eq!(cache.evaluate(state, WHITE), Ok(index as i32 + 1));
    }
    assert_eq!(counters(&cache), (5030, 5030, 5030));
}

#[test]
fn e12_nothing_is_ever_forgotten() {
    let cache = numbering();
    let states = numbered_states(20_000);
    for state in &states {
        cache.evaluate(state, WHITE).unwrap();
    }
    assert_eq!(cache.evaluate(&states[0], WHITE), Ok(1));
    assert_eq!(cache.entry_count(), states.len());
}

#[test]
fn e13_lookups_among_equal_fingerprints_grow_linearly_and_stay_right() {
    let variants = mailbox_variants(300);
    let cache = numbering();
    for variant in &variants {
        cache.evaluate(variant, BLACK).unwrap();
    }
    assert_eq!(cache.statistics().longest_probe, 300);
    for (index, variant) in variants.iter().enumerate().rev() {
        assert_eq!(cache.evaluate(variant, BLACK), Ok(index as i32 + 1));
    }
}

#[test]
fn e14_nested_calls_for_other_keys() {
    let cache = summing();
    let last = numbered_states(200).pop().unwrap();
    assert_eq!(cache.evaluate(&last, WHITE), Ok(200 * 201 / 2));
    // Growth happened while callers up the chain held the place where they had not found their key.
    assert_eq!(counters(&cache), (200, 0, 200));
    for (index, state) in numbered_states(200).iter().enumerate() {
        let number = index as i32 + 1;
        assert_eq!(cache.evaluate(state, WHITE), Ok(number * (number + 1) / 2));
    }
    assert_eq!(counters(&cache), (200, 200, 200));
}

#[test]
fn e14_nested_hits_and_failures_insert_nothing() {
    let cache = calling_back(|cache, state, perspective| match state.full_move_number() {
        1 => Ok(10),
        2 => Err(-2),
        _ => {
            let [first, second] = [1, 2].map(|n| changed(state, |parts| parts.full_move_number = n));
            assert_eq!(cache.evaluate(&second, perspective), Err(CacheError::Evaluator(-2)));
            Ok(cache.evaluate(&first, perspective).unwrap() + 1)
        }
    });
    let states = numbered_states(3);
    assert_eq!(cache.evaluate(&states[0], WHITE), Ok(10));
    assert_eq!(cache.evaluate(&states[2], WHITE), Ok(11));
    assert_eq!(cache.evaluate(&states[2], WHITE), Ok(11));
    assert_eq!(counters(&cache), (3, 2, 2));
}

#[test]
fn e15_a_nested_call_for_the_same_key_is_overwritten_by_the_outer_one() {
    let depth = Cell::new(0);
    let cache = calling_back(move |cache, state, perspective| {
        depth.set(depth.get() + 1);
        if depth.get() == 1 {
            assert_eq!(cache.evaluate(state, perspective), Ok(2), "the nested call has its own result");
            assert_eq!(counters(cache), (2, 0, 1));
            return Ok(1);
        }
        Ok(2)
    });
    let state = GameState::initial();
    assert_eq!(cache.evaluate(&state, WHITE), Ok(1));
    assert_eq!(counters(&cache), (2, 0, 1));
    assert_eq!(cache.evaluate(&state, WHITE), Ok(1));
    assert_eq!(counters(&cache), (2, 1, 1));
}

#[test]
fn e16_outer_failure_keeps_nested_entries() {
    let failing = Rc::new(Cell::new(true));
    let fails = Rc::clone(&failing);
    let cache = calling_back(move |cache, state, perspective| {
        if state.full_move_number() == 1 || !fails.get() {
            return Ok(100);
        }
        let other = changed(state, |parts| parts.full_move_number = 1);
        assert_eq!(cache.evaluate(&other, perspective), Ok(100));
        Err(-5)
    });
    let states = numbered_states(2);
    assert_eq!(cache.evaluate(&states[1], WHITE), Err(CacheError::Evaluator(-5)));
    assert_eq!(counters(&cache), (2, 0, 1));
    failing.set(false);
    assert_eq!(cache.evaluate(&states[0], WHITE), Ok(100));
    assert_eq!(counters(&cache), (2, 1, 1));
    assert_eq!(cache.evaluate(&states[1], WHITE), Ok(100));
    assert_eq!(counters(&cache), (3, 1, 2));
}

#[test]
fn e16_outer_failure_keeps_a_nested_score_of_the_same_key() {
    let depth = Cell::new(0);
    let cache = calling_back(move |cache, state, perspective| {
        depth.set(depth.get() + 1);
        if depth.get() == 1 {
            cache.evaluate(state, perspective).unwrap();
            return Err(-1);
        }
        Ok(2)
    });
    let state = GameState::initial();
    assert_eq!(cache.evaluate(&state, WHITE), Err(CacheError::Evaluator(-1)));
    assert_eq!(cache.evaluate(&state, WHITE), Ok(2));
    assert_eq!(counters(&cache), (2, 1, 1));
}

#[test]
fn e17_counters_add_up() {
    let states = random_states(17, 400);
    let cache = EvaluationCache::new(Aggressive);
    let mut accesses = 0;
    for state in states.iter().chain(states.iter().step_by(3)) {
        for perspective in Color::ALL {
            cache.evaluate(state, perspective).unwrap();
            accesses += 1;
        }
    }
    let (calls, hits, entries) = counters(&cache);
    assert_eq!(calls, entries as u64);
    assert_eq!(calls + hits, accesses);
    let distinct: std::collections::HashSet<&GameState> = states.iter().collect();
    assert_eq!(entries, 2 * distinct.len());
}

#[test]
fn e18_the_caller_decides_before_each_access_warm_hits_included() {
    let cache = numbering();
    let state = GameState::initial();
    cache.evaluate(&state, WHITE).unwrap();
    let mut budget = 3;
    let mut may_continue = || {
        budget -= 1;
        budget >= 0
    };
    let scored = (0..10).take_while(|_| may_continue()).map(|_| cache.evaluate(&state, WHITE).unwrap());
    assert_eq!(scored.collect::<Vec<_>>(), [1, 1, 1]);
    assert_eq!(counters(&cache), (1, 3, 1));
}

#[test]
fn e19_scores_and_order_are_those_without_the_cache() {
    let states = random_states(19, 300);
    let repeated: Vec<&GameState> = states.iter().chain(states.iter().rev()).collect();
    let cache = EvaluationCache::new(Aggressive);
    let cached: Vec<i32> = repeated.iter().map(|state| cache.evaluate(state, BLACK).unwrap()).collect();
    let plain: Vec<i32> = repeated
        .iter()
        .map(|state| {
            let Ok(score) = Aggressive.evaluate(state, BLACK);
            score
        })
        .collect();
    assert_eq!(cached, plain);
}

/// States are kept by value: what the caller does with its own copy afterwards changes nothing.
#[test]
fn e20_retained_states_cannot_be_changed_from_outside() {
    let cache = numbering();
    let mut state = GameState::initial();
    assert_eq!(cache.evaluate(&state, WHITE), Ok(1));
    state.end_turn();
    assert_eq!(cache.evaluate(&state, WHITE), Ok(2));
    assert_eq!(cache.evaluate(&GameState::initial(), WHITE), Ok(1));
}
