package org.dicechess.kotlin

import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.toJavaDuration
import kotlin.time.toKotlinDuration
import org.dicechess.GameClock
import org.dicechess.SearchControl
import org.dicechess.StopReason
import org.dicechess.TimeManager

/*
 * Work, time and clocks, with null for no limit.
 */

/**
 * A new control for one search; the caller closes it.
 *
 * @param budget units of work; null for any amount
 * @param time from now on, at once over if it is not positive; null for any time
 */
public fun searchControl(budget: Long? = null, time: Duration? = null): SearchControl = SearchControl(
    budget ?: SearchControl.NO_BUDGET,
    time?.toJavaDuration() ?: SearchControl.NO_DEADLINE,
)

/** Units of work done so far. */
public val SearchControl.workUsed: Long get() = workUsed()

/** What has stopped the search. */
public val SearchControl.stopReason: StopReason get() = stopReason()

/**
 * A time manager.
 *
 * @param safetyMargin time that is never spent: transmission, and the end of the search
 * @param expectedTurns how many turns the time must last for if the clock does not say
 */
public fun timeManager(safetyMargin: Duration = 50.milliseconds, expectedTurns: Int = 30): TimeManager =
    TimeManager(safetyMargin.toJavaDuration(), expectedTurns)

/**
 * The time to spend on one turn.
 *
 * @param remaining time left
 * @param increment time added after each turn
 * @param movesToGo turns until more time is added, this one included; null: the time must last for the whole game
 */
public fun TimeManager.timeForTurn(
    remaining: Duration,
    increment: Duration = Duration.ZERO,
    movesToGo: Int? = null,
): Duration = timeForTurn(
    GameClock(remaining.toJavaDuration(), increment.toJavaDuration(), movesToGo ?: 0),
).toKotlinDuration()
