//! Reading and writing DFEN: recorded verdicts, hand cases with the offending byte, and laws.

mod support;

use dicechess::board::{Bitboard, Color, Piece, PieceType, Square};
use dicechess::dfen::{self, DFEN_MAX, DfenError, DfenField, StrictDfenError};
use dicechess::state::{CastlingRights, DicePool, GameState, StateFaults, StateParts};
use dicechess::turns::{legal_turns, play_turn};
use proptest::prelude::*;
use support::data_files::{self, DfenCase, FailedField, PositionCase, hex};
use support::random_positions::{Random, RandomPositions};

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// The three fields that most hand cases share; the fourth starts at byte 27.
const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w KQkq ";

fn parse(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: impl AsRef<[u8]>) -> DfenError {
    let text = text.as_ref();
    dfen::parse(text).expect_err(&String::from_utf8_lossy(text))
}

fn squares(text: &str) -> Bitboard {
    text.as_bytes().chunks(2).map(|name| Square::from_text(name.try_into().unwrap()).unwrap()).collect()
}

#[test]
fn recorded_verdicts() {
    for case in data_files::lines::<DfenCase>("dfen_bad.jsonl") {
        let (id, bytes) = (&case.id, case.bytes());
        match dfen::parse(&bytes) {
            Ok(state) => {
                assert!(case.accept, "{id} must be refused");
                assert_eq!(Some(dfen::write(&state).as_str()), case.canonical.as_deref(), "{id}");
            }
            Err(error) => {
                assert!(!case.accept, "{id}: {error}");
                assert!(error.offset <= bytes.len(), "{id}: {error}");
                let failed = match error.field {
                    DfenField::Count => FailedField::Count("count".into()),
                    field => FailedField::Index(field as usize),
                };
                assert_eq!(error.field == DfenField::Text, !case.ascii, "{id}: {error}");
                assert!(!case.ascii || Some(failed) == case.field, "{id}: {error}");
            }
        }
    }
}

/// U+00E9 is c3 a9 in UTF-8, U+1F3B2 f0 9f 8e b2.
#[test]
fn what_is_no_ascii_is_named() {
    for (text, offset, found) in [
        (b"4k3/\xC3\xA9".as_slice(), 4, "the byte 0xc3 of U+00E9"),
        (b"\xF0\x9F\x8E\xB2 w", 0, "the byte 0xf0 of U+1F3B2"),
        (b"4k3/\xE9/8", 4, "the byte 0xe9"),
        (b"4k3\xC3", 3, "the byte 0xc3"),
        (b"4k3\x00", 3, "the byte 0x00"),
        (b"\x7F", 0, "the byte 0x7f"),
    ] {
        let error = error(text);
        assert_eq!((error.field, error.offset), (DfenField::Text, offset));
        assert!(error.to_string().ends_with(&format!(", not {found}")), "{error}");
    }
}

#[test]
fn recorded_positions_have_their_canonical_text_and_key() {
    for case in data_files::lines::<PositionCase>("positions_public.jsonl") {
        let state = parse(&case.dfen);
        assert_eq!(state.to_string(), case.canonical, "{}", case.id);
        assert_eq!(hex(state.key()), case.zobrist, "{}", case.id);
        let mut ended = state;
        ended.end_turn();
        assert_eq!(ended.to_string(), case.after_end_turn, "{}", case.id);
        assert_eq!(hex(ended.key()), case.after_end_turn_zobrist, "{}", case.id);
    }
}

#[test]
fn recorded_golden_keys() {
    for golden in data_files::zobrist().golden {
        assert_eq!(hex(parse(&golden.dfen).key()), golden.zobrist, "{}", golden.dfen);
    }
}

#[test]
fn random_positions_read_and_write_as_in_the_slow_implementation() {
    for position in RandomPositions::new(0xDFE).take(3_000) {
        let text = position.dfen();
        let state = parse(&text);
        assert_eq!(state.to_string(), text);
        assert_eq!(hex(state.key()), hex(position.key()), "{text}");
    }
}

#[test]
fn every_field_is_read() {
    let state = parse("4k3/8/8/3pP3/8/8/8/R3K3 b Qk d6a1 17 2147483647 kPn");
    assert_eq!(state.men_of(Color::White), squares("e5a1e1"));
    assert_eq!(state.men_of(Color::Black), squares("e8d5"));
    assert_eq!(state.men(Color::White, PieceType::Pawn), squares("e5"));
    assert_eq!(state.men(Color::White, PieceType::Rook), squares("a1"));
    assert_eq!(state.men_of_type(PieceType::King), squares("e1e8"));
    assert_eq!(state.piece_at(Square::masked(35)), Some(Piece::new(Color::Black, PieceType::Pawn)));
    assert_eq!(state.side_to_move(), Color::Black);
    let rights = CastlingRights::WHITE_QUEEN_SIDE | CastlingRights::BLACK_KING_SIDE;
    assert_eq!(state.castling_rights(), rights);
    assert_eq!(state.en_passant(), squares("a1d6"));
    assert_eq!((state.half_move_clock(), state.full_move_number()), (17, 2_147_483_647));
    assert_eq!(
        state.dice(),
        DicePool::from_faces(&[PieceType::Pawn, PieceType::Knight, PieceType::King]).unwrap()
    );
    assert!(!state.is_synthetic());
    assert_eq!(state.to_string(), "4k3/8/8/3pP3/8/8/8/R3K3 b Qk a1d6 17 2147483647 pnk");
    assert_eq!(parse(INITIAL), GameState::initial());
}

