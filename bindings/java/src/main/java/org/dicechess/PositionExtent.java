package org.dicechess;

/**
 * Sizes and addresses of a position.
 *
 * @param inTurn whether the turn of the side to move has begun
 * @param head where the position stands
 * @param end behind the last cell
 * @param horizon the first address that is left: 0 unless the oldest chunks were given up
 * @param turns turns that have ended, up to the last cell
 * @param chunks sealed chunks
 */
public record PositionExtent(boolean inTurn, long head, long end, long horizon, long turns, long chunks) {
}
