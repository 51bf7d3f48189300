//! Positions, chunk stores, position caches and cells.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use dicechess::ffi::*;

use crate::games::{Game, Keeping, game, none, seen, step_of};
use crate::harness::{
    Error, INITIAL, Owned, bytes, dfen, empties, makes, needs_none, state, structure, survives,
};

#[test]
fn stores_and_caches_are_made() {
    unsafe extern "C" fn write(_: *mut c_void, _: u64, _: *const u8, _: usize, _: *mut u64) -> i32 {
        1
    }
    unsafe extern "C" fn read(_: *mut c_void, _: u64, _: *mut u8, _: usize) -> i32 {
        1
    }
    // SAFETY: live places.
    unsafe {
        let free = dicechess_chunk_store_release;
        let new = |out, error| dicechess_chunk_store_new(null(), out, error);
        assert!(makes("chunk_store_new", free, new) > 0);
        for policy in [DICECHESS_CHUNK_STORE_SPILL, DICECHESS_CHUNK_STORE_RING] {
            let mut options: dicechess_chunk_store_options = structure();
            options.policy = policy;
            options.write = Some(write);
            options.read = Some(read);
            let new = |out, error| dicechess_chunk_store_new(&options, out, error);
            assert!(makes("chunk_store_new with a policy", free, new) > 0);
        }
        let free = dicechess_position_cache_release;
        let new = |out, error| dicechess_position_cache_new(100_000, out, error);
        assert!(makes("position_cache_new", free, new) > 0);
    }
}

#[test]
fn positions_are_made() {
    for keeping in Keeping::ALL {
        let game = game(keeping, 40);
        let mut identity: dicechess_position_identity = structure();
        let root = state(INITIAL);
        let free = dicechess_position_free;
        // SAFETY: live handles and places.
        unsafe {
            dicechess_position_hashes(game.get(), &mut identity, null_mut());
            let (store, cache) = (game.store.get(), game.cache.get());
            let plain = |out, error| dicechess_position_new(none(), none(), none(), out, error);
            assert!(makes("position_new", free, plain) > 0);
            let with_all = |out, error| dicechess_position_new(root.get(), store, cache, out, error);
            assert!(makes("position_new with a store and a cache", free, with_all) > 0);
            let fork = |out, error| dicechess_position_fork(game.get(), out, error);
            assert!(makes("position_fork", free, fork) > 0);
            let from = |out, error| dicechess_position_from_chunk(store, identity.previous, out, error);
            assert!(makes("position_from_chunk", free, from) > 0);
        }
    }
}

#[test]
fn what_stores_and_caches_tell() {
    let game = game(Keeping::Lossless, 40);
    let (store, cache) = (game.store.get(), game.cache.get());
    let mut identity: dicechess_position_identity = structure();
    let (mut ids, mut count) = ([0; DICECHESS_SUCCESSORS_MAX], 0);
    // SAFETY: live handles and places; what is retained is released.
    unsafe {
        let mut counts: dicechess_chunk_store_counts = structure();
        needs_none("chunk_store_stats", |error| dicechess_chunk_store_stats(store, &mut counts, error));
        assert!(counts.chunks > 5);
        needs_none("chunk_store_retain", |error| dicechess_chunk_store_retain(store, error));
        dicechess_chunk_store_release(store);
        let mut counts: dicechess_position_cache_counts = structure();
        needs_none("position_cache_stats", |error| dicechess_position_cache_stats(cache, &mut counts, error));
        needs_none("position_cache_retain", |error| dicechess_position_cache_retain(cache, error));
        dicechess_position_cache_release(cache);
        needs_none("position_cache_clear", |error| dicechess_position_cache_clear(cache, error));
        needs_none("position_hashes", |error| dicechess_position_hashes(game.get(), &mut identity, error));
        let list = ids.as_mut_ptr();
        needs_none("chunk_store_successors", |error| {
            dicechess_chunk_store_successors(store, identity.previous, list, 16, &mut count, error)
        });
        needs_none("chunk_store_clear_index", |error| dicechess_chunk_store_clear_index(store, error));
    }
}

type Call = fn(&mut Game, Error) -> dicechess_status;

