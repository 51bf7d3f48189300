//! The byte stream, whole and damaged.

use std::collections::HashSet;
use std::ops::ControlFlow;

use dicechess::state::GameState;
use dicechess::tape::stream::{
    DecodeReport, Event, ReplayOptions, StreamFault, StreamWriter, Trust, decode, replay,
};
use dicechess::tape::{Alteration, Cell, Keyframe, Tape, TapeState};

use crate::golden;
use crate::support::random_positions::Random;
use crate::walk::{CAPACITIES, endless, next_group, observed, recorded, store};

const CHECKED: ReplayOptions = ReplayOptions { trust: Trust::Checked, salvage: false };
const TRUSTED: ReplayOptions = ReplayOptions { trust: Trust::Trusted, salvage: false };
const SALVAGE: ReplayOptions = ReplayOptions { trust: Trust::Checked, salvage: true };

pub fn encoded(tapes: &[&Tape]) -> Vec<u8> {
    let mut writer = StreamWriter::new().unwrap();
    tapes.iter().for_each(|tape| writer.game(tape).unwrap());
    writer.bytes().to_vec()
}

/// States behind every group, as far as they are reported.
fn states(bytes: &[u8], options: ReplayOptions) -> (Vec<TapeState>, DecodeReport) {
    let mut seen = Vec::new();
    let report = replay(bytes, options, |event| {
        match event {
            Event::Game(state) | Event::Group(_, state) => seen.push(*state),
            _ => {}
        }
        ControlFlow::Continue(())
    });
    (seen, report)
}

fn fault(bytes: &[u8]) -> Option<StreamFault> {
    states(bytes, CHECKED).1.fault
}

/// Puts the right checksum behind what has been changed in the frame at `start`.
fn repair(bytes: &mut [u8], start: usize) {
    let length = u32::from_le_bytes(bytes[start + 4..start + 8].try_into().unwrap()) as usize;
    let end = start + 24 + length;
    let crc = crc32c::crc32c(&bytes[start..end]);
    bytes[end..end + 4].copy_from_slice(&crc.to_le_bytes());
}

fn frame_starts(bytes: &[u8]) -> Vec<usize> {
    let mut starts = vec![16];
    while starts[starts.len() - 1] < bytes.len() {
        let start = starts[starts.len() - 1];
        let length = u32::from_le_bytes(bytes[start + 4..start + 8].try_into().unwrap()) as usize;
        starts.push(start + 28 + length);
    }
    starts.pop();
    starts
}

fn golden_tape(capacity: usize) -> Tape {
    let mut tape = Tape::new(store(capacity), &GameState::initial()).unwrap();
    tape.roll(crate::play::pool(&[1, 1, 2])).unwrap();
    golden::micro_moves().into_iter().for_each(|micro_move| tape.make(micro_move).unwrap());
    tape.end_turn().unwrap();
    tape
}

#[test]
fn the_golden_turn_is_these_eighty_bytes() {
    let bytes = encoded(&[&golden_tape(1024)]);
    let expected = "894443540d0a1a0a010000001a4924c0\
        010e110024000000349d073729834bd3dd734b8adfabc1b2\
        802689a4801711c64c505c40d461801709c65c506440d47100170ac6865095409036\
        0000bb5cb622";
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hex, expected);
}

#[test]
fn i15_decoding_gives_back_what_was_encoded() {
    for capacity in CAPACITIES {
        let store = store(capacity);
        let tapes: Vec<Tape> = (0..6).map(|seed| recorded(&store, seed, 25)).collect();
        let references: Vec<&Tape> = tapes.iter().collect();
        let bytes = encoded(&references);
        let decoded = decode(&bytes, CHECKED, &store, usize::MAX).unwrap();
        assert!(decoded.report.is_clean());
        assert_eq!(decoded.report.byte_offset, bytes.len());
        assert_eq!(decoded.tapes.len(), tapes.len());
        for (tape, original) in decoded.tapes.iter().zip(&tapes) {
            assert_eq!(observed(tape), observed(original));
            assert_eq!(tape.read(0, tape.head()), original.read(0, original.head()));
        }
        let again: Vec<&Tape> = decoded.tapes.iter().collect();
        assert_eq!(encoded(&again), bytes, "keyframes, identifiers and borders too");

        // Without keyframes, with an end, into chunks of another size, on trust.
        let mut writer = StreamWriter::new().unwrap().without_keyframes();
        references.iter().for_each(|tape| writer.game(tape).unwrap());
        let lean = writer.finish().unwrap();
        for (bytes, options) in [(&lean, CHECKED), (&lean, TRUSTED), (&bytes, TRUSTED)] {
            let other = decode(bytes, options, &self::store(64), usize::MAX).unwrap();
            assert!(other.report.is_clean());
            assert_eq!(other.report.byte_offset, bytes.len());
            for (tape, original) in other.tapes.iter().zip(&tapes) {
                assert_eq!(observed(tape), observed(original));
            }
        }
        assert!(lean.len() < bytes.len() || capacity == 1024);
    }
}

