use std::fmt;

use arrayvec::ArrayString;

use crate::board::{Bitboard, Color, PieceType, Square, pawn_attacks_of_set};
use crate::state::{CastlingRights, GameState};

/// Bytes of the longest DFEN: 64 men and 7 slashes, side, 4 rights, 64 targets of two letters, 3 digits, 10 digits, 3 dice, and a
/// space before each field but the first.
pub const DFEN_MAX: usize = (64 + 7) + (1 + 1) + (1 + 4) + (1 + 64 * 2) + (1 + 3) + (1 + 10) + (1 + 3);

/// A DFEN, without any allocation.
pub type DfenText = ArrayString<DFEN_MAX>;

/// Writes a state: men as the mailbox has them, rights in the order `KQkq`, targets by ascending square, both clocks, and, if
/// there are any, the dice by ascending face in the case of the side to move.
///
/// [`parse`](super::parse) gives the same state back, unless it is [synthetic](GameState::is_synthetic).
#[must_use]
pub fn write(state: &GameState) -> DfenText {
    let mut text = DfenText::new();
    write_position(&mut text, state, state.en_passant());
    text.push(' ');
    write_number(&mut text, u32::from(state.half_move_clock()));
    text.push(' ');
    write_number(&mut text, state.full_move_number());
    if !state.dice().is_empty() {
        text.push(' ');
        for face in state.dice().faces() {
            let letter = match state.side_to_move() {
                Color::White => face.letter().to_ascii_uppercase(),
                Color::Black => face.letter(),
            };
            text.push(letter as char);
        }
    }
    text
}

/// The text form that names a position in opening books: the first four fields of [`write()`], with only those targets on which
/// the side to move can capture now.
#[must_use]
pub fn normalised(state: &GameState) -> DfenText {
    let mut text = DfenText::new();
    let mover = state.side_to_move();
    let attacked = pawn_attacks_of_set(mover, state.men(mover, PieceType::Pawn));
    write_position(&mut text, state, state.capturable_targets() & attacked);
    text
}

/// [`write()`].
impl fmt::Display for GameState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&write(self))
    }
}

/// The first four fields.
fn write_position(text: &mut DfenText, state: &GameState, targets: Bitboard) {
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            match state.piece_at(Square::masked(rank * 8 + file)) {
                Some(piece) => {
                    write_empty(text, empty);
                    empty = 0;
                    text.push(piece.letter() as char);
                }
                None => empty += 1,
            }
        }
        write_empty(text, empty);
        if rank != 0 {
            text.push('/');
        }
    }
    text.push_str(match state.side_to_move() {
        Color::White => " w ",
        Color::Black => " b ",
    });
    for (right, letter) in [
        (CastlingRights::WHITE_KING_SIDE, 'K'),
        (CastlingRights::WHITE_QUEEN_SIDE, 'Q'),
        (CastlingRights::BLACK_KING_SIDE, 'k'),
        (CastlingRights::BLACK_QUEEN_SIDE, 'q'),
    ] {
        if state.castling_rights().contains(right) {
            text.push(letter);
        }
    }
    text.push_str(if state.castling_rights().is_empty() { "- " } else { " " });
    for letter in targets.into_iter().flat_map(Square::text) {
        text.push(letter as char);
    }
    if targets.is_empty() {
        text.push('-');
    }
}

fn write_empty(text: &mut DfenText, squares: u8) {
    if squares != 0 {
        text.push((b'0' + squares) as char);
    }
}

fn write_number(text: &mut DfenText, number: u32) {
    if number >= 10 {
        write_number(text, number / 10);
    }
    text.push((b'0' + (number % 10) as u8) as char);
}
