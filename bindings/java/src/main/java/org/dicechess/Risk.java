package org.dicechess;

import static org.dicechess.DiceChessException.check;

import java.util.List;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;

/**
 * The risk of losing a king to the opponent's next roll.
 *
 * @param probability 0 to 1
 * @param rolls the rolls that let it happen
 * @param weight how many of the 216 outcomes of three dice those are
 */
public record Risk(double probability, List<Roll> rolls, int weight) {
    private static final Native NATIVE = Native.instance();

    /**
     * The risk that the next roll of the opponent of {@code defender} lets it take a king of {@code defender}, were
     * it to move. Side to move, dice and clocks do not matter. None without a king. Takes microseconds.
     *
     * @param state the position
     * @param defender whose king it is
     * @return the risk
     */
    public static Risk of(GameState state, Color defender) {
        int side = defender.ordinal();
        long address = state.share();
        try (Scratch scratch = Scratch.enter()) {
            long weightAt = scratch.out(1);
            check(NATIVE.kingCaptureRolls(address, side, scratch.out, weightAt, scratch.error), scratch);
            long bits = scratch.outLong();
            int weight = scratch.outInt(1);
            List<Roll> rolls = Roll.all().stream().filter(roll -> (bits >>> roll.number() & 1) != 0).toList();
            return new Risk(probability(address, side, scratch), rolls, weight);
        } finally {
            state.unshare();
        }
    }

    /**
     * The {@link #probability} alone, in the least time.
     *
     * @param state the position
     * @param defender whose king it is
     * @return 0 to 1
     */
    public static double probability(GameState state, Color defender) {
        int side = defender.ordinal();
        long address = state.share();
        try (Scratch scratch = Scratch.enter()) {
            return probability(address, side, scratch);
        } finally {
            state.unshare();
        }
    }

    private static double probability(long address, int side, Scratch scratch) {
        check(NATIVE.kingCaptureProbability(address, side, scratch.out, scratch.error), scratch);
        return scratch.outDouble();
    }
}
