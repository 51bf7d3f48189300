use std::collections::BTreeMap;

use dicechess::state::{DicePool, GameState};
use dicechess::tape::{
    self, Alteration, Cell, GROUP_MAX, Keyframe, TapeState, compile_end_turn, compile_micro_move,
    compile_roll,
};

use crate::fuzz_bodies::naive::Naive;
use crate::play::{micro_move_of, pool, square, state_of};
use crate::support::random_positions::{Random, RandomPositions};
use crate::support::slow_turns::moves;

/// States of all sorts, half of them at a boundary.
fn tape_states(seed: u64) -> impl Iterator<Item = TapeState> {
    RandomPositions::new(seed).map(|position| TapeState::new(state_of(&position)).unwrap())
}

fn refreshed(state: &GameState) -> GameState {
    GameState::from_parts(&state.to_parts())
}

#[test]
fn every_encoding_has_at_most_one_meaning() {
    let mut meaningful = 0;
    for bits in 0..=u16::MAX {
        let cell = Cell::from_bits(bits);
        if let Some(alteration) = cell.alteration() {
            assert_eq!(Cell::from(alteration), cell, "{alteration}");
            meaningful += 1;
        }
    }
    // Steps, starts, ends, men on squares, targets, rights, pools, dice, notes.
    assert_eq!(meaningful, 256 + 2 + 3 + 2 * 12 * 64 + 3 * 64 + 15 + 2 * 83 + 6 * 3 * 3 + 2048);
    assert_eq!(Cell::from_bits(0).alteration(), None, "zeroed memory");
    assert_eq!(Cell::from_bits(!0).alteration(), None, "erased memory");
}

#[test]
fn alterations_describe_themselves() {
    let text = |bits| Cell::from_bits(bits).alteration().unwrap().to_string();
    assert_eq!(text(0x1780), "step, clock 0 to 0");
    assert_eq!(text(0x4095), "place N on f3");
    assert_eq!(text(0x61D4), "en-passant target e3 appears");
    assert_eq!(text(0x8205), "castling Kk lost");
    assert_eq!(text(0xA489), "roll ppn");
}

#[test]
fn i1_cells_undo_what_they_redo_and_fit_as_the_table_says() {
    let mut fitting = 0;
    for tape_state in tape_states(1).take(150) {
        let naive = Naive::of(&tape_state);
        for bits in 0..=u16::MAX {
            let cell = Cell::from_bits(bits);
            if cell.alteration().is_none() {
                let mut changed = tape_state;
                assert!(changed.redo(cell).is_err() && changed.undo(cell).is_err());
                assert_eq!(changed, tape_state);
                continue;
            }
            let (mut changed, mut expected) = (tape_state, naive.clone());
            let fits = expected.redo(bits);
            assert_eq!(changed.redo(cell).is_ok(), fits, "{cell:?} on {tape_state:?}");
            assert_eq!(Naive::of(&changed), expected, "{cell:?}");
            if fits {
                assert_eq!(changed.state(), &refreshed(changed.state()));
                assert_eq!(changed.state().key(), refreshed(changed.state()).key(), "{cell:?}");
                changed.undo(cell).unwrap();
                assert_eq!(changed.state().key(), tape_state.state().key());
                fitting += 1;
            }
            assert_eq!(changed, tape_state);
            if changed.undo(cell).is_ok() {
                changed.redo(cell).unwrap();
            }
            assert_eq!(changed, tape_state, "{cell:?}: undo, then redo");
        }
    }
    assert!(fitting > 100_000, "{fitting}");
}

#[test]
fn i2_compiled_cells_fused_make_and_the_slow_rules_agree() {
    let mut kinds = BTreeMap::new();
    for position in RandomPositions::new(2).take(6000) {
        let state = state_of(&position);
        let start = TapeState::new(state).unwrap();
        for step in moves(&position) {
            let micro_move = micro_move_of(&step);
            let paid = position.dice_after(&step).is_some();
            let compiled = compile_micro_move(&state, micro_move);
            let (mut fused, mut cells) = (state, [Cell::from_bits(0); GROUP_MAX]);
            let written = tape::make_micro_move(&mut fused, micro_move, &mut cells);
            assert_eq!(compiled.is_ok(), paid, "{micro_move:?} on {state}");
            assert_eq!(written.is_ok(), paid);
            let (Ok(compiled), Ok(written)) = (compiled, written) else {
                assert_eq!(fused, state, "a refused move changes nothing");
                continue;
            };
            assert_eq!(&compiled[..], &cells[..written], "{micro_move:?} on {state}");
            assert!(written <= 9);
            let mut redone = start;
            compiled.iter().for_each(|&cell| redone.redo(cell).unwrap());
            let expected = state_of(&position.make(&step));
            assert_eq!(redone.state(), &expected, "{micro_move:?} on {state}");
            assert_eq!((fused, fused.key()), (expected, expected.key()), "{micro_move:?} on {state}");
            *kinds.entry(micro_move.kind()).or_insert(0) += 1;
        }
        i2_rolls_and_ends(&start, &state_of(&position.end_turn()));
    }
    assert_eq!(kinds.len(), 14, "every kind of move: {kinds:?}");
}

