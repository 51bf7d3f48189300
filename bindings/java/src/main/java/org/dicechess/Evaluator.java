package org.dicechess;

import static org.dicechess.DiceChessException.check;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.dicechess.internal.Callbacks;
import org.dicechess.internal.Constants;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;
import org.dicechess.internal.StackRoom;
import org.dicechess.internal.Trampolines;

/**
 * What a state is worth to one side, in centipawns, positive where it is good for that side. An evaluator never
 * changes; the built-in ones may be used by any threads at once, others if their functions may. Caches and searches
 * keep what they need of an evaluator: it may be closed as soon as it was handed on.
 *
 * <p>What an evaluator of one's own throws, errors included, arrives as the same object at the caller, and
 * nothing of that evaluation is kept. It may call the library, except with handles that the running call has for
 * itself; a call that might call back from more than 256 functions inside each other throws LIMIT.
 * As long as an evaluator is not closed, its function is reachable; so one that refers to its own {@code Evaluator}
 * is never freed by the garbage collector.
 */
public final class Evaluator extends Handle {
    private static final Native NATIVE = Native.instance();

    private Evaluator(long address) {
        super(address, NATIVE::evaluatorFree);
    }

    /**
     * Own men minus enemy men: P 100, N and B 300, R 500, Q 900, K 10000.
     *
     * @return a new evaluator
     */
    public static Evaluator material() {
        return builtIn(Constants.EVALUATOR_MATERIAL);
    }

    /**
     * Material less 2000 if an own king stands on an attacked square.
     *
     * @return a new evaluator
     */
    public static Evaluator standard() {
        return builtIn(Constants.EVALUATOR_STANDARD);
    }

    /**
     * Standard plus advanced pawns, men near the enemy king and attacks on the squares around it.
     *
     * @return a new evaluator
     */
    public static Evaluator aggressive() {
        return builtIn(Constants.EVALUATOR_AGGRESSIVE);
    }

    private static Evaluator builtIn(int kind) {
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.evaluatorNew(kind, scratch.out, scratch.error), scratch);
            return new Evaluator(scratch.outLong());
        }
    }

    /**
     * Of a function that scores one state at a time. It is still called for up to 64 states without a return to the
     * library, which is what makes it fast.
     *
     * @param function the function, which must be pure
     * @param properties what it promises
     * @return a new evaluator
     */
    public static Evaluator of(StateEvaluator function, EvaluatorProperty... properties) {
        Objects.requireNonNull(function, "function");
        BatchEvaluator one = (states, perspective) -> {
            for (int index = 0; index < states.size(); index++) {
                states.setScore(index, function.evaluate(states.get(index), perspective));
            }
        };
        return ofBatch(one, properties);
    }

    /**
     * Of a function that scores many states in one call.
     *
     * @param function the function, which must be pure
     * @param properties what it promises
     * @return a new evaluator
     */
    public static Evaluator ofBatch(BatchEvaluator function, EvaluatorProperty... properties) {
        int bits = 0;
        for (EvaluatorProperty property : properties) {
            bits |= property.bit();
        }
        long number = Callbacks.register(BatchStack.callback(Objects.requireNonNull(function, "function")));
        boolean made = false;
        try (Scratch scratch = Scratch.enter()) {
            Trampolines trampolines = Trampolines.INSTANCE;
            check(NATIVE.evaluatorFromBatchCallback(number, trampolines.evaluateBatch(), trampolines.drop(),
                    bits, scratch.out, scratch.error), scratch);
            made = true;
            return new Evaluator(scratch.outLong());
        } finally {
            if (!made) {
                Callbacks.remove(number);
            }
        }
    }

    /**
     * The score of a state.
     *
     * @param state the state, whoever is to move
     * @param perspective the side to score for
     * @return centipawns
     */
    public int evaluate(GameState state, Color perspective) {
        int side = perspective.ordinal();
        StackRoom.check();
        long address = share();
        try {
            long stateAddress = state.share();
            try (Scratch scratch = Scratch.enter()) {
                check(NATIVE.evaluatorEvaluate(
                        address, stateAddress, side, scratch.out, scratch.error), scratch);
                return scratch.outInt();
            } finally {
                state.unshare();
            }
        } finally {
            unshare();
        }
    }

    /**
     * The scores of many states, in one call of a batch function.
     *
     * @param states the states
     * @param perspective the side to score for
     * @return centipawns, in the order of the states
     */
    public int[] evaluate(List<GameState> states, Color perspective) {
        int side = perspective.ordinal();
        StackRoom.check();
        try (Shared shared = new Shared(); Scratch scratch = Scratch.enter()) {
            long address = shared.address(this);
            int count = states.size();
            ByteBuffer room = putAddresses(states, shared, scratch);
            long scores = scratch.bulkAddress() + 8L * count;
            check(NATIVE.evaluatorEvaluateBatch(
                    address, scratch.bulkAddress(), count, side, scores, scratch.error), scratch);
            return readScores(room, 8 * count, count);
        }
    }

    /**
     * The score of a turn for the side that plays it: the state is scored after the turn. The dice need not pay for
     * it. Without any micro-move, the state itself is scored for its side to move.
     *
     * @param state the state before the turn
     * @param turn its micro-moves
     * @return centipawns; {@link SearchReport#TERMINAL_WIN_SCORE} if the turn takes a king
     * @throws DiceChessException ILLEGAL with the number of the micro-move that the board does not allow as field
     */
    public int scorePath(GameState state, Turn turn) {
        StackRoom.check();
        try (Shared shared = new Shared(); Scratch scratch = Scratch.enter()) {
            int count = putTurn(turn, scratch);
            check(NATIVE.scorePath(shared.address(state), scratch.record, count, shared.address(this),
                    scratch.out, scratch.error), scratch);
            return scratch.outInt();
        }
    }

    /**
     * The scores of all turns of a list, each as {@link #scorePath} gives it; evaluated in batches of at most 64.
     *
     * @param turns the turns
     * @return centipawns, in the order of the turns
     */
    public int[] scoreTurns(Turns turns) {
        StackRoom.check();
        try (Shared shared = new Shared(); Scratch scratch = Scratch.enter()) {
            long list = shared.address(turns);
            int count = turns.size();
            ByteBuffer room = scratch.bulk(4L * count);
            check(NATIVE.scoreTurns(
                    list, shared.address(this), scratch.bulkAddress(), count, 0, scratch.error), scratch);
            return readScores(room, 0, count);
        }
    }

    /** Writes the addresses of states into bulk memory and leaves room for a score each behind them. */
    static ByteBuffer putAddresses(List<GameState> states, Shared shared, Scratch scratch) {
        ByteBuffer room = scratch.bulk(12L * states.size());
        int place = 0;
        for (GameState state : states) {
            room.putLong(place, shared.address(Objects.requireNonNull(state, "state")));
            place += 8;
        }
        return room;
    }

    /** Writes the micro-moves of a turn into the record. How many they are. */
    static int putTurn(Turn turn, Scratch scratch) {
        List<MicroMove> moves = turn.moves();
        for (int index = 0; index < moves.size(); index++) {
            scratch.buffer.putShort(Scratch.RECORD + 2 * index, (short) moves.get(index).packed());
        }
        return moves.size();
    }

    static int[] readScores(ByteBuffer room, int place, int count) {
        int[] scores = new int[count];
        for (int index = 0; index < count; index++) {
            scores[index] = room.getInt(place + 4 * index);
        }
        return scores;
    }
}
