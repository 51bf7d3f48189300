// Generated from include/dicechess.h by tests/jvm_native.rs: change the header, then run `make header`.
package org.dicechess.internal;

import java.nio.ByteBuffer;

/**
 * The functions of include/dicechess.h, one to one. Pointers, handles and callbacks are addresses; unsigned numbers are
 * passed in the signed type of the same size. Nothing is checked here, and what the header says of a function holds for the
 * method.
 */
public abstract class Native {
    private static final Native INSTANCE;
    private static final String FAILURE;

    static {
        Native loaded = null;
        String failure = null;
        try {
            loaded = Loader.load();
        } catch (UnsatisfiedLinkError error) {
            failure = error.getMessage();
        }
        INSTANCE = loaded;
        FAILURE = failure;
    }

    /** For the two back ends. */
    Native() {
    }

    /**
     * The back end, loaded and checked on first use.
     *
     * @return always the same one
     * @throws UnsatisfiedLinkError if the library cannot be used; the message says what was tried
     */
    public static Native instance() {
        if (INSTANCE == null) {
            throw new UnsatisfiedLinkError(FAILURE);
        }
        return INSTANCE;
    }

    /** Which back end this is: {@code jni} or {@code panama}. */
    public abstract String backend();

    /** The address of the first byte of a direct buffer, whatever its position; valid as long as the buffer is reachable. */
    public abstract long address(ByteBuffer direct);

    /** Memory of somebody else as a buffer in native byte order, to be used while that lives. Not cheap: keep it. */
    public abstract ByteBuffer view(long address, long bytes);