fn i2_rolls_and_ends(start: &TapeState, ended: &GameState) {
    let state = *start.state();
    let mut cells = [Cell::from_bits(0); GROUP_MAX];
    let mut begun = *start;
    if !begun.is_in_turn() {
        begun.redo(Cell::from(Alteration::TurnStart(state.side_to_move()))).unwrap();
    }
    let mut fused = state;
    let written = tape::end_turn(&mut fused, &mut cells);
    assert_eq!(&compile_end_turn(&state)[..], &cells[..written]);
    let mut redone = begun;
    cells[..written].iter().for_each(|&cell| redone.redo(cell).unwrap());
    assert_eq!((redone.state(), fused), (ended, *ended));
    assert!(!redone.is_in_turn() && written <= 10);

    let mut fused = state;
    let roll = pool(&[6, 2, 4]);
    let written = tape::roll(&mut fused, roll, &mut cells);
    assert_eq!(&compile_roll(&state, roll).unwrap()[..], &cells[..written]);
    let mut redone = begun;
    cells[..written].iter().for_each(|&cell| redone.redo(cell).unwrap());
    assert_eq!((*redone.state(), fused), (state.with_dice(roll), state.with_dice(roll)));
    assert!(compile_roll(&state, DicePool::EMPTY).is_none());
}

#[test]
fn moves_that_do_not_fit_the_board_are_refused() {
    use dicechess::state::MicroMove;
    let mut random = Random::new(3);
    let mut refused = 0;
    for position in RandomPositions::new(3).take(300) {
        let state = state_of(&position);
        for _ in 0..200 {
            let Some(micro_move) = MicroMove::from_bits(random.below(0x1_0000) as u16) else { continue };
            let (mut fused, mut cells) = (state, [Cell::from_bits(0); GROUP_MAX]);
            match (
                compile_micro_move(&state, micro_move),
                tape::make_micro_move(&mut fused, micro_move, &mut cells),
            ) {
                (Ok(group), Ok(written)) => {
                    let mut redone = TapeState::new(state).unwrap();
                    if !redone.is_in_turn() {
                        redone.redo(Cell::from(Alteration::TurnStart(state.side_to_move()))).unwrap();
                    }
                    group.iter().for_each(|&cell| redone.redo(cell).unwrap());
                    assert_eq!((&group[..], redone.state()), (&cells[..written], &fused));
                    assert!(!fused.is_synthetic() && !refreshed(&fused).is_synthetic());
                }
                (compiled, fault) => {
                    assert_eq!(compiled.unwrap_err(), fault.unwrap_err());
                    assert_eq!(fused, state);
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 10_000);
}

#[test]
fn keyframes_hold_every_state_and_nothing_else() {
    for (index, tape_state) in tape_states(4).take(3000).enumerate() {
        let keyframe = Keyframe::pack(&tape_state);
        let unpacked = keyframe.unpack().unwrap();
        assert_eq!(unpacked, tape_state);
        assert_eq!(unpacked.state().key(), tape_state.state().key());
        // Any other 48 bytes are refused or mean another state.
        let mut bytes = *keyframe.bytes();
        bytes[index % 48] ^= 1 << (index / 48 % 8);
        if let Some(other) = Keyframe::from_bytes(bytes).unpack() {
            assert_ne!(other, tape_state);
            assert_eq!(Keyframe::pack(&other).bytes(), &bytes);
        }
    }
    assert_eq!(Keyframe::from_bytes([0; 48]).unpack(), None, "move number 0");
    assert_eq!(Keyframe::from_bytes([0xFF; 48]).unpack(), None);
}

#[test]
fn i19_clock_and_move_number_saturate_and_come_back() {
    let state: GameState = "4k3/8/8/8/8/8/4P3/4K2N b - - 126 2147483646".parse().unwrap();
    let mut tape_state = TapeState::new(state).unwrap();
    let mut done = Vec::new();
    let mut seen = vec![tape_state];
    let mut apply = |tape_state: &mut TapeState, cells: &[Cell]| {
        for &cell in cells {
            tape_state.redo(cell).unwrap();
            done.push(cell);
            seen.push(*tape_state);
        }
    };
    // Black passes twice around White's three micro-moves: 126, 127, 127, 0; the number stops on the second pass.
    apply(&mut tape_state, &[Cell::from_bits(0x2681)]);
    let end = compile_end_turn(tape_state.state());
    apply(&mut tape_state, &end);
    assert_eq!(tape_state.state().full_move_number(), 2_147_483_647);
    apply(&mut tape_state, &[Cell::from_bits(0x2680)]);
    for (origin, destination, clock) in [("h1", "g3", 127), ("g3", "h1", 127), ("e2", "e3", 0)] {
        let kind = dicechess::state::MoveKind::Quiet;
        let micro_move = dicechess::state::MicroMove::new(square(origin), square(destination), kind);
        let group = compile_micro_move(tape_state.state(), micro_move).unwrap();
        apply(&mut tape_state, &group);
        assert_eq!(tape_state.state().half_move_clock(), clock);
    }
    for _ in 0..2 {
        let end = compile_end_turn(tape_state.state());
        apply(&mut tape_state, &end);
        let start = Alteration::TurnStart(tape_state.state().side_to_move());
        apply(&mut tape_state, &[Cell::from(start)]);
    }
    assert_eq!(tape_state.state().full_move_number(), 2_147_483_647);
    let saturated =
        |cell: &&Cell| matches!(cell.alteration(), Some(Alteration::TurnEnd { saturated: true, .. }));
    assert_eq!(done.iter().filter(saturated).count(), 1);
    while let Some(cell) = done.pop() {
        seen.pop();
        tape_state.undo(cell).unwrap();
        assert_eq!(&tape_state, seen.last().unwrap());
    }
}
