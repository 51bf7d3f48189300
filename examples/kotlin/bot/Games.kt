package org.dicechess.bot

import java.util.concurrent.Semaphore
import org.dicechess.Evaluator
import org.dicechess.GameState
import org.dicechess.SearchReport
import org.dicechess.kotlin.searchOptions

/** How many searches may run at once; they share the processors evenly. */
private const val MOST_SEARCHES = 64
private const val MOST_GAMES = 128
private const val DEEPEST = 8

/** All games by name. A game that has not been heard of for longest makes room for a new one. */
internal class Games {
    private val options = searchOptions {
        depth = DEEPEST
        iterative = true
        evaluator = Evaluator.standard()
    }
    private val searches = Semaphore(MOST_SEARCHES)

    /** The one that was not heard of for longest comes first. */
    private val games = LinkedHashMap<String, Game>(16, 0.75f, true)

    /** Finds a turn; see [Game.bestTurn]. */
    fun bestTurn(name: String, state: GameState, deadline: Long): SearchReport {
        if (!searches.tryAcquire()) {
            throw Refusal(503, "FULL", "path", "there are $MOST_SEARCHES searches at the moment")
        }
        try {
            return game(name).bestTurn(state, options, deadline)
        } finally {
            searches.release()
        }
    }

    @Synchronized
    private fun game(name: String): Game = games[name] ?: run {
        if (games.size == MOST_GAMES) removeOldest()
        Game().also { games[name] = it }
    }

    /** There are fewer searches than games, so one of them can go. */
    private fun removeOldest() {
        val (name, game) = games.entries.first { !it.value.isSearching() }
        games.remove(name)
        game.remove()
    }

    @Synchronized
    fun remove(name: String) {
        val game = games.remove(name) ?: throw Refusal(404, "GAME", "path", "there is no such game")
        game.remove()
    }
}
