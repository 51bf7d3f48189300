package org.dicechess;

import static org.dicechess.Tape.dfen;
import static org.dicechess.Tape.fails;
import static org.dicechess.Tape.shuffle;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.dicechess.internal.Callbacks;
import org.dicechess.internal.Thrown;
import org.junit.jupiter.api.Test;

/** Sharing, budgets, and storage that fails. */
class ChunkStoreTest {
    @Test
    void equalHistoriesAreStoredOnce() {
        try (ChunkStore store = ChunkStore.lossless(32, 0);
                Position a = new Position(null, store, null);
                Position b = new Position(null, store, null)) {
            shuffle(a, 10);
            shuffle(b, 10);
            assertEquals(a.identity(), b.identity());
            long chunks = a.extent().chunks();
            ChunkStoreCounts counts = store.counts();
            assertTrue(chunks > 3 && counts.bytes() > 0);
            assertEquals(new ChunkStoreCounts(32, chunks, counts.bytes(), chunks, 0, 0), counts);
            long id = a.identity().previous();
            try (Position rebuilt = Position.ofChunk(store, id)) {
                assertEquals(id, rebuilt.identity().chain());
                rebuilt.seek(0);
                assertEquals(Data.INITIAL, dfen(rebuilt));
                // From the root on, each chunk but the last is continued by exactly one.
                long at = rebuilt.identity().chain();
                for (long chunk = 0; chunk < chunks; chunk++) {
                    long[] next = store.successors(at);
                    assertEquals(1, next.length);
                    at = next[0];
                }
                assertEquals(id, at);
                assertArrayEquals(new long[0], store.successors(at));
            }
            fails("RANGE", 1, -1, () -> Position.ofChunk(store, 12345));
            try (ChunkStore same = store.retain()) {
                same.clearIndex();
            }
            assertEquals(0, store.counts().chunks());
            b.seek(0);
            assertEquals(Data.INITIAL, dfen(b));
        }
    }

    @Test
    void options() {
        int callbacks = Callbacks.count();
        for (long capacity : new long[] {1, 31, 65521, -1}) {
            fails("RANGE", 0, 8, () -> ChunkStore.lossless(capacity, 0));
            fails("RANGE", 0, 8, () -> ChunkStore.ring(capacity, 0));
            fails("RANGE", 0, 8, () -> ChunkStore.spilling(new Memory(), capacity, 0));
        }
        assertThrows(NullPointerException.class, () -> ChunkStore.spilling(null, 0, 0));
        ChunkStore store = ChunkStore.lossless(0, 0);
        assertEquals(new ChunkStoreCounts(1024, 0, 0, 0, 0, 0), store.counts());
        store.close();
        assertThrows(IllegalStateException.class, store::counts);
        assertThrows(IllegalStateException.class, store::retain);
        assertThrows(IllegalStateException.class, store::clearIndex);
        assertThrows(IllegalStateException.class, () -> store.successors(1));
        assertThrows(IllegalStateException.class, () -> new Position(null, store, null));
        assertEquals(callbacks, Callbacks.count());
    }

    @Test
    void budgets() {
        try (ChunkStore store = ChunkStore.lossless(32, 1000);
                Position position = new Position(null, store, null)) {
            fails("TAPE_FULL", () -> shuffle(position, 1000));
            assertEquals(0, position.extent().head(), "a text is played as a whole or not at all");
            fails("TAPE_FULL", () -> note(position, 4000));
            PositionExtent full = position.extent();
            assertTrue(full.head() > 32);
            long horizon = position.dropBefore(full.head());
            assertTrue(horizon > 0);
            assertEquals(horizon, position.extent().horizon());
            fails("TAPE_HORIZON", -1, horizon, () -> position.seek(0));
            fails("TAPE_HORIZON", -1, horizon, () -> GameStream.encode(List.of(position)));
            position.endTurn();
        }
        try (ChunkStore store = ChunkStore.ring(32, 1000);
                Position position = new Position(null, store, null)) {
            note(position, 4000);
            PositionExtent extent = position.extent();
            assertEquals(4000, extent.end());
            assertTrue(extent.horizon() > 0 && extent.horizon() < extent.head());
            fails("TAPE_HORIZON", -1, extent.horizon(), () -> position.seek(0));
        }
    }

    private static void note(Position position, int times) {
        for (int time = 0; time < times; time++) {
            position.note(time % 2048);
        }
    }

    /** Keeps frames in memory, and fails when told to. */
    private static final class Memory implements ChunkStorage {
        final List<byte[]> frames = new ArrayList<>();
        Throwable failure;
        int cut;

