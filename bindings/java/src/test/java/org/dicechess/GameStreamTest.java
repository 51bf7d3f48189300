package org.dicechess;

import static org.dicechess.Tape.GOLDEN_ID;
import static org.dicechess.Tape.GOLDEN_STREAM;
import static org.dicechess.Tape.GOLDEN_TEXT;
import static org.dicechess.Tape.fails;
import static org.dicechess.Tape.shuffle;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import org.dicechess.internal.Callbacks;
import org.dicechess.internal.Thrown;
import org.junit.jupiter.api.Test;

/** Games as bytes and text, there and back, whole and damaged. */
class GameStreamTest {
    /** Behind the last game of a stream: the frame that closes it. */
    private static final int END_FRAME = 28;

    private static byte[] golden() {
        try (Position position = new Position()) {
            position.playText(GOLDEN_TEXT);
            return GameStream.encode(List.of(position));
        }
    }

    @Test
    void goldenBytes() {
        byte[] bytes = golden();
        assertEquals(80 + END_FRAME, bytes.length);
        assertEquals(GOLDEN_STREAM, HexFormat.of().formatHex(bytes, 0, 80));
        assertArrayEquals(bytes, GameStream.fromText("ppn e2e4 e4e5 g1f3"));
        try (DecodedGames games = GameStream.decode(bytes)) {
            assertEquals(new StreamReport(0, bytes.length, 17, 1, 0, 1, 17, 0, true), games.report());
            assertTrue(games.report().isComplete());
            assertEquals("OK", games.report().statusName());
            assertEquals(GOLDEN_ID, games.positions().get(0).identity().chain());
            assertEquals(17, games.positions().get(0).extent().head());
        }
    }

    @Test
    void text() {
        byte[] bytes = golden();
        try (GameState root = GameState.parse("4k3/8/8/8/8/8/8/4K3 w - - 0 1 K")) {
            byte[] kings = GameStream.fromText("K e1e2", root);
            assertEquals("K e1e2\n", GameStream.toText(kings, 0));
            assertEquals(GOLDEN_TEXT, GameStream.toText(bytes, 0, root));
            assertEquals(Data.INITIAL, root.dfen());
            String longer = "g1f3\ng8f6\nf3g1\nf6g8\n".repeat(2000);
            assertEquals(longer, GameStream.toText(GameStream.fromText(longer), 0));
        }
        fails("RANGE", 2, -1, () -> GameStream.toText(bytes, 1));
        fails("RANGE", 2, -1, () -> GameStream.toText(bytes, -1));
        fails("TAPE_TRUNCATED", -1, 16, () -> GameStream.toText(Arrays.copyOf(bytes, 79), 0));
        fails("ILLEGAL", 1, 5, () -> GameStream.fromText("e2e4 e2e4"));
        fails("TEXT", 1, 5, () -> GameStream.fromText("e2e4 ?"));
        fails("TEXT", 1, 0, () -> GameStream.fromText("\u00fc"));
        assertThrows(NullPointerException.class, () -> GameStream.fromText(null));
        assertThrows(NullPointerException.class, () -> GameStream.toText(null, 0));
    }

