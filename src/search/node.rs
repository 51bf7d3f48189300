//! The recursive chance node: exact expectimax values with Star1 and Star2 bounds (B. W. Ballard, "The *-Minimax Search Procedure for
//! Trees Containing Chance Nodes", 1983), every float operation in a fixed order.

use crate::board::Color;
use crate::eval::Evaluator;
use crate::state::GameState;
use crate::tt::{Bound, TableEntry, TranspositionTable};
use crate::turns::Halt;

use super::expansion::Expansion;
use super::level::Level;
use super::{SearchControl, UtilityBounds, Window};

/// Who rolls and moves at a chance node, seen from the side that searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The opponent, who wants the value low.
    Min,
    /// The side that searches.
    Max,
}

impl Role {
    pub const fn opposite(self) -> Self {
        match self {
            Self::Min => Self::Max,
            Self::Max => Self::Min,
        }
    }
}

/// Distinguishes the table keys of nodes at which the searching side moves: one position has two values, one for each side that may
/// search.
const MAX_KEY_SALT: u64 = 0x9e37_79b9_7f4a_7c15;

/// What is known of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NodeValue {
    pub value: f64,
    pub bound: Bound,
    /// Whether some roll of the opponent that was looked at loses the searching side's king, at this very node.
    pub loss_tainted: bool,
    /// Rolls whose value was added up; the other ones were saved.
    pub rolls_processed: usize,
    /// Whether Star2's probes alone decided.
    pub by_probe: bool,
    pub from_table: bool,
}

impl NodeValue {
    pub const fn new(value: f64, bound: Bound, loss_tainted: bool) -> Self {
        Self { value, bound, loss_tainted, rolls_processed: 0, by_probe: false, from_table: false }
    }

    pub const fn after_rolls(self, rolls_processed: usize) -> Self {
        Self { rolls_processed, ..self }
    }
}

/// Why a node has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Interruption<Error> {
    /// The control said stop.
    Stopped,
    /// The evaluator failed.
    Evaluator(Error),
    /// The position has too many turns.
    TooLarge(Halt),
}

impl<Error> From<Halt> for Interruption<Error> {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stopped => Self::Stopped,
            Halt::TooMany(_) | Halt::Memory => Self::TooLarge(halt),
        }
    }
}

/// What a search does not change from node to node.
pub(super) struct Rules<'a> {
    /// The side that searches; all values are from its point of view.
    pub perspective: Color,
    pub bounds: UtilityBounds,
    /// Whether the table may neither give nor take bounds.
    pub exact_only: bool,
    pub control: &'a SearchControl,
    pub table: Option<&'a TranspositionTable>,
}

/// One thread's search.
pub(super) struct NodeSearch<'a, E> {
    pub rules: Rules<'a>,
    pub evaluator: E,
    /// Scratch memory by remaining plies.
    levels: Vec<Level>,
}

pub(super) type NodeResult<E> = Result<NodeValue, Interruption<<E as Evaluator>::Error>>;

impl<'a, E: Evaluator> NodeSearch<'a, E> {
    pub fn new(rules: Rules<'a>, evaluator: E, plies: usize) -> Self {
        Self { rules, evaluator, levels: (0..=plies).map(|_| Level::default()).collect() }
    }

    /// The value of the chance node `state`, whose dice are not rolled yet, `plies` turns deep, from the table if it has it.
    pub fn node(&mut self, state: &GameState, role: Role, plies: usize, window: Window) -> NodeResult<E> {
        if self.rules.control.is_cancelled() {
            return Err(Interruption::Stopped);
        }
        let key = state.key() ^ if role == Role::Max { MAX_KEY_SALT } else { 0 };
        if let Some(entry) = self.rules.table.and_then(|table| table.probe(key))
            && self.is_usable(&entry, plies, window)
        {
            let found = NodeValue::new(entry.value, entry.bound, entry.loss_tainted);
            return Ok(NodeValue { from_table: true, ..found });
        }
        // Taken out, since inner nodes need `self` while this node's memory is in use.
        let mut level = std::mem::take(&mut self.levels[plies]);
        let result = Expansion::new(self, &mut level, state, role, plies, window).run();
        self.levels[plies] = level;
        let mut found = result?;
        // A king that is lost only after a turn of the searching side's own is a matter of that turn. How much of it is seen depends on
        // what was pruned.
        found.loss_tainted &= role == Role::Min;
        if let Some(table) = self.rules.table
            && (found.bound == Bound::Exact || !self.rules.exact_only)
        {
            let NodeValue { value, bound, loss_tainted, .. } = found;
            table.store(&TableEntry { key, value, bound, depth: plies as u8, loss_tainted });
        }
        Ok(found)
    }

    fn is_usable(&self, entry: &TableEntry, plies: usize, window: Window) -> bool {
        usize::from(entry.depth) == plies
            && match entry.bound {
                Bound::Exact => true,
                Bound::UpperBound => !self.rules.exact_only && entry.value < window.alpha,
                Bound::LowerBound => !self.rules.exact_only && entry.value > window.beta,
            }
    }
}
