package org.dicechess;

import java.time.Duration;
import java.util.Objects;

/**
 * A player's game clock at the start of a turn.
 *
 * @param remaining time left; a negative one counts as none
 * @param increment time added after each turn
 * @param movesToGo turns until more time is added, this one included; 0: the time must last for the whole game
 */
public record GameClock(Duration remaining, Duration increment, int movesToGo) {
    /**
     * Of all three.
     *
     * @param remaining any; below zero there is no time left
     * @param increment any; below zero counts as zero
     * @param movesToGo not negative
     * @throws IllegalArgumentException for a negative number of turns
     */
    public GameClock {
        Objects.requireNonNull(remaining, "remaining");
        Objects.requireNonNull(increment, "increment");
        if (movesToGo < 0) {
            throw new IllegalArgumentException("movesToGo is " + movesToGo + ", not 0 or more");
        }
    }

    /**
     * A clock whose time must last for the whole game.
     *
     * @param remaining time left
     * @param increment time added after each turn
     */
    public GameClock(Duration remaining, Duration increment) {
        this(remaining, increment, 0);
    }
}
