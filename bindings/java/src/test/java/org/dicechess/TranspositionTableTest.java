package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tables without a search: sizes, entries, telemetry. */
class TranspositionTableTest {
    private static String refused(Runnable call) {
        return assertThrows(DiceChessException.class, call::run).statusName();
    }

    @Test
    void sizes() {
        try (TranspositionTable table = new TranspositionTable()) {
            assertEquals(TranspositionTable.DEFAULT_CAPACITY, table.capacity());
            assertEquals(8 << 20, table.bytes());
        }
        try (TranspositionTable table = TranspositionTable.withBytes(5000)) {
            assertEquals(128, table.capacity());
            assertEquals(4096, table.bytes());
        }
        for (long capacity : new long[] {0, 3, 100, -1}) {
            assertEquals("RANGE", refused(() -> new TranspositionTable(capacity)));
        }
        assertEquals("RANGE", refused(() -> TranspositionTable.withBytes(31)));
        assertEquals("MEMORY", refused(() -> new TranspositionTable(1L << 58)));
    }

    @Test
    void entriesComeBackAsTheyWereStored() {
        try (TranspositionTable table = new TranspositionTable(16)) {
            assertNull(table.probe(77));
            TableEntry entry = new TableEntry(77, Bound.LOWER, -12.5, 3, true);
            table.store(entry);
            assertEquals(entry, table.probe(77));
            TableEntry deeper = new TableEntry(77, Bound.EXACT, -Double.MAX_VALUE, 255, false);
            table.store(deeper);
            assertEquals(deeper, table.probe(77));
            // A shallower one does not replace it.
            table.store(entry);
            assertEquals(deeper, table.probe(77));
            TableTelemetry telemetry = table.telemetry();
            assertEquals(3, telemetry.stores());
            assertEquals(3, telemetry.hits());
            assertEquals(1, telemetry.misses());
            assertEquals(1, telemetry.overwrites());
            assertEquals(0, telemetry.collisions());
            table.resetTelemetry();
            assertEquals(new TableTelemetry(0, 0, 0, 0, 0), table.telemetry());
            assertEquals(deeper, table.probe(77));
            table.clear();
            assertNull(table.probe(77));
            assertEquals("RANGE", refused(() -> table.store(new TableEntry(1, Bound.NONE, 0, 1, false))));
            assertEquals("RANGE", refused(() -> table.store(new TableEntry(1, Bound.EXACT, 0, 256, false))));
            assertEquals("RANGE", refused(() -> table.store(new TableEntry(1, Bound.EXACT, 0, -1, false))));
            for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
                assertEquals("RANGE", refused(() -> table.store(new TableEntry(1, Bound.EXACT, value, 1, false))));
            }
            assertThrows(NullPointerException.class, () -> table.store(null));
        }
    }

    @Test
    void clearingMustBeAlone() {
        AtomicReference<Throwable> refusal = new AtomicReference<>();
        try (TranspositionTable table = new TranspositionTable(1024);
                Search search = new Search(0);
                GameState state = GameState.parse(SearchTest.BISHOP)) {
            search.bestTurn(state, SearchOptions.builder().table(table).progress(progress -> {
                refusal.set(assertThrows(ConcurrentUseException.class, table::clear));
                assertEquals(1024, table.capacity());
            }).build());
            assertEquals(ConcurrentUseException.class, refusal.get().getClass());
            table.clear();
        }
    }

    @Test
    void nothingWorksAfterItWasClosed() {
        TranspositionTable table = new TranspositionTable(16);
        table.close();
        table.close();
        assertThrows(IllegalStateException.class, table::capacity);
        assertThrows(IllegalStateException.class, table::bytes);
        assertThrows(IllegalStateException.class, () -> table.probe(1));
        assertThrows(IllegalStateException.class, () ->
                table.store(new TableEntry(1, Bound.EXACT, 0, 1, false)));
        assertThrows(IllegalStateException.class, table::clear);
        assertThrows(IllegalStateException.class, table::telemetry);
        assertThrows(IllegalStateException.class, table::resetTelemetry);
        try (Search search = new Search(0); GameState state = GameState.parse(SearchTest.BISHOP)) {
            SearchOptions options = SearchOptions.builder().table(table).build();
            assertThrows(IllegalStateException.class, () -> search.bestTurn(state, options));
        }
    }
}
