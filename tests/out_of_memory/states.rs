//! Versions, statuses, states, micro-moves and moves.

use std::ptr::{null, null_mut};

use dicechess::ffi::*;

use crate::allocator::{Refusal, refusing};
use crate::harness::{INITIAL, Owned, bytes, dfen, makes, needs_none, state, structure, survives};

#[test]
fn what_belongs_to_no_handle() {
    let mut text = [0; DICECHESS_FAULTS_MAX];
    let (buffer, capacity, required) = (text.as_mut_ptr(), text.len(), null_mut());
    // SAFETY: a buffer of this length.
    unsafe {
        needs_none("micro_move_to_uci", |error| {
            dicechess_micro_move_to_uci(0x131c, buffer, capacity, required, error)
        });
        needs_none("faults_to_text", |error| {
            dicechess_faults_to_text(2047, buffer, capacity, required, error)
        });
    }
    let ((), asked) = refusing(Refusal::From(0), || {
        assert_eq!(dicechess_abi_version(), DICECHESS_ABI_VERSION);
        assert!(dicechess_version_number() > 0);
        assert!(!dicechess_version_string().is_null());
        assert!(!dicechess_status_name(DICECHESS_ERR_MEMORY).is_null());
        assert_eq!(dicechess_micro_move_origin(0x131c), 12);
        assert_eq!(dicechess_micro_move_destination(0x131c), 28);
        assert_eq!(dicechess_micro_move_flag(0x131c), 1);
        assert_eq!(dicechess_micro_move_promotion(0x131c), 0);
    });
    assert_eq!(asked, 0);
}

#[test]
fn states_are_made() {
    let root = state(INITIAL);
    let mut snapshot: dicechess_snapshot = structure();
    let text = c"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB".as_ptr();
    let free = dicechess_state_free;
    // SAFETY: live handles and places.
    unsafe {
        needs_none("state_to_snapshot", |error| {
            dicechess_state_to_snapshot(root.get(), &mut snapshot, error)
        });
        let parse = |out, error| dicechess_state_from_dfen(text, DICECHESS_NUL_TERMINATED, out, error);
        let strict =
            |out, error| dicechess_state_from_dfen_strict(text, DICECHESS_NUL_TERMINATED, out, error);
        assert_eq!(makes("state_new", free, |out, error| dicechess_state_new(out, error)), 1);
        assert_eq!(makes("state_from_dfen", free, parse), 1);
        assert_eq!(makes("state_from_dfen_strict", free, strict), 1);
        let from = |out, error| dicechess_state_from_snapshot(&snapshot, out, error);
        assert_eq!(makes("state_from_snapshot", free, from), 1);
        let clone = |out, error| dicechess_state_clone(root.get(), out, error);
        assert_eq!(makes("state_clone", free, clone), 1);
    }
}

/// What is refused is described without memory.
#[test]
fn refusals_need_no_memory() {
    let mut snapshot: dicechess_snapshot = structure();
    snapshot.castling_rights = 255;
    let (mut made, mut error) = (null_mut(), structure());
    // SAFETY: live places.
    let (statuses, asked) = refusing(Refusal::From(0), || unsafe {
        [
            dicechess_state_from_snapshot(&snapshot, &mut made, &mut error),
            dicechess_state_from_dfen(null(), 0, &mut made, &mut error),
            dicechess_state_from_dfen(c"8/8 w - -".as_ptr(), 9, &mut made, &mut error),
        ]
    });
    assert_eq!((statuses, asked), ([DICECHESS_ERR_RANGE, DICECHESS_ERR_DFEN, DICECHESS_ERR_DFEN], 0));
}

