package bot;

import java.time.Duration;
import org.dicechess.GameState;
import org.dicechess.Search;
import org.dicechess.SearchControl;
import org.dicechess.SearchOptions;
import org.dicechess.SearchReport;
import org.dicechess.TranspositionTable;

/** One game: its table, its random numbers and the search that is running, if there is one. */
final class Game {
    /** 1 MiB. */
    private static final long TABLE_CAPACITY = 1 << 15;
    /** Far more than a search gets done in its time, unless the machine stands still. */
    private static final long MOST_WORK = 100_000_000;

    private final TranspositionTable table = new TranspositionTable(TABLE_CAPACITY);
    private final Search search = new Search(0);
    /** Ends the search that is running; null if none is. */
    private SearchControl running;
    private boolean removed;

    /** Finds a turn until a moment of {@link System#nanoTime}; if that has passed there is a turn all the same. */
    SearchReport bestTurn(GameState state, SearchOptions options, long deadline) {
        SearchControl control = begin(deadline);
        SearchReport report;
        try {
            report = search.bestTurn(state, options.toBuilder().table(table).control(control).build());
        } finally {
            end();
        }
        requirePresent();
        return report;
    }

    private synchronized SearchControl begin(long deadline) {
        requirePresent();
        if (running != null) {
            throw new Refusal(409, "BUSY", "path", "a turn of this game is being searched");
        }
        running = new SearchControl(MOST_WORK, Duration.ofNanos(deadline - System.nanoTime()));
        return running;
    }

    private synchronized void end() {
        running.close();
        running = null;
        if (removed) {
            free();
        }
    }

    private synchronized void requirePresent() {
        if (removed) {
            throw new Refusal(410, "REMOVED", "path", "the game was removed");
        }
    }

    synchronized boolean isSearching() {
        return running != null;
    }

    /** Ends the game and its search. */
    synchronized void remove() {
        removed = true;
        if (running != null) {
            running.cancel();
        } else {
            free();
        }
    }

    private void free() {
        search.close();
        table.close();
    }
}
