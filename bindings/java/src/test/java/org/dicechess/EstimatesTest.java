package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Chance nodes, chances to win, built-in players, time for a turn: recorded values, limits, bad arguments. */
class EstimatesTest {
    private static double real(JsonObject object, String member) {
        return Double.longBitsToDouble(Data.key(object.getAsJsonObject(member), "bits"));
    }

    @Test
    void everyRecordedChanceNodeIsFoundBitForBit() {
        int nodes = 0;
        try (Evaluator aggressive = Evaluator.aggressive();
                Evaluator seven = Evaluator.of((state, side) -> 7)) {
            for (JsonObject line : Data.lines("search_public.jsonl")) {
                if (!Data.text(line, "kind").equals("chance")) {
                    continue;
                }
                Color side = Data.text(line, "perspective").equals("w") ? Color.WHITE : Color.BLACK;
                JsonObject values = line.getAsJsonObject("values");
                try (GameState state = GameState.parse(Data.text(line, "dfen"))) {
                    assertEquals(real(values, "material"), Search.chanceNodeValue(state, side, 1));
                    assertEquals(real(values, "aggressive"), value(state, side, aggressive));
                    assertEquals(real(values, "const7"), value(state, side, seven));
                }
                nodes++;
            }
        }
        assertEquals(40, nodes);
    }

    private static double value(GameState state, Color side, Evaluator evaluator) {
        return Search.chanceNodeValue(state, side, 1, evaluator, UtilityBounds.DEFAULT, null);
    }

    @Test
    void chanceNodesKnowTheirBoundsAndLimits() {
        try (GameState state = GameState.parse("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
                Evaluator seven = Evaluator.of((view, side) -> 7)) {
            // 16 of 216 outcomes lose the king.
            UtilityBounds bounds = new UtilityBounds(-1000, -10, 10, 11);
            assertEquals((16 * -1000.0 + 200 * 7.0) / 216,
                    Search.chanceNodeValue(state, Color.WHITE, 1, seven, bounds, null), 1e-9);
            for (String status : List.of("BUDGET", "DEADLINE", "CANCELLED")) {
                try (SearchControl control = status.equals("BUDGET") ? SearchControl.withBudget(60)
                        : status.equals("DEADLINE") ? SearchControl.within(Duration.ZERO)
                                : new SearchControl()) {
                    if (status.equals("CANCELLED")) {
                        control.cancel();
                    }
                    assertEquals(status, assertThrows(DiceChessException.class, () -> Search.chanceNodeValue(
                            state, Color.WHITE, 1, seven, UtilityBounds.DEFAULT, control)).statusName());
                }
            }
            for (int plies : new int[] {0, 8, -1}) {
                DiceChessException range = assertThrows(
                        DiceChessException.class, () -> Search.chanceNodeValue(state, Color.WHITE, plies));
                assertEquals("RANGE", range.statusName());
                assertEquals(2, range.field());
            }
            UtilityBounds unordered = new UtilityBounds(-1000, 10, -10, 11);
            assertEquals(16, assertThrows(DiceChessException.class, () -> Search.chanceNodeValue(
                    state, Color.WHITE, 1, null, unordered, null)).offset());
        }
    }

    @Test
    void chancesToWinAreTheRecordedOnes() {
        try (Search search = new Search(42);
                GameState state = GameState.parse("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")) {
            WinEstimate estimate = search.estimateWin(state, new MonteCarloOptions(50, 40, 0, 0, null));
            assertEquals(new WinEstimate(50, 0.8880354194669499, 0.04314162906157207, 0.06882295147147814,
                    0.018791104403292156, 5.631658739875916), estimate);
            try (SearchControl one = SearchControl.withBudget(1)) {
                assertEquals(1,
                        search.estimateWin(state, MonteCarloOptions.DEFAULT.withControl(one)).rollouts());
            }
            assertEquals(128,
                    search.estimateWin(state, new MonteCarloOptions(1000, 40, 0, 0.5, null)).rollouts());
            assertEquals(500, search.estimateWin(state).rollouts());
            for (double bad : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY}) {
                MonteCarloOptions options = new MonteCarloOptions(50, 40, 0, bad, null);
                assertEquals("RANGE", assertThrows(
                        DiceChessException.class, () -> search.estimateWin(state, options)).statusName());
            }
        }
    }

