package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.dicechess.internal.Callbacks;
import org.junit.jupiter.api.Test;

/** Evaluators: the built-in ones, functions for one and for many states, and what those get to see. */
class EvaluatorTest {
    private static final long CENTRE = 0x0000001818000000L;

    /** Material, and 25 for every man in the centre: the evaluator of examples/c/custom_evaluator.c. */
    private static int centre(StateView state, Color perspective) {
        return state.material(perspective) + 25 * (Long.bitCount(state.men(perspective) & CENTRE)
                - Long.bitCount(state.men(perspective.opposite()) & CENTRE));
    }

    @Test
    void builtInScoresAreTheRecordedOnes() {
        try (Evaluator material = Evaluator.material();
                Evaluator standard = Evaluator.standard();
                Evaluator aggressive = Evaluator.aggressive()) {
            for (JsonObject line : Data.lines("positions_public.jsonl")) {
                JsonObject recorded = line.getAsJsonObject("evals");
                try (GameState state = GameState.parse(Data.text(line, "dfen"))) {
                    for (Color side : Color.values()) {
                        assertEquals(score(recorded, "material", side), material.evaluate(state, side));
                        assertEquals(score(recorded, "standard", side), standard.evaluate(state, side));
                        assertEquals(score(recorded, "aggressive", side), aggressive.evaluate(state, side));
                    }
                }
            }
        }
    }

    private static int score(JsonObject recorded, String evaluator, Color side) {
        JsonArray scores = recorded.getAsJsonArray(evaluator);
        return scores.get(side.ordinal()).getAsInt();
    }

    @Test
    void aViewShowsAllOfTheState() {
        List<GameState> states = new ArrayList<>();
        for (JsonObject line : Data.lines("positions_public.jsonl")) {
            states.add(GameState.parse(Data.text(line, "dfen")));
        }
        AtomicInteger checked = new AtomicInteger();
        BatchEvaluator compare = (batch, perspective) -> {
            assertEquals(Color.BLACK, perspective);
            for (int index = 0; index < batch.size(); index++) {
                assertShows(states.get(index), batch.get(index));
                batch.setScore(index, 3 * checked.getAndIncrement());
            }
        };
        try (Evaluator evaluator = Evaluator.ofBatch(compare)) {
            int[] scores = evaluator.evaluate(states, Color.BLACK);
            for (int index = 0; index < scores.length; index++) {
                assertEquals(3 * index, scores[index]);
            }
        }
        assertEquals(575, checked.get());
        states.forEach(GameState::close);
    }

