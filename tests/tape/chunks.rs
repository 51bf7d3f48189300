//! Sealed chunks, the store that shares them, and what happens when it is full.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use dicechess::state::GameState;
use dicechess::tape::{ChunkStore, Policy, Spill, Tape, TapeError};
use std::sync::Mutex;

use crate::play::{INITIAL, SHARP, endless_game, random_game};
use crate::support::random_positions::Random;
use crate::walk::{apply, endless, observed, recorded, start, store};

/// The identifiers of a tape's sealed chunks, found by walking back through the store.
fn chunk_ids(tape: &Tape) -> Vec<u64> {
    let mut id = tape.fork().unwrap().hashes().unwrap().previous;
    let mut ids = Vec::new();
    while let Some(chunk) = tape.store().get(id) {
        ids.push(id);
        id = chunk.prev_id;
    }
    ids.reverse();
    ids
}

#[test]
fn i8_equal_histories_share_their_chunks() {
    for capacity in [32, 48] {
        let store = store(capacity);
        let first = recorded(&store, 2, 30);
        let before = store.stats();
        let second = recorded(&store, 2, 30);
        let after = store.stats();
        assert_eq!(chunk_ids(&first), chunk_ids(&second));
        assert_eq!(after.indexed, before.indexed, "nothing new was stored");
        assert_eq!(after.bytes, before.bytes);
        assert_eq!(after.shared - before.shared, first.info().chunks as u64);
        assert_eq!(after.collisions, 0);
        assert!(first.info().chunks > 5);
    }
}

#[test]
fn i8_borders_depend_on_the_cells_alone() {
    let store = store(32);
    for seed in 0..10 {
        let straight = recorded(&store, seed, 25);
        let mut random = Random::new(seed);
        let game = random_game(start(seed), 25, &mut random);
        let mut tape = Tape::new(store.clone(), &game.root).unwrap();
        for (index, played) in game.played.iter().enumerate() {
            // Back and forth, forks and cuts before every call.
            let here = tape.head();
            tape.seek(here / 2).unwrap();
            tape.seek(here).unwrap();
            if index % 5 == 0 {
                tape.note(7).unwrap();
                tape.undo().unwrap();
            }
            if index % 3 == 0 {
                tape = tape.fork().unwrap();
            }
            if index % 4 == 0 {
                tape.truncate().unwrap();
            }
            apply(&mut tape, played.call).unwrap();
        }
        assert_eq!(chunk_ids(&tape), chunk_ids(&straight));
        assert_eq!(observed(&tape), observed(&straight));
    }
}

#[test]
fn chunks_are_linked_both_ways_and_lead_to_their_tape() {
    let store = store(32);
    let mut tape = endless(&store, 2, 30);
    let ids = chunk_ids(&tape);
    let root_id = store.get(ids[0]).unwrap().prev_id;
    assert_eq!(store.successors(root_id)[..], [ids[0]]);
    for pair in ids.windows(2) {
        assert_eq!(store.successors(pair[0])[..], [pair[1]]);
        assert_eq!(store.get(pair[1]).unwrap().prev_id, pair[0]);
    }
    for &id in &ids {
        let chunk = store.get(id).unwrap();
        let end = chunk.base + chunk.length as u64;
        let mut rebuilt = Tape::from_chunk(store.clone(), id).unwrap();
        tape.seek(end).unwrap();
        assert_eq!(observed(&rebuilt), observed(&tape));
        assert_eq!(rebuilt.end_id(), id);
        rebuilt.note(1).unwrap();
        tape.seek(tape.info().end).unwrap();
    }
    assert!(matches!(Tape::from_chunk(store.clone(), 12345), Err(TapeError::Range)));
}

