//! One turn worked out by hand: White rolls pawn, pawn, knight and plays e2e4 e4e5 g1f3.

use dicechess::state::{GameState, MicroMove, MoveKind};
use dicechess::tape::{Cell, Chain, Keyframe, TapeState};

use crate::play::{pool, square};

/// Start of the turn, roll, three micro-moves, end of the turn.
pub const CELLS: [u16; 17] = [
    0x2680, 0xA489, 0x1780, 0xC611, 0x504C, 0x405C, 0x61D4, 0x1780, 0xC609, 0x505C, 0x4064, 0x71D4, 0x1700,
    0xC60A, 0x5086, 0x4095, 0x3690,
];

pub fn micro_moves() -> [MicroMove; 3] {
    [("e2", "e4", MoveKind::DoublePush), ("e4", "e5", MoveKind::Quiet), ("g1", "f3", MoveKind::Quiet)]
        .map(|(origin, destination, kind)| MicroMove::new(square(origin), square(destination), kind))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn keyframe_of_the_initial_position() {
    let keyframe = Keyframe::pack(&TapeState::new(GameState::initial()).unwrap());
    let expected = "2453364211111111000000000000000000000000000000009999999\
                    9acdbbeca0000000000000000010000001e000000";
    assert_eq!(hex(keyframe.bytes()), expected);
    assert_eq!(Chain::of_root(&keyframe).id(), 0xD34B_8329_3707_9D34);
}

#[test]
fn chain_of_the_turn() {
    let root = Chain::of_root(&Keyframe::pack(&TapeState::new(GameState::initial()).unwrap()));
    let cells = CELLS.map(Cell::from_bits);
    assert_eq!(root.extended(&cells).id(), 0xB2C1_ABDF_8A4B_73DD);
    let mut reordered = cells;
    reordered[2..16].rotate_right(4);
    assert_eq!(root.extended(&reordered).id(), 0xE71A_DA08_822C_03E1, "the last step before the first");
}

#[test]
fn cells_of_the_turn() {
    use dicechess::tape::{compile_end_turn, compile_micro_move, compile_roll};
    let mut tape_state = TapeState::new(GameState::initial()).unwrap();
    let mut cells = vec![Cell::from_bits(0x2680)];
    tape_state.redo(cells[0]).unwrap();
    let mut apply = |tape_state: &mut TapeState, group: &[Cell]| {
        group.iter().for_each(|&cell| tape_state.redo(cell).unwrap());
        cells.extend_from_slice(group);
    };
    let roll = compile_roll(tape_state.state(), pool(&[2, 1, 1])).unwrap();
    apply(&mut tape_state, &roll);
    for micro_move in micro_moves() {
        let group = compile_micro_move(tape_state.state(), micro_move).unwrap();
        apply(&mut tape_state, &group);
    }
    let end = compile_end_turn(tape_state.state());
    apply(&mut tape_state, &end);
    assert_eq!(cells, CELLS.map(Cell::from_bits));
    let expected = "rnbqkbnr/pppppppp/8/4P3/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 1";
    assert_eq!(tape_state.state().to_string(), expected);
}
