//! What the fuzz targets do with their bytes. The targets in `fuzz/` give them what libFuzzer finds, `fuzzing.rs` gives them a
//! fixed number of random inputs and the committed corpus.

// Each fuzz target uses one of these.
#![allow(dead_code)]

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dicechess::state::{DicePool, GameState, MicroMove};
use dicechess::tape::stream::{Event, ReplayOptions, StreamWriter, Trust, decode, replay};
use dicechess::tape::text::{stream_of_text, write_turns_of_game};
use dicechess::tape::{
    Cell, Chain, ChunkStore, Keyframe, Policy, Spill, Tape, TapeState, compile_end_turn, compile_micro_move,
    compile_roll,
};

#[path = "naive.rs"]
pub mod naive;

use naive::Naive;

const ALL_OPTIONS: [ReplayOptions; 4] = [
    ReplayOptions { trust: Trust::Checked, salvage: false },
    ReplayOptions { trust: Trust::Trusted, salvage: false },
    ReplayOptions { trust: Trust::Checked, salvage: true },
    ReplayOptions { trust: Trust::Trusted, salvage: true },
];

fn store() -> ChunkStore {
    ChunkStore::new(32, 64 << 20, Policy::Lossless).expect("a capacity in range")
}

/// Boards and mailbox agree and the key is right.
fn check_state(state: &GameState) {
    let refreshed = GameState::from_parts(&state.to_parts());
    assert!(!refreshed.is_synthetic());
    assert_eq!((state.key(), *state), (refreshed.key(), refreshed));
}

/// Reads a stream in all ways. What comes out can be encoded, and is then read back without a fault.
pub fn decode_bytes(bytes: &[u8]) {
    for options in ALL_OPTIONS {
        let mut groups = 0_u64;
        let report = replay(bytes, options, |event| {
            if let Event::Game(state) | Event::Group(_, state) = event {
                groups += 1;
                if groups % 16 == 1 {
                    check_state(state.state());
                }
            }
            ControlFlow::Continue(())
        });
        assert!(report.byte_offset <= bytes.len());
        assert!(report.cells * 2 <= bytes.len() as u64, "no more cells than there are bytes for");

        let decoded = decode(bytes, options, &store(), usize::MAX).expect("the store is large enough");
        if options.trust == Trust::Checked {
            assert_eq!(decoded.report, report);
        }
        let mut writer = StreamWriter::new().unwrap();
        for tape in &decoded.tapes {
            check_state(tape.state());
            writer.game(tape).expect("a whole tape");
        }
        let encoded = writer.finish().unwrap();
        let again =
            decode(&encoded, ALL_OPTIONS[0], &store(), usize::MAX).expect("the store is large enough");
        assert!(again.report.is_clean());
        assert_eq!(again.tapes.len(), decoded.tapes.len());
        for (tape, original) in again.tapes.iter().zip(&decoded.tapes) {
            assert_eq!(tape.tape_state(), original.tape_state());
            assert_eq!(tape.read(0, tape.head()), original.read(0, original.head()));
        }
    }
    let mut text = String::new();
    if let Ok((report, Some(root))) = write_turns_of_game(bytes, 0, &mut text)
        && report.fault.is_none()
    {
        stream_of_text(&root, &text).expect("text that was just written");
    }
}

/// The same with lengths, checksums and identifiers put right, so that the cells are reached.
pub fn decode_repaired(bytes: &[u8]) {
    decode_bytes(&repaired(bytes));
}

