package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.StringJoiner;
import org.dicechess.internal.Layout;
import org.junit.jupiter.api.Test;

/** Searches: recorded results, tables, limits, progress, bad options. */
class SearchTest {
    static final String BISHOP = "7k/8/8/b7/8/8/5P2/4K3 w - - 0 1 NBK";

    private static final long MIDDLE = 0x00003C3C3C3C0000L;
    private static final long[] ADVANCED = {0x00FFFF0000000000L, 0x0000000000FFFF00L};

    /** The evaluator of examples/c/best_turn.c. */
    static int middle(StateView state, Color perspective) {
        int score = state.material(perspective);
        for (Color color : Color.values()) {
            int bonus = 10 * Long.bitCount(state.men(color) & MIDDLE)
                    + 40 * Long.bitCount(state.men(color, PieceType.PAWN) & ADVANCED[color.ordinal()]);
            score += color == perspective ? bonus : -bonus;
        }
        return score;
    }

    /** The positions of the examples, one a line. */
    static List<String> examples() {
        try {
            return Files.readAllLines(Path.of("../../examples/data/positions.dfen"));
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }

    private static SearchReport bestTurn(long seed, String dfen, SearchOptions options) {
        try (Search search = new Search(seed); GameState state = GameState.parse(dfen)) {
            return search.bestTurn(state, options);
        }
    }

    private static double real(JsonElement value) {
        return Double.longBitsToDouble(Data.key(value.getAsJsonObject(), "bits"));
    }

    private static String turn(JsonElement words) {
        StringJoiner text = new StringJoiner(" ");
        if (!words.isJsonNull()) {
            words.getAsJsonArray().forEach(word -> text.add(word.getAsString()));
        }
        return text.toString();
    }

    private static Evaluator evaluator(String name) {
        return name.equals("aggressive") ? Evaluator.aggressive() : Evaluator.material();
    }

    @Test
    void everyRecordedSearchIsFoundBitForBit() {
        int runs = 0;
        for (JsonObject line : Data.lines("search_public.jsonl")) {
            if (Data.text(line, "kind").equals("root")) {
                runs += compareRuns(line);
            }
        }
        assertEquals(126, runs);
    }

    private static int compareRuns(JsonObject line) {
        long capacity = line.get("table_capacity").getAsLong();
        JsonElement rescore = line.get("rescore");
        SearchOptions.Builder builder = SearchOptions.builder()
                .depth(line.get("depth").getAsInt())
                .candidateLimit(line.get("candidate_limit").getAsLong())
                .exactOnly(line.get("exact_only").getAsBoolean());
        int runs = 0;
        try (Evaluator evaluator = evaluator(Data.text(line, "evaluator"));
                Evaluator rescorer = rescore.isJsonNull() ? null
                        : evaluator(Data.text(rescore.getAsJsonObject(), "evaluator"));
                TranspositionTable table = capacity == 0 ? null : new TranspositionTable(capacity);
                GameState state = GameState.parse(Data.text(line, "dfen"))) {
            double weight = rescorer == null ? 0 : rescore.getAsJsonObject().get("weight").getAsDouble();
            SearchOptions options =
                    builder.evaluator(evaluator).rescorer(rescorer, weight).table(table).build();
            for (JsonElement run : line.getAsJsonArray("runs")) {
                try (Search search = new Search(line.get("rng_seed").getAsLong())) {
                    SearchReport report = search.bestTurn(state, options);
                    compare(Data.text(line, "id"), run.getAsJsonObject(), report, search.candidates());
                    runs++;
                }
            }
        }
        return runs;
    }

    private static void compare(String id, JsonObject run, SearchReport report, List<Candidate> candidates) {
        assertEquals(turn(run.get("turn")), report.turn().uci(), id);
        if (!run.get("turn").isJsonNull()) {
            assertEquals(run.get("score").getAsInt(), report.score(), id);
        }
        if (!run.get("best").isJsonNull()) {
            assertEquals(real(run.get("best")), report.value(), id);
            assertEquals(run.get("winners").getAsLong(), report.winners(), id);
            assertEquals(Bound.EXACT, report.bound(), id);
        }
        JsonObject recorded = run.getAsJsonObject("stats");
        assertEquals(recorded.get("legal_turns").getAsLong(), report.legalTurns(), id);
        assertEquals(recorded.get("candidates_selected").getAsLong(), report.candidatesSelected(), id);
        assertEquals(recorded.get("candidates_completed").getAsLong(), report.candidatesCompleted(), id);
        assertEquals(recorded.get("candidates_abandoned").getAsLong(), report.candidatesAbandoned(), id);
        assertEquals(recorded.get("cutoffs").getAsLong(), report.cutoffs(), id);
        assertEquals(recorded.get("rolls_saved").getAsLong(), report.rollsSaved(), id);
        assertEquals(recorded.get("probe_cutoffs").getAsLong(), report.probeCutoffs(), id);
        assertEquals(recorded.get("tt_probes").getAsLong(), report.tableProbes(), id);
        assertEquals(recorded.get("tt_hits").getAsLong(), report.tableHits(), id);
        assertEquals(recorded.get("tt_cutoffs").getAsLong(), report.tableCutoffs(), id);
        assertEquals(recorded.get("deadline_truncated").getAsBoolean(), report.truncated(), id);
        assertEquals(recorded.get("fell_back_to_pre_rank").getAsBoolean(), report.fellBackToPreRank(), id);
        assertEquals(run.getAsJsonArray("candidates").size(), candidates.size(), id);
        for (int index = 0; index < candidates.size(); index++) {
            compare(id, run.getAsJsonArray("candidates").get(index).getAsJsonObject(), candidates.get(index));
        }
    }

    private static void compare(String id, JsonObject recorded, Candidate candidate) {
        assertEquals(turn(recorded.get("turn")), candidate.turn().uci(), id);
        assertEquals(recorded.get("material").getAsInt(), candidate.preRank(), id);
        JsonElement alpha = recorded.get("alpha");
        assertEquals(alpha.isJsonNull() ? Double.NEGATIVE_INFINITY : real(alpha), candidate.alpha(), id);
        assertEquals(real(recorded.get("value")), candidate.value(), id);
        assertEquals(Data.text(recorded, "bound").toUpperCase(java.util.Locale.ROOT),
                candidate.bound().name(), id);
        assertEquals(recorded.get("rolls").getAsLong(), candidate.rollsProcessed(), id);
        assertEquals(recorded.get("loss_tainted").getAsBoolean(), candidate.lossTainted(), id);
        assertEquals(recorded.get("by_probe").getAsBoolean(), candidate.byProbe(), id);
        assertEquals(recorded.get("from_table").getAsBoolean(), candidate.fromTable(), id);
        assertEquals(recorded.has("rescore"), candidate.isRescored(), id);
        if (candidate.isRescored()) {
            assertEquals(recorded.get("rescore").getAsInt(), candidate.rescore(), id);
            if (!recorded.get("final").isJsonNull()) {
                assertEquals(real(recorded.get("final")), candidate.finalValue(), id);
            }
        }
    }

    /**
     * Turn, score and work as the example in C prints them, with an evaluator of one's own, a cache and one table for
     * all.
     */
    @Test
    void anEvaluatorOfOnesOwnPlaysAsInC() {
        List<String> found = new ArrayList<>();
        try (Evaluator evaluator = Evaluator.of(
                        SearchTest::middle, EvaluatorProperty.IGNORES_CLOCKS, EvaluatorProperty.THREAD_SAFE);
                TranspositionTable table = new TranspositionTable();
                Search search = new Search(0)) {
            SearchOptions options = SearchOptions.builder().evaluator(evaluator).table(table).cache(true).build();
            for (String dfen : examples()) {
                try (GameState state = GameState.parse(dfen)) {
                    SearchReport report = search.bestTurn(state, options);
                    String score = report.takesKing() ? "king" : String.valueOf(report.score());
                    found.add(report.turn().uci() + " " + score + " " + report.work());
                }
            }
        }
        assertEquals(List.of(
                "b1c3 -14 9211",
                "a2a4 a1a2 -25 7049",
                " 0 0",
                "a2a3 h2h4 199 930",
                "a8d8 e8f8 -5 23052",
                "e7a3 a8b8 e8f8 -23148463 32052",
                "e7e8q e8e1 -4628640 592",
                "b3c5 king 0",
                "f2f3 f3g4 g4f5 king 0",
                "d5c6 135 402",
                "h3h4 king 0",
                "a6a5 a8a7 -13888915 83004",
                "g8f6 b7a6 -4629410 3655"), found);
    }

    @Test
    void aTableServesOneConfiguration() {
        try (TranspositionTable table = new TranspositionTable(1 << 12);
                Evaluator aggressive = Evaluator.aggressive();
                Evaluator own = Evaluator.of(SearchTest::middle);
                Search first = new Search(0);
                Search second = new Search(0);
                GameState state = GameState.parse(BISHOP)) {
            SearchOptions options = SearchOptions.builder().table(table).build();
            first.bestTurn(state, options);
            // What one search has found helps the other.
            SearchReport report = second.bestTurn(state, options);
            assertEquals("e1d1", report.turn().uci());
            assertEquals(-207, report.score());
            assertEquals(4, report.tableProbes());
            assertEquals(1, report.tableHits());
            assertEquals(3, report.tableCutoffs());
            for (SearchOptions other : List.of(
                    options.toBuilder().evaluator(aggressive).build(),
                    options.toBuilder().evaluator(own).build(),
                    options.toBuilder().bounds(new UtilityBounds(-1e9, -100000, 100000, 100001)).build(),
                    options.toBuilder().rescorer(aggressive, 0.25).build())) {
                DiceChessException refused = assertThrows(DiceChessException.class, () ->
                        first.bestTurn(state, other));
                assertEquals("UNSUPPORTED", refused.statusName());
                assertEquals(Layout.SEARCH_OPTIONS_TT, refused.offset());
            }
            table.clear();
            assertTrue(first.bestTurn(state, options.toBuilder().evaluator(own).build()).complete());
        }
    }

    /** 614,689 states after 4,352,173 turns, none of which takes a king. */
    @Test
    void millionsOfTurnsAreMerged() {
        SearchReport report =
                bestTurn(0, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/1BNNK1B1 w - - 0 1 QQQ", SearchOptions.DEFAULT);
        assertTrue(report.complete());
        assertEquals(3, report.turn().moves().size());
        assertEquals(4194304, report.legalTurns());
        assertEquals(614689, report.distinctStates());
        assertEquals(0, bestTurn(0, BISHOP, SearchOptions.DEFAULT).distinctStates());
    }

    @Test
    void aLimitStillGivesATurn() {
        for (int limit = 0; limit < 3; limit++) {
            try (SearchControl control = limit == 0 ? SearchControl.withBudget(0)
                    : limit == 1 ? SearchControl.within(Duration.ofSeconds(-3))
                            : SearchControl.withBudget(30)) {
                SearchOptions options = SearchOptions.DEFAULT.withControl(control);
                SearchReport report = bestTurn(0, Data.INITIAL + " PNB", options);
                assertFalse(report.complete());
                assertTrue(report.truncated() && report.fellBackToPreRank());
                assertEquals(limit == 1 ? StopReason.DEADLINE : StopReason.BUDGET, report.stopReason());
                assertEquals(Bound.NONE, report.bound());
                assertEquals(3, report.turn().moves().size());
                assertEquals(limit == 2 ? 30 : 0, report.work());
                assertEquals(report.work(), control.workUsed());
            }
        }
        long depthTwo = bestTurn(0, BISHOP, SearchOptions.DEFAULT).work();
        try (SearchControl control = SearchControl.withBudget(depthTwo + 50)) {
            SearchReport report =
                    bestTurn(0, BISHOP,
                            SearchOptions.builder().iterative(true).depth(8).control(control).build());
            assertEquals("e1d1", report.turn().uci());
            assertEquals(2, report.depth());
            assertEquals(depthTwo + 50, report.work());
            assertFalse(report.complete());
        }
    }

    @Test
    void progressIsTold() {
        List<SearchProgress> told = new ArrayList<>();
        SearchReport report = bestTurn(0, BISHOP, SearchOptions.builder().progress(told::add).build());
        assertEquals(4, told.size());
        for (int index = 0; index < 4; index++) {
            SearchProgress progress = told.get(index);
            assertEquals(2, progress.depth());
            assertEquals(index + 1, progress.candidatesDone());
            assertEquals(4, progress.candidates());
            assertEquals("e1d1", progress.turn().uci());
            assertEquals(-207.40740740740722, progress.value());
            assertTrue(progress.work() > 0 && progress.work() <= report.work());
        }
    }

    private static void refused(SearchOptions options, String status, int place, String message) {
        DiceChessException refused = assertThrows(DiceChessException.class, () ->
                bestTurn(0, BISHOP, options));
        assertEquals(status, refused.statusName());
        assertEquals(place, refused.offset());
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
    }

    private static void notBuilt(String message, UnaryOperator<SearchOptions.Builder> change) {
        SearchOptions.Builder builder = change.apply(SearchOptions.builder());
        assertEquals(message, assertThrows(IllegalArgumentException.class, builder::build).getMessage());
    }

    @Test
    void badOptionsAreNotBuilt() {
        notBuilt("depth is 1, not 2 to 8", builder -> builder.depth(1));
        notBuilt("depth is 9, not 2 to 8", builder -> builder.depth(9));
        notBuilt("candidateLimit is 0, neither -1 nor at least 1", builder -> builder.candidateLimit(0));
        notBuilt("candidateLimit is -2, neither -1 nor at least 1", builder -> builder.candidateLimit(-2));
        notBuilt("threads is 0, not 1 to 256", builder -> builder.threads(0));
        notBuilt("threads is 257, not 1 to 256", builder -> builder.threads(257));
        notBuilt("rescorerWeight is 0.5, but there is no rescorer", builder -> builder.rescorer(null, 0.5));
        try (Evaluator own = Evaluator.of(SearchTest::middle)) {
            notBuilt("rescorerWeight is NaN, not 0 to 1", builder -> builder.rescorer(own, Double.NaN));
            notBuilt("rescorerWeight is 1.1, not 0 to 1", builder -> builder.rescorer(own, 1.1));
        }
        assertThrows(NullPointerException.class, () -> SearchOptions.builder().bounds(null).build());
        assertThrows(IllegalArgumentException.class, () -> MonteCarloOptions.rollouts(-1));
    }

    @Test
    void badOptionsAreNamed() {
        try (Evaluator own = Evaluator.of(SearchTest::middle)) {
            refused(SearchOptions.builder().evaluator(own).threads(2).build(), "UNSUPPORTED",
                    Layout.SEARCH_OPTIONS_THREADS, "EvaluatorProperty.THREAD_SAFE");
        }
        refused(SearchOptions.builder().bounds(new UtilityBounds(-1, 5, 4, 9)).build(), "RANGE",
                Layout.SEARCH_OPTIONS_BOUNDS + 16, "leafMax is 4, expected at least leafMin");
        try (Search search = new Search(0); GameState state = GameState.parse(BISHOP)) {
            assertThrows(NullPointerException.class, () -> search.bestTurn(state, null));
            // Nothing is left in use by a call that did not get far.
            assertEquals("e1d1", search.bestTurn(state).turn().uci());
        }
    }

    /** No game shows this board. A million of its end states stand for its turns, and more of one roll are refused. */
    @Test
    void aBoardThatNoGameShowsHasATurn() {
        String queens = "8/Q1Q1Q1Q1/8/1Q1Q1Q1Q/8/Q1Q1Q1Q1/8/1Q1Q1Q1Q w - - 0 1 QQQ";
        SearchReport report = bestTurn(0, queens, SearchOptions.DEFAULT);
        assertTrue(report.complete());
        assertEquals(3, report.turn().moves().size());
        assertEquals(1_000_000, report.distinctStates());
        try (GameState state = GameState.parse(queens); Evaluator aggressive = Evaluator.aggressive()) {
            DiceChessException refused = assertThrows(DiceChessException.class, () -> Search.chanceNodeValue(
                    state, Color.BLACK, 1, aggressive, UtilityBounds.DEFAULT, null));
            assertEquals("LIMIT", refused.statusName());
        }
    }
}
