package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.dicechess.internal.Callbacks;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;
import org.dicechess.internal.Thrown;
import org.dicechess.internal.Window;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What callbacks throw arrives as the same object, from any leaf and on any thread, and nothing is left over. */
class ThrownTest {
    private int callbacks;

    @BeforeEach
    void count() {
        callbacks = Callbacks.count();
    }

    @AfterEach
    void nothingIsLeft() {
        assertEquals(callbacks, Callbacks.count());
        assertEquals(0, Thrown.count());
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> RuntimeException sneaky(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** Material, but the call with some number throws. */
    private static final class Failing implements StateEvaluator {
        final AtomicInteger calls = new AtomicInteger();
        int failsAt;
        Throwable thrown;

        @Override
        public int evaluate(StateView state, Color perspective) {
            if (calls.incrementAndGet() == failsAt) {
                throw ThrownTest.<RuntimeException>sneaky(thrown);
            }
            return state.material(perspective);
        }

        void failAt(int call, Throwable thrown) {
            calls.set(0);
            failsAt = call;
            this.thrown = thrown;
        }
    }

    @Test
    void onAnyLeafOfASearch() {
        Failing failing = new Failing();
        List<Throwable> kinds = List.of(new IllegalStateException("state"), new IOException("checked"),
                new AssertionError("error"), new OutOfMemoryError("none left"), new StackOverflowError());
        try (Evaluator evaluator = Evaluator.of(failing, EvaluatorProperty.THREAD_SAFE);
                TranspositionTable table = new TranspositionTable(1 << 12);
                GameState state = GameState.parse(SearchTest.BISHOP)) {
            SearchOptions options = SearchOptions.builder().evaluator(evaluator).table(table).build();
            failing.failAt(0, null);
            try (Search search = new Search(0)) {
                search.bestTurn(state, options);
            }
            int calls = failing.calls.get();
            assertTrue(calls > 100);
            for (int at = 1; at <= calls; at += at < 20 ? 1 : calls / 10) {
                for (int threads = 1; threads <= 2; threads++) {
                    table.clear();
                    Throwable thrown = kinds.get(at % kinds.size());
                    failing.failAt(at, thrown);
                    SearchOptions these = options.toBuilder().threads(threads).cache(at % 2 == 0).build();
                    try (Search search = new Search(0)) {
                        try {
                            search.bestTurn(state, these);
                            // A cache may leave fewer calls than the failing one.
                            assertTrue(failing.calls.get() < at);
                        } catch (Throwable caught) {
                            assertSame(thrown, caught);
                        }
                        failing.failAt(0, null);
                        SearchReport report = search.bestTurn(state, these);
                        assertTrue(report.complete());
                        assertEquals(-207.40740740740722, report.value(), 1e-9);
                    }
                }
            }
        }
    }

    @Test
    void fromPreRankingAndRescoring() {
        Failing failing = new Failing();
        try (Evaluator evaluator = Evaluator.of(failing);
                Search search = new Search(0);
                GameState state = GameState.parse(SearchTest.BISHOP)) {
            Error error = new Error("ranking");
            failing.failAt(1, error);
            SearchOptions ranked = SearchOptions.builder().preRank(evaluator).build();
            assertSame(error, assertThrows(Error.class, () -> search.bestTurn(state, ranked)));
            assertEquals(List.of(), search.candidates());
            failing.failAt(1, error);
            SearchOptions rescored = SearchOptions.builder().rescorer(evaluator, 1).build();
            assertSame(error, assertThrows(Error.class, () -> search.bestTurn(state, rescored)));
            failing.failAt(1, error);
            assertSame(error, assertThrows(Error.class,
                    () -> Search.chanceNodeValue(state, Color.WHITE, 1, evaluator, UtilityBounds.DEFAULT,
                            null)));
            failing.failAt(1, error);
            assertSame(error, assertThrows(Error.class, () -> evaluator.evaluate(state, Color.WHITE)));
            failing.failAt(2, error);
            assertSame(error,
                    assertThrows(Error.class, () -> evaluator.evaluate(List.of(state, state), Color.WHITE)));
        }
    }

    private static int endless(int depth) {
        return endless(depth + 1) + 1;
    }

    @Test
    void aStackThatOverflowsInTheEvaluator() {
        AtomicReference<StackOverflowError> thrown = new AtomicReference<>();
        StateEvaluator recursive = (state, perspective) -> {
            try {
                return endless(0);
            } catch (StackOverflowError error) {
                thrown.set(error);
                throw error;
            }
        };
        try (Evaluator evaluator = Evaluator.of(recursive); GameState state = GameState.initial()) {
            for (int round = 0; round < 3; round++) {
                StackOverflowError caught =
                        assertThrows(StackOverflowError.class, () -> evaluator.evaluate(state, Color.WHITE));
                assertSame(thrown.get(), caught);
            }
        }
    }

    /**
     * Calls at every depth of a stack that is full: each gives the right score or overflows, and the virtual machine
     * lives.
     */
    @Test
    void aStackThatOverflowsBeforeTheEvaluator() {
        try (Evaluator evaluator = Evaluator.of((state, perspective) -> state.material(perspective));
                Search search = new Search(0);
                GameState state = GameState.parse(SearchTest.BISHOP)) {
            SearchOptions options = SearchOptions.builder().evaluator(evaluator).build();
            for (Runnable call : List.<Runnable>of(
                    () -> assertEquals(-200, evaluator.evaluate(state, Color.WHITE)),
                    () -> assertEquals(-207, search.bestTurn(state, options).score()))) {
                int[] ends = new int[2];
                for (int round = 0; round < 5; round++) {
                    callAtTheEndOfTheStack(call, ends, 6000 * (round + 1));
                }
                assertTrue(ends[0] > 0 && ends[1] > 0, ends[0] + " returned, " + ends[1] + " overflowed");
            }
        }
    }

    /**
     * A callback on a new thread calls where its stack is full, for the first time one call inside another: what
     * overflows then is no burden to the calls that come after.
     */
    @Test
    void aStackThatOverflowsInsideACallback() throws InterruptedException {
        try (GameState state = GameState.parse(SearchTest.BISHOP)) {
            long key = state.key();
            int[] ends = new int[2];
            StateEvaluator calling = (argument, perspective) -> {
                int sum = ends[0] + ends[1] + 1000;
                callAtTheEndOfTheStack(() -> assertEquals(key, state.key()), ends, sum);
                return 7;
            };
            AtomicReference<Throwable> failure = new AtomicReference<>();
            for (int number = 0; number < 20; number++) {
                Thread thread = new Thread(() -> {
                    try (Evaluator evaluator = Evaluator.of(calling)) {
                        assertEquals(7, evaluator.evaluate(state, Color.WHITE));
                    } catch (Throwable thrown) {
                        failure.set(thrown);
                    }
                });
                thread.start();
                thread.join();
                assertNull(failure.get());
            }
            assertTrue(ends[0] > 0 && ends[1] > 0, ends[0] + " returned, " + ends[1] + " overflowed");
            // Nobody uses the state any more.
            state.endTurn();
        }
    }

    /** Memory and its address belong together wherever getting them has overflowed: C would use memory that is gone. */
    @Test
    void memoryAtTheEndOfTheStack() {
        Window window = new Window();
        int[] ends = new int[2];
        callAtTheEndOfTheStack(() -> {
            for (long gigabyte : new long[] {5L << 30, 9L << 30}) {
                assertEquals(8, window.index(gigabyte + 8));
                assertEquals(gigabyte, Native.instance().address(window.buffer()));
            }
        }, ends, 3000);
        assertTrue(ends[0] > 0 && ends[1] > 0, ends[0] + " returned, " + ends[1] + " overflowed");
        int[] size = {4096};
        int[] more = new int[2];
        try (Scratch scratch = Scratch.enter()) {
            callAtTheEndOfTheStack(() -> {
                ByteBuffer bulk = scratch.bulk(size[0]++);
                assertEquals(Native.instance().address(bulk), scratch.bulkAddress());
            }, more, 3000);
        }
        assertTrue(more[0] > 0 && more[1] > 0, more[0] + " returned, " + more[1] + " overflowed");
    }

    /** Counts calls that return and calls that overflow, up to a sum, from the deepest frame that fits upwards. */
    private static void callAtTheEndOfTheStack(Runnable call, int[] ends, int sum) {
        try {
            callAtTheEndOfTheStack(call, ends, sum);
        } catch (StackOverflowError deepest) {
            // The calls begin here.
        }
        if (ends[0] + ends[1] < sum) {
            try {
                call.run();
                ends[0]++;
            } catch (StackOverflowError overflow) {
                ends[1]++;
            }
        }
    }

    /** All threads of several searches throw, and each caller gets what a thread of its own search has thrown. */
    @Test
    void onSeveralThreadsAtOnce() throws Exception {
        ExecutorService executor = Search.newExecutor(3);
        try {
            List<Future<?>> searches = new ArrayList<>();
            for (int number = 0; number < 3; number++) {
                String name = "search " + number;
                searches.add(executor.submit(() -> failInParallel(name)));
            }
            for (Future<?> search : searches) {
                search.get();
            }
        } finally {
            executor.shutdown();
        }
    }

    private static void failInParallel(String name) {
        StateEvaluator all = (state, perspective) -> {
            throw new IllegalStateException(name);
        };
        try (Evaluator evaluator = Evaluator.of(all, EvaluatorProperty.THREAD_SAFE);
                Search search = new Search(0);
                GameState state = GameState.parse(Data.INITIAL + " PNB")) {
            SearchOptions options = SearchOptions.builder().evaluator(evaluator).threads(4).build();
            for (int round = 0; round < 100; round++) {
                assertEquals(name, assertThrows(
                        IllegalStateException.class, () -> search.bestTurn(state, options)).getMessage());
            }
        }
    }

    @Test
    void fromProgress() {
        RuntimeException stop = new RuntimeException("enough");
        AtomicInteger calls = new AtomicInteger();
        try (Search search = new Search(0); GameState state = GameState.parse(SearchTest.BISHOP)) {
            for (int at = 1; at <= 4; at++) {
                int failsAt = at;
                calls.set(0);
                SearchOptions options = SearchOptions.builder().progress(progress -> {
                    if (calls.incrementAndGet() == failsAt) {
                        throw stop;
                    }
                }).build();
                assertSame(stop, assertThrows(RuntimeException.class, () -> search.bestTurn(state, options)));
                assertEquals(at, calls.get());
            }
        }
    }

    /** A clock that throws ends the search by cancelling it. */
    @Test
    void fromAClock() {
        for (int at = 2; at <= 5; at++) {
            int failsAt = at;
            AtomicInteger readings = new AtomicInteger();
            Error broken = new Error("the clock stands still");
            LongSupplier clock = () -> {
                if (readings.incrementAndGet() >= failsAt) {
                    throw broken;
                }
                return 0;
            };
            try (SearchControl control =
                            SearchControl.withClock(clock, SearchControl.NO_BUDGET, Duration.ofSeconds(1));
                    Search search = new Search(0);
                    GameState state = GameState.parse(Data.INITIAL + " PNB")) {
                SearchOptions options = SearchOptions.builder().depth(8).control(control).build();
                assertSame(broken, assertThrows(Error.class, () -> search.bestTurn(state, options)));
                assertEquals(failsAt, readings.get());
                assertSame(broken, assertThrows(Error.class, control::isCancelled));
                assertSame(broken,
                        assertThrows(Error.class, () -> search.chooseTurn(state, "greedy", control)));
                assertSame(broken, assertThrows(Error.class,
                        () -> search.estimateWin(state, MonteCarloOptions.rollouts(3).withControl(control))));
                assertSame(broken, assertThrows(Error.class, () -> Search.chanceNodeValue(
                        state, Color.WHITE, 1, null, UtilityBounds.DEFAULT, control)));
            }
        }
    }

    @Test
    void fromAClockThatIsReadForTheFirstTime() {
        Error never = new Error("no time at all");
        assertSame(never, assertThrows(Error.class, () -> SearchControl.withClock(() -> {
            throw never;
        }, SearchControl.NO_BUDGET, Duration.ofSeconds(1))));
    }
}