#[test]
fn slashes_after_the_last_rank_are_ignored() {
    for slashes in ["/", "//", "/////////////"] {
        assert_eq!(parse(&INITIAL.replace(" w", &format!("{slashes} w"))), GameState::initial());
        assert_eq!(error(format!("8/8/8/8/8/8/8{slashes} w - -")).field, DfenField::Placement);
    }
}

#[test]
fn errors_point_at_the_offending_byte() {
    use DfenField::{
        Castling, Color, Count, Dice, EnPassant, FullMoveNumber, HalfMoveClock, Placement, Text,
    };
    let ep = KINGS.len();
    let half = ep + 2;
    let full = half + 2;
    let dice = full + 2;
    let all_targets: String = Bitboard::ALL.into_iter().map(|square| square.to_string()).collect();
    let cases: &[(&str, DfenField, usize)] = &[
        ("8/8/8/8/8/8/8/8 w - \0 0 1", Text, 20),
        ("8/8/8/8/8/8/8/8 w - - 0 1\x7F", Text, 25),
        ("\u{e9}8/8 x", Text, 0),
        ("", Count, 0),
        ("    ", Count, 0),
        ("8/8 w -   ", Count, 7),
        ("8/8/8/8/8/8/8/8 w - - 0 1 P N", Count, 28),
        ("8/8/8/8/8/8/8/8  w - -", Color, 16),
        ("8/8/8/8/8/8/8/8 W - -", Color, 16),
        ("8/8/8/8/8/8/8/8 white - -", Color, 17),
        ("8/8/8/8/8/8/8/8 w  - -", Castling, 18),
        ("8/8/8/8/8/8/8/8 w KQK -", Castling, 20),
        ("8/8/8/8/8/8/8/8 w KQkqK -", Castling, 22),
        ("8/8/8/8/8/8/8/8 w Kx -", Castling, 19),
        ("8/8/8/8/8/8/8/8 w K- -", Castling, 19),
        (&format!("{KINGS} 0 1"), EnPassant, ep),
        (&format!("{KINGS}e3i6 0 1"), EnPassant, ep + 2),
        (&format!("{KINGS}e3f9 0 1"), EnPassant, ep + 3),
        (&format!("{KINGS}e3f 0 1"), EnPassant, ep + 3),
        (&format!("{KINGS}e3f6e3 0 1"), EnPassant, ep + 4),
        (&format!("{KINGS}{all_targets}a1 0 1"), EnPassant, ep + 128),
        (&format!("{KINGS}-  1"), HalfMoveClock, half),
        (&format!("{KINGS}- 128 1"), HalfMoveClock, half),
        (&format!("{KINGS}- 12x 1"), HalfMoveClock, half + 2),
        (&format!("{KINGS}- 0 0"), FullMoveNumber, full),
        (&format!("{KINGS}- 0 2147483648"), FullMoveNumber, full),
        (&format!("{KINGS}- 0 18446744073709551617"), FullMoveNumber, full),
        (&format!("{KINGS}- 0 1-"), FullMoveNumber, full + 1),
        (&format!("{KINGS}- 0 1 PX"), Dice, dice + 1),
        (&format!("{KINGS}- 0 1 PNBR"), Dice, dice + 3),
        (&format!("{KINGS}- 0 1 --"), Dice, dice),
        (" w - -", Placement, 0),
        ("/8/8/8/8/8/8/8 w - -", Placement, 0),
        ("//////// w - -", Placement, 0),
        ("8/8/8/8/8/8/8 w - -", Placement, 13),
        ("8/8/8/8/8/8/8/8/8 w - -", Placement, 15),
        ("8/8/8/8/8/8/8/8//8 w - -", Placement, 15),
        ("8/8/8/8//8/8/8 w - -", Placement, 8),
        ("8/8/7/8/8/8/8/8 w - -", Placement, 5),
        ("8/8/8/8/8/8/8/7 w - -", Placement, 15),
        ("8/8/9/8/8/8/8/8 w - -", Placement, 4),
        ("8/8/8P/8/8/8/8/8 w - -", Placement, 5),
        ("8/8/4P4/8/8/8/8/8 w - -", Placement, 6),
        ("8/8/8/8/8/8/8/4x3 w - -", Placement, 15),
    ];
    for &(text, field, offset) in cases {
        let error = error(text);
        assert_eq!((error.field, error.offset), (field, offset), "{text}: {error}");
    }
}

