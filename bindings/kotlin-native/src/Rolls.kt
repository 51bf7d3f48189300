package org.dicechess

import cnames.structs.dicechess_rolls
import kotlinx.cinterop.*
import org.dicechess.c.*

/** One of the 56 different rolls of three dice: ascending dice, and how many of the 216 outcomes it stands for. */
data class Roll(val dice: List<PieceType>, val weight: Int)

/** What can be done with a roll. All 0: it is a pass. */
data class RollOutcome(
    val takesKing: Boolean,
    /** The most dice that a turn spends. Each legal turn that takes no king spends that many. */
    val diceSpent: Int,
    /** Distinct states that the legal turns which take no king lead to. */
    val finals: Int,
)

/**
 * What a side can do with all 56 rolls, found at once. Can be filled again and again and keeps its memory.
 * Thread-compatible; depends on no other handle.
 */
class Rolls internal constructor(address: CPointer<dicechess_rolls>) :
    Handle<dicechess_rolls>(address, ::dicechess_rolls_free) {

    /** With every roll a pass. */
    constructor() : this(handle(::dicechess_rolls_new))

    /**
     * Fills it for the side to move, whatever its dice. Fails with `LIMIT` if there are more than [limit] end states
     * in all.
     */
    fun expand(state: GameState, limit: ULong = DICECHESS_NO_LIMIT) = on { rolls ->
        state.on { address -> checked { dicechess_rolls_expand(rolls, address, limit, it) } }
    }

    /** What can be done with each of the 56 rolls. */
    fun outcomes(): List<RollOutcome> = on { rolls ->
        memScoped {
            val takesKing = allocArray<UByteVar>(DICECHESS_ROLLS)
            val spent = allocArray<UByteVar>(DICECHESS_ROLLS)
            val finals = allocArray<ULongVar>(DICECHESS_ROLLS)
            checked { dicechess_rolls_outcomes(rolls, takesKing, spent, finals, it) }
            List(DICECHESS_ROLLS) { RollOutcome(takesKing[it] > 0u, spent[it].toInt(), finals[it].toInt()) }
        }
    }

    /** The keys of the distinct states that one roll leads to without taking a king. */
    fun keys(roll: Int): ULongArray = on { rolls ->
        elements<ULongVar, ULongArray>({ keys, capacity, required, error ->
            dicechess_rolls_keys(rolls, roll.convert(), keys, capacity, required, error)
        }) { keys, count -> ULongArray(count) { keys[it] } }
    }

    /** Makes [state] one of those states, in the order of [keys]. */
    fun finalState(roll: Int, index: Int, state: GameState) = on { rolls ->
        state.on { address ->
            checked { dicechess_rolls_final_state(rolls, roll.convert(), index.convert(), address, it) }
        }
    }

    companion object {
        /** The 56 rolls in the order of their numbers. */
        fun table(): List<Roll> = memScoped {
            val faces = allocArray<UByteVar>(3 * DICECHESS_ROLLS)
            val weights = allocArray<UByteVar>(DICECHESS_ROLLS)
            checked { dicechess_roll_table(faces, weights, it) }
            List(DICECHESS_ROLLS) { roll ->
                Roll(List(3) { PieceType.of(faces[3 * roll + it].toInt())!! }, weights[roll].toInt())
            }
        }
    }
}
