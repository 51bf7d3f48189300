package org.dicechess

import kotlinx.cinterop.*
import org.dicechess.c.*

/** How to estimate chances to win. 0 and null stand for the defaults of the C interface. */
data class MonteCarloOptions(
    /** The most rollouts. Default: 500. */
    val rollouts: Int = 0,
    /** The most turns of one rollout. Default: 1000. */
    val maxPlies: Int = 0,
    /** Rollouts before [targetError] may end the estimate. Default: 128. */
    val minRollouts: Int = 0,
    /** Ends the estimate as soon as its standard error is not above this, after two rollouts at the earliest. Default: never. */
    val targetError: Double = 0.0,
    val control: SearchControl? = null,
) {
    internal inline fun <Result> use(
        call: (CPointer<dicechess_monte_carlo_options>) -> Result,
    ): Result = memScoped {
        control.ifAny { limits ->
            val raw = struct<dicechess_monte_carlo_options>()
            raw.rollouts = rollouts.toUInt()
            raw.max_plies = maxPlies.toUInt()
            raw.min_rollouts = minRollouts.toUInt()
            raw.target_error = targetError
            raw.control = limits
            call(raw.ptr).also { control?.rethrow() }
        }
    }
}

/** What rollouts say about a game. The three chances add up to 1. */
data class WinEstimate(
    val rollouts: Int,
    val whiteWin: Double,
    val blackWin: Double,
    val undecided: Double,
    /** The standard error of [whiteWin]; infinite for one rollout. */
    val standardError: Double,
    /** How many times more rollouts it would take if each merely ended with a win or without. */
    val varianceReduction: Double,
)

/** A player's game clock at the start of a turn. Times are in nanoseconds; 0 stands for a default. */
data class GameClock(
    val remaining: ULong,
    /** Time added after each turn. */
    val increment: ULong = 0u,
    /** Turns until more time is added; 0: the time must last for the whole game. */
    val movesToGo: UInt = 0u,
    /** Time that is never spent. Default: 50 ms. */
    val safetyMargin: ULong = 0u,
    /** How many turns the time must last for without [movesToGo]. Default: 30. */
    val expectedTurns: ULong = 0u,
) {
    /** The time to spend on one turn, for a [SearchControl]. */
    fun timeForTurn(): ULong = memScoped {
        val raw = struct<dicechess_game_clock>()
        raw.moves_to_go = movesToGo
        raw.remaining = remaining
        raw.increment = increment
        raw.safety_margin = safetyMargin
        raw.expected_turns = expectedTurns
        ulong { out, error -> dicechess_time_for_turn(raw.ptr, out, error) }
    }
}

/**
 * The exact value of the position before its dice are rolled, when both sides play on for [plies] turns, 1 to 7.
 * [evaluator] scores the ends, material by default. Fails with `CANCELLED`, `DEADLINE` or `BUDGET` if [control] stops
 * it.
 */
fun GameState.chanceNodeValue(
    perspective: Color,
    plies: Int,
    evaluator: Evaluator? = null,
    bounds: UtilityBounds? = null,
    control: SearchControl? = null,
): Double = on { state ->
    evaluator.ifAny { scorer ->
        control.ifAny { limits ->
            memScoped {
                val scale = bounds?.let { alloc<dicechess_utility_bounds>().apply { set(it) }.ptr }
                double { out, error ->
                    dicechess_chance_node_value(
                        state, perspective.number, plies.toUInt(), scorer, scale, limits, out, error,
                    ).also { control?.rethrow() }
                }
            }
        }
    }
}
