package org.dicechess

import kotlinx.cinterop.*
import org.dicechess.c.*

/**
 * With which rolls a king falls: bit n of [rolls] for the roll with number n, and how many of the 216 outcomes they
 * make up.
 */
data class KingRisk(val rolls: ULong, val weight: Int)

/**
 * The probability that the next roll of the opponent of [defender] lets it take a king of [defender], were it to
 * move.
 */
fun GameState.kingCaptureProbability(defender: Color): Double = on { state ->
    double { out, error -> dicechess_king_capture_probability(state, defender.number, out, error) }
}

/** Which rolls those are. */
fun GameState.kingCaptureRolls(defender: Color): KingRisk = on { state ->
    memScoped {
        val weight = alloc<UIntVar>()
        val rolls = ulong { out, error ->
            dicechess_king_capture_rolls(state, defender.number, out, weight.ptr, error)
        }
        KingRisk(rolls, weight.value.toInt())
    }
}
