package org.dicechess;

import static org.dicechess.DiceChessException.check;

import java.nio.ByteBuffer;
import org.dicechess.internal.Layout;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;

/**
 * Positions that were met, and their legal turns, shared by any number of {@link Position}s.
 * Every result is the same as without a cache. Any threads may use it at once, and it never
 * waits. Positions keep alive what they need of it: it may be closed as soon as it was handed on.
 */
public final class PositionCache extends Handle {
    private static final Native NATIVE = Native.instance();

    /**
     * An empty cache.
     *
     * @param bytes the most memory that it takes up, though never less than 32 positions: one half, reserved at once,
     *     for positions, the other for legal turns; a number without a sign
     * @throws DiceChessException MEMORY if it is not to be had
     */
    public PositionCache(long bytes) {
        super(made(bytes), NATIVE::positionCacheRelease);
    }

    private PositionCache(PositionCache retained) {
        super(retained.retained(), NATIVE::positionCacheRelease);
    }

    private static long made(long bytes) {
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.positionCacheNew(bytes, scratch.out, scratch.error), scratch);
            return scratch.outLong();
        }
    }

    /**
     * Another handle of the same cache, to be closed for itself.
     *
     * @return a new handle
     */
    public PositionCache retain() {
        return new PositionCache(this);
    }

    private long retained() {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.positionCacheRetain(address, scratch.error), scratch);
            return address;
        } finally {
            unshare();
        }
    }

    /**
     * Current counts.
     *
     * @return the counts
     */
    public PositionCacheCounts counts() {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            scratch.clearRecord(Layout.POSITION_CACHE_COUNTS_SIZE);
            check(NATIVE.positionCacheStats(address, scratch.record, scratch.error), scratch);
            ByteBuffer memory = scratch.buffer;
            return new PositionCacheCounts(
                    memory.getLong(Scratch.RECORD + Layout.POSITION_CACHE_COUNTS_CAPACITY),
                    memory.getLong(Scratch.RECORD + Layout.POSITION_CACHE_COUNTS_HITS),
                    memory.getLong(Scratch.RECORD + Layout.POSITION_CACHE_COUNTS_MISSES));
        } finally {
            unshare();
        }
    }

    /** Forgets all positions. Linear in the cache. */
    public void clear() {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.positionCacheClear(address, scratch.error), scratch);
        } finally {
            unshare();
        }
    }
}
