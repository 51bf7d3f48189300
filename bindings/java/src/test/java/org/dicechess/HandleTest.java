package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.dicechess.internal.Callbacks;
import org.junit.jupiter.api.Test;

/** Who may use a handle when, and that its memory is given back, once. */
class HandleTest {
    /** A handle of nothing, which counts how often it is freed. */
    private static final class Counted extends Handle {
        Counted(AtomicInteger freed) {
            super(1, address -> freed.addAndGet((int) address));
        }
    }

    @Test
    void afterCloseNothingWorks() {
        GameState state = GameState.initial();
        Turns turns = new Turns();
        try (GameState open = GameState.initial()) {
            state.close();
            state.close();
            IllegalStateException refusal = assertThrows(IllegalStateException.class, state::key);
            assertEquals("this GameState is closed", refusal.getMessage());
            assertThrows(IllegalStateException.class, state::endTurn);
            assertThrows(IllegalStateException.class, state::copy);
            assertThrows(IllegalStateException.class, state::toString);
            assertThrows(IllegalStateException.class, () -> open.set(state));
            assertThrows(IllegalStateException.class, () -> state.set(state));
            assertThrows(IllegalStateException.class, () -> open.equals(state));
            assertThrows(IllegalStateException.class, () -> turns.generate(state));
            // The open ones are free again.
            open.endTurn();
            turns.generate(open);
            turns.close();
            refusal = assertThrows(IllegalStateException.class, () -> turns.generate(open));
            assertEquals("this Turns is closed", refusal.getMessage());
            assertThrows(IllegalStateException.class, () -> turns.finalState(0, open));
            open.endTurn();
        }
    }

    /** In C a search is for one call at a time, for reading too. */
    @Test
    void candidatesAreReadByOneCallAtATime() {
        try (Search search = new Search(1)) {
            search.share();
            assertThrows(ConcurrentUseException.class, search::candidates);
            search.unshare();
            assertEquals(List.of(), search.candidates());
        }
    }

    @Test
    void callsThatReadMayOverlapOthersMayNot() {
        AtomicInteger freed = new AtomicInteger();
        Handle handle = new Counted(freed);
        handle.share();
        handle.share();
        assertThrows(ConcurrentUseException.class, handle::claim);
        handle.unshare();
        assertThrows(ConcurrentUseException.class, handle::claim);
        handle.unshare();
        handle.claim();
        assertThrows(ConcurrentUseException.class, handle::share);
        assertThrows(ConcurrentUseException.class, handle::claim);
        handle.release();
        handle.share();
        handle.unshare();
        handle.close();
        assertEquals(1, freed.get());
    }