    private static void assertShows(GameState state, StateView view) {
        assertEquals(state.sideToMove(), view.sideToMove());
        assertEquals(state.key(), view.key());
        assertEquals(state.enPassant(), view.enPassant());
        assertEquals(state.halfMoveClock(), view.halfMoveClock());
        assertEquals(state.fullMoveNumber(), view.fullMoveNumber());
        assertEquals(state.snapshot(), view.snapshot());
        for (Color color : Color.values()) {
            assertEquals(state.material(color), view.material(color));
            long all = 0;
            for (PieceType type : PieceType.values()) {
                assertEquals(state.men(color, type), view.men(color, type));
                assertEquals(state.men(Color.WHITE, type) | state.men(Color.BLACK, type), view.men(type));
                all |= state.men(color, type);
            }
            assertEquals(all, view.men(color));
        }
        for (int square = 0; square < 64; square++) {
            assertEquals(state.pieceAt(square), view.pieceAt(square));
        }
        for (CastlingRight right : CastlingRight.values()) {
            assertEquals(state.castlingRights().contains(right), view.has(right));
        }
        List<PieceType> dice = state.dice();
        for (int index = 0; index < 3; index++) {
            assertEquals(index < dice.size() ? dice.get(index).face() : 0, view.die(index));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> view.pieceAt(64));
        assertThrows(IndexOutOfBoundsException.class, () -> view.pieceAt(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> view.die(3));
    }

    @Test
    void viewsAndBatchesEndWithTheCall() {
        AtomicReference<StateView> view = new AtomicReference<>();
        AtomicReference<StateBatch> batch = new AtomicReference<>();
        BatchEvaluator keep = (states, perspective) -> {
            assertThrows(IndexOutOfBoundsException.class, () -> states.get(states.size()));
            assertThrows(IndexOutOfBoundsException.class, () -> states.get(-1));
            assertThrows(IndexOutOfBoundsException.class, () -> states.setScore(states.size(), 0));
            batch.set(states);
            view.set(states.get(0));
        };
        try (Evaluator evaluator = Evaluator.ofBatch(keep); GameState state = GameState.initial()) {
            // No score was set.
            assertEquals(0, evaluator.evaluate(state, Color.WHITE));
        }
        assertThrows(IllegalStateException.class, () -> view.get().key());
        assertThrows(IllegalStateException.class, () -> view.get().pieceAt(0));
        assertThrows(IllegalStateException.class, () -> batch.get().get(0));
        assertThrows(IllegalStateException.class, () -> batch.get().setScore(0, 1));
    }

    @Test
    void manyStatesAreOneCall() {
        AtomicInteger calls = new AtomicInteger();
        List<GameState> states = new ArrayList<>();
        for (int number = 1; number <= 100; number++) {
            states.add(GameState.parse("4k3/8/8/8/8/8/8/4K3 w - - 0 " + number));
        }
        BatchEvaluator numbers = (batch, perspective) -> {
            calls.incrementAndGet();
            for (int index = 0; index < batch.size(); index++) {
                int number = batch.get(index).fullMoveNumber();
                batch.setScore(index, perspective == Color.WHITE ? number : -number);
            }
        };
        try (Evaluator evaluator = Evaluator.ofBatch(numbers)) {
            int[] scores = evaluator.evaluate(states, Color.BLACK);
            for (int index = 0; index < 100; index++) {
                assertEquals(-(index + 1), scores[index]);
            }
            assertEquals(1, calls.get());
            assertEquals(0, evaluator.evaluate(List.of(), Color.WHITE).length);
            assertEquals(1, calls.get());
            assertEquals(9, evaluator.evaluate(states.get(8), Color.WHITE));
            states.get(50).close();
            assertThrows(IllegalStateException.class, () -> evaluator.evaluate(states, Color.WHITE));
            assertEquals(2, calls.get());
        }
        states.forEach(GameState::close);
    }

    /**
     * Turns, their best score and how many evaluations it takes, without a cache and with one, as the C example
     * prints them.
     */
    @Test
    void turnsAreScoredAsByTheExampleInC() {
        List<String> found = new ArrayList<>();
        AtomicInteger calls = new AtomicInteger();
        StateEvaluator counting = (state, perspective) -> {
            calls.incrementAndGet();
            return centre(state, perspective);
        };
        try (Evaluator evaluator = Evaluator.of(counting, EvaluatorProperty.IGNORES_CLOCKS);
                Turns turns = new Turns()) {
            for (String dfen : SearchTest.examples()) {
                try (GameState state = GameState.parse(dfen);
                        EvaluationCache cache = new EvaluationCache(evaluator)) {
                    turns.generate(state);
                    if (turns.size() == 0) {
                        found.add("a pass");
                        continue;
                    }
                    calls.set(0);
                    int[] scores = evaluator.scoreTurns(turns);
                    int plain = calls.getAndSet(0);
                    assertArrayEquals(scores, cache.scoreTurns(turns));
                    int best = 0;
                    for (int index = 0; index < scores.length; index++) {
                        best = scores[index] > scores[best] ? index : best;
                    }
                    found.add(scores.length + " " + turns.uci(best) + " " + scores[best] + " " + plain + " "
                            + calls.get());
                    assertEquals(scores[best], evaluator.scorePath(state, turns.get(best)));
                    assertEquals(scores[best], cache.scorePath(state, turns.get(best)));
                }
            }
        }
        assertEquals(List.of(
                "4 b1a3 0 4 4",
                "12 d2d4 e1d2 25 12 12",
                "a pass",
                "12 a2a3 h2h3 200 12 8",
                "20 a8b8 e8d8 0 20 12",
                "102 e7a3 a8b8 e8e7 -50 102 30",
                "24 e7e8q e8e4 1025 24 24",
                "16 c2c3 c3c4 b3c5 2147483647 12 8",
                "1 f2f3 f3g4 g4f5 2147483647 0 0",
                "5 f5e6 125 5 5",
                "14 e6e5 h3h4 2147483647 12 11",
                "24 e6d5 a8a7 400 24 24",
                "72 b7a6 g8f6 600 72 72"), found);
    }

    @Test
    void pathsAreScoredForTheSideThatPlaysThem() {
        try (Evaluator evaluator = Evaluator.material();
                GameState state = GameState.parse("k7/8/8/8/8/8/8/R3K3 b - - 0 1 K")) {
            assertEquals(-500, evaluator.scorePath(state, Turn.PASS));
            Turn kingMove = new Turn(List.of(new MicroMove(49 | 56 << 6)));
            assertEquals(-500, evaluator.scorePath(state, kingMove));
            Turn rookMove = new Turn(List.of(new MicroMove(49 | 56 << 6), new MicroMove(8)));
            DiceChessException illegal = assertThrows(DiceChessException.class, () ->
                    evaluator.scorePath(state, rookMove));
            assertEquals("ILLEGAL", illegal.statusName());
            assertEquals(1, illegal.field());
            Turn nothing = new Turn(List.of(new MicroMove(6 << 12)));
            DiceChessException range = assertThrows(DiceChessException.class, () ->
                    evaluator.scorePath(state, nothing));
            assertEquals("RANGE", range.statusName());
            state.setSideToMove(Color.WHITE);
            Turn takesKing = new Turn(List.of(new MicroMove(56 | 4 << 12)));
            assertEquals(SearchReport.TERMINAL_WIN_SCORE, evaluator.scorePath(state, takesKing));
        }
    }

    @Test
    void functionsAreForgottenWithTheirEvaluators() {
        int before = Callbacks.count();
        Evaluator evaluator = Evaluator.of(EvaluatorTest::centre);
        EvaluationCache cache = new EvaluationCache(evaluator);
        assertEquals(before + 1, Callbacks.count());
        evaluator.close();
        evaluator.close();
        // The cache needs the function still.
        assertEquals(before + 1, Callbacks.count());
        try (GameState state = GameState.parse("4k3/8/8/8/3P4/8/8/4K3 w - - 0 1")) {
            assertEquals(125, cache.evaluate(state, Color.WHITE));
            IllegalStateException closed =
                    assertThrows(IllegalStateException.class, () -> evaluator.evaluate(state, Color.WHITE));
            assertTrue(closed.getMessage().contains("Evaluator"));
            assertThrows(IllegalStateException.class, () -> new EvaluationCache(evaluator));
        }
        cache.close();
        assertEquals(before, Callbacks.count());
    }

    @Test
    void nullIsRefused() {
        int before = Callbacks.count();
        assertThrows(NullPointerException.class, () -> Evaluator.of(null));
        assertThrows(NullPointerException.class, () -> Evaluator.ofBatch(null));
        assertThrows(NullPointerException.class, () ->
                Evaluator.of(EvaluatorTest::centre, (EvaluatorProperty) null));
        assertEquals(before, Callbacks.count());
        try (Evaluator evaluator = Evaluator.material(); GameState state = GameState.initial()) {
            assertThrows(NullPointerException.class, () -> evaluator.evaluate((GameState) null, Color.WHITE));
            assertThrows(NullPointerException.class, () -> evaluator.evaluate(state, null));
            List<GameState> withNull = new ArrayList<>(List.of(state));
            withNull.add(null);
            assertThrows(NullPointerException.class, () -> evaluator.evaluate(withNull, Color.WHITE));
            assertNull(state.pieceAt(20));
            state.setSideToMove(Color.BLACK);
        }
    }
}