/// A stream whose frames have the headers, keyframes and cells that these bytes suggest, and fit together.
pub fn repaired(bytes: &[u8]) -> Vec<u8> {
    let mut stream = StreamWriter::new().unwrap().bytes().to_vec();
    let initial = Keyframe::pack(&TapeState::new(GameState::initial()).expect("a consistent state"));
    let (mut rest, mut chain) = (bytes, Chain::of_root(&initial));
    while let Some((&[flags, cells], behind)) = rest.split_first_chunk() {
        rest = behind;
        let root = stream.len() == 16 || flags & 2 != 0;
        let keyframe = if flags & 1 == 0 { None } else { rest.split_first_chunk::<{ Keyframe::LEN }>() };
        let mut frame = vec![1, u8::from(keyframe.is_some()), cells, 0];
        frame.resize(24, 0);
        if let Some((keyframe, behind)) = keyframe {
            frame.extend_from_slice(keyframe);
            rest = behind;
        }
        if root {
            frame[1] |= if keyframe.is_some() { 2 } else { 2 | 8 };
            chain = Chain::of_root(&keyframe.map_or(initial, |(bytes, _)| Keyframe::from_bytes(*bytes)));
        }
        let (payload, behind) = rest.split_at(rest.len().min(2 * usize::from(cells)));
        rest = behind;
        let start = frame.len();
        frame.extend_from_slice(payload);
        frame.resize(start + 2 * usize::from(cells), 0xE8);
        frame[8..16].copy_from_slice(&chain.id().to_le_bytes());
        let words = frame[start..].as_chunks::<2>().0;
        chain =
            words.iter().fold(chain, |chain, &word| chain.pushed(Cell::from_bits(u16::from_le_bytes(word))));
        frame[16..24].copy_from_slice(&chain.id().to_le_bytes());
        frame.resize(frame.len().next_multiple_of(4), 0);
        let length = frame.len() as u32 - 24;
        frame[4..8].copy_from_slice(&length.to_le_bytes());
        frame.extend_from_slice(&crc32c::crc32c(&frame).to_le_bytes());
        stream.extend_from_slice(&frame);
    }
    stream
}

/// Cells in any order on any state, beside the table of operations written out.
pub fn cell_soup(bytes: &[u8]) {
    let start = bytes.first_chunk().and_then(|bytes| Keyframe::from_bytes(*bytes).unpack());
    let (mut tape_state, cells) = match start {
        Some(tape_state) => (tape_state, &bytes[Keyframe::LEN..]),
        None => (TapeState::new(GameState::initial()).expect("a consistent state"), bytes),
    };
    let mut naive = Naive::of(&tape_state);
    let mut done: Vec<(Cell, TapeState)> = Vec::new();
    for &word in cells.as_chunks::<2>().0 {
        let bits = u16::from_le_bytes(word);
        let cell = Cell::from_bits(bits);
        // A reserved operation takes back what was done last.
        if bits >> 12 == 15 {
            if let Some((cell, before)) = done.pop() {
                tape_state.undo(cell).expect("the cell that was redone last");
                assert_eq!(tape_state, before);
                naive = Naive::of(&before);
            }
            continue;
        }
        let before = tape_state;
        let fits = naive.redo(bits);
        assert_eq!(tape_state.redo(cell).is_ok(), fits, "{cell:?}");
        assert_eq!(Naive::of(&tape_state), naive, "{cell:?}");
        if fits {
            done.push((cell, before));
        } else {
            assert_eq!(tape_state, before);
        }
    }
    check_state(tape_state.state());
}

/// A host's storage that keeps everything in memory and sometimes does not answer.
#[derive(Default)]
struct Flaky {
    fails: AtomicBool,
    frames: std::sync::Mutex<Vec<Vec<u8>>>,
}

struct FlakyHandle(Arc<Flaky>);

impl Spill for FlakyHandle {
    fn write(&self, _: u64, frame: &[u8]) -> Result<u64, i32> {
        if self.0.fails.load(Ordering::Relaxed) {
            return Err(1);
        }
        let mut frames = self.0.frames.lock().map_err(|_| 2)?;
        frames.push(frame.to_vec());
        Ok(frames.len() as u64 - 1)
    }

    fn read(&self, place: u64, frame: &mut [u8]) -> Result<(), i32> {
        if self.0.fails.load(Ordering::Relaxed) {
            return Err(1);
        }
        frame.copy_from_slice(&self.0.frames.lock().map_err(|_| 2)?[place as usize]);
        Ok(())
    }
}

