package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.dicechess.internal.Callbacks;
import org.junit.jupiter.api.Test;

/** Controls without a search: limits, clocks, cancelling. */
class SearchControlTest {
    private static void assertStops(SearchControl control, StopReason reason) {
        assertEquals(reason != StopReason.NONE, control.isCancelled());
        assertEquals(reason, control.stopReason());
        assertEquals(0, control.workUsed());
    }

    private static void check(SearchControl control, StopReason reason) {
        try (control) {
            assertStops(control, reason);
            control.cancel();
            // The first reason stays.
            assertStops(control, reason == StopReason.NONE ? StopReason.CANCELLED : reason);
        }
        assertThrows(IllegalStateException.class, control::cancel);
        assertThrows(IllegalStateException.class, control::isCancelled);
        assertThrows(IllegalStateException.class, control::workUsed);
        assertThrows(IllegalStateException.class, control::stopReason);
    }

    @Test
    void limits() {
        check(new SearchControl(), StopReason.NONE);
        check(SearchControl.withBudget(1), StopReason.NONE);
        check(SearchControl.within(Duration.ofHours(1)), StopReason.NONE);
        check(SearchControl.within(Duration.ofNanos(Long.MAX_VALUE)), StopReason.NONE);
        check(SearchControl.within(Duration.ofDays(1_000_000)), StopReason.NONE);
        check(SearchControl.within(SearchControl.NO_DEADLINE), StopReason.NONE);
        check(SearchControl.withBudget(0), StopReason.BUDGET);
        check(SearchControl.within(Duration.ZERO), StopReason.DEADLINE);
        check(SearchControl.within(Duration.ofNanos(-1)), StopReason.DEADLINE);
        check(new SearchControl(0, Duration.ZERO), StopReason.BUDGET);
        assertThrows(NullPointerException.class, () -> SearchControl.within(null));
    }

    @Test
    void aClockOfOnesOwn() {
        int before = Callbacks.count();
        AtomicLong now = new AtomicLong(-1000);
        try (SearchControl control =
                SearchControl.withClock(now::get, SearchControl.NO_BUDGET, Duration.ofNanos(500))) {
            assertStops(control, StopReason.NONE);
            now.set(-501);
            assertStops(control, StopReason.NONE);
            now.set(-500);
            assertStops(control, StopReason.DEADLINE);
            now.set(-1000);
            assertStops(control, StopReason.DEADLINE);
            assertEquals(before + 1, Callbacks.count());
        }
        assertEquals(before, Callbacks.count());
        now.set(Long.MAX_VALUE);
        for (Duration time : new Duration[] {SearchControl.NO_DEADLINE, Duration.ofNanos(5)}) {
            try (SearchControl control = SearchControl.withClock(now::get, 1, time)) {
                assertStops(control, StopReason.NONE);
            }
        }
        assertThrows(NullPointerException.class, () -> SearchControl.withClock(null, 1, Duration.ZERO));
        assertThrows(NullPointerException.class, () -> SearchControl.withClock(now::get, 1, null));
        assertEquals(before, Callbacks.count());
    }

    @Test
    void aSearchStopsByAClockOfOnesOwn() {
        AtomicLong readings = new AtomicLong();
        try (SearchControl control = SearchControl.withClock(
                        readings::incrementAndGet, SearchControl.NO_BUDGET, Duration.ofNanos(200));
                Search search = new Search(0);
                GameState state = GameState.parse(Data.INITIAL + " PNB")) {
            SearchReport report = search.bestTurn(state,
                    SearchOptions.builder().depth(8).control(control).build());
            assertEquals(StopReason.DEADLINE, report.stopReason());
            assertFalse(report.complete());
            assertTrue(readings.get() >= 200);
            assertEquals(3, report.turn().moves().size());
        }
    }
}
