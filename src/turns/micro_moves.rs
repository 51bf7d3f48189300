//! Which micro-moves the board allows for a die face. Dice are not read here, checks do not exist in dice chess, and the order of
//! the moves is part of the rules (`docs/rules.md`).

use std::ops::ControlFlow::{self, Break, Continue};

use crate::board::{
    Bitboard, Color, PieceType, Square, bishop_attacks, king_attacks, knight_attacks, pawn_attacks,
    pawn_attacks_of_set, queen_attacks, rook_attacks,
};
use crate::state::{CastlingRights, GameState, MicroMove, MoveKind};

/// What a generator asks of a position more than once.
#[derive(Clone, Copy)]
pub(super) struct Geometry {
    pub color: Color,
    pub own: Bitboard,
    pub enemy: Bitboard,
    pub occupied: Bitboard,
    /// Where the mailbox has a king of the other side: moving there wins.
    pub enemy_kings: Bitboard,
}

impl Geometry {
    #[inline]
    pub fn of(state: &GameState) -> Self {
        let color = state.side_to_move();
        let (own, enemy) = (state.men_of(color), state.men_of(!color));
        Self { color, own, enemy, occupied: own | enemy, enemy_kings: enemy_kings(state) }
    }

    /// Squares that the man of this type on `origin` attacks.
    #[inline(always)]
    pub fn attacks(&self, piece_type: PieceType, origin: Square) -> Bitboard {
        match piece_type {
            PieceType::Pawn => pawn_attacks(self.color, origin),
            PieceType::Knight => knight_attacks(origin),
            PieceType::Bishop => bishop_attacks(origin, self.occupied),
            PieceType::Rook => rook_attacks(origin, self.occupied),
            PieceType::Queen => queen_attacks(origin, self.occupied),
            PieceType::King => king_attacks(origin),
        }
    }

    /// The move of a man other than a pawn to a square that it attacks.
    #[inline]
    pub fn move_to(&self, origin: Square, destination: Square) -> MicroMove {
        let kind = if self.enemy.contains(destination) { MoveKind::Capture } else { MoveKind::Quiet };
        MicroMove::new(origin, destination, kind)
    }

    /// The castlings that the board allows, king side first. Attacked squares do not matter.
    #[inline]
    pub fn castlings(&self, state: &GameState) -> impl Iterator<Item = MicroMove> + use<> {
        let rights = state.castling_rights() & CastlingRights::of(self.color);
        let rank = match self.color {
            Color::White => 0,
            Color::Black => 56,
        };
        let king = Square::masked(rank + 4);
        let home = !rights.is_empty() && state.men(self.color, PieceType::King).contains(king);
        let rooks = state.men(self.color, PieceType::Rook);
        let occupied = self.occupied;
        let sides = [
            (CastlingRights::king_side(self.color), 7, 6, 0b0110_0000, MoveKind::CastleKingSide),
            (CastlingRights::queen_side(self.color), 0, 2, 0b0000_1110, MoveKind::CastleQueenSide),
        ];
        sides.into_iter().filter_map(move |(right, corner, target, between, kind)| {
            let allowed = home
                && rights.contains(right)
                && rooks.contains(Square::masked(rank + corner))
                && !occupied.intersects(Bitboard(between << rank));
            allowed.then(|| MicroMove::new(king, Square::masked(rank + target), kind))
        })
    }
}

#[inline]
fn enemy_kings(state: &GameState) -> Bitboard {
    if state.is_synthetic() {
        return Bitboard::ALL.into_iter().filter(|&square| state.has_enemy_king_at(square)).collect();
    }
    state.men(!state.side_to_move(), PieceType::King)
}

/// Visits every micro-move of the side to move with men of type `face`, in the specified order: men by ascending square, a pawn's push
/// before its captures towards the h-file and the a-file and en passant, other men's destinations ascending, castlings last.
#[inline]
pub fn for_each_micro_move<B>(
    state: &GameState,
    face: PieceType,
    visit: impl FnMut(MicroMove) -> ControlFlow<B>,
) -> ControlFlow<B> {
    visit_moves(state, &Geometry::of(state), face, visit)
}

#[inline]
pub(super) fn visit_moves<B>(
    state: &GameState,
    geometry: &Geometry,
    face: PieceType,
    mut visit: impl FnMut(MicroMove) -> ControlFlow<B>,
) -> ControlFlow<B> {
    visit_ordinary_moves(state, geometry, face, Bitboard::ALL, &mut visit)?;
    if face == PieceType::King {
        geometry.castlings(state).try_for_each(visit)?;
    }
    ControlFlow::Continue(())
}

