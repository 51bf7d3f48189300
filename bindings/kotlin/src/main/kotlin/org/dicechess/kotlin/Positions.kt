package org.dicechess.kotlin

import org.dicechess.Cell
import org.dicechess.Position
import org.dicechess.PositionExtent
import org.dicechess.PositionIdentity
import org.dicechess.Turn
import org.dicechess.Turns

/*
 * Positions with all that was played on them. What is said of them in Java holds here.
 */

/** Sizes and addresses. */
public val Position.extent: PositionExtent get() = extent()

/** Keys and identifiers of the head's place. */
public val Position.identity: PositionIdentity get() = identity()

/** All turns as text, those that were taken back included. */
public val Position.text: String get() = text()

/**
 * Lends [block] the legal turns of the state at the head, as [org.dicechess.GameState.useTurns] does; they stay as they
 * are while [block] plays on.
 */
public inline fun <R> Position.useTurns(block: (Sequence<Turn>) -> R): R = Turns().use { turns ->
    turns(turns)
    block(turns.asSequence())
}

/**
 * Runs [block], which may play on, and takes back what it has played, also if it throws. What was taken back before is
 * lost as soon as [block] plays.
 */
public inline fun <R> Position.explore(block: () -> R): R {
    val head = extent.head
    try {
        return block()
    } finally {
        unwindTo(head)
    }
}

/**
 * The cells from address [from] to address [to], without it; by default all that are left. They are read from the
 * position as they are asked for, some thousand at a time, and end with it.
 */
public fun Position.cellSequence(from: Long = extent.horizon, to: Long = extent.end): Sequence<Cell> =
    (from until to step CELLS_READ).asSequence().flatMap { at -> cells(at, minOf(at + CELLS_READ, to)) }

private const val CELLS_READ = 4096L
