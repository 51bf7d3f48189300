//! Games as text and back.

use dicechess::state::GameState;
use dicechess::tape::stream::StreamFault;
use dicechess::tape::text::{TextFault, read_turns, stream_of_text, write_turns, write_turns_of_game};
use dicechess::tape::{Cell, MoveFault, Tape, TapeError, TapeState};

use crate::bytes::encoded;
use crate::walk::{CAPACITIES, observed, recorded, store};

fn text_of(tape: &Tape) -> Result<String, TapeError> {
    let mut text = String::new();
    write_turns(tape, &mut text).map(|()| text)
}

fn read(text: &str) -> (Tape, Result<(), (usize, TextFault)>) {
    let mut tape = Tape::new(store(32), &GameState::initial()).unwrap();
    let outcome = read_turns(&mut tape, text).map_err(|error| (error.offset, error.fault));
    (tape, outcome)
}

#[test]
fn the_golden_turn_reads_as_it_is_played() {
    let (mut tape, outcome) = read("PPN e2e4 e4e5 g1f3\n");
    assert_eq!(outcome, Ok(()));
    assert_eq!(tape.end_id(), 0xB2C1_ABDF_8A4B_73DD);
    assert_eq!(text_of(&tape).unwrap(), "PPN e2e4 e4e5 g1f3\n");
}

#[test]
fn every_game_survives_as_text() {
    for capacity in CAPACITIES {
        let store = store(capacity);
        for seed in 0..12 {
            let mut original = recorded(&store, seed, 40);
            original.note(5).unwrap();
            let text = text_of(&original).unwrap();
            let mut root = original.fork().unwrap();
            root.seek(0).unwrap();
            let mut tape = Tape::at(store.clone(), *root.tape_state());
            read_turns(&mut tape, &text).unwrap();
            assert_eq!(observed(&tape), observed(&original), "{text}");
            assert_eq!(text_of(&tape).unwrap(), text);
        }
    }
}

#[test]
fn streams_become_text_and_streams_again() {
    let tapes: Vec<Tape> = (0..6).map(|seed| recorded(&store(1024), seed, 25)).collect();
    let bytes = encoded(&tapes.iter().collect::<Vec<_>>());
    for (game, tape) in tapes.iter().enumerate() {
        let mut text = String::new();
        let (report, root) = write_turns_of_game(&bytes, game, &mut text).unwrap();
        let mut start = tape.fork().unwrap();
        start.seek(0).unwrap();
        assert_eq!((report.is_clean(), report.games, root), (true, 6, Some(*start.tape_state())));
        assert_eq!(text, text_of(tape).unwrap());
        let again = stream_of_text(start.tape_state(), &text).unwrap();
        let alone = encoded(&[tape]);
        assert_eq!(again[..alone.len()], alone, "and the frame that closes it");
        let (report, _) = write_turns_of_game(&bytes[..bytes.len() - 1], game, &mut text).unwrap();
        assert_eq!(report.fault, Some(StreamFault::Truncated));
    }
    let (report, root) = write_turns_of_game(&bytes, 6, &mut String::new()).unwrap();
    assert_eq!((report.games, root), (6, None));
}

#[test]
fn turns_of_all_sorts() {
    let text = "@1\n- @2\n-\nQQ d2d4 NRK @3 ...\n";
    let (tape, outcome) = read(text);
    // A queen's die does not pay for a pawn.
    assert_eq!(outcome, Err((13, TextFault::Tape(TapeError::Move(MoveFault::NoDie)))));
    assert_eq!(tape.info().turns, 2);
    let text = "@1\n- @2\n-\nP d2d4 NRK @3 ...\n";
    let (tape, outcome) = read(text);
    assert_eq!(outcome, Ok(()));
    assert_eq!(text_of(&tape).unwrap(), text);
    assert!(tape.tape_state().is_in_turn());
    let (tape, outcome) = read("\n d2d4  d7d5 \n\nd4c5\n");
    assert_eq!(outcome, Err((8, TextFault::Tape(TapeError::Move(MoveFault::NoOwnMan)))));
    assert_eq!(tape.info().end, 5, "the start of the turn and the first move");
}

#[test]
fn castling_promotion_and_en_passant_are_told_by_the_board() {
    let root: GameState = "r3k2r/1P6/8/2pP4/8/8/8/R3K2R w KQkq c6 0 1".parse().unwrap();
    for (text, after) in [
        ("PRK d5c6 e1c1 ...", "r3k2r/1P6/2P5/8/8/8/8/2KR3R w kq - 1 1"),
        ("PRK e1g1 b7a8n ...", "N3k2r/8/8/2pP4/8/8/8/R4RK1 w k c6 0 1"),
        ("b7b8Q ...", "rQ2k2r/8/8/2pP4/8/8/8/R3K2R w KQkq c6 0 1"),
    ] {
        let mut tape = Tape::new(store(32), &root).unwrap();
        read_turns(&mut tape, text).unwrap();
        assert_eq!(tape.state().to_string(), after);
        assert_eq!(text_of(&tape).unwrap().to_lowercase().trim_end(), text.to_lowercase());
    }
}

#[test]
fn what_is_no_game_is_named_by_its_place() {
    for (text, offset) in [
        ("xyz", 0),
        ("PPN e2e9", 4),
        ("PPN e2e4x", 4),
        ("PPN e2e4k ", 4),
        ("PPPP", 0),
        ("@2048", 0),
        ("@-1", 0),
        ("@+1", 0),
        ("@", 0),
        ("PPN é2e4", 4),
    ] {
        assert_eq!(read(text).1, Err((offset, TextFault::Token)), "{text}");
    }
    assert_eq!(read("PPN ... e2e4").1, Err((8, TextFault::BehindOpenTurn)));
    assert_eq!(read("PPN ...\nPPN").1, Err((8, TextFault::BehindOpenTurn)));
    let initial = TapeState::new(GameState::initial()).unwrap();
    assert_eq!(stream_of_text(&initial, "PPN\n@1 b1b5 ").unwrap_err().offset, 7);
}

#[test]
fn cells_that_no_move_makes_have_no_text() {
    let mut tape = Tape::new(store(32), &GameState::initial()).unwrap();
    let cells = [0x1700, 0x504C, 0x4014].map(Cell::from_bits);
    tape.write(&[Cell::from_bits(0x2680)]).unwrap();
    // A white pawn leaves e2 and comes back as what no code names; then as a knight elsewhere.
    assert!(tape.write(&cells).is_err());
    let cells = [0x1700, 0x504C, 0x4094].map(Cell::from_bits);
    tape.write(&cells).unwrap();
    assert_eq!(text_of(&tape), Err(TapeError::Move(MoveFault::Kind)));
}
