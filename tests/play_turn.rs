//! Turns played from text: what is accepted, and the precise reason, micro-move and byte of everything that is not.

mod support;

use std::collections::HashMap;

use dicechess::board::{Color, Piece, PieceType, Square};
use dicechess::state::GameState;
use dicechess::turns::{IllegalTurn, IllegalTurnReason, Turn, play_turn};
use proptest::prelude::*;
use support::random_positions::{Random, RandomPositions};
use support::slow_rules::Position;
use support::slow_turns;

use IllegalTurnReason::{
    DiceLeft, DieMissing, GameOver, NoOwnMan, PromotionMissing, PromotionUnexpected, SpendsTooFew, Syntax,
    Unreachable,
};

const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB";
const NO_MOVE: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 RQK";
const NO_DICE: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLING: &str = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 RKK";
const PROMOTION: &str = "8/4P3/5K2/8/2k5/8/1P6/8 w - - 0 1 PNB";
const KING_ON_LAST_RANK: &str = "4k3/3P4/8/2K5/8/8/8/8 w - - 0 1 P";
const KING_IN_REACH: &str = "8/8/8/2k5/8/1N6/2P5/K7 w - - 0 1 NPP";
const LONG_KING_CAPTURE: &str = "8/p7/6N1/2K2kP1/6p1/8/5P2/8 w - - 0 1 PPP";
const OPENING_FOR_ROOK_OR_QUEEN: &str = "rnbqkbnr/pppppppp/8/8/8/P3P3/1PPPKPPP/RNBQ1BNR b kq - 0 1 prq";
const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 P";

fn state(dfen: &str) -> GameState {
    dfen.parse().unwrap()
}

fn square(name: &str) -> Square {
    Square::from_text(name.as_bytes().try_into().unwrap()).unwrap()
}

