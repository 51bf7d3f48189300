package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** States: reading and writing them, their fields, and playing. */
class GameStateTest {
    /** Squares are rank × 8 + file. */
    private static final int C4 = 26;

    /** U+00E9 is c3 a9 in UTF-8, U+20AC e2 82 ac, U+1F3B2 f0 9f 8e b2. */
    @Test
    void whatIsNoAsciiIsNamed() {
        for (List<String> text : List.of(
                List.of("4k3/\u00e9\u00e9", "dfen has the byte 0xc3 of U+00E9 at 4: no ASCII text"),
                List.of("4k\u20ac", "dfen has the byte 0xe2 of U+20AC at 2: no ASCII text"),
                List.of("\ud83c\udfb2 w", "dfen has the byte 0xf0 of U+1F3B2 at 0: no ASCII text"))) {
            DiceChessException refusal =
                    assertThrows(DiceChessException.class, () -> GameState.parse(text.get(0)));
            assertEquals(text.get(1), refusal.getMessage());
            assertEquals("TEXT", refusal.statusName());
        }
        try (GameState state = GameState.initial(); Position position = new Position()) {
            assertThrows(DiceChessException.class, () -> state.playTurn("e2\u00e9"));
            assertThrows(DiceChessException.class, () -> position.playText("\u00e9"));
            assertThrows(DiceChessException.class, () -> GameStream.fromText("P e2e4 \u00e9\n"));
            DiceChessException refusal =
                    assertThrows(DiceChessException.class, () -> state.setDice(Collections.nCopies(4, PieceType.PAWN)));
            assertEquals("dice has 4 dice: there are three", refusal.getMessage());
        }
    }

    @Test
    void positionsHaveTheirTextsAndKeys() {
        for (JsonObject line : Data.lines("positions_public.jsonl")) {
            try (GameState state = GameState.parse(Data.text(line, "dfen"))) {
                assertEquals(Data.text(line, "canonical"), state.dfen());
                assertEquals(Data.text(line, "canonical"), state.toString());
                assertEquals(Data.key(line, "zobrist"), state.key());
                int white = line.getAsJsonObject("evals").getAsJsonArray("material").get(0).getAsInt();
                assertEquals(white, state.material(Color.WHITE));
                assertEquals(-white, state.material(Color.BLACK));
                assertEquals(white, state.snapshot().material());
                assertEquals(Data.texts(line, "first_moves"),
                        new ArrayList<>(new TreeSet<>(state.firstMoves().stream().map(MicroMove::uci).toList())));
                state.endTurn();
                assertEquals(Data.text(line, "after_end_turn"), state.dfen());
                assertEquals(Data.key(line, "after_end_turn_zobrist"), state.key());
            }
        }
    }

    @Test
    void microMovesLeadWhereTheyShould() {
        for (JsonObject line : Data.lines("makes_public.jsonl")) {
            try (GameState state = GameState.parse(Data.text(line, "dfen"))) {
                assertEquals(Data.key(line, "zobrist_before"), state.key());
                Color mover = state.sideToMove();
                String uci = Data.text(line, "uci");
                int flag = line.get("flag").getAsInt();
                MicroMove move = new MicroMove(square(uci, 2) | square(uci, 0) << 6 | flag << 12);
                assertEquals(uci, move.uci());
                assertEquals(square(uci, 0), move.origin());
                assertEquals(square(uci, 2), move.destination());
                assertEquals(flag, move.flag());
                // Bit 3 of the flag is a promotion; bits 0 and 1 are then knight, bishop, rook or queen.
                assertEquals((flag & 8) == 0 ? null : PieceType.of(2 + (flag & 3)), move.promotion());
                assertTrue(state.microMoves().contains(move), uci + " " + Data.text(line, "dfen"));
                Piece moved = state.pieceAt(move.origin());
                assertEquals(mover, moved.color());
                assertEquals(
                        Data.text(line, "mover").toUpperCase(Locale.ROOT), String.valueOf(moved.type().letter()));
                state.makeMicroMove(move);
                assertEquals(Data.text(line, "after"), state.dfen());
                assertEquals(Data.key(line, "zobrist_after"), state.key());
                assertEquals(mover, state.sideToMove());
            }
        }
    }

    /** The number of the square whose name stands at {@code at}. */
    private static int square(String uci, int at) {
        return uci.charAt(at) - 'a' + 8 * (uci.charAt(at + 1) - '1');
    }

    @Test
    void badTextsAreRefusedWithTheirFields() {
        for (JsonObject line : Data.lines("dfen_bad.jsonl")) {
            String text = Data.text(line, "dfen");
            if (line.get("accept").getAsBoolean()) {
                try (GameState state = GameState.parse(text)) {
                    assertEquals(Data.text(line, "canonical"), state.dfen());
                }
                continue;
            }
            DiceChessException refusal = assertThrows(DiceChessException.class, () -> GameState.parse(text), text);
            if (line.get("ascii").getAsBoolean()) {
                String field = Data.text(line, "field");
                assertEquals("DFEN", refusal.statusName());
                assertEquals(-20, refusal.status());
                assertEquals(field.equals("count") ? 7 : Integer.parseInt(field), refusal.field(), text);
            }
            assertThrows(DiceChessException.class, () -> GameState.parseStrict(text));
        }
    }

