package org.dicechess.kotlin

import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.job
import kotlinx.coroutines.withContext
import org.dicechess.GameState
import org.dicechess.MonteCarloOptions
import org.dicechess.Search
import org.dicechess.SearchControl
import org.dicechess.SearchOptions
import org.dicechess.WinEstimate

private val searchDispatcher by lazy {
    Search.newExecutor(Runtime.getRuntime().availableProcessors()).asCoroutineDispatcher()
}

/**
 * Platform threads for searches, as many as there are processors. A search keeps its thread until it ends, so that
 * [Dispatchers.Default] would have none left for others.
 */
public val Dispatchers.Search: CoroutineDispatcher get() = searchDispatcher

/**
 * Finds the turn to play on a thread of [dispatcher] and leaves the caller's to others meanwhile. See [findBestTurn].
 *
 * If the coroutine is cancelled, the search is stopped as by [SearchControl.cancel], and this throws the cancellation
 * once the search has ended: then no handle is in use any more. To stop a search and still have its best turn, cancel
 * its control instead of the coroutine. A control among [options] must stay open until this returns.
 *
 * What an evaluator or listener throws arrives as the same object.
 */
public suspend fun Search.awaitBestTurn(
    state: GameState,
    options: SearchOptions = SearchOptions.DEFAULT,
    dispatcher: CoroutineDispatcher = Dispatchers.Search,
    change: SearchOptionsBuilder.() -> Unit = {},
): SearchOutcome {
    val changed = options.with(change)
    return cancellable(changed.control, dispatcher) { bestTurn(state, changed.withControl(it)).outcome }
}

/** Estimates each side's chance to win, see [Search.estimateWin], in the manner of [awaitBestTurn]. */
public suspend fun Search.awaitWinEstimate(
    state: GameState,
    options: MonteCarloOptions = MonteCarloOptions.DEFAULT,
    dispatcher: CoroutineDispatcher = Dispatchers.Search,
): WinEstimate = cancellable(options.control, dispatcher) { estimateWin(state, options.withControl(it)) }

/** Runs [call] on [dispatcher] under [control], or one of its own, which is cancelled when this coroutine is. */
private suspend fun <R> cancellable(
    control: SearchControl?,
    dispatcher: CoroutineDispatcher,
    call: (SearchControl) -> R,
): R {
    if (control == null) return SearchControl().use { cancellable(it, dispatcher, call) }
    // As a Result, since coroutines would throw a copy of an exception that changes threads.
    val result = coroutineScope {
        // A child without a body ends in the very call that cancels its parent, whatever threads are busy.
        val running = Job(coroutineContext.job)
        running.invokeOnCompletion { cancelled -> if (cancelled != null) control.cancel() }
        try {
            withContext(dispatcher) { runCatching { call(control) } }
        } finally {
            running.complete()
        }
    }
    return result.getOrThrow()
}
