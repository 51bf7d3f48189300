package org.dicechess.bot

import java.util.concurrent.atomic.AtomicReference
import kotlin.time.Duration
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Job
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.async
import kotlinx.coroutines.cancel
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import org.dicechess.GameState
import org.dicechess.Search
import org.dicechess.SearchOptions
import org.dicechess.TranspositionTable
import org.dicechess.kotlin.SearchOutcome
import org.dicechess.kotlin.awaitBestTurn
import org.dicechess.kotlin.searchControl
import org.dicechess.kotlin.with

/** One game: a search and a table of its own, used for one turn at a time. */
internal class Game(
    bot: Job,
    private val threads: CoroutineDispatcher,
    options: SearchOptions,
) : AutoCloseable {
    private val search = Search(0)
    private val known = TranspositionTable(TABLE_ENTRIES)
    private val options = options.with { table = known }
    private val scope = CoroutineScope(SupervisorJob(bot))
    private val alone = Mutex()
    private val latest = AtomicReference<Deferred<SearchOutcome>>()

    /** Whether no turn is being searched. */
    val isIdle: Boolean get() = latest.get()?.isActive != true

    /**
     * Searches for [time]. A game has one position at a time, so a new question takes the place of one that still
     * waits for its answer, as when the platform asks again after a broken connection: that one is cancelled.
     */
    fun findTurn(state: GameState, time: Duration): Deferred<SearchOutcome> {
        val turn = scope.async {
            // The time runs from here on, also while the search before this one ends.
            searchControl(time = time).use { limit ->
                alone.withLock { search.awaitBestTurn(state, options, threads) { control = limit } }
            }
        }
        latest.getAndSet(turn)?.cancel()
        return turn
    }

    /** Stops the search, whose question is then not answered with a turn; whether there was one. */
    fun cancel(): Boolean {
        val turn = latest.get()
        if (turn == null || !turn.isActive) return false
        turn.cancel()
        return true
    }

    /** Ends the game. What a search still uses is freed when that has ended. */
    override fun close() {
        scope.cancel()
        search.close()
        known.close()
    }

    private companion object {
        /** 2 MiB. */
        const val TABLE_ENTRIES = 1L shl 16
    }
}
