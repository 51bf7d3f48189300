//! Positions with and without a cache.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dicechess::board::{Color, PieceType, Square};
use dicechess::state::{AttackMaps, GameState};
use dicechess::tape::{Position, PositionCache, Tape, TapeError};

use crate::play::{Call, INITIAL, random_game};
use crate::support::random_positions::{Random, RandomPositions};
use crate::support::slow_rules::{Position as SlowPosition, squares};
use crate::support::slow_turns::attacks;
use crate::walk::{CAPACITIES, apply, observed, start, store};

fn apply_to(position: &mut Position<u64>, call: Call) -> Result<(), TapeError> {
    match call {
        Call::Roll(dice) => position.roll(dice),
        Call::Make(micro_move) => position.make(micro_move),
        Call::EndTurn => position.end_turn(),
    }
}

/// Some value that depends on everything but the clocks.
fn digest(state: &GameState) -> u64 {
    state.key().rotate_left(17) ^ u64::from(state.occupied().count())
}

/// The remembered data, or what `compute` makes of the state, which is then remembered.
fn derive(position: &Position<u64>, compute: impl FnOnce(&GameState) -> u64) -> u64 {
    position.data().unwrap_or_else(|| {
        let data = compute(position.state());
        position.remember(data, size_of::<u64>());
        data
    })
}

/// The plain tape and the position are in the same place and say the same, memoised and not.
fn check(position: &Position<u64>, plain: &Tape) {
    assert_eq!(observed(position), observed(plain));
    for _ in 0..2 {
        assert_eq!(derive(position, digest), digest(plain.state()));
    }
}

/// Plays, takes back, redoes and seeks at random, the same on both.
fn wander(position: &mut Position<u64>, plain: &mut Tape, random: &mut Random, rounds: usize) {
    for _ in 0..rounds {
        match random.below(10) {
            0 => assert_eq!(position.undo(), plain.undo()),
            1 | 2 => assert_eq!(position.unmake(), plain.unmake()),
            3 => assert_eq!(position.unwind_turn(), plain.unwind_turn()),
            4 => assert_eq!(position.redo(), plain.redo()),
            5 => {
                let target = random.below(plain.info().end as usize + 1) as u64;
                assert_eq!(position.seek(target), plain.seek(target));
            }
            6 if random.once_in(3) => {
                *position = position.fork().unwrap();
                position.truncate().unwrap();
                plain.truncate().unwrap();
            }
            6 => {
                position.note(3).unwrap();
                plain.note(3).unwrap();
            }
            7 => assert_eq!(position.step(-3), plain.step(-3)),
            _ => {
                if plain.state().faults().bits() & 3 != 0 {
                    assert_eq!(position.seek_turn(0), plain.seek_turn(0));
                }
                let game = random_game(&plain.state().to_string(), 2, random);
                for played in game.played.iter().take(1 + random.below(6)) {
                    apply_to(position, played.call).unwrap();
                    apply(plain, played.call).unwrap();
                    assert_eq!(
                        position.state(),
                        &played.after,
                        "clocks come from the tape, never from the cache"
                    );
                    if random.once_in(2) {
                        check(position, plain);
                    }
                }
            }
        }
        check(position, plain);
    }
}

#[test]
fn i14_values_are_the_same_with_and_without_cache() {
    for capacity in CAPACITIES {
        // Without a cache, with one that forgets at once, with one that forgets nothing.
        for cache in [None, Some(PositionCache::new(0).unwrap()), Some(PositionCache::new(8 << 20).unwrap())]
        {
            for seed in 0..4 {
                let root: GameState = start(seed).parse().unwrap();
                let store = store(capacity);
                let mut position = Position::new(store.clone(), &root).unwrap();
                position.attach(cache.clone());
                let mut plain = Tape::new(store, &root).unwrap();
                wander(&mut position, &mut plain, &mut Random::new(seed), 100);
            }
            if let Some(cache) = cache {
                let stats = cache.stats();
                assert!(stats.misses > 0 && (stats.hits > 100 || cache.capacity() < 1000), "{stats:?}");
            }
        }
    }
}

#[test]
fn i14_two_threads_share_a_cache() {
    let cache = PositionCache::new(256 << 10).unwrap();
    std::thread::scope(|scope| {
        for seed in 0..2 {
            let cache = cache.clone();
            scope.spawn(move || {
                let store = store(32);
                let root: GameState = INITIAL.parse().unwrap();
                let mut position = Position::new(store.clone(), &root).unwrap();
                position.attach(Some(cache));
                let mut plain = Tape::new(store, &root).unwrap();
                wander(&mut position, &mut plain, &mut Random::new(seed), 150);
            });
        }
    });
}

#[test]
fn derived_data_is_computed_once_for_all_who_come_to_a_position() {
    let cache = PositionCache::new(1 << 20).unwrap();
    let calls = AtomicUsize::new(0);
    let count = |state: &GameState| {
        calls.fetch_add(1, Ordering::Relaxed);
        digest(state)
    };
    let store = store(1024);
    // The same position with other clocks, on two tapes.
    let roots = ["4k3/8/8/8/8/8/4P3/4K3 w - - 7 20", "4k3/8/8/8/8/8/4P3/4K3 w - - 90 3"];
    for root in roots.map(|text| text.parse::<GameState>().unwrap()) {
        let mut position = Position::new(store.clone(), &root).unwrap();
        position.attach(Some(cache.clone()));
        for _ in 0..3 {
            position.roll(crate::play::pool(&[1, 6])).unwrap();
            assert_eq!(derive(&position, count), digest(position.state()));
            assert_eq!(position.state().half_move_clock(), root.half_move_clock());
            assert_eq!(position.state().full_move_number(), root.full_move_number());
            position.undo().unwrap();
        }
    }
    assert_eq!(calls.load(Ordering::Relaxed), 1);
    cache.clear();
    let mut position = Position::new(store, &roots[0].parse().unwrap()).unwrap();
    position.attach(Some(cache));
    position.roll(crate::play::pool(&[1, 6])).unwrap();
    derive(&position, count);
    assert_eq!(calls.load(Ordering::Relaxed), 2);
}

