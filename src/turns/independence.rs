//! Which micro-moves after another one lead somewhere new.
//!
//! Two independent micro-moves reach the same position in either order, so one order is enough. A position remembers one move that
//! led to it. Of the men that come earlier in the order (face, square) than the one that made this last move, only those moves are
//! visited that depend on it; all others are reached through the position where that man moved first. No position is lost: of all
//! last moves that lead to a position, the one of the man latest in the order is never left out.
//! (Sleep sets of depth one; P. Godefroid, "Using Partial Orders to Improve Automatic Verification Methods", 1990.)

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::board::{Bitboard, PieceType, Square, between, pawn_attacks, pawn_attacks_of_set};
use crate::state::{GameState, MicroMove, MoveKind};

use super::micro_moves::{Geometry, visit_ordinary_moves, visit_pawn_moves};
use super::state_set::Clocks;

/// The move that led to a position, as far as later moves can depend on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LastMove {
    /// Rank of the mover in the order (face, origin); 0 if nothing may be left out after this move.
    order: u16,
    /// Where the man is now.
    destination: Square,
    /// Where it came from, a square of its own for men that look through it.
    origin: Square,
    /// Squares whose occupation matters to the move: its origin and those that it passed.
    touched: Bitboard,
    resets_clock: bool,
}

impl LastMove {
    /// No move, or one that nothing is said about: whatever follows is visited in full.
    pub const NONE: Self = Self {
        order: 0,
        destination: Square::masked(0),
        origin: Square::masked(0),
        touched: Bitboard::EMPTY,
        resets_clock: false,
    };

    /// `micro_move` in `state` by a man of type `face`. Nothing is said about castling and en passant, and about moves on disagreeing
    /// boards, which may do more than their geometry tells.
    pub fn new(state: &GameState, face: PieceType, micro_move: MicroMove) -> Self {
        if micro_move.is_castling() || micro_move.kind() == MoveKind::EnPassant || state.is_synthetic() {
            return Self::NONE;
        }
        let (origin, destination) = (micro_move.origin(), micro_move.destination());
        Self {
            order: order(face, origin),
            destination,
            origin,
            touched: origin.bitboard() | between(origin, destination),
            resets_clock: face == PieceType::Pawn || micro_move.is_capture(),
        }
    }

    /// Those of `men`, all of type `face`, whose moves need only be visited if they depend on this move.
    #[inline]
    fn earlier_men(&self, men: Bitboard, face: PieceType) -> Bitboard {
        if order(face, Square::masked(63)) < self.order {
            return men;
        }
        if order(face, Square::masked(0)) > self.order {
            return Bitboard::EMPTY;
        }
        let below_origin = Bitboard(self.origin.bitboard().0 - 1);
        men & below_origin & !self.destination.bitboard()
    }

    /// Squares among `targets` that the man of type `face` on `origin` sees only since the last move left its origin.
    #[inline]
    fn opened_squares(
        &self,
        geometry: &Geometry,
        face: PieceType,
        origin: Square,
        targets: Bitboard,
    ) -> Bitboard {
        if !targets.contains(self.origin) {
            return Bitboard::EMPTY;
        }
        let before = Geometry { occupied: geometry.occupied | self.origin.bitboard(), ..*geometry };
        !before.attacks(face, origin)
    }
}

#[inline]
fn order(face: PieceType, origin: Square) -> u16 {
    u16::from(face.face()) << 6 | origin.index() as u16
}

/// Visits the moves of men of type `face` that are new after `last_move`, in generation order. Castlings and moves to enemy kings are left
/// to the caller.
#[inline]
pub(super) fn visit_new_moves(
    state: &GameState,
    geometry: &Geometry,
    face: PieceType,
    last_move: &LastMove,
    clocks: Clocks,
    mut visit: impl FnMut(MicroMove),
) {
    let men = state.men(geometry.color, face);
    // What disagreeing boards make of a move is not worked out here: nothing is left out then.
    let earlier = if state.is_synthetic() { Bitboard::EMPTY } else { last_move.earlier_men(men, face) };
    // With exact clocks a move that resets the clock and one that does not depend on each other: the later one decides.
    let other_kind = match (clocks, last_move.resets_clock) {
        (Clocks::Blind, _) => Bitboard::EMPTY,
        (Clocks::Exact, true) => !geometry.enemy,
        (Clocks::Exact, false) => geometry.enemy,
    };
    if face == PieceType::Pawn {
        let independent = clocks == Clocks::Blind || last_move.resets_clock;
        let earlier = if independent { earlier } else { Bitboard::EMPTY };
        return visit_new_pawn_moves(state, geometry, men, earlier, last_move, visit);
    }
    let allowed = !(geometry.own | geometry.enemy_kings);
    for origin in men {
        let mut targets = geometry.attacks(face, origin) & allowed;
        if earlier.contains(origin) {
            targets &=
                other_kind | last_move.touched | last_move.opened_squares(geometry, face, origin, targets);
        }
        for destination in targets {
            visit(geometry.move_to(origin, destination));
        }
    }
}

/// Of a pawn that comes earlier only the pushes onto or over a square that the last move touched, and en passant, are new: no move
/// adds anything that a pawn could capture.
#[inline]
fn visit_new_pawn_moves(
    state: &GameState,
    geometry: &Geometry,
    men: Bitboard,
    earlier: Bitboard,
    last_move: &LastMove,
    mut visit: impl FnMut(MicroMove),
) {
    let en_passant = state.capturable_targets();
    let mut visit = |micro_move| {
        visit(micro_move);
        ControlFlow::<Infallible>::Continue(())
    };
    let _ = visit_pawn_moves(geometry, men & !earlier, en_passant, !geometry.enemy_kings, &mut visit);
    let one_before = last_move.touched.backward(geometry.color);
    let pushing = one_before | one_before.backward(geometry.color);
    let taking = pawn_attacks_of_set(!geometry.color, en_passant);
    let dependent = earlier & (pushing | taking);
    let _ = visit_pawn_moves(geometry, dependent, en_passant, !geometry.enemy, visit);
}

/// Whether a man of type `face` can take a king, other than by castling, which only disagreeing boards allow.
#[inline]
pub(super) fn takes_king(state: &GameState, geometry: &Geometry, face: PieceType) -> bool {
    if state.is_synthetic() {
        return visit_ordinary_moves(state, geometry, face, geometry.enemy_kings, |_| ControlFlow::Break(()))
            .is_break();
    }
    let men = state.men(geometry.color, face);
    geometry.enemy_kings.into_iter().any(|king| {
        // Seen from the king: the squares from which such a man attacks it.
        let attackers = match face {
            PieceType::Pawn => pawn_attacks(!geometry.color, king),
            _ => geometry.attacks(face, king),
        };
        men.intersects(attackers)
    })
}
