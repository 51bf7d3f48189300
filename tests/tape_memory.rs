//! The tape when memory runs out: whichever allocation of a call fails, alone or with all after it,
//! the call says so, everything is as it was, and the next try succeeds. And how much memory
//! reading a stream takes.

// A global allocator cannot be written without.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::ptr::null_mut;
use std::sync::Mutex;

use dicechess::state::GameState;
use dicechess::tape::stream::{ReplayOptions, StreamFault, StreamWriter, Trust, decode, replay};
use dicechess::tape::text::{TextError, TextFault, read_turns, write_turns_of_game};
use dicechess::tape::{
    ChunkStore, Policy, Position, PositionCache, Spill, Tape, TapeError, TapeInfo, TapeState,
};

#[path = "tape/play.rs"]
#[allow(dead_code)]
mod play;
#[path = "support/mod.rs"]
mod support;

use play::{Call, Game, INITIAL, endless_game};
use support::random_positions::Random;

struct FailingAllocator;

#[global_allocator]
static ALLOCATOR: FailingAllocator = FailingAllocator;

/// What this thread's allocations do; the test harness has other threads.
#[derive(Clone, Copy)]
struct Plan {
    /// How many succeed before the first that fails.
    before: usize,
    /// How many fail then.
    failing: usize,
}

const ALL_SUCCEED: Plan = Plan { before: usize::MAX, failing: 0 };

