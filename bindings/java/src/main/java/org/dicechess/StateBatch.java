package org.dicechess;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.dicechess.internal.Layout;
import org.dicechess.internal.Window;

/**
 * The states that an evaluator is asked to score in one call, and the place for their scores. It can be used until
 * the evaluator returns, on its thread; later use throws {@link IllegalStateException}. A search asks for at most 64
 * at a time.
 */
public final class StateBatch {
    private final Window states = new Window();
    private final Window scores = new Window();
    /** Without memory, nothing can be read or written any more. */
    final StateView view = new StateView();
    private int size;
    private int firstState;
    private int firstScore;
    private ByteBuffer scoreMemory;

    StateBatch() {
    }

    /** Shows the states at one address and takes scores for the other, all 0 at first. */
    void open(long stateAddress, long count, long scoreAddress) {
        if (count > Window.REACH / Layout.SNAPSHOT_SIZE) {
            throw new IllegalArgumentException(count + " states in one batch");
        }
        firstState = states.index(stateAddress);
        firstScore = scores.index(scoreAddress);
        scoreMemory = scores.buffer();
        size = (int) count;
        view.memory = states.buffer();
        view.place = firstState;
        for (int i = 0; i < size; i++) {
            scoreMemory.putInt(firstScore + 4 * i, 0);
        }
    }

    /**
     * How many states there are.
     *
     * @return at least 1 while the evaluator runs
     */
    public int size() {
        return size;
    }

    /**
     * One of the states. The view is always the same object; it shows this state until the next call.
     *
     * @param index 0 to {@code size() - 1}
     * @return a view of the state
     */
    public StateView get(int index) {
        view.place = firstState + Layout.SNAPSHOT_SIZE * checked(index);
        return view;
    }

    /**
     * Sets the score of a state. A state whose score is never set has 0.
     *
     * @param index 0 to {@code size() - 1}
     * @param score centipawns for the side that the evaluator was asked to score for
     */
    public void setScore(int index, int score) {
        scoreMemory.putInt(firstScore + 4 * checked(index), score);
    }

    private int checked(int index) {
        if (view.memory == null) {
            throw new IllegalStateException("the evaluator that was given these states has returned");
        }
        return Objects.checkIndex(index, size);
    }
}