#[test]
fn i15_undone_cells_are_saved_too() {
    let mut tape = recorded(&store(32), 3, 10);
    let end = observed(&tape);
    let bytes = encoded(&[&tape]);
    tape.seek(end.0 / 2).unwrap();
    assert_eq!(encoded(&[&tape]), bytes);
    let empty = Tape::new(store(32), &"4k3/8/8/8/8/8/8/4K3 b - e3 3 9 kq".parse().unwrap()).unwrap();
    let decoded = decode(&encoded(&[&empty]), CHECKED, &store(32), usize::MAX).unwrap();
    assert_eq!(observed(&decoded.tapes[0]), observed(&empty));
    assert!(decoded.tapes[0].tape_state().is_in_turn());
}

#[test]
fn replay_shows_every_state_that_the_tape_went_through() {
    for capacity in CAPACITIES {
        let mut tape = recorded(&store(capacity), 1, 25);
        let bytes = encoded(&[&tape]);
        for options in [CHECKED, TRUSTED] {
            let (seen, report) = states(&bytes, options);
            assert!(report.is_clean());
            tape.seek(0).unwrap();
            for state in &seen {
                assert_eq!(state, tape.tape_state());
                next_group(&mut tape);
            }
            assert_eq!(report.cells, tape.info().end);
        }
    }
}

/// The smallest tape with several chunks, and its stream.
fn short_stream() -> (Vec<u8>, Vec<TapeState>) {
    let bytes = encoded(&[&endless(&store(32), 2, 6), &golden_tape(32)]);
    let (seen, report) = states(&bytes, CHECKED);
    assert!(report.is_clean() && report.frames >= 4, "{report:?}");
    (bytes, seen)
}

#[test]
fn i16_every_truncation_is_reported_or_clean_and_keeps_the_prefix() {
    let (bytes, whole) = short_stream();
    let starts = frame_starts(&bytes);
    for length in 0..bytes.len() {
        let (seen, report) = states(&bytes[..length], CHECKED);
        let at_border = length == 16 || starts.contains(&length);
        assert_eq!(report.fault, (!at_border).then_some(StreamFault::Truncated), "{length}");
        assert!(!report.closed, "{length}");
        assert_eq!(seen, whole[..seen.len()]);
        let complete = starts.iter().skip(1).filter(|&&start| start <= length).count();
        assert_eq!(report.frames, complete as u64, "{length}");

        let decoded = decode(&bytes[..length], CHECKED, &store(32), usize::MAX).unwrap();
        assert_eq!(decoded.tapes.iter().map(|tape| tape.info().end).sum::<u64>(), report.cells);

        // Salvage takes whole groups out of the rest.
        let salvaged = decode(&bytes[..length], SALVAGE, &store(32), usize::MAX).unwrap();
        let cells: u64 = salvaged.tapes.iter().map(|tape| tape.info().end).sum();
        assert_eq!(cells, report.cells + salvaged.report.unverified);
        let (seen, _) = states(&bytes[..length], SALVAGE);
        assert_eq!(seen, whole[..seen.len()], "what is salvaged of undamaged bytes is right");
    }
    let salvaged = decode(&bytes[..bytes.len() - 10], SALVAGE, &store(32), usize::MAX).unwrap();
    assert!(salvaged.report.unverified > 0);
    assert_eq!(salvaged.report.fault, Some(StreamFault::Truncated));
}