#[test]
fn i11_forgetting_the_index_changes_nothing_but_sharing() {
    let plain = recorded(&store(32), 3, 30);
    let store = store(32);
    let mut random = Random::new(3);
    let game = random_game(SHARP, 30, &mut Random::new(3));
    let mut tape = Tape::new(store.clone(), &game.root).unwrap();
    for played in game.played {
        apply(&mut tape, played.call).unwrap();
        if random.once_in(4) {
            store.clear_index();
            assert_eq!(store.stats().indexed, 0);
        }
    }
    assert_eq!(observed(&tape), observed(&plain));
    let (mut tape, mut plain) = (tape, plain);
    while tape.undo().unwrap() {
        plain.undo().unwrap();
        assert_eq!(observed(&tape), observed(&plain));
    }
    drop(tape);
    store.clear_index();
    assert_eq!(store.stats().bytes, 0, "every byte is accounted for");
}

#[test]
fn chunks_that_no_tape_needs_make_room() {
    let store = ChunkStore::new(32, 20_000, Policy::Lossless).unwrap();
    for seed in 0..60 {
        let tape = recorded(&store, seed, 10);
        assert!(store.stats().bytes <= 20_000, "{seed}");
        drop(tape);
    }
}

#[test]
fn i13_a_full_store_fails_before_anything_changes() {
    let store = ChunkStore::new(32, 4000, Policy::Lossless).unwrap();
    let game = endless_game(INITIAL, 60, &mut Random::new(8));
    let mut tape = Tape::new(store.clone(), &game.root).unwrap();
    let mut failed = false;
    for played in &game.played {
        let (before, end) = (observed(&tape), tape.info());
        match apply(&mut tape, played.call) {
            Ok(()) => assert_eq!(tape.state(), &played.after),
            Err(error) => {
                assert_eq!(error, TapeError::Full);
                assert_eq!((observed(&tape), tape.info()), (before, end));
                assert_eq!(apply(&mut tape, played.call), Err(TapeError::Full));
                // The host gives up old history; then it goes on.
                let horizon = tape.drop_before(tape.head() / 2);
                assert!(horizon > end.horizon);
                apply(&mut tape, played.call).unwrap();
                assert_eq!(tape.seek(0), Err(TapeError::Horizon { horizon }));
                failed = true;
                break;
            }
        }
    }
    assert!(failed);
}

#[test]
fn i13_a_full_store_leaves_the_undone_tail_alone() {
    let store = ChunkStore::new(32, 1000, Policy::Lossless).unwrap();
    let game = endless_game(INITIAL, 60, &mut Random::new(8));
    let mut tape = Tape::new(store.clone(), &game.root).unwrap();
    let played = game.played.iter().take_while(|played| apply(&mut tape, played.call).is_ok()).count();
    let full = tape.info();
    assert!(played > 0 && full.chunks > 0);
    // Writing behind the last sealed chunk's last group but one has to seal another chunk than the one that is there.
    let cells = tape.read(0, full.end).unwrap();
    for address in 0..full.end {
        let mut fork = tape.fork().unwrap();
        fork.seek(address).unwrap();
        let before = (observed(&fork), fork.info());
        if fork.note(5) == Err(TapeError::Full) {
            assert_eq!((observed(&fork), fork.info()), before);
            assert_eq!(fork.read(0, full.end).unwrap(), cells);
        }
    }
}

#[test]
fn ring_stores_forget_the_oldest_and_say_so() {
    let store = ChunkStore::new(32, 6000, Policy::Ring).unwrap();
    let game = endless_game(INITIAL, 100, &mut Random::new(16));
    let mut tape = Tape::new(store.clone(), &game.root).unwrap();
    let mut states = HashMap::from([(0, *tape.tape_state())]);
    for played in &game.played {
        apply(&mut tape, played.call).unwrap();
        states.insert(tape.head(), *tape.tape_state());
        assert!(store.stats().bytes <= 6000);
    }
    let horizon = tape.info().horizon;
    assert!(horizon > 0);
    assert_eq!(tape.seek(horizon - 1), Err(TapeError::Horizon { horizon }));
    assert_eq!(tape.seek_turn(0), Err(TapeError::Horizon { horizon }));
    while tape.head() > horizon {
        tape.undo().unwrap();
        if let Some(state) = states.get(&tape.head()) {
            assert_eq!(tape.tape_state(), state);
        }
    }
    assert_eq!(tape.undo(), Err(TapeError::Horizon { horizon }));
    assert_eq!(tape.unmake(), Err(TapeError::Horizon { horizon }));
}

