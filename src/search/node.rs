//! The recursive chance node: exact expectimax values with Star1 and Star2 bounds (B. W. Ballard, "The *-Minimax Search Procedure for
//! Trees Containing Chance Nodes", 1983), every float operation in a fixed order.

use crate::board::Color;
use crate::eval::Evaluator;
use crate::memory::NoMemory;
use crate::state::GameState;
use crate::tt::{Bound, TableEntry, TranspositionTable};
use crate::turns::Halt;

use super::expansion::Expansion;
use super::fingerprint::mix;
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
    /// The system has no memory for what the node keeps.
    Memory,
}

impl<Error> From<Halt> for Interruption<Error> {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stopped => Self::Stopped,
            Halt::TooMany(_) => Self::TooLarge(halt),
            Halt::Memory => Self::Memory,
        }
    }
}

impl<Error> From<NoMemory> for Interruption<Error> {
    fn from(_: NoMemory) -> Self {
        Self::Memory
    }
}

/// What a search does not change from node to node, and the evaluator of its leaves.
#[derive(Clone, Copy)]
pub(super) struct NodeSearch<'a, E> {
    /// The side that searches; all values are from its point of view.
    pub perspective: Color,
    pub bounds: UtilityBounds,
    /// Whether the table may neither give nor take bounds.
    pub exact_only: bool,
    pub control: &'a SearchControl,
    pub table: Option<&'a TranspositionTable>,
    pub evaluator: &'a E,
}

pub(super) type NodeResult<E> = Result<NodeValue, Interruption<<E as Evaluator>::Error>>;

impl<E: Evaluator> NodeSearch<'_, E> {
    /// The value of the chance node `state`, whose dice are not rolled yet, as many turns deep as there are `levels`, from the
    /// table if it has it.
    pub fn node(&self, levels: &mut [Level], state: &GameState, role: Role, window: Window) -> NodeResult<E> {
        if self.control.is_cancelled() {
            return Err(Interruption::Stopped);
        }
        let plies = levels.len();
        if let Some(known) = self.probe(state, role, plies, window) {
            return Ok(known);
        }
        let found = self.expand(levels, state, role, window)?;
        self.store(state, role, plies, &found);
        Ok(found)
    }

    /// [`node`](Self::node) without looking the node itself up or storing it.
    pub fn expand(
        &self,
        levels: &mut [Level],
        state: &GameState,
        role: Role,
        window: Window,
    ) -> NodeResult<E> {
        let (level, below) = levels.split_last_mut().expect("a node looks at least one turn ahead");
        let mut found = Expansion::new(self, level, below, state, role, window).run()?;
        // A king that is lost only after a turn of the searching side's own is a matter of that turn. How much of it is seen depends on
        // what was pruned.
        found.loss_tainted &= role == Role::Min;
        Ok(found)
    }

    /// What the table knows of a node, if that will do in the window.
    pub fn probe(&self, state: &GameState, role: Role, plies: usize, window: Window) -> Option<NodeValue> {
        let entry = self.table_of(state)?.probe(self.key(state, role))?;
        let found = NodeValue::new(entry.value, entry.bound, entry.loss_tainted);
        self.is_usable(&entry, plies, window).then_some(NodeValue { from_table: true, ..found })
    }

    /// Lets the table know of a node.
    pub fn store(&self, state: &GameState, role: Role, plies: usize, found: &NodeValue) {
        if let Some(table) = self.table_of(state)
            && (found.bound == Bound::Exact || !self.exact_only)
        {
            let NodeValue { value, bound, loss_tainted, .. } = *found;
            let key = self.key(state, role);
            table.store(&TableEntry { key, value, bound, depth: plies as u8, loss_tainted });
        }
    }

    /// The table, unless the state is synthetic: its key does not tell it apart from others.
    fn table_of(&self, state: &GameState) -> Option<&TranspositionTable> {
        self.table.filter(|_| !state.is_synthetic())
    }

    /// What a table knows the node by. Clocks are a part of it for evaluators that may read them.
    fn key(&self, state: &GameState, role: Role) -> u64 {
        let clocks = if self.evaluator.ignores_clocks() {
            0
        } else {
            mix(u64::from(state.full_move_number()) << 16 | u64::from(state.half_move_clock()))
        };
        state.key() ^ clocks ^ if role == Role::Max { MAX_KEY_SALT } else { 0 }
    }

    fn is_usable(&self, entry: &TableEntry, plies: usize, window: Window) -> bool {
        usize::from(entry.depth) == plies
            && match entry.bound {
                Bound::Exact => true,
                Bound::UpperBound => !self.exact_only && entry.value < window.alpha,
                Bound::LowerBound => !self.exact_only && entry.value > window.beta,
            }
    }
}
