use std::hint::black_box;
use std::sync::Arc;

use dicechess::board::PieceType;
use dicechess::state::{DicePool, GameState, MicroMove};
use dicechess::tape::{
    Alteration, Cell, GROUP_MAX, Position, PositionCache, Tape, TapeState, compile_micro_move,
    make_micro_move,
};
use dicechess::turns::TurnList;

use crate::games::{games, payable, store};
use crate::paired::Harness;

/// What a search without a tape does.
#[inline]
fn copy_make(state: &GameState, micro_move: MicroMove) -> GameState {
    let mut child = *state;
    child.make_micro_move(micro_move);
    match state.dice_after(micro_move) {
        Some(dice) if !dice.is_empty() => child.with_dice(dice),
        _ => child,
    }
}

#[inline]
fn fused(state: &GameState, micro_move: MicroMove, cells: &mut [Cell; GROUP_MAX]) -> GameState {
    let mut child = *state;
    black_box(make_micro_move(&mut child, micro_move, cells).expect("a recorded micro-move"));
    child
}

/// The cells compiled first, then applied, then taken back: what the fused form replaces.
fn literal(state: &GameState, micro_move: MicroMove) -> TapeState {
    let cells = compile_micro_move(state, micro_move).expect("a recorded micro-move");
    let mut changed = TapeState::new(*state).expect("a consistent state");
    if !changed.is_in_turn() {
        changed.redo(Cell::from(Alteration::TurnStart(state.side_to_move()))).expect("a boundary");
    }
    cells.iter().for_each(|&cell| changed.redo(cell).expect("a compiled cell"));
    black_box(&changed);
    cells.iter().rev().for_each(|&cell| changed.undo(cell).expect("a cell just redone"));
    changed
}

/// Positions in the middle of a turn, with all micro-moves that their dice pay.
type Node = (GameState, Vec<MicroMove>);

pub fn beside_copying(harness: &Harness) {
    let (_, made) = games(if harness.is_measuring() { 400 } else { 2 }, 1024);
    let nodes = |count: usize, dice: fn(&GameState) -> DicePool| -> Vec<Node> {
        let spread = made.iter().step_by((made.len() / count).max(1)).take(count);
        spread.map(|(state, _)| (state.with_dice(dice(state)), payable(state))).collect()
    };
    for (name, nodes) in [
        ("32 positions", nodes(32, GameState::dice)),
        ("32 positions without dice", nodes(32, |_| DicePool::EMPTY)),
        ("2048 positions", nodes(2048, GameState::dice)),
    ] {
        harness.section(&format!("all micro-moves of {name}"));
        in_one_step(harness, &nodes);
        on_tapes(harness, &nodes);
        on_positions(harness, &nodes);
        if nodes[0].0.dice() != DicePool::EMPTY {
            legal_turns(harness, &nodes);
        }
    }
}

/// What a hit is worth: the legal turns of each position, asked for again after a micro-move was made and taken back.
fn legal_turns(harness: &Harness, nodes: &[Node]) {
    for (title, bytes) in [("4 MiB", 4 << 20), ("256 MiB", 256 << 20)] {
        let cache = PositionCache::new(bytes).expect("memory");
        let mut positions: Vec<Position<Arc<TurnList>>> = nodes
            .iter()
            .map(|(state, _)| {
                let mut position = Position::from_tape(tape_at(state));
                position.attach(Some(cache.clone()));
                position
            })
            .collect();
        let mut list = TurnList::new();
        let mut copy = TurnList::new();
        let compared = harness.compare(
            &format!("legal turns, {title} cache"),
            operations(nodes),
            ("generate", || {
                for (state, moves) in nodes {
                    for &step in moves {
                        let mut child = *state;
                        child.make_micro_move(step);
                        list.generate(&child.with_dice(ROLL), usize::MAX).expect("memory");
                        black_box(&list);
                    }
                }
            }),
            ("make+roll+turns+undo", || {
                for (position, (_, moves)) in positions.iter_mut().zip(nodes) {
                    for &step in moves {
                        position.make(step).expect("room");
                        position.roll(ROLL).expect("room");
                        match position.data() {
                            Some(known) => copy.copy_from(&known, usize::MAX).expect("memory"),
                            None => {
                                copy.generate(position.state(), usize::MAX).expect("memory");
                                let bytes = size_of_val(copy.turns());
                                position.remember(Arc::new(copy.clone()), bytes);
                            }
                        }
                        black_box(&copy);
                        position.undo().expect("a roll to undo");
                        position.unmake().expect("a step to undo");
                    }
                }
            }),
        );
        if compared.is_some() {
            println!("    {:?}", cache.stats());
        }
    }
}

