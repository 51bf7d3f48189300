package org.dicechess;

/**
 * Counts of a chunk store.
 *
 * @param capacity cells in a chunk
 * @param chunks chunks that can be found by their identifiers
 * @param bytes memory that chunks take up
 * @param shared how often a chunk was sealed that existed already
 * @param collisions how often two different chunks had one identifier; both are kept
 * @param spilled how many chunks went to the storage
 */
public record ChunkStoreCounts(int capacity, long chunks, long bytes, long shared, long collisions,
        long spilled) {
}