    @Test
    void textsThatAreNotAsciiNameTheirFirstBadCharacter() {
        // A zero, an accent, a surrogate pair, a lone surrogate, a letter whose low byte is that of a 'p'.
        for (String bad : List.of("\0", "é", "\ud83c\udfb2", "\udc00", "\u0170")) {
            DiceChessException refusal = assertThrows(
                    DiceChessException.class, () -> GameState.parse("rnb" + bad + Data.INITIAL.substring(3)));
            assertEquals("TEXT", refusal.statusName());
            assertEquals(3, refusal.offset());
            assertFalse(refusal.getMessage().isEmpty());
        }
        try (GameState state = GameState.initial()) {
            DiceChessException refusal = assertThrows(DiceChessException.class, () -> state.playTurn("e2e4\0"));
            assertEquals("TEXT", refusal.statusName());
            assertEquals(4, refusal.offset());
        }
    }

    @Test
    void longTextsAreRefusedLikeShortOnes() {
        DiceChessException refusal =
                assertThrows(DiceChessException.class, () -> GameState.parse("p".repeat(3_000_000)));
        assertEquals("DFEN", refusal.statusName());
        assertThrows(DiceChessException.class, () -> GameState.parse(""));
    }

    @Test
    void strictReadingNamesFaults() {
        String noKing = "8/8/8/8/8/8/8/K6P w - - 0 1";
        DiceChessException refusal = assertThrows(DiceChessException.class, () -> GameState.parseStrict(noKing));
        assertEquals("POSITION", refusal.statusName());
        EnumSet<Fault> faults = EnumSet.of(Fault.NO_BLACK_KING, Fault.PAWN_ON_BACK_RANK);
        assertEquals(faults, Fault.of(refusal.detail()));
        try (GameState state = GameState.parse(noKing)) {
            assertEquals(faults, state.faults());
        }
        assertEquals("no black king, pawn on back rank", Fault.describe(faults));
        assertEquals("", Fault.describe(EnumSet.noneOf(Fault.class)));
        try (GameState state = GameState.parseStrict(Data.INITIAL)) {
            assertTrue(state.faults().isEmpty());
        }
    }

    @Test
    void fieldsAreThoseOfTheText() {
        try (GameState state = GameState.parse(Data.MIDDLE_GAME)) {
            assertEquals(0x981bec43fc1dc120L, state.key());
            assertEquals(Color.WHITE, state.sideToMove());
            assertEquals(new Piece(Color.WHITE, PieceType.BISHOP), state.pieceAt(C4));
            assertNull(state.pieceAt(C4 + 1));
            assertEquals(new Piece(Color.BLACK, PieceType.KING), state.pieceAt(60));
            assertEquals(1L << C4 | 1L << 2, state.men(Color.WHITE, PieceType.BISHOP));
            assertEquals(EnumSet.allOf(CastlingRight.class), state.castlingRights());
            assertEquals(0, state.enPassant());
            assertEquals(List.of(PieceType.PAWN, PieceType.KNIGHT, PieceType.BISHOP), state.dice());
            assertEquals(2, state.halfMoveClock());
            assertEquals(3, state.fullMoveNumber());
            assertEquals("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -", state.normalisedDfen());
        }
        // Only the target that a pawn of the side to move can take is part of the normalised form.
        try (GameState state = GameState.parse("4k3/8/8/8/1pP1P3/8/8/4K3 b - c3e3 0 1")) {
            assertEquals(1L << 18 | 1L << 20, state.enPassant());
            assertEquals("4k3/8/8/8/1pP1P3/8/8/4K3 b - c3", state.normalisedDfen());
        }
    }

    @Test
    void changesShowInTheText() {
        try (GameState state = GameState.initial()) {
            assertEquals(Data.INITIAL, state.dfen());
            state.setDice(PieceType.BISHOP, PieceType.PAWN, PieceType.KNIGHT);
            assertEquals(Data.INITIAL + " PNB", state.dfen());
            state.setSideToMove(Color.BLACK);
            assertEquals(Color.BLACK, state.sideToMove());
            state.endTurn();
            assertEquals(Data.INITIAL.replace("0 1", "0 2"), state.dfen());
            state.setDice();
            assertTrue(state.dice().isEmpty());
            List<PieceType> four = List.of(PieceType.PAWN, PieceType.PAWN, PieceType.PAWN, PieceType.PAWN);
            assertEquals("RANGE",
                    assertThrows(DiceChessException.class, () -> state.setDice(four)).statusName());
            assertThrows(IndexOutOfBoundsException.class, () -> state.pieceAt(64));
            assertThrows(IndexOutOfBoundsException.class, () -> state.pieceAt(-1));
        }
    }