#[test]
fn errors_say_what_was_expected() {
    assert_eq!(
        error("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KK - 0 1").to_string(),
        "castling rights at byte 47: expected \"-\" or distinct letters of KQkq"
    );
    assert_eq!(
        error("8/8/8/8/8/8/8/8 w - - 128 1").to_string(),
        "half-move clock at byte 22: expected a number from 0 to 127"
    );
    assert_eq!(error("8/8/8/8/8/8/8 w - -").to_string(), "placement at byte 13: expected eight ranks");
}

#[test]
fn strict_reading_names_all_faults() {
    assert_eq!(dfen::parse_strict(INITIAL.as_bytes()), Ok(GameState::initial()));
    let refused = dfen::parse_strict(b"P3k3/8/8/8/8/8/8/8 w - - 0 1").unwrap_err();
    let faults = StateFaults::NO_WHITE_KING | StateFaults::PAWN_ON_BACK_RANK;
    assert_eq!(refused, StrictDfenError::Faults(faults));
    assert_eq!(refused.to_string(), "faulty state: no white king, pawn on back rank");
    assert_eq!(dfen::parse_strict(b"8/8"), Err(StrictDfenError::Dfen(error("8/8"))));
}

/// A man may go where a pawn has just jumped over: the target stays, by the order of the set's updates in the rules.
#[test]
fn games_show_an_occupied_target_and_no_other_fault() {
    let start = parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PPB");
    let state = play_turn(&start, "d2d4 e2e3 f1d3").unwrap().state;
    let text = "rnbqkbnr/pppppppp/8/8/3P4/3BP3/PPP2PPP/RNBQK1NR b KQkq d3 1 1";
    assert_eq!(dfen::write(&state).to_string(), text);
    let refused = StrictDfenError::Faults(StateFaults::TARGET_OCCUPIED);
    assert_eq!(dfen::parse_strict(text.as_bytes()), Err(refused));

    let mut random = Random::new(7);
    let mut state = GameState::initial();
    for _ in 0..2000 {
        let faces = [(); 3].map(|()| random.pick(&PieceType::ALL));
        let turns = legal_turns(&state.with_dice(DicePool::from_faces(&faces).unwrap()));
        match turns.turns() {
            [] => state.end_turn(),
            some => {
                random.pick(some).moves().iter().for_each(|&micro_move| state.make_micro_move(micro_move));
                state.end_turn();
            }
        }
        let faults = state.faults() - StateFaults::TARGET_OCCUPIED;
        if faults.intersects(StateFaults::NO_WHITE_KING | StateFaults::NO_BLACK_KING) {
            state = GameState::initial();
        } else {
            assert!(faults.is_empty(), "{}: {faults}", dfen::write(&state));
        }
    }
}

#[test]
fn longest_text_has_the_promised_length() {
    let mut parts = StateParts {
        castling_rights: CastlingRights::all(),
        en_passant: Bitboard::ALL,
        dice: DicePool::from_faces(&[PieceType::King; 3]).unwrap(),
        half_move_clock: u8::MAX,
        full_move_number: u32::MAX,
        ..StateParts::empty()
    };
    for square in Bitboard::ALL {
        parts.put(square, Piece::new(Color::White, PieceType::Queen));
    }
    let state = GameState::from_parts(&parts);
    let text = dfen::write(&state);
    assert_eq!(text.len(), DFEN_MAX);
    assert_eq!(parse(&text), state);
}

