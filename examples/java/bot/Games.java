package bot;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.dicechess.Evaluator;
import org.dicechess.GameState;
import org.dicechess.SearchOptions;
import org.dicechess.SearchReport;

/** All games by name. A game that has not been heard of for longest makes room for a new one. */
final class Games {
    /** How many searches may run at once; they share the processors evenly. */
    private static final int MOST_SEARCHES = 64;
    private static final int MOST_GAMES = 128;
    private static final int DEEPEST = 8;

    private final SearchOptions options =
            SearchOptions.builder().depth(DEEPEST).iterative(true).evaluator(Evaluator.standard()).build();
    private final Semaphore searches = new Semaphore(MOST_SEARCHES);
    /** The one that was not heard of for longest comes first. */
    private final Map<String, Game> games = new LinkedHashMap<>(16, 0.75f, true);

    /** Finds a turn; see {@link Game#bestTurn}. */
    SearchReport bestTurn(String name, GameState state, long deadline) {
        if (!searches.tryAcquire()) {
            throw new Refusal(503, "FULL", "path", "there are " + MOST_SEARCHES + " searches at the moment");
        }
        try {
            return game(name).bestTurn(state, options, deadline);
        } finally {
            searches.release();
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
