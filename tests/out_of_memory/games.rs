//! A recorded game for the tests of positions and streams.

use std::cell::RefCell;
use std::ffi::c_void;
use std::ptr::{null, null_mut};

use dicechess::ffi::*;

use crate::allocator::allowing;
use crate::harness::{Owned, bytes, state, structure};

/// Where the caller keeps chunks, by place.
type Storage = RefCell<Vec<Vec<u8>>>;

unsafe extern "C" fn keep(
    storage: *mut c_void,
    _: u64,
    frame: *const u8,
    length: usize,
    place: *mut u64,
) -> i32 {
    // SAFETY: the tests pass a storage, the library readable bytes and a place for the number.
    allowing(|| unsafe {
        let mut frames = (*storage.cast::<Storage>()).borrow_mut();
        *place = frames.len() as u64;
        frames.push(std::slice::from_raw_parts(frame, length).to_vec());
    });
    0
}

unsafe extern "C" fn give_back(storage: *mut c_void, place: u64, frame: *mut u8, length: usize) -> i32 {
    // SAFETY: the tests pass a storage, the library room for what it gave.
    unsafe {
        let frames = (*storage.cast::<Storage>()).borrow();
        frame.copy_from_nonoverlapping(frames[place as usize].as_ptr(), length);
    }
    0
}

/// How the chunks of a game are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    Lossless,
    /// Some chunks of a long game lie with the caller.
    Spill,
}

impl Keeping {
    pub const ALL: [Self; 2] = [Self::Lossless, Self::Spill];
}

/// A position whose history is several chunks long, and what it uses. Fields are dropped in their order.
pub struct Game {
    pub position: Owned<dicechess_position>,
    pub store: Owned<dicechess_chunk_store>,
    pub cache: Owned<dicechess_position_cache>,
    /// What calls write that write one number.
    pub number: u64,
    _storage: Box<Storage>,
}

pub fn store_of(keeping: Keeping, storage: &Storage) -> Owned<dicechess_chunk_store> {
    let mut options: dicechess_chunk_store_options = structure();
    options.capacity = 32;
    if keeping == Keeping::Spill {
        options.policy = DICECHESS_CHUNK_STORE_SPILL;
        // What is left of a chunk that lies with the caller counts, too.
        options.budget = 3200;
        options.user_data = (&raw const *storage).cast_mut().cast();
        options.write = Some(keep);
        options.read = Some(give_back);
    }
    // SAFETY: a live struct, and the places of `Owned`.
    Owned::new(dicechess_chunk_store_release, |out, error| unsafe {
        dicechess_chunk_store_new(&options, out, error)
    })
}

/// The king steps of a turn, to and fro.
pub const fn step_of(turn: u16) -> u16 {
    [4 << 6 | 3, 60 << 6 | 59, 3 << 6 | 4, 59 << 6 | 60][turn as usize % 4]
}

/// A game of `turns` turns in which kings step to and fro.
pub fn game(keeping: Keeping, turns: u16) -> Game {
    let storage = Box::new(Storage::default());
    let store = store_of(keeping, &storage);
    // SAFETY: live handles, places and arrays.
    unsafe {
        let cache = Owned::new(dicechess_position_cache_release, |out, error| {
            dicechess_position_cache_new(10_000, out, error)
        });
        let root = state("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        let position = Owned::new(dicechess_position_free, |out, error| {
            dicechess_position_new(root.get(), store.get(), cache.get(), out, error)
        });
        for turn in 0..turns {
            for status in [
                dicechess_position_roll(position.get(), [6, 1, 1].as_ptr(), 3, null_mut()),
                dicechess_position_make_micro_move(position.get(), step_of(turn), null_mut()),
                dicechess_position_note(position.get(), turn, null_mut()),
                dicechess_position_end_turn(position.get(), null_mut()),
            ] {
                assert_eq!(status, DICECHESS_OK);
            }
        }
        Game { position, store, cache, number: 7, _storage: storage }
    }
}

impl Game {
    pub fn get(&self) -> *mut dicechess_position {
        self.position.get()
    }
}

/// Everything that tells positions apart: extent, identity, and the state at the head.
pub fn seen(position: *const dicechess_position) -> (Vec<u8>, Vec<u8>, [u8; DICECHESS_KEYFRAME_SIZE]) {
    let (mut extent, mut identity) =
        (structure::<dicechess_position_extent>(), structure::<dicechess_position_identity>());
    let mut keyframe = [0; DICECHESS_KEYFRAME_SIZE];
    // SAFETY: a live handle and live places.
    unsafe {
        assert_eq!(dicechess_position_info(position, &mut extent, null_mut()), DICECHESS_OK);
        assert_eq!(dicechess_position_hashes(position, &mut identity, null_mut()), DICECHESS_OK);
        let status = dicechess_position_keyframe(position, keyframe.as_mut_ptr(), null_mut());
        assert_eq!(status, DICECHESS_OK);
    }
    (bytes(&extent), bytes(&identity), keyframe)
}

/// The games as a stream.
pub fn stream_of(positions: &[*const dicechess_position]) -> Vec<u8> {
    let mut stream = vec![0; 1 << 16];
    let mut length = 0;
    // SAFETY: live handles and a buffer of this length.
    let status = unsafe {
        let (list, count) = (positions.as_ptr(), positions.len());
        dicechess_stream_encode(list, count, 0, stream.as_mut_ptr(), 1 << 16, &mut length, null_mut())
    };
    assert_eq!(status, DICECHESS_OK);
    stream.truncate(length);
    stream
}

/// No handle.
pub const fn none<H>() -> *const H {
    null()
}
