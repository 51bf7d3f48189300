package org.dicechess;

import static org.dicechess.DiceChessException.check;

import java.nio.ByteBuffer;
import org.dicechess.internal.Constants;
import org.dicechess.internal.Layout;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;

/**
 * Values that searches found, by the keys of positions, in memory of a fixed size. Any calls and searches may use a
 * table at once; only {@link #clear} needs it for itself. It may be closed while a search uses it.
 *
 * <p>A table holds the values of one configuration: the evaluator, the utility bounds, and the rescorer with its
 * weight. The first search decides; one with another configuration is refused with UNSUPPORTED until the table is
 * cleared. Within one configuration it may serve any number of searches and games.
 */
public final class TranspositionTable extends Handle {
    /** The capacity that suits a search of a few seconds: 8 MiB. */
    public static final long DEFAULT_CAPACITY = Constants.TT_DEFAULT_CAPACITY;

    private static final Native NATIVE = Native.instance();

    /** A function that makes a table of some size. */
    @FunctionalInterface
    private interface Maker {
        int make(long size, long out, long error);
    }

    private TranspositionTable(long size, Maker maker) {
        super(made(size, maker), NATIVE::ttFree);
    }

    private static long made(long size, Maker maker) {
        try (Scratch scratch = Scratch.enter()) {
            check(maker.make(size, scratch.out, scratch.error), scratch);
            return scratch.outLong();
        }
    }

    /** An empty table of {@link #DEFAULT_CAPACITY}. */
    public TranspositionTable() {
        this(DEFAULT_CAPACITY);
    }

    /**
     * An empty table. The system provides the memory on first use.
     *
     * @param capacity entries of 32 bytes each, a power of two
     * @throws DiceChessException RANGE for all that is no power of two; MEMORY
     */
    public TranspositionTable(long capacity) {
        this(capacity, NATIVE::ttNew);
    }

    /**
     * An empty table of at most so many bytes: as many entries as fit, rounded down to a power of two.
     *
     * @param bytes the most bytes
     * @return a new table
     * @throws DiceChessException RANGE if not even one entry fits; MEMORY
     */
    public static TranspositionTable withBytes(long bytes) {
        return new TranspositionTable(bytes, NATIVE::ttNewWithBytes);
    }

    /**
     * How many entries the table can hold.
     *
     * @return the number
     */
    public long capacity() {
        return getLong(Native::ttCapacity);
    }

    /**
     * How much memory the entries take up.
     *
     * @return bytes
     */
    public long bytes() {
        return getLong(Native::ttBytes);
    }

    /**
     * What is stored under a key. Counts a hit or a miss.
     *
     * @param key see {@link GameState#key}
     * @return the entry, or null if there is none
     */
    public TableEntry probe(long key) {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            scratch.clearRecord(Layout.TT_ENTRY_SIZE);
            check(NATIVE.ttProbe(address, key, scratch.record, scratch.error), scratch);
            ByteBuffer memory = scratch.buffer;
            Bound bound = Bound.of(memory.getInt(Scratch.RECORD + Layout.TT_ENTRY_BOUND));
            return bound == Bound.NONE ? null : new TableEntry(
                    memory.getLong(Scratch.RECORD + Layout.TT_ENTRY_KEY),
                    bound,
                    memory.getDouble(Scratch.RECORD + Layout.TT_ENTRY_VALUE),
                    memory.getInt(Scratch.RECORD + Layout.TT_ENTRY_DEPTH),
                    memory.getInt(Scratch.RECORD + Layout.TT_ENTRY_LOSS_TAINTED) != 0);
        } finally {
            unshare();
        }
    }

    /**
     * Stores an entry, unless what is in its place is worth more: a deeper search of another position, or a deeper
     * exact value of the same one.
     *
     * @param entry the entry
     * @throws DiceChessException RANGE for a depth that is not 0 to 255 or the bound NONE
     */
    public void store(TableEntry entry) {
        int bound = entry.bound().ordinal();
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            scratch.clearRecord(Layout.TT_ENTRY_SIZE);
            ByteBuffer memory = scratch.buffer;
            memory.putInt(Scratch.RECORD + Layout.TT_ENTRY_BOUND, bound);
            memory.putLong(Scratch.RECORD + Layout.TT_ENTRY_KEY, entry.key());
            memory.putDouble(Scratch.RECORD + Layout.TT_ENTRY_VALUE, entry.value());
            memory.putInt(Scratch.RECORD + Layout.TT_ENTRY_DEPTH, entry.depth());
            memory.putInt(Scratch.RECORD + Layout.TT_ENTRY_LOSS_TAINTED, entry.lossTainted() ? 1 : 0);
            check(NATIVE.ttStore(address, scratch.record, scratch.error), scratch);
        } finally {
            unshare();
        }
    }

    /**
     * Removes all entries, sets the telemetry to 0 and frees the table from its configuration.
     *
     * @throws ConcurrentUseException while a search or another call uses the table
     */
    public void clear() {
        long address = claim();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.ttClear(address, scratch.error), scratch);
        } finally {
            release();
        }
    }

    /**
     * How often the table was used since it was made or cleared, or its telemetry was reset.
     *
     * @return the counts
     */
    public TableTelemetry telemetry() {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            scratch.clearRecord(Layout.TELEMETRY_SIZE);
            check(NATIVE.ttTelemetry(address, scratch.record, scratch.error), scratch);
            ByteBuffer memory = scratch.buffer;
            return new TableTelemetry(
                    memory.getLong(Scratch.RECORD + Layout.TELEMETRY_STORES),
                    memory.getLong(Scratch.RECORD + Layout.TELEMETRY_OVERWRITES),
                    memory.getLong(Scratch.RECORD + Layout.TELEMETRY_COLLISIONS),
                    memory.getLong(Scratch.RECORD + Layout.TELEMETRY_HITS),
                    memory.getLong(Scratch.RECORD + Layout.TELEMETRY_MISSES));
        } finally {
            unshare();
        }
    }

    /** Sets the telemetry to 0. Entries stay. */
    public void resetTelemetry() {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.ttResetTelemetry(address, scratch.error), scratch);
        } finally {
            unshare();
        }
    }
}
