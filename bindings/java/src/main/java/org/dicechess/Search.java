package org.dicechess;

import static org.dicechess.DiceChessException.check;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.dicechess.internal.Callbacks;
import org.dicechess.internal.Constants;
import org.dicechess.internal.Layout;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;
import org.dicechess.internal.StackRoom;
import org.dicechess.internal.Thrown;
import org.dicechess.internal.Trampolines;
import org.dicechess.internal.Window;

/**
 * Finds turns: ranks all legal turns, looks some of them through to a depth over all rolls of the dice, and draws
 * among the best. Holds the random numbers of such draws, so that one seed gives one game, and remembers the
 * candidates of the last search.
 *
 * <p>One thread at a time may use it, see {@link ConcurrentUseException}; a function that it calls may not use it.
 * What such a function throws, an evaluator, a progress listener or a clock, stops the call and leaves it as the same
 * object.
 *
 * <p>A call takes as long as its options say and does not give up its thread meanwhile: a virtual thread keeps its
 * carrier busy. Where many virtual threads search, have them wait for tasks of {@link #newExecutor}. Interruption does
 * not stop a call, it stays set: have {@link SearchControl#cancel} called for that.
 */
public final class Search extends Handle {
    private static final Native NATIVE = Native.instance();

    /**
     * A search with random numbers that start from a seed; they are those of {@link java.util.Random}.
     *
     * @param seed any number
     */
    public Search(long seed) {
        super(made(seed), NATIVE::searchFree);
    }