/// A reader with less room counts the games that a reader with room for all gets.
#[test]
fn games_without_room_are_counted_and_nothing_else() {
    let (bytes, _) = short_stream();
    let mut random = Random::new(17);
    let mut counts = HashSet::new();
    for _ in 0..800 {
        let mut damaged = [&bytes[..], &bytes[16..]].concat();
        for _ in 0..random.below(3) {
            let bit = random.below(damaged.len() * 8);
            damaged[bit / 8] ^= 1 << (bit % 8);
        }
        damaged.truncate(damaged.len() - random.below(3) * random.below(damaged.len()) / 2);
        for options in [CHECKED, TRUSTED, SALVAGE] {
            let all = decode(&damaged, options, &store(32), usize::MAX).unwrap();
            assert_eq!(all.tapes.len(), all.games);
            counts.insert(all.games);
            for room in 0..=all.games + 1 {
                let some = decode(&damaged, options, &store(32), room).unwrap();
                assert_eq!((some.games, some.report), (all.games, all.report));
                assert_eq!(some.tapes.len(), if room < all.games { 0 } else { all.games });
                for (one, other) in some.tapes.iter().zip(&all.tapes) {
                    assert_eq!(observed(one), observed(other));
                }
            }
        }
    }
    assert!((0..=4).all(|count| counts.contains(&count)), "{counts:?}");
}

#[test]
fn i17_every_flipped_bit_is_reported() {
    let (bytes, whole) = short_stream();
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let (seen, report) = states(&damaged, CHECKED);
        // A minor version is no reason to refuse, but its bits are under a checksum too.
        assert!(report.fault.is_some(), "bit {bit}");
        assert_eq!(seen, whole[..seen.len()]);
        states(&damaged, SALVAGE);
        states(&damaged, TRUSTED);
    }
}

#[test]
fn i18_swapped_bytes_and_bursts_are_reported() {
    let (bytes, whole) = short_stream();
    for at in 0..bytes.len() - 1 {
        let mut swapped = bytes.clone();
        swapped.swap(at, at + 1);
        let (seen, report) = states(&swapped, CHECKED);
        assert_eq!(report.fault.is_some(), bytes[at] != bytes[at + 1], "{at}");
        assert_eq!(seen, whole[..seen.len()]);
    }
    let mut random = crate::support::random_positions::Random::new(18);
    for _ in 0..20_000 {
        let (at, burst) = (random.below(bytes.len() - 4), 1 + random.below((1 << 32) - 1) as u32);
        let mut damaged = bytes.clone();
        for (byte, noise) in damaged[at..].iter_mut().zip(burst.to_le_bytes()) {
            *byte ^= noise;
        }
        assert!(fault(&damaged).is_some());
    }
}

#[test]
fn frames_that_must_be_known_and_frames_that_need_not() {
    let golden = encoded(&[&golden_tape(32)]);
    let frame = |kind: u8, payload: &[u8]| {
        let mut frame = vec![kind, 0, 0, 0];
        frame.extend_from_slice(&(payload.len() as u32).to_le_bytes());
        frame.extend_from_slice(&[0; 16]);
        frame.extend_from_slice(payload);
        frame.extend_from_slice(&crc32c::crc32c(&frame).to_le_bytes());
        frame
    };
    let with = |more: Vec<u8>| [golden.clone(), more].concat();
    assert_eq!(fault(&with(frame(0x80, b"name"))), None, "ancillary frames are skipped");
    assert_eq!(fault(&with([frame(0xFF, b""), golden[16..].to_vec()].concat())), None, "in the middle too");
    for kind in [2, 3, 0x7E] {
        assert_eq!(fault(&with(frame(kind, b""))), Some(StreamFault::Unsupported), "{kind}");
    }
    assert_eq!(fault(&with(frame(0x7F, b""))), None);
    assert_eq!(fault(&with([frame(0x7F, b""), frame(0x80, b"")].concat())), Some(StreamFault::Corrupt));
    assert_eq!(fault(&with(frame(0x80, b"abc"))), Some(StreamFault::Corrupt), "unaligned");
    assert_eq!(fault(&with(vec![0; 100])), None, "a preallocated tail");
    assert_eq!(fault(&with([vec![0; 100], vec![1]].concat())), Some(StreamFault::Corrupt));
}

#[test]
fn headers_of_other_versions() {
    let golden = encoded(&[&golden_tape(32)]);
    let header = |at: usize, value: u8| {
        let mut bytes = golden.clone();
        bytes[at] = value;
        let crc = crc32c::crc32c(&bytes[..12]);
        bytes[12..16].copy_from_slice(&crc.to_le_bytes());
        fault(&bytes)
    };
    assert_eq!(header(0, b'X'), Some(StreamFault::Format));
    assert_eq!(header(8, 2), Some(StreamFault::Version));
    assert_eq!(header(9, 7), None, "a newer minor version");
    assert_eq!(header(10, 1), Some(StreamFault::Unsupported));
    let mut bytes = golden.clone();
    bytes[13] ^= 1;
    assert_eq!(fault(&bytes), Some(StreamFault::Format));
    assert_eq!(fault(b"PGN [Event"), Some(StreamFault::Format));
    assert_eq!(fault(b""), Some(StreamFault::Truncated));
}