/// The roll behind each micro-move.
const ROLL: DicePool = DicePool::of_three([PieceType::Pawn, PieceType::Knight, PieceType::Rook]);

fn operations(nodes: &[Node]) -> u64 {
    nodes.iter().map(|(_, moves)| moves.len() as u64).sum()
}

fn copies(nodes: &[Node]) {
    for (state, moves) in nodes {
        for &step in moves {
            black_box(copy_make(state, step));
        }
    }
}

fn in_one_step(harness: &Harness, nodes: &[Node]) {
    let mut cells = [Cell::from_bits(0); GROUP_MAX];
    harness.compare(
        "fused make on a copy",
        operations(nodes),
        ("copy-make", || copies(nodes)),
        ("fused", || {
            for (state, moves) in nodes {
                for &step in moves {
                    black_box(fused(state, step, &mut cells));
                    black_box(&cells);
                }
            }
        }),
    );
    harness.compare(
        "compile, redo, undo",
        operations(nodes),
        ("copy-make", || copies(nodes)),
        ("literal", || {
            for (state, moves) in nodes {
                for &step in moves {
                    black_box(literal(state, step));
                }
            }
        }),
    );
}

fn tape_at(state: &GameState) -> Tape {
    let mut tape = Tape::new(store(1024), state).expect("a consistent state");
    tape.note(0).expect("room");
    tape
}

fn on_tapes(harness: &Harness, nodes: &[Node]) {
    let mut tapes: Vec<Tape> = nodes.iter().map(|(state, _)| tape_at(state)).collect();
    harness.compare(
        "make and unmake on a tape",
        operations(nodes),
        ("copy-make", || copies(nodes)),
        ("tape", || {
            for (tape, (_, moves)) in tapes.iter_mut().zip(nodes) {
                for &step in moves {
                    tape.make(step).expect("room");
                    black_box(tape.state());
                    tape.unmake().expect("a step to undo");
                }
            }
        }),
    );
}

fn on_positions(harness: &Harness, nodes: &[Node]) {
    let positions = |cache: Option<PositionCache<u64>>| -> Vec<Position<u64>> {
        let at = |state: &GameState| {
            let mut position = Position::from_tape(tape_at(state));
            position.attach(cache.clone());
            position
        };
        nodes.iter().map(|(state, _)| at(state)).collect()
    };
    let mut without = positions(None);
    harness.compare(
        "position, no cache",
        operations(nodes),
        ("copy-make", || copies(nodes)),
        ("make+unmake", || walk(&mut without, nodes, |_| {})),
    );
    for (title, bytes) in [("1 MiB", 1 << 20), ("256 MiB", 256 << 20)] {
        let cache = PositionCache::new(bytes).expect("memory");
        let mut with = positions(Some(cache.clone()));
        // Every position has data, as far as the cache has room.
        walk(&mut with, nodes, |position| position.remember(position.state().key(), size_of::<u64>()));
        let compared = harness.compare(
            &format!("position, {title} cache"),
            operations(nodes),
            ("without", || walk(&mut without, nodes, |_| {})),
            ("with", || walk(&mut with, nodes, |_| {})),
        );
        if compared.is_some() {
            println!("    {:?}", cache.stats());
        }
    }
}

fn walk(positions: &mut [Position<u64>], nodes: &[Node], mut look: impl FnMut(&Position<u64>)) {
    for (position, (_, moves)) in positions.iter_mut().zip(nodes) {
        for &step in moves {
            position.make(step).expect("room");
            black_box(position.state());
            look(position);
            position.unmake().expect("a step to undo");
        }
    }
}
