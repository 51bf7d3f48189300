package org.dicechess;

import java.nio.ByteBuffer;
import org.dicechess.internal.Layout;

/**
 * What a search found out about one candidate.
 *
 * @param turn the turn
 * @param preRank the score that put it on the list of candidates
 * @param alpha what it had to exceed; negative infinity for the first one
 * @param value its value before rescoring
 * @param finalValue the value that counts in the choice, if {@code bound} is EXACT
 * @param rollsProcessed rolls that were expanded, 0 to 56
 * @param bound what {@code value} says about the true value: EXACT, or UPPER if the candidate was cut off
 * @param lossTainted whether a reply to some roll that was looked at takes this side's king; such a value is not
 *     rescored
 * @param byProbe whether probing alone cut it off
 * @param fromTable whether the table had it
 * @param isRescored whether there is a rescorer
 * @param rescore the rescorer's score
 */
public record Candidate(
        Turn turn,
        int preRank,
        double alpha,
        double value,
        double finalValue,
        long rollsProcessed,
        Bound bound,
        boolean lossTainted,
        boolean byProbe,
        boolean fromTable,
        boolean isRescored,
        int rescore) {
    static Candidate read(ByteBuffer memory, int at) {
        return new Candidate(
                Turn.read(memory, at + Layout.CANDIDATE_MOVES, memory.getShort(at + Layout.CANDIDATE_LENGTH)),
                memory.getInt(at + Layout.CANDIDATE_PRE_RANK),
                memory.getDouble(at + Layout.CANDIDATE_ALPHA),
                memory.getDouble(at + Layout.CANDIDATE_VALUE),
                memory.getDouble(at + Layout.CANDIDATE_FINAL_VALUE),
                memory.getLong(at + Layout.CANDIDATE_ROLLS_PROCESSED),
                Bound.of(memory.getInt(at + Layout.CANDIDATE_BOUND)),
                memory.getInt(at + Layout.CANDIDATE_LOSS_TAINTED) != 0,
                memory.getInt(at + Layout.CANDIDATE_BY_PROBE) != 0,
                memory.getInt(at + Layout.CANDIDATE_FROM_TABLE) != 0,
                memory.getInt(at + Layout.CANDIDATE_IS_RESCORED) != 0,
                memory.getInt(at + Layout.CANDIDATE_RESCORE));
    }
}