    @Test
    void anotherThreadIsRefusedAtOnce() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (GameState state = GameState.initial()) {
            state.claim();
            for (Callable<?> call : List.<Callable<?>>of(state::key, state::dfen, () -> {
                state.endTurn();
                return null;
            })) {
                Future<?> future = other.submit(call);
                Throwable thrown = assertThrows(Exception.class, future::get).getCause();
                assertEquals(ConcurrentUseException.class, thrown.getClass());
                assertEquals("this GameState is in use by another call", thrown.getMessage());
            }
            state.release();
            assertEquals(state.key(), other.submit(state::key).get());
        } finally {
            other.shutdown();
        }
    }

    @Test
    void closingWaitsForTheLastCall() {
        AtomicInteger freed = new AtomicInteger();
        Handle claimed = new Counted(freed);
        claimed.claim();
        claimed.close();
        claimed.close();
        assertThrows(IllegalStateException.class, claimed::share);
        assertEquals(0, freed.get());
        claimed.release();
        assertEquals(1, freed.get());
        claimed.close();
        Handle shared = new Counted(freed);
        shared.share();
        shared.share();
        shared.close();
        shared.unshare();
        assertEquals(1, freed.get());
        shared.unshare();
        assertEquals(2, freed.get());
    }

    @Test
    void threadsThatDisregardTheRulesBreakNothing() throws Exception {
        int threads = 4;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        CyclicBarrier together = new CyclicBarrier(threads);
        List<GameState> states = new ArrayList<>();
        for (int round = 0; round < 200; round++) {
            states.add(GameState.parse(Data.MIDDLE_GAME));
        }
        List<Future<Integer>> done = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int own = thread;
            done.add(pool.submit(() -> {
                int refused = 0;
                for (GameState state : states) {
                    together.await();
                    for (int call = 0; call < 50; call++) {
                        try {
                            switch ((call + own) % 4) {
                                case 0 -> state.setDice(PieceType.KING);
                                case 1 -> state.key();
                                case 2 -> state.legalTurns();
                                default -> state.dfen();
                            }
                            if (call == 40 && own == 0) {
                                state.close();
                            }
                        } catch (IllegalStateException expected) {
                            refused++;
                        }
                    }
                }
                return refused;
            }));
        }
        for (Future<Integer> future : done) {
            assertTrue(future.get() > 0, "after the state was closed calls are refused");
        }
        pool.shutdown();
    }

    @Test
    void forgottenHandlesAreFreed() throws InterruptedException {
        CountDownLatch freed = new CountDownLatch(100);
        for (int index = 0; index < 100; index++) {
            forget(freed);
        }
        for (int round = 0; round < 100 && freed.getCount() > 0; round++) {
            System.gc();
            freed.await(100, TimeUnit.MILLISECONDS);
        }
        assertEquals(0, freed.getCount());
    }

    private static void forget(CountDownLatch freed) {
        new Handle(1, address -> freed.countDown()) {
        }.share();
    }

    /** Closes evaluators from the deepest frame that fits upwards. Each is reachable as long as its function is. */
    private static void closeAtTheEndOfTheStack(List<Evaluator> open) {
        try {
            closeAtTheEndOfTheStack(open);
        } catch (StackOverflowError deepest) {
            // Begins here.
        }
        int last = open.size() - 1;
        if (last >= 0) {
            try {
                open.get(last).close();
                open.remove(last);
            } catch (StackOverflowError overflow) {
                // Not closed.
            }
        }
    }

    @Test
    void whatIsClosedAtTheEndOfTheStackIsFreed() throws InterruptedException {
        int callbacks = Callbacks.count();
        List<Evaluator> open = new ArrayList<>();
        List<Evaluator> all = new ArrayList<>();
        for (int number = 0; number < 2000; number++) {
            AtomicReference<Evaluator> self = new AtomicReference<>();
            self.set(Evaluator.of((state, perspective) -> self.get().hashCode()));
            all.add(self.get());
        }
        open.addAll(all);
        closeAtTheEndOfTheStack(open);
        assertEquals(List.of(), open);
        try (GameState state = GameState.initial()) {
            for (Evaluator evaluator : all) {
                assertThrows(IllegalStateException.class, () -> evaluator.evaluate(state, Color.WHITE));
            }
        }
        CountDownLatch never = new CountDownLatch(1);
        for (int round = 0; round < 100 && Callbacks.count() > callbacks; round++) {
            System.gc();
            never.await(100, TimeUnit.MILLISECONDS);
        }
        assertEquals(callbacks, Callbacks.count());
    }

    @Test
    void memoryStaysFlat() throws IOException {
        createAndClose(20_000);
        long before = residentBytes();
        createAndClose(100_000);
        long growth = residentBytes() - before;
        // A state takes up more than 200 bytes, a list of turns thousands: objects that stay would be 80 MB and more. The Java heap is
        // in memory from the start.
        assertTrue(growth < 24 << 20, "resident memory grew by " + growth + " bytes");
    }

    private static void createAndClose(int times) {
        for (int round = 0; round < times; round++) {
            try (GameState state = GameState.parse(Data.INITIAL); Turns turns = new Turns()) {
                state.setDice(PieceType.PAWN, PieceType.PAWN);
                turns.generate(state);
                assertTrue(turns.size() > 200);
                for (int copy = 0; copy < 3; copy++) {
                    state.copy().close();
                }
            }
        }
    }

    private static long residentBytes() throws IOException {
        String pages = Files.readString(Path.of("/proc/self/statm")).split(" ")[1];
        return Long.parseLong(pages) * 4096;
    }
}