    private static String choice(String player, String dfen, SearchControl control) {
        try (Search search = new Search(1); GameState state = GameState.parse(dfen)) {
            Turn turn = search.chooseTurn(state, player, control);
            if (!turn.moves().isEmpty()) {
                state.playTurn(turn);
            }
            return turn.uci();
        }
    }

    @Test
    void playersPlayByName() {
        try (SearchControl stopped = SearchControl.withBudget(0)) {
            for (String player : List.of(
                    "random", "greedy", "cautious", "aggressive", "monte-carlo", "expectimax")) {
                if (!player.equals("random")) {
                    assertEquals("a1a8", choice(player, "k7/8/8/8/8/8/8/R3K3 w - - 0 1 PPR", null));
                }
                assertEquals("", choice(player, "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 N", null));
                assertTrue(!choice(player, "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PP", stopped).isEmpty());
            }
        }
        assertEquals("c2d3", choice("greedy", "4k3/8/8/8/8/3q4/2P5/4K3 w - - 0 1 P", null));
        assertEquals("e1d1", choice("expectimax", SearchTest.BISHOP, null));
        for (String unknown : List.of("Greedy", "", "greedy\0", "gr\u00e9edy", "\ud83d")) {
            DiceChessException refused = assertThrows(
                    DiceChessException.class, () -> choice(unknown, SearchTest.BISHOP, null));
            assertTrue(List.of("RANGE", "TEXT").contains(refused.statusName()));
            assertEquals(2, refused.field());
        }
        assertThrows(NullPointerException.class, () -> choice(null, SearchTest.BISHOP, null));
    }

    private static Duration time(Duration remaining, Duration increment, int movesToGo, TimeManager manager) {
        return manager.timeForTurn(new GameClock(remaining, increment, movesToGo));
    }

    @Test
    void timeForATurn() {
        Duration minute = Duration.ofSeconds(60);
        Duration none = Duration.ZERO;
        assertEquals(none, time(none, none, 0, TimeManager.DEFAULT));
        assertEquals(none, time(Duration.ofMillis(50), Duration.ofSeconds(10), 0, TimeManager.DEFAULT));
        assertEquals(none, time(Duration.ofDays(-1), none, 0, TimeManager.DEFAULT));
        assertEquals(Duration.ofSeconds(2), time(minute.plusMillis(50), none, 0, TimeManager.DEFAULT));
        assertEquals(Duration.ofSeconds(5),
                time(minute.plusMillis(50), Duration.ofSeconds(4), 0, TimeManager.DEFAULT));
        TimeManager tight = new TimeManager(Duration.ofNanos(1), 12);
        assertEquals(Duration.ofSeconds(10), time(minute.plusNanos(1), none, 6, tight));
        assertEquals(Duration.ofSeconds(5), tight.timeForTurn(new GameClock(minute.plusNanos(1), none)));
        // More than fits into 64 bits counts as the most that does.
        long most = Long.MAX_VALUE;
        assertEquals(Duration.ofNanos((most - 1) / 12 + (most - most / 4)),
                time(SearchControl.NO_DEADLINE, SearchControl.NO_DEADLINE, 0, tight));
        assertThrows(IllegalArgumentException.class, () -> new TimeManager(Duration.ofNanos(-1), 30));
        assertThrows(IllegalArgumentException.class, () -> new TimeManager(none, -1));
        assertThrows(NullPointerException.class, () -> tight.timeForTurn(null));
    }
}
