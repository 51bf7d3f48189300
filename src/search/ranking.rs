use crate::memory::{NoMemory, list_with_room};
use crate::tt::Bound;
use crate::turns::Roll;

use super::node::NodeValue;
use super::shortlist::Candidate;
use super::{CandidateReport, SearchStatistics, blend, transformed_alpha};

/// The root candidates that have been searched, in shortlist order, and what the next one has to exceed.
#[derive(Debug)]
pub(super) struct Ranking<'a> {
    candidates: &'a [Candidate],
    /// Scores of all candidates and the weight of each, if a rescorer is active.
    rescore: Option<(&'a [i32], f64)>,
    pub reports: Vec<CandidateReport>,
    pub statistics: SearchStatistics,
    /// The best value that counts so far.
    best: Option<f64>,
}

impl<'a> Ranking<'a> {
    pub fn new(
        candidates: &'a [Candidate],
        rescore: Option<(&'a [i32], f64)>,
        statistics: SearchStatistics,
    ) -> Result<Self, NoMemory> {
        let reports = list_with_room(candidates.len())?;
        Ok(Self { candidates, rescore, reports, statistics, best: None })
    }

    /// The best value that counts so far.
    pub const fn best(&self) -> Option<f64> {
        self.best
    }

    /// What the candidate at `index` has to exceed, judged by those ranked so far.
    pub fn alpha(&self, index: usize) -> f64 {
        match (self.best, self.rescore) {
            (None, _) => f64::NEG_INFINITY,
            (Some(best), None) => best,
            (Some(best), Some((scores, weight))) => transformed_alpha(best, f64::from(scores[index]), weight),
        }
    }

    /// Ranks the next candidate, which was searched with `alpha`.
    pub fn push(&mut self, found: &NodeValue, alpha: f64) {
        let index = self.reports.len();
        let candidate = &self.candidates[index];
        let final_value = (found.bound == Bound::Exact).then(|| self.final_value(index, found));
        let statistics = &mut self.statistics;
        match (final_value, found.from_table) {
            (Some(_), true) => statistics.table_hits += 1,
            (Some(_), false) => statistics.candidates_completed += 1,
            (None, true) => statistics.table_cutoffs += 1,
            (None, false) => {
                statistics.cutoffs += 1;
                statistics.rolls_saved += Roll::COUNT - found.rolls_processed;
                statistics.probe_cutoffs += usize::from(found.by_probe);
            }
        }
        if let Some(value) = final_value {
            self.best = Some(self.best.map_or(value, |best| best.max(value)));
        }
        self.reports.push(CandidateReport {
            turn: candidate.turn,
            pre_rank: candidate.pre_rank,
            alpha,
            value: found.value,
            bound: found.bound,
            loss_tainted: found.loss_tainted,
            rolls_processed: found.rolls_processed,
            by_probe: found.by_probe,
            from_table: found.from_table,
            rescore: self.rescore.map(|(scores, _)| scores[index]),
            final_value,
        });
    }

    /// The value of the candidate at `index` that counts, given its exact search value.
    pub fn final_value(&self, index: usize, found: &NodeValue) -> f64 {
        match self.rescore {
            None => found.value,
            Some((scores, weight)) => {
                blend(found.value, f64::from(scores[index]), weight, found.loss_tainted)
            }
        }
    }

    /// Indices of the candidates that share the best value.
    pub fn winners(&self) -> impl Iterator<Item = usize> + '_ {
        let is_best = |&index: &usize| self.best.is_some() && self.reports[index].final_value == self.best;
        (0..self.reports.len()).filter(is_best)
    }
}
