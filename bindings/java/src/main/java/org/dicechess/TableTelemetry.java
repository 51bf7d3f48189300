package org.dicechess;

/**
 * How often a transposition table was used. A few counts may be lost when threads use it at the same moment.
 *
 * @param stores stores, whether or not they changed the table
 * @param overwrites stores that replaced an entry of the same key
 * @param collisions stores that replaced an entry of another key
 * @param hits probes that found an entry
 * @param misses probes that found none
 */
public record TableTelemetry(long stores, long overwrites, long collisions, long hits, long misses) {
}
