package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Lists of turns against the data files, and what is asked of them wrongly. */
class TurnsTest {
    @Test
    void textsSayWhatIsThere() {
        assertEquals("pass", Turn.PASS.toString());
        assertEquals("e2e4 g1f3", new Turn(List.of(move("e2e4"), move("g1f3"))).toString());
        assertEquals("0x6000", new MicroMove(0x6000).toString());
        try (GameState state = GameState.parse("7k/8/8/8/8/8/4P3/K7 w - - 0 1 P");
                GameState middle = GameState.parse(Data.MIDDLE_GAME);
                Turns turns = new Turns();
                Position position = new Position()) {
            assertEquals("[]", turns.toString());
            turns.generate(state);
            assertEquals("[e2e3, e2e4]", turns.toString());
            turns.generate(middle);
            assertTrue(turns.toString().endsWith(", ... 4654 turns]"), turns.toString());
            assertEquals(Data.INITIAL, position.toString());
        }
    }

    /** A micro-move of the initial position. */
    private static MicroMove move(String uci) {
        try (GameState state = GameState.parse(Data.INITIAL + " PNB")) {
            return state.microMoves().stream().filter(move -> move.uci().equals(uci)).findFirst().orElseThrow();
        }
    }

    @Test
    void turnsAreTheKnownOnesInOrder() {
        try (Turns turns = new Turns()) {
            for (JsonObject line : Data.lines("positions_public.jsonl")) {
                try (GameState state = GameState.parse(Data.text(line, "dfen"))) {
                    turns.generate(state);
                    assertEquals(line.get("turns").getAsInt(), turns.size());
                    assertEquals(line.get("king_captures").getAsInt(), turns.kingCaptures());
                    List<String> texts = new ArrayList<>();
                    for (int index = 0; index < turns.size(); index++) {
                        texts.add(turns.uci(index));
                    }
                    assertEquals(Data.text(line, "turns_sha256"), Data.sha256(texts));
                    if (line.has("turns_list")) {
                        assertEquals(turnsList(line), turns.toList().stream().map(Turn::uci).toList());
                    }
                }
            }
        }
    }

    /** The member {@code turns_list}, an array of micro-moves for each turn. */
    private static List<String> turnsList(JsonObject line) {
        List<String> texts = new ArrayList<>();
        for (JsonElement turn : line.getAsJsonArray("turns_list")) {
            List<String> moves = new ArrayList<>();
            turn.getAsJsonArray().forEach(move -> moves.add(move.getAsString()));
            texts.add(String.join(" ", moves));
        }
        return texts;
    }

    @Test
    void distinctEndStatesAreTheKnownOnes() {
        try (Turns turns = new Turns(); GameState end = GameState.initial()) {
            for (JsonObject line : Data.lines("positions_public.jsonl")) {
                try (GameState state = GameState.parse(Data.text(line, "dfen"))) {
                    turns.generateDistinct(state);
                    assertEquals(line.get("finals").getAsInt(), turns.size());
                    long[] keys = new long[turns.size()];
                    turns.fill(null, null, keys);
                    TreeSet<String> texts = new TreeSet<>();
                    for (int index = 0; index < turns.size(); index++) {
                        turns.finalState(index, end);
                        assertEquals(keys[index], end.key());
                        texts.add(end.dfen());
                    }
                    assertEquals(Data.text(line, "finals_sha256"), Data.sha256(new ArrayList<>(texts)));
                }
            }
        }
    }

