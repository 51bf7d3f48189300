package org.dicechess;

import java.time.Duration;

/**
 * A player's game clock at the start of a turn.
 *
 * @param remaining time left; a negative one counts as none
 * @param increment time added after each turn
 * @param movesToGo turns until more time is added, this one included; 0: the time must last for the whole game
 */
public record GameClock(Duration remaining, Duration increment, int movesToGo) {
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