    @Test
    void turnsArePlayedOrRefusedWhole() {
        try (GameState state = GameState.parse(Data.INITIAL + " PNB")) {
            String before = state.dfen();
            DiceChessException refusal =
                    assertThrows(DiceChessException.class, () -> state.playTurn("e2e4 g1f3 f1d4"));
            assertEquals("ILLEGAL", refusal.statusName());
            assertEquals(2, refusal.field());
            assertEquals(10, refusal.offset());
            assertEquals(before, state.dfen());
            assertFalse(state.playTurn("e2e4 g1f3 f1c4"));
            assertEquals("rnbqkbnr/pppppppp/8/8/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq e3 2 1", state.dfen());
            assertThrows(DiceChessException.class, () -> state.makeMicroMove(new MicroMove(0)));
        }
        // The last micro-move takes the king: the winner stays to move.
        try (GameState state = GameState.parse("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1 R")) {
            Turn capture = state.legalTurns().get(0);
            assertEquals("e2e8", capture.uci());
            assertTrue(state.playTurn(capture));
            assertEquals(Color.WHITE, state.sideToMove());
            assertEquals(EnumSet.of(Fault.NO_BLACK_KING), state.faults());
        }
        try (GameState state = GameState.parse("4k3/8/8/8/8/8/8/4K3 w - - 0 1 RRR")) {
            assertTrue(state.legalTurns().isEmpty());
            assertFalse(state.playTurn(Turn.PASS));
            assertEquals("4k3/8/8/8/8/8/8/4K3 b - - 0 1", state.dfen());
        }
    }

    @Test
    void statesAreEqualIfTheirFieldsAre() {
        try (GameState state = GameState.parse(Data.MIDDLE_GAME);
                GameState copy = state.copy();
                GameState other = GameState.initial()) {
            assertEquals(state, copy);
            assertEquals(state.hashCode(), copy.hashCode());
            assertNotEquals(state, other);
            assertNotEquals(null, state);
            copy.endTurn();
            assertNotEquals(state, copy);
            copy.set(state);
            assertEquals(state, copy);
            copy.set(copy);
            assertEquals(state, copy);
            // The clocks count, though they are not part of the key.
            try (GameState later = GameState.parse(Data.MIDDLE_GAME.replace("2 3", "2 4"))) {
                assertEquals(state.key(), later.key());
                assertNotEquals(state, later);
            }
        }
    }

    @Test
    void perftCountsAreTheKnownOnes() {
        for (JsonObject line : Data.lines("perft.jsonl")) {
            JsonObject sums = line.getAsJsonObject("one_ply");
            try (GameState state = GameState.parse(Data.text(line, "dfen"))) {
                Perft perft = state.perft(1, true);
                assertEquals(1, perft.plies());
                assertEquals(sums.get("turns").getAsLong(), perft.turns());
                assertEquals(sums.get("turns_weighted").getAsLong(), perft.weightedTurns());
                assertEquals(sums.get("finals").getAsLong(), perft.finals());
                assertEquals(sums.get("finals_weighted").getAsLong(), perft.weightedFinals());
                assertEquals(sums.get("king_captures").getAsLong(), perft.kingCaptures());
                assertEquals(sums.get("king_captures_weighted").getAsLong(), perft.weightedKingCaptures());
                assertEquals(sums.get("pass_rolls").getAsLong(), perft.passes());
                assertEquals(sums.get("pass_rolls_weighted").getAsLong(), perft.weightedPasses());
            }
        }
        try (GameState state = GameState.parse(Data.MIDDLE_GAME)) {
            assertEquals(4654, state.perft(1, false).turns());
            assertEquals(2319, state.perft(1, false).finals());
            assertEquals("RANGE",
                    assertThrows(DiceChessException.class, () -> state.perft(5, false)).statusName());
        }
    }

    @Test
    void nothingMayBeNull() {
        assertThrows(NullPointerException.class, () -> GameState.parse(null));
        assertThrows(NullPointerException.class, () -> GameState.parseStrict(null));
        assertThrows(NullPointerException.class, () -> GameState.of(null));
        try (GameState state = GameState.initial()) {
            assertThrows(NullPointerException.class, () -> state.men(null, PieceType.KING));
            assertThrows(NullPointerException.class, () -> state.men(Color.WHITE, null));
            assertThrows(NullPointerException.class, () -> state.material(null));
            assertThrows(NullPointerException.class, () -> state.setSideToMove(null));
            assertThrows(NullPointerException.class, () -> state.setDice((List<PieceType>) null));
            assertThrows(NullPointerException.class, () -> state.setDice((PieceType) null));
            assertThrows(NullPointerException.class, () -> state.makeMicroMove(null));
            assertThrows(NullPointerException.class, () -> state.playTurn((String) null));
            assertThrows(NullPointerException.class, () -> state.playTurn((Turn) null));
            assertThrows(NullPointerException.class, () -> state.set(null));
            // None of these has left the state in use.
            state.endTurn();
            assertEquals(Color.BLACK, state.sideToMove());
        }
    }
}
