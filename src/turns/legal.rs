//! Whole legal turns: depth-first over micro-moves and dice, under the rule that a turn spends as many dice as can be spent, unless it
//! ends by taking a king.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::board::PieceType;
use crate::state::{DicePool, GameState, MicroMove, MoveKind};

use super::Turn;
use super::independence::takes_king;
use super::micro_moves::{Geometry, visit_moves, visit_ordinary_moves};

/// A position within a turn, on the way from the roll to the end of the turn.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The dice of this state are not read; `pool` is what is left of them.
    pub state: GameState,
    pub pool: DicePool,
    pub turn: Turn,
    /// Dice spent so far.
    pub cost: usize,
}

/// What one micro-move from a [`Node`] leads to.
pub(super) enum Step {
    /// The move takes a king, with these dice left.
    KingCapture(DicePool),
    /// Another position, with these dice left.
    Onward(DicePool),
}

impl Node {
    #[inline]
    pub fn root(state: &GameState) -> Self {
        Self { state: *state, pool: state.dice(), turn: Turn::PASS, cost: 0 }
    }

    /// Visits every micro-move that the pool can pay, in generation order, with what it leads to.
    #[inline]
    pub fn visit_steps<B>(&self, mut visit: impl FnMut(MicroMove, Step) -> ControlFlow<B>) -> ControlFlow<B> {
        let geometry = Geometry::of(&self.state);
        for face in self.pool.distinct_faces() {
            let Some(rest) = self.pool.without(face) else { continue };
            visit_moves(&self.state, &geometry, face, |micro_move| {
                let rest = if micro_move.is_castling() {
                    match rest.without(PieceType::Rook) {
                        Some(rest) => rest,
                        None => return Continue(()),
                    }
                } else {
                    rest
                };
                let takes_king = geometry.enemy_kings.contains(micro_move.destination());
                visit(micro_move, if takes_king { Step::KingCapture(rest) } else { Step::Onward(rest) })
            })?;
        }
        Continue(())
    }

    #[inline]
    pub fn child(&self, micro_move: MicroMove, pool: DicePool) -> Self {
        let mut state = self.state;
        state.make_micro_move(micro_move);
        Self { state, pool, turn: self.turn.followed_by(micro_move), cost: self.cost + micro_move.cost() }
    }

    /// The most dice that any path onward spends, king captures included; stops looking once all of them can be.
    pub fn longest(&self) -> usize {
        let mut longest = 0;
        let _ = self.visit_steps(|micro_move, step| {
            let onward = match step {
                Step::Onward(pool) if !pool.is_empty() => self.child(micro_move, pool).longest(),
                _ => 0,
            };
            longest = longest.max(micro_move.cost() + onward);
            if longest == self.pool.len() { Break(()) } else { Continue(()) }
        });
        longest
    }

    /// Visits the wanted turns onward in discovery order, with the position before the last micro-move.
    pub fn visit_turns<B>(
        &self,
        wanted: Wanted,
        visit: &mut impl FnMut(&Self, Turn, Ending) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.pool.len() == 1 && !self.state.is_synthetic() {
            return self.visit_last_moves(wanted, visit);
        }
        self.visit_steps(|micro_move, step| match step {
            Step::KingCapture(_) if wanted.king_captures => {
                visit(self, self.turn.followed_by(micro_move), Ending::KingCapture)
            }
            Step::Onward(_) if self.cost + micro_move.cost() == wanted.quiet_cost => {
                visit(self, self.turn.followed_by(micro_move), Ending::Quiet)
            }
            Step::Onward(pool) if !pool.is_empty() => self.child(micro_move, pool).visit_turns(wanted, visit),
            _ => Continue(()),
        })
    }

    /// The same with one die left, the innermost loop of listing turns: nothing to pay, no castling, and kings are found by a mask.
    fn visit_last_moves<B>(
        &self,
        wanted: Wanted,
        visit: &mut impl FnMut(&Self, Turn, Ending) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let geometry = Geometry::of(&self.state);
        for face in self.pool.faces() {
            let men = self.state.men(geometry.color, face);
            if wanted.king_captures {
                for origin in men {
                    let mut hits = geometry.attacks(face, origin) & geometry.enemy_kings;
                    while let Some(destination) =
                        if face == PieceType::Pawn { hits.last() } else { hits.first() }
                    {
                        hits &= !destination.bitboard();
                        let micro_move = MicroMove::new(origin, destination, MoveKind::Capture);
                        visit(self, self.turn.followed_by(micro_move), Ending::KingCapture)?;
                    }
                }
            }
            if self.cost + 1 == wanted.quiet_cost {
                visit_ordinary_moves(&self.state, &geometry, face, !geometry.enemy_kings, |micro_move| {
                    visit(self, self.turn.followed_by(micro_move), Ending::Quiet)
                })?;
            }
        }
        Continue(())
    }

    /// Visits the turns onward that take a king after exactly `moves` more micro-moves, at least one, in discovery order.
    pub fn visit_king_captures<B>(
        &self,
        moves: usize,
        visit: &mut impl FnMut(Turn) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if moves > 1 {
            return self.visit_steps(|micro_move, step| match step {
                Step::Onward(pool) if !pool.is_empty() => {
                    self.child(micro_move, pool).visit_king_captures(moves - 1, visit)
                }
                _ => Continue(()),
            });
        }
        let geometry = Geometry::of(&self.state);
        // On disagreeing boards castling may take a king too.
        let takes_none = !self.state.is_synthetic()
            && !self.pool.distinct_faces().any(|face| takes_king(&self.state, &geometry, face));
        if takes_none {
            return Continue(());
        }
        self.visit_steps(|micro_move, step| match step {
            Step::KingCapture(_) => visit(self.turn.followed_by(micro_move)),
            Step::Onward(_) => Continue(()),
        })
    }
}

/// Which turns a visit looks for.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// Those that end by taking a king.
    pub king_captures: bool,
    /// Those that take no king and spend this many dice in all; 0 for none. Must be the most that any turn spends: then no turn of
    /// that cost can be prolonged.
    pub quiet_cost: usize,
}

/// How a turn ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// It takes a king: the game is over.
    KingCapture,
    /// It takes none.
    Quiet,
}

/// The dice left after a micro-move of the side to move. `None` unless the board allows it and the dice pay for it. As
/// [`GameState::dice_after`], and right on [synthetic](GameState::is_synthetic) states too.
#[must_use]
pub fn dice_left_by(state: &GameState, micro_move: MicroMove) -> Option<DicePool> {
    let found = Node::root(state).visit_steps(|other, step| {
        let (Step::KingCapture(rest) | Step::Onward(rest)) = step;
        if other == micro_move { Break(rest) } else { Continue(()) }
    });
    found.break_value()
}

/// Visits every legal turn of the side to move with its dice: first those that take a king, then those that spend as many dice as can
/// be spent, each group in discovery order. Different orders that reach one position are different turns. Nothing is visited if
/// the turn must be passed, or without dice. Returns what the visitor broke off with. No allocation.
pub fn for_each_legal_turn<B>(
    state: &GameState,
    mut visit: impl FnMut(&Turn) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let root = Node::root(state);
    let mut visit = |_: &Node, turn: Turn, _| visit(&turn);
    root.visit_turns(Wanted { king_captures: true, quiet_cost: 0 }, &mut visit)?;
    root.visit_turns(Wanted { king_captures: false, quiet_cost: root.longest() }, &mut visit)
}
