//! Reports of searches: what was found, and what it took.

use std::time::Duration;

use crate::ffi::micro_move::dicechess_micro_move;
use crate::ffi::tt::bound_number;
use crate::ffi::turns::packed;
use crate::search::{CandidateReport, KingRisk, SearchReport};
use crate::state::GameState;
use crate::tt::Bound;
use crate::turns::Turn;

use super::control::stop_number;
use super::extensible::Extensible;

/// What a search found; 184 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_search_report {
    /// Set by the caller: `sizeof(dicechess_search_report)`.
    pub struct_size: u32,
    /// The value of the turn in centipawns, cut towards zero; `DICECHESS_TERMINAL_WIN_SCORE` if it takes a king, 0 for a pass. Without a
    /// searched value (`bound` is `DICECHESS_BOUND_NONE`) the score that put it first on the list of candidates.
    pub score: i32,
    /// The micro-moves of the turn to play, further elements 0.
    pub moves: [dicechess_micro_move; 3],
    /// How many they are; 0: the turn must be passed.
    pub length: u16,
    /// `DICECHESS_BOUND_EXACT` if the turn was searched; `DICECHESS_BOUND_NONE` if it takes a king, is a pass, needed no search because
    /// there was no choice under a time limit, or was taken because the control stopped the search before it had a value.
    pub bound: i32,
    /// Turns looked ahead, less than asked for if an iterative search ended early.
    pub depth: u32,
    /// The value of the turn, all digits, rescoring included; `terminal_win` of the bounds if it takes a king. 0 for a pass, and
    /// without a searched value.
    pub value: f64,
    /// 1 if the search went as far as it was asked to, otherwise 0.
    pub complete: i32,
    /// What stopped it: one of the `DICECHESS_STOP_` numbers.
    pub stop_reason: i32,
    /// How many candidates share the value. One of them was drawn.
    pub winners: u64,
    /// Units of work that the control has counted in all, from before the call too if it has served before.
    pub work: u64,
    /// Nanoseconds that the call took.
    pub elapsed: u64,
    /// Units of work of this call a second.
    pub nodes_per_second: f64,
    /// The probability that the opponent's next roll takes a king of this side after the turn.
    pub loss_risk: f64,
    /// The probability that this side's next roll would take a king if the opponent did nothing about it; 1 if the turn takes one.
    pub win_chance: f64,
    /// 1 if the control stopped the search before every candidate had its value or bound, otherwise 0.
    pub truncated: i32,
    /// 1 if no candidate has a value, so that the turn is merely the first of them, otherwise 0.
    pub fell_back_to_pre_rank: i32,
    /// Legal turns, 4194304 at most, and fewer than there are if the control stopped the search while it listed them.
    pub legal_turns: u64,
    /// Turns that became candidates.
    pub candidates_selected: u64,
    /// Candidates searched to an exact value.
    pub candidates_completed: u64,
    /// Candidates that the control interrupted.
    pub candidates_abandoned: u64,
    /// Candidates cut off: they cannot be best.
    pub cutoffs: u64,
    /// Rolls of cut candidates that were never expanded.
    pub rolls_saved: u64,
    /// Those of `cutoffs` that probing alone decided.
    pub probe_cutoffs: u64,
    /// Candidates looked up in the table.
    pub table_probes: u64,
    /// Candidates whose exact value the table had.
    pub table_hits: u64,
    /// Candidates cut off by a bound of the table.
    pub table_cutoffs: u64,
    /// Distinct states after a turn that the search chose from in place of the turns, of which there are more than 4194304: all, or the
    /// first 1000000. 0: it chose from the turns.
    pub distinct_states: u64,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_search_report {}

/// What one call took, whatever its control had counted before.
pub(super) struct Effort {
    pub work: u64,
    pub elapsed: Duration,
}

