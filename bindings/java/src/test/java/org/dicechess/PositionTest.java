package org.dicechess;

import static org.dicechess.Tape.GOLDEN;
import static org.dicechess.Tape.GOLDEN_END;
import static org.dicechess.Tape.GOLDEN_ID;
import static org.dicechess.Tape.GOLDEN_KEYFRAME;
import static org.dicechess.Tape.GOLDEN_ROOT;
import static org.dicechess.Tape.GOLDEN_TEXT;
import static org.dicechess.Tape.dfen;
import static org.dicechess.Tape.fails;
import static org.dicechess.Tape.goldenCells;
import static org.dicechess.Tape.move;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.dicechess.internal.Callbacks;
import org.dicechess.internal.Thrown;
import org.junit.jupiter.api.Test;

/** Playing and taking back, addresses, identities, what is derived. */
class PositionTest {
    private static final String KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 K";

    @Test
    void goldenTurn() {
        try (Position position = new Position(); GameState initial = GameState.initial()) {
            assertEquals(GOLDEN_KEYFRAME, HexFormat.of().formatHex(position.keyframe()));
            assertEquals(new PositionIdentity(initial.key(), initial.key(), GOLDEN_ROOT, GOLDEN_ROOT),
                    position.identity());
            assertEquals(new PositionExtent(false, 0, 0, 0, 0, 0), position.extent());
            position.roll(PieceType.KNIGHT, PieceType.PAWN, PieceType.PAWN);
            position.makeMicroMove(move(12, 28, 1));
            assertEquals(initial.key(), position.identity().turnKey());
            position.makeMicroMove(move(28, 36, 0));
            position.makeMicroMove(move(6, 21, 0));
            assertTrue(position.extent().inTurn());
            position.endTurn();
            assertEquals(new PositionExtent(false, GOLDEN.length, GOLDEN.length, 0, 1, 0), position.extent());
            assertEquals(goldenCells(), position.cells(0, GOLDEN.length));
            PositionIdentity identity = position.identity();
            assertEquals(List.of(GOLDEN_ID, GOLDEN_ROOT), List.of(identity.chain(), identity.previous()));
            assertEquals(identity.key(), identity.turnKey());
            assertEquals(GOLDEN_END, dfen(position));
            assertEquals(GOLDEN_TEXT, position.text());
            try (Position text = new Position()) {
                text.playText(GOLDEN_TEXT);
                assertEquals(identity, text.identity());
            }
        }
    }

    @Test
    void takingBack() {
        try (Position position = new Position()) {
            fails("TAPE_START", position::undo);
            fails("TAPE_START", position::unmake);
            fails("TAPE_START", position::unwindTurn);
            position.note(77);
            position.roll(PieceType.PAWN);
            // A roll is no micro-move.
            fails("TAPE_START", position::unmake);
            assertEquals(3, position.extent().head());
            // The roll began the turn; both are one step.
            position.undo();
            assertEquals(new PositionExtent(false, 1, 3, 0, 0, 0), position.extent());
            assertEquals(1, position.step(1));
            assertEquals(new PositionExtent(true, 3, 3, 0, 0, 0), position.extent());
            position.unwindTurn();
            assertEquals(1, position.extent().head());
            position.truncate();
            assertEquals(1, position.extent().end());
            position.undo();
            assertEquals(1, position.step(5));
            position.playText(GOLDEN_TEXT + "ppp a7a6 b7b6\nQQQ\n");
            assertEquals("rnbqkbnr/2pppppp/pp6/4P3/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 2", dfen(position));
            position.unmake();
            assertEquals("rnbqkbnr/1ppppppp/p7/4P3/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1 pp", dfen(position));
            assertEquals(18, position.seekTurn(1));
            assertEquals(3, position.extent().turns());
            fails("RANGE", 1, -1, () -> position.seekTurn(4));
            fails("RANGE", 1, -1, () -> position.seekTurn(-1));
            long groups = position.step(Long.MIN_VALUE) + position.step(Long.MAX_VALUE);
            assertEquals(position.extent().end(), position.extent().head());
            assertTrue(groups > 0);
            // An address inside a group goes down to its border.
            assertEquals(3, position.seek(5));
            assertEquals(18, position.seek(18));
            fails("RANGE", 1, -1, () -> position.unwindTo(19));
            assertEquals(8, position.unwindTo(9));
            fails("RANGE", 1, -1, () -> position.seek(10000));
            fails("RANGE", 1, -1, () -> position.seek(-1));
            assertEquals(8, position.extent().head());
            assertEquals(0, position.dropBefore(Long.MAX_VALUE), "no chunk is sealed yet");
        }
    }

