package org.dicechess

import kotlinx.cinterop.*
import org.dicechess.c.*

/*
 * Objects on the far side of C: a callback gets them back as its first parameter.
 */

/** Lets a call have [value] as user data for its own length. */
internal inline fun <Result> lent(value: Any, call: (COpaquePointer) -> Result): Result {
    val reference = StableRef.create(value)
    try {
        return call(reference.asCPointer())
    } finally {
        reference.dispose()
    }
}

/**
 * Lets a call take [value] over as user data, to be given back through [dropUserData]. If the call fails, it has
 * taken nothing.
 */
internal inline fun <Result> owned(value: Any, call: (COpaquePointer) -> Result): Result {
    val reference = StableRef.create(value)
    try {
        return call(reference.asCPointer())
    } catch (thrown: Throwable) {
        reference.dispose()
        throw thrown
    }
}

/** Gives user data back. */
internal val dropUserData: dicechess_drop_callback = staticCFunction { userData ->
    userData!!.asStableRef<Any>().dispose()
}
