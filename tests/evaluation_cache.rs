//! The contract of the evaluation cache, rule by rule: the tests are named after the points E1 to E20 that they check.

mod support;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::{Rc, Weak};

use dicechess::board::{Bitboard, Color, Piece, PieceType, Square};
use dicechess::cache::{CacheError, EvaluationCache};
use dicechess::dfen;
use dicechess::eval::{Aggressive, Evaluator, Material, from_fn};
use dicechess::state::{CastlingRights, DicePool, GameState, StateParts};
use support::random_positions::RandomPositions;

const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;

fn state(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn random_states(seed: u64, count: usize) -> Vec<GameState> {
    RandomPositions::new(seed).take(count).map(|position| state(&position.dfen())).collect()
}

/// The state with some fields changed.
fn changed(state: &GameState, change: impl FnOnce(&mut StateParts)) -> GameState {
    let mut parts = state.to_parts();
    change(&mut parts);
    GameState::from_parts(&parts)
}

/// States that differ from the initial position in one square of the mailbox and nowhere else.
fn mailbox_variants(count: usize) -> Vec<GameState> {
    let squares = (16..48).map(Square::masked);
    let pieces = Color::ALL
        .into_iter()
        .flat_map(|color| PieceType::ALL.into_iter().map(move |piece_type| Piece::new(color, piece_type)));
    squares
        .flat_map(|square| pieces.clone().map(move |piece| (square, piece)))
        .take(count)
        .map(|(square, piece)| {
            changed(&GameState::initial(), |parts| parts.mailbox[square.index()] = Some(piece))
        })
        .collect()
}

/// States that differ from the initial position in the full-move number.
fn numbered_states(count: u32) -> Vec<GameState> {
    let mut parts = GameState::initial().to_parts();
    let numbers = 1..=count;
    numbers
        .map(|number| {
            parts.full_move_number = number;
            GameState::from_parts(&parts)
        })
        .collect()
}

/// Calls, hits and entries.
fn counters<E: Evaluator>(cache: &EvaluationCache<E>) -> (u64, u64, usize) {
    (cache.evaluator_calls(), cache.cache_hits(), cache.entry_count())
}

/// A cache whose evaluator counts its calls and returns their number: no two calls give the same score.
fn numbering() -> EvaluationCache<impl Evaluator<Error = ()>> {
    let calls = Cell::new(0);
    EvaluationCache::new(from_fn(move |_: &GameState, _| {
        calls.set(calls.get() + 1);
        Ok::<i32, ()>(calls.get())
    }))
}

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

/// A slot of a large table has room for eleven bits of a fingerprint, so that thousands of these states meet an entry that only seems to be theirs.
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
    // The value of full move n is n plus that of full move n - 1: a chain of nested calls on one cache.
    let cache = calling_back(|cache, state, perspective| {
        let number = state.full_move_number();
        if number == 1 {
            return Ok(1);
        }
        let earlier = changed(state, |parts| parts.full_move_number -= 1);
        Ok(number as i32 + cache.evaluate(&earlier, perspective).unwrap())
    });
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

#[test]
fn batches_agree_with_single_accesses_in_scores_counters_and_entries() {
    let mut states = random_states(5, 150);
    // Repetitions next to each other, inside one group and across groups; synthetic states too.
    states.extend(states.clone().iter().step_by(2));
    states.extend(mailbox_variants(20));
    states.extend(mailbox_variants(10));
    let (single, batched) = (EvaluationCache::new(Aggressive), EvaluationCache::new(Aggressive));
    for length in [0, 1, 63, 64, 65, 200, states.len()] {
        let expected: Vec<i32> =
            states[..length].iter().map(|state| single.evaluate(state, WHITE).unwrap()).collect();
        let mut scores = vec![0; length];
        batched.evaluate_batch(&states[..length], WHITE, &mut scores).unwrap();
        assert_eq!(scores, expected);
        assert_eq!(counters(&batched), counters(&single), "after {length} states");
    }
}

#[test]
fn a_batch_hands_each_missing_state_to_the_evaluator_once() {
    let batches = RefCell::new(Vec::new());
    let cache = EvaluationCache::new(Recorder { batches: &batches });
    let states = numbered_states(70);
    let mut scores = [0; 3];
    cache.evaluate_batch(&[states[0], states[1], states[0]], WHITE, &mut scores).unwrap();
    assert_eq!(scores, [1, 2, 1]);
    assert_eq!(*batches.borrow(), [2]);
    assert_eq!(counters(&cache), (2, 1, 2));
    let mut scores = [0; 70];
    cache.evaluate_batch(&states, WHITE, &mut scores).unwrap();
    assert_eq!(*batches.borrow(), [2, 62, 6]);
    assert_eq!(counters(&cache), (70, 3, 70));
}

#[test]
fn a_failing_batch_keeps_nothing_of_its_group() {
    let failing = Cell::new(true);
    let cache = EvaluationCache::new(from_fn(|state: &GameState, _| {
        if failing.get() && state.full_move_number() == 3 { Err(-3) } else { Ok(1) }
    }));
    let states = numbered_states(5);
    let mut scores = [0; 5];
    cache.evaluate(&states[0], WHITE).unwrap();
    assert_eq!(cache.evaluate_batch(&states, WHITE, &mut scores), Err(CacheError::Evaluator(-3)));
    assert_eq!(counters(&cache), (5, 1, 1));
    failing.set(false);
    cache.evaluate_batch(&states, WHITE, &mut scores).unwrap();
    assert_eq!(counters(&cache), (9, 2, 5));
}

#[test]
fn nested_calls_from_within_a_batch() {
    // Every state asks for its predecessor first, which the same batch may be about to store.
    let cache = calling_back(|cache, state, perspective| {
        let number = state.full_move_number();
        if number == 1 {
            return Ok(1);
        }
        let earlier = changed(state, |parts| parts.full_move_number -= 1);
        Ok(number as i32 + cache.evaluate(&earlier, perspective).unwrap())
    });
    let states = numbered_states(100);
    let mut scores = [0; 100];
    cache.evaluate_batch(&states, WHITE, &mut scores).unwrap();
    for (index, &score) in scores.iter().enumerate() {
        let number = index as i32 + 1;
        assert_eq!(score, number * (number + 1) / 2);
    }
    assert_eq!(cache.entry_count(), 100);
}

#[test]
fn agrees_with_a_map_over_random_accesses() {
    let states = random_states(99, 500);
    let cache = EvaluationCache::new(Aggressive);
    let mut map: HashMap<(GameState, Color), i32> = HashMap::new();
    for (index, state) in states.iter().chain(&states).enumerate() {
        let perspective = Color::ALL[index % 3 % 2];
        let expected = *map.entry((*state, perspective)).or_insert_with(|| {
            let Ok(score) = Aggressive.evaluate(state, perspective);
            score
        });
        assert_eq!(cache.evaluate(state, perspective), Ok(expected));
    }
    assert_eq!(cache.entry_count(), map.len());
}

/// Single accesses and batches, some of which fail, nested up to three deep, on consistent and synthetic states.
#[test]
fn agrees_with_a_map_through_batches_failures_and_nested_calls() {
    for seed in 1..=200 {
        let base = random_states(seed, 20);
        let mut states = base.clone();
        for (state, square) in base.iter().zip((0..64).map(Square::masked)) {
            states.push(changed(state, |parts| parts.mailbox[square.index()] = None));
            states.push(changed(state, |parts| parts.by_type[5] ^= square.bitboard()));
            states.push(changed(state, |parts| parts.full_move_number += 1));
        }
        let world = Rc::new(World { states, word: Cell::new(seed), ..World::default() });
        let inner = Rc::clone(&world);
        let cache = calling_back(move |cache, state, _| {
            if inner.depth.get() < 3 {
                (0..inner.below(3)).for_each(|_| inner.access(cache, Some(state)));
            }
            if inner.below(12) == 0 {
                return Err(-1);
            }
            inner.scores.set(inner.scores.get() + 1);
            inner.made.borrow_mut().push((*state, inner.scores.get()));
            Ok(inner.scores.get())
        });
        (0..150).for_each(|_| world.access(&cache, None));
        let calls = cache.evaluator_calls();
        for ((state, perspective), &score) in world.map.borrow().iter() {
            assert_eq!(cache.evaluate(state, *perspective), Ok(score));
        }
        assert_eq!(cache.evaluator_calls(), calls);
    }
}

/// What a cache should hold, and random accesses to it.
#[derive(Default)]
struct World {
    states: Vec<GameState>,
    map: RefCell<HashMap<(GameState, Color), i32>>,
    /// Results of the evaluator that unfinished accesses have yet to take.
    made: RefCell<Vec<(GameState, i32)>>,
    scores: Cell<i32>,
    depth: Cell<u32>,
    word: Cell<u64>,
}

impl World {
    fn below(&self, limit: usize) -> usize {
        self.word.set(
            self.word.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407),
        );
        (self.word.get() >> 33) as usize % limit
    }

    /// One access to one state, `running` for instance, or to a batch.
    fn access(&self, cache: &EvaluationCache<CallsBack>, running: Option<&GameState>) {
        let perspective = Color::ALL[self.below(2)];
        let length = [1, 1, 1, self.below(8), self.below(65)][self.below(5 - running.iter().len())];
        let mut states: Vec<GameState> =
            (0..length).map(|_| self.states[self.below(self.states.len())]).collect();
        if let (Some(running), Some(first), 0) = (running, states.first_mut(), self.below(3)) {
            *first = *running;
        }
        let stored = |state: &GameState| self.map.borrow().get(&(*state, perspective)).copied();
        let known: Vec<Option<i32>> = states.iter().map(stored).collect();
        let (mark, mut scores) = (self.made.borrow().len(), vec![0; length]);
        self.depth.set(self.depth.get() + 1);
        let result = match &states[..] {
            [state] => cache.evaluate(state, perspective).map(|score| scores[0] = score),
            _ => cache.evaluate_batch(&states, perspective, &mut scores),
        };
        self.depth.set(self.depth.get() - 1);
        let made = self.made.borrow_mut().split_off(mark);
        if result.is_ok() {
            for ((state, known), &score) in states.iter().zip(known).zip(&scores) {
                let new = made.iter().find(|(made, _)| made == state).map(|&(_, score)| score);
                assert_eq!(Some(score), known.xor(new), "either remembered or evaluated");
            }
            self.map.borrow_mut().extend(made.iter().map(|&(state, score)| ((state, perspective), score)));
        }
        assert_eq!(cache.entry_count(), self.map.borrow().len());
    }
}

