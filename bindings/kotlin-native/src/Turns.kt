package org.dicechess

import cnames.structs.dicechess_turns
import kotlinx.cinterop.*
import org.dicechess.c.*

/**
 * A list of turns that can be filled again and again and keeps its memory. Turns that take a king come first.
 * Thread-compatible; depends on no other handle.
 */
class Turns internal constructor(address: CPointer<dicechess_turns>) :
    Handle<dicechess_turns>(address, ::dicechess_turns_free) {

    constructor() : this(handle(::dicechess_turns_new))

    /**
     * Fills the list with all legal turns. Fails with `LIMIT` if there are more than [limit]; the list is then empty.
     */
    fun generate(state: GameState, limit: ULong = DICECHESS_NO_LIMIT) = on { turns ->
        state.on { address -> checked { dicechess_turns_generate(turns, address, limit, it) } }
    }

    /** Fills the list with one turn for each distinct state that legal turns lead to without taking a king. */
    fun generateDistinct(state: GameState, limit: ULong = DICECHESS_NO_LIMIT) = on { turns ->
        state.on { address -> checked { dicechess_turns_generate_distinct(turns, address, limit, it) } }
    }

    val size: Int
        get() = on { turns -> ulong { out, error -> dicechess_turns_count(turns, out, error) } }.toInt()

    /** How many of the turns take a king. They come first. */
    val kingCaptures: Int
        get() = on { turns ->
            ulong { out, error -> dicechess_turns_king_captures(turns, out, error) }
        }.toInt()

    /** Fails with `RANGE` for an index that is none. */
    operator fun get(index: Int): Turn = on { turns ->
        memScoped {
            val moves = allocArray<UShortVar>(3)
            val length = ulong { out, error ->
                dicechess_turns_get(turns, index.convert(), moves, out, error)
            }
            Turn.of(moves, length.toInt())
        }
    }

    /** The UCI texts of one turn with spaces between. */
    fun uci(index: Int): String = on { turns ->
        text(DICECHESS_TURN_MAX) { buffer, size, error ->
            dicechess_turns_to_uci(turns, index.convert(), buffer, size, null, error)
        }
    }

    /** Makes [state] what one turn leads to. */
    fun finalState(index: Int, state: GameState) = on { turns ->
        state.on { address -> checked { dicechess_turns_final_state(turns, index.convert(), address, it) } }
    }

    /** All turns and the keys of their final states in one call. */
    fun toArrays(): TurnArrays = on { turns ->
        memScoped {
            val count = size
            val moves = allocArray<UShortVar>(maxOf(3 * count, 1))
            val lengths = allocArray<UByteVar>(maxOf(count, 1))
            val keys = allocArray<ULongVar>(maxOf(count, 1))
            checked { dicechess_turns_fill(turns, moves, lengths, keys, count.convert(), null, it) }
            TurnArrays(
                UShortArray(3 * count) { moves[it] },
                UByteArray(count) { lengths[it] },
                ULongArray(count) { keys[it] },
            )
        }
    }

    /** The turns one after the other. */
    fun asSequence(): Sequence<Turn> = (0 until size).asSequence().map { this[it] }
}

/**
 * The turns of a list: three micro-moves for each, unused ones 0, how many they are, and the key of the final state.
 */
class TurnArrays internal constructor(val moves: UShortArray, val lengths: UByteArray, val keys: ULongArray)
