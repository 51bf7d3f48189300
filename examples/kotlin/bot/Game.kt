package org.dicechess.bot

import kotlin.time.Duration.Companion.nanoseconds
import org.dicechess.GameState
import org.dicechess.Search
import org.dicechess.SearchControl
import org.dicechess.SearchOptions
import org.dicechess.SearchReport
import org.dicechess.TranspositionTable
import org.dicechess.kotlin.searchControl
import org.dicechess.kotlin.with

/** 1 MiB. */
private const val TABLE_CAPACITY = 1L shl 15

/** Far more than a search gets done in its time, unless the machine stands still. */
private const val MOST_WORK = 100_000_000L

/** One game: its table, its random numbers and the search that is running, if there is one. */
internal class Game {
    private val known = TranspositionTable(TABLE_CAPACITY)
    private val search = Search(0)

    /** Ends the search that is running; null if none is. */
    private var running: SearchControl? = null
    private var removed = false

    /** Finds a turn until a moment of [System.nanoTime]; if that has passed there is a turn all the same. */
    fun bestTurn(state: GameState, options: SearchOptions, deadline: Long): SearchReport {
        val limits = begin(deadline)
        val report = try {
            search.bestTurn(state, options.with { table = known; control = limits })
        } finally {
            end(limits)
        }
        requirePresent()
        return report
    }

    @Synchronized
    private fun begin(deadline: Long): SearchControl {
        requirePresent()
        if (running != null) throw Refusal(409, "BUSY", "path", "a turn of this game is being searched")
        return searchControl(MOST_WORK, (deadline - System.nanoTime()).nanoseconds).also { running = it }
    }

    @Synchronized
    private fun end(limits: SearchControl) {
        limits.close()
        running = null
        if (removed) free()
    }

    @Synchronized
    private fun requirePresent() {
        if (removed) throw Refusal(410, "REMOVED", "path", "the game was removed")
    }

    @Synchronized
    fun isSearching() = running != null

    /** Ends the game and its search. */
    @Synchronized
    fun remove() {
        removed = true
        running?.cancel() ?: free()
    }

    private fun free() {
        search.close()
        known.close()
    }
}
