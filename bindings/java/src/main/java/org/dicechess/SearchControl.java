package org.dicechess;

import static org.dicechess.DiceChessException.check;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.dicechess.internal.Callbacks;
import org.dicechess.internal.Constants;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;
import org.dicechess.internal.StackRoom;
import org.dicechess.internal.Thrown;
import org.dicechess.internal.Trampolines;

/**
 * How far one search may go, and how to stop it from outside: a budget of work, a deadline and a flag that cancels.
 * Any thread, and any function that the search calls, may cancel and ask. A control serves one search: its count of
 * work only grows, and once it has stopped it stays stopped. It may be closed while the search runs.
 *
 * <p>Work counts in units: one for each roll of the dice that a search expands, and one for each position that it
 * hands to the evaluator. A search asks before each unit, so that it ends within the time that one roll and 64
 * evaluations take.
 */
public final class SearchControl extends Handle {
    /** As much work as it takes. */
    public static final long NO_BUDGET = Constants.NO_BUDGET;
    /** No deadline. */
    public static final Duration NO_DEADLINE = ChronoUnit.FOREVER.getDuration();

    private static final Native NATIVE = Native.instance();

    /** A clock of the caller's own; null for the system's. */
    private final OwnClock clock;

    private SearchControl(OwnClock clock, long address) {
        super(address, NATIVE::controlFree);
        this.clock = clock;
    }

    /** Without limits, for cancelling alone. */
    public SearchControl() {
        this(NO_BUDGET, NO_DEADLINE);
    }

    /**
     * With limits, of which the one that is reached first stops the search. 0 of either stops it before it begins.
     *
     * @param budget units of work, or {@link #NO_BUDGET}
     * @param time from now on, or {@link #NO_DEADLINE}; a negative one has passed
     */
    public SearchControl(long budget, Duration time) {
        this(null, made(budget, nanoseconds(time)));
    }

    /**
     * With a deadline.
     *
     * @param time from now on; a negative one has passed
     * @return a new control
     */
    public static SearchControl within(Duration time) {
        return new SearchControl(NO_BUDGET, time);
    }

    /**
     * With a budget.
     *
     * @param budget units of work
     * @return a new control
     */
    public static SearchControl withBudget(long budget) {
        return new SearchControl(budget, NO_DEADLINE);
    }

    /**
     * With limits and a clock of the caller's own. What the clock throws stops the search and reaches its caller as
     * the same object, and so do later calls that would need the clock.
     *
     * @param clock nanoseconds since any moment, never going backwards; read here for the first time, and from then
     *     on by any thread that searches or asks
     * @param budget see {@link #SearchControl(long, Duration)}
     * @param time see {@link #SearchControl(long, Duration)}
     * @return a new control
     */
    public static SearchControl withClock(LongSupplier clock, long budget, Duration time) {
        long nanoseconds = nanoseconds(time);
        StackRoom.check();
        OwnClock own = new OwnClock(Objects.requireNonNull(clock, "clock"));
        long number = Callbacks.register(own);
        boolean made = false;
        try (Scratch scratch = Scratch.enter()) {
            Trampolines trampolines = Trampolines.INSTANCE;
            check(NATIVE.controlNewWithClock(number, trampolines.clock(), trampolines.drop(),
                    budget, nanoseconds, scratch.out, scratch.error), scratch);
            made = true;
            own.control = scratch.outLong();
        } finally {
            if (!made) {
                Callbacks.remove(number);
            }
        }
        SearchControl control = new SearchControl(own, own.control);
        if (own.thrown != null) {
            control.close();
            Thrown.rethrow(own.thrown);
        }
        return control;
    }

    private static long made(long budget, long nanoseconds) {
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.controlNew(budget, nanoseconds, scratch.out, scratch.error), scratch);
            return scratch.outLong();
        }
    }

    /** What C calls a time, of a duration. */
    private static long nanoseconds(Duration time) {
        if (time.isNegative()) {
            return 0;
        }
        return time.getSeconds() < Long.MAX_VALUE / 1_000_000_000 ? time.toNanos() : Constants.NO_DEADLINE;
    }

    /** A clock of the caller's own, as C reads it. C cannot be told of a failure, but the search can be cancelled. */
    private static final class OwnClock implements Callbacks.Clock {
        private final LongSupplier clock;
        /** The control, once it is made. It lives while its clock is read. */
        private volatile long control;
        private volatile Throwable thrown;

        OwnClock(LongSupplier clock) {
            this.clock = clock;
        }

        @Override
        public long nanoseconds() {
            if (thrown == null) {
                try {
                    return clock.getAsLong();
                } catch (Throwable failure) {
                    thrown = failure;
                }
            }
            if (control != 0) {
                NATIVE.controlCancel(control, 0);
            }
            return Long.MAX_VALUE;
        }
    }

    /** Throws what the clock of a control, if there are such, has thrown. */
    static void rethrow(SearchControl control) {
        if (control != null && control.clock != null && control.clock.thrown != null) {
            Thrown.rethrow(control.clock.thrown);
        }
    }

    /** Stops the search, now or as soon as it begins. */
    public void cancel() {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.controlCancel(address, scratch.error), scratch);
        } finally {
            unshare();
        }
    }

    /**
     * Whether a search would have to stop now. Costs no work.
     *
     * @return true if it would
     */
    public boolean isCancelled() {
        StackRoom.check();
        boolean cancelled = getInt(Native::controlIsCancelled) != 0;
        rethrow(this);
        return cancelled;
    }

    /**
     * Work done so far.
     *
     * @return units
     */
    public long workUsed() {
        return getLong(Native::controlWorkUsed);
    }

    /**
     * What stopped the search, or {@link #isCancelled} said first.
     *
     * @return the reason
     */
    public StopReason stopReason() {
        return StopReason.of(getInt(Native::controlStopReason));
    }
}
