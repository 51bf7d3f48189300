use crate::state::{DicePool, GameState};
use crate::turns::{ClassLattice, FinalStates, MaterialReplies};

/// Memory of one node at one depth, reused by the next node there.
#[derive(Debug, Default)]
pub(super) struct Level {
    /// The replies that win most material.
    pub replies: MaterialReplies,
    /// The replies of the last ply.
    pub lattice: ClassLattice,
    /// Whether `lattice` holds this node.
    pub lattice_is_ready: bool,
    /// Values of classes of fewer than three dice, which several rolls share.
    pub class_scores: Vec<(DicePool, i32)>,
    /// Score of passing, which all rolls without a turn share.
    pub pass_score: Option<i32>,
    /// The different replies to one roll, for plies before the last.
    pub finals: FinalStates,
    /// Indices of `finals` in the order in which they are searched.
    pub order: Vec<u32>,
    /// States that stand for a roll each in Star2's probes.
    pub probed: Vec<Option<GameState>>,
    /// Leaves that wait for the evaluator, and its scores.
    pub leaves: Vec<GameState>,
    pub scores: Vec<i32>,
}

impl Level {
    /// Forgets the node that was here; keeps the memory.
    pub fn clear(&mut self) {
        self.lattice_is_ready = false;
        self.class_scores.clear();
        self.pass_score = None;
        self.probed.clear();
        self.leaves.clear();
        self.scores.clear();
    }
}