    @Test
    void refusedPlay() {
        try (Position position = new Position()) {
            fails("RANGE", 2, -1, () -> position.roll());
            fails("RANGE", 1, -1, () -> position.roll(Collections.nCopies(4, PieceType.PAWN)));
            fails("RANGE", 1, -1, () -> position.roll(Collections.nCopies(1000, PieceType.PAWN)));
            fails("RANGE", 1, -1, () -> position.makeMicroMove(move(0, 1, 6)));
            fails("ILLEGAL", () -> position.makeMicroMove(move(30, 31, 0)));
            fails("TEXT", 1, 5, () -> position.playText("e2e4 ?"));
            fails("TEXT", 1, 4, () -> position.playText("e2e4\0"));
            fails("TEXT", 1, 4, () -> position.playText("e2e4\u00e9"));
            fails("TEXT", 1, 0, () -> position.playText("\ud83c\udfb2"));
            fails("ILLEGAL", 1, 5, () -> position.playText("e2e4 e2e4"));
            assertThrows(IllegalArgumentException.class, () -> position.note(2048));
            assertThrows(IllegalArgumentException.class, () -> position.note(-1));
            assertEquals(0, position.extent().end());
            assertThrows(NullPointerException.class, () -> position.playText(null));
            assertThrows(NullPointerException.class, () -> position.makeMicroMove(null));
            assertThrows(NullPointerException.class, () -> position.roll((List<PieceType>) null));
            assertThrows(NullPointerException.class, () -> position.run(0, 0, null));
            assertThrows(NullPointerException.class, () -> position.state(null));
            assertThrows(NullPointerException.class, () -> position.turns(null));
            assertThrows(NullPointerException.class, () -> position.attacks(null, PieceType.PAWN));
            assertThrows(NullPointerException.class, () -> position.attacks(Color.WHITE, null));
            // A null leaves nothing in use.
            assertEquals(0, position.extent().end());
        }
        assertThrows(NullPointerException.class, () -> new Position(null));
        assertThrows(NullPointerException.class, () -> Position.ofChunk(null, 1));
        try (GameState initial = GameState.initial();
                GameState disagreeing = GameState.of(initial.snapshot().edit().mailbox(0, null).build());
                GameState kings = GameState.parse(KINGS)) {
            fails("POSITION", () -> new Position(disagreeing));
            try (Position position = new Position(kings)) {
                assertEquals(KINGS, dfen(position));
                assertTrue(position.extent().inTurn());
            }
        }
    }

    /** Single micro-moves of the data file, made and taken back on a position. */
    @Test
    void micromovesOfTheDataFile() {
        int made = 0;
        for (JsonObject line : Data.lines("makes_public.jsonl")) {
            try (GameState before = GameState.parse(Data.text(line, "dfen"));
                    Position position = new Position(before)) {
                String uci = Data.text(line, "uci");
                MicroMove move = before.microMoves().stream()
                        .filter(candidate -> candidate.uci().equals(uci)).findFirst().orElseThrow();
                String start = dfen(position);
                position.makeMicroMove(move);
                assertEquals(Data.text(line, "after"), dfen(position));
                assertEquals(Data.key(line, "zobrist_after"), position.identity().key());
                position.unmake();
                assertEquals(start, dfen(position));
                assertEquals(Data.key(line, "zobrist_before"), position.identity().key());
                made++;
            }
        }
        assertEquals(1500, made);
    }

    @Test
    void legalTurns() {
        int listed = 0;
        try (Turns turns = new Turns(); PositionCache cache = new PositionCache(1 << 22)) {
            for (JsonObject line : Data.lines("positions_public.jsonl")) {
                int count = line.get("turns").getAsInt();
                if (count == 0 || count > 5000) {
                    continue;
                }
                try (GameState state = GameState.parse(Data.text(line, "dfen"));
                        Position position = new Position(state, null, cache)) {
                    for (int round = 0; round < 2; round++) {
                        position.turns(turns);
                        List<String> texts = turns.toList().stream().map(Turn::uci).toList();
                        assertEquals(Data.text(line, "turns_sha256"), Data.sha256(texts));
                    }
                    fails("LIMIT", 2, -1, () -> position.turns(turns, count - 1));
                    assertEquals(0, turns.size());
                    listed++;
                }
            }
        }
        assertTrue(listed > 300);
    }

