use crate::tt::Bound;

/// What a search of one node came to.
///
/// An interrupted search has no value, not even a provisional one: the average over the rolls that happened to come
/// first says nothing about the node, and what does not exist cannot be stored in a table by mistake.
///
/// ```compile_fail
/// # use dicechess::search::SearchOutcome;
/// let outcome: SearchOutcome<f64> = SearchOutcome::Incomplete { value: 1.0, work_used: 3 };
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchOutcome<T> {
    /// The node's value.
    Exact {
        /// The value.
        value: T,
        /// Units of work that the control counted until then.
        work_used: u64,
    },
    /// The node is worth at least `value`.
    LowerBound {
        /// The bound.
        value: T,
        /// Units of work that the control counted until then.
        work_used: u64,
    },
    /// The node is worth at most `value`.
    UpperBound {
        /// The bound.
        value: T,
        /// Units of work that the control counted until then.
        work_used: u64,
    },
    /// The control stopped the search before it knew anything about the node.
    Incomplete {
        /// Units of work that the control counted until then.
        work_used: u64,
    },
}

impl<T: Copy> SearchOutcome<T> {
    /// What is known about the node, as a table stores it; `None` for an incomplete search.
    #[must_use]
    pub const fn known(&self) -> Option<(T, Bound)> {
        match *self {
            Self::Exact { value, .. } => Some((value, Bound::Exact)),
            Self::LowerBound { value, .. } => Some((value, Bound::LowerBound)),
            Self::UpperBound { value, .. } => Some((value, Bound::UpperBound)),
            Self::Incomplete { .. } => None,
        }
    }

    /// Units of work that the control counted until the search ended.
    #[must_use]
    pub const fn work_used(&self) -> u64 {
        match *self {
            Self::Exact { work_used, .. }
            | Self::LowerBound { work_used, .. }
            | Self::UpperBound { work_used, .. }
            | Self::Incomplete { work_used } => work_used,
        }
    }
}