/// Makes a call on games of several lengths and ways of keeping, with the head at the end or some way before it.
fn played(name: &str, prepare: fn(&Game), call: Call) {
    for keeping in Keeping::ALL {
        for turns in [3, 40, 41, 42, 43] {
            let make = || {
                let game = game(keeping, turns);
                prepare(&game);
                game
            };
            let look = |game: &mut Game| (seen(game.get()), game.number);
            survives(&format!("{name}, {keeping:?}, {turns} turns"), make, call, look);
        }
    }
}

fn roll(game: &Game) {
    // SAFETY: a live handle and an array of this length.
    let status = unsafe { dicechess_position_roll(game.get(), [6, 1, 1].as_ptr(), 3, null_mut()) };
    assert_eq!(status, DICECHESS_OK);
}

fn roll_and_step(game: &Game) {
    roll(game);
    let mut extent: dicechess_position_extent = structure();
    // SAFETY: a live handle and live places.
    unsafe {
        dicechess_position_info(game.get(), &mut extent, null_mut());
        let step = step_of(extent.turns as u16);
        assert_eq!(dicechess_position_make_micro_move(game.get(), step, null_mut()), DICECHESS_OK);
    }
}

fn go_back(game: &Game) {
    // SAFETY: a live handle.
    let status = unsafe { dicechess_position_seek(game.get(), 10, null_mut(), null_mut()) };
    assert_eq!(status, DICECHESS_OK);
}

/// Calls whose handle and places are live.
macro_rules! call {
    ($function:ident $(, $argument:expr)*) => {
        // SAFETY: a live handle and live places.
        |game, error| unsafe { $function(game.get() $(, $argument)*, error) }
    };
    ($function:ident $(, $argument:expr)* => number) => {
        // SAFETY: a live handle and live places.
        |game, error| unsafe { $function(game.get() $(, $argument)*, &mut game.number, error) }
    };
}

#[test]
fn playing() {
    let nothing: fn(&Game) = |_| {};
    played("position_roll", nothing, call!(dicechess_position_roll, [1, 2, 3].as_ptr(), 3));
    played("position_note", nothing, call!(dicechess_position_note, 5));
    played("position_end_turn", roll_and_step, call!(dicechess_position_end_turn));
    played("position_end_turn, a pass", roll, call!(dicechess_position_end_turn));
    // SAFETY: a live handle and live places.
    played("position_make_micro_move", roll, |game, error| unsafe {
        let mut extent: dicechess_position_extent = structure();
        dicechess_position_info(game.get(), &mut extent, null_mut());
        dicechess_position_make_micro_move(game.get(), step_of(extent.turns as u16), error)
    });
    played("position_end_turn over what was undone", go_back, call!(dicechess_position_note, 5));
}

#[test]
fn taking_back() {
    let nothing: fn(&Game) = |_| {};
    played("position_undo", nothing, call!(dicechess_position_undo));
    played("position_unmake", roll_and_step, call!(dicechess_position_unmake));
    played("position_unwind_turn", roll_and_step, call!(dicechess_position_unwind_turn));
    played("position_unwind_to", nothing, call!(dicechess_position_unwind_to, 3 => number));
    played("position_seek", nothing, call!(dicechess_position_seek, 3 => number));
    played("position_seek, forward", go_back, call!(dicechess_position_seek, 18 => number));
    played("position_seek_turn", nothing, call!(dicechess_position_seek_turn, 1 => number));
    played("position_step", go_back, call!(dicechess_position_step, i64::MAX => number));
    played("position_truncate", go_back, call!(dicechess_position_truncate));
    played("position_drop_before", nothing, call!(dicechess_position_drop_before, 20 => number));
    // SAFETY: live handles.
    played("position_attach_cache", nothing, |game, error| unsafe {
        dicechess_position_attach_cache(game.get(), none(), error)
    });
}

