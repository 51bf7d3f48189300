package bot;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.dicechess.DiceChessException;
import org.dicechess.Evaluator;
import org.dicechess.GameState;
import org.dicechess.SearchOptions;
import org.dicechess.SearchReport;
import org.dicechess.Turns;

/** All games by name. A game that has not been heard of for longest makes room for a new one. */
final class Games {
    /** How many searches may run at once; they share the processors evenly. */
    private static final int MOST_SEARCHES = 64;
    private static final int MOST_GAMES = 128;
    private static final int DEEPEST = 8;
    /** A list of more takes megabytes. Positions of games have rarely half as many. */
    private static final int MANY_TURNS = 50_000;

    private final SearchOptions options =
            SearchOptions.builder().depth(DEEPEST).iterative(true).evaluator(Evaluator.standard()).build();
    private final Semaphore searches = new Semaphore(MOST_SEARCHES);
    /** How many of them may be of a position with many turns. */
    private final Semaphore largeSearches = new Semaphore(1);
    /** The one that was not heard of for longest comes first. */
    private final Map<String, Game> games = new LinkedHashMap<>(16, 0.75f, true);

    /** Finds a turn; see {@link Game#bestTurn}. */
    SearchReport bestTurn(String name, GameState state, long deadline) {
        return withPermit(searches, "there are " + MOST_SEARCHES + " searches at the moment", () -> hasManyTurns(state)
                ? withPermit(largeSearches, "a position with so many turns is being searched",
                        () -> game(name).bestTurn(state, options, deadline))
                : game(name).bestTurn(state, options, deadline));
    }

    private static boolean hasManyTurns(GameState state) {
        try (Turns turns = new Turns()) {
            turns.generate(state, MANY_TURNS);
            return false;
        } catch (DiceChessException refused) {
            if (refused.statusName().equals("LIMIT")) {
                return true;
            }
            throw refused;
        }
    }

    /** What a search finds while it has one of some permits, which it does not wait for. */
    private static SearchReport withPermit(Semaphore permits, String otherwise, Supplier<SearchReport> search) {
        if (!permits.tryAcquire()) {
            throw new Refusal(503, "FULL", "path", otherwise);
        }
        try {
            return search.get();
        } finally {
            permits.release();
        }
    }

    private synchronized Game game(String name) {
        Game game = games.get(name);
        if (game == null) {
            if (games.size() == MOST_GAMES) {
                removeOldest();
            }
            game = new Game();
            games.put(name, game);
        }
        return game;
    }

    /** There are fewer searches than games, so one of them can go. */
    private void removeOldest() {
        Iterator<Game> all = games.values().iterator();
        while (all.hasNext()) {
            Game game = all.next();
            if (!game.isSearching()) {
                game.remove();
                all.remove();
                return;
            }
        }
    }

    synchronized void remove(String name) {
        Game game = games.remove(name);
        if (game == null) {
            throw new Refusal(404, "GAME", "path", "there is no such game");
        }
        game.remove();
    }
}