        private void fail() {
            if (failure != null) {
                Thrown.rethrow(failure);
            }
        }

        @Override
        public long write(long chunkId, byte[] frame) {
            fail();
            frames.add(frame);
            return frames.size() - 1;
        }

        @Override
        public byte[] read(long place) {
            fail();
            byte[] frame = frames.get((int) place);
            return Arrays.copyOf(frame, frame.length - cut);
        }
    }

    @Test
    void storage() {
        int callbacks = Callbacks.count();
        Memory memory = new Memory();
        ChunkStore store = ChunkStore.spilling(memory, 256, 7000);
        try (Position position = new Position(null, store, null)) {
            shuffle(position, 200);
            PositionIdentity identity = position.identity();
            assertTrue(memory.frames.size() > 5);
            assertEquals(memory.frames.size(), store.counts().spilled());
            assertTrue(store.counts().bytes() <= 7000);
            for (Throwable failure : List.of(new IllegalStateException("gone"), new IOException("gone"),
                    new Error())) {
                memory.failure = failure;
                assertSame(failure, assertThrows(Throwable.class, () -> position.seek(9)));
                assertSame(failure,
                        assertThrows(Throwable.class, () -> GameStream.encode(List.of(position))));
                assertEquals(identity, position.identity());
            }
            memory.failure = null;
            memory.cut = 1;
            assertThrows(IllegalStateException.class, () -> position.seek(9));
            memory.cut = 0;
            memory.frames.get(0)[memory.frames.get(0).length / 2] ^= 1;
            DiceChessException damaged = fails("TAPE_IO", () -> position.seek(0));
            assertEquals(0, damaged.detail());
            memory.frames.get(0)[memory.frames.get(0).length / 2] ^= 1;
            position.seek(0);
            assertEquals(Data.INITIAL, dfen(position));
            position.seek(position.extent().end());
            assertEquals(identity, position.identity());
            store.close();
            assertEquals(callbacks + 1, Callbacks.count(), "the position still needs the storage");
        }
        assertEquals(callbacks, Callbacks.count());
    }

    @Test
    void aFullStorage() {
        int callbacks = Callbacks.count();
        Memory memory = new Memory();
        memory.failure = new Exception("the disk is full");
        try (ChunkStore store = ChunkStore.spilling(memory, 256, 7000);
                Position position = new Position(null, store, null)) {
            assertSame(memory.failure, assertThrows(Throwable.class, () -> note(position, 4000)));
            long head = position.extent().head();
            memory.failure = null;
            note(position, 4000);
            assertEquals(head + 4000, position.extent().head());
        }
        assertEquals(callbacks, Callbacks.count());
        assertEquals(0, Thrown.count());
    }

    /** A history is played once more whose chunks cannot be read: it is stored once more, and nothing of it is kept. */
    @Test
    void aStorageThatIsNotNeeded() {
        Memory memory = new Memory();
        try (ChunkStore store = ChunkStore.spilling(memory, 256, 4000);
                Position first = new Position(null, store, null);
                Position second = new Position(null, store, null)) {
            note(first, 3000);
            memory.cut = 1;
            note(second, 1500);
            assertEquals(1500, second.extent().head());
            assertEquals(0, store.counts().shared());
            assertTrue(Thrown.count() <= 1, Thrown.count() + " are kept");
            memory.cut = 0;
            assertEquals(0, first.seek(0));
            assertEquals(0, Thrown.count());
        }
    }

    @Test
    void threadsShareStoreAndCache() throws InterruptedException, ExecutionException {
        try (ChunkStore store = ChunkStore.lossless(32, 0);
                PositionCache cache = new PositionCache(100_000);
                GameState initial = GameState.initial()) {
            long key = initial.key();
            Callable<Boolean> game = () -> {
                try (ChunkStore own = store.retain();
                        PositionCache ownCache = cache.retain();
                        Position position = new Position(null, own, ownCache)) {
                    for (int round = 0; round < 200; round++) {
                        shuffle(position, 1);
                        position.note(round);
                    }
                    return position.identity().key() == key;
                }
            };
            ExecutorService pool = Executors.newFixedThreadPool(4);
            for (Future<Boolean> done : pool.invokeAll(List.of(game, game, game, game))) {
                assertTrue(done.get());
            }
            pool.shutdown();
            assertTrue(store.counts().shared() > 0);
            assertEquals(0, store.counts().collisions());
        }
    }
}