#[test]
fn getters() {
    let game = game(Keeping::Lossless, 3);
    let (after, mut extent) = (state(INITIAL), structure::<dicechess_position_extent>());
    let mut keyframe = [0; DICECHESS_KEYFRAME_SIZE];
    // SAFETY: live handles and places.
    unsafe {
        needs_none("position_info", |error| dicechess_position_info(game.get(), &mut extent, error));
        needs_none("position_state", |error| dicechess_position_state(game.get(), after.get(), error));
        assert!(dfen(after.get()).starts_with("3k4/8/8/8/8/8/8/4K3 b"));
        let place = keyframe.as_mut_ptr();
        needs_none("position_keyframe", |error| dicechess_position_keyframe(game.get(), place, error));
    }
    // What was worked out is remembered where there is memory.
    // SAFETY: a live handle and a live place.
    let attacks = |game: &mut Game, error| unsafe {
        dicechess_position_attacks(game.get(), 0, DICECHESS_KING, &mut game.number, error)
    };
    survives(
        "position_attacks",
        || self::game(Keeping::Lossless, 4),
        attacks,
        |game| (game.number, seen(game.get())),
    );
}

#[test]
fn turns_at_the_head() {
    let list = || {
        // SAFETY: the places are those of `Owned`.
        let list = Owned::new(dicechess_turns_free, |out, error| unsafe { dicechess_turns_new(out, error) });
        let game = game(Keeping::Lossless, 4);
        roll(&game);
        (list, game)
    };
    let count_of = |list: &Owned<dicechess_turns>| {
        let mut count = 0;
        // SAFETY: a live handle and a live place.
        needs_none("turns_count", |error| unsafe { dicechess_turns_count(list.get(), &mut count, error) });
        count
    };
    type Things = (Owned<dicechess_turns>, Game);
    // SAFETY: live handles.
    let call = |(list, game): &mut Things, error| unsafe {
        dicechess_position_turns(game.get(), list.get(), DICECHESS_NO_LIMIT, error)
    };
    let look = |(list, game): &mut Things| (count_of(list), seen(game.get()));
    let emptied = (0, seen(list().1.get()));
    assert!(empties("position_turns", list, call, look, emptied) > 0);
}

unsafe extern "C" fn sum(total: *mut c_void, address: u64, cell: dicechess_cell) -> i32 {
    // SAFETY: the tests pass a number.
    unsafe { *total.cast::<u64>() += address * u64::from(cell) };
    0
}

#[test]
fn cells() {
    let (mut alteration, mut text) = (structure::<dicechess_alteration>(), [0; DICECHESS_CELL_TEXT_MAX]);
    // SAFETY: live places and a buffer of this length.
    unsafe {
        needs_none("cell_describe", |error| dicechess_cell_describe(0xe805, &mut alteration, error));
        assert_eq!((alteration.operation, alteration.note), (DICECHESS_CELL_NOTE, 5));
        let (buffer, capacity) = (text.as_mut_ptr(), text.len());
        needs_none("cell_to_text", |error| {
            dicechess_cell_to_text(0xe805, buffer, capacity, null_mut(), error)
        });
    }
    for keeping in Keeping::ALL {
        let make = || (game(keeping, 12), vec![0; 200], 0);
        type Reading = (Game, Vec<u16>, usize);
        // SAFETY: live handles and places, and an array of this length.
        let read = |(game, cells, count): &mut Reading, error| unsafe {
            dicechess_position_read(game.get(), 0, 60, cells.as_mut_ptr(), 200, count, error)
        };
        survives("position_read", make, read, |(_, cells, count)| (cells.clone(), *count));
        // SAFETY: as above; a visit that fails has visited some cells, which are seen again.
        let run = |(game, ..): &mut Reading, error| unsafe {
            game.number = 0;
            let total = (&raw mut game.number).cast();
            let status = dicechess_position_run(game.get(), 0, 60, total, Some(sum), error);
            game.number = if status == DICECHESS_OK { game.number } else { 7 };
            status
        };
        survives("position_run", make, run, |(game, ..)| game.number);
        // SAFETY: live handles and places.
        let delta = |(game, delta): &mut (Game, dicechess_delta), error| unsafe {
            dicechess_position_delta(game.get(), 0, 60, delta, error)
        };
        let make = || (game(keeping, 12), structure());
        survives("position_delta", make, delta, |(_, delta)| bytes(delta));
    }
}
