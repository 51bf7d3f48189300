//! What a micro-move does to a state, against the data files.

mod support;

use dicechess::board::{Color, Piece, Square};
use dicechess::state::{GameState, MicroMove};
use support::data_files::{self, MakeCase, hex};

/// The move that `uci` and `flag` name.
fn micro_move(case: &MakeCase) -> MicroMove {
    let [origin, destination] = [0, 2].map(|at| {
        let text = case.uci.as_bytes()[at..at + 2].try_into().unwrap();
        Square::from_text(text).unwrap().index() as u16
    });
    MicroMove::from_bits(destination | origin << 6 | u16::from(case.flag) << 12).unwrap()
}

#[test]
fn every_recorded_micro_move_gives_the_recorded_state() {
    for case in data_files::lines::<MakeCase>("makes_public.jsonl") {
        let id = &case.id;
        let before: GameState = case.dfen.parse().unwrap();
        assert_eq!(hex(before.key()), case.zobrist_before, "{id}");
        let micro_move = micro_move(&case);
        assert_eq!(micro_move.uci().as_str(), case.uci, "{id}");
        let mover = before.piece_at(micro_move.origin()).unwrap();
        assert_eq!(mover.piece_type.letter() as char, case.mover, "{id}");
        assert_eq!(before.has_enemy_king_at(micro_move.destination()), case.king_capture, "{id}");

        let dice = before.dice_after(micro_move).unwrap();
        let mut made = before;
        made.make_micro_move(micro_move);
        let after = made.with_dice(dice);
        assert_eq!(after.to_string(), case.after, "{id}");
        assert_eq!(hex(after.key()), case.zobrist_after, "{id}");
        assert_eq!(after, case.after.parse().unwrap(), "{id}: every field as if read from the text");
        assert!(!after.is_synthetic(), "{id}");
        let balance: i32 = Color::ALL.map(|color| worth(&after, color)).iter().sum();
        assert_eq!(after.material(Color::White), balance, "{id}");
    }
}

/// Worth of one side's men in centipawns, negative for Black.
fn worth(state: &GameState, color: Color) -> i32 {
    let men = (0..64).filter_map(|square| state.piece_at(Square::masked(square)));
    let own = men.filter(|piece: &Piece| piece.color == color);
    own.map(|piece| piece.piece_type.centipawns()).sum::<i32>() * if color == Color::White { 1 } else { -1 }
}
