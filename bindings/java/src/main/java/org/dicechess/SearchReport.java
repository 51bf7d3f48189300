package org.dicechess;

import java.nio.ByteBuffer;
import org.dicechess.internal.Constants;
import org.dicechess.internal.Layout;

/**
 * What a search found, and what it took.
 *
 * @param turn the turn to play; empty: the turn must be passed
 * @param score the value of the turn in centipawns, cut towards zero; {@link #TERMINAL_WIN_SCORE} if it takes a king,
 *     0 for a pass; without a searched value ({@code bound} is NONE) the score that put it first on the list of
 *     candidates
 * @param bound EXACT if the turn was searched; NONE if it takes a king, is a pass, needed no search because there was
 *     no choice under a time limit, or was taken because the control stopped the search before it had a value
 * @param depth turns looked ahead, less than asked for if an iterative search ended early
 * @param value the value of the turn, all digits, rescoring included; the terminal win of the bounds if it takes a
 *     king; 0 for a pass, and without a searched value
 * @param complete whether the search went as far as it was asked to
 * @param stopReason what stopped it
 * @param winners how many candidates share the value; one of them was drawn
 * @param work units of work that the control has counted
 * @param elapsed nanoseconds that the search took
 * @param nodesPerSecond units of work of this search a second
 * @param lossRisk the probability that the opponent's next roll takes a king of this side after the turn
 * @param winChance the probability that this side's next roll would take a king if the opponent did nothing about it;
 *     1 if the turn takes one
 * @param truncated whether the control stopped the search before every candidate had its value or bound
 * @param fellBackToPreRank whether no candidate has a value, so that the turn is merely the first of them
 * @param legalTurns legal turns, 4194304 at most, and fewer than there are if the control stopped the search while it
 *     listed them
 * @param candidatesSelected turns that became candidates
 * @param candidatesCompleted candidates searched to an exact value
 * @param candidatesAbandoned candidates that the control interrupted
 * @param cutoffs candidates cut off: they cannot be best
 * @param rollsSaved rolls of cut candidates that were never expanded
 * @param probeCutoffs those of {@code cutoffs} that probing alone decided
 * @param tableProbes candidates looked up in the table
 * @param tableHits candidates whose exact value the table had
 * @param tableCutoffs candidates cut off by a bound of the table
 * @param distinctStates distinct states after a turn that the search chose from in place of the turns, of which there
 *     are more than 4194304: all, or the first 1000000; 0: it chose from the turns
 */
public record SearchReport(
        Turn turn,
        int score,
        Bound bound,
        int depth,
        double value,
        boolean complete,
        StopReason stopReason,
        long winners,
        long work,
        long elapsed,
        double nodesPerSecond,
        double lossRisk,
        double winChance,
        boolean truncated,
        boolean fellBackToPreRank,
        long legalTurns,
        long candidatesSelected,
        long candidatesCompleted,
        long candidatesAbandoned,
        long cutoffs,
        long rollsSaved,
        long probeCutoffs,
        long tableProbes,
        long tableHits,
        long tableCutoffs,
        long distinctStates) {
    /** The score of a turn that takes a king. */
    public static final int TERMINAL_WIN_SCORE = Constants.TERMINAL_WIN_SCORE;

    /**
     * Whether the turn takes a king and so wins.
     *
     * @return true if it does
     */
    public boolean takesKing() {
        return score == TERMINAL_WIN_SCORE;
    }

    static SearchReport read(ByteBuffer memory, int at) {
        return new SearchReport(
                Turn.read(
                        memory,
                        at + Layout.SEARCH_REPORT_MOVES,
                        memory.getShort(at + Layout.SEARCH_REPORT_LENGTH)),
                memory.getInt(at + Layout.SEARCH_REPORT_SCORE),
                Bound.of(memory.getInt(at + Layout.SEARCH_REPORT_BOUND)),
                memory.getInt(at + Layout.SEARCH_REPORT_DEPTH),
                memory.getDouble(at + Layout.SEARCH_REPORT_VALUE),
                memory.getInt(at + Layout.SEARCH_REPORT_COMPLETE) != 0,
                StopReason.of(memory.getInt(at + Layout.SEARCH_REPORT_STOP_REASON)),
                memory.getLong(at + Layout.SEARCH_REPORT_WINNERS),
                memory.getLong(at + Layout.SEARCH_REPORT_WORK),
                memory.getLong(at + Layout.SEARCH_REPORT_ELAPSED),
                memory.getDouble(at + Layout.SEARCH_REPORT_NODES_PER_SECOND),
                memory.getDouble(at + Layout.SEARCH_REPORT_LOSS_RISK),
                memory.getDouble(at + Layout.SEARCH_REPORT_WIN_CHANCE),
                memory.getInt(at + Layout.SEARCH_REPORT_TRUNCATED) != 0,
                memory.getInt(at + Layout.SEARCH_REPORT_FELL_BACK_TO_PRE_RANK) != 0,
                memory.getLong(at + Layout.SEARCH_REPORT_LEGAL_TURNS),
                memory.getLong(at + Layout.SEARCH_REPORT_CANDIDATES_SELECTED),
                memory.getLong(at + Layout.SEARCH_REPORT_CANDIDATES_COMPLETED),
                memory.getLong(at + Layout.SEARCH_REPORT_CANDIDATES_ABANDONED),
                memory.getLong(at + Layout.SEARCH_REPORT_CUTOFFS),
                memory.getLong(at + Layout.SEARCH_REPORT_ROLLS_SAVED),
                memory.getLong(at + Layout.SEARCH_REPORT_PROBE_CUTOFFS),
                memory.getLong(at + Layout.SEARCH_REPORT_TABLE_PROBES),
                memory.getLong(at + Layout.SEARCH_REPORT_TABLE_HITS),
                memory.getLong(at + Layout.SEARCH_REPORT_TABLE_CUTOFFS),
                memory.getLong(at + Layout.SEARCH_REPORT_DISTINCT_STATES));
    }
}