#[test]
fn illegal_turns_are_refused_with_their_first_fault() {
    let unreachable = |name| Unreachable(square(name));
    let none_own = |name| NoOwnMan(square(name));
    let white = |piece_type| DieMissing(Piece::new(Color::White, piece_type));
    let black = |piece_type| DieMissing(Piece::new(Color::Black, piece_type));
    for (dfen, text, reason, move_index, offset) in [
        // No micro-move at all.
        (INITIAL, "e2", Syntax, 0, 0),
        (INITIAL, "e2e", Syntax, 0, 0),
        (INITIAL, "e2e9", Syntax, 0, 0),
        (INITIAL, "i2e4", Syntax, 0, 0),
        (INITIAL, "E2E4", Syntax, 0, 0),
        (INITIAL, "e2-e4", Syntax, 0, 0),
        (INITIAL, "e2e4Q", Syntax, 0, 0),
        (INITIAL, "e2e4x", Syntax, 0, 0),
        (INITIAL, "e2e4qq", Syntax, 0, 0),
        (INITIAL, "e2e4,g1f3", Syntax, 0, 0),
        (INITIAL, "0000", Syntax, 0, 0),
        (INITIAL, "e2e4\0", Syntax, 0, 0),
        (INITIAL, "e2e4 g1f3  ?", Syntax, 2, 11),
        (INITIAL, "é2e4", Syntax, 0, 0),
        (INITIAL, "e2é4", Syntax, 0, 0),
        (INITIAL, "e2e4 ｇ１ｆ３", Syntax, 1, 5),
        (INITIAL, "e2e4\u{a0}g1f3", Syntax, 0, 0),
        // Nobody there to move.
        (INITIAL, "e3e4", none_own("e3"), 0, 0),
        (INITIAL, "e2e4 e7e5", none_own("e7"), 1, 5),
        (INITIAL, "e2e4 e2e3", none_own("e2"), 1, 5),
        // The die is missing or has been spent.
        (INITIAL, "a1a3", white(PieceType::Rook), 0, 0),
        (INITIAL, "e2e4 d2d4", white(PieceType::Pawn), 1, 5),
        (INITIAL, " e2e4\tg1f3 f1c4 c4f7", white(PieceType::Bishop), 3, 16),
        (NO_DICE, "e2e4", white(PieceType::Pawn), 0, 0),
        (OPENING_FOR_ROOK_OR_QUEEN, "b8c6", black(PieceType::Knight), 0, 0),
        // The man does not go there, or not yet.
        (INITIAL, "e2e5", unreachable("e5"), 0, 0),
        (INITIAL, "e2e5q", unreachable("e5"), 0, 0),
        (INITIAL, "e2e2", unreachable("e2"), 0, 0),
        (INITIAL, "f1c4 e2e4 g1f3", unreachable("c4"), 0, 0),
        (NO_MOVE, "a1a2", unreachable("a2"), 0, 0),
        (EN_PASSANT, "e5f6", unreachable("f6"), 0, 0),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1 P", "e5d6", unreachable("d6"), 0, 0),
        // Castling takes a king die and a rook die, and the right.
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1 KKP", "e1g1", white(PieceType::Rook), 0, 0),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1 RRP", "e1g1", white(PieceType::King), 0, 0),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1 RKK", "e1g1", unreachable("g1"), 0, 0),
        (CASTLING, "e1c1", unreachable("c1"), 0, 0),
        (CASTLING, "h1h2 e1g1", unreachable("g1"), 1, 5),
        (CASTLING, "e1g1", DiceLeft { spent: 2, possible: 3 }, 1, 4),
        // Promotion letters.
        (PROMOTION, "e7e8", PromotionMissing, 0, 0),
        (PROMOTION, "e7e8k", PromotionUnexpected, 0, 0),
        (PROMOTION, "e7e8p", PromotionUnexpected, 0, 0),
        (PROMOTION, "b2b3q", PromotionUnexpected, 0, 0),
        (PROMOTION, "e7d8q", unreachable("d8"), 0, 0),
        (KING_ON_LAST_RANK, "d7e8q", PromotionUnexpected, 0, 0),
        (CASTLING, "e1e2q", PromotionUnexpected, 0, 0),
        // Nothing follows the capture of a king.
        (KING_IN_REACH, "b3c5 c2c3", GameOver, 1, 5),
        (KING_IN_REACH, "c2c3 b3c5 c3c4", GameOver, 2, 10),
        (KING_IN_REACH, "b3c5 end", Syntax, 1, 5),
        // Dice left that some turn spends, a king capture counted.
        (INITIAL, "", DiceLeft { spent: 0, possible: 3 }, 0, 0),
        (INITIAL, " \n", DiceLeft { spent: 0, possible: 3 }, 0, 2),
        (INITIAL, "e2e4 g1f3 ", DiceLeft { spent: 2, possible: 3 }, 2, 10),
        // A micro-move with which no legal turn goes on, though it can be made.
        (PROMOTION, "e7e8q", SpendsTooFew { spent: 1, possible: 2 }, 0, 0),
        (PROMOTION, "e7e8q b2b3", SpendsTooFew { spent: 1, possible: 2 }, 0, 0),
        (OPENING_FOR_ROOK_OR_QUEEN, "g7g5", SpendsTooFew { spent: 1, possible: 2 }, 0, 0),
        (OPENING_FOR_ROOK_OR_QUEEN, "a7a5", DiceLeft { spent: 1, possible: 2 }, 1, 4),
        (LONG_KING_CAPTURE, "f2f3 f3g4", DiceLeft { spent: 2, possible: 3 }, 2, 9),
    ] {
        let refusal = play_turn(&state(dfen), text).unwrap_err();
        let found = (refusal.reason, refusal.move_index, refusal.offset);
        assert_eq!(found, (reason, move_index, offset), "{dfen}: {text:?}");
    }
}

