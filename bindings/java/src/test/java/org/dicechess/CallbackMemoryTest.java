package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dicechess.internal.Callbacks;
import org.junit.jupiter.api.Test;

/** A million callbacks need no memory, and what is made and closed leaves none behind. */
class CallbackMemoryTest {
    private static final int MILLION = 1_000_000;

    /** The memory of this process that is in use, in bytes, of Java and of C. */
    private static long residentBytes() throws IOException {
        String pages = Files.readString(Path.of("/proc/self/statm")).split(" ")[1];
        return Long.parseLong(pages) * 4096;
    }

    /**
     * Expects that work can be repeated in the same memory. The heap of Java grows for a while by itself, but a leak
     * would take at least {@code leak} bytes every time.
     */
    private static void assertFlat(long leak, Runnable work) throws IOException {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20 && least >= leak; round++) {
            long before = residentBytes();
            work.run();
            least = Math.min(least, residentBytes() - before);
        }
        assertTrue(least < leak, "each time the memory grew by at least " + least);
    }

    /** A single reference that is left behind takes eight bytes. */
    @Test
    void aMillionCallbacksTakeNoMemory() throws IOException {
        try (Evaluator evaluator = Evaluator.of((state, perspective) -> state.material(perspective));
                GameState state = GameState.parse("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")) {
            assertFlat(8L * MILLION, () -> evaluate(evaluator, state, MILLION));
        }
    }

    private static void evaluate(Evaluator evaluator, GameState state, int times) {
        for (int time = 0; time < times; time++) {
            assertEquals(100, evaluator.evaluate(state, Color.WHITE));
        }
    }

    /** The smallest of the objects takes more than 80 bytes. */
    @Test
    void whatIsClosedLeavesNothing() throws IOException {
        int callbacks = Callbacks.count();
        assertFlat(80L * 100_000, () -> comeAndGo(100_000));
        assertEquals(callbacks, Callbacks.count());
    }

    private static void comeAndGo(int times) {
        for (int time = 0; time < times; time++) {
            try (Evaluator evaluator = Evaluator.of((state, perspective) -> 0);
                    EvaluationCache cache = new EvaluationCache(evaluator);
                    SearchControl control = SearchControl.withClock(() -> 0, 1, SearchControl.NO_DEADLINE);
                    Search search = new Search(time)) {
                assertEquals(0, cache.entryCount() + control.workUsed() + search.candidates().size());
            }
        }
    }
    /** A single reference that is left behind takes eight bytes. */
    @Test
    void aMillionCellsTakeNoMemory() throws IOException {
        try (Position position = new Position()) {
            for (int note = 0; note < 1000; note++) {
                position.note(note);
            }
            assertFlat(8L * MILLION, () -> visit(position, MILLION / 1000));
        }
    }

    private static void visit(Position position, int times) {
        long[] notes = {0};
        for (int time = 0; time < times; time++) {
            position.run(0, 1000, (address, cell) -> notes[0]++);
        }
        assertEquals(1000L * times, notes[0]);
    }

    /** A position alone takes more than 2000 bytes. */
    @Test
    void closedPositionsLeaveNothing() throws IOException {
        int callbacks = Callbacks.count();
        assertFlat(2000L * 20_000, () -> playAndClose(20_000));
        assertEquals(callbacks, Callbacks.count());
    }

    private static void playAndClose(int times) {
        try (PositionCache cache = new PositionCache(0)) {
            for (int time = 0; time < times; time++) {
                try (ChunkStore store = ChunkStore.lossless(32, 0);
                        Position position = new Position(null, store, cache)) {
                    position.playText("PPN e2e4 e4e5 g1f3\n");
                    byte[] bytes = GameStream.encode(List.of(position));
                    try (DecodedGames games = GameStream.decode(bytes)) {
                        assertEquals(1, games.positions().size());
                    }
                }
            }
        }
    }
}
