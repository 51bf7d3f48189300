package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dicechess.internal.Callbacks;
import org.dicechess.internal.Constants;
import org.dicechess.internal.Layout;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;
import org.dicechess.internal.Trampolines;
import org.junit.jupiter.api.Test;

/**
 * The functions of C for evaluation and search as the native layer passes them on: each with NULL, and with a handle
 * of another type.
 */
class SearchFunctionsTest {
    private static final Native NATIVE = Native.instance();

    /** A call with one argument replaced. */
    @FunctionalInterface
    private interface Call {
        int with(long argument, Scratch scratch);
    }

    /** Expects that NULL in place of a parameter is refused, by its number, from 0. */
    private static void nullIsRefused(int parameter, Call call) {
        refused(Constants.ERR_NULL, parameter, 0, call);
    }

    private static void refused(int status, int parameter, long argument, Call call) {
        try (Scratch scratch = Scratch.enter()) {
            assertEquals(status, call.with(argument, scratch));
            assertEquals(status, scratch.buffer.getInt(Layout.ERROR_CODE));
            assertEquals(parameter, scratch.buffer.getInt(Layout.ERROR_FIELD));
            assertTrue(!scratch.message().isEmpty());
        }
    }

    @Test
    void evaluators() {
        try (Evaluator evaluator = Evaluator.material();
                GameState state = GameState.initial();
                Shared shared = new Shared()) {
            long e = shared.address(evaluator);
            long s = shared.address(state);
            Trampolines t = Trampolines.INSTANCE;
            refused(Constants.ERR_RANGE, 0, 4, (kind, m) -> NATIVE.evaluatorNew((int) kind, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.evaluatorNew(1, none, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.evaluatorFromCallback(0, none, 0, 0, m.out, m.error));
            nullIsRefused(4, (none, m) ->
                    NATIVE.evaluatorFromCallback(0, t.evaluateBatch(), 0, 0, none, m.error));
            refused(Constants.ERR_RANGE, 3, 4, (properties, m) ->
                    NATIVE.evaluatorFromCallback(0, t.evaluateBatch(), 0, (int) properties, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.evaluatorFromBatchCallback(0, none, 0, 0, m.out, m.error));
            nullIsRefused(4, (none, m) ->
                    NATIVE.evaluatorFromBatchCallback(0, t.evaluateBatch(), 0, 0, none, m.error));
            refused(Constants.ERR_RANGE, 3, -1, (properties, m) ->
                    NATIVE.evaluatorFromBatchCallback(
                            0, t.evaluateBatch(), 0, (int) properties, m.out, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.evaluatorEvaluate(none, s, 0, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.evaluatorEvaluate(e, none, 0, m.out, m.error));
            refused(Constants.ERR_RANGE, 2, 2, (side, m) ->
                    NATIVE.evaluatorEvaluate(e, s, (int) side, m.out, m.error));
            nullIsRefused(3, (none, m) -> NATIVE.evaluatorEvaluate(e, s, 0, none, m.error));
            refused(Constants.ERR_HANDLE, 0, s, (other, m) ->
                    NATIVE.evaluatorEvaluate(other, s, 0, m.out, m.error));
            nullIsRefused(0, (none, m) ->
                    NATIVE.evaluatorEvaluateBatch(none, m.record, 0, 0, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.evaluatorEvaluateBatch(e, none, 1, 0, m.out, m.error));
            refused(Constants.ERR_RANGE, 4, -1, (count, m) ->
                    NATIVE.evaluatorEvaluateBatch(e, m.record, count, 0, m.out, m.error));
            NATIVE.evaluatorFree(0);
            scoring(e, s);
        }
    }

    private static void scoring(long e, long s) {
        try (Turns turns = new Turns(); Shared shared = new Shared()) {
            long t = shared.address(turns);
            nullIsRefused(0, (none, m) -> NATIVE.scorePath(none, 0, 0, e, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.scorePath(s, none, 1, e, m.out, m.error));
            nullIsRefused(3, (none, m) -> NATIVE.scorePath(s, 0, 0, none, m.out, m.error));
            nullIsRefused(4, (none, m) -> NATIVE.scorePath(s, 0, 0, e, none, m.error));
            refused(Constants.ERR_RANGE, 1, 4, (count, m) ->
                    NATIVE.scorePath(s, m.record, count, e, m.out, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.scoreTurns(none, e, m.out, 1, 0, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.scoreTurns(t, none, m.out, 1, 0, m.error));
            nullIsRefused(2, (none, m) -> NATIVE.scoreTurns(t, e, none, 1, 0, m.error));
        }
    }

    @Test
    void evaluationCaches() {
        try (Evaluator evaluator = Evaluator.material();
                EvaluationCache cache = new EvaluationCache(evaluator);
                GameState state = GameState.initial();
                Turns turns = new Turns();
                Shared shared = new Shared()) {
            long c = shared.address(cache);
            long e = shared.address(evaluator);
            long s = shared.address(state);
            long t = shared.address(turns);
            nullIsRefused(0, (none, m) -> NATIVE.evalCacheNew(none, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.evalCacheNew(e, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.evalCacheEvaluate(none, s, 0, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.evalCacheEvaluate(c, none, 0, m.out, m.error));
            refused(Constants.ERR_RANGE, 2, -1, (side, m) ->
                    NATIVE.evalCacheEvaluate(c, s, (int) side, m.out, m.error));
            nullIsRefused(3, (none, m) -> NATIVE.evalCacheEvaluate(c, s, 0, none, m.error));
            refused(Constants.ERR_HANDLE, 0, s, (other, m) ->
                    NATIVE.evalCacheEvaluate(other, s, 0, m.out, m.error));
            nullIsRefused(0, (none, m) ->
                    NATIVE.evalCacheEvaluateBatch(none, m.record, 0, 0, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.evalCacheEvaluateBatch(c, none, 1, 0, m.out, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.evalCacheScorePath(none, s, 0, 0, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.evalCacheScorePath(c, none, 0, 0, m.out, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.evalCacheScoreTurns(none, t, m.out, 1, 0, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.evalCacheScoreTurns(c, none, m.out, 1, 0, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.evalCacheEvaluatorCalls(none, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.evalCacheEvaluatorCalls(c, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.evalCacheHits(none, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.evalCacheHits(c, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.evalCacheEntryCount(none, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.evalCacheEntryCount(c, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.evalCacheBytesUsed(none, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.evalCacheBytesUsed(c, none, m.error));
            NATIVE.evalCacheFree(0);
            assertEquals(0, cacheUse(c));
        }
    }

    private static long cacheUse(long cache) {
        try (Scratch scratch = Scratch.enter()) {
            assertEquals(Constants.OK, NATIVE.evalCacheEvaluatorCalls(cache, scratch.out, scratch.error));
            return scratch.outLong();
        }
    }

    @Test
    void controls() {
        int callbacks = Callbacks.count();
        try (SearchControl control = new SearchControl();
                GameState state = GameState.initial();
                Shared shared = new Shared()) {
            long c = shared.address(control);
            Trampolines t = Trampolines.INSTANCE;
            nullIsRefused(2, (none, m) -> NATIVE.controlNew(1, 1, none, m.error));
            nullIsRefused(1, (none, m) ->
                    NATIVE.controlNewWithClock(0, none, t.drop(), 1, 1, m.out, m.error));
            nullIsRefused(5, (none, m) ->
                    NATIVE.controlNewWithClock(0, t.clock(), t.drop(), 1, 1, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.controlCancel(none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.controlIsCancelled(none, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.controlIsCancelled(c, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.controlWorkUsed(none, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.controlWorkUsed(c, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.controlStopReason(none, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.controlStopReason(c, none, m.error));
            refused(Constants.ERR_HANDLE, 0, shared.address(state), (other, m) ->
                    NATIVE.controlCancel(other, m.error));
            NATIVE.controlFree(0);
        }
        assertEquals(callbacks, Callbacks.count());
    }

    @Test
    void tables() {
        try (TranspositionTable table = new TranspositionTable(16); Shared shared = new Shared()) {
            long t = shared.address(table);
            nullIsRefused(1, (none, m) -> NATIVE.ttNew(16, none, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.ttNewWithBytes(640, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.ttCapacity(none, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.ttCapacity(t, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.ttBytes(none, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.ttBytes(t, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.ttProbe(none, 1, record(m, Layout.TT_ENTRY_SIZE), m.error));
            nullIsRefused(2, (none, m) -> NATIVE.ttProbe(t, 1, none, m.error));
            refused(Constants.ERR_STRUCT_SIZE, 2, 8, (size, m) ->
                    NATIVE.ttProbe(t, 1, record(m, (int) size), m.error));
            nullIsRefused(0, (none, m) -> {
                long entry = record(m, Layout.TT_ENTRY_SIZE);
                m.buffer.putInt(Scratch.RECORD + Layout.TT_ENTRY_BOUND, Constants.BOUND_EXACT);
                return NATIVE.ttStore(none, entry, m.error);
            });
            nullIsRefused(1, (none, m) -> NATIVE.ttStore(t, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.ttClear(none, m.error));
            nullIsRefused(0, (none, m) ->
                    NATIVE.ttTelemetry(none, record(m, Layout.TELEMETRY_SIZE), m.error));
            nullIsRefused(1, (none, m) -> NATIVE.ttTelemetry(t, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.ttResetTelemetry(none, m.error));
            NATIVE.ttFree(0);
        }
    }

    private static long record(Scratch scratch, int size) {
        scratch.clearRecord(size);
        return scratch.record;
    }

    @Test
    void searches() {
        try (Search search = new Search(0);
                GameState state = GameState.initial();
                Shared shared = new Shared()) {
            long r = shared.address(search);
            long s = shared.address(state);
            int report = Layout.SEARCH_REPORT_SIZE;
            nullIsRefused(1, (none, m) -> NATIVE.searchNew(0, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.searchBestTurn(none, s, 0, record(m, report), m.error));
            nullIsRefused(1, (none, m) -> NATIVE.searchBestTurn(r, none, 0, record(m, report), m.error));
            nullIsRefused(3, (none, m) -> NATIVE.searchBestTurn(r, s, 0, none, m.error));
            refused(Constants.ERR_STRUCT_SIZE, 3, 8, (size, m) ->
                    NATIVE.searchBestTurn(r, s, 0, record(m, (int) size), m.error));
            refused(Constants.ERR_HANDLE, 0, s, (other, m) ->
                    NATIVE.searchBestTurn(other, s, 0, record(m, report), m.error));
            nullIsRefused(0, (none, m) -> NATIVE.searchCandidates(none, 0, 0, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.searchCandidates(r, none, 4, m.out, m.error));
            int estimate = Layout.WIN_ESTIMATE_SIZE;
            nullIsRefused(0, (none, m) -> NATIVE.searchEstimateWin(none, s, 0, record(m, estimate), m.error));
            nullIsRefused(1, (none, m) -> NATIVE.searchEstimateWin(r, none, 0, record(m, estimate), m.error));
            nullIsRefused(3, (none, m) -> NATIVE.searchEstimateWin(r, s, 0, none, m.error));
            nullIsRefused(0, (none, m) ->
                    NATIVE.searchChooseTurn(none, s, m.text("greedy"), 6, 0, m.record, m.out, m.error));
            nullIsRefused(1, (none, m) ->
                    NATIVE.searchChooseTurn(r, none, m.text("greedy"), 6, 0, m.record, m.out, m.error));
            nullIsRefused(2, (none, m) ->
                    NATIVE.searchChooseTurn(r, s, none, 6, 0, m.record, m.out, m.error));
            nullIsRefused(5, (none, m) ->
                    NATIVE.searchChooseTurn(r, s, m.text("greedy"), 6, 0, none, m.out, m.error));
            nullIsRefused(6, (none, m) ->
                    NATIVE.searchChooseTurn(r, s, m.text("greedy"), 6, 0, m.record, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.chanceNodeValue(none, 0, 1, 0, 0, 0, m.out, m.error));
            refused(Constants.ERR_RANGE, 1, 2, (side, m) ->
                    NATIVE.chanceNodeValue(s, (int) side, 1, 0, 0, 0, m.out, m.error));
            nullIsRefused(6, (none, m) -> NATIVE.chanceNodeValue(s, 0, 1, 0, 0, 0, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.timeForTurn(none, m.out, m.error));
            nullIsRefused(1, (none, m) ->
                    NATIVE.timeForTurn(record(m, Layout.GAME_CLOCK_SIZE), none, m.error));
            NATIVE.searchFree(0);
        }
    }
}