#[test]
fn legal_turns_give_their_end_state() {
    for (dfen, text, after) in [
        (INITIAL, "e2e4 g1f3 f1c4", "rnbqkbnr/pppppppp/8/8/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq e3 2 1"),
        (INITIAL, "  e2e4\r\nf1c4\tg1f3 ", "rnbqkbnr/pppppppp/8/8/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq e3 2 1"),
        (NO_MOVE, "", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"),
        (NO_DICE, " ", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"),
        (CASTLING, "e1g1 g1h1", "4k3/8/8/8/8/8/8/5R1K b - - 2 1"),
        (PROMOTION, "e7e8n e8g7", "8/6N1/5K2/8/2k5/8/1P6/8 b - - 1 1"),
        (EN_PASSANT, "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"),
    ] {
        let played =
            play_turn(&state(dfen), text).unwrap_or_else(|error| panic!("{dfen}: {text:?}: {error}"));
        assert_eq!(played.state.to_string(), after, "{dfen}: {text:?}");
        assert_eq!(played.turn.to_string(), text.split_whitespace().collect::<Vec<_>>().join(" "));
        assert!(!played.takes_king);
    }
}

#[test]
fn a_king_capture_ends_the_game_and_not_the_turn() {
    for (dfen, text, after) in [
        (KING_ON_LAST_RANK, "d7e8", "4P3/8/8/2K5/8/8/8/8 w - - 0 1"),
        (KING_IN_REACH, "b3c5", "8/8/8/2N5/8/8/2P5/K7 w - - 0 1 PP"),
        (KING_IN_REACH, "c2c4 b3c5", "8/8/8/2N5/2P5/8/8/K7 w - c3 0 1 P"),
        (LONG_KING_CAPTURE, "f2f3 f3g4 g4f5", "8/p7/6N1/2K2PP1/8/8/8/8 w - - 0 1"),
    ] {
        let played =
            play_turn(&state(dfen), text).unwrap_or_else(|error| panic!("{dfen}: {text:?}: {error}"));
        assert_eq!((played.state.to_string().as_str(), played.takes_king), (after, true), "{dfen}: {text:?}");
    }
}

#[test]
fn huge_texts_are_judged_like_short_ones() {
    let initial = state(INITIAL);
    let refused = |text: &str| play_turn(&initial, text).unwrap_err();
    let at = |reason, move_index, offset| {
        let dice_left =
            if move_index == 0 { initial.dice() } else { state("8/8/8/8/8/8/8/8 w - - 0 1 NB").dice() };
        IllegalTurn { reason, move_index, offset, color: Color::White, dice_left }
    };
    assert_eq!(refused(&"e2e4 ".repeat(2_000_000)), at(NoOwnMan(square("e2")), 1, 5));
    assert_eq!(refused(&"e".repeat(10_000_000)), at(Syntax, 0, 0));
    let spaces = " ".repeat(10_000_000);
    assert_eq!(refused(&spaces), at(DiceLeft { spent: 0, possible: 3 }, 0, spaces.len()));
    assert_eq!(
        refused(&format!("{spaces}a1a3")),
        at(DieMissing(Piece::new(Color::White, PieceType::Rook)), 0, spaces.len())
    );
}

#[test]
fn errors_say_what_was_expected_and_where() {
    for (dfen, text, message) in [
        (
            INITIAL,
            "e2e4 x",
            "expected two squares and at most a promotion letter, such as e7e8q; dice left: NB (micro-move 2, byte 5)",
        ),
        (INITIAL, "e2e4 d2d4", "expected a die that shows P; dice left: NB (micro-move 2, byte 5)"),
        (INITIAL, "e7e5", "expected a man of the side to move on e7; dice left: PNB (micro-move 1, byte 0)"),
        (
            INITIAL,
            "e2e4",
            "expected a turn that spends as many dice as can be spent, 3; this one spends 1; dice left: NB (micro-move 2, byte 4)",
        ),
        (NO_DICE, "e2e4", "expected a die that shows P; no dice are left (micro-move 1, byte 0)"),
        (
            OPENING_FOR_ROOK_OR_QUEEN,
            "b8c6",
            "expected a die that shows n; dice left: prq (micro-move 1, byte 0)",
        ),
        (
            OPENING_FOR_ROOK_OR_QUEEN,
            "g7g5",
            "expected a turn that spends as many dice as can be spent, 2; with this micro-move at most 1; dice left: prq \
             (micro-move 1, byte 0)",
        ),
    ] {
        assert_eq!(play_turn(&state(dfen), text).unwrap_err().to_string(), message);
    }
}

/// A text near `turn`: one micro-move dropped, doubled, exchanged, or one letter changed.
fn distorted(random: &mut Random, turn: &slow_turns::Turn) -> String {
    let mut words: Vec<String> = turn.moves.iter().map(|step| step.uci()).collect();
    let (at, other) = (random.below(words.len()), random.below(words.len()));
    match random.below(6) {
        0 => drop(words.remove(at)),
        1 => words.insert(at, words[other].clone()),
        2 => words.swap(at, other),
        3 => words[at].truncate(4),
        4 => words[at] += random.pick(&["q", "r", "b", "n"]),
        _ => {
            let letter = random.below(4);
            let new =
                if letter == 0 || letter == 2 { random.pick(b"abcdefgh") } else { random.pick(b"12345678") };
            words[at].replace_range(letter..=letter, &char::from(new).to_string());
        }
    }
    words.join(" ")
}

#[test]
fn only_the_texts_of_legal_turns_are_accepted() {
    const POSITIONS: usize = if cfg!(debug_assertions) { 1_000 } else { 5_000 };
    const TURNS_EACH: usize = 40;
    let mut random = Random::new(31);
    let (mut refused, mut king_captures) = (0, 0);
    for position in RandomPositions::new(32).take(POSITIONS) {
        let dfen = position.dfen();
        let state = state(&dfen);
        let turns = slow_turns::legal_turns(&position);
        let by_text: HashMap<String, &slow_turns::Turn> =
            turns.iter().map(|turn| (turn.text(), turn)).collect();
        assert_eq!(by_text.len(), turns.len(), "{dfen}: no text names two turns");
        if turns.is_empty() {
            let played = play_turn(&state, "").unwrap();
            assert_eq!((played.turn, played.state.to_string()), (Turn::PASS, position.end_turn().dfen()));
            continue;
        }
        for _ in 0..TURNS_EACH {
            let turn = &turns[random.below(turns.len())];
            let text = if random.once_in(2) { turn.text() } else { distorted(&mut random, turn) };
            match (by_text.get(&text), play_turn(&state, &text)) {
                (Some(legal), Ok(played)) => {
                    assert_eq!(played.turn.to_string(), text, "{dfen}");
                    assert_eq!(played.takes_king, legal.captures_king, "{dfen}: {text}");
                    let end: Position =
                        if legal.captures_king { legal.end.clone() } else { legal.end.end_turn() };
                    assert_eq!(played.state.to_string(), end.dfen(), "{dfen}: {text}");
                    assert_eq!(played.state.key(), end.key(), "{dfen}: {text}");
                    king_captures += usize::from(legal.captures_king);
                }
                (None, Err(error)) => {
                    assert!(text.is_char_boundary(error.offset), "{dfen}: {text}");
                    let words_before = text[..error.offset].split_whitespace().count();
                    assert_eq!(words_before, error.move_index, "{dfen}: {text}");
                    let words: Vec<&str> = text.split(' ').collect();
                    let goes_on = |count: &usize| {
                        let starts = |turn: &slow_turns::Turn| {
                            turn.moves.len() >= *count
                                && turn
                                    .moves
                                    .iter()
                                    .zip(&words[..*count])
                                    .all(|(step, word)| step.uci() == *word)
                        };
                        turns.iter().any(starts)
                    };
                    let wrong = (1..=words.len()).take_while(goes_on).count();
                    assert_eq!(error.move_index, wrong, "{dfen}: {text}: {error}");
                    refused += 1;
                }
                (legal, played) => panic!("{dfen}: {text:?}: legal {}, played {played:?}", legal.is_some()),
            }
        }
    }
    assert!(refused > 5 * POSITIONS && king_captures > POSITIONS / 4, "{refused} {king_captures}");
}

proptest! {
    #[test]
    fn any_text_is_judged(text in any::<String>()) {
        prop_assert!(play_turn(&state(INITIAL), &text).is_err());
        prop_assert_eq!(play_turn(&state(NO_MOVE), &text).is_ok(), text.trim_ascii().is_empty());
    }

    #[test]
    fn words_of_the_right_letters_are_judged(text in "([a-i][0-9][a-h][1-8][qrbnk]?[ \t\n]{0,2}){0,5}") {
        if let Err(error) = play_turn(&state(INITIAL), &text) {
            prop_assert!(error.offset <= text.len());
            prop_assert_eq!(text[..error.offset].split_ascii_whitespace().count(), error.move_index);
        }
    }
}
