//! For every roll the turn that wins most material, without making the turns' last micro-moves.

use std::cmp::Reverse;
use std::ops::ControlFlow::{self, Break, Continue};

use crate::board::{Bitboard, Color, PieceType, pawn_attacks_of_set};
use crate::memory::TryGrow;
use crate::state::{DicePool, GameState, MicroMove, MoveKind};

use super::class::{CLASS_COUNT, ClassSet, class_index};
use super::guard::{Guard, Halt};
use super::independence::{LastMove, takes_king, visit_new_moves};
use super::micro_moves::{Geometry, visit_ordinary_moves};
use super::state_set::Clocks;

/// The first of the turns with the most material for the mover, for every roll at once.
///
/// Micro-moves are made only up to a turn's last but one; what the last one can win is read off attack sets. Whatever commutes is looked at
/// in the order that comes first. "First" is the order of [`for_each_legal_turn`](super::for_each_legal_turn).
/// Reusable: keeps its memory.
#[derive(Clone, Debug)]
pub struct MaterialReplies {
    mover: Color,
    /// Positions within the turn; the root first.
    nodes: Vec<GameState>,
    /// For each class the best path that spends exactly its dice and takes no king.
    best: [Option<BestPath>; CLASS_COUNT],
    capturing: ClassSet,
    paths_seen: u32,
    /// The last of `nodes` that some best path needs.
    last_used_node: usize,
    /// Why looking has ended early.
    halted: Option<Halt>,
}

#[derive(Clone, Copy, Debug)]
struct BestPath {
    /// Material of the mover after the path, in centipawns.
    material: i32,
    /// Place of the path among all, in generation order.
    rank: u32,
    /// Index of the position before the last micro-move.
    node: usize,
    last_move: MicroMove,
}

/// What the mover does with a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaterialReply {
    /// It must pass.
    Pass,
    /// It takes a king.
    KingCapture,
    /// It plays a turn after which its material balance is this many centipawns.
    Material(i32),
}

impl MaterialReplies {
    /// Holds nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            mover: Color::White,
            nodes: Vec::new(),
            best: [None; CLASS_COUNT],
            capturing: ClassSet::default(),
            paths_seen: 0,
            last_used_node: 0,
            halted: None,
        }
    }

    /// Finds the replies of the side to move of `root` to every roll; its dice are ignored.
    ///
    /// # Panics
    /// If there is no memory for the positions within a turn that it keeps.
    pub fn find(&mut self, root: &GameState) {
        if let Err(halt) = self.find_within(&Guard::NONE, root) {
            panic!("{halt}");
        }
    }

    /// [`find`](Self::find) as long as the guard says so; its limit does not matter.
    ///
    /// # Errors
    /// [`Halt::Stopped`] or [`Halt::Memory`].
    pub fn find_within(&mut self, guard: &Guard<'_>, root: &GameState) -> Result<(), Halt> {
        self.mover = root.side_to_move();
        self.nodes.clear();
        self.best = [None; CLASS_COUNT];
        self.capturing = ClassSet::default();
        self.paths_seen = 0;
        self.last_used_node = 0;
        self.halted = None;
        self.nodes.try_push(root.with_dice(DicePool::EMPTY))?;
        self.extend(guard, 0, DicePool::EMPTY, &LastMove::NONE);
        self.halted.map_or(Ok(()), Err)
    }

    /// What the mover does with `roll`.
    #[must_use]
    pub fn reply(&self, roll: DicePool) -> MaterialReply {
        if self.capturing.contains_part_of(roll) {
            return MaterialReply::KingCapture;
        }
        self.best_path(roll).map_or(MaterialReply::Pass, |path| MaterialReply::Material(path.material))
    }

    /// The state after the turn that the mover plays with `roll`, the end of the turn included. A pass ends the turn at once; where the
    /// mover takes a king there is none.
    #[must_use]
    pub fn state_after(&self, roll: DicePool) -> Option<GameState> {
        if self.capturing.contains_part_of(roll) {
            return None;
        }
        let mut state = *self.nodes.first()?;
        if let Some(path) = self.best_path(roll) {
            state = self.nodes[path.node];
            state.make_micro_move(path.last_move);
        }
        state.end_turn();
        Some(state)
    }

    /// The first of the best among the paths that spend as many dice as can be spent.
    fn best_path(&self, roll: DicePool) -> Option<BestPath> {
        let (mut best, mut size) = (None, 0);
        for class in ClassSet::ALL.parts_of(roll).rev() {
            if class.len() < size {
                break;
            }
            if let Some(path) = self.best[class_index(class)] {
                size = class.len();
                best = Some(best.map_or(path, |best| path.better_of(best)));
            }
        }
        best
    }

    /// Looks at everything that follows a position reached by spending the dice of `class`.
    fn extend(&mut self, guard: &Guard<'_>, node: usize, class: DicePool, last_move: &LastMove) {
        let state = self.nodes[node];
        let geometry = Geometry::of(&state);
        for face in PieceType::ALL {
            let Some(next) = class.with(face) else { continue };
            if self.capturing.contains_part_of(next) {
                continue;
            }
            if takes_king(&state, &geometry, face) {
                self.capturing.insert(next);
                continue;
            }
            if next.len() == 3 {
                self.find_last_move(node, &state, &geometry, face, next);
                continue;
            }
            // Clocks do not matter to material.
            visit_new_moves(&state, &geometry, face, last_move, Clocks::Blind, |micro_move| {
                self.follow(guard, node, micro_move, next, &LastMove::new(&state, face, micro_move));
            });
            if let (PieceType::King, Some(castled)) = (face, next.with(PieceType::Rook)) {
                for castling in geometry.castlings(&state) {
                    if geometry.enemy_kings.contains(castling.destination()) {
                        self.capturing.insert(castled);
                    } else {
                        self.follow(guard, node, castling, castled, &LastMove::NONE);
                    }
                }
            }
        }
    }

    /// Makes a micro-move that has spent the dice of `class` then, and goes on from there.
    fn follow(
        &mut self,
        guard: &Guard<'_>,
        node: usize,
        micro_move: MicroMove,
        class: DicePool,
        last_move: &LastMove,
    ) {
        if self.halted.is_some() {
            return;
        }
        let mut state = self.nodes[node];
        state.make_micro_move(micro_move);
        self.propose(node, micro_move, class, state.material(self.mover));
        if class.len() == 3 {
            return;
        }
        // Once for each position after one micro-move, of which there are dozens.
        if class.len() == 1 && !(guard.keep_going)() {
            self.halted = Some(Halt::Stopped);
            return;
        }
        let child = self.nodes.len();
        if let Err(no_memory) = self.nodes.try_push(state) {
            self.halted = Some(no_memory.into());
            return;
        }
        self.extend(guard, child, class, last_move);
        if self.last_used_node < child {
            self.nodes.truncate(child);
        }
    }

    /// Finds the first best micro-move that spends the last die.
    fn find_last_move(
        &mut self,
        node: usize,
        state: &GameState,
        geometry: &Geometry,
        face: PieceType,
        class: DicePool,
    ) {
        let Some(gain) = best_gain(state, geometry, face) else { return };
        let material = state.material(self.mover) + gain;
        // An equal path further back changes nothing.
        if self.best[class_index(class)].is_some_and(|best| best.material >= material) {
            return;
        }
        let first = visit_ordinary_moves(state, geometry, face, Bitboard::ALL, |micro_move| {
            if gain_of(state, micro_move) == gain { Break(micro_move) } else { Continue(()) }
        });
        if let Break(micro_move) = first {
            self.propose(node, micro_move, class, material);
        }
    }

    fn propose(&mut self, node: usize, last_move: MicroMove, class: DicePool, material: i32) {
        self.paths_seen += 1;
        let path = BestPath { material, rank: self.paths_seen, node, last_move };
        let best = &mut self.best[class_index(class)];
        if best.is_none_or(|best| material > best.material) {
            *best = Some(path);
            self.last_used_node = self.last_used_node.max(node);
        }
    }
}