/// A host's storage in memory that fails when told to.
#[derive(Default)]
struct Disk {
    files: Mutex<Vec<Vec<u8>>>,
    refuses_writes: AtomicBool,
    refuses_reads: AtomicBool,
    garbles: AtomicBool,
    reads: AtomicUsize,
}

struct DiskHandle(Arc<Disk>);

impl Spill for DiskHandle {
    fn write(&self, _: u64, frame: &[u8]) -> Result<u64, i32> {
        if self.0.refuses_writes.load(Ordering::Relaxed) {
            return Err(28);
        }
        let mut files = self.0.files.lock().unwrap();
        files.push(frame.to_vec());
        Ok(files.len() as u64 - 1)
    }

    fn read(&self, place: u64, frame: &mut [u8]) -> Result<(), i32> {
        self.0.reads.fetch_add(1, Ordering::Relaxed);
        if self.0.refuses_reads.load(Ordering::Relaxed) {
            return Err(5);
        }
        frame.copy_from_slice(&self.0.files.lock().unwrap()[place as usize]);
        if self.0.garbles.load(Ordering::Relaxed) {
            frame[90] ^= 4;
        }
        Ok(())
    }
}

fn spilling(budget: usize) -> (Arc<Disk>, ChunkStore) {
    let disk = Arc::new(Disk::default());
    let policy = Policy::Spill(Box::new(DiskHandle(Arc::clone(&disk))));
    (disk, ChunkStore::new(32, budget, policy).unwrap())
}

#[test]
fn i12_spilled_chunks_come_back_and_failures_change_nothing() {
    let plain = endless(&self::store(32), 5, 60);
    let budget = plain.store().stats().bytes * 4 / 5;
    let (disk, store) = spilling(budget);
    let game = endless_game(INITIAL, 60, &mut Random::new(5));
    let mut tape = Tape::new(store.clone(), &game.root).unwrap();
    let (mut refused, mut random) = (0, Random::new(5));
    for played in &game.played {
        if random.once_in(3) {
            disk.refuses_writes.store(true, Ordering::Relaxed);
            let before = (observed(&tape), tape.info());
            if let Err(error) = apply(&mut tape, played.call) {
                assert_eq!(error, TapeError::Io { code: 28 });
                assert_eq!((observed(&tape), tape.info()), before);
                refused += 1;
            } else {
                disk.refuses_writes.store(false, Ordering::Relaxed);
                continue;
            }
            disk.refuses_writes.store(false, Ordering::Relaxed);
        }
        apply(&mut tape, played.call).unwrap();
    }
    assert!(refused > 0 && store.stats().spilled > 0);
    assert!(store.stats().bytes <= budget);
    assert_eq!(observed(&tape), observed(&plain));

    let mut plain = plain;
    let mut failures = 0;
    loop {
        let before = (observed_state(&tape), tape.info());
        disk.refuses_reads.store(true, Ordering::Relaxed);
        let undone = tape.undo();
        disk.refuses_reads.store(false, Ordering::Relaxed);
        let undone = match undone {
            Ok(undone) => undone,
            Err(error) => {
                assert_eq!(error, TapeError::Io { code: 5 });
                assert_eq!((observed_state(&tape), tape.info()), before, "the head stays");
                failures += 1;
                tape.undo().unwrap()
            }
        };
        assert_eq!(undone, plain.undo().unwrap());
        assert_eq!(tape.tape_state(), plain.tape_state());
        if !undone {
            break;
        }
    }
    assert!(failures > 0);

    disk.garbles.store(true, Ordering::Relaxed);
    tape.seek(0).unwrap();
    let end = tape.info().end;
    assert_eq!(
        tape.fork().unwrap().read(0, end),
        Err(TapeError::Io { code: 0 }),
        "what comes back is checked"
    );
    disk.garbles.store(false, Ordering::Relaxed);
    assert_eq!(tape.read(0, end).unwrap(), plain.read(0, end).unwrap());
}

fn observed_state(tape: &Tape) -> (u64, dicechess::tape::TapeState) {
    (tape.head(), *tape.tape_state())
}

