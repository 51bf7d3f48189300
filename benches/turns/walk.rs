//! The plain way through a turn: depth first, every micro-move made once, the last one of a turn too.

use std::ops::ControlFlow::{self, Break, Continue};

use dicechess::board::PieceType;
use dicechess::state::{DicePool, GameState, MicroMove};
use dicechess::turns::for_each_micro_move;

/// Visits the position at the end of every legal turn, the side to move still the mover, and whether the turn takes a king.
pub fn visit_ends(root: &GameState, visit: &mut impl FnMut(GameState, bool)) {
    walk(root, root.dice(), longest(root, root.dice()), visit);
}

fn walk(state: &GameState, pool: DicePool, missing: usize, visit: &mut impl FnMut(GameState, bool)) {
    let _ = visit_steps(state, pool, |micro_move, rest| {
        let takes_king = state.has_enemy_king_at(micro_move.destination());
        let mut child = *state;
        child.make_micro_move(micro_move);
        if takes_king || micro_move.cost() == missing {
            visit(child, takes_king);
        } else if !rest.is_empty() {
            walk(&child, rest, missing.saturating_sub(micro_move.cost()), visit);
        }
        Continue(())
    });
}

/// The most dice that a turn can spend.
fn longest(state: &GameState, pool: DicePool) -> usize {
    let mut longest = 0;
    let _ = visit_steps(state, pool, |micro_move, rest| {
        let mut cost = micro_move.cost();
        if !rest.is_empty() && !state.has_enemy_king_at(micro_move.destination()) {
            let mut child = *state;
            child.make_micro_move(micro_move);
            cost += self::longest(&child, rest);
        }
        longest = longest.max(cost);
        if longest == pool.len() { Break(()) } else { Continue(()) }
    });
    longest
}

/// Visits every micro-move that the pool pays for, with the rest of the pool.
fn visit_steps(
    state: &GameState,
    pool: DicePool,
    mut visit: impl FnMut(MicroMove, DicePool) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for face in pool.distinct_faces() {
        let Some(rest) = pool.without(face) else { continue };
        for_each_micro_move(state, face, |micro_move| {
            let rest = if micro_move.is_castling() { rest.without(PieceType::Rook) } else { Some(rest) };
            rest.map_or(Continue(()), |rest| visit(micro_move, rest))
        })?;
    }
    Continue(())
}