    private static long made(long seed) {
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.searchNew(seed, scratch.out, scratch.error), scratch);
            return scratch.outLong();
        }
    }

    /**
     * An executor of platform threads for searches that are asked for by virtual threads.
     *
     * @param threads how many searches may run at once
     * @return a new executor; its threads do not keep the virtual machine from ending
     */
    public static ExecutorService newExecutor(int threads) {
        return Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "dicechess-search");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Finds the turn to play with all defaults.
     *
     * @param state a state with its dice
     * @return what was found
     */
    public SearchReport bestTurn(GameState state) {
        return bestTurn(state, SearchOptions.DEFAULT);
    }

    /**
     * Finds the turn to play. Draws one random number if a candidate has a value. A search that its control stops
     * still gives a turn: the best of those that it has finished, or else the first of the candidates. Interrupting
     * the thread does not stop it.
     *
     * @param state a state with its dice
     * @param options what to search with, and how far
     * @return what was found
     * @throws DiceChessException RANGE for an option that is none; UNSUPPORTED for a table of another configuration,
     *     or threads that the evaluator does not allow; LIMIT for a position with millions of turns, which no game
     *     shows; MEMORY. No random number is used up then
     */
    public SearchReport bestTurn(GameState state, SearchOptions options) {
        StackRoom.check();
        ProgressListener listener = options.progress();
        long progress = listener == null ? 0 : Callbacks.register(callback(listener));
        boolean parallel = options.threads() > 1;
        if (parallel) {
            Thrown.parallelCallBegins();
        }
        try {
            return bestTurn(state, options, progress);
        } finally {
            if (parallel) {
                Thrown.parallelCallEnds();
            }
            if (listener != null) {
                Callbacks.remove(progress);
            }
        }
    }

    private SearchReport bestTurn(GameState state, SearchOptions options, long progress) {
        long address = claim();
        try (Shared shared = new Shared(); Scratch scratch = Scratch.enter()) {
            write(options, progress, shared, scratch);
            long report = scratch.record + Layout.SEARCH_OPTIONS_SIZE;
            int reportPlace = Scratch.RECORD + Layout.SEARCH_OPTIONS_SIZE;
            scratch.buffer.putInt(reportPlace, Layout.SEARCH_REPORT_SIZE);
            check(NATIVE.searchBestTurn(
                    address, shared.address(state), scratch.record, report, scratch.error), scratch);
            SearchControl.rethrow(options.control());
            return SearchReport.read(scratch.buffer, reportPlace);
        } finally {
            release();
        }
    }

    private static void write(SearchOptions options, long progress, Shared shared, Scratch scratch) {
        scratch.clearRecord(Layout.SEARCH_OPTIONS_SIZE);
        ByteBuffer memory = scratch.buffer;
        int place = Scratch.RECORD;
        memory.putInt(place + Layout.SEARCH_OPTIONS_DEPTH, options.depth());
        memory.putLong(place + Layout.SEARCH_OPTIONS_EVALUATOR, shared.addressOrNull(options.evaluator()));
        memory.putLong(place + Layout.SEARCH_OPTIONS_PRE_RANK, shared.addressOrNull(options.preRank()));
        memory.putLong(place + Layout.SEARCH_OPTIONS_RESCORER, shared.addressOrNull(options.rescorer()));
        memory.putDouble(place + Layout.SEARCH_OPTIONS_RESCORER_WEIGHT, options.rescorerWeight());
        memory.putLong(place + Layout.SEARCH_OPTIONS_TT, shared.addressOrNull(options.table()));
        memory.putLong(place + Layout.SEARCH_OPTIONS_CONTROL, shared.addressOrNull(options.control()));
        if (progress != 0) {
            memory.putLong(place + Layout.SEARCH_OPTIONS_USER_DATA, progress);
            memory.putLong(place + Layout.SEARCH_OPTIONS_PROGRESS, Trampolines.INSTANCE.progress());
        }
        write(options.bounds(), memory, place + Layout.SEARCH_OPTIONS_BOUNDS);
        memory.putLong(place + Layout.SEARCH_OPTIONS_CANDIDATE_LIMIT, options.candidateLimit());
        memory.putInt(place + Layout.SEARCH_OPTIONS_THREADS, options.threads());
        memory.putInt(place + Layout.SEARCH_OPTIONS_ITERATIVE, options.iterative() ? 1 : 0);
        memory.putInt(place + Layout.SEARCH_OPTIONS_EXACT_ONLY, options.exactOnly() ? 1 : 0);
        memory.putInt(place + Layout.SEARCH_OPTIONS_CACHE, options.cache() ? 1 : 0);
    }

    private static void write(UtilityBounds bounds, ByteBuffer memory, int place) {
        memory.putDouble(place + Layout.UTILITY_BOUNDS_TERMINAL_LOSS, bounds.terminalLoss());
        memory.putDouble(place + Layout.UTILITY_BOUNDS_LEAF_MIN, bounds.leafMin());
        memory.putDouble(place + Layout.UTILITY_BOUNDS_LEAF_MAX, bounds.leafMax());
        memory.putDouble(place + Layout.UTILITY_BOUNDS_TERMINAL_WIN, bounds.terminalWin());
    }

    /** The form in which C calls a listener. */
    private static Callbacks.Progress callback(ProgressListener listener) {
        Window window = new Window();
        return address -> {
            int place = window.index(address);
            ByteBuffer memory = window.buffer();
            listener.progress(new SearchProgress(
                    memory.getInt(place + Layout.SEARCH_PROGRESS_DEPTH),
                    memory.getLong(place + Layout.SEARCH_PROGRESS_CANDIDATES_DONE),
                    memory.getLong(place + Layout.SEARCH_PROGRESS_CANDIDATES),
                    Turn.read(memory, place + Layout.SEARCH_PROGRESS_MOVES,
                            memory.getShort(place + Layout.SEARCH_PROGRESS_LENGTH)),
                    memory.getDouble(place + Layout.SEARCH_PROGRESS_VALUE),
                    memory.getLong(place + Layout.SEARCH_PROGRESS_WORK)));
        };
    }

    /**
     * The candidates of the last search in the order in which they were searched, as far as it came.
     *
     * @return a list; empty before the first search and after one that failed
     */
    public List<Candidate> candidates() {
        long address = claim();
        try (Scratch scratch = Scratch.enter()) {
            NATIVE.searchCandidates(address, 0, 0, scratch.out, 0);
            int count = (int) scratch.outLong();
            ByteBuffer memory = scratch.bulk((long) Layout.CANDIDATE_SIZE * count);
            memory.putInt(0, Layout.CANDIDATE_SIZE);
            check(NATIVE.searchCandidates(
                    address, scratch.bulkAddress(), count, scratch.out, scratch.error), scratch);
            List<Candidate> candidates = new ArrayList<>(count);
            for (int index = 0; index < count; index++) {
                candidates.add(Candidate.read(memory, Layout.CANDIDATE_SIZE * index));
            }
            return candidates;
        } finally {
            release();
        }
    }

    /**
     * The turn that a built-in player plays.
     *
     * @param state a state with its dice
     * @param player one of random, greedy, cautious, aggressive, monte-carlo, expectimax
     * @return the turn; empty for a pass
     * @throws DiceChessException RANGE for another name; TEXT for one that is not ASCII; LIMIT; MEMORY
     */
    public Turn chooseTurn(GameState state, String player) {
        return chooseTurn(state, player, null);
    }

    /**
     * The turn that a built-in player plays under a control: one that is stopped plays what it has found, or greedily.
     *
     * @param state a state with its dice
     * @param player see {@link #chooseTurn(GameState, String)}
     * @param control limits, or null for none
     * @return the turn; empty for a pass
     * @throws DiceChessException see {@link #chooseTurn(GameState, String)}
     */
    public Turn chooseTurn(GameState state, String player, SearchControl control) {
        Objects.requireNonNull(player, "player");
        StackRoom.check();
        long address = claim();
        try (Shared shared = new Shared(); Scratch scratch = Scratch.enter()) {
            long text = scratch.text(player);
            check(NATIVE.searchChooseTurn(
                    address, shared.address(state), text, scratch.textLength(), shared.addressOrNull(control),
                    scratch.record, scratch.out, scratch.error), scratch);
            SearchControl.rethrow(control);
            return Turn.read(scratch.buffer, Scratch.RECORD, (int) scratch.outLong());
        } finally {
            release();
        }
    }

    /**
     * Estimates each side's chance to win with all defaults.
     *
     * @param state the state before the side to move has rolled
     * @return the estimate
     */
    public WinEstimate estimateWin(GameState state) {
        return estimateWin(state, MonteCarloOptions.DEFAULT);
    }

    /**
     * Estimates each side's chance to win by random play-outs (rollouts) that count the chance of every king capture
     * on their way. A control that stops it ends it with the rollouts that are complete. The first one then
     * counts as far as it has come, if only to the chance of the first roll, and what follows is undecided.
     *
     * @param state the state before the side to move has rolled
     * @param options how many rollouts, and how long
     * @return the estimate
     * @throws DiceChessException RANGE for a target error that is negative or no number; LIMIT; MEMORY
     */
    public WinEstimate estimateWin(GameState state, MonteCarloOptions options) {
        StackRoom.check();
        long address = claim();
        try (Shared shared = new Shared(); Scratch scratch = Scratch.enter()) {
            scratch.clearRecord(Layout.MONTE_CARLO_OPTIONS_SIZE);
            ByteBuffer memory = scratch.buffer;
            int place = Scratch.RECORD;
            memory.putInt(place + Layout.MONTE_CARLO_OPTIONS_ROLLOUTS, options.rollouts());
            memory.putInt(place + Layout.MONTE_CARLO_OPTIONS_MAX_PLIES, options.maxPlies());
            memory.putInt(place + Layout.MONTE_CARLO_OPTIONS_MIN_ROLLOUTS, options.minRollouts());
            memory.putDouble(place + Layout.MONTE_CARLO_OPTIONS_TARGET_ERROR, options.targetError());
            memory.putLong(place + Layout.MONTE_CARLO_OPTIONS_CONTROL, shared.addressOrNull(options.control()));
            long estimate = scratch.record + Layout.MONTE_CARLO_OPTIONS_SIZE;
            int found = place + Layout.MONTE_CARLO_OPTIONS_SIZE;
            memory.putInt(found, Layout.WIN_ESTIMATE_SIZE);
            check(NATIVE.searchEstimateWin(
                    address, shared.address(state), scratch.record, estimate, scratch.error), scratch);
            SearchControl.rethrow(options.control());
            return WinEstimate.read(memory, found);
        } finally {
            release();
        }
    }

    /**
     * The exact value of a state by material, without limits; see
     * {@link #chanceNodeValue(GameState, Color, int, Evaluator, UtilityBounds, SearchControl)}.
     *
     * @param state the state
     * @param perspective the side whose value it is
     * @param plies 1 to 7
     * @return centipawns
     */
    public static double chanceNodeValue(GameState state, Color perspective, int plies) {
        return chanceNodeValue(state, perspective, plies, null, UtilityBounds.DEFAULT, null);
    }

    /**
     * The exact value of a state before its dice are rolled, when both sides play on for some turns: the average over
     * all rolls of what the side to move makes of each.
     *
     * @param state the state; its dice do not matter
     * @param perspective the side whose value it is
     * @param plies turns, 1 to 7
     * @param evaluator scores the ends; null: material
     * @param bounds the scale of values
     * @param control limits, or null for none
     * @return centipawns
     * @throws DiceChessException CANCELLED, DEADLINE or BUDGET if the control stops it, for then nothing is known;
     *     RANGE; LIMIT; MEMORY
     */
    public static double chanceNodeValue(GameState state, Color perspective, int plies, Evaluator evaluator,
            UtilityBounds bounds, SearchControl control) {
        int side = perspective.ordinal();
        StackRoom.check();
        try (Shared shared = new Shared(); Scratch scratch = Scratch.enter()) {
            write(bounds, scratch.buffer, Scratch.RECORD);
            int status = NATIVE.chanceNodeValue(shared.address(state), side, plies,
                    shared.addressOrNull(evaluator), scratch.record, shared.addressOrNull(control), scratch.out,
                    scratch.error);
            if (status != Constants.ERR_CALLBACK) {
                SearchControl.rethrow(control);
            }
            check(status, scratch);
            return scratch.outDouble();
        }
    }
}
