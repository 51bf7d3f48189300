package org.dicechess

import kotlin.concurrent.atomics.*
import kotlinx.cinterop.*

/**
 * Something of the native library's. Whoever makes it closes it, best with `use`; nothing else frees it.
 *
 * Handles may be closed in any order and from any thread: what another handle still needs stays alive inside, and
 * while calls run, the last of them frees it. Closing twice does nothing; calls after closing throw
 * [IllegalStateException].
 *
 * Which calls may overlap is said by each class in the words of docs/threading.md. A call that may not gets a
 * [DiceChessException] with the status `BUSY`; nothing ever waits.
 */
abstract class Handle<Opaque : CPointed> internal constructor(
    private val address: CPointer<Opaque>,
    private val free: (CPointer<Opaque>) -> Unit,
) : AutoCloseable {
    /** The number of calls that run, and [CLOSED] on top of it after closing. */
    private val uses = AtomicInt(0)

    internal fun enter(): CPointer<Opaque> {
        while (true) {
            val seen = uses.load()
            check(seen < CLOSED) { "${this::class.simpleName} is closed" }
            if (uses.compareAndSet(seen, seen + 1)) return address
        }
    }

    internal fun leave() {
        if (uses.addAndFetch(-1) == CLOSED) free(address)
    }

    final override fun close() {
        while (true) {
            val seen = uses.load()
            if (seen >= CLOSED) return
            if (uses.compareAndSet(seen, seen + CLOSED)) {
                if (seen == 0) free(address)
                return
            }
        }
    }

    private companion object {
        const val CLOSED = 1 shl 30
    }
}

/** Runs a call with the address of a handle, which stays alive until the call ends. */
internal inline fun <Opaque : CPointed, Result> Handle<Opaque>.on(
    call: (CPointer<Opaque>) -> Result,
): Result {
    val address = enter()
    try {
        return call(address)
    } finally {
        leave()
    }
}

/** The same with a handle that need not be given. */
internal inline fun <Opaque : CPointed, Result> Handle<Opaque>?.ifAny(
    call: (CPointer<Opaque>?) -> Result,
): Result {
    val address = this?.enter()
    try {
        return call(address)
    } finally {
        this?.leave()
    }
}

/** The same with many handles, as a C array. */
internal inline fun <Opaque : CPointed, Result> List<Handle<Opaque>>.onAll(
    call: (CPointer<CPointerVar<Opaque>>) -> Result,
): Result = memScoped {
    val addresses = allocArray<CPointerVar<Opaque>>(maxOf(size, 1))
    var entered = 0
    try {
        for (handle in this@onAll) addresses[entered] = handle.enter().also { entered++ }
        call(addresses)
    } finally {
        for (i in 0 until entered) this@onAll[i].leave()
    }
}
