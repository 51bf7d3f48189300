package org.dicechess

import org.dicechess.c.*

/** What a search found, and what it took. */
data class SearchReport(
    /** The turn to play; empty: it must be passed. */
    val turn: Turn,
    /** The value in centipawns; `DICECHESS_TERMINAL_WIN_SCORE` if the turn takes a king, 0 for a pass. */
    val score: Int,
    /** The value, all digits, rescoring included; the terminal win of the bounds if the turn takes a king. */
    val value: Double,
    /** [Bound.EXACT] if the turn was searched, otherwise [Bound.NONE]. */
    val bound: Bound,
    /** Turns looked ahead. */
    val depth: Int,
    /** Whether the search went as far as it was asked to. */
    val complete: Boolean,
    val stopReason: StopReason,
    /** How many candidates share the value; one of them was drawn. */
    val winners: ULong,
    /** Units of work that the control has counted. */
    val work: ULong,
    /** Nanoseconds that the call took. */
    val elapsed: ULong,
    /** Units of work a second. */
    val nodesPerSecond: Double,
    /** The probability that the opponent's next roll takes a king of this side after the turn. */
    val lossRisk: Double,
    /** The probability that this side's next roll would take a king if the opponent did nothing about it. */
    val winChance: Double,
    /** Whether the control stopped the search before every candidate had its value or bound. */
    val truncated: Boolean,
    /** Whether no candidate has a value, so that the turn is merely the first of them. */
    val fellBackToPreRank: Boolean,
    /** Legal turns, 4194304 at most, and fewer than there are if the control stopped the search while it listed them. */
    val legalTurns: ULong,
    val candidatesSelected: ULong,
    val candidatesCompleted: ULong,
    val candidatesAbandoned: ULong,
    /** Candidates cut off: they cannot be best. */
    val cutoffs: ULong,
    val rollsSaved: ULong,
    val probeCutoffs: ULong,
    val tableProbes: ULong,
    val tableHits: ULong,
    val tableCutoffs: ULong,
    /**
     * Distinct states after a turn that the search chose from in place of the turns, of which there are more than
     * 4194304: all, or the first 1000000. 0: it chose from the turns.
     */
    val distinctStates: ULong,
)

/** What a search found out about one candidate. */
data class Candidate(
    val turn: Turn,
    /** The score that put the turn on the list of candidates. */
    val preRank: Int,
    /** What the candidate had to exceed; −∞ for the first one. */
    val alpha: Double,
    /** Its value before rescoring. */
    val value: Double,
    /** The value that counts in the choice, if [bound] is [Bound.EXACT]. */
    val finalValue: Double,
    /** Rolls that were expanded, 0 to 56. */
    val rollsProcessed: ULong,
    val bound: Bound,
    /** Whether a reply to some roll that was looked at takes this side's king. */
    val lossTainted: Boolean,
    /** Whether probing alone cut it off. */
    val byProbe: Boolean,
    val fromTable: Boolean,
    /** The rescorer's score, if there is a rescorer. */
    val rescore: Int?,
)

internal fun dicechess_search_report.read() = SearchReport(
    turn = Turn.of(moves, length.toInt()),
    score = score,
    value = value,
    bound = Bound.entries[bound],
    depth = depth.toInt(),
    complete = complete == 1,
    stopReason = StopReason.entries[stop_reason],
    winners = winners,
    work = work,
    elapsed = elapsed,
    nodesPerSecond = nodes_per_second,
    lossRisk = loss_risk,
    winChance = win_chance,
    truncated = truncated == 1,
    fellBackToPreRank = fell_back_to_pre_rank == 1,
    legalTurns = legal_turns,
    candidatesSelected = candidates_selected,
    candidatesCompleted = candidates_completed,
    candidatesAbandoned = candidates_abandoned,
    cutoffs = cutoffs,
    rollsSaved = rolls_saved,
    probeCutoffs = probe_cutoffs,
    tableProbes = table_probes,
    tableHits = table_hits,
    tableCutoffs = table_cutoffs,
    distinctStates = distinct_states,
)

internal fun dicechess_candidate.read() = Candidate(
    turn = Turn.of(moves, length.toInt()),
    preRank = pre_rank,
    alpha = alpha,
    value = value,
    finalValue = final_value,
    rollsProcessed = rolls_processed,
    bound = Bound.entries[bound],
    lossTainted = loss_tainted == 1,
    byProbe = by_probe == 1,
    fromTable = from_table == 1,
    rescore = if (is_rescored == 1) rescore else null,
)
