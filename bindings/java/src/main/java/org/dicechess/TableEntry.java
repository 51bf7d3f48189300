package org.dicechess;

/**
 * What a transposition table holds under one key.
 *
 * @param key the key of the position, see {@link GameState#key}; searches change it where one position has several
 *     values
 * @param bound what {@code value} says about the true value; not NONE
 * @param value the value for the side whose turn is searched, finite
 * @param depth plies of search below the position, 0 to 255
 * @param lossTainted whether a roll was seen that loses that side's king
 */
public record TableEntry(long key, Bound bound, double value, int depth, boolean lossTainted) {
}
