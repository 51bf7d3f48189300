use std::ops::ControlFlow;

use crate::board::{
    Bitboard, Color, PieceType, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use crate::state::{DicePool, GameState, MicroMove, MoveKind};
use crate::turns::{RollSet, for_each_micro_move};

/// The rolls with which the opponent of `defender` can capture a king of `defender`, were it the opponent's turn. None if
/// there is no such king.
///
/// Men, castling rights and en-passant targets count as they are; side to move, dice and clocks do not. Captures may
/// take any number of micro-moves, since a turn that captures a king need not spend all dice.
///
/// Microseconds. A [synthetic](GameState::is_synthetic) state is judged by its bitboards.
#[must_use]
pub fn king_capture_rolls(state: &GameState, defender: Color) -> RollSet {
    let attackers_turn = state.with_side_to_move(!defender).with_dice(DicePool::EMPTY);
    let mut search = CaptureSearch { rolls: RollSet::EMPTY };
    if !state.men(defender, PieceType::King).is_empty() {
        search.add_direct_captures(&attackers_turn, DicePool::EMPTY);
        search.prepare(&attackers_turn, DicePool::EMPTY, 1);
        search.prepare(&attackers_turn, DicePool::EMPTY, 2);
    }
    search.rolls
}

/// The probability, 0 to 1, that the next roll of `defender`'s opponent lets it capture a king of `defender`: that
/// of [`king_capture_rolls`].
#[must_use]
pub fn king_capture_probability(state: &GameState, defender: Color) -> f64 {
    king_capture_rolls(state, defender).probability()
}

/// Looks for dice that suffice for a capture. Dice that suffice do so in every roll that shows them, so that whole sets of rolls
/// are settled at once; short ways come first, and nothing is searched that could only settle what is settled.
struct CaptureSearch {
    rolls: RollSet,
}

impl CaptureSearch {
    /// Settles all rolls that show the dice `spent` and one for a man that captures a king now.
    fn add_direct_captures(&mut self, state: &GameState, spent: DicePool) {
        let target = Target::of(state);
        for face in PieceType::ALL {
            if state.men(state.side_to_move(), face).intersects(target.attackers[face.index()]) {
                self.add(spent, face);
            }
        }
    }

    fn add(&mut self, spent: DicePool, face: PieceType) {
        self.rolls |= RollSet::containing(with_die(spent, face));
    }

    /// Settles all rolls with which a king falls after exactly `moves` (1 or 2) more micro-moves that capture none, the dice
    /// `spent` being gone. Fewer micro-moves must have been searched before.
    fn prepare(&mut self, state: &GameState, spent: DicePool, moves: usize) {
        let target = Target::of(state);
        for face in PieceType::ALL {
            let dice = with_die(spent, face);
            if self.is_settled(dice) {
                continue;
            }
            let _ = for_each_micro_move(state, face, |micro_move| {
                if !target.kings.contains(micro_move.destination()) {
                    self.prepare_by(state, &target, micro_move, face, spent, moves);
                }
                if self.is_settled(dice) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        }
    }

    fn prepare_by(
        &mut self,
        state: &GameState,
        target: &Target,
        micro_move: MicroMove,
        face: PieceType,
        spent: DicePool,
        moves: usize,
    ) {
        let mut next = *state;
        let dice = with_die(spent, face);
        if micro_move.is_castling() {
            // It needs the rook die as well, which leaves one for the capture if none was spent before.
            if moves == 1 && spent.is_empty() {
                next.make_micro_move(micro_move);
                self.add_direct_captures(&next, with_die(dice, PieceType::Rook));
            }
        } else if moves > 1 {
            next.make_micro_move(micro_move);
            self.prepare(&next, dice, moves - 1);
        } else {
            let placed = micro_move.promotion().unwrap_or(face);
            if target.attackers[placed.index()].contains(micro_move.destination()) {
                self.add(dice, placed);
            }
            let opens_line =
                target.lines.contains(micro_move.origin()) || micro_move.kind() == MoveKind::EnPassant;
            if opens_line {
                next.make_micro_move(micro_move);
                self.add_direct_captures(&next, dice);
            }
        }
    }

    /// Whether all rolls that show `dice` are settled.
    fn is_settled(&self, dice: DicePool) -> bool {
        self.rolls.contains_all(RollSet::containing(dice))
    }
}

fn with_die(spent: DicePool, face: PieceType) -> DicePool {
    spent.with(face).expect("no way is searched that spends more than three dice")
}

/// The kings of the side that is not to move, seen from the other side.
struct Target {
    kings: Bitboard,
    /// By type of man: the squares from which one attacks a king, given what stands between.
    attackers: [Bitboard; 6],
    /// The squares that a king sees along lines and diagonals: only a man that leaves one of them can open a line to it.
    lines: Bitboard,
}

impl Target {
    fn of(state: &GameState) -> Self {
        let defender = !state.side_to_move();
        let kings = state.men(defender, PieceType::King);
        let occupied = state.occupied();
        let mut attackers = [Bitboard::EMPTY; 6];
        for king in kings {
            let (diagonals, straights) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
            let seen = [
                pawn_attacks(defender, king),
                knight_attacks(king),
                diagonals,
                straights,
                diagonals | straights,
                king_attacks(king),
            ];
            for (all, seen) in attackers.iter_mut().zip(seen) {
                *all |= seen;
            }
        }
        let lines = attackers[PieceType::Queen.index()];
        Self { kings, attackers, lines }
    }
}
