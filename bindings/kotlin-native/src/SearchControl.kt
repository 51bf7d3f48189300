package org.dicechess

import cnames.structs.dicechess_control
import kotlin.concurrent.atomics.AtomicReference
import kotlinx.cinterop.*
import org.dicechess.c.*

/**
 * Nanoseconds on a clock that never goes backwards; its zero may be anywhere. Asked from any thread that searches.
 */
fun interface Clock {
    fun nanoseconds(): Long
}

/** What has stopped a search; [MEMORY] if there was none for the next depth of an iterative search. */
enum class StopReason { NONE, CANCELLED, BUDGET, DEADLINE, MEMORY }

/**
 * How far one search may go, and how to stop it from outside. Thread-safe; serves one search.
 *
 * If a clock throws, the time is up, and what it has thrown comes out of the search or of the call that asked.
 */
class SearchControl private constructor(
    address: CPointer<dicechess_control>,
    private val watched: WatchedClock?,
) : Handle<dicechess_control>(address, ::dicechess_control_free) {

    /** Stops after [budget] units of work or [nanoseconds] from now, whichever comes first. */
    constructor(budget: ULong = DICECHESS_NO_BUDGET, nanoseconds: ULong = DICECHESS_NO_DEADLINE) : this(
        handle { out, error -> dicechess_control_new(budget, nanoseconds, out, error) },
        null,
    )

    private constructor(watched: WatchedClock, budget: ULong, nanoseconds: ULong) : this(
        owned(watched) { userData ->
            handle { out, error ->
                dicechess_control_new_with_clock(
                    userData, readClock, dropUserData, budget, nanoseconds, out, error,
                )
            }
        },
        watched,
    )

    /** Stops the search, now or as soon as it begins. */
    fun cancel() = on { control -> checked { dicechess_control_cancel(control, it) } }

    /** Whether a search would have to stop now. */
    val isCancelled: Boolean
        get() {
            val cancelled = on { control ->
                int { out, error -> dicechess_control_is_cancelled(control, out, error) }
            }
            rethrow()
            return cancelled == 1
        }

    /** Units of work done so far: rolls expanded and positions handed to the evaluator. */
    val workUsed: ULong
        get() = on { control -> ulong { out, error -> dicechess_control_work_used(control, out, error) } }

    val stopReason: StopReason
        get() = on { control ->
            StopReason.entries[int { out, error -> dicechess_control_stop_reason(control, out, error) }]
        }

    /** Throws what the clock has thrown, once. */
    internal fun rethrow() {
        watched?.thrown?.exchange(null)?.let { throw it }
    }

    companion object {
        /** A control with the time of [clock], which is read here for the first time. */
        fun withClock(
            clock: Clock,
            budget: ULong = DICECHESS_NO_BUDGET,
            nanoseconds: ULong = DICECHESS_NO_DEADLINE,
        ): SearchControl {
            val control = SearchControl(WatchedClock(clock), budget, nanoseconds)
            try {
                control.rethrow()
            } catch (thrown: Throwable) {
                control.close()
                throw thrown
            }
            return control
        }
    }
}

/** A clock and what it has thrown first: a clock cannot fail in C. */
internal class WatchedClock(private val clock: Clock) {
    val thrown = AtomicReference<Throwable?>(null)

    fun read(): Long = try {
        clock.nanoseconds()
    } catch (failure: Throwable) {
        thrown.compareAndSet(null, failure)
        Long.MAX_VALUE
    }
}

private val readClock: dicechess_clock_callback = staticCFunction { userData ->
    userData!!.asStableRef<WatchedClock>().get().read()
}
