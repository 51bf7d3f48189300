package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Evaluation caches: counters, failures, and functions that use the cache which calls them. */
class EvaluationCacheTest {
    private static GameState numbered(int number) {
        return GameState.parse("4k3/8/8/8/8/8/8/4K3 w - - 0 " + number);
    }

    private static int score(EvaluationCache cache, int number) {
        try (GameState state = numbered(number)) {
            return cache.evaluate(state, Color.WHITE);
        }
    }

    private static void assertCounts(EvaluationCache cache, long calls, long hits, long entries) {
        assertEquals(calls, cache.evaluatorCalls());
        assertEquals(hits, cache.hits());
        assertEquals(entries, cache.entryCount());
    }

    @Test
    void nothingOfAFailureIsCached() {
        AtomicReference<RuntimeException> failure = new AtomicReference<>();
        StateEvaluator function = (state, perspective) -> {
            if (failure.get() != null) {
                throw failure.get();
            }
            return state.fullMoveNumber();
        };
        try (Evaluator evaluator = Evaluator.of(function);
                EvaluationCache cache = new EvaluationCache(evaluator)) {
            assertEquals(1, score(cache, 1));
            assertEquals(1, score(cache, 1));
            assertCounts(cache, 1, 1, 1);
            failure.set(new RuntimeException("no opinion"));
            assertSame(failure.get(), assertThrows(RuntimeException.class, () -> score(cache, 2)));
            assertEquals(1, score(cache, 1));
            assertEquals(1, cache.entryCount());
            failure.set(null);
            assertEquals(2, score(cache, 2));
            assertEquals(2, cache.entryCount());
            assertTrue(cache.bytesUsed() > 500 && cache.bytesUsed() < 10_000);
        }
    }

    @Test
    void batchesScoreEachStateOnce() {
        StateEvaluator number = (state, perspective) -> state.fullMoveNumber();
        try (Evaluator evaluator = Evaluator.of(number);
                EvaluationCache cache = new EvaluationCache(evaluator);
                GameState four = numbered(4);
                GameState five = numbered(5);
                GameState another = numbered(4);
                GameState six = numbered(6)) {
            assertArrayEquals(new int[] {4, 5, 4, 6},
                    cache.evaluate(List.of(four, five, another, six), Color.WHITE));
            assertCounts(cache, 3, 1, 3);
        }
    }

    /** The score of a state is the sum of the numbers up to its own, by asking the same cache for the one before. */
    @Test
    void aFunctionMayUseTheCacheThatCallsIt() {
        AtomicReference<EvaluationCache> own = new AtomicReference<>();
        StateEvaluator chain = (state, perspective) -> {
            int number = state.fullMoveNumber();
            int before = number == 1 ? 0 : score(own.get(), number - 1);
            // The view is still that of the outer call.
            assertEquals(number, state.fullMoveNumber());
            return number + before;
        };
        try (Evaluator evaluator = Evaluator.of(chain);
                EvaluationCache cache = new EvaluationCache(evaluator)) {
            own.set(cache);
            assertEquals(5050, score(cache, 100));
            assertCounts(cache, 100, 0, 100);
            assertEquals(1275, score(cache, 50));
            assertCounts(cache, 100, 1, 100);
        }
    }

    @Test
    void whatIsThrownInTheInnermostCallPassesAllTheOthers() {
        AtomicReference<EvaluationCache> own = new AtomicReference<>();
        IllegalArgumentException thrown = new IllegalArgumentException("at the bottom");
        StateEvaluator chain = (state, perspective) -> {
            if (state.fullMoveNumber() == 1) {
                throw thrown;
            }
            return score(own.get(), state.fullMoveNumber() - 1);
        };
        try (Evaluator evaluator = Evaluator.of(chain);
                EvaluationCache cache = new EvaluationCache(evaluator)) {
            own.set(cache);
            assertSame(thrown, assertThrows(IllegalArgumentException.class, () -> score(cache, 30)));
            assertEquals(0, cache.entryCount());
        }
    }

    @Test
    void anotherThreadIsRefusedAtOnce() throws InterruptedException {
        AtomicReference<EvaluationCache> own = new AtomicReference<>();
        AtomicReference<Throwable> refusal = new AtomicReference<>();
        StateEvaluator meddle = (state, perspective) -> {
            Thread other = new Thread(() -> {
                try {
                    own.get().hits();
                } catch (ConcurrentUseException exception) {
                    refusal.set(exception);
                }
            });
            other.start();
            try {
                other.join();
            } catch (InterruptedException exception) {
                throw new AssertionError(exception);
            }
            return 6;
        };
        try (Evaluator evaluator = Evaluator.of(meddle);
                EvaluationCache cache = new EvaluationCache(evaluator)) {
            own.set(cache);
            assertEquals(6, score(cache, 1));
            assertEquals(ConcurrentUseException.class, refusal.get().getClass());
            assertEquals(0, cache.hits());
            // It may move to another thread when nobody uses it.
            Thread other = new Thread(() -> refusal.set(new AssertionError(String.valueOf(score(cache, 1)))));
            other.start();
            other.join();
            assertEquals("6", refusal.get().getMessage());
            assertEquals(1, cache.hits());
        }
    }

    @Test
    void closingWhileItIsUsedWaitsForTheEnd() {
        AtomicReference<EvaluationCache> own = new AtomicReference<>();
        StateEvaluator close = (state, perspective) -> {
            own.get().close();
            return 8;
        };
        try (Evaluator evaluator = Evaluator.of(close)) {
            own.set(new EvaluationCache(evaluator));
            assertEquals(8, score(own.get(), 1));
            assertThrows(IllegalStateException.class, () -> own.get().hits());
        }
    }
}
