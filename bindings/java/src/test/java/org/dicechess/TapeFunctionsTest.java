package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dicechess.internal.Constants;
import org.dicechess.internal.Layout;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;
import org.dicechess.internal.Trampolines;
import org.junit.jupiter.api.Test;

/** C's functions for the tape as the native layer passes them on: with NULL, and with handles of another type. */
class TapeFunctionsTest {
    private static final Native NATIVE = Native.instance();
    private static final Trampolines CALLBACKS = Trampolines.INSTANCE;

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

    /** The scratch's record as a struct of some size. */
    private static long struct(Scratch scratch, int size) {
        scratch.clearRecord(size);
        return scratch.record;
    }

    @Test
    void stores() {
        try (ChunkStore store = ChunkStore.lossless(0, 0);
                PositionCache cache = new PositionCache(0);
                Shared shared = new Shared()) {
            long s = shared.address(store);
            long c = shared.address(cache);
            nullIsRefused(1, (none, m) -> NATIVE.chunkStoreNew(0, none, m.error));
            refused(Constants.ERR_STRUCT_SIZE, 0, 20, (size, m) ->
                    NATIVE.chunkStoreNew(struct(m, (int) size), m.out, m.error));
            nullIsRefused(0, (none, m) -> {
                long options = struct(m, Layout.CHUNK_STORE_OPTIONS_SIZE);
                m.buffer.putInt(Scratch.RECORD + Layout.CHUNK_STORE_OPTIONS_POLICY,
                        Constants.CHUNK_STORE_SPILL);
                m.buffer.putLong(Scratch.RECORD + Layout.CHUNK_STORE_OPTIONS_WRITE, none);
                return NATIVE.chunkStoreNew(options, m.out, m.error);
            });
            refused(Constants.ERR_RANGE, 0, 3, (policy, m) -> {
                long options = struct(m, Layout.CHUNK_STORE_OPTIONS_SIZE);
                m.buffer.putInt(Scratch.RECORD + Layout.CHUNK_STORE_OPTIONS_POLICY, (int) policy);
                return NATIVE.chunkStoreNew(options, m.out, m.error);
            });
            nullIsRefused(0, (none, m) -> NATIVE.chunkStoreRetain(none, m.error));
            refused(Constants.ERR_HANDLE, 0, c, (other, m) -> NATIVE.chunkStoreRetain(other, m.error));
            nullIsRefused(0, (none, m) ->
                    NATIVE.chunkStoreStats(none, struct(m, Layout.CHUNK_STORE_COUNTS_SIZE), m.error));
            nullIsRefused(1, (none, m) -> NATIVE.chunkStoreStats(s, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.chunkStoreSuccessors(none, 1, m.record, 16, m.out, m.error));
            nullIsRefused(2, (none, m) -> NATIVE.chunkStoreSuccessors(s, 1, none, 16, m.out, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.chunkStoreClearIndex(none, m.error));
            NATIVE.chunkStoreRelease(0);
            nullIsRefused(1, (none, m) -> NATIVE.positionCacheNew(0, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.positionCacheRetain(none, m.error));
            refused(Constants.ERR_HANDLE, 0, s, (other, m) -> NATIVE.positionCacheRetain(other, m.error));
            nullIsRefused(0, (none, m) ->
                    NATIVE.positionCacheStats(none, struct(m, Layout.POSITION_CACHE_COUNTS_SIZE), m.error));
            nullIsRefused(1, (none, m) -> NATIVE.positionCacheStats(c, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.positionCacheClear(none, m.error));
            NATIVE.positionCacheRelease(0);
        }
    }

    @Test
    void positions() {
        Position position = new Position();
        try (ChunkStore store = ChunkStore.lossless(0, 0);
                GameState state = GameState.initial();
                Shared shared = new Shared()) {
            long p = position.claim();
            long s = shared.address(state);
            long c = shared.address(store);
            nullIsRefused(3, (none, m) -> NATIVE.positionNew(0, 0, 0, none, m.error));
            refused(Constants.ERR_HANDLE, 1, s, (other, m) ->
                    NATIVE.positionNew(0, other, 0, m.out, m.error));
            refused(Constants.ERR_HANDLE, 2, s, (other, m) ->
                    NATIVE.positionNew(0, 0, other, m.out, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.positionFromChunk(none, 1, m.out, m.error));
            nullIsRefused(2, (none, m) -> NATIVE.positionFromChunk(c, 1, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.positionFork(none, m.out, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.positionFork(p, none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.positionAttachCache(none, 0, m.error));
            refused(Constants.ERR_HANDLE, 1, s, (other, m) -> NATIVE.positionAttachCache(p, other, m.error));
            nullIsRefused(0, (none, m) -> {
                m.buffer.put(Scratch.RECORD, (byte) PieceType.PAWN.face());
                return NATIVE.positionRoll(none, m.record, 1, m.error);
            });
            nullIsRefused(1, (none, m) -> NATIVE.positionRoll(p, none, 1, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.positionMakeMicroMove(none, (short) 0, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.positionEndTurn(none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.positionNote(none, (short) 0, m.error));
            refused(Constants.ERR_RANGE, 1, -1, (note, m) -> NATIVE.positionNote(p, (short) note, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.positionUndo(none, m.error));
            refused(Constants.ERR_HANDLE, 0, s, (other, m) -> NATIVE.positionUndo(other, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.positionUnmake(none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.positionUnwindTurn(none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.positionUnwindTo(none, 0, m.out, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.positionSeek(none, 0, m.out, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.positionSeekTurn(none, 0, m.out, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.positionStep(none, 0, m.out, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.positionTruncate(none, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.positionDropBefore(none, 0, m.out, m.error));
            nullIsRefused(0, (none, m) -> NATIVE.positionState(none, s, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.positionState(p, none, m.error));
            reading(p, s);
            NATIVE.positionFree(0);
            // What is no position is not freed.
            NATIVE.positionFree(s);
            assertEquals(Data.INITIAL, state.dfen());
        } finally {
            position.release();
            position.close();
        }
    }

    private static void reading(long p, long s) {
        nullIsRefused(0, (none, m) ->
                NATIVE.positionInfo(none, struct(m, Layout.POSITION_EXTENT_SIZE), m.error));
        nullIsRefused(1, (none, m) -> NATIVE.positionInfo(p, none, m.error));
        nullIsRefused(0, (none, m) ->
                NATIVE.positionHashes(none, struct(m, Layout.POSITION_IDENTITY_SIZE), m.error));
        refused(Constants.ERR_STRUCT_SIZE, 1, 8, (size, m) ->
                NATIVE.positionHashes(p, struct(m, (int) size), m.error));
        nullIsRefused(0, (none, m) -> NATIVE.positionKeyframe(none, m.record, m.error));
        nullIsRefused(1, (none, m) -> NATIVE.positionKeyframe(p, none, m.error));
        nullIsRefused(0, (none, m) -> NATIVE.positionAttacks(none, 0, 1, m.out, m.error));
        refused(Constants.ERR_RANGE, 1, 2, (color, m) ->
                NATIVE.positionAttacks(p, (int) color, 1, m.out, m.error));
        refused(Constants.ERR_RANGE, 2, 7, (type, m) ->
                NATIVE.positionAttacks(p, 0, (int) type, m.out, m.error));
        nullIsRefused(3, (none, m) -> NATIVE.positionAttacks(p, 0, 1, none, m.error));
        nullIsRefused(0, (none, m) -> NATIVE.positionTurns(none, s, -1, m.error));
        nullIsRefused(1, (none, m) -> NATIVE.positionTurns(p, none, -1, m.error));
        nullIsRefused(0, (none, m) -> NATIVE.positionRead(none, 0, 0, m.record, 1, m.out, m.error));
        nullIsRefused(0, (none, m) -> NATIVE.positionRun(none, 0, 0, 0, CALLBACKS.visitCell(), m.error));
        nullIsRefused(4, (none, m) -> NATIVE.positionRun(p, 0, 0, 0, none, m.error));
        nullIsRefused(0, (none, m) ->
                NATIVE.positionDelta(none, 0, 0, struct(m, Layout.DELTA_SIZE), m.error));
        nullIsRefused(3, (none, m) -> NATIVE.positionDelta(p, 0, 0, none, m.error));
        nullIsRefused(0, (none, m) -> NATIVE.positionToText(none, m.record, 99, m.out, m.error));
        nullIsRefused(0, (none, m) -> NATIVE.positionPlayText(none, m.record, 0, m.error));
        nullIsRefused(1, (none, m) -> NATIVE.positionPlayText(p, none, 5, m.error));
        nullIsRefused(1, (none, m) -> NATIVE.cellDescribe((short) 0x4095, none, m.error));
        refused(Constants.ERR_BUFFER, 1, 5, (room, m) ->
                NATIVE.cellToText((short) 0x4095, m.record, room, m.out, m.error));
    }

    @Test
    void streams() {
        byte[] golden = GameStream.fromText(Tape.GOLDEN_TEXT);
        int length = golden.length;
        try (Scratch input = Scratch.enter()) {
            long bytes = Bulk.put(input, golden);
            nullIsRefused(0, (none, m) -> NATIVE.streamEncode(none, 1, 0, m.record, 99, m.out, m.error));
            refused(Constants.ERR_RANGE, 2, 2, (omit, m) ->
                    NATIVE.streamEncode(m.record, 0, (int) omit, m.record, 99, m.out, m.error));
            nullIsRefused(3, (none, m) -> NATIVE.streamEncode(m.record, 0, 0, none, 99, m.out, m.error));
            nullIsRefused(0, (none, m) ->
                    NATIVE.streamEncodeTo(none, 1, 0, 0, CALLBACKS.writeBytes(), m.error));
            nullIsRefused(4, (none, m) -> NATIVE.streamEncodeTo(m.record, 0, 0, 0, none, m.error));
            nullIsRefused(0, (none, m) ->
                    NATIVE.streamDecode(none, length, 0, 0, m.record, 1, m.out, 0, m.error));
            refused(Constants.ERR_STRUCT_SIZE, 3, 4, (size, m) ->
                    NATIVE.streamDecode(bytes, length, 0, struct(m, (int) size), m.out(4), 1, m.out, 0,
                            m.error));
            nullIsRefused(4, (none, m) ->
                    NATIVE.streamDecode(bytes, length, 0, 0, none, 1, m.out, 0, m.error));
            refused(Constants.ERR_BUFFER, 4, 0, (room, m) ->
                    NATIVE.streamDecode(bytes, length, 0, 0, m.record, room, m.out, 0, m.error));
            nullIsRefused(0, (none, m) ->
                    NATIVE.streamReplay(none, length, 0, 0, CALLBACKS.hearEvent(), 0, m.error));
            nullIsRefused(4, (none, m) -> NATIVE.streamReplay(bytes, length, 0, 0, none, 0, m.error));
            refused(Constants.ERR_RANGE, 0, -1, (size, m) ->
                    NATIVE.streamReplay(bytes, size, 0, 0, CALLBACKS.hearEvent(), 0, m.error));
            nullIsRefused(1, (none, m) -> NATIVE.streamFromText(0, none, 5, m.record, 99, m.out, m.error));
            refused(Constants.ERR_BUFFER, 3, 9, (room, m) ->
                    NATIVE.streamFromText(0, m.record, 0, m.record, room, m.out, m.error));
            nullIsRefused(0, (none, m) ->
                    NATIVE.streamToText(none, length, 0, 0, m.record, 99, m.out, m.error));
            refused(Constants.ERR_BUFFER, 4, 9, (room, m) ->
                    NATIVE.streamToText(bytes, length, 0, 0, m.record, room, m.out, m.error));
        }
    }
}
