package org.dicechess;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Makes every kind of call that leads back into Java at many places near the end of a stack. Each must give what it
 * gives elsewhere, or overflow before anything is called back. Prints what was wrong, and {@code done}.
 */
final class StackEnd {
    private static final int STACK = 1 << 20;

    private static final AtomicInteger CALLBACKS = new AtomicInteger();
    private static final List<String> FAULTS = new ArrayList<>();

    private StackEnd() {
    }

    public static void main(String[] arguments) throws InterruptedException {
        StateEvaluator material = (state, perspective) -> {
            CALLBACKS.incrementAndGet();
            return state.material(perspective);
        };
        try (GameState state = GameState.parse(Data.INITIAL + " PNB");
                Search search = new Search(1);
                Evaluator evaluator = Evaluator.of(
                        material, EvaluatorProperty.THREAD_SAFE, EvaluatorProperty.IGNORES_CLOCKS)) {
            Map<String, Supplier<Object>> calls = new LinkedHashMap<>();
            for (int depth = 2; depth <= 8; depth++) {
                SearchOptions plain = SearchOptions.builder().depth(depth).evaluator(evaluator).build();
                SearchOptions full = plain.toBuilder().preRank(evaluator).rescorer(evaluator, 0.5)
                        .iterative(true).progress(progress -> CALLBACKS.incrementAndGet()).build();
                for (boolean cache : new boolean[] {false, true}) {
                    for (int threads = 1; threads <= 2; threads++) {
                        String name = "depth " + depth + (cache ? ", cache, " : ", ") + threads + " threads";
                        SearchOptions options = plain.toBuilder().cache(cache).threads(threads).build();
                        calls.put(name, () -> stopped(search, state, options));
                    }
                    SearchOptions options = full.toBuilder().cache(cache).build();
                    calls.put("depth " + depth + (cache ? ", cache" : "") + ", all options", () -> {
                        try (TranspositionTable table = new TranspositionTable(1 << 10)) {
                            return stopped(search, state, options.toBuilder().table(table).build());
                        }
                    });
                }
            }
            for (int plies = 1; plies <= 7; plies++) {
                int count = plies;
                calls.put(plies + " plies", () -> chanceNode(state, count, evaluator));
            }
            calls.put("estimate", () -> estimated(search, state));
            calls.put("player", () -> chosen(search, state, "monte-carlo"));
            calls.put("state", () -> evaluator.evaluate(state, Color.WHITE));
            calls.put("states", () -> evaluator.evaluate(List.of(state, state), Color.WHITE)[1]);
            calls.put("cache", () -> {
                try (EvaluationCache cache = new EvaluationCache(evaluator)) {
                    return cache.evaluate(state, Color.WHITE);
                }
            });
            for (Map.Entry<String, Supplier<Object>> call : calls.entrySet()) {
                Thread thread = new Thread(null, new Check(call.getKey(), call.getValue())::run, "end", STACK);
                thread.start();
                thread.join();
            }
        }
        FAULTS.forEach(System.out::println);
        System.out.println("done");
    }

    private static Object stopped(Search search, GameState state, SearchOptions options) {
        try (SearchControl control = SearchControl.withBudget(100)) {
            // What several threads finish before a limit is not always the same.
            double value = search.bestTurn(state, options.withControl(control)).value();
            return options.threads() == 1 ? value : "";
        }
    }

    private static Object chanceNode(GameState state, int plies, Evaluator evaluator) {
        try (SearchControl control = SearchControl.withBudget(100)) {
            return Search.chanceNodeValue(state, Color.WHITE, plies, evaluator, UtilityBounds.DEFAULT, control);
        } catch (DiceChessException stop) {
            return stop.statusName();
        }
    }

    private static long zero() {
        CALLBACKS.incrementAndGet();
        return 0;
    }

    private static Object estimated(Search search, GameState state) {
        try (SearchControl control = SearchControl.withClock(StackEnd::zero, 10, Duration.ofSeconds(1))) {
            return search.estimateWin(state, MonteCarloOptions.rollouts(1).withControl(control)).rollouts();
        }
    }

    private static Object chosen(Search search, GameState state, String player) {
        try (SearchControl control = SearchControl.withClock(StackEnd::zero, 10, Duration.ofSeconds(1))) {
            return search.chooseTurn(state, player, control).moves().isEmpty();
        }
    }

    /** One call and what became of it. */
    private static final class Check {
        /** Frames from one place to the next: a few kilobytes. */
        private static final int STEP = 50;
        private static final int MOST_RETURNED = 10;

        private final String name;
        private final Supplier<Object> call;
        private final Object expected;
        private int deepest;
        private int returned;
        private int overflowed;

        Check(String name, Supplier<Object> call) {
            this.name = name;
            this.call = call;
            expected = call.get();
        }

        void run() {
            descend(0);
            if (returned < MOST_RETURNED || overflowed == 0) {
                FAULTS.add(name + ": " + returned + " returned, " + overflowed + " overflowed");
            }
        }

        /** Calls from the deepest frame that fits upwards, until enough calls have returned. */
        private void descend(int depth) {
            try {
                descend(depth + 1);
            } catch (StackOverflowError end) {
                deepest = depth;
            }
            if ((deepest - depth) % STEP == 0 && returned < MOST_RETURNED) {
                callHere();
            }
        }

        private void callHere() {
            int callbacks = CALLBACKS.get();
            try {
                Object found = call.get();
                if (!Objects.equals(expected, found)) {
                    FAULTS.add(name + ": " + found + " instead of " + expected);
                }
                returned++;
            } catch (StackOverflowError error) {
                if (CALLBACKS.get() != callbacks) {
                    FAULTS.add(name + ": overflows after " + (CALLBACKS.get() - callbacks) + " callbacks");
                }
                overflowed++;
            } catch (Throwable thrown) {
                FAULTS.add(name + ": " + thrown);
            }
        }
    }
}