    public abstract int versionNumber();
    public abstract long versionString();
    public abstract int abiVersion();
    public abstract long statusName(int status);
    public abstract byte microMoveOrigin(short microMove);
    public abstract byte microMoveDestination(short microMove);
    public abstract byte microMoveFlag(short microMove);
    public abstract int microMovePromotion(short microMove);
    public abstract int microMoveToUci(
            short microMove, long buffer, long capacity, long required, long error);
    public abstract int stateNew(long out, long error);
    public abstract int stateFromDfen(long dfen, long length, long out, long error);
    public abstract int stateFromDfenStrict(long dfen, long length, long out, long error);
    public abstract int stateFromSnapshot(long snapshot, long out, long error);
    public abstract int stateClone(long state, long out, long error);
    public abstract void stateFree(long state);
    public abstract int stateAssign(long state, long source, long error);
    public abstract int stateToSnapshot(long state, long snapshot, long error);
    public abstract int stateToDfen(long state, long buffer, long capacity, long required, long error);
    public abstract int stateToNormalisedDfen(
            long state, long buffer, long capacity, long required, long error);
    public abstract int stateEquals(long state, long other, long equal, long error);
    public abstract int stateKey(long state, long key, long error);
    public abstract int stateSideToMove(long state, long color, long error);
    public abstract int statePieceAt(long state, byte square, long piece, long error);
    public abstract int stateMen(long state, int color, int pieceType, long men, long error);
    public abstract int stateCastlingRights(long state, long rights, long error);
    public abstract int stateEnPassant(long state, long targets, long error);
    public abstract int stateDice(long state, long dice, long error);
    public abstract int stateHalfMoveClock(long state, long clock, long error);
    public abstract int stateFullMoveNumber(long state, long number, long error);
    public abstract int stateMaterial(long state, int color, long centipawns, long error);
    public abstract int stateFaults(long state, long faults, long error);
    public abstract int faultsToText(int faults, long buffer, long capacity, long required, long error);
    public abstract int stateSetDice(long state, long faces, long count, long error);
    public abstract int stateSetSideToMove(long state, int color, long error);
    public abstract int stateEndTurn(long state, long error);
    public abstract int stateMicroMoves(long state, long moves, long capacity, long required, long error);
    public abstract int stateFirstMoves(long state, long moves, long capacity, long required, long error);
    public abstract int stateMakeMicroMove(long state, short microMove, long error);
    public abstract int statePlayTurn(long state, long uci, long length, long takesKing, long error);
    public abstract int statePerft(long state, int plies, int allRolls, long perft, long error);
    public abstract int turnsNew(long out, long error);
    public abstract void turnsFree(long turns);
    public abstract int turnsGenerate(long turns, long state, long limit, long error);
    public abstract int turnsGenerateDistinct(long turns, long state, long limit, long error);
    public abstract int turnsCount(long turns, long count, long error);
    public abstract int turnsKingCaptures(long turns, long count, long error);
    public abstract int turnsGet(long turns, long index, long moves, long length, long error);
    public abstract int turnsToUci(
            long turns, long index, long buffer, long capacity, long required, long error);
    public abstract int turnsFinalState(long turns, long index, long state, long error);
    public abstract int turnsFill(
            long turns, long moves, long lengths, long keys, long capacity, long required, long error);
    public abstract int rollTable(long faces, long weights, long error);
    public abstract int rollsNew(long out, long error);
    public abstract void rollsFree(long rolls);
    public abstract int rollsExpand(long rolls, long state, long limit, long error);
    public abstract int rollsOutcomes(
            long rolls, long takesKing, long diceSpent, long finalCounts, long error);
    public abstract int rollsKeys(
            long rolls, long roll, long keys, long capacity, long required, long error);
    public abstract int rollsFinalState(long rolls, long roll, long index, long state, long error);
    public abstract int evaluatorNew(int kind, long out, long error);
    public abstract int evaluatorFromCallback(
            long userData, long evaluate, long dropUserData, int properties, long out, long error);
    public abstract int evaluatorFromBatchCallback(
            long userData, long evaluate, long dropUserData, int properties, long out, long error);
    public abstract void evaluatorFree(long evaluator);
    public abstract int evaluatorEvaluate(
            long evaluator, long state, int perspective, long score, long error);
    public abstract int evaluatorEvaluateBatch(
            long evaluator, long states, long count, int perspective, long scores, long error);
    public abstract int evalCacheNew(long evaluator, long out, long error);
    public abstract void evalCacheFree(long cache);
    public abstract int evalCacheEvaluate(long cache, long state, int perspective, long score, long error);
    public abstract int evalCacheEvaluateBatch(
            long cache, long states, long count, int perspective, long scores, long error);
    public abstract int evalCacheEvaluatorCalls(long cache, long calls, long error);
    public abstract int evalCacheHits(long cache, long hits, long error);
    public abstract int evalCacheEntryCount(long cache, long entries, long error);
    public abstract int evalCacheBytesUsed(long cache, long bytes, long error);
    public abstract int scorePath(
            long state, long moves, long count, long evaluator, long score, long error);
    public abstract int evalCacheScorePath(
            long cache, long state, long moves, long count, long score, long error);
    public abstract int scoreTurns(
            long turns, long evaluator, long scores, long capacity, long required, long error);
    public abstract int evalCacheScoreTurns(
            long cache, long turns, long scores, long capacity, long required, long error);
    public abstract int kingCaptureProbability(long state, int defender, long probability, long error);
    public abstract int kingCaptureRolls(long state, int defender, long rolls, long weight, long error);
    public abstract int controlNew(long budget, long nanoseconds, long out, long error);
    public abstract int controlNewWithClock(
            long userData, long clock, long dropUserData, long budget, long nanoseconds, long out,
            long error);
    public abstract void controlFree(long control);
    public abstract int controlCancel(long control, long error);
    public abstract int controlIsCancelled(long control, long cancelled, long error);
    public abstract int controlWorkUsed(long control, long work, long error);
    public abstract int controlStopReason(long control, long reason, long error);
    public abstract int ttNew(long capacity, long out, long error);
    public abstract int ttNewWithBytes(long bytes, long out, long error);
    public abstract void ttFree(long tt);
    public abstract int ttCapacity(long tt, long capacity, long error);
    public abstract int ttBytes(long tt, long bytes, long error);
    public abstract int ttProbe(long tt, long key, long entry, long error);
    public abstract int ttStore(long tt, long entry, long error);
    public abstract int ttClear(long tt, long error);
    public abstract int ttTelemetry(long tt, long telemetry, long error);
    public abstract int ttResetTelemetry(long tt, long error);
    public abstract int searchNew(long seed, long out, long error);
    public abstract void searchFree(long search);
    public abstract int searchBestTurn(long search, long state, long options, long report, long error);
    public abstract int searchCandidates(
            long search, long candidates, long capacity, long required, long error);
    public abstract int chanceNodeValue(
            long state, int perspective, int plies, long evaluator, long bounds, long control, long value,
            long error);
    public abstract int searchEstimateWin(long search, long state, long options, long estimate, long error);
    public abstract int searchChooseTurn(
            long search, long state, long player, long length, long control, long moves, long count,
            long error);
    public abstract int timeForTurn(long clock, long nanoseconds, long error);
    public abstract int chunkStoreNew(long options, long out, long error);
    public abstract int chunkStoreRetain(long store, long error);
    public abstract void chunkStoreRelease(long store);
    public abstract int chunkStoreStats(long store, long counts, long error);
    public abstract int chunkStoreSuccessors(
            long store, long id, long ids, long capacity, long required, long error);
    public abstract int chunkStoreClearIndex(long store, long error);
    public abstract int positionCacheNew(long bytes, long out, long error);
    public abstract int positionCacheRetain(long cache, long error);
    public abstract void positionCacheRelease(long cache);
    public abstract int positionCacheStats(long cache, long counts, long error);
    public abstract int positionCacheClear(long cache, long error);
    public abstract int positionNew(long state, long store, long cache, long out, long error);
    public abstract int positionFromChunk(long store, long id, long out, long error);
    public abstract int positionFork(long position, long out, long error);
    public abstract void positionFree(long position);
    public abstract int positionAttachCache(long position, long cache, long error);
    public abstract int positionRoll(long position, long faces, long count, long error);
    public abstract int positionMakeMicroMove(long position, short microMove, long error);
    public abstract int positionEndTurn(long position, long error);
    public abstract int positionNote(long position, short note, long error);
    public abstract int positionUndo(long position, long error);
    public abstract int positionUnmake(long position, long error);
    public abstract int positionUnwindTurn(long position, long error);
    public abstract int positionUnwindTo(long position, long address, long reached, long error);
    public abstract int positionSeek(long position, long address, long reached, long error);
    public abstract int positionSeekTurn(long position, long turn, long reached, long error);
    public abstract int positionStep(long position, long groups, long moved, long error);
    public abstract int positionTruncate(long position, long error);
    public abstract int positionDropBefore(long position, long address, long horizon, long error);
    public abstract int positionInfo(long position, long extent, long error);
    public abstract int positionHashes(long position, long identity, long error);
    public abstract int positionState(long position, long state, long error);
    public abstract int positionKeyframe(long position, long keyframe, long error);
    public abstract int positionAttacks(long position, int color, int pieceType, long squares, long error);
    public abstract int positionTurns(long position, long turns, long limit, long error);
    public abstract int cellDescribe(short cell, long alteration, long error);
    public abstract int cellToText(short cell, long buffer, long capacity, long required, long error);
    public abstract int positionRead(
            long position, long from, long to, long cells, long capacity, long required, long error);
    public abstract int positionRun(
            long position, long from, long to, long userData, long visit, long error);
    public abstract int positionDelta(long position, long from, long to, long delta, long error);
    public abstract int streamEncode(
            long positions, long count, int omitKeyframes, long buffer, long capacity, long required,
            long error);
    public abstract int streamEncodeTo(
            long positions, long count, int omitKeyframes, long userData, long write, long error);
    public abstract int streamDecode(
            long bytes, long length, long store, long options, long positions, long capacity, long count,
            long report, long error);
    public abstract int streamReplay(
            long bytes, long length, long options, long userData, long hear, long report, long error);
    public abstract int positionToText(long position, long buffer, long capacity, long required, long error);
    public abstract int positionPlayText(long position, long text, long length, long error);
    public abstract int streamFromText(
            long state, long text, long length, long buffer, long capacity, long required, long error);
    public abstract int streamToText(
            long bytes, long length, long game, long root, long buffer, long capacity, long required,
            long error);
}
