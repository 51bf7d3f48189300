package org.dicechess.benches;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dicechess.Color;
import org.dicechess.Evaluator;
import org.dicechess.GameState;
import org.dicechess.Library;
import org.dicechess.Search;
import org.dicechess.SearchReport;
import org.dicechess.Turn;
import org.dicechess.Turns;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What is measured. The function of the same name in twin.c does the same work through the C ABI, and both return
 * the same number.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class Work extends WorkerTime {
    private static final String F10 = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 3 PNB";
    private static final int STATES = 64;
    private static final int CAPACITY = 1 << 16;

    private final GameState state = GameState.parse(F10);
    private final Turns turns = new Turns();
    private final short[] moves = new short[3 * CAPACITY];
    private final byte[] lengths = new byte[CAPACITY];
    private final List<GameState> states = new ArrayList<>();
    private final Evaluator material = Evaluator.material();
    private final Evaluator single = Evaluator.of((leaf, perspective) -> leaf.material(perspective));
    private final Evaluator batched = Evaluator.ofBatch((leaves, perspective) -> {
        for (int index = 0; index < leaves.size(); index++) {
            leaves.setScore(index, leaves.get(index).material(perspective));
        }
    });
    private final Search search = new Search(0);

    /** Makes the states and lists that the work is about. */
    public Work() {
        turns.generate(state);
        for (int index = 0; index < STATES; index++) {
            GameState after = GameState.initial();
            turns.finalState(index, after);
            states.add(after);
        }
    }

    /** Two numbers in one. */
    private static long pair(long high, int low) {
        return high << 32 | low & 0xffffffffL;
    }

    /** The least that a call can be. */
    @Benchmark
    public long call() {
        return Library.abiVersion();
    }

    /** One number of a state. */
    @Benchmark
    public long getter() {
        return state.key();
    }

    /** A handle is made and closed. */
    @Benchmark
    public long lifetime() {
        GameState.initial().close();
        return 0;
    }

    /** All legal turns, into arrays that are there. */
    @Benchmark
    public long arrays() {
        turns.generate(state);
        int count = turns.fill(moves, lengths, null);
        return pair(count, moves[3 * (count - 1)] & 0xffff);
    }

    /** All legal turns, as a new list of new objects. */
    @Benchmark
    public long objects() {
        List<Turn> list = state.legalTurns();
        return pair(list.size(), list.get(list.size() - 1).moves().get(0).packed());
    }

    /** A batch of states to a built-in evaluator. */
    @Benchmark
    public long batch() {
        int[] scores = material.evaluate(states, Color.WHITE);
        return pair(scores.length, scores[scores.length - 1]);
    }

    private long scoreTurns(Evaluator evaluator) {
        int[] scores = evaluator.scoreTurns(turns);
        return pair(scores.length, scores[scores.length - 1]);
    }

    /** The states after all legal turns, to a built-in evaluator: the same without callbacks. */
    @Benchmark
    public long builtIn() {
        return scoreTurns(material);
    }

    /** One state to an evaluator in Java. */
    @Benchmark
    public long callback() {
        return single.evaluate(state, Color.WHITE);
    }

    /** The states after all legal turns, to an evaluator in Java that scores one at a time. */
    @Benchmark
    public long oneByOne() {
        return scoreTurns(single);
    }

    /** The states after all legal turns, to an evaluator in Java that scores batches, of 64 here. */
    @Benchmark
    public long leaves() {
        return scoreTurns(batched);
    }

    /** A search with all defaults: two turns ahead, eight candidates, material. */
    @Benchmark
    public long search() {
        SearchReport report = search.bestTurn(state);
        return pair(report.work(), report.score());
    }
}
