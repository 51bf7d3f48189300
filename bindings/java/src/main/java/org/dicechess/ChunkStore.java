package org.dicechess;

import static org.dicechess.DiceChessException.check;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.dicechess.internal.Callbacks;
import org.dicechess.internal.Constants;
import org.dicechess.internal.Layout;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;
import org.dicechess.internal.Trampolines;

/**
 * Where positions keep what has been played, shared by any number of them. Equal histories are stored once. A
 * position writes its history in chunks; a full one is sealed under the identifier of all that led to it and goes to
 * the store, which never drops a chunk that a position needs unless it is one of {@link #ring}.
 *
 * <p>Any threads may use a store at once. Positions keep alive what they need of it: it may be closed as soon as it
 * was handed on.
 */
public final class ChunkStore extends Handle {
    private static final Native NATIVE = Native.instance();

    private ChunkStore(long address) {
        super(address, NATIVE::chunkStoreRelease);
    }

    /**
     * A store that keeps everything: when its budget is used up, playing on fails with TAPE_FULL.
     *
     * @param capacity cells in a chunk, 32 to 65520, or 0 for the default of 1024; a cell has two bytes, a turn 13
     *     cells on average
     * @param budget bytes of memory for chunks, or 0 for the default of 64 MiB
     * @return a new store
     * @throws DiceChessException RANGE for another capacity
     */
    public static ChunkStore lossless(long capacity, long budget) {
        return new ChunkStore(made(Constants.CHUNK_STORE_LOSSLESS, capacity, budget, 0));
    }

    /**
     * A store that forgets: when its budget is used up, the position that plays on gives up its oldest chunks.
     *
     * @param capacity see {@link #lossless}
     * @param budget see {@link #lossless}
     * @return a new store
     * @throws DiceChessException RANGE for another capacity
     */
    public static ChunkStore ring(long capacity, long budget) {
        return new ChunkStore(made(Constants.CHUNK_STORE_RING, capacity, budget, 0));
    }

    /**
     * A store with a larger one behind it: when its budget is used up, chunks that have not been used for long go to
     * the storage and come back when needed.
     *
     * @param storage where they go to; reachable until the store and its positions are gone
     * @param capacity see {@link #lossless}
     * @param budget see {@link #lossless}
     * @return a new store
     * @throws DiceChessException RANGE for another capacity
     */
    public static ChunkStore spilling(ChunkStorage storage, long capacity, long budget) {
        long number = Callbacks.register(callback(Objects.requireNonNull(storage, "storage")));
        boolean made = false;
        try {
            long address = made(Constants.CHUNK_STORE_SPILL, capacity, budget, number);
            made = true;
            return new ChunkStore(address);
        } finally {
            if (!made) {
                Callbacks.remove(number);
            }
        }
    }

    private static long made(int policy, long capacity, long budget, long storage) {
        try (Scratch scratch = Scratch.enter()) {
            scratch.clearRecord(Layout.CHUNK_STORE_OPTIONS_SIZE);
            ByteBuffer memory = scratch.buffer;
            memory.putInt(Scratch.RECORD + Layout.CHUNK_STORE_OPTIONS_POLICY, policy);
            memory.putLong(Scratch.RECORD + Layout.CHUNK_STORE_OPTIONS_CAPACITY, capacity);
            memory.putLong(Scratch.RECORD + Layout.CHUNK_STORE_OPTIONS_BUDGET, budget);
            if (storage != 0) {
                Trampolines trampolines = Trampolines.INSTANCE;
                memory.putLong(Scratch.RECORD + Layout.CHUNK_STORE_OPTIONS_USER_DATA, storage);
                memory.putLong(Scratch.RECORD + Layout.CHUNK_STORE_OPTIONS_WRITE, trampolines.spillWrite());
                memory.putLong(Scratch.RECORD + Layout.CHUNK_STORE_OPTIONS_READ, trampolines.spillRead());
                memory.putLong(Scratch.RECORD + Layout.CHUNK_STORE_OPTIONS_DROP_USER_DATA,
                        trampolines.drop());
            }
            check(NATIVE.chunkStoreNew(scratch.record, scratch.out, scratch.error), scratch);
            return scratch.outLong();
        }
    }

    /** The form in which C calls a storage. */
    private static Callbacks.Storage callback(ChunkStorage storage) {
        return new Callbacks.Storage() {
            @Override
            public void write(long chunkId, long frame, long length, long place) {
                byte[] bytes = new byte[Math.toIntExact(length)];
                NATIVE.view(frame, length).get(bytes);
                long number = storage.write(chunkId, bytes);
                NATIVE.view(place, 8).putLong(0, number);
            }

            @Override
            public void read(long place, long frame, long length) {
                byte[] bytes = storage.read(place);
                if (bytes.length != length) {
                    throw new IllegalStateException(
                            "a chunk of " + length + " bytes came back with " + bytes.length);
                }
                NATIVE.view(frame, length).put(bytes);
            }
        };
    }

    /**
     * Another handle of the same store, to be closed for itself.
     *
     * @return a new handle
     */
    public ChunkStore retain() {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.chunkStoreRetain(address, scratch.error), scratch);
            return new ChunkStore(address);
        } finally {
            unshare();
        }
    }

    /**
     * Current counts.
     *
     * @return the counts
     */
    public ChunkStoreCounts counts() {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            scratch.clearRecord(Layout.CHUNK_STORE_COUNTS_SIZE);
            check(NATIVE.chunkStoreStats(address, scratch.record, scratch.error), scratch);
            ByteBuffer memory = scratch.buffer;
            return new ChunkStoreCounts(
                    memory.getInt(Scratch.RECORD + Layout.CHUNK_STORE_COUNTS_CAPACITY),
                    memory.getLong(Scratch.RECORD + Layout.CHUNK_STORE_COUNTS_CHUNKS),
                    memory.getLong(Scratch.RECORD + Layout.CHUNK_STORE_COUNTS_BYTES),
                    memory.getLong(Scratch.RECORD + Layout.CHUNK_STORE_COUNTS_SHARED),
                    memory.getLong(Scratch.RECORD + Layout.CHUNK_STORE_COUNTS_COLLISIONS),
                    memory.getLong(Scratch.RECORD + Layout.CHUNK_STORE_COUNTS_SPILLED));
        } finally {
            unshare();
        }
    }

    /**
     * The chunks that are known to continue a history.
     *
     * @param id the identifier of a chunk or of a root
     * @return their identifiers, at most 16
     */
    public long[] successors(long id) {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.chunkStoreSuccessors(address, id, scratch.record, Constants.SUCCESSORS_MAX,
                    scratch.out, scratch.error), scratch);
            long[] ids = new long[(int) scratch.outLong()];
            for (int index = 0; index < ids.length; index++) {
                ids[index] = scratch.buffer.getLong(Scratch.RECORD + 8 * index);
            }
            return ids;
        } finally {
            unshare();
        }
    }

    /**
     * Forgets where chunks are. Positions keep theirs; only sharing is lost, and the memory of chunks that no
     * position needs is given back.
     */
    public void clearIndex() {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.chunkStoreClearIndex(address, scratch.error), scratch);
        } finally {
            unshare();
        }
    }
}