/// Plays a game on a store that other threads use too, and looks back all the time. Whatever they do, this tape sees what it would see
/// on a store of its own.
fn play_among_others(store: &ChunkStore, seed: u64, thread: u64, forgets: bool) {
    let game = endless_game(INITIAL, 40, &mut Random::new(seed));
    let mut plain = Tape::new(self::store(32), &game.root).unwrap();
    let mut tape = Tape::new(store.clone(), &game.root).unwrap();
    let mut random = Random::new(thread);
    for played in &game.played {
        // A store that is full because of the others changes nothing, and they go on and make room.
        let tries = (0..1_000_000).take_while(|_| match apply(&mut tape, played.call) {
            Ok(()) => false,
            Err(error) => {
                assert_eq!((error, observed_state(&tape)), (TapeError::Full, observed_state(&plain)));
                std::thread::yield_now();
                true
            }
        });
        assert!(tries.count() < 1_000_000);
        apply(&mut plain, played.call).unwrap();
        assert_eq!(observed_state(&tape), observed_state(&plain));
        if random.once_in(4) {
            let (end, target) = (tape.head(), random.below(tape.head() as usize + 1) as u64);
            match tape.seek(target) {
                Err(TapeError::Horizon { horizon }) => assert!(target < horizon && horizon > 0),
                sought => {
                    assert_eq!(sought, plain.seek(target));
                    assert_eq!(observed(&tape), observed(&plain));
                    assert_eq!((tape.seek(end), plain.seek(end)), (Ok(end), Ok(end)));
                }
            }
        }
        if forgets && random.once_in(50) {
            store.clear_index();
        }
        if random.once_in(9) {
            let id = tape.hashes().unwrap().previous;
            let found = store.get(id);
            assert!(found.is_none_or(|chunk| chunk.id == id));
            assert!(store.successors(id).iter().all(|&next| next != id));
        }
    }
    assert_eq!(observed(&tape), observed(&plain));
}

/// Also runs under ThreadSanitizer, with the command of `tests/transposition_table.rs`.
#[test]
fn f7_threads_share_a_store_under_every_policy() {
    let one = endless(&self::store(32), 0, 40).store().stats().bytes;
    let lossless = ChunkStore::new(32, 1 << 30, Policy::Lossless).unwrap();
    let ring = ChunkStore::new(32, 2 * one, Policy::Ring).unwrap();
    let (_, spilling) = spilling(one * 19 / 20);
    // What remains of a spilled chunk has room only if all play the same game and share it.
    for (store, games, forgets) in [(lossless, 3, true), (ring, 3, true), (spilling.clone(), 1, false)] {
        std::thread::scope(|scope| {
            for thread in 0..3 {
                let store = &store;
                // The same games, but each thread begins with another one.
                let seeds = (0..3).map(move |round| (round + thread) % games);
                scope.spawn(move || seeds.for_each(|seed| play_among_others(store, seed, thread, forgets)));
            }
        });
        assert_eq!(store.stats().collisions, 0);
        store.clear_index();
        assert_eq!(store.stats().bytes, 0, "nothing is left behind");
    }
    assert!(spilling.stats().spilled > 0);
}

#[test]
fn i20_dropping_a_very_long_tape_does_not_recurse() {
    let store = ChunkStore::new(32, 1 << 30, Policy::Lossless).unwrap();
    let mut tape = Tape::new(store.clone(), &GameState::initial()).unwrap();
    // Notes fill 17 cells a chunk.
    while tape.info().chunks < 100_000 {
        tape.note(0).unwrap();
    }
    let handle = std::thread::Builder::new().stack_size(64 << 10);
    handle
        .spawn(move || {
            drop(tape);
            store.clear_index();
            assert_eq!(store.stats().bytes, 0);
        })
        .unwrap()
        .join()
        .unwrap();
}

#[test]
fn capacities_out_of_range_are_refused() {
    for capacity in [0, 31, 65_521, usize::MAX] {
        assert!(matches!(ChunkStore::new(capacity, 1 << 20, Policy::Lossless), Err(TapeError::Range)));
    }
}
