use std::ops::ControlFlow::{self, Continue};

use crate::state::{GameState, MicroMove};

use super::legal::{Node, Step, Wanted};

/// The micro-moves that begin some legal turn, in generation order.
///
/// Asking again after a micro-move starts the rule afresh and may admit more than the whole turn does; to play a turn step by step, walk
/// the legal turns instead.
#[must_use]
pub fn legal_first_moves(state: &GameState) -> Vec<MicroMove> {
    let mut moves = Vec::new();
    for_each_first_move(state, |micro_move| moves.push(micro_move));
    moves
}

/// Visits what [`legal_first_moves`] lists, without any allocation.
pub fn for_each_first_move(state: &GameState, mut visit: impl FnMut(MicroMove)) {
    let root = Node::root(state);
    let longest = root.longest();
    let _: ControlFlow<()> = root.visit_steps(|micro_move, step| {
        let begins_turn = match step {
            Step::KingCapture(_) => true,
            Step::Onward(pool) => {
                let child = root.child(micro_move, pool);
                child.cost + child.longest() == longest || takes_king(&child)
            }
        };
        if begins_turn {
            visit(micro_move);
        }
        Continue(())
    });
}

fn takes_king(node: &Node) -> bool {
    let wanted = Wanted { king_captures: true, quiet_cost: 0 };
    node.visit_turns(wanted, &mut |_, _, _| ControlFlow::Break(())).is_break()
}
