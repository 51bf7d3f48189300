package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Snapshots: every field of a state as a value, and states made of them. */
class SnapshotTest {
    @Test
    void statesMadeOfSnapshotsAreEqual() {
        for (JsonObject line : Data.lines("positions_public.jsonl")) {
            try (GameState state = GameState.parse(Data.text(line, "dfen"));
                    GameState again = GameState.of(state.snapshot())) {
                assertEquals(state, again);
                assertEquals(state.snapshot(), again.snapshot());
                assertEquals(Data.key(line, "zobrist"), state.snapshot().key());
            }
        }
    }

    @Test
    void fieldsAreThoseOfTheText() {
        try (GameState state = GameState.parse("r3k3/8/8/8/1pP5/8/8/4K2R b Kq c3 4 17 NN")) {
            Snapshot snapshot = state.snapshot();
            assertEquals(Color.BLACK, snapshot.sideToMove());
            assertEquals(1L << 26 | 1L << 4 | 1L << 7, snapshot.men(Color.WHITE));
            assertEquals(1L << 25 | 1L << 26, snapshot.men(PieceType.PAWN));
            assertEquals(new Piece(Color.BLACK, PieceType.ROOK), snapshot.pieceAt(56));
            assertNull(snapshot.pieceAt(0));
            assertEquals(1L << 18, snapshot.enPassant());
            assertEquals(List.of(PieceType.KNIGHT, PieceType.KNIGHT), snapshot.dice());
            assertEquals(
                    EnumSet.of(CastlingRight.WHITE_KING_SIDE, CastlingRight.BLACK_QUEEN_SIDE),
                    snapshot.castlingRights());
            assertEquals(4, snapshot.halfMoveClock());
            assertEquals(17, snapshot.fullMoveNumber());
            assertEquals(0, snapshot.material());
            state.endTurn();
            assertEquals(Color.BLACK, snapshot.sideToMove());
            assertNotEquals(snapshot, state.snapshot());
            assertThrows(IndexOutOfBoundsException.class, () -> snapshot.pieceAt(64));
        }
    }

    @Test
    void everyFieldCanBeEdited() {
        try (GameState initial = GameState.initial()) {
            Snapshot.Builder builder = initial.snapshot().edit();
            for (int square = 0; square < 64; square++) {
                builder.piece(square, null);
            }
            builder.piece(4, new Piece(Color.WHITE, PieceType.KING))
                    .piece(60, new Piece(Color.BLACK, PieceType.KING))
                    .piece(28, new Piece(Color.WHITE, PieceType.PAWN))
                    .sideToMove(Color.BLACK)
                    .castlingRights(EnumSet.noneOf(CastlingRight.class))
                    .enPassant(1L << 20)
                    .dice(List.of(PieceType.KING, PieceType.PAWN))
                    .halfMoveClock(7)
                    .fullMoveNumber(9);
            try (GameState state = GameState.of(builder.build())) {
                assertEquals("4k3/8/8/8/4P3/8/8/4K3 b - e3 7 9 pk", state.dfen());
            }
            List<PieceType> four = List.of(PieceType.PAWN, PieceType.PAWN, PieceType.PAWN, PieceType.PAWN);
            assertThrows(IllegalArgumentException.class, () -> builder.dice(four));
        }
    }

    @Test
    void boardsThatDisagreeAreAFault() {
        try (GameState initial = GameState.initial()) {
            Snapshot moved = initial.snapshot().edit().mailbox(0, null).build();
            try (GameState state = GameState.of(moved)) {
                assertEquals(EnumSet.of(Fault.BOARDS_DISAGREE), state.faults());
                assertNull(state.snapshot().pieceAt(0));
                assertEquals(initial.snapshot().men(PieceType.ROOK), state.snapshot().men(PieceType.ROOK));
                assertEquals(initial.snapshot().men(Color.WHITE), state.snapshot().men(Color.WHITE));
            }
            Snapshot more = initial.snapshot().edit().men(Color.WHITE, -1).men(PieceType.QUEEN, 0).build();
            try (GameState state = GameState.of(more)) {
                assertEquals(0, state.men(Color.WHITE, PieceType.QUEEN));
                assertEquals(more.men(Color.WHITE), state.snapshot().men(Color.WHITE));
            }
        }
    }

    /** States that no board shows, with up to 64 men of each type at once. */
    @Test
    void anyBoardCanBeAskedForItsMoves() {
        Random random = new Random(7);
        int most = 0;
        for (int round = 0; round < 300; round++) {
            try (GameState initial = GameState.initial()) {
                Snapshot.Builder builder = initial.snapshot().edit()
                        .dice(List.of(PieceType.BISHOP, PieceType.ROOK, PieceType.QUEEN))
                        .men(Color.WHITE, round == 0 ? -1 : random.nextLong())
                        .men(Color.BLACK, round == 0 ? 0 : random.nextLong());
                for (PieceType type : PieceType.values()) {
                    builder.men(type, round == 0 ? -1 : random.nextLong() | random.nextLong());
                }
                for (int square = 0; square < 64; square++) {
                    boolean empty = round == 0 || random.nextBoolean();
                    builder.mailbox(square, empty ? null : new Piece(Color.WHITE, PieceType.of(1 + random.nextInt(6))));
                }
                try (GameState state = GameState.of(builder.build())) {
                    List<MicroMove> moves = state.microMoves();
                    most = Math.max(most, moves.size());
                    assertTrue(moves.containsAll(state.firstMoves()));
                }
            }
        }
        assertTrue(most > 100, "at most " + most + " moves");
    }

    @Test
    void valuesThatDoNotExistAreRefused() {
        try (GameState initial = GameState.initial()) {
            Snapshot.Builder builder = initial.snapshot().edit().halfMoveClock(127).fullMoveNumber(1);
            for (int clock : new int[] {-1, 128}) {
                assertThrows(IllegalArgumentException.class, () -> builder.halfMoveClock(clock));
            }
            assertThrows(IllegalArgumentException.class, () -> builder.fullMoveNumber(0));
            assertEquals(127, builder.build().halfMoveClock());
        }
    }

    @Test
    void itsTextIsADfen() {
        String dfen = "8/8/3k4/8/2pP4/8/8/R3K3 b Q d3 4 17 pnb";
        try (GameState state = GameState.parse(dfen)) {
            assertEquals(dfen, state.snapshot().toString());
        }
    }
}