/// The golden stream with one cell changed and its checksum put right: fault, byte offset and cell address.
fn with_cell(index: usize, bits: u16) -> (Option<StreamFault>, usize, u64) {
    let mut bytes = encoded(&[&golden_tape(32)]);
    bytes[40 + 2 * index..][..2].copy_from_slice(&bits.to_le_bytes());
    repair(&mut bytes, 16);
    let (seen, report) = states(&bytes, CHECKED);
    let whole = states(&encoded(&[&golden_tape(32)]), CHECKED).0;
    if report.fault != Some(StreamFault::Chain) {
        assert_eq!(seen, whole[..seen.len()], "the state is that before the group at fault");
    }
    let decoded = decode(&bytes, CHECKED, &store(32), usize::MAX).unwrap();
    assert!(decoded.tapes.is_empty(), "no frame is whole");
    (report.fault, report.byte_offset, report.cell_address)
}

#[test]
fn cells_at_fault_are_named_by_byte_and_address() {
    let cell = |index: usize| (Some(StreamFault::Cell), 40 + 2 * index, index as u64);
    let misfit = |index: usize| (Some(StreamFault::Replay), 40 + 2 * index, index as u64);
    assert_eq!(with_cell(2, 0x0000), cell(2), "reserved operations");
    assert_eq!(with_cell(16, 0xFFFF), cell(16));
    assert_eq!(with_cell(5, 0xD05C), cell(5));
    assert_eq!(with_cell(5, 0x4000), cell(5), "no such man");
    assert_eq!(with_cell(1, 0xA44A), cell(1), "an unsorted pool");
    assert_eq!(with_cell(4, 0xE800), cell(4), "a note inside a group");
    assert_eq!(with_cell(5, 0x504C), cell(6), "nothing placed: two removed, then a target");
    assert_eq!(with_cell(16, 0x91E0), cell(17), "a target expires, no end follows");
    assert_eq!(with_cell(4, 0x5055), misfit(4), "another square");
    assert_eq!(with_cell(2, 0x1781), misfit(2), "another clock");
    assert_eq!(with_cell(3, 0xC609), misfit(3), "another count");
    assert_eq!(with_cell(0, 0x2681), misfit(0), "the wrong side");
    assert_eq!(with_cell(16, 0x3692), cell(16), "only Black's turn counts, so only it can saturate");
    assert_eq!(
        with_cell(15, 0x4096),
        (Some(StreamFault::Chain), 16, 17),
        "fits, but is not what was written"
    );
}

#[test]
fn chains_and_keyframes_that_do_not_fit() {
    let bytes = encoded(&[&endless(&store(32), 2, 8)]);
    let starts = frame_starts(&bytes);
    let changed = |start: usize, at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[start + at] = byte;
        repair(&mut bytes, start);
        states(&bytes, CHECKED).1
    };
    for &start in &starts[..3] {
        for at in [8, 23] {
            let report = changed(start, at, bytes[start + at] ^ 1);
            assert_eq!((report.fault, report.byte_offset), (Some(StreamFault::Chain), start));
        }
    }
    // The second chunk's keyframe: a legal state, but another one; then none at all.
    let clock = 24 + 46;
    assert_eq!(changed(starts[1], clock, 99).fault, Some(StreamFault::Replay));
    assert_eq!(changed(starts[1], 1, 0x11).fault, Some(StreamFault::Unsupported));
    assert_eq!(
        changed(starts[1], 1, 9).fault,
        Some(StreamFault::Corrupt),
        "an initial position in the middle"
    );
    assert_eq!(changed(starts[0], 1, 2).fault, Some(StreamFault::Corrupt), "a root without a state");
    let root: GameState = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap();
    let mut rooted = encoded(&[&Tape::new(store(32), &root).unwrap()]);
    rooted[16 + 24 + 47] = 1;
    repair(&mut rooted, 16);
    assert_eq!(fault(&rooted), Some(StreamFault::Corrupt), "a keyframe out of range");
    // A game cannot go on behind its open chunk, nor without its beginning.
    let last = starts[starts.len() - 1];
    assert_eq!(fault(&[&bytes[..], &bytes[last..]].concat()), Some(StreamFault::Chain));
    assert_eq!(fault(&[&bytes[..16], &bytes[starts[1]..]].concat()), Some(StreamFault::Chain));
    // Padding is zero.
    let golden = encoded(&[&golden_tape(32)]);
    let mut padded = golden;
    padded[75] = 1;
    repair(&mut padded, 16);
    assert_eq!(fault(&padded), Some(StreamFault::Corrupt));
}

