use crate::tt::Bound;
use crate::turns::Turn;

use super::ranking::Ranking;
use super::shortlist::Candidate;
use super::{JvmRandom, SearchStatistics, StopReason};

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchReport {
    /// The turn to play; `None` if it must be passed.
    pub turn: Option<Turn>,
    /// Its value in centipawns, cut towards zero; [`TERMINAL_WIN_SCORE`](crate::scoring::TERMINAL_WIN_SCORE) if it takes a king.
    pub score: i32,
    /// The value of the best candidates, all digits; [`terminal_win`](super::UtilityBounds::terminal_win) if the turn takes a king. `None`
    /// for a pass, for a turn without a choice under a time limit, and if the search was interrupted before the first value.
    pub best: Option<f64>,
    /// How many candidates share `best`; one of them was drawn.
    pub winners: usize,
    /// Turns looked ahead. Less than asked for if the search ended early between depths.
    pub depth: usize,
    /// Units of work that the control counted until the end of the search.
    pub work_used: u64,
    /// Why the search ended early; `None` if it is complete.
    pub stop_reason: Option<StopReason>,
    /// What the search did.
    pub statistics: SearchStatistics,
    /// The candidates in the order in which they were searched, as far as the search came.
    pub candidates: Vec<CandidateReport>,
}

impl SearchReport {
    /// The report of a search that has not begun: a pass.
    pub(super) fn new(depth: usize) -> Self {
        Self {
            turn: None,
            score: 0,
            best: None,
            winners: 0,
            depth,
            work_used: 0,
            stop_reason: None,
            statistics: SearchStatistics::default(),
            candidates: Vec::new(),
        }
    }

    /// Draws among the best candidates, or takes the first one, undrawn, if none has a value.
    pub(super) fn choose(&mut self, candidates: &[Candidate], ranking: Ranking<'_>, random: &mut JvmRandom) {
        self.best = ranking.best();
        self.winners = ranking.winners().count();
        let drawn =
            random.next_int(self.winners as u32).and_then(|drawn| ranking.winners().nth(drawn as usize));
        match (drawn, self.best) {
            (Some(winner), Some(best)) => {
                self.turn = Some(candidates[winner].turn);
                // Towards zero, saturating.
                self.score = best as i32;
            }
            _ => self.choose_unsearched(candidates),
        }
        self.statistics = ranking.statistics;
        self.candidates = ranking.reports;
    }

    /// Takes the first of the candidates, none of which has a value.
    pub(super) fn choose_unsearched(&mut self, candidates: &[Candidate]) {
        self.turn = candidates.first().map(|candidate| candidate.turn);
        self.score = candidates.first().map_or(0, |candidate| candidate.pre_rank);
    }

    /// Whether the search went as far as it was asked to.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.stop_reason.is_none()
    }
}

/// What a search found out about one root turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CandidateReport {
    /// The turn.
    pub turn: Turn,
    /// The score that put it on the shortlist.
    pub pre_rank: i32,
    /// What it had to exceed; −∞ for the first one.
    pub alpha: f64,
    /// Its search value before rescoring.
    pub value: f64,
    /// What `value` says about the true value.
    pub bound: Bound,
    /// Whether a reply to some roll looked at takes the searching side's king.
    pub loss_tainted: bool,
    /// Rolls that were expanded, 0..=56.
    pub rolls_processed: usize,
    /// Whether Star2's probes alone cut it off.
    pub by_probe: bool,
    /// Whether the table had it.
    pub from_table: bool,
    /// The rescorer's score, if one is active.
    pub rescore: Option<i32>,
    /// The value that counts in the choice; `None` for a candidate that was cut off.
    pub final_value: Option<f64>,
}
