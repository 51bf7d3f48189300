package org.dicechess;

import java.util.Objects;

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
    /**
     * Of all components.
     *
     * @param key a key
     * @param bound not null
     * @param value centipawns
     * @param depth turns
     * @param lossTainted whether it is
     */
    public TableEntry {
        Objects.requireNonNull(bound, "bound");
    }
}