#[test]
fn normalised_form_keeps_only_targets_that_can_be_captured_on() {
    for (text, normalised) in [
        // Both neighbours attack the one target whose victim is there.
        ("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 3 9 PNB", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6"),
        ("4k3/8/8/8/2pPp3/8/8/4K3 b kq d3c3 3 9", "4k3/8/8/8/2pPp3/8/8/4K3 b kq d3"),
        // Nobody attacks it, also not around the rim.
        ("4k3/8/8/p7/7P/8/8/4K3 w - a6 0 1", "4k3/8/8/p7/7P/8/8/4K3 w - -"),
        ("4k3/8/8/p6P/7P/8/8/4K3 w - a6 0 1", "4k3/8/8/p6P/7P/8/8/4K3 w - -"),
        // A man stands on it.
        ("4k3/8/3n4/2Pp4/8/8/8/4K3 w - d6 0 1", "4k3/8/3n4/2Pp4/8/8/8/4K3 w - -"),
        // No victim, or a victim of the wrong color or type.
        ("4k3/8/8/2P5/8/8/8/4K3 w - d6 0 1", "4k3/8/8/2P5/8/8/8/4K3 w - -"),
        ("4k3/8/8/2PP4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/2PP4/8/8/8/4K3 w - -"),
        ("4k3/8/8/2Pn4/8/8/8/4K3 w - d6 0 1", "4k3/8/8/2Pn4/8/8/8/4K3 w - -"),
        // The mover's own leftover, and a target on no capturing rank.
        ("4k3/8/8/8/2pPp3/8/8/4K3 w - d3 0 1", "4k3/8/8/8/2pPp3/8/8/4K3 w - -"),
        ("4k3/8/8/8/2Pp4/8/8/4K3 w - d5 0 1", "4k3/8/8/8/2Pp4/8/8/4K3 w - -"),
    ] {
        assert_eq!(dfen::normalised(&parse(text)).as_str(), normalised, "{text}");
    }
}

#[test]
fn long_texts_are_read_to_their_end() {
    let zeros = "0".repeat(1 << 20);
    assert_eq!(parse(&format!("{KINGS}- {zeros}7 {zeros}9")), parse(&format!("{KINGS}- 7 9")));
    assert_eq!(parse(&format!("{INITIAL}{}", " ".repeat(1 << 20))), GameState::initial());
    assert_eq!(error("x ".repeat(1 << 20)).offset, 14);
    assert_eq!(error(vec![b' '; 1 << 20]).field, DfenField::Count);
}

/// Any state whose boards agree.
fn consistent_state() -> impl Strategy<Value = GameState> {
    let men = proptest::collection::vec(0u8..16, 64);
    let clocks = (any::<u8>(), prop_oneof![1..200u32, any::<u32>()]);
    let targets = prop_oneof![Just(0), any::<u64>()];
    let dice = proptest::collection::vec(1u8..=6, 0..=3);
    (men, any::<bool>(), 0u8..16, targets, dice, clocks).prop_map(
        |(men, black, rights, targets, dice, (half_move_clock, full_move_number))| {
            let faces: Vec<_> = dice.into_iter().filter_map(PieceType::from_face).collect();
            let mut parts = StateParts {
                side_to_move: if black { Color::Black } else { Color::White },
                castling_rights: CastlingRights::from_bits_truncate(rights),
                en_passant: Bitboard(targets),
                dice: DicePool::from_faces(&faces).unwrap(),
                half_move_clock,
                full_move_number,
                ..StateParts::empty()
            };
            for (square, code) in Bitboard::ALL.into_iter().zip(men) {
                if let Some(piece) = Piece::from_code(code) {
                    parts.put(square, piece);
                }
            }
            GameState::from_parts(&parts)
        },
    )
}

/// Texts that are nearly right: a good one with a few bytes replaced, inserted or removed.
fn damaged_text() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![any::<u8>(), proptest::sample::select(b" /-0189pnbrqkPNBRQKwaceh36".to_vec())];
    let damage = proptest::collection::vec((any::<prop::sample::Index>(), 0..3, byte), 1..6);
    (consistent_state(), damage).prop_map(|(state, damage)| {
        let mut text = dfen::write(&state).as_bytes().to_vec();
        for (index, kind, byte) in damage {
            let index = index.index(text.len());
            match kind {
                0 => text[index] = byte,
                1 => text.insert(index, byte),
                _ => drop(text.remove(index)),
            }
        }
        text
    })
}

/// What holds for any text: an error lies inside it, an accepted one has a canonical form that says the same.
fn check_any_text(text: &[u8]) -> Result<(), TestCaseError> {
    match dfen::parse(text) {
        Ok(state) => {
            let canonical = dfen::write(&state);
            prop_assert_eq!(dfen::parse(canonical.as_bytes()), Ok(state));
            prop_assert!(!state.is_synthetic());
        }
        Err(error) => prop_assert!(error.offset <= text.len(), "{}", error),
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(text in proptest::collection::vec(any::<u8>(), 0..300)) {
        check_any_text(&text)?;
    }

    #[test]
    fn damaged_texts_are_read_or_refused(text in damaged_text()) {
        check_any_text(&text)?;
    }

    #[test]
    fn written_states_read_back_equal(state in consistent_state()) {
        let text = dfen::write(&state);
        let read = dfen::parse(text.as_bytes());
        prop_assert_eq!(read, Ok(state));
        prop_assert_eq!(read.map(|state| state.key()), Ok(state.key()));
        prop_assert_eq!(dfen::write(&state), text);
    }

    #[test]
    fn normalised_form_is_a_fixed_point(state in consistent_state()) {
        let position = dfen::normalised(&state);
        let read = dfen::parse(position.as_bytes()).unwrap();
        prop_assert_eq!(dfen::normalised(&read), position);
        prop_assert_eq!(read.men_of(Color::White), state.men_of(Color::White));
    }
}