impl dicechess_search_report {
    pub(super) fn of(state: &GameState, found: &SearchReport, effort: Effort) -> Self {
        let turn = found.turn.unwrap_or(Turn::PASS);
        // A turn that takes a king leaves nothing at risk.
        let risk = KingRisk::after_turn(state, &turn);
        let statistics = &found.statistics;
        let count = |number: usize| number as u64;
        Self {
            struct_size: size_of::<Self>() as u32,
            score: found.score,
            moves: packed(&turn),
            length: turn.moves().len() as u16,
            bound: bound_number((found.winners > 0).then_some(Bound::Exact)),
            depth: found.depth as u32,
            value: found.best.unwrap_or(0.0),
            complete: i32::from(found.is_complete()),
            stop_reason: stop_number(found.stop_reason),
            winners: count(found.winners),
            work: found.work_used,
            elapsed: u64::try_from(effort.elapsed.as_nanos()).unwrap_or(u64::MAX),
            nodes_per_second: effort.work as f64 / effort.elapsed.as_secs_f64().max(1e-9),
            loss_risk: risk.map_or(0.0, |risk| risk.loss.probability()),
            win_chance: risk.map_or(1.0, |risk| risk.win.probability()),
            truncated: i32::from(statistics.is_truncated()),
            fell_back_to_pre_rank: i32::from(statistics.fell_back_to_pre_rank()),
            legal_turns: count(statistics.legal_turns),
            candidates_selected: count(statistics.candidates_selected),
            candidates_completed: count(statistics.candidates_completed),
            candidates_abandoned: count(statistics.candidates_abandoned),
            cutoffs: count(statistics.cutoffs),
            rolls_saved: count(statistics.rolls_saved),
            probe_cutoffs: count(statistics.probe_cutoffs),
            table_probes: count(statistics.table_probes),
            table_hits: count(statistics.table_hits),
            table_cutoffs: count(statistics.table_cutoffs),
            distinct_states: count(statistics.distinct_states),
        }
    }
}

/// What a search found out about one candidate; 72 bytes.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dicechess_candidate {
    /// Set by the caller: `sizeof(dicechess_candidate)`.
    pub struct_size: u32,
    /// The score that put the turn on the list of candidates.
    pub pre_rank: i32,
    /// The micro-moves of the turn, further elements 0.
    pub moves: [dicechess_micro_move; 3],
    /// How many they are.
    pub length: u16,
    /// What the candidate had to exceed; −∞ for the first one.
    pub alpha: f64,
    /// Its value before rescoring.
    pub value: f64,
    /// The value that counts in the choice, if `bound` is `DICECHESS_BOUND_EXACT`.
    pub final_value: f64,
    /// Rolls that were expanded, 0 to 56.
    pub rolls_processed: u64,
    /// What `value` says about the true value: `DICECHESS_BOUND_EXACT`, or `_UPPER` if the candidate was cut off.
    pub bound: i32,
    /// Whether a reply to some roll that was looked at takes this side's king: 1 or 0. Such a value is not rescored.
    pub loss_tainted: i32,
    /// Whether probing alone cut it off: 1 or 0.
    pub by_probe: i32,
    /// Whether the table had it: 1 or 0.
    pub from_table: i32,
    /// Whether there is a rescorer: 1 or 0.
    pub is_rescored: i32,
    /// The rescorer's score.
    pub rescore: i32,
}

// SAFETY: `repr(C)`, and the size comes first.
unsafe impl Extensible for dicechess_candidate {}

impl dicechess_candidate {
    pub(super) fn of(candidate: &CandidateReport) -> Self {
        Self {
            struct_size: size_of::<Self>() as u32,
            pre_rank: candidate.pre_rank,
            moves: packed(&candidate.turn),
            length: candidate.turn.moves().len() as u16,
            alpha: candidate.alpha,
            value: candidate.value,
            final_value: candidate.final_value.unwrap_or(0.0),
            bound: bound_number(Some(candidate.bound)),
            loss_tainted: i32::from(candidate.loss_tainted),
            rolls_processed: candidate.rolls_processed as u64,
            by_probe: i32::from(candidate.by_probe),
            from_table: i32::from(candidate.from_table),
            is_rescored: i32::from(candidate.rescore.is_some()),
            rescore: candidate.rescore.unwrap_or(0),
        }
    }
}
