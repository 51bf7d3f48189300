//! Turns and rolls.

use std::ptr::null_mut;

use dicechess::ffi::*;

use crate::harness::{INITIAL, Owned, dfen, empties, makes, needs_none, state};

fn turns() -> Owned<dicechess_turns> {
    // SAFETY: the places are those of `Owned`.
    Owned::new(dicechess_turns_free, |out, error| unsafe { dicechess_turns_new(out, error) })
}

/// The keys of the final states of all turns.
fn keys_of(turns: *const dicechess_turns) -> Vec<u64> {
    let mut keys = vec![0; 1000];
    let (mut count, none) = (0, null_mut());
    // SAFETY: a live handle and a list of this length.
    let status = unsafe {
        dicechess_turns_fill(turns, null_mut(), null_mut(), keys.as_mut_ptr(), 1000, &mut count, none)
    };
    assert_eq!(status, DICECHESS_OK);
    keys.truncate(count);
    keys
}

#[test]
fn lists_of_turns_are_filled_or_empty() {
    let root = state(INITIAL);
    let other = state("4k3/8/8/8/8/8/8/4K3 w - - 0 1 PPK");
    // SAFETY: live handles.
    unsafe {
        assert_eq!(makes("turns_new", dicechess_turns_free, |out, error| dicechess_turns_new(out, error)), 1);
        let used = || {
            let list = turns();
            let status = dicechess_turns_generate(list.get(), other.get(), DICECHESS_NO_LIMIT, null_mut());
            assert_eq!((status, keys_of(list.get()).len()), (DICECHESS_OK, 5));
            list
        };
        let look = |list: &mut Owned<dicechess_turns>| keys_of(list.get());
        let all = |list: &mut Owned<dicechess_turns>, error| {
            dicechess_turns_generate(list.get(), root.get(), DICECHESS_NO_LIMIT, error)
        };
        let distinct = |list: &mut Owned<dicechess_turns>, error| {
            dicechess_turns_generate_distinct(list.get(), root.get(), DICECHESS_NO_LIMIT, error)
        };
        for make in [&turns as &dyn Fn() -> Owned<dicechess_turns>, &used] {
            assert!(empties("turns_generate", make, all, look, Vec::new()) > 3);
            assert!(empties("turns_generate_distinct", make, distinct, look, Vec::new()) > 3);
        }
    }
}

#[test]
fn lists_of_turns_are_read() {
    let (root, list, after) = (state(INITIAL), turns(), state(INITIAL));
    let (mut count, mut moves, mut length, mut text) = (0, [0; 3], 0, [0; DICECHESS_TURN_MAX]);
    let (mut all, mut lengths, mut keys) = ([[0; 3]; 340], [0; 340], [0; 340]);
    let (turns, none) = (list.get(), null_mut());
    // SAFETY: live handles, places and arrays of the lengths given.
    unsafe {
        dicechess_turns_generate(turns, root.get(), DICECHESS_NO_LIMIT, null_mut());
        needs_none("count", |error| dicechess_turns_count(turns, &mut count, error));
        assert_eq!(count, 340);
        needs_none("king_captures", |error| dicechess_turns_king_captures(turns, &mut count, error));
        assert_eq!(count, 0);
        needs_none("get", |error| dicechess_turns_get(turns, 339, moves.as_mut_ptr(), &mut length, error));
        assert_eq!(length, 3);
        let (buffer, capacity) = (text.as_mut_ptr(), text.len());
        needs_none("to_uci", |error| dicechess_turns_to_uci(turns, 339, buffer, capacity, null_mut(), error));
        needs_none("final_state", |error| dicechess_turns_final_state(turns, 339, after.get(), error));
        assert!(dfen(after.get()).contains(" b KQkq "));
        let (all, lengths, keys) = (all.as_mut_ptr().cast(), lengths.as_mut_ptr(), keys.as_mut_ptr());
        needs_none("fill", |error| dicechess_turns_fill(turns, all, lengths, keys, 340, none, error));
    }
}

fn rolls() -> Owned<dicechess_rolls> {
    // SAFETY: the places are those of `Owned`.
    Owned::new(dicechess_rolls_free, |out, error| unsafe { dicechess_rolls_new(out, error) })
}

/// How many final states each roll has, and what it spends.
fn outcomes_of(rolls: *const dicechess_rolls) -> ([usize; DICECHESS_ROLLS], [u8; DICECHESS_ROLLS]) {
    let (mut counts, mut spent) = ([0; DICECHESS_ROLLS], [0; DICECHESS_ROLLS]);
    let (kings, spends, finals) = (null_mut(), spent.as_mut_ptr(), counts.as_mut_ptr());
    needs_none("rolls_outcomes", |error| {
        // SAFETY: a live handle and arrays of this length.
        unsafe { dicechess_rolls_outcomes(rolls, kings, spends, finals, error) }
    });
    (counts, spent)
}

#[test]
fn rolls_are_expanded_or_passes() {
    let root = state(INITIAL);
    let other = state("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let nothing = ([0; DICECHESS_ROLLS], [0; DICECHESS_ROLLS]);
    // SAFETY: live handles.
    unsafe {
        makes("rolls_new", dicechess_rolls_free, |out, error| dicechess_rolls_new(out, error));
        let used = || {
            let list = rolls();
            let status = dicechess_rolls_expand(list.get(), other.get(), DICECHESS_NO_LIMIT, null_mut());
            assert_eq!(status, DICECHESS_OK);
            assert_ne!(outcomes_of(list.get()), nothing);
            list
        };
        let expand = |list: &mut Owned<dicechess_rolls>, error| {
            dicechess_rolls_expand(list.get(), root.get(), DICECHESS_NO_LIMIT, error)
        };
        let look = |list: &mut Owned<dicechess_rolls>| outcomes_of(list.get());
        for make in [&rolls as &dyn Fn() -> Owned<dicechess_rolls>, &used] {
            assert!(empties("rolls_expand", make, expand, look, nothing) > 3);
        }
    }
}

#[test]
fn rolls_are_read() {
    let (root, list, after) = (state(INITIAL), rolls(), state(INITIAL));
    let (mut faces, mut weights) = ([[0; 3]; DICECHESS_ROLLS], [0; DICECHESS_ROLLS]);
    let mut keys = [0; 688];
    // SAFETY: live handles, places and arrays of the lengths given.
    unsafe {
        let (faces, weights) = (faces.as_mut_ptr().cast(), weights.as_mut_ptr());
        needs_none("roll_table", |error| dicechess_roll_table(faces, weights, error));
        dicechess_rolls_expand(list.get(), root.get(), DICECHESS_NO_LIMIT, null_mut());
        let (rolls, all) = (list.get(), keys.as_mut_ptr());
        needs_none("rolls_keys", |error| dicechess_rolls_keys(rolls, 0, all, 688, null_mut(), error));
        needs_none("rolls_final_state", |error| {
            dicechess_rolls_final_state(rolls, 0, 687, after.get(), error)
        });
    }
    assert!(keys.iter().all(|&key| key != 0));
    assert!(dfen(after.get()).contains(" b KQkq "));
}
