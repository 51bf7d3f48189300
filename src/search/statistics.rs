/// What one call of the search did. Deterministic for one thread; several threads may complete candidates that one would cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchStatistics {
    /// Legal turns at the root, 4 194 304 at most, and fewer than there are if the control stopped the search while it listed them.
    pub legal_turns: usize,
    /// Distinct end states that the search chose from in place of the legal turns, of which there are more than 4 194 304: all, or the first
    /// 1 000 000 in the order of the turns that lead there. 0 where it chose from the turns.
    pub distinct_states: usize,
    /// Turns that made the shortlist.
    pub candidates_selected: usize,
    /// Candidates searched to an exact value.
    pub candidates_completed: usize,
    /// Candidates that the control interrupted: at most the one that was running.
    pub candidates_abandoned: usize,
    /// Candidates cut off: they cannot be best.
    pub cutoffs: usize,
    /// Rolls of cut candidates that were never expanded.
    pub rolls_saved: usize,
    /// Those of `cutoffs` that Star2's probes alone decided.
    pub probe_cutoffs: usize,
    /// Candidates looked up in the table.
    pub table_probes: usize,
    /// Candidates whose exact value the table had.
    pub table_hits: usize,
    /// Candidates cut off by a bound from the table.
    pub table_cutoffs: usize,
}

impl SearchStatistics {
    /// Whether the control stopped the search before every candidate had its value or bound.
    #[must_use]
    pub const fn is_truncated(&self) -> bool {
        self.candidates_completed + self.cutoffs + self.table_hits + self.table_cutoffs
            < self.candidates_selected
    }

    /// Whether no candidate has a value, so that the choice is merely the best one before the search.
    #[must_use]
    pub const fn fell_back_to_pre_rank(&self) -> bool {
        self.candidates_completed == 0 && self.table_hits == 0 && self.candidates_abandoned > 0
    }
}