thread_local! {
    static PLAN: Cell<Plan> = const { Cell::new(ALL_SUCCEED) };
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

/// Whether this allocation is to fail.
fn fails() -> bool {
    let Plan { before, failing } = PLAN.get();
    if before > 0 {
        PLAN.set(Plan { before: before.saturating_sub(usize::from(before != usize::MAX)), failing });
        return false;
    }
    if failing > 0 {
        PLAN.set(Plan { before, failing: failing.saturating_sub(usize::from(failing != usize::MAX)) });
    }
    failing > 0
}

// SAFETY: every call goes to the system's allocator or fails; `realloc` and `alloc_zeroed` come
// here through their default bodies.
unsafe impl GlobalAlloc for FailingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if fails() {
            return null_mut();
        }
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        LIVE.set(LIVE.get() + layout.size() as isize);
        MOST.set(MOST.get().max(LIVE.get()));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.set(LIVE.get() - layout.size() as isize);
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// What `work` returns, how often it allocated, and by how many bytes it exceeded at most what was
/// live before.
fn measured<T>(work: impl FnOnce() -> T) -> (T, usize, isize) {
    let (allocations, live) = (ALLOCATIONS.get(), LIVE.get());
    MOST.set(live);
    let value = work();
    (value, ALLOCATIONS.get() - allocations, MOST.get() - live)
}

/// Calls `work` with ever more memory, each time until one allocation fails and until all later
/// ones do, too, until it needs no more. `check` is told every failure. Returns how many there
/// were.
fn with_ever_more_memory<C, T, E>(
    context: &mut C,
    mut work: impl FnMut(&mut C) -> Result<T, E>,
    mut check: impl FnMut(&mut C, E),
) -> usize {
    for before in 0.. {
        for failing in [1, usize::MAX] {
            PLAN.set(Plan { before, failing });
            let outcome = work(context);
            let left = PLAN.replace(ALL_SUCCEED);
            match outcome {
                Err(error) => check(context, error),
                Ok(_) => {
                    assert_eq!(left.failing, failing, "a failed allocation is reported");
                    return before;
                }
            }
        }
    }
    unreachable!("some number of allocations suffices")
}

/// A host's storage that has memory of its own.
#[derive(Default)]
struct Host(Mutex<Vec<Vec<u8>>>);

impl Spill for Host {
    fn write(&self, _: u64, frame: &[u8]) -> Result<u64, i32> {
        let plan = PLAN.replace(ALL_SUCCEED);
        let mut frames = self.0.lock().map_err(|_| 1)?;
        frames.push(frame.to_vec());
        PLAN.set(plan);
        Ok(frames.len() as u64 - 1)
    }

    fn read(&self, place: u64, frame: &mut [u8]) -> Result<(), i32> {
        frame.copy_from_slice(&self.0.lock().map_err(|_| 1)?[place as usize]);
        Ok(())
    }
}

fn stores(budget: usize) -> [ChunkStore; 3] {
    let spill = Policy::Spill(Box::new(Host::default()));
    [(Policy::Lossless, 16 << 20), (spill, budget), (Policy::Ring, budget)]
        .map(|(policy, budget)| ChunkStore::new(32, budget, policy).unwrap())
}

fn apply(tape: &mut Tape, call: Call) -> Result<(), TapeError> {
    match call {
        Call::Roll(dice) => tape.roll(dice),
        Call::Make(micro_move) => tape.make(micro_move),
        Call::EndTurn => tape.end_turn(),
    }
}

/// Nine tenths of the bytes of a game's chunks, so that some have to be spilled or given up.
fn too_few_bytes(game: &Game) -> usize {
    let store = ChunkStore::new(32, 16 << 20, Policy::Lossless).unwrap();
    let mut tape = Tape::new(store.clone(), &game.root).unwrap();
    game.played.iter().for_each(|played| apply(&mut tape, played.call).unwrap());
    store.stats().bytes * 9 / 10
}

/// All that can be seen of a tape without reading its old chunks.
fn seen(tape: &Tape) -> (TapeInfo, TapeState, u64) {
    (tape.info(), *tape.tape_state(), tape.hashes().map_or(0, |hashes| hashes.chain))
}

#[test]
fn i13_a_call_without_memory_changes_nothing() {
    let (mut failures, mut bounded) = (0, 0);
    let game = endless_game(INITIAL, 80, &mut Random::new(8));
    for (store, cached) in
        [false, true].into_iter().flat_map(|cached| stores(too_few_bytes(&game)).map(|store| (store, cached)))
    {
        let mut position: Position = Position::new(store.clone(), &game.root).unwrap();
        position.attach(cached.then(|| PositionCache::new(1 << 16).unwrap()));
        for (index, played) in game.played.iter().enumerate() {
            // Now and then the call cuts off what was undone, in an open or a sealed chunk.
            let horizon = position.info().horizon;
            if index % 7 == 3 && position.head() > horizon + 60 {
                let head = position.head();
                (0..30).for_each(|note| position.note(note).unwrap());
                position.seek(head).unwrap();
            }
            let before = seen(&position);
            failures += with_ever_more_memory(
                &mut position,
                |position| match played.call {
                    Call::Roll(dice) => position.roll(dice),
                    Call::Make(micro_move) => position.make(micro_move),
                    Call::EndTurn => position.end_turn(),
                },
                |position, error| {
                    assert!(matches!(error, TapeError::Memory(_)), "{error}");
                    assert_eq!(seen(position), before);
                },
            );
            assert_eq!(position.state(), &played.after);
        }
        bounded += usize::from(position.info().horizon > 0 || store.stats().spilled > 0);
    }
    assert_eq!(bounded, 4, "spilling and giving up are among it");
    assert!(failures > 500, "{failures}");
}

#[test]
fn going_back_forking_and_rebuilding_without_memory_change_nothing() {
    let game = endless_game(INITIAL, 40, &mut Random::new(3));
    let [_, spill, _] = stores(too_few_bytes(&game));
    let mut tape = Tape::new(spill.clone(), &game.root).unwrap();
    game.played.iter().for_each(|played| apply(&mut tape, played.call).unwrap());
    let is_memory = |error: TapeError| assert!(matches!(error, TapeError::Memory(_)), "{error}");
    let end = tape.head();
    assert!(spill.stats().spilled > 3);
    let mut failures = 0;
    for target in (0..end).rev().step_by(9) {
        let before = seen(&tape);
        let unchanged = |tape: &mut Tape, error| {
            is_memory(error);
            assert_eq!(seen(tape), before);
        };
        failures += with_ever_more_memory(&mut tape, |tape| tape.seek(target), unchanged);
    }
    tape.seek(end / 2).unwrap();
    let before = seen(&tape);
    let id = tape.hashes().unwrap().previous;
    let mut cells = Vec::new();
    failures +=
        with_ever_more_memory(&mut tape, |tape| Ok(tape.fork().map(drop)?), |_, error| is_memory(error));
    failures += with_ever_more_memory(
        &mut tape,
        |tape| {
            cells = tape.read(0, end)?;
            Ok(())
        },
        |_, error| is_memory(error),
    );
    failures += with_ever_more_memory(
        &mut (),
        |()| Tape::from_chunk(spill.clone(), id),
        |(), error| is_memory(error),
    );
    failures += with_ever_more_memory(
        &mut tape,
        |tape| {
            let mut writer = StreamWriter::new()?;
            writer.game(tape)?;
            Ok(writer.finish()?)
        },
        |_, error| is_memory(error),
    );
    assert_eq!((seen(&tape), cells.len() as u64), (before, end));
    failures += with_ever_more_memory(&mut tape, Tape::truncate, |_, error| is_memory(error));
    assert_eq!(tape.info().end, before.0.head);
    assert!(failures > 20, "{failures}");
}

#[test]
fn a_text_is_played_as_a_whole_or_not_at_all() {
    let text = "PPN e2e4 e4e5 g1f3\nppp a7a6 b7b6\nQQQ\n@1\n@2\n@3\n@4\n@5\n@6\n@7\n@8\n- @9 ...\n";
    for (store, undone) in
        [0, 1, 5, 40].into_iter().flat_map(|undone| stores(1500).map(|store| (store, undone)))
    {
        let mut position: Position = Position::new(store, &GameState::initial()).unwrap();
        position.attach(Some(PositionCache::new(1 << 12).unwrap()));
        (0..100).for_each(|note| position.note(note).unwrap());
        position.step(-undone).unwrap();
        let before = seen(&position);
        let (horizon, end) = (before.0.horizon, before.0.end);
        let cells = position.read(horizon, end).unwrap();
        let failures = with_ever_more_memory(
            &mut position,
            |position| position.replace(|tape| read_turns(tape, text)),
            |position, TextError { fault, .. }| {
                assert!(matches!(fault, TextFault::Tape(TapeError::Memory(_))), "{fault}");
                // A ring may have given up the oldest chunks for what it could not write then.
                let (info, state, chain) = seen(position);
                assert_eq!((info.head, info.end, state, chain), (before.0.head, end, before.1, before.2));
                let left = &cells[(info.horizon - horizon) as usize..];
                assert_eq!(position.read(info.horizon, end).unwrap(), left);
            },
        );
        assert!(failures > 5);
        assert!(position.tape_state().is_in_turn() && position.info().head == position.info().end);
    }
}

/// A stream of so many games without a move.
fn empty_games(count: usize) -> Vec<u8> {
    let tape = Tape::new(ChunkStore::lossless().unwrap(), &GameState::initial()).unwrap();
    let mut writer = StreamWriter::new().unwrap();
    (0..count).for_each(|_| writer.game(&tape).unwrap());
    writer.finish().unwrap()
}

#[test]
fn decoding_takes_memory_by_what_there_is_room_for() {
    let store = ChunkStore::lossless().unwrap();
    let bytes = empty_games(50_000);
    for (trust, salvage) in
        [Trust::Checked, Trust::Trusted].into_iter().flat_map(|trust| [(trust, false), (trust, true)])
    {
        let options = ReplayOptions { trust, salvage };
        let mut few = [0, 1, 7].map(|room| {
            let (decoded, _, most) = measured(|| decode(&bytes, options, &store, room).unwrap());
            assert_eq!((decoded.games, decoded.tapes.len(), decoded.report.closed), (50_000, 0, true));
            most
        });
        few.sort_unstable();
        assert!(few[0] == 0 && few[2] < 16 << 10, "{few:?} bytes");
        let cut = &bytes[..bytes.len() - 40];
        let (report, allocations, _) = measured(|| replay(cut, options, |_| ControlFlow::Continue(())));
        assert_eq!((report.fault, report.closed), (Some(StreamFault::Truncated), false));
        assert_eq!(allocations, 0, "salvage included");
    }
    let mut text = String::new();
    let (read, allocations, _) = measured(|| write_turns_of_game(&bytes, 49_999, &mut text).unwrap());
    assert_eq!((read.0.games, read.1.is_some(), allocations), (50_000, true, 0));
}

#[test]
fn decoding_without_memory_leaves_nothing() {
    let bytes = empty_games(20);
    let store = ChunkStore::lossless().unwrap();
    let live = LIVE.get();
    let failures = with_ever_more_memory(
        &mut (),
        |()| decode(&bytes, ReplayOptions::default(), &store, 20),
        |(), error| {
            assert!(matches!(error, TapeError::Memory(_)), "{error}");
            assert_eq!(LIVE.get(), live);
        },
    );
    assert!(failures > 0);
}
