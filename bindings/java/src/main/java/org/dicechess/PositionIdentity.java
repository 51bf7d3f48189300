package org.dicechess;

/**
 * What identifies the place where a position stands. All are 64 bits without a sign.
 *
 * @param key the Zobrist key of the state
 * @param turnKey the Zobrist key where the turn began: at the end of the turn before, or at the root
 * @param chain the identifier of all that was played to get here; another order of micro-moves gives another one
 * @param previous the identifier of the history before the chunk that the head is in
 */
public record PositionIdentity(long key, long turnKey, long chain, long previous) {
}
