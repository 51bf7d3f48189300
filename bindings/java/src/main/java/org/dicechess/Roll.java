package org.dicechess;

import static org.dicechess.DiceChessException.check;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.dicechess.internal.Constants;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;

/**
 * One of the 56 different rolls of three dice.
 *
 * @param number 0 to 55, by the faces in lexicographic order: 0 is three pawns, 55 three kings
 * @param dice the faces, ascending
 * @param weight how many of the 216 outcomes of three dice show it: 6 for three different faces, 3 for a pair, 1 for
 *     a triple
 */
public record Roll(int number, List<PieceType> dice, int weight) {
    /** How many different rolls there are. */
    public static final int COUNT = Constants.ROLLS;
    /** How many outcomes three dice have: the sum of all weights. */
    public static final int TOTAL_WEIGHT = Constants.TOTAL_WEIGHT;

    private static final List<Roll> ALL = table();

    /**
     * All of them.
     *
     * @return by number
     */
    public static List<Roll> all() {
        return ALL;
    }

    private static List<Roll> table() {
        try (Scratch scratch = Scratch.enter()) {
            int weights = Scratch.RECORD + 3 * COUNT;
            long weightsAt = scratch.record + 3 * COUNT;
            check(Native.instance().rollTable(scratch.record, weightsAt, scratch.error), scratch);
            ByteBuffer from = scratch.buffer;
            List<Roll> rolls = new ArrayList<>(COUNT);
            for (int number = 0; number < COUNT; number++) {
                int at = Scratch.RECORD + 3 * number;
                List<PieceType> dice = PieceType.dice(from.get(at), from.get(at + 1), from.get(at + 2));
                rolls.add(new Roll(number, dice, from.get(weights + number)));
            }
            return List.copyOf(rolls);
        }
    }
}