    @Test
    void cells() {
        List<Long> addresses = new ArrayList<>();
        List<Cell> seen = new ArrayList<>();
        try (Position position = new Position()) {
            position.playText(GOLDEN_TEXT);
            position.run(GOLDEN.length, 0, (address, cell) -> {
                addresses.add(0, address);
                seen.add(0, cell);
            });
            assertEquals(goldenCells(), seen);
            assertEquals(LongStream.range(0, GOLDEN.length).boxed().toList(), addresses);
            fails("RANGE", 2, -1, () -> position.run(0, GOLDEN.length + 1, (address, cell) -> { }));
            fails("RANGE", 2, -1, () -> position.cells(0, 99));
            assertEquals(List.of(), position.cells(4, 4));
            PositionDelta delta = position.delta(0, GOLDEN.length);
            assertEquals(1L << 12 | 1L << 36 | 1L << 6 | 1L << 21, delta.squares());
            Piece pawn = new Piece(Color.WHITE, PieceType.PAWN);
            assertEquals(pawn, delta.removed(12));
            assertEquals(pawn, delta.added(36));
            assertEquals(new Piece(Color.WHITE, PieceType.KNIGHT), delta.added(21));
            assertNull(delta.added(28));
            assertNull(delta.removed(36));
            assertEquals(pawn, position.delta(GOLDEN.length, 0).added(12));
            assertThrows(IndexOutOfBoundsException.class, () -> delta.added(64));
            assertThrows(IndexOutOfBoundsException.class, () -> delta.removed(-1));
            fails("RANGE", 2, -1, () -> position.delta(0, 99));
        }
    }

    @Test
    void whatAVisitorThrowsArrives() {
        int callbacks = Callbacks.count();
        try (Position position = new Position()) {
            position.playText(GOLDEN_TEXT);
            for (Throwable thrown : List.of(new IllegalStateException("enough"), new AssertionError(),
                    new StackOverflowError())) {
                CellVisitor failing = (address, cell) -> {
                    if (address == 3) {
                        Thrown.rethrow(thrown);
                    }
                };
                assertSame(thrown,
                        assertThrows(Throwable.class, () -> position.run(0, GOLDEN.length, failing)));
            }
            // Nobody uses a position from within its own call, not even to close it at once.
            assertThrows(ConcurrentUseException.class,
                    () -> position.run(0, 3, (address, cell) -> position.undo()));
        }
        Position position = new Position();
        position.playText(GOLDEN_TEXT);
        position.run(0, 3, (address, cell) -> position.close());
        assertThrows(IllegalStateException.class, position::extent);
        assertEquals(callbacks, Callbacks.count());
        assertEquals(0, Thrown.count());
    }

    @Test
    void forksAndCaches() {
        try (Position position = new Position(); PositionCache cache = new PositionCache(0)) {
            position.playText(GOLDEN_TEXT);
            assertEquals(new PositionCacheCounts(32, 0, 0), cache.counts());
            PositionCache other = cache.retain();
            position.attachCache(other);
            other.close();
            for (int round = 0; round < 2; round++) {
                position.makeMicroMove(move(52, 44, 0));
                position.unmake();
            }
            assertTrue(cache.counts().hits() >= 1);
            position.attachCache(null);
            PositionCacheCounts before = cache.counts();
            position.makeMicroMove(move(52, 44, 0));
            position.unmake();
            assertEquals(before, cache.counts());
            cache.clear();
            position.attachCache(cache);
            position.makeMicroMove(move(52, 44, 0));
            assertTrue(cache.counts().misses() > before.misses());
            position.unmake();
            try (Position fork = position.fork()) {
                assertEquals(position.identity(), fork.identity());
                fork.seek(0);
                assertEquals(Data.INITIAL, dfen(fork));
                assertEquals(GOLDEN_END, dfen(position));
            }
            // Knights on b1 and f3.
            long knights = 1L << 11 | 1L << 16 | 1L << 18
                    | 1L << 4 | 1L << 6 | 1L << 11 | 1L << 15 | 1L << 27 | 1L << 31 | 1L << 36 | 1L << 38;
            assertEquals(knights, position.attacks(Color.WHITE, PieceType.KNIGHT));
        }
        fails("MEMORY", () -> new PositionCache(-1));
        PositionCache closed = new PositionCache(0);
        closed.close();
        assertThrows(IllegalStateException.class, closed::counts);
        assertThrows(IllegalStateException.class, closed::retain);
        assertThrows(IllegalStateException.class, () -> new Position(null, null, closed));
    }

    @Test
    void oneOwner() throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Position position = new Position();
        position.playText(GOLDEN_TEXT);
        Thread user = new Thread(() -> position.run(0, 1, (address, cell) -> {
            inside.countDown();
            try {
                leave.await();
            } catch (InterruptedException exception) {
                Thread.currentThread().interrupt();
            }
        }));
        user.start();
        inside.await();
        assertThrows(ConcurrentUseException.class, position::extent);
        assertThrows(ConcurrentUseException.class, position::undo);
        assertThrows(ConcurrentUseException.class, () -> GameStream.encode(List.of(position)));
        position.close();
        leave.countDown();
        user.join();
        assertFalse(user.isAlive());
        assertEquals("this Position is closed",
                assertThrows(IllegalStateException.class, position::extent).getMessage());
        position.close();
    }
}
