//! King-capture probability against the data files, golden values and a slow implementation.

mod support;

use dicechess::board::{Bitboard, Color, PieceType, Square};
use dicechess::dfen;
use dicechess::eval::{king_capture_probability, king_capture_rolls};
use dicechess::state::{GameState, StateParts};
use dicechess::turns::{Roll, RollSet, legal_turns};
use support::data_files::{self, PositionCase};
use support::random_positions::RandomPositions;
use support::slow_turns;

fn state(text: &str) -> GameState {
    dfen::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// With how many of the 216 outcomes a white king falls, and a black one.
fn weights(state: &GameState) -> [u64; 2] {
    Color::ALL.map(|defender| u64::from(king_capture_rolls(state, defender).weight()))
}

#[test]
fn weights_agree_with_the_data() {
    for case in data_files::lines::<PositionCase>("positions_public.jsonl") {
        let expected = [case.king_capture_rolls.w, case.king_capture_rolls.b];
        assert_eq!(weights(&state(&case.dfen)), expected, "{}", case.id);
    }
}

/// Golden values of an independent implementation: out of 216 for a black king.
#[test]
fn golden_weights() {
    for (text, expected) in [
        ("rnbqkbnr/pppppBpp/8/8/4P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", 91),
        ("rnb1qbnr/pppppkpp/8/6N1/8/4PQ2/PPPP1PPP/RNB1K2R w KQ - 0 1", 152),
        ("rnbq1bnr/ppppkppp/8/4p3/1P6/B7/P1PPPPPP/R3KBNR w KQ - 0 1", 30),
        ("rnbqkbnr/pppppppp/8/8/2B1P3/8/PPPP1PPP/RNB1K1NR w KQ - 0 1", 16),
        ("rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR w KQ - 0 1", 1),
        ("rnbq1bnr/pppppkpp/8/3N4/2P5/1B1P2P1/PP2PP1P/R1B1K2R w KQ - 0 1", 6),
        ("rnbq1bnr/pppppkpp/8/8/8/2P5/PP1PPPPP/R1B1KB1R w KQ - 0 1", 3),
        ("rnbqkbnr/pppppppp/8/1B6/4P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1", 32),
        ("rnbqkbnr/pppppBpp/8/8/4P3/8/PPPP1PPP/RNBQK1NR w KQkq - 0 1", 92),
        ("rnbq1bnr/ppppkppp/8/4p3/1P6/B7/P1PPPPPP/RN1QKBNR w KQ - 0 1", 31),
        ("4R3/8/8/Q3k3/3P4/5N2/7B/6K1 w - - 0 1", 215),
    ] {
        assert_eq!(king_capture_rolls(&state(text), Color::Black).weight(), expected, "{text}");
        let probability = king_capture_probability(&state(text), Color::Black);
        assert_eq!(probability.to_bits(), (f64::from(expected) / 216.0).to_bits(), "{text}");
    }
}

#[test]
fn weights_agree_with_the_slow_implementation() {
    for position in RandomPositions::new(13).take(800) {
        let text = position.dfen();
        let expected = [false, true].map(|black| slow_turns::king_capture_rolls(&position, black));
        assert_eq!(weights(&state(&text)), expected, "{text}");
    }
}

/// A roll is in the set exactly if some legal turn with it captures a king, which then comes first in the list.
#[test]
fn each_roll_agrees_with_the_legal_turns() {
    for position in RandomPositions::new(14).take(150) {
        let state = state(&position.dfen());
        for defender in Color::ALL {
            let rolls = king_capture_rolls(&state, defender);
            let attacker = state.with_side_to_move(!defender);
            for (index, roll) in Roll::ALL.iter().enumerate() {
                let captures = legal_turns(&attacker.with_dice(roll.dice)).king_captures() > 0;
                assert_eq!(rolls.contains(index), captures, "{}, roll {:?}", position.dfen(), roll.dice);
            }
        }
    }
}

#[test]
fn special_ways_to_a_king() {
    let black_king = |text: &str| king_capture_rolls(&state(text), Color::Black);
    let showing = |dice: &[PieceType]| {
        let dice = dicechess::state::DicePool::from_faces(dice).unwrap();
        RollSet::containing(dice)
    };
    use PieceType::{King, Pawn, Queen, Rook};
    // Castling brings the rook to the file of the king: king, rook, rook.
    let castling = black_king("5k2/8/8/8/8/8/4P1PP/4K2R w K - 0 1");
    assert!(castling.contains_all(showing(&[King, Rook, Rook])));
    // En passant takes the pawn that shields the king on the rank.
    assert!(black_king("8/8/8/k2pP2Q/8/8/8/K7 w - d6 0 1").contains_all(showing(&[Pawn, Queen])));
    assert!(!black_king("8/8/8/k2pP2Q/8/8/8/K7 w - - 0 1").contains_all(showing(&[Pawn, Queen])));
    // A pawn promotes and goes on as what it has become.
    assert!(black_king("8/P7/8/8/8/7k/8/K7 w - - 0 1").contains_all(showing(&[Pawn, Queen, Queen])));
    // No king, no capture; whose turn it is does not matter.
    assert_eq!(black_king("8/8/8/8/8/8/8/K6Q w - - 0 1"), RollSet::EMPTY);
    assert_eq!(black_king("k7/8/8/8/8/8/8/R6K w - - 0 1"), black_king("k7/8/8/8/8/8/8/R6K b - - 9 9 PPP"));
}

#[test]
fn faulty_and_synthetic_states_are_safe() {
    let mut full_of_queens = StateParts::empty();
    for square in Bitboard::ALL {
        let color = if square.index() % 3 == 0 { Color::White } else { Color::Black };
        full_of_queens.put(square, dicechess::board::Piece::new(color, PieceType::Queen));
    }
    full_of_queens.put(Square::masked(0), dicechess::board::Piece::new(Color::Black, PieceType::King));
    let mut hollow = full_of_queens.clone();
    hollow.mailbox = [None; 64];
    let mut ghosts = full_of_queens.clone();
    ghosts.by_color = [Bitboard::ALL; 2];
    ghosts.by_type = [Bitboard::ALL; 6];
    for parts in [full_of_queens, hollow, ghosts] {
        let state = GameState::from_parts(&parts);
        for defender in Color::ALL {
            let probability = king_capture_probability(&state, defender);
            assert!((0.0..=1.0).contains(&probability));
        }
    }
}
