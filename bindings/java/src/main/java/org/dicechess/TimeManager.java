package org.dicechess;

import static org.dicechess.DiceChessException.check;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import org.dicechess.internal.Layout;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;

/**
 * Turns a game clock into the time to spend on one turn: an even share of the time left and most of what comes back
 * after the turn.
 *
 * @param safetyMargin time that is never spent: transmission, and the end of the search; zero stands for the default
 *     of 50 ms
 * @param expectedTurns how many turns the time must last for if the clock does not say; 0 stands for the default of
 *     30
 */
public record TimeManager(Duration safetyMargin, int expectedTurns) {
    /** 50 ms and 30 turns. */
    public static final TimeManager DEFAULT = new TimeManager(Duration.ofMillis(50), 30);

    private static final Native NATIVE = Native.instance();

    /**
     * Of both numbers.
     *
     * @param safetyMargin not negative
     * @param expectedTurns not negative
     * @throws IllegalArgumentException if one is negative
     */
    public TimeManager {
        if (safetyMargin.isNegative() || expectedTurns < 0) {
            throw new IllegalArgumentException("negative: " + safetyMargin + ", " + expectedTurns);
        }
    }

    /**
     * The time to spend on one turn, for {@link SearchControl#within}: with usable = remaining - safety margin, the
     * lesser of usable and usable / turns + 3/4 increment.
     *
     * @param clock the game clock at the start of the turn
     * @return zero when there is nothing left: a search then gives its first candidate at once
     */
    public Duration timeForTurn(GameClock clock) {
        Objects.requireNonNull(clock, "clock");
        try (Scratch scratch = Scratch.enter()) {
            scratch.clearRecord(Layout.GAME_CLOCK_SIZE);
            ByteBuffer memory = scratch.buffer;
            memory.putInt(Scratch.RECORD + Layout.GAME_CLOCK_MOVES_TO_GO, clock.movesToGo());
            memory.putLong(Scratch.RECORD + Layout.GAME_CLOCK_REMAINING, nanoseconds(clock.remaining()));
            memory.putLong(Scratch.RECORD + Layout.GAME_CLOCK_INCREMENT, nanoseconds(clock.increment()));
            memory.putLong(Scratch.RECORD + Layout.GAME_CLOCK_SAFETY_MARGIN, nanoseconds(safetyMargin));
            memory.putLong(Scratch.RECORD + Layout.GAME_CLOCK_EXPECTED_TURNS, expectedTurns);
            check(NATIVE.timeForTurn(scratch.record, scratch.out, scratch.error), scratch);
            return Duration.ofNanos(scratch.outLong());
        }
    }

    /** Not below zero, and at most 292 years. */
    private static long nanoseconds(Duration time) {
        if (time.isNegative()) {
            return 0;
        }
        return time.getSeconds() < Long.MAX_VALUE / 1_000_000_000 ? time.toNanos() : Long.MAX_VALUE;
    }
}
