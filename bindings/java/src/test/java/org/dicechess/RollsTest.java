package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Rolls: their table, what can be done with each, and which of them lose a king. */
class RollsTest {
    @Test
    void theTableCountsAllOutcomes() {
        List<Roll> rolls = Roll.all();
        assertEquals(56, rolls.size());
        assertEquals(216, rolls.stream().mapToInt(Roll::weight).sum());
        assertEquals(new Roll(0, List.of(PieceType.PAWN, PieceType.PAWN, PieceType.PAWN), 1), rolls.get(0));
        assertEquals(new Roll(1, List.of(PieceType.PAWN, PieceType.PAWN, PieceType.KNIGHT), 3), rolls.get(1));
        assertEquals(new Roll(55, List.of(PieceType.KING, PieceType.KING, PieceType.KING), 1), rolls.get(55));
        for (Roll roll : rolls) {
            int faces = Set.copyOf(roll.dice()).size();
            assertEquals(List.of(1, 3, 6).get(faces - 1), roll.weight());
        }
    }

    @Test
    void outcomesAddUpToTheKnownSums() {
        try (Rolls rolls = new Rolls()) {
            for (JsonObject line : Data.lines("perft.jsonl")) {
                JsonObject sums = line.getAsJsonObject("one_ply");
                try (GameState state = GameState.parse(Data.text(line, "dfen"))) {
                    rolls.expand(state);
                    List<Rolls.Outcome> outcomes = rolls.outcomes();
                    long finals = outcomes.stream().mapToLong(Rolls.Outcome::finals).sum();
                    assertEquals(sums.get("finals").getAsLong(), finals);
                    Rolls.Outcome pass = new Rolls.Outcome(false, 0, 0);
                    assertEquals(sums.get("pass_rolls").getAsLong(), outcomes.stream().filter(pass::equals).count());
                }
            }
        }
    }

    @Test
    void everyRollLeadsWhereItsTurnsLead() {
        try (Rolls rolls = new Rolls();
                Turns turns = new Turns();
                GameState state = GameState.parse(Data.MIDDLE_GAME);
                GameState end = GameState.initial()) {
            rolls.expand(state);
            for (Roll roll : Roll.all()) {
                state.setDice(roll.dice());
                turns.generateDistinct(state);
                long[] expected = new long[turns.size()];
                turns.fill(null, null, expected);
                long[] keys = rolls.keys(roll.number());
                assertEquals(turns.size(), rolls.outcomes().get(roll.number()).finals());
                for (int index = 0; index < keys.length; index++) {
                    rolls.finalState(roll.number(), index, end);
                    assertEquals(keys[index], end.key());
                }
                Arrays.sort(expected);
                Arrays.sort(keys);
                assertTrue(Arrays.equals(expected, keys), roll.toString());
            }
        }
    }

    @Test
    void wrongRollsAndLimitsAreRefused() {
        try (Rolls rolls = new Rolls(); GameState state = GameState.parse(Data.INITIAL)) {
            assertEquals(0, rolls.keys(0).length);
            rolls.expand(state);
            assertTrue(rolls.keys(0).length > 0);
            for (int roll : new int[] {-1, 56, Integer.MAX_VALUE}) {
                assertEquals("RANGE",
                        assertThrows(DiceChessException.class, () -> rolls.keys(roll)).statusName());
                assertThrows(DiceChessException.class, () -> rolls.finalState(roll, 0, state));
            }
            assertThrows(DiceChessException.class, () -> rolls.finalState(0, 1_000_000, state));
            assertThrows(NullPointerException.class, () -> rolls.finalState(0, 0, null));
            assertThrows(NullPointerException.class, () -> rolls.expand(null));
            assertEquals("LIMIT", assertThrows(DiceChessException.class, () -> rolls.expand(state, 1)).statusName());
            assertEquals(0, rolls.keys(0).length);
        }
    }

    @Test
    void risksAreTheKnownOnes() {
        for (JsonObject line : Data.lines("positions_public.jsonl")) {
            JsonObject weights = line.getAsJsonObject("king_capture_rolls");
            try (GameState state = GameState.parse(Data.text(line, "dfen"))) {
                for (Color defender : Color.values()) {
                    Risk risk = Risk.of(state, defender);
                    assertEquals(weights.get(defender == Color.WHITE ? "w" : "b").getAsInt(), risk.weight());
                    assertEquals(risk.weight(), risk.rolls().stream().mapToInt(Roll::weight).sum());
                    assertEquals(risk.weight() / 216.0, risk.probability(), 1e-12);
                    assertEquals(risk.probability(), Risk.probability(state, defender));
                }
            }
        }
        // A rook on the open file of the king: every roll with a rook takes it.
        try (GameState state = GameState.parse("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1")) {
            Set<Roll> withRook = Roll.all().stream()
                    .filter(roll -> roll.dice().contains(PieceType.ROOK)).collect(Collectors.toSet());
            assertEquals(withRook, Set.copyOf(Risk.of(state, Color.BLACK).rolls()));
            assertThrows(NullPointerException.class, () -> Risk.of(state, null));
            assertThrows(NullPointerException.class, () -> Risk.of(null, Color.WHITE));
        }
    }
}