    @Test
    void allWaysToReadAListAgree() {
        try (Turns turns = new Turns();
                GameState state = GameState.parse(Data.MIDDLE_GAME);
                GameState end = GameState.initial()) {
            turns.generate(state);
            assertEquals(4654, turns.size());
            short[] moves = new short[3 * 4654];
            byte[] lengths = new byte[4654];
            long[] keys = new long[5000];
            keys[4654] = -7;
            assertEquals(4654, turns.fill(moves, lengths, keys));
            assertEquals(-7, keys[4654]);
            List<Turn> list = turns.toList();
            int index = 0;
            for (Turn turn : turns) {
                assertEquals(turn, list.get(index));
                assertEquals(turn, turns.get(index));
                assertEquals(turn.uci(), turns.uci(index));
                turns.finalState(index, end);
                assertEquals(end.key(), keys[index]);
                assertEquals(turn.moves().size(), lengths[index]);
                for (int move = 0; move < lengths[index]; move++) {
                    assertEquals(turn.moves().get(move).packed(), moves[3 * index + move] & 0xffff);
                }
                index++;
            }
            assertEquals(4654, index);
            assertEquals(list, state.legalTurns());
            // Each array alone, too.
            short[] onlyMoves = new short[moves.length];
            turns.fill(onlyMoves, null, null);
            assertArrayEquals(moves, onlyMoves);
            byte[] onlyLengths = new byte[lengths.length];
            turns.fill(null, onlyLengths, null);
            assertArrayEquals(lengths, onlyLengths);
        }
    }

    @Test
    void limitsAndIndicesAreKept() {
        try (Turns turns = new Turns(); GameState state = GameState.parse(Data.MIDDLE_GAME)) {
            assertEquals(0, turns.size());
            turns.generate(state, 4654);
            assertEquals("LIMIT",
                    assertThrows(DiceChessException.class, () -> turns.generate(state, 4653)).statusName());
            assertEquals(0, turns.size());
            turns.generateDistinct(state, 2319);
            assertEquals("LIMIT",
                    assertThrows(DiceChessException.class, () -> turns.generateDistinct(state, 2318)).statusName());
            turns.generate(state);
            for (int index : new int[] {-1, 4654, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                assertEquals("RANGE",
                        assertThrows(DiceChessException.class, () -> turns.get(index)).statusName());
                assertThrows(DiceChessException.class, () -> turns.uci(index));
                assertThrows(DiceChessException.class, () -> turns.finalState(index, state));
            }
            assertEquals(0x981bec43fc1dc120L, state.key());
            assertThrows(NullPointerException.class, () -> turns.generate(null));
            assertThrows(NullPointerException.class, () -> turns.finalState(0, null));
            Iterator<Turn> iterator = turns.iterator();
            iterator.forEachRemaining(turn -> assertFalse(turn.moves().isEmpty()));
            assertThrows(NoSuchElementException.class, iterator::next);
        }
    }

    @Test
    void arraysThatAreTooSmallStayAsTheyAre() {
        try (Turns turns = new Turns(); GameState state = GameState.parse(Data.MIDDLE_GAME)) {
            turns.generate(state);
            short[] moves = new short[3 * 4654 - 1];
            byte[] lengths = new byte[4654];
            DiceChessException refusal =
                    assertThrows(DiceChessException.class, () -> turns.fill(moves, lengths, null));
            assertEquals("BUFFER", refusal.statusName());
            assertArrayEquals(new short[moves.length], moves);
            assertArrayEquals(new byte[lengths.length], lengths);
            assertEquals(4654, turns.fill(null, null, null));
        }
    }

    @Test
    void turnsAreValues() {
        assertEquals("", Turn.PASS.uci());
        MicroMove move = new MicroMove(12 << 6 | 28 | 1 << 12);
        assertEquals("e2e4 e2e4", new Turn(List.of(move, move)).uci());
        assertThrows(IllegalArgumentException.class, () -> new Turn(List.of(move, move, move, move)));
        assertThrows(IllegalArgumentException.class, () -> new MicroMove(-1));
        assertThrows(IllegalArgumentException.class, () -> new MicroMove(65536));
        // Flags 6 and 7 do not exist.
        assertEquals("RANGE",
                assertThrows(DiceChessException.class, () -> new MicroMove(6 << 12).uci()).statusName());
    }
}
