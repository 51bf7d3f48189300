package org.dicechess.bot

import java.util.concurrent.Semaphore
import org.dicechess.DiceChessException
import org.dicechess.Evaluator
import org.dicechess.GameState
import org.dicechess.SearchReport
import org.dicechess.kotlin.searchOptions
import org.dicechess.kotlin.statusName
import org.dicechess.kotlin.turns

/** How many searches may run at once; they share the processors evenly. */
private const val MOST_SEARCHES = 64
private const val MOST_GAMES = 128
private const val DEEPEST = 8

/** A list of more takes megabytes. Positions of games have rarely half as many. */
private const val MANY_TURNS = 50_000L

/** All games by name. A game that has not been heard of for longest makes room for a new one. */
internal class Games {
    private val options = searchOptions {
        depth = DEEPEST
        iterative = true
        evaluator = Evaluator.standard()
    }
    private val searches = Semaphore(MOST_SEARCHES)

    /** How many of them may be of a position with many turns. */
    private val largeSearches = Semaphore(1)

    /** The one that was not heard of for longest comes first. */
    private val games = LinkedHashMap<String, Game>(16, 0.75f, true)

    /** Finds a turn; see [Game.bestTurn]. */
    fun bestTurn(name: String, state: GameState, deadline: Long): SearchReport =
        withPermit(searches, "there are $MOST_SEARCHES searches at the moment") {
            if (hasManyTurns(state)) {
                withPermit(largeSearches, "a position with so many turns is being searched") {
                    game(name).bestTurn(state, options, deadline)
                }
            } else {
                game(name).bestTurn(state, options, deadline)
            }
        }

    private fun hasManyTurns(state: GameState): Boolean = try {
        state.turns(limit = MANY_TURNS).use { false }
    } catch (refused: DiceChessException) {
        if (refused.statusName != "LIMIT") throw refused
        true
    }

    /** What a search finds while it has one of some permits, which it does not wait for. */
    private inline fun withPermit(permits: Semaphore, otherwise: String, search: () -> SearchReport): SearchReport {
        if (!permits.tryAcquire()) throw Refusal(503, "FULL", "path", otherwise)
        try {
            return search()
        } finally {
            permits.release()
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
