package org.dicechess;

/**
 * Counts of a position cache.
 *
 * @param capacity positions that fit
 * @param hits how often a position, or what was asked of one, was found; where threads meet, some cases may go
 *     uncounted
 * @param misses how often it was not, or another thread was just changing that part of the cache
 */
public record PositionCacheCounts(long capacity, long hits, long misses) {
}
