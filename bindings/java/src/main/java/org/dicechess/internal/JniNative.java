// Generated from include/dicechess.h by tests/jvm_native.rs: change the header, then run `make header`.
package org.dicechess.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Calls C through the Java Native Interface; the other half is dicechess_jni.c. For Java 17 to 21, and where it is asked for. */
final class JniNative extends Native {
    @Override
    public String backend() {
        return "jni";
    }

    @Override
    public native long address(ByteBuffer direct);

    @Override
    public ByteBuffer view(long address, long bytes) {
        return buffer(address, bytes).order(ByteOrder.nativeOrder());
    }

    private static native ByteBuffer buffer(long address, long bytes);

    @Override public native int versionNumber();
    @Override public native long versionString();
    @Override public native int abiVersion();
    @Override public native long statusName(int status);
    @Override public native byte microMoveOrigin(short microMove);
    @Override public native byte microMoveDestination(short microMove);
    @Override public native byte microMoveFlag(short microMove);
    @Override public native int microMovePromotion(short microMove);
    @Override public native int microMoveToUci(
            short microMove, long buffer, long capacity, long required, long error);
    @Override public native int stateNew(long out, long error);
    @Override public native int stateFromDfen(long dfen, long length, long out, long error);
    @Override public native int stateFromDfenStrict(long dfen, long length, long out, long error);
    @Override public native int stateFromSnapshot(long snapshot, long out, long error);
    @Override public native int stateClone(long state, long out, long error);
    @Override public native void stateFree(long state);
    @Override public native int stateAssign(long state, long source, long error);
    @Override public native int stateToSnapshot(long state, long snapshot, long error);
    @Override public native int stateToDfen(
            long state, long buffer, long capacity, long required, long error);
    @Override public native int stateToNormalisedDfen(
            long state, long buffer, long capacity, long required, long error);
    @Override public native int stateEquals(long state, long other, long equal, long error);
    @Override public native int stateKey(long state, long key, long error);
    @Override public native int stateSideToMove(long state, long color, long error);
    @Override public native int statePieceAt(long state, byte square, long piece, long error);
    @Override public native int stateMen(long state, int color, int pieceType, long men, long error);
    @Override public native int stateCastlingRights(long state, long rights, long error);
    @Override public native int stateEnPassant(long state, long targets, long error);
    @Override public native int stateDice(long state, long dice, long error);
    @Override public native int stateHalfMoveClock(long state, long clock, long error);
    @Override public native int stateFullMoveNumber(long state, long number, long error);
    @Override public native int stateMaterial(long state, int color, long centipawns, long error);
    @Override public native int stateFaults(long state, long faults, long error);
    @Override public native int faultsToText(
            int faults, long buffer, long capacity, long required, long error);
    @Override public native int stateSetDice(long state, long faces, long count, long error);
    @Override public native int stateSetSideToMove(long state, int color, long error);
    @Override public native int stateEndTurn(long state, long error);
    @Override public native int stateMicroMoves(
            long state, long moves, long capacity, long required, long error);
    @Override public native int stateFirstMoves(
            long state, long moves, long capacity, long required, long error);
    @Override public native int stateMakeMicroMove(long state, short microMove, long error);
    @Override public native int statePlayTurn(long state, long uci, long length, long takesKing, long error);
    @Override public native int statePerft(long state, int plies, int allRolls, long perft, long error);
    @Override public native int turnsNew(long out, long error);
    @Override public native void turnsFree(long turns);
    @Override public native int turnsGenerate(long turns, long state, long limit, long error);
    @Override public native int turnsGenerateDistinct(long turns, long state, long limit, long error);
    @Override public native int turnsCount(long turns, long count, long error);
    @Override public native int turnsKingCaptures(long turns, long count, long error);
    @Override public native int turnsGet(long turns, long index, long moves, long length, long error);
    @Override public native int turnsToUci(
            long turns, long index, long buffer, long capacity, long required, long error);
    @Override public native int turnsFinalState(long turns, long index, long state, long error);
    @Override public native int turnsFill(
            long turns, long moves, long lengths, long keys, long capacity, long required, long error);
    @Override public native int rollTable(long faces, long weights, long error);
    @Override public native int rollsNew(long out, long error);
    @Override public native void rollsFree(long rolls);
    @Override public native int rollsExpand(long rolls, long state, long limit, long error);
    @Override public native int rollsOutcomes(
            long rolls, long takesKing, long diceSpent, long finalCounts, long error);
    @Override public native int rollsKeys(
            long rolls, long roll, long keys, long capacity, long required, long error);
    @Override public native int rollsFinalState(long rolls, long roll, long index, long state, long error);
    @Override public native int evaluatorNew(int kind, long out, long error);
    @Override public native int evaluatorFromCallback(
            long userData, long evaluate, long dropUserData, int properties, long out, long error);
    @Override public native int evaluatorFromBatchCallback(
            long userData, long evaluate, long dropUserData, int properties, long out, long error);
    @Override public native void evaluatorFree(long evaluator);
    @Override public native int evaluatorEvaluate(
            long evaluator, long state, int perspective, long score, long error);
    @Override public native int evaluatorEvaluateBatch(
            long evaluator, long states, long count, int perspective, long scores, long error);
    @Override public native int evalCacheNew(long evaluator, long out, long error);
    @Override public native void evalCacheFree(long cache);
    @Override public native int evalCacheEvaluate(
            long cache, long state, int perspective, long score, long error);
    @Override public native int evalCacheEvaluateBatch(
            long cache, long states, long count, int perspective, long scores, long error);
    @Override public native int evalCacheEvaluatorCalls(long cache, long calls, long error);
    @Override public native int evalCacheHits(long cache, long hits, long error);
    @Override public native int evalCacheEntryCount(long cache, long entries, long error);
    @Override public native int evalCacheBytesUsed(long cache, long bytes, long error);
    @Override public native int scorePath(
            long state, long moves, long count, long evaluator, long score, long error);
    @Override public native int evalCacheScorePath(
            long cache, long state, long moves, long count, long score, long error);
    @Override public native int scoreTurns(
            long turns, long evaluator, long scores, long capacity, long required, long error);
    @Override public native int evalCacheScoreTurns(
            long cache, long turns, long scores, long capacity, long required, long error);
    @Override public native int kingCaptureProbability(
            long state, int defender, long probability, long error);
    @Override public native int kingCaptureRolls(
            long state, int defender, long rolls, long weight, long error);
    @Override public native int controlNew(long budget, long nanoseconds, long out, long error);
    @Override public native int controlNewWithClock(
            long userData, long clock, long dropUserData, long budget, long nanoseconds, long out,
            long error);
    @Override public native void controlFree(long control);
    @Override public native int controlCancel(long control, long error);
    @Override public native int controlIsCancelled(long control, long cancelled, long error);
    @Override public native int controlWorkUsed(long control, long work, long error);
    @Override public native int controlStopReason(long control, long reason, long error);
    @Override public native int ttNew(long capacity, long out, long error);
    @Override public native int ttNewWithBytes(long bytes, long out, long error);
    @Override public native void ttFree(long tt);
    @Override public native int ttCapacity(long tt, long capacity, long error);
    @Override public native int ttBytes(long tt, long bytes, long error);
    @Override public native int ttProbe(long tt, long key, long entry, long error);
    @Override public native int ttStore(long tt, long entry, long error);
    @Override public native int ttClear(long tt, long error);
    @Override public native int ttTelemetry(long tt, long telemetry, long error);
    @Override public native int ttResetTelemetry(long tt, long error);
    @Override public native int searchNew(long seed, long out, long error);
    @Override public native void searchFree(long search);
    @Override public native int searchBestTurn(
            long search, long state, long options, long report, long error);
    @Override public native int searchCandidates(
            long search, long candidates, long capacity, long required, long error);
    @Override public native int chanceNodeValue(
            long state, int perspective, int plies, long evaluator, long bounds, long control, long value,
            long error);
    @Override public native int searchEstimateWin(
            long search, long state, long options, long estimate, long error);
    @Override public native int searchChooseTurn(
            long search, long state, long player, long length, long control, long moves, long count,
            long error);
    @Override public native int timeForTurn(long clock, long nanoseconds, long error);
    @Override public native int chunkStoreNew(long options, long out, long error);
    @Override public native int chunkStoreRetain(long store, long error);
    @Override public native void chunkStoreRelease(long store);
    @Override public native int chunkStoreStats(long store, long counts, long error);
    @Override public native int chunkStoreSuccessors(
            long store, long id, long ids, long capacity, long required, long error);
    @Override public native int chunkStoreClearIndex(long store, long error);
    @Override public native int positionCacheNew(long bytes, long out, long error);
    @Override public native int positionCacheRetain(long cache, long error);
    @Override public native void positionCacheRelease(long cache);
    @Override public native int positionCacheStats(long cache, long counts, long error);
    @Override public native int positionCacheClear(long cache, long error);
    @Override public native int positionNew(long state, long store, long cache, long out, long error);
    @Override public native int positionFromChunk(long store, long id, long out, long error);
    @Override public native int positionFork(long position, long out, long error);
    @Override public native void positionFree(long position);
    @Override public native int positionAttachCache(long position, long cache, long error);
    @Override public native int positionRoll(long position, long faces, long count, long error);
    @Override public native int positionMakeMicroMove(long position, short microMove, long error);
    @Override public native int positionEndTurn(long position, long error);
    @Override public native int positionNote(long position, short note, long error);
    @Override public native int positionUndo(long position, long error);
    @Override public native int positionUnmake(long position, long error);
    @Override public native int positionUnwindTurn(long position, long error);
    @Override public native int positionUnwindTo(long position, long address, long reached, long error);
    @Override public native int positionSeek(long position, long address, long reached, long error);
    @Override public native int positionSeekTurn(long position, long turn, long reached, long error);
    @Override public native int positionStep(long position, long groups, long moved, long error);
    @Override public native int positionTruncate(long position, long error);
    @Override public native int positionDropBefore(long position, long address, long horizon, long error);
    @Override public native int positionInfo(long position, long extent, long error);
    @Override public native int positionHashes(long position, long identity, long error);
    @Override public native int positionState(long position, long state, long error);
    @Override public native int positionKeyframe(long position, long keyframe, long error);
    @Override public native int positionAttacks(
            long position, int color, int pieceType, long squares, long error);
    @Override public native int positionTurns(long position, long turns, long limit, long error);
    @Override public native int cellDescribe(short cell, long alteration, long error);
    @Override public native int cellToText(
            short cell, long buffer, long capacity, long required, long error);
    @Override public native int positionRead(
            long position, long from, long to, long cells, long capacity, long required, long error);
    @Override public native int positionRun(
            long position, long from, long to, long userData, long visit, long error);
    @Override public native int positionDelta(long position, long from, long to, long delta, long error);
    @Override public native int streamEncode(
            long positions, long count, int omitKeyframes, long buffer, long capacity, long required,
            long error);
    @Override public native int streamEncodeTo(
            long positions, long count, int omitKeyframes, long userData, long write, long error);
    @Override public native int streamDecode(
            long bytes, long length, long store, long options, long positions, long capacity, long count,
            long report, long error);
    @Override public native int streamReplay(
            long bytes, long length, long options, long userData, long hear, long report, long error);
    @Override public native int positionToText(
            long position, long buffer, long capacity, long required, long error);
    @Override public native int positionPlayText(long position, long text, long length, long error);
    @Override public native int streamFromText(
            long state, long text, long length, long buffer, long capacity, long required, long error);
    @Override public native int streamToText(
            long bytes, long length, long game, long root, long buffer, long capacity, long required,
            long error);
}