/// Operations on a tape of small chunks, beside a list of all states and cells.
pub fn operations(bytes: &[u8]) {
    let flaky = Arc::new(Flaky::default());
    let policy = Policy::Spill(Box::new(FlakyHandle(Arc::clone(&flaky))));
    let store = ChunkStore::new(32, 2500, policy).expect("a capacity in range");
    let mut tape = Tape::new(store.clone(), &GameState::initial()).expect("a consistent state");
    let mut model = Model { states: vec![(0, *tape.tape_state())], head: 0 };
    for &[operation, low, high] in bytes.as_chunks::<3>().0 {
        let argument = u16::from_le_bytes([low, high]);
        flaky.fails.store(operation & 0xC0 == 0xC0, Ordering::Relaxed);
        let before = (tape.info(), *tape.tape_state());
        let failed = match operation % 11 {
            0 | 1 => model.make(&mut tape, argument),
            2 => model.roll(&mut tape, argument),
            3 => model.end_turn(&mut tape),
            4 => model.write(&mut tape, &[Cell::from_bits(0xE800 | argument & 0x7FF)], None, |tape| {
                tape.note(argument)
            }),
            5 => model.go(&mut tape, false, |tape| tape.undo().map(|_| ())),
            6 => model.go(&mut tape, true, |tape| tape.redo().map(|_| ())),
            7 => model.seek(&mut tape, argument),
            8 => {
                tape = tape.fork().unwrap();
                false
            }
            9 => {
                store.clear_index();
                false
            }
            _ => {
                let failed = tape.truncate().is_err();
                if !failed {
                    model.states.truncate(model.head + 1);
                }
                failed
            }
        };
        if failed {
            assert_eq!((tape.info(), *tape.tape_state()), before, "a failed call changes nothing");
        }
        model.check(&tape);
    }
    flaky.fails.store(false, Ordering::Relaxed);
    for &(address, state) in &model.states {
        assert_eq!(tape.seek(address), Ok(address));
        assert_eq!(tape.tape_state(), &state);
    }
}

/// Every state behind a group, by address; the tape's head is at one of them.
struct Model {
    states: Vec<(u64, TapeState)>,
    head: usize,
}

impl Model {
    fn state(&self) -> TapeState {
        self.states[self.head].1
    }

    fn check(&self, tape: &Tape) {
        assert_eq!((tape.head(), *tape.tape_state()), self.states[self.head]);
        assert_eq!(tape.info().end, self.states.last().expect("the root at least").0);
    }

    /// Writes a group on both, after the start of the turn if a state in which it has begun is given.
    fn write(
        &mut self,
        tape: &mut Tape,
        group: &[Cell],
        begun: Option<TapeState>,
        call: impl FnOnce(&mut Tape) -> Result<(), dicechess::tape::TapeError>,
    ) -> bool {
        if call(tape).is_err() {
            return true;
        }
        let (mut address, mut state) = self.states[self.head];
        self.states.truncate(self.head + 1);
        if let Some(begun) = begun {
            address += 1;
            state = begun;
            self.states.push((address, state));
        }
        for &cell in group {
            state.redo(cell).expect("a compiled cell");
        }
        self.states.push((address + group.len() as u64, state));
        self.head = self.states.len() - 1;
        false
    }

    /// The state with its turn begun, if it has not.
    fn begun(&self) -> Option<TapeState> {
        let mut state = self.state();
        let start = Cell::from_bits(0x2680 | state.state().side_to_move() as u16);
        state.redo(start).is_ok().then_some(state)
    }

    fn make(&mut self, tape: &mut Tape, argument: u16) -> bool {
        let state = self.state();
        // Any move, but for the sake of those that fit mostly from a man of the side to move.
        let men: Vec<_> = state.state().men_of(state.state().side_to_move()).into_iter().collect();
        let Some(micro_move) = MicroMove::from_bits(argument) else { return false };
        let origin = men.get(micro_move.origin().index() % men.len().max(1)).copied();
        let micro_move = MicroMove::new(
            origin.unwrap_or(micro_move.origin()),
            micro_move.destination(),
            micro_move.kind(),
        );
        match compile_micro_move(state.state(), micro_move) {
            Ok(group) => self.write(tape, &group, self.begun(), |tape| tape.make(micro_move)),
            Err(_) => {
                assert!(tape.make(micro_move).is_err());
                true
            }
        }
    }