#[test]
fn values_of_the_parent_are_still_there_after_unmake() {
    let mut position = Position::new(store(32), &GameState::initial()).unwrap();
    position.roll(crate::play::pool(&[1, 1, 2])).unwrap();
    let calls = AtomicUsize::new(0);
    let count = |state: &GameState| {
        calls.fetch_add(1, Ordering::Relaxed);
        digest(state)
    };
    derive(&position, count);
    for _ in 0..5 {
        position.make(crate::golden::micro_moves()[0]).unwrap();
        assert_eq!(derive(&position, count), digest(position.state()));
        position.unmake().unwrap();
        assert_eq!(derive(&position, count), digest(position.state()));
    }
    assert_eq!(calls.load(Ordering::Relaxed), 1 + 5, "the parent once, each new child once");
}

#[test]
fn attack_maps_are_those_of_the_slow_rules() {
    let index = |(rank, file): (i8, i8)| Square::from_index((rank * 8 + file) as u8).unwrap();
    for slow in RandomPositions::new(14).take(500) {
        let slow: SlowPosition = slow;
        let maps = AttackMaps::of(&crate::play::state_of(&slow));
        for color in Color::ALL {
            for piece_type in PieceType::ALL {
                let letter = SlowPosition::piece(piece_type.letter(), color == Color::Black);
                let men = squares().filter(|&square| slow.at(square) == letter);
                let expected: BTreeSet<_> =
                    men.flat_map(|square| attacks(&slow, square)).map(index).collect();
                assert_eq!(maps.of_type(color, piece_type).into_iter().collect::<BTreeSet<_>>(), expected);
            }
        }
    }
}

#[test]
fn each_state_played_or_taken_back_to_is_looked_up_once() {
    let cache = PositionCache::new(1 << 16).unwrap();
    let mut position: Position<u64> = Position::new(store(32), &GameState::initial()).unwrap();
    position.attach(Some(cache.clone()));
    let counts = || (cache.stats().hits, cache.stats().misses);
    assert_eq!((position.data(), counts()), (None, (0, 1)), "asked for, and nothing is known");
    position.roll(crate::play::pool(&[1, 2])).unwrap();
    assert_eq!(counts(), (0, 2));
    position.note(1).unwrap();
    assert_eq!(counts(), (0, 2), "a note leads to no other state");
    position.end_turn().unwrap();
    assert_eq!(counts(), (0, 3));
    position.undo().unwrap();
    assert_eq!(counts(), (1, 3), "met after the roll");
    position.end_turn().unwrap();
    assert_eq!(counts(), (2, 3));
    position.unwind_turn().unwrap();
    assert_eq!(counts(), (2, 4), "the root was never met");
    position.seek(2).unwrap();
    assert_eq!((position.step(-1), counts()), (Ok(1), (2, 4)), "moving to what was played asks nothing");
    position.roll(crate::play::pool(&[1])).unwrap();
    position.make(crate::golden::micro_moves()[0]).unwrap();
    position.remember(7, 8);
    position.unmake().unwrap();
    assert_eq!(counts(), (3, 6));
    let mut other = position.fork().unwrap();
    other.make(crate::golden::micro_moves()[0]).unwrap();
    assert_eq!((other.data(), counts()), (Some(7), (5, 6)), "the position, and the data asked for");
    assert_eq!((other.data(), counts()), (Some(7), (5, 6)), "remembered by the position itself");
    cache.clear();
    other.unmake().unwrap();
    other.make(crate::golden::micro_moves()[0]).unwrap();
    assert_eq!((position.fork().unwrap().data(), counts()), (None, (5, 9)));
}

/// A value whose owners are counted.
type Large = Arc<[u8; 1000]>;

#[test]
fn a_cache_keeps_no_more_data_than_it_has_room_for() {
    // 16 parts of 8000 bytes, and nothing above an eighth of a part.
    let cache = PositionCache::new(16 * 8000).unwrap();
    let store = store(1024);
    let at = |state: &GameState| {
        let mut position = Position::new(store.clone(), state).unwrap();
        position.attach(Some(cache.clone()));
        position
    };
    let too_large: Large = Arc::new([0; 1000]);
    let position = at(&GameState::initial());
    position.remember(Arc::clone(&too_large), 1001);
    assert_eq!(Arc::strong_count(&too_large), 2, "by the position alone");
    let mut kept: Vec<Large> = Vec::new();
    for slow in RandomPositions::new(15).take(600) {
        let data = Arc::new([1; 1000]);
        at(&crate::play::state_of(&slow)).remember(Arc::clone(&data), 1000);
        kept.push(data);
        let by_cache = kept.iter().filter(|data| Arc::strong_count(data) > 1).count();
        assert!(by_cache <= 16 * 8, "{by_cache}");
    }
    let by_cache = kept.iter().filter(|data| Arc::strong_count(data) > 1).count();
    assert!(by_cache > 16 * 6, "{by_cache}");
    assert!(Arc::strong_count(&kept[599]) > 1, "new data push out old ones");
    cache.clear();
    assert!(kept.iter().all(|data| Arc::strong_count(data) == 1));
}