impl Default for MaterialReplies {
    fn default() -> Self {
        Self::new()
    }
}

impl BestPath {
    fn better_of(self, other: Self) -> Self {
        let is_better = (self.material, Reverse(self.rank)) > (other.material, Reverse(other.rank));
        if is_better { self } else { other }
    }
}

/// The most that a micro-move of a man of type `face` wins in centipawns, if there is one. No king can be taken.
fn best_gain(state: &GameState, geometry: &Geometry, face: PieceType) -> Option<i32> {
    let men = state.men(geometry.color, face);
    if state.is_synthetic()
        || (face == PieceType::Pawn && men.forward(geometry.color).intersects(Bitboard::BACK_RANKS))
    {
        return best_gain_move_by_move(state, geometry, face);
    }
    let (reached, captured) = if face == PieceType::Pawn {
        let attacked = pawn_attacks_of_set(geometry.color, men);
        if attacked.intersects(state.capturable_targets()) {
            return best_gain_move_by_move(state, geometry, face);
        }
        let captured = attacked & geometry.enemy;
        (men.forward(geometry.color) & !geometry.occupied | captured, captured)
    } else {
        let attacked = men.into_iter().fold(Bitboard::EMPTY, |set, man| set | geometry.attacks(face, man));
        (attacked & !geometry.own, attacked & geometry.enemy)
    };
    if reached.is_empty() {
        return None;
    }
    let by_worth = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];
    let victim = by_worth.into_iter().find(|&victim| captured.intersects(state.men_of_type(victim)));
    Some(victim.map_or(0, PieceType::centipawns))
}

fn best_gain_move_by_move(state: &GameState, geometry: &Geometry, face: PieceType) -> Option<i32> {
    let mut best = None;
    let _: ControlFlow<()> = visit_ordinary_moves(state, geometry, face, Bitboard::ALL, |micro_move| {
        best = best.max(Some(gain_of(state, micro_move)));
        Continue(())
    });
    best
}

/// What a micro-move wins in centipawns.
fn gain_of(state: &GameState, micro_move: MicroMove) -> i32 {
    if state.is_synthetic() {
        let mut after = *state;
        after.make_micro_move(micro_move);
        return after.material(state.side_to_move()) - state.material(state.side_to_move());
    }
    let promoted =
        micro_move.promotion().map_or(0, |promotion| promotion.centipawns() - PieceType::Pawn.centipawns());
    let victim = match micro_move.kind() {
        MoveKind::EnPassant => Some(PieceType::Pawn),
        _ => state.piece_at(micro_move.destination()).map(|piece| piece.piece_type),
    };
    promoted + victim.map_or(0, PieceType::centipawns)
}
