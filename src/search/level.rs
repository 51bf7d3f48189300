use crate::memory::{NoMemory, list_with_room};
use crate::state::{DicePool, GameState};
use crate::turns::{ClassLattice, FinalStates, MaterialReplies, Roll};

/// The value that Star2 assigns to a roll before the roll is searched, from one reply to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Probe {
    pub value: f64,
    pub loss_tainted: bool,
}

/// Sums of a roll's value and those of all later rolls, added from the end; the last one is empty.
pub(super) type SuffixSums = [f64; Roll::COUNT + 1];

/// Memory of one node at one depth, reused by the next node there. On the heap, so that a search takes little
/// of its caller's stack however deep it goes.
#[derive(Debug)]
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
    /// Values by Star2's probes, in the order in which rolls are added up.
    pub probes: [Probe; Roll::COUNT],
    /// What the rolls from an index on can add at most and at least.
    pub most: SuffixSums,
    pub least: SuffixSums,
    /// Leaves that wait for the evaluator, and its scores.
    pub leaves: Vec<GameState>,
    pub scores: Vec<i32>,
}

impl Level {
    /// Memory for nodes of 1 to `plies` turns, the smallest first.
    pub fn list(plies: usize) -> Result<Vec<Self>, NoMemory> {
        let mut levels = list_with_room(plies)?;
        levels.extend((0..plies).map(|_| Self::new()));
        Ok(levels)
    }

    fn new() -> Self {
        Self {
            replies: MaterialReplies::new(),
            lattice: ClassLattice::new(),
            lattice_is_ready: false,
            class_scores: Vec::new(),
            pass_score: None,
            finals: FinalStates::new(),
            order: Vec::new(),
            probed: Vec::new(),
            probes: [Probe::default(); Roll::COUNT],
            most: [0.0; Roll::COUNT + 1],
            least: [0.0; Roll::COUNT + 1],
            leaves: Vec::new(),
            scores: Vec::new(),
        }
    }

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
