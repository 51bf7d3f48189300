package org.dicechess.kotlin

import org.dicechess.DiceChessException
import org.dicechess.GameState
import org.dicechess.Turn
import org.dicechess.Turns

/*
 * Legal turns. A list of them, Turns, is a handle: sequences over it are read from it turn by turn and end with it.
 */

/** How many turns there are. */
public val Turns.size: Int get() = size()

/** The numbers of the turns. */
public val Turns.indices: IntRange get() = 0 until size

/** How many of the turns take a king. They come first. */
public val Turns.kingCaptures: Int get() = kingCaptures()

/**
 * A new list of the legal turns; the caller closes it.
 *
 * @param distinct whether to list one turn for each distinct state that turns lead to, without those that take a king
 * @param limit the most that are wanted; null for any number
 * @throws DiceChessException LIMIT if there are more; MEMORY
 */
public fun GameState.turns(distinct: Boolean = false, limit: Long? = null): Turns {
    val turns = Turns()
    try {
        if (distinct) turns.generateDistinct(this, limit ?: -1) else turns.generate(this, limit ?: -1)
    } catch (failure: Throwable) {
        turns.close()
        throw failure
    }
    return turns
}

/**
 * Lends [block] the legal turns; empty if the turn must be passed. Turns are made one by one as they are asked for, as
 * often as one likes, but only within [block]: then the list is closed, and the sequence throws
 * [IllegalStateException]. A list that outlives it is `it.toList()`, or [GameState.legalTurns].
 */
public inline fun <R> GameState.useTurns(block: (Sequence<Turn>) -> R): R =
    turns().use { turns -> block(turns.asSequence()) }

/**
 * The states that the turns lead to, in order. All of them are the one object [into], which the caller owns: each is
 * there until the next is asked for. The sequence ends with the list.
 */
public fun Turns.finalStates(into: GameState): Sequence<GameState> =
    indices.asSequence().map { index -> into.also { finalState(index, it) } }
