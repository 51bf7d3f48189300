package org.dicechess

import kotlinx.cinterop.toKString
import org.dicechess.c.*

/**
 * A call that failed. Nothing was changed by it.
 *
 * What a callback throws comes out of the call that ran it as the same object, not as one of these.
 */
class DiceChessException internal constructor(
    /** One of the `DICECHESS_ERR_` numbers of the package `org.dicechess.c`. */
    val status: Int,
    /** The number of the DFEN field, of the micro-move, or of the C function's parameter at fault; -1 for none. */
    val field: Int,
    /** The byte of a text or struct, or the index in an array, at fault; -1 for none. */
    val offset: Long,
    /** `DICECHESS_FAULT_` bits if the position is at fault, otherwise 0. */
    val detail: Int,
    message: String,
) : RuntimeException(message) {
    /** The name of [status] without prefix, such as `ILLEGAL`. */
    val statusName: String get() = Library.statusName(status)
}

/** What the failed call has to throw. */
internal fun dicechess_error.toThrowable(): Throwable {
    val thrown =
        if (code == DICECHESS_ERR_CALLBACK || code == DICECHESS_ERR_TAPE_IO) Failures.take(detail) else null
    return thrown ?: DiceChessException(code, field, offset, detail, message.toKString())
}
