package org.dicechess;

import static org.dicechess.DiceChessException.check;

import java.nio.ByteBuffer;
import java.util.List;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;
import org.dicechess.internal.StackRoom;

/**
 * Remembers the scores of one evaluator for the length of one search or rescoring: make one for each and close it
 * with it, for it never forgets on its own. It gives exactly the scores that the evaluator would give. 76 bytes an
 * entry.
 *
 * <p>One thread at a time may use it, see {@link ConcurrentUseException}. The evaluator may use the cache that calls
 * it. What an evaluator stores so stays stored even if it fails afterwards; its own failed evaluation is not kept.
 */
public final class EvaluationCache extends Handle {
    private static final Native NATIVE = Native.instance();

    /** The thread that is using the cache; only that thread can find itself here. */
    private Thread owner;
    /** How many calls of that thread are running, each within the one before. */
    private int calls;
    private long address;

    /**
     * An empty cache.
     *
     * @param evaluator may be closed before the cache
     */
    public EvaluationCache(Evaluator evaluator) {
        super(made(evaluator), NATIVE::evalCacheFree);
    }

    private static long made(Evaluator evaluator) {
        try (Shared shared = new Shared(); Scratch scratch = Scratch.enter()) {
            check(NATIVE.evalCacheNew(shared.address(evaluator), scratch.out, scratch.error), scratch);
            return scratch.outLong();
        }
    }

    /** Begins a call, alone or within one of the same thread; it must end with {@link #leave}. The address. */
    private long enter() {
        StackRoom.check();
        Thread current = Thread.currentThread();
        if (owner != current) {
            address = claim();
            owner = current;
        }
        calls++;
        return address;
    }

    private void leave() {
        if (--calls == 0) {
            owner = null;
            release();
        }
    }

    /**
     * The score of a state, from the cache or else from the evaluator.
     *
     * @param state the state, whoever is to move
     * @param perspective the side to score for
     * @return centipawns
     */
    public int evaluate(GameState state, Color perspective) {
        int side = perspective.ordinal();
        long cache = enter();
        try {
            long stateAddress = state.share();
            try (Scratch scratch = Scratch.enter()) {
                check(NATIVE.evalCacheEvaluate(
                        cache, stateAddress, side, scratch.out, scratch.error), scratch);
                return scratch.outInt();
            } finally {
                state.unshare();
            }
        } finally {
            leave();
        }
    }

    /**
     * The scores of many states. Those that are not there go to the evaluator in batches of at most 64, each state
     * once. If one fails, nothing of its batch is kept.
     *
     * @param states the states
     * @param perspective the side to score for
     * @return centipawns, in the order of the states
     */
    public int[] evaluate(List<GameState> states, Color perspective) {
        int side = perspective.ordinal();
        long cache = enter();
        try (Shared shared = new Shared(); Scratch scratch = Scratch.enter()) {
            int count = states.size();
            ByteBuffer room = Evaluator.putAddresses(states, shared, scratch);
            long scores = scratch.bulkAddress() + 8L * count;
            check(NATIVE.evalCacheEvaluateBatch(
                    cache, scratch.bulkAddress(), count, side, scores, scratch.error), scratch);
            return Evaluator.readScores(room, 8 * count, count);
        } finally {
            leave();
        }
    }

    /**
     * The score of a turn; see {@link Evaluator#scorePath}.
     *
     * @param state the state before the turn
     * @param turn its micro-moves
     * @return centipawns; {@link SearchReport#TERMINAL_WIN_SCORE} if the turn takes a king
     */
    public int scorePath(GameState state, Turn turn) {
        long cache = enter();
        try (Shared shared = new Shared(); Scratch scratch = Scratch.enter()) {
            int count = Evaluator.putTurn(turn, scratch);
            check(NATIVE.evalCacheScorePath(
                    cache, shared.address(state), scratch.record, count, scratch.out, scratch.error),
                    scratch);
            return scratch.outInt();
        } finally {
            leave();
        }
    }

    /**
     * The scores of all turns of a list; see {@link Evaluator#scoreTurns}.
     *
     * @param turns the turns
     * @return centipawns, in the order of the turns
     */
    public int[] scoreTurns(Turns turns) {
        long cache = enter();
        try (Shared shared = new Shared(); Scratch scratch = Scratch.enter()) {
            long list = shared.address(turns);
            int count = turns.size();
            ByteBuffer room = scratch.bulk(4L * count);
            check(NATIVE.evalCacheScoreTurns(
                    cache, list, scratch.bulkAddress(), count, 0, scratch.error), scratch);
            return Evaluator.readScores(room, 0, count);
        } finally {
            leave();
        }
    }

    private long get(Getter getter) {
        long cache = enter();
        try (Scratch scratch = Scratch.enter()) {
            check(getter.get(NATIVE, cache, scratch.out, scratch.error), scratch);
            return scratch.outLong();
        } finally {
            leave();
        }
    }

    /**
     * How many states were handed to the evaluator, failed attempts included.
     *
     * @return the number
     */
    public long evaluatorCalls() {
        return get(Native::evalCacheEvaluatorCalls);
    }

    /**
     * How many scores came from the cache.
     *
     * @return the number
     */
    public long hits() {
        return get(Native::evalCacheHits);
    }

    /**
     * How many pairs of a state and a perspective are remembered.
     *
     * @return the number
     */
    public long entryCount() {
        return get(Native::evalCacheEntryCount);
    }

    /**
     * How much memory the cache takes up.
     *
     * @return bytes
     */
    public long bytesUsed() {
        return get(Native::evalCacheBytesUsed);
    }
}
