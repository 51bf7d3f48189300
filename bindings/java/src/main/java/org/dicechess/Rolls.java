package org.dicechess;

import static org.dicechess.DiceChessException.check;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.dicechess.internal.Constants;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;

/**
 * What a side can do with every roll: one expansion of a position for all 56 at once, which costs a fraction of 56
 * lists of turns. It can be filled again and again and keeps its memory, 128 bytes and more for each state. Rolls go
 * by their numbers, see {@link Roll}.
 */
public final class Rolls extends Handle {
    private static final Native NATIVE = Native.instance();

    /**
     * What can be done with one roll. All 0: it is a pass.
     *
     * @param takesKing whether some turn takes a king
     * @param diceSpent the most dice that a turn spends; each legal turn that takes no king spends that many
     * @param finals how many distinct states the legal turns that take no king lead to; 0 if every one takes a king
     */
    public record Outcome(boolean takesKing, int diceSpent, long finals) {
    }

    /** An expansion of nothing: every roll is a pass. */
    public Rolls() {
        super(made(), NATIVE::rollsFree);
    }

    private static long made() {
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.rollsNew(scratch.out, scratch.error), scratch);
            return scratch.outLong();
        }
    }

    /**
     * Finds what the side to move can do with every roll.
     *
     * @param state its dice do not matter
     * @throws DiceChessException MEMORY; every roll is then a pass
     */
    public void expand(GameState state) {
        expand(state, Constants.NO_LIMIT);
    }

    /**
     * Finds what the side to move can do with every roll, unless there is too much. A game has thousands of end
     * states, a board full of queens millions.
     *
     * @param state its dice do not matter
     * @param limit the most end states that are wanted; -1 for any number
     * @throws DiceChessException LIMIT if there are more; MEMORY; every roll is then a pass
     */
    public void expand(GameState state, long limit) {
        long address = claim();
        try {
            long from = state.share();
            try (Scratch scratch = Scratch.enter()) {
                check(NATIVE.rollsExpand(address, from, limit, scratch.error), scratch);
            } finally {
                state.unshare();
            }
        } finally {
            release();
        }
    }

    /**
     * What can be done with each roll.
     *
     * @return by number
     */
    public List<Outcome> outcomes() {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            int finals = Scratch.RECORD;
            int kings = finals + 8 * Roll.COUNT;
            int spent = kings + Roll.COUNT;
            long record = scratch.record - Scratch.RECORD;
            check(NATIVE.rollsOutcomes(
                    address, record + kings, record + spent, record + finals, scratch.error), scratch);
            ByteBuffer from = scratch.buffer;
            List<Outcome> outcomes = new ArrayList<>(Roll.COUNT);
            for (int roll = 0; roll < Roll.COUNT; roll++) {
                boolean takesKing = from.get(kings + roll) != 0;
                outcomes.add(new Outcome(takesKing, from.get(spent + roll), from.getLong(finals + 8 * roll)));
            }
            return outcomes;
        } finally {
            unshare();
        }
    }

    /**
     * The distinct states that one roll leads to without taking a king, by their keys.
     *
     * @param roll 0 to 55
     * @return the keys
     * @throws DiceChessException RANGE if there is no such roll
     */
    public long[] keys(int roll) {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            int status = NATIVE.rollsKeys(address, roll, 0, 0, scratch.out, scratch.error);
            if (status == Constants.OK) {
                return new long[0];
            }
            if (status != Constants.ERR_BUFFER) {
                check(status, scratch);
            }
            long count = scratch.outLong();
            ByteBuffer buffer = scratch.bulk(8 * count);
            check(NATIVE.rollsKeys(
                    address, roll, scratch.bulkAddress(), count, scratch.out, scratch.error), scratch);
            long[] keys = new long[(int) count];
            buffer.asLongBuffer().get(0, keys);
            return keys;
        } finally {
            unshare();
        }
    }

    /**
     * Makes {@code state} one of the distinct states that a roll leads to.
     *
     * @param roll 0 to 55
     * @param index its place in {@link #keys}
     * @param state any state
     * @throws DiceChessException RANGE if there is no such roll or place
     */
    public void finalState(int roll, int index, GameState state) {
        long address = share();
        try {
            long to = state.claim();
            try (Scratch scratch = Scratch.enter()) {
                check(NATIVE.rollsFinalState(address, roll, index, to, scratch.error), scratch);
            } finally {
                state.release();
            }
        } finally {
            unshare();
        }
    }
}