    /** The random game that examples/c/record_game.c plays with seed 2026; its bytes are what that program wrote. */
    @Test
    void sameBytesAsTheExampleInC() throws NoSuchAlgorithmException {
        LongSupplier random = Tape.xorshift(2026 * 2 + 1);
        IntUnaryOperator below = limit -> (int) (random.getAsLong() % limit);
        try (Position position = new Position(); Turns turns = new Turns()) {
            for (int turn = 0; turn < 40; turn++) {
                PieceType[] faces = PieceType.values();
                position.roll(faces[below.applyAsInt(6)], faces[below.applyAsInt(6)],
                        faces[below.applyAsInt(6)]);
                position.turns(turns);
                int captures = turns.kingCaptures();
                if (turns.size() > 0) {
                    int chosen = below.applyAsInt(captures > 0 ? captures : turns.size());
                    turns.get(chosen).moves().forEach(position::makeMicroMove);
                }
                if (captures > 0) {
                    break;
                }
                position.endTurn();
            }
            byte[] bytes = GameStream.encode(List.of(position));
            assertEquals(420, bytes.length);
            assertEquals("2604345a5a98719cfa3c71b8629585bec0295a267284cd03125c5dfa50d68e1d",
                    HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)));
            assertEquals(position.text(), GameStream.toText(bytes, 0));
        }
    }

    @Test
    void manyGames() {
        try (ChunkStore store = ChunkStore.lossless(32, 0);
                Position position = new Position(null, store, null)) {
            shuffle(position, 10);
            byte[] one = GameStream.encode(List.of(position));
            byte[] lean = GameStream.encode(List.of(position), false);
            assertEquals(Position.KEYFRAME_SIZE * position.extent().chunks(), one.length - lean.length);
            byte[] two = GameStream.encode(List.of(position, position));
            for (byte[] bytes : List.of(two, lean)) {
                for (boolean trusted : new boolean[] {false, true}) {
                    try (DecodedGames games = GameStream.decode(bytes, store,
                            new StreamOptions(trusted, false))) {
                        assertEquals(bytes == two ? 2 : 1, games.positions().size());
                        for (Position game : games.positions()) {
                            assertEquals(position.identity(), game.identity());
                        }
                    }
                }
            }
            assertEquals(16 + END_FRAME, GameStream.encode(List.of()).length);
            try (ChunkStore tight = ChunkStore.lossless(32, 300)) {
                fails("TAPE_FULL", () -> GameStream.decode(one, tight, StreamOptions.DEFAULT));
            }
        }
        assertThrows(NullPointerException.class, () -> GameStream.encode(null));
        assertThrows(NullPointerException.class, () -> GameStream.encode(Arrays.asList(new Position[1])));
        assertThrows(NullPointerException.class, () -> GameStream.decode(null));
        assertThrows(NullPointerException.class, () -> GameStream.decode(new byte[0], null, null));
        Position closed = new Position();
        closed.close();
        try (Position open = new Position()) {
            assertThrows(IllegalStateException.class, () -> GameStream.encode(List.of(open, closed)));
            assertEquals(0, open.extent().head(), "it is free again");
        }
    }

    @Test
    void gamesAreWrittenOneByOne() throws IOException {
        int callbacks = Callbacks.count();
        try (Position position = new Position()) {
            shuffle(position, 3);
            List<Position> games = List.of(position, position);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            int[] pieces = {0};
            GameStream.encodeTo(games, true, new OutputStream() {
                @Override
                public void write(int piece) {
                    throw new AssertionError();
                }

                @Override
                public void write(byte[] bytes, int offset, int length) {
                    out.write(bytes, offset, length);
                    pieces[0]++;
                }
            });
            assertEquals(3, pieces[0]);
            assertArrayEquals(GameStream.encode(games), out.toByteArray());
            for (Throwable failure : List.of(new IOException("cut"), new IllegalStateException(),
                    new OutOfMemoryError())) {
                OutputStream failing = new OutputStream() {
                    @Override
                    public void write(int piece) {
                        Thrown.rethrow(failure);
                    }
                };
                assertSame(failure,
                        assertThrows(Throwable.class, () -> GameStream.encodeTo(games, true, failing)));
            }
            assertThrows(NullPointerException.class, () -> GameStream.encodeTo(games, true, null));
        }
        assertEquals(callbacks, Callbacks.count());
        assertEquals(0, Thrown.count());
    }

    @Test
    void everyTruncationGivesWhatWasWhole() {
        try (ChunkStore store = ChunkStore.lossless(32, 0);
                Position position = new Position(null, store, null)) {
            shuffle(position, 3);
            byte[] bytes = GameStream.encode(List.of(position));
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                try (DecodedGames games = GameStream.decode(cut)) {
                    assertFalse(games.report().closed());
                    // Between frames a stream may end: a writer that was stopped leaves it so.
                    assertTrue(games.report().isComplete() || games.report().statusName().equals("TAPE_TRUNCATED"),
                            games.report().toString());
                    for (Position game : games.positions()) {
                        position.seek(game.extent().end());
                        assertEquals(position.identity().chain(), game.identity().chain());
                    }
                }
            }
            position.seek(position.extent().end());
            byte[] cut = Arrays.copyOf(bytes, bytes.length - END_FRAME - 6);
            try (DecodedGames games = GameStream.decode(cut, null, new StreamOptions(false, true))) {
                assertEquals("TAPE_TRUNCATED", games.report().statusName());
                assertTrue(games.report().unverified() > 0);
            }
        }
        assertEquals("TAPE_FORMAT", GameStream.replay(new byte[100], event -> { }).statusName());
        assertEquals("TAPE_TRUNCATED", GameStream.replay(new byte[0], event -> { }).statusName());
    }

    @Test
    void noFlippedBitGoesUnnoticed() {
        byte[] bytes = golden();
        for (int bit = 0; bit < 8 * bytes.length; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            try (DecodedGames games = GameStream.decode(flipped)) {
                assertFalse(games.report().isComplete(), "bit " + bit);
            }
        }
    }

    @Test
    void replay() {
        try (ChunkStore store = ChunkStore.lossless(32, 0);
                Position position = new Position(null, store, null)) {
            position.playText(GOLDEN_TEXT);
            shuffleAsBlack(position);
            byte[] bytes = GameStream.encode(List.of(position, position));
            long end = position.extent().end();
            int[] kinds = new int[StreamEvent.Kind.values().length];
            long[] cells = {0};
            StreamReport report = GameStream.replay(bytes, event -> {
                kinds[event.kind().ordinal()]++;
                cells[0] += event.cells().size();
                assertEquals(0, event.skipped());
                assertEquals(kinds[StreamEvent.Kind.GAME.ordinal()] - 1, event.game());
                if (event.kind() == StreamEvent.Kind.FRAME_END) {
                    assertNull(event.state());
                    return;
                }
                long behind = event.address() + event.cells().size();
                assertEquals(behind, position.seek(behind));
                assertEquals(event.cells(), position.cells(event.address(), behind));
                assertEquals(event.inTurn(), position.extent().inTurn());
                try (GameState state = position.state()) {
                    assertEquals(state.snapshot(), event.state());
                }
            });
            assertTrue(report.isComplete());
            assertEquals(2 * end, cells[0]);
            assertEquals(2 * end, report.cells());
            assertEquals(2, kinds[StreamEvent.Kind.GAME.ordinal()]);
            assertEquals(report.frames(), kinds[StreamEvent.Kind.FRAME_END.ordinal()]);

            // Damage in the first game: reading goes on at the next frame with a keyframe.
            byte[] damaged = bytes.clone();
            damaged[60] ^= 1;
            long[] skipped = {0};
            StreamReport salvaged = GameStream.replay(damaged, new StreamOptions(false, true), event -> {
                if (event.kind() == StreamEvent.Kind.GAP) {
                    skipped[0] += event.skipped();
                }
            });
            assertEquals(1, salvaged.gaps());
            assertTrue(skipped[0] > 0 && salvaged.frames() < report.frames());
        }
    }

    private static void shuffleAsBlack(Position position) {
        position.playText("g8f6\nf3g1\nf6g8\ng1f3\n".repeat(5));
    }

    @Test
    void whatAListenerThrowsArrives() {
        int callbacks = Callbacks.count();
        byte[] bytes = golden();
        for (Throwable failure : List.of(new IOException(), new IllegalStateException(),
                new StackOverflowError())) {
            assertSame(failure, assertThrows(Throwable.class, () -> GameStream.replay(bytes, event -> {
                // A listener may use the library.
                assertEquals(GOLDEN_TEXT, GameStream.toText(bytes, 0));
                if (event.inTurn()) {
                    Thrown.rethrow(failure);
                }
            })));
        }
        assertThrows(NullPointerException.class, () -> GameStream.replay(bytes, null));
        assertThrows(NullPointerException.class, () -> GameStream.replay(null, event -> { }));
        assertEquals(callbacks, Callbacks.count());
        assertEquals(0, Thrown.count());
    }
}
