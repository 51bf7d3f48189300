//! Single moves, as in chess, beside `cozy-chess` on the same positions. What the two do is not quite the same: `cozy-chess` leaves out moves
//! that expose the king and keeps checkers and pins for that; here there are no checks, but a mailbox, the material and any
//! number of en-passant targets are kept.

use std::convert::Infallible;
use std::hint::black_box;
use std::ops::ControlFlow::Continue;

use cozy_chess::util::display_uci_move;
use cozy_chess::{Board, Move};
use dicechess::board::PieceType;
use dicechess::dfen;
use dicechess::state::{GameState, MicroMove};
use dicechess::turns::for_each_micro_move;

use super::paired::Harness;
use super::positions::Workload;

/// Moves that a perft should make at least.
const PERFT_MOVES: u64 = 20_000;

/// A position in both programs.
struct Twin {
    state: GameState,
    board: Board,
}

/// The positions that are also positions of chess: `cozy-chess` accepts them, and no king can be taken at once.
fn twins(workload: &Workload) -> Vec<Twin> {
    let twin = |state: &GameState| {
        let mut ours = Vec::new();
        list_ours(state, &mut ours);
        if ours.iter().any(|micro_move| state.has_enemy_king_at(micro_move.destination())) {
            return None;
        }
        let board = Board::from_fen(&dfen::write(state), false).ok()?;
        Some(Twin { state: *state, board })
    };
    workload.states.iter().filter_map(twin).collect()
}

/// Copying a position and making a move on it, all legal chess moves of each position.
pub fn makes(harness: &Harness, boards: &[Workload]) {
    harness.section("Copy and make a move, with key and material (goal 0.90)");
    for workload in boards {
        let twins = twins(workload);
        let moves: Vec<_> = twins.iter().map(moves_of_both).collect();
        let count = moves.iter().map(|(ours, _)| ours.len() as u64).sum();
        let make = |end_turn: bool| {
            for (twin, (ours, _)) in twins.iter().zip(&moves) {
                for &micro_move in ours {
                    let mut state = twin.state;
                    state.make_micro_move(micro_move);
                    if end_turn {
                        state.end_turn();
                    }
                    black_box(&state);
                }
            }
        };
        let play = || {
            for (twin, (_, theirs)) in twins.iter().zip(&moves) {
                for &chess_move in theirs {
                    let mut board = twin.board.clone();
                    board.play_unchecked(chess_move);
                    black_box(&board);
                }
            }
        };
        harness.compare(
            &format!("make, {}", workload.name),
            count,
            ("cozy-chess", play),
            ("dicechess", || make(false)),
        );
        harness.compare(
            &format!("make and end turn, {}", workload.name),
            count,
            ("cozy-chess", play),
            ("dicechess", || make(true)),
        );
    }
}

/// Writing all moves of each position into a list. The units are the moves that each side finds.
pub fn generation(harness: &Harness, boards: &[Workload]) {
    harness.section("Generate the moves of all six faces, per move (goal 1.00)");
    for workload in boards {
        let twins = twins(workload);
        let mut ours = Vec::with_capacity(256);
        let mut theirs = Vec::with_capacity(256);
        let (mut our_count, mut their_count) = (0, 0);
        for twin in &twins {
            list_ours(&twin.state, &mut ours);
            list_theirs(&twin.board, &mut theirs);
            our_count += ours.len() as u64;
            their_count += theirs.len() as u64;
        }
        let generate_theirs = || {
            for twin in &twins {
                list_theirs(&twin.board, &mut theirs);
                black_box(&theirs);
            }
        };
        let generate_ours = || {
            for twin in &twins {
                list_ours(&twin.state, &mut ours);
                black_box(&ours);
            }
        };
        harness.compare_per_unit(
            &format!("generate, {}", workload.name),
            ("cozy-chess", their_count, generate_theirs),
            ("dicechess", our_count, generate_ours),
        );
    }
}

/// Perft of plain chess moves: sides alternate after each move, every leaf is made. The units are moves made.
pub fn perft(harness: &Harness, boards: &[Workload]) {
    harness.section("Perft of plain chess moves, per move made");
    for workload in boards {
        let twins = twins(workload);
        let theirs = |depth| twins.iter().map(|twin| play_all(&twin.board, depth)).sum::<u64>();
        let ours = |depth| twins.iter().map(|twin| make_all(&twin.state, depth)).sum::<u64>();
        let depth = (1..).find(|&depth| theirs(depth) >= PERFT_MOVES).unwrap_or(1);
        harness.compare_per_unit(
            &format!("perft {depth}, {}", workload.name),
            ("cozy-chess", theirs(depth), || theirs(depth)),
            ("dicechess", ours(depth), || ours(depth)),
        );
    }
}

/// The legal chess moves of a position in both forms.
fn moves_of_both(twin: &Twin) -> (Vec<MicroMove>, Vec<Move>) {
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    list_ours(&twin.state, &mut ours);
    list_theirs(&twin.board, &mut theirs);
    let same = theirs.iter().map(|&chess_move| {
        let text = display_uci_move(&twin.board, chess_move).to_string();
        let found = ours.iter().find(|micro_move| *micro_move.uci() == *text);
        *found.unwrap_or_else(|| panic!("{text} is missing in {}", dfen::write(&twin.state)))
    });
    (same.collect(), theirs)
}

fn list_ours(state: &GameState, list: &mut Vec<MicroMove>) {
    list.clear();
    visit_ours(state, |micro_move| list.push(micro_move));
}

fn list_theirs(board: &Board, list: &mut Vec<Move>) {
    list.clear();
    visit_theirs(board, |chess_move| list.push(chess_move));
}

#[inline]
fn visit_ours(state: &GameState, mut visit: impl FnMut(MicroMove)) {
    for face in PieceType::ALL {
        let _ = for_each_micro_move(state, face, |micro_move| {
            visit(micro_move);
            Continue::<Infallible>(())
        });
    }
}

#[inline]
fn visit_theirs(board: &Board, mut visit: impl FnMut(Move)) {
    board.generate_moves(|moves| {
        moves.into_iter().for_each(&mut visit);
        false
    });
}

/// Makes all moves to this depth and counts them. Taking the king ends the game.
fn make_all(state: &GameState, depth: u32) -> u64 {
    let mut made = 0;
    visit_ours(state, |micro_move| {
        let mut child = *state;
        child.make_micro_move(micro_move);
        child.end_turn();
        black_box(&child);
        made += 1;
        if depth > 1 && !state.has_enemy_king_at(micro_move.destination()) {
            made += make_all(&child, depth - 1);
        }
    });
    made
}

fn play_all(board: &Board, depth: u32) -> u64 {
    let mut made = 0;
    visit_theirs(board, |chess_move| {
        let mut child = board.clone();
        child.play_unchecked(chess_move);
        black_box(&child);
        made += 1;
        if depth > 1 {
            made += play_all(&child, depth - 1);
        }
    });
    made
}
