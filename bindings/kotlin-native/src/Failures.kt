package org.dicechess

import kotlin.concurrent.atomics.*

/**
 * What callbacks have thrown, on its way to the call that ran them.
 *
 * No exception may cross C: a callback keeps it here and returns its number, the library stops and hands the number
 * on in the error, and the call takes the exception out again. If callbacks fail on several threads of one search at
 * once, the library hands on one of the numbers; the other exceptions stay until as many as there are places have
 * followed them.
 */
internal object Failures {
    private class Failure(val number: Int, val thrown: Throwable)

    private const val PLACES = 1024
    private const val NUMBERS = 1 shl 30
    private val places = AtomicArray<Failure?>(PLACES) { null }
    private val count = AtomicInt(0)

    /** Keeps an exception; its number, never 0. */
    fun keep(thrown: Throwable): Int {
        val number = (count.fetchAndAdd(1) and NUMBERS - 1) + 1
        places.storeAt(number % PLACES, Failure(number, thrown))
        return number
    }

    /** Gives an exception back, once. */
    fun take(number: Int): Throwable? {
        if (number !in 1..NUMBERS) return null
        val place = number % PLACES
        val failure = places.loadAt(place)
        if (failure?.number != number || !places.compareAndSetAt(place, failure, null)) return null
        return failure.thrown
    }
}

/** The body of a callback: 0, or the number of what it throws. */
internal inline fun guarded(body: () -> Unit): Int =
    try {
        body()
        0
    } catch (thrown: Throwable) {
        Failures.keep(thrown)
    }
