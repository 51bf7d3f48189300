package org.dicechess.kotlin

import org.dicechess.BatchEvaluator
import org.dicechess.CastlingRight
import org.dicechess.Color
import org.dicechess.Evaluator
import org.dicechess.EvaluatorProperty
import org.dicechess.Piece
import org.dicechess.StateBatch
import org.dicechess.StateEvaluator
import org.dicechess.StateView

/*
 * Evaluators of one's own. What they throw arrives as the same object at whoever called.
 */

/** Scores one state after another. It must be pure. */
public fun interface StateScore : StateEvaluator {
    /**
     * Scores a state: centipawns, positive where [state] is good for [perspective], whoever is to move. [state] can be
     * read until this returns.
     */
    override fun evaluate(state: StateView, perspective: Color): Int
}

/** Scores many states in one call, for evaluators that are faster so. It must be pure. */
public fun interface BatchScore : BatchEvaluator {
    /**
     * Sets the score of each of [states] for [perspective], `states[index] = score`. They can be used until this
     * returns.
     */
    override fun evaluate(states: StateBatch, perspective: Color)
}

/**
 * An evaluator that calls [score]; the caller closes it.
 *
 * @param ignoresClocks whether half-move clock and full-move number never change a score, so that a search may merge
 *     states that differ in nothing else
 * @param threadSafe whether several threads may call it at once, which a search on several threads needs
 */
public fun evaluator(
    ignoresClocks: Boolean = false,
    threadSafe: Boolean = false,
    score: StateScore,
): Evaluator = Evaluator.of(score, *properties(ignoresClocks, threadSafe))

/** An evaluator that calls [score] for up to 64 states at a time; the caller closes it. See [evaluator]. */
public fun batchEvaluator(
    ignoresClocks: Boolean = false,
    threadSafe: Boolean = false,
    score: BatchScore,
): Evaluator = Evaluator.ofBatch(score, *properties(ignoresClocks, threadSafe))

private fun properties(ignoresClocks: Boolean, threadSafe: Boolean): Array<EvaluatorProperty> =
    listOfNotNull(
        EvaluatorProperty.IGNORES_CLOCKS.takeIf { ignoresClocks },
        EvaluatorProperty.THREAD_SAFE.takeIf { threadSafe },
    ).toTypedArray()

/** How many states there are. */
public val StateBatch.size: Int get() = size()

/** The numbers of the states. */
public val StateBatch.indices: IntRange get() = 0 until size

/** Sets the score of a state. */
public operator fun StateBatch.set(index: Int, score: Int): Unit = setScore(index, score)

/** Who is to move. */
public val StateView.sideToMove: Color get() = sideToMove()

/** The en-passant targets of both sides, as a bitboard. */
public val StateView.enPassant: Long get() = enPassant()

/** Micro-moves since the last capture or pawn move, 0 to 127, where it stops counting. */
public val StateView.halfMoveClock: Int get() = halfMoveClock()

/** The number of the current full move, from 1 on. */
public val StateView.fullMoveNumber: Int get() = fullMoveNumber()

/** The Zobrist key. */
public val StateView.key: Long get() = key()

/** The man on a square, 0 (a1) to 63 (h8); null if it is empty. */
public operator fun StateView.get(square: Int): Piece? = pieceAt(square)

/** Whether a side still has a right to castle, whether or not the board allows it. */
public operator fun StateView.contains(right: CastlingRight): Boolean = has(right)