/// All moves but castling, to `allowed` squares only.
#[inline]
pub(super) fn visit_ordinary_moves<B>(
    state: &GameState,
    geometry: &Geometry,
    face: PieceType,
    allowed: Bitboard,
    mut visit: impl FnMut(MicroMove) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let men = state.men(geometry.color, face);
    if face == PieceType::Pawn {
        let en_passant = state.capturable_targets();
        return visit_pawn_moves(geometry, men, en_passant, allowed, visit);
    }
    let allowed = allowed & !geometry.own;
    for origin in men {
        for destination in geometry.attacks(face, origin) & allowed {
            visit(geometry.move_to(origin, destination))?;
        }
    }
    ControlFlow::Continue(())
}

const PROMOTIONS: [MoveKind; 4] =
    [MoveKind::PromoteQueen, MoveKind::PromoteRook, MoveKind::PromoteBishop, MoveKind::PromoteKnight];
const CAPTURING_PROMOTIONS: [MoveKind; 4] = [
    MoveKind::CapturePromoteQueen,
    MoveKind::CapturePromoteRook,
    MoveKind::CapturePromoteBishop,
    MoveKind::CapturePromoteKnight,
];

/// The moves of `pawns` to `allowed` squares.
#[inline]
pub(super) fn visit_pawn_moves<B>(
    geometry: &Geometry,
    pawns: Bitboard,
    en_passant: Bitboard,
    allowed: Bitboard,
    mut visit: impl FnMut(MicroMove) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let color = geometry.color;
    let (third_rank, step) = match color {
        Color::White => (Bitboard::rank(2), 8),
        Color::Black => (Bitboard::rank(5), 64 - 8),
    };
    let empty = !geometry.occupied;
    let singles = pawns.forward(color) & empty;
    let doubles = (singles & third_rank).forward(color) & empty & allowed;
    let pushing = (singles & allowed).backward(color);
    let pushing_twice = doubles.backward(color).backward(color);
    let victims = geometry.enemy & allowed;
    let en_passant = en_passant & allowed;
    let capturing = pawn_attacks_of_set(!color, victims | en_passant);
    for origin in pawns & (pushing | pushing_twice | capturing) {
        if pushing.contains(origin) {
            let single = Square::masked(origin.index() as u8 + step);
            if Bitboard::BACK_RANKS.contains(single) {
                PROMOTIONS.iter().try_for_each(|&kind| visit(MicroMove::new(origin, single, kind)))?;
            } else {
                visit(MicroMove::new(origin, single, MoveKind::Quiet))?;
            }
        }
        if pushing_twice.contains(origin) {
            let double = Square::masked(origin.index() as u8 + 2 * step);
            visit(MicroMove::new(origin, double, MoveKind::DoublePush))?;
        }
        if !capturing.contains(origin) {
            continue;
        }
        let attacks = pawn_attacks(color, origin);
        // Towards the h-file first: the higher one of at most two squares on the same rank.
        let mut captures = attacks & victims;
        while let Some(destination) = captures.last() {
            captures &= !destination.bitboard();
            // A pawn that takes a king does not promote: the game is over.
            if Bitboard::BACK_RANKS.contains(destination) && !geometry.enemy_kings.contains(destination) {
                CAPTURING_PROMOTIONS
                    .iter()
                    .try_for_each(|&kind| visit(MicroMove::new(origin, destination, kind)))?;
            } else {
                visit(MicroMove::new(origin, destination, MoveKind::Capture))?;
            }
        }
        for destination in attacks & en_passant {
            visit(MicroMove::new(origin, destination, MoveKind::EnPassant))?;
        }
    }
    ControlFlow::Continue(())
}

/// Whether the board allows the side to move this micro-move, whatever the dice.
#[must_use]
pub fn is_micro_move(state: &GameState, micro_move: MicroMove) -> bool {
    let color = state.side_to_move();
    let may_move = |face: &PieceType| state.men(color, *face).contains(micro_move.origin());
    PieceType::ALL.into_iter().filter(may_move).any(|face| {
        let compare = |other| if other == micro_move { Break(()) } else { Continue(()) };
        for_each_micro_move(state, face, compare).is_break()
    })
}

/// All micro-moves that the faces in the dice pool allow, in the specified order, castling also without the rook die that it needs.
/// Not every one of them begins a legal turn; see [`legal_first_moves`](super::legal_first_moves).
#[must_use]
pub fn micro_moves(state: &GameState) -> Vec<MicroMove> {
    let mut moves = Vec::new();
    for face in state.dice().distinct_faces() {
        let _ = for_each_micro_move(state, face, |micro_move| {
            moves.push(micro_move);
            ControlFlow::<()>::Continue(())
        });
    }
    moves
}