#[test]
fn salvage_goes_on_at_the_next_keyframe() {
    let original = endless(&store(32), 4, 12);
    let bytes = encoded(&[&original, &golden_tape(32)]);
    let starts = frame_starts(&bytes);
    let mut damaged = bytes.clone();
    damaged[starts[1] + 30] ^= 0x10;
    let decoded = decode(&damaged, SALVAGE, &store(32), usize::MAX).unwrap();
    assert_eq!((decoded.report.fault, decoded.report.gaps), (None, 1));
    assert!(!decoded.report.is_clean());
    let [first, second, third] = &decoded.tapes[..] else { panic!("{} tapes", decoded.tapes.len()) };
    let mut reference = original.fork().unwrap();
    reference.seek(first.head()).unwrap();
    assert_eq!(observed(first), observed(&reference), "the chunk before the damage");
    assert_eq!(second.state(), original.state(), "the same game goes on behind it");
    assert_eq!(third.state(), golden_tape(32).state());

    // A hole that is no multiple of four bytes.
    let holed = [&bytes[..starts[1] + 5], &bytes[starts[2]..]].concat();
    let decoded = decode(&holed, SALVAGE, &store(32), usize::MAX).unwrap();
    assert_eq!((decoded.report.gaps, decoded.tapes.len()), (1, 3));
    assert_eq!(decoded.tapes[1].state(), original.state());
    assert!(decode(&holed, CHECKED, &store(32), usize::MAX).unwrap().report.fault.is_some());
}

#[test]
fn readers_can_stop_at_any_event() {
    let (bytes, whole) = short_stream();
    for count in 1..whole.len() {
        let mut seen = 0;
        let report = replay(&bytes, CHECKED, |event| {
            seen += usize::from(matches!(event, Event::Game(_) | Event::Group(..)));
            if seen == count { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((seen, report.fault), (count, None));
    }
}

#[test]
fn a_full_store_ends_decoding_with_an_error() {
    use dicechess::tape::{ChunkStore, Policy, TapeError};
    let bytes = encoded(&[&endless(&store(32), 2, 30)]);
    let small = ChunkStore::new(32, 1000, Policy::Lossless).unwrap();
    assert!(matches!(decode(&bytes, CHECKED, &small, usize::MAX), Err(TapeError::Full)));
}

#[test]
fn bytes_per_turn_stay_below_twenty_eight() {
    let (mut cells, mut turns) = (0, 0);
    for seed in 0..200 {
        let tape = recorded(&store(1024), 2 * seed, 60);
        cells += tape.info().end;
        turns += tape.info().turns + u64::from(tape.tape_state().is_in_turn());
    }
    assert!(2 * cells < 28 * turns, "{cells} cells, {turns} turns");
}

#[test]
fn a_mid_turn_root_and_a_captured_king_survive() {
    let root: GameState = "4k3/8/8/8/8/8/4Q3/4K3 w - - 3 9 Q".parse().unwrap();
    let mut tape = Tape::new(store(32), &root).unwrap();
    let [from, to] = ["e2", "e8"].map(crate::play::square);
    tape.make(dicechess::state::MicroMove::new(from, to, dicechess::state::MoveKind::Capture)).unwrap();
    let cells = tape.read(0, tape.head()).unwrap();
    assert!(matches!(cells[0].alteration(), Some(Alteration::Step { clock_before: 3, .. })), "no turn start");
    let decoded = decode(&encoded(&[&tape]), CHECKED, tape.store(), usize::MAX).unwrap();
    assert_eq!(observed(&decoded.tapes[0]), observed(&tape));
    let keyframe = Keyframe::pack(decoded.tapes[0].tape_state());
    assert!(keyframe.unpack().unwrap().is_in_turn());
    assert_eq!(Cell::from_bits(cells[0].bits()), cells[0]);
}

/// Only built where there are no rules to lean on; `make unit` builds it so.
#[cfg(not(feature = "rules"))]
#[test]
fn i21_streams_are_replayed_by_a_build_without_rules() {
    let (states, report) = states(&encoded(&[&golden_tape(32)]), CHECKED);
    assert!(report.is_clean());
    let last = states.last().unwrap().state().to_string();
    assert_eq!(last, "rnbqkbnr/pppppppp/8/4P3/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 1");
}
