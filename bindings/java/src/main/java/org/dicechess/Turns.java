package org.dicechess;

import static org.dicechess.DiceChessException.check;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.StringJoiner;
import org.dicechess.internal.Constants;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;

/**
 * The legal turns of a state with its dice. A list that can be filled again and again and keeps its memory, eight
 * bytes a turn. It remembers the state that it was filled for. Turns that take a king come first; each group is in
 * the specified order. An empty list is a pass.
 */
public final class Turns extends Handle implements Iterable<Turn> {
    private static final Native NATIVE = Native.instance();
    /** A list can have millions. */
    private static final int MOST_IN_TEXT = 100;

    /** An empty list. */
    public Turns() {
        super(made(), NATIVE::turnsFree);
    }

    private static long made() {
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.turnsNew(scratch.out, scratch.error), scratch);
            return scratch.outLong();
        }
    }

    /**
     * Fills the list with all legal turns of a state. Different orders of micro-moves are different turns.
     *
     * @param state with its dice
     * @throws DiceChessException MEMORY; the list is then empty
     */
    public void generate(GameState state) {
        generate(state, Constants.NO_LIMIT);
    }

    /**
     * Fills the list with all legal turns of a state, unless there are too many.
     *
     * @param state with its dice
     * @param limit the most that are wanted; -1 for any number
     * @throws DiceChessException LIMIT if there are more; MEMORY; the list is then empty
     */
    public void generate(GameState state, long limit) {
        fill(Native::turnsGenerate, state, limit);
    }

    /**
     * Fills the list with one turn, the first in order, for each distinct state that the legal turns lead to. Turns
     * that take a king are left out, and so is a pass.
     *
     * @param state with its dice
     * @throws DiceChessException MEMORY; the list is then empty
     */
    public void generateDistinct(GameState state) {
        generateDistinct(state, Constants.NO_LIMIT);
    }

    /**
     * Fills the list as {@link #generateDistinct(GameState)} does, unless there are too many.
     *
     * @param state with its dice
     * @param limit the most that are wanted; -1 for any number
     * @throws DiceChessException LIMIT if there are more; MEMORY; the list is then empty
     */
    public void generateDistinct(GameState state, long limit) {
        fill(Native::turnsGenerateDistinct, state, limit);
    }

    /** A function that fills a list. */
    @FunctionalInterface
    private interface Generator {
        int generate(Native library, long turns, long state, long limit, long error);
    }

    private void fill(Generator generator, GameState state, long limit) {
        long address = claim();
        try {
            long from = state.share();
            try (Scratch scratch = Scratch.enter()) {
                check(generator.generate(NATIVE, address, from, limit, scratch.error), scratch);
            } finally {
                state.unshare();
            }
        } finally {
            release();
        }
    }

    /**
     * How many turns there are.
     *
     * @return from 0 on
     */
    public int size() {
        return Math.toIntExact(getLong(Native::turnsCount));
    }

    /**
     * How many of the turns take a king. They come first.
     *
     * @return from 0 on
     */
    public int kingCaptures() {
        return Math.toIntExact(getLong(Native::turnsKingCaptures));
    }

    /**
     * One turn.
     *
     * @param index from 0 on
     * @return its micro-moves, 1 to 3
     * @throws DiceChessException RANGE if there is no such turn
     */
    public Turn get(int index) {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.turnsGet(address, index, scratch.record, scratch.out, scratch.error), scratch);
            return Turn.read(scratch.buffer, Scratch.RECORD, (int) scratch.outLong());
        } finally {
            unshare();
        }
    }

    /**
     * The text of one turn.
     *
     * @param index from 0 on
     * @return the texts of its micro-moves with spaces between them
     * @throws DiceChessException RANGE if there is no such turn
     */
    public String uci(int index) {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.turnsToUci(
                    address, index, scratch.record, Constants.TURN_MAX, scratch.out, scratch.error), scratch);
            return scratch.recordText();
        } finally {
            unshare();
        }
    }

    /**
     * Makes {@code state} what one turn leads to: the other side to move, without dice. If the turn takes a king the
     * game is over: then the winner is still to move, with the dice that were left.
     *
     * @param index from 0 on
     * @param state any state; it may be the one that the list was filled for
     * @throws DiceChessException RANGE if there is no such turn
     */
    public void finalState(int index, GameState state) {
        long address = share();
        try {
            long to = state.claim();
            try (Scratch scratch = Scratch.enter()) {
                check(NATIVE.turnsFinalState(address, index, to, scratch.error), scratch);
            } finally {
                state.release();
            }
        } finally {
            unshare();
        }
    }

    /**
     * All turns in one call, without an object for each.
     *
     * @param moves receives three packed micro-moves a turn, the unused ones 0; or null
     * @param lengths receives the number of micro-moves of each turn; or null
     * @param keys receives the key of the state that each turn leads to, see {@link #finalState}; or null
     * @return the number of turns
     * @throws DiceChessException BUFFER if they do not fit into an array; nothing is written then
     */
    public int fill(short[] moves, byte[] lengths, long[] keys) {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.turnsCount(address, scratch.out, scratch.error), scratch);
            long capacity = scratch.outLong();
            capacity = moves == null ? capacity : Math.min(capacity, moves.length / 3);
            capacity = lengths == null ? capacity : Math.min(capacity, lengths.length);
            capacity = keys == null ? capacity : Math.min(capacity, keys.length);
            // Keys first: eight bytes each, so that all stays aligned.
            ByteBuffer buffer = scratch.bulk(15 * capacity);
            long keysAt = scratch.bulkAddress();
            long movesAt = keysAt + 8 * capacity;
            long lengthsAt = movesAt + 6 * capacity;
            check(NATIVE.turnsFill(
                    address,
                    moves == null ? 0 : movesAt,
                    lengths == null ? 0 : lengthsAt,
                    keys == null ? 0 : keysAt,
                    capacity,
                    scratch.out,
                    scratch.error), scratch);
            int count = (int) capacity;
            if (keys != null) {
                buffer.asLongBuffer().get(0, keys, 0, count);
            }
            if (moves != null) {
                buffer.slice(8 * count, 6 * count).order(buffer.order()).asShortBuffer().get(0, moves, 0, 3 * count);
            }
            if (lengths != null) {
                buffer.get(14 * count, lengths, 0, count);
            }
            return count;
        } finally {
            unshare();
        }
    }

    /**
     * All turns as objects.
     *
     * @return a list of the caller's own
     */
    public List<Turn> toList() {
        int size = size();
        short[] moves = new short[3 * size];
        byte[] lengths = new byte[size];
        int count = fill(moves, lengths, null);
        List<Turn> turns = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            int at = 3 * index;
            turns.add(Turn.of(lengths[index], moves[at], moves[at + 1], moves[at + 2]));
        }
        return turns;
    }

    /** The texts of the first turns, and how many there are if these are not all. */
    @Override
    public String toString() {
        int size = size();
        StringJoiner texts = new StringJoiner(", ", "[", "]");
        for (int index = 0; index < Math.min(size, MOST_IN_TEXT); index++) {
            texts.add(uci(index));
        }
        return size <= MOST_IN_TEXT ? texts.toString() : texts.add("... " + size + " turns").toString();
    }

    /** The turns in order. Each is asked for when its time comes. */
    @Override
    public Iterator<Turn> iterator() {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < size();
            }

            @Override
            public Turn next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return get(next++);
            }
        };
    }
}
