package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.dicechess.internal.Callbacks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/**
 * Searches and threads: who may use what meanwhile, cancelling, closing, threads that the search has started, virtual
 * threads.
 */
class SearchThreadsTest {
    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException exception) {
            throw new AssertionError(exception);
        }
    }

    /** What a call on a thread of its own gives. */
    private static <T> T elsewhere(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        new Thread(task).start();
        try {
            return task.get();
        } catch (InterruptedException | ExecutionException exception) {
            throw new AssertionError(exception);
        }
    }

    private static SearchReport bishop(SearchOptions options) {
        try (Search search = new Search(0); GameState state = GameState.parse(SearchTest.BISHOP)) {
            return search.bestTurn(state, options);
        }
    }

    private static void assertFound(SearchReport report) {
        assertEquals("e1d1", report.turn().uci());
        assertEquals(-207, report.score());
        assertTrue(report.complete());
    }

    /** A search that runs refuses its own functions and other threads, and knows nothing of other searches. */
    @Test
    void aRunningSearchRefusesOtherCalls() {
        AtomicBoolean asked = new AtomicBoolean();
        try (Search search = new Search(0); GameState state = GameState.parse(SearchTest.BISHOP)) {
            StateEvaluator meddle = (view, perspective) -> {
                if (asked.compareAndSet(false, true)) {
                    Runnable calls = () -> {
                        assertThrows(ConcurrentUseException.class, () -> search.bestTurn(state));
                        assertThrows(ConcurrentUseException.class, search::candidates);
                        assertThrows(ConcurrentUseException.class, () -> search.chooseTurn(state, "greedy"));
                        assertThrows(ConcurrentUseException.class, () -> search.estimateWin(state));
                        assertThrows(ConcurrentUseException.class, state::endTurn);
                        assertFound(bishop(SearchOptions.DEFAULT));
                    };
                    calls.run();
                    elsewhere(() -> {
                        calls.run();
                        return null;
                    });
                }
                return view.material(perspective);
            };
            try (Evaluator evaluator = Evaluator.of(meddle)) {
                assertFound(search.bestTurn(state, SearchOptions.builder().evaluator(evaluator).build()));
            }
            assertTrue(asked.get());
            assertEquals(4, search.candidates().size());
        }
    }

    /** All that a search uses is closed while it runs, by its own evaluator and by another thread. */
    @Test
    void closingWhileASearchRunsIsPutOff() {
        int before = Callbacks.count();
        for (boolean fromElsewhere : new boolean[] {false, true}) {
            AtomicBoolean closed = new AtomicBoolean();
            List<Handle> handles = new ArrayList<>();
            StateEvaluator close = (view, perspective) -> {
                if (closed.compareAndSet(false, true)) {
                    Callable<Void> all = () -> {
                        handles.forEach(Handle::close);
                        handles.forEach(Handle::close);
                        return null;
                    };
                    if (fromElsewhere) {
                        elsewhere(all);
                    } else {
                        handles.forEach(Handle::close);
                    }
                }
                return view.material(perspective);
            };
            Search search = new Search(0);
            GameState state = GameState.parse(SearchTest.BISHOP);
            Evaluator evaluator = Evaluator.of(close);
            TranspositionTable table = new TranspositionTable(1024);
            SearchControl control =
                    SearchControl.withClock(() -> 0, SearchControl.NO_BUDGET, SearchControl.NO_DEADLINE);
            handles.addAll(List.of(search, state, evaluator, table, control));
            SearchOptions options = SearchOptions.builder().evaluator(evaluator).table(table).control(control).build();
            assertFound(search.bestTurn(state, options));
            assertThrows(IllegalStateException.class, search::candidates);
            assertThrows(IllegalStateException.class, state::dfen);
            assertThrows(IllegalStateException.class, table::capacity);
            assertThrows(IllegalStateException.class, control::cancel);
            assertThrows(IllegalStateException.class, () -> search.bestTurn(state, options));
        }
        assertEquals(before, Callbacks.count());
    }

    @Test
    void anyOrderOfClosingWillDo() {
        int before = Callbacks.count();
        for (int order = 0; order < 120; order++) {
            Evaluator evaluator = Evaluator.of((view, perspective) -> view.material(perspective));
            List<Handle> handles = new ArrayList<>(List.of(
                    evaluator,
                    new EvaluationCache(evaluator),
                    new TranspositionTable(64),
                    SearchControl.withClock(() -> 0, 5, SearchControl.NO_DEADLINE),
                    new Search(0)));
            try (GameState state = GameState.parse(SearchTest.BISHOP)) {
                ((Search) handles.get(4)).bestTurn(state, SearchOptions.builder().evaluator(evaluator)
                        .table((TranspositionTable) handles.get(2)).control((SearchControl) handles.get(3)).build());
                ((EvaluationCache) handles.get(1)).evaluate(state, Color.WHITE);
            }
            for (int left = 5, rest = order; left > 0; rest /= left, left--) {
                handles.remove(rest % left).close();
            }
        }
        assertEquals(before, Callbacks.count());
    }

    /** A search that would take for ever ends when another thread cancels it. */
    @Test
    void anotherThreadCancels() throws InterruptedException {
        for (int threads = 1; threads <= 3; threads++) {
            CountDownLatch started = new CountDownLatch(1);
            StateEvaluator signal = (view, perspective) -> {
                started.countDown();
                return view.material(perspective);
            };
            try (SearchControl control = new SearchControl();
                    Evaluator evaluator = Evaluator.of(signal, EvaluatorProperty.THREAD_SAFE);
                    Search search = new Search(0);
                    GameState state = GameState.parse(Data.INITIAL + " PNB")) {
                Thread canceller = new Thread(() -> {
                    await(started);
                    control.cancel();
                });
                canceller.start();
                SearchReport report = search.bestTurn(state,
                        SearchOptions.builder().depth(8).threads(threads).evaluator(evaluator).control(control).build());
                canceller.join();
                assertFalse(report.complete());
                assertEquals(StopReason.CANCELLED, report.stopReason());
                assertEquals(3, report.turn().moves().size());
            }
        }
    }

    @Test
    void aListenerOrAnEvaluatorCancels() {
        try (SearchControl control = new SearchControl();
                Search search = new Search(0);
                GameState state = GameState.parse(Data.INITIAL + " PNB")) {
            SearchReport report = search.bestTurn(state,
                    SearchOptions.builder().depth(8).iterative(true).control(control)
                    .progress(progress -> control.cancel()).build());
            assertEquals(StopReason.CANCELLED, report.stopReason());
            assertTrue(report.candidatesCompleted() >= 1);
        }
        try (SearchControl control = new SearchControl();
                Evaluator evaluator = Evaluator.of((view, perspective) -> {
                    control.cancel();
                    return view.material(perspective);
                });
                Search search = new Search(0);
                GameState state = GameState.parse(Data.INITIAL + " PNB")) {
            SearchReport report =
                    search.bestTurn(state,
                            SearchOptions.builder().depth(8).evaluator(evaluator).control(control).build());
            assertEquals(StopReason.CANCELLED, report.stopReason());
        }
    }

    /** The first thread that evaluates waits for a second one, which can only be one that the search has started. */
    @Test
    void threadsOfTheSearchCallTheEvaluator() {
        for (int round = 0; round < 20; round++) {
            Set<Thread> seen = ConcurrentHashMap.newKeySet();
            CountDownLatch both = new CountDownLatch(2);
            StateEvaluator meet = (view, perspective) -> {
                if (seen.add(Thread.currentThread())) {
                    both.countDown();
                }
                await(both);
                return SearchTest.middle(view, perspective);
            };
            try (Evaluator evaluator = Evaluator.of(meet, EvaluatorProperty.THREAD_SAFE);
                    Evaluator alone = Evaluator.of(SearchTest::middle);
                    GameState state = GameState.parse(SearchTest.examples().get(4));
                    Search two = new Search(0);
                    Search one = new Search(0)) {
                SearchReport report = two.bestTurn(state,
                        SearchOptions.builder().evaluator(evaluator).threads(2).build());
                SearchReport expected = one.bestTurn(state, SearchOptions.builder().evaluator(alone).build());
                assertEquals(expected.turn(), report.turn());
                assertEquals(expected.value(), report.value());
                assertEquals(2, seen.size());
                assertTrue(seen.remove(Thread.currentThread()));
                Thread other = seen.iterator().next();
                assertTrue(other.isDaemon());
                assertFalse(other.isAlive());
            }
        }
    }

    @Test
    void twoSearchesShareATable() throws Exception {
        ExecutorService executor = Search.newExecutor(2);
        try (TranspositionTable table = new TranspositionTable(1 << 16);
                Evaluator evaluator = Evaluator.of(SearchTest::middle, EvaluatorProperty.THREAD_SAFE)) {
            SearchOptions plain = SearchOptions.builder().evaluator(evaluator).build();
            SearchOptions shared = plain.toBuilder().table(table).build();
            for (int round = 0; round < 10; round++) {
                List<Future<SearchReport>> reports = new ArrayList<>();
                for (int search = 0; search < 2; search++) {
                    reports.add(executor.submit(() -> bishop(shared)));
                }
                for (Future<SearchReport> report : reports) {
                    assertEquals(bishop(plain).value(), report.get().value(), 1e-9);
                }
            }
            assertTrue(table.telemetry().hits() > 0);
        } finally {
            executor.shutdown();
        }
    }

    @Test
    void theExecutorHasPlatformThreads() throws Exception {
        ExecutorService executor = Search.newExecutor(1);
        try {
            assertTrue(executor.submit(() -> Thread.currentThread().isDaemon()).get());
            assertFound(executor.submit(() -> bishop(SearchOptions.DEFAULT)).get());
        } finally {
            executor.shutdown();
        }
    }

    private static Thread startVirtually(Runnable task) {
        try {
            return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException exception) {
            throw new AssertionError(exception);
        }
    }

    /**
     * Many virtual threads search with an evaluator in Java, on their carriers and through an executor of platform
     * threads.
     */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void virtualThreadsMaySearch() throws InterruptedException {
        ExecutorService executor = Search.newExecutor(2);
        AtomicInteger found = new AtomicInteger();
        try (Evaluator evaluator = Evaluator.of(
                (view, perspective) -> view.material(perspective), EvaluatorProperty.THREAD_SAFE)) {
            SearchOptions options = SearchOptions.builder().evaluator(evaluator).build();
            List<Thread> threads = new ArrayList<>();
            for (int number = 0; number < 40; number++) {
                boolean direct = number % 2 == 0;
                threads.add(startVirtually(() -> {
                    try {
                        assertFound(direct ? bishop(options) : executor.submit(() -> bishop(options)).get());
                        found.incrementAndGet();
                    } catch (InterruptedException | ExecutionException exception) {
                        throw new AssertionError(exception);
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        } finally {
            executor.shutdown();
        }
        assertEquals(40, found.get());
    }
}
