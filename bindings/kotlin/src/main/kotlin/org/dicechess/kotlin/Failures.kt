package org.dicechess.kotlin

import org.dicechess.DiceChessException
import org.dicechess.Fault

/*
 * What the library refuses is a DiceChessException; functions that end in OrNull give null instead, and `attempt`
 * gives a Result.
 */

/**
 * The result of [block], or what the library refused. Unlike [runCatching] it lets all else pass: what an evaluator has
 * thrown, cancellation, the misuse of a handle.
 */
public inline fun <R> attempt(block: () -> R): Result<R> =
    try {
        Result.success(block())
    } catch (refused: DiceChessException) {
        Result.failure(refused)
    }

/** What went wrong, as a word such as `DFEN`, `ILLEGAL` or `MEMORY`. */
public val DiceChessException.statusName: String get() = statusName()

/**
 * The number of the field of a DFEN, or of the micro-move of a turn, that is at fault; null for other failures, of
 * which C numbers the parameters.
 */
public val DiceChessException.field: Int?
    get() = this.field().takeIf { it >= 0 && (statusName == "DFEN" || statusName == "ILLEGAL") }

/** The index in a text or an array; null if there is none. */
public val DiceChessException.offset: Long? get() = offset().takeIf { it >= 0 }

/** The faults of a position that was refused; empty if something else was. */
public val DiceChessException.faults: Set<Fault>
    get() = if (statusName == "POSITION") Fault.of(detail()) else emptySet()
