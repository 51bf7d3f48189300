//! Slow twin, part four: expectimax without any pruning. Every roll is generated on its own, every reply is searched.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use super::slow_eval::material;
use super::slow_rules::Position;
use super::slow_turns::{finals, legal_turns, weighted_rolls};

/// Centipawns of a position from the point of view of Black or White.
pub type Evaluate = fn(&Position, bool) -> i32;

/// Tells the keys of nodes where the searching side moves from the others.
const MAX_KEY_SALT: u64 = 0x9e37_79b9_7f4a_7c15;

/// A root turn that is worth a search.
pub struct SlowCandidate {
    pub text: String,
    pub pre_rank: i32,
    /// After the end of the turn.
    pub after: Position,
}

/// The legal turns by material, most first and equal ones in generation order, as many as `limit`.
pub fn shortlist(position: &Position, limit: usize) -> Vec<SlowCandidate> {
    let mut candidates: Vec<SlowCandidate> = legal_turns(position)
        .iter()
        .map(|turn| {
            let after = turn.end.end_turn();
            let pre_rank = material(&after, position.black_to_move);
            SlowCandidate { text: turn.text(), pre_rank, after }
        })
        .collect();
    candidates.sort_by_key(|candidate| Reverse(candidate.pre_rank));
    candidates.truncate(limit);
    candidates
}

/// The value of a position before the roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlowNode {
    pub value: f64,
    /// Whether the opponent is to roll and takes the king with some roll.
    pub loses_king: bool,
}

/// The search of one side. Remembers what it has searched, by position and plies.
pub struct SlowSearch {
    black: bool,
    evaluate: Evaluate,
    /// Values of a lost and of a won king.
    terminal: [f64; 2],
    rolls: Vec<([u8; 3], u64)>,
    known: HashMap<(Position, usize), SlowNode>,
}

impl SlowSearch {
    pub fn new(black: bool, evaluate: Evaluate, terminal: [f64; 2]) -> Self {
        let mut rolls = weighted_rolls();
        rolls.sort_by_key(|&(_, weight)| Reverse(weight));
        Self { black, evaluate, terminal, rolls, known: HashMap::new() }
    }

    /// The average over all rolls when both sides play on for `plies` turns.
    pub fn node(&mut self, position: &Position, plies: usize) -> SlowNode {
        if let Some(&known) = self.known.get(&(position.clone(), plies)) {
            return known;
        }
        let is_own = position.black_to_move == self.black;
        let mut node = SlowNode { value: 0.0, loses_king: false };
        for (roll, weight) in self.rolls.clone() {
            let turns = legal_turns(&position.with_dice(&roll));
            let takes_king = turns.iter().any(|turn| turn.captures_king);
            node.loses_king |= takes_king && !is_own;
            let value = if takes_king {
                self.terminal[usize::from(is_own)]
            } else {
                let mut ends: BTreeSet<Position> = finals(&turns).into_iter().collect();
                if turns.is_empty() {
                    ends.insert(position.end_turn());
                }
                let values = ends.iter().map(|end| self.after_turn(end, plies));
                values.reduce(if is_own { f64::max } else { f64::min }).expect("at least one end")
            };
            node.value += weight as f64 / 216.0 * value;
        }
        self.known.insert((position.clone(), plies), node);
        node
    }

    fn after_turn(&mut self, position: &Position, plies: usize) -> f64 {
        if plies == 1 {
            f64::from((self.evaluate)(position, self.black))
        } else {
            self.node(position, plies - 1).value
        }
    }

    /// All nodes searched so far, by the key and depth under which a table stores them.
    pub fn nodes(&self) -> HashMap<(u64, u8), SlowNode> {
        let stored = |((position, plies), &node): (&(Position, usize), &SlowNode)| {
            let salt = if position.black_to_move == self.black { MAX_KEY_SALT } else { 0 };
            ((position.key() ^ salt, *plies as u8), node)
        };
        self.known.iter().map(stored).collect()
    }
}

/// Whether an upper or lower bound holds up to the rounding of sums. Different values are further apart: leaves are whole numbers and
/// weights multiples of 1/216.
pub fn is_at_most(a: f64, b: f64) -> bool {
    a <= b + 1e-5
}
