package org.dicechess;

/**
 * Where a chunk store puts chunks that have not been used for long, see {@link ChunkStore#spilling}. Called on the
 * threads that use positions; it may call the library, but not for the position whose call is running. What it throws
 * stops that call and leaves it as the same object; the position is then as it was before.
 */
public interface ChunkStorage {
    /**
     * Stores a chunk.
     *
     * @param chunkId its identifier
     * @param frame its bytes
     * @return a number to find it by, any
     */
    long write(long chunkId, byte[] frame);

    /**
     * Gives a chunk back.
     *
     * @param place the number that {@link #write} has returned
     * @return the bytes that were stored
     */
    byte[] read(long place);
}