/// Notes the length of each batch and returns full-move numbers.
struct Recorder<'a> {
    batches: &'a RefCell<Vec<usize>>,
}

impl Evaluator for Recorder<'_> {
    type Error = ();

    fn evaluate(&self, state: &GameState, _: Color) -> Result<i32, ()> {
        Ok(state.full_move_number() as i32)
    }

    fn evaluate_batch(&self, states: &[GameState], perspective: Color, scores: &mut [i32]) -> Result<(), ()> {
        self.batches.borrow_mut().push(states.len());
        for (state, score) in states.iter().zip(scores) {
            *score = self.evaluate(state, perspective)?;
        }
        Ok(())
    }
}

/// An evaluator that may call the cache which it belongs to.
struct CallsBack {
    cache: Weak<EvaluationCache<Self>>,
    evaluate: Callback,
}

type Callback = Box<dyn Fn(&EvaluationCache<CallsBack>, &GameState, Color) -> Result<i32, i32>>;

fn calling_back(
    evaluate: impl Fn(&EvaluationCache<CallsBack>, &GameState, Color) -> Result<i32, i32> + 'static,
) -> Rc<EvaluationCache<CallsBack>> {
    let evaluate: Callback = Box::new(evaluate);
    Rc::new_cyclic(|cache| EvaluationCache::new(CallsBack { cache: cache.clone(), evaluate }))
}

impl Evaluator for CallsBack {
    type Error = i32;

    fn evaluate(&self, state: &GameState, perspective: Color) -> Result<i32, i32> {
        let cache = self.cache.upgrade().expect("the cache is alive while it evaluates");
        (self.evaluate)(&cache, state, perspective)
    }
}