#[test]
fn getters() {
    let (root, other) = (state(INITIAL), state(INITIAL));
    let root = root.get();
    let mut text = [0; DICECHESS_DFEN_MAX];
    let (buffer, capacity, none) = (text.as_mut_ptr(), text.len(), null_mut());
    let (mut number, mut word, mut byte, mut bits, mut dice) = (0, 0, 0, 0, [0; 3]);
    let mut moves = [0; 100];
    // SAFETY: live handles, places and buffers of the lengths given.
    unsafe {
        needs_none("to_dfen", |error| dicechess_state_to_dfen(root, buffer, capacity, none, error));
        needs_none("to_normalised_dfen", |error| {
            dicechess_state_to_normalised_dfen(root, buffer, capacity, none, error)
        });
        needs_none("equals", |error| dicechess_state_equals(root, other.get(), &mut number, error));
        assert_eq!(number, 1);
        needs_none("key", |error| dicechess_state_key(root, &mut word, error));
        needs_none("side_to_move", |error| dicechess_state_side_to_move(root, &mut number, error));
        needs_none("piece_at", |error| dicechess_state_piece_at(root, 0, &mut byte, error));
        needs_none("men", |error| dicechess_state_men(root, 0, DICECHESS_PAWN, &mut word, error));
        assert_eq!((byte, word), (4, 0xff00));
        needs_none("castling_rights", |error| dicechess_state_castling_rights(root, &mut number, error));
        needs_none("en_passant", |error| dicechess_state_en_passant(root, &mut word, error));
        needs_none("dice", |error| dicechess_state_dice(root, dice.as_mut_ptr(), error));
        assert_eq!(dice, [1, 2, 3]);
        needs_none("half_move_clock", |error| dicechess_state_half_move_clock(root, &mut number, error));
        needs_none("full_move_number", |error| dicechess_state_full_move_number(root, &mut number, error));
        needs_none("material", |error| dicechess_state_material(root, 0, &mut number, error));
        needs_none("faults", |error| dicechess_state_faults(root, &mut bits, error));
        let list = moves.as_mut_ptr();
        needs_none("micro_moves", |error| dicechess_state_micro_moves(root, list, 100, none, error));
        let mut count = 0;
        needs_none("first_moves", |error| dicechess_state_first_moves(root, list, 100, &mut count, error));
        // The pawns on b2, d2, e2 and g2 let a bishop out, one or two steps each; knights have four moves.
        assert_eq!(count, 12);
    }
}

#[test]
fn changes() {
    let root = state(INITIAL);
    let (root, source) = (root.get(), state("4k3/8/8/8/8/8/8/4K3 b - - 0 1"));
    // SAFETY: live handles, and an array of the length given.
    unsafe {
        needs_none("make_micro_move", |error| dicechess_state_make_micro_move(root, 0x131c, error));
        needs_none("set_dice", |error| dicechess_state_set_dice(root, [6, 2].as_ptr(), 2, error));
        needs_none("set_side_to_move", |error| dicechess_state_set_side_to_move(root, 1, error));
        assert_eq!(dfen(root), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 nk");
        needs_none("end_turn", |error| dicechess_state_end_turn(root, error));
        needs_none("assign", |error| dicechess_state_assign(root, source.get(), error));
        assert_eq!(dfen(root), dfen(source.get()));
    }
    let (played, mut takes_king) = (state(INITIAL), 7);
    // SAFETY: a live handle, a text of this length and a live place.
    needs_none("play_turn", |error| unsafe {
        let text = c"e2e4 g1f3 f1c4".as_ptr();
        dicechess_state_play_turn(played.get(), text, 14, &mut takes_king, error)
    });
    assert_eq!(takes_king, 0);
}

#[test]
fn counts_of_turns() {
    // SAFETY: a live handle and a live place.
    let call = |(root, perft): &mut (Owned<dicechess_state>, dicechess_perft), error| unsafe {
        dicechess_state_perft(root.get(), 1, 0, perft, error)
    };
    let needed = survives("perft", || (state(INITIAL), structure()), call, |(_, perft)| bytes(perft));
    assert!(needed > 3);
    // SAFETY: as above; with all rolls.
    let call = |(root, perft): &mut (Owned<dicechess_state>, dicechess_perft), error| unsafe {
        dicechess_state_perft(root.get(), 1, 1, perft, error)
    };
    survives("perft of all rolls", || (state(INITIAL), structure()), call, |(_, perft)| perft.turns);
}