    fn roll(&mut self, tape: &mut Tape, argument: u16) -> bool {
        let dice = DicePool::from_bits(argument & 0x1FF).unwrap_or(DicePool::EMPTY);
        match compile_roll(self.state().state(), dice) {
            Some(group) => self.write(tape, &group, self.begun(), |tape| tape.roll(dice)),
            None => tape.roll(dice).is_err(),
        }
    }

    fn end_turn(&mut self, tape: &mut Tape) -> bool {
        let group = compile_end_turn(self.state().state());
        self.write(tape, &group, self.begun(), Tape::end_turn)
    }

    fn go(
        &mut self,
        tape: &mut Tape,
        forward: bool,
        call: impl FnOnce(&mut Tape) -> Result<(), dicechess::tape::TapeError>,
    ) -> bool {
        if call(tape).is_err() {
            return true;
        }
        for _ in 0..2 {
            self.head = if forward {
                (self.head + 1).min(self.states.len() - 1)
            } else {
                self.head.saturating_sub(1)
            };
            if !self.is_between() {
                break;
            }
        }
        false
    }

    /// Whether the head is between the start of a turn and the group that goes with it, which is
    /// anything but a note.
    fn is_between(&self) -> bool {
        let [(_, before), (_, here), (_, after)] =
            match self.states.get(self.head.wrapping_sub(1)..self.head.saturating_add(2)) {
                Some(&[before, here, after]) => [before, here, after],
                _ => return false,
            };
        !before.is_in_turn() && here.is_in_turn() && here != after
    }

    fn seek(&mut self, tape: &mut Tape, argument: u16) -> bool {
        let end = self.states.last().expect("the root at least").0;
        let target = u64::from(argument) % (end + 1);
        if tape.seek(target).is_err() {
            return true;
        }
        self.head =
            self.states.iter().rposition(|&(address, _)| address <= target).expect("the root at least");
        false
    }
}

/// Damage done to a sound stream: what salvage delivers are states of the game that was encoded, apart from what a repaired
/// checksum may hide.
pub fn salvage_damaged(bytes: &[u8]) {
    let Some((&length, rest)) = bytes.split_first() else { return };
    let mut tape = Tape::new(store(), &GameState::initial()).expect("a consistent state");
    for group in 0..u16::from(length) {
        tape.roll(DicePool::from_bits(1 + group % 6).expect("one die")).expect("room");
        tape.note(group).expect("room");
        tape.end_turn().expect("room");
    }
    let mut writer = StreamWriter::new().unwrap();
    writer.game(&tape).expect("a whole tape");
    let mut damaged = writer.finish().unwrap();
    for &[place, page, noise] in rest.as_chunks::<3>().0 {
        let place = usize::from(u16::from_le_bytes([place, page]));
        match noise {
            0 => damaged.truncate(place.max(1)),
            1 => drop(damaged.drain(place.min(damaged.len())..(place + 5).min(damaged.len()))),
            noise => {
                if let Some(byte) = damaged.get_mut(place) {
                    *byte ^= noise;
                }
            }
        }
    }
    decode_bytes(&damaged);
}

/// Games as text.
pub fn game_text(bytes: &[u8]) {
    let Ok(turns) = std::str::from_utf8(bytes) else { return };
    let root = TapeState::new(GameState::initial()).expect("a consistent state");
    match stream_of_text(&root, turns) {
        Err(error) => assert!(error.offset < turns.len()),
        Ok(stream) => {
            let mut text = String::new();
            let read = write_turns_of_game(&stream, 0, &mut text);
            let (report, start) = read.expect("moves that were read from text");
            assert!(report.is_clean() && report.closed && start == Some(root));
            assert_eq!(stream_of_text(&root, &text).expect("text that was just written"), stream);
        }
    }
}
