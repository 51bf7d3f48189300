//! Streams of games, and games as text.

use std::ffi::{CString, c_char, c_void};
use std::ptr::{null, null_mut};

use dicechess::ffi::*;

use crate::games::{Game, Keeping, game, seen, stream_of};
use crate::harness::{Owned, dfen, needs_none, state, structure, survives};

unsafe extern "C" fn count_bytes(total: *mut c_void, _: *const u8, length: usize) -> i32 {
    // SAFETY: the tests pass a number.
    unsafe { *total.cast::<usize>() += length };
    0
}

#[test]
fn writing() {
    for keeping in Keeping::ALL {
        let make = || (game(keeping, 40), vec![0; 8000], 0);
        type Writing = (Game, Vec<u8>, usize);
        // SAFETY: live handles and places, and a buffer of this length.
        let encode = |(game, stream, length): &mut Writing, error| unsafe {
            let list = [game.get().cast_const(), game.get().cast_const()];
            let out = stream.as_mut_ptr();
            dicechess_stream_encode(list.as_ptr(), 2, 0, out, 8000, length, error)
        };
        let look = |(game, stream, length): &mut Writing| (seen(game.get()), stream.clone(), *length);
        assert!(survives("stream_encode", make, encode, look) > 0);
        // SAFETY: as above; what was written before a failure stays with the caller.
        let encode_to = |(game, _, length): &mut Writing, error| unsafe {
            let list = [game.get().cast_const(), game.get().cast_const()];
            *length = 0;
            let total = (&raw mut *length).cast();
            let status = dicechess_stream_encode_to(list.as_ptr(), 2, 1, total, Some(count_bytes), error);
            *length = if status == DICECHESS_OK { *length } else { 0 };
            status
        };
        assert!(survives("stream_encode_to", make, encode_to, look) > 0);
    }
}

/// The positions that a stream is read into; they free themselves.
struct Reading {
    store: Owned<dicechess_chunk_store>,
    positions: [*mut dicechess_position; 3],
    count: usize,
    report: dicechess_stream_report,
}

impl Drop for Reading {
    fn drop(&mut self) {
        // SAFETY: NULL or a handle that nothing else frees.
        self.positions.iter().for_each(|&position| unsafe { dicechess_position_free(position) });
    }
}

impl Reading {
    fn new() -> Self {
        // SAFETY: the places are those of `Owned`.
        let store = Owned::new(dicechess_chunk_store_release, |out, error| unsafe {
            dicechess_chunk_store_new(null(), out, error)
        });
        Self { store, positions: [null_mut(); 3], count: 0, report: structure() }
    }

    fn look(&mut self) -> impl PartialEq + std::fmt::Debug + use<> {
        let positions = self.positions.iter().filter(|position| !position.is_null());
        let seen: Vec<_> = positions.map(|&position| seen(position)).collect();
        (self.count, seen, self.report.games, self.report.cells, self.report.byte_offset)
    }
}

unsafe extern "C" fn count_events(total: *mut c_void, event: *const dicechess_stream_event) -> i32 {
    // SAFETY: the tests pass a number, the library an event.
    unsafe { *total.cast::<u64>() += (*event).kind as u64 + (*event).address };
    0
}

#[test]
fn reading() {
    let game = game(Keeping::Lossless, 40);
    let stream = stream_of(&[game.get(), game.get()]);
    let mut salvage: dicechess_stream_options = structure();
    salvage.salvage = 1;
    for (options, with_store) in [(null(), false), (&raw const salvage, true)] {
        // SAFETY: live handles and places, and arrays of the lengths given.
        let decode = |reading: &mut Reading, error| unsafe {
            let store = if with_store { reading.store.get() } else { null_mut() };
            let Reading { positions, count, report, .. } = reading;
            let (bytes, length, out) = (stream.as_ptr(), stream.len(), positions.as_mut_ptr());
            dicechess_stream_decode(bytes, length, store, options, out, 3, count, report, error)
        };
        assert!(survives("stream_decode", Reading::new, decode, Reading::look) > 0);
    }
    let (mut report, mut total) = (structure(), 0u64);
    let data = (&raw mut total).cast();
    // SAFETY: live places, and bytes of this length.
    needs_none("stream_replay", |error| unsafe {
        let (bytes, length) = (stream.as_ptr(), stream.len());
        dicechess_stream_replay(bytes, length, null(), data, Some(count_events), &mut report, error)
    });
    assert_eq!(report.games, 2);
}

/// A text that a call has written; what comes after its end says nothing.
fn read(text: &[c_char]) -> CString {
    let letters = text.iter().take_while(|&&letter| letter != 0).map(|&letter| letter as u8);
    CString::new(letters.collect::<Vec<_>>()).unwrap()
}

#[test]
fn texts() {
    const MOST: usize = 4000;
    type Written<T> = (Game, Vec<T>, usize);
    let written = game(Keeping::Lossless, 40);
    let mut text = vec![0; MOST];
    // SAFETY: a live handle and a buffer of this length.
    let status =
        unsafe { dicechess_position_to_text(written.get(), text.as_mut_ptr(), MOST, null_mut(), null_mut()) };
    assert_eq!(status, DICECHESS_OK);
    let text = read(&text);
    let start = state("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    for keeping in Keeping::ALL {
        // SAFETY: live handles and places, and a buffer of this length.
        let to_text = |(game, text, length): &mut Written<_>, error| unsafe {
            dicechess_position_to_text(game.get(), text.as_mut_ptr(), MOST, length, error)
        };
        let make = || (game(keeping, 40), vec![0; MOST], 0);
        let look = |(game, text, length): &mut Written<_>| (seen(game.get()), read(text), *length);
        survives("position_to_text", make, to_text, look);
        // SAFETY: live handles, and a text of this length.
        let play = |game: &mut Game, error| unsafe {
            dicechess_position_play_text(game.get(), text.as_ptr(), text.as_bytes().len(), error)
        };
        survives("position_play_text", || game(keeping, 0), play, |game| seen(game.get()));
    }
    // SAFETY: live handles and places, a text and a buffer of these lengths.
    let from_text = |(stream, length): &mut (Vec<u8>, usize), error| unsafe {
        let (letters, count) = (text.as_ptr(), text.as_bytes().len());
        let out = stream.as_mut_ptr();
        dicechess_stream_from_text(start.get(), letters, count, out, MOST, length, error)
    };
    survives(
        "stream_from_text",
        || (vec![0; MOST], 0),
        from_text,
        |(stream, length)| (stream.clone(), *length),
    );
    let stream = stream_of(&[written.get()]);
    // SAFETY: live handles and places, bytes and a buffer of these lengths.
    let to_text = |(root, letters, length): &mut (Owned<_>, Vec<_>, usize), error| unsafe {
        let (bytes, count, out) = (stream.as_ptr(), stream.len(), letters.as_mut_ptr());
        dicechess_stream_to_text(bytes, count, 0, root.get(), out, MOST, length, error)
    };
    let make = || (state("8/8/8/8/8/8/8/8 w - - 0 1"), vec![0; MOST], 0);
    survives("stream_to_text", make, to_text, |(root, letters, length)| {
        (dfen(root.get()), read(letters), *length)
    });
}
