package org.dicechess.kotlin

import org.dicechess.Bound
import org.dicechess.Color
import org.dicechess.DiceChessException
import org.dicechess.Evaluator
import org.dicechess.GameState
import org.dicechess.Search
import org.dicechess.SearchControl
import org.dicechess.SearchOptions
import org.dicechess.SearchReport
import org.dicechess.StopReason
import org.dicechess.Turn
import org.dicechess.UtilityBounds

/** How a search for the best turn has ended. Every outcome has a turn to play. */
public sealed interface SearchOutcome {
    /** All figures of the search. */
    public val report: SearchReport

    /** The turn to play. */
    public val turn: Turn get() = report.turn

    /** A turn takes a king and so wins; nothing was searched. */
    public data class KingCapture(override val report: SearchReport) : SearchOutcome

    /** There is no legal turn: the turn must be passed. */
    public data class Pass(override val report: SearchReport) : SearchOutcome

    /** The search went as far as it was asked to. */
    public data class Complete(override val report: SearchReport) : SearchOutcome {
        /** What the turn is worth to the side that plays it, in centipawns. */
        val value: Double get() = report.value
    }

    /** The control stopped the search. The turn is the best that was found until then. */
    public data class Interrupted(override val report: SearchReport) : SearchOutcome {
        /** What stopped it. */
        val reason: StopReason get() = report.stopReason

        /** What the turn is worth, as far as it was searched; null if it is merely the first of the candidates. */
        val value: Double? get() = report.value.takeIf { report.bound == Bound.EXACT }
    }
}

/** Which outcome the report tells of. */
public val SearchReport.outcome: SearchOutcome
    get() = when {
        takesKing() -> SearchOutcome.KingCapture(this)
        turn.isPass -> SearchOutcome.Pass(this)
        complete -> SearchOutcome.Complete(this)
        else -> SearchOutcome.Interrupted(this)
    }

/**
 * Finds the turn to play and keeps its thread until it has; [awaitBestTurn] does not. See [Search.bestTurn].
 *
 * @param state a state with its dice
 * @param options what to search with, and how far, but for what [change] sets
 */
public fun Search.findBestTurn(
    state: GameState,
    options: SearchOptions = SearchOptions.DEFAULT,
    change: SearchOptionsBuilder.() -> Unit = {},
): SearchOutcome = bestTurn(state, options.with(change)).outcome

/**
 * The exact value of this state before its dice are rolled, when both sides play on for [plies] turns; null if
 * [control] stopped it, for then nothing is known. See [Search.chanceNodeValue].
 *
 * @param perspective the side whose value it is
 * @param plies 1 to 7
 * @param evaluator scores the ends; null: material
 */
public fun GameState.chanceNodeValueOrNull(
    perspective: Color,
    plies: Int,
    control: SearchControl,
    evaluator: Evaluator? = null,
    bounds: UtilityBounds = UtilityBounds.DEFAULT,
): Double? =
    try {
        Search.chanceNodeValue(this, perspective, plies, evaluator, bounds, control)
    } catch (stopped: DiceChessException) {
        if (stopped.statusName !in setOf("CANCELLED", "DEADLINE", "BUDGET")) throw stopped
        null
    }
