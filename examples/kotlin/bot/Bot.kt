package org.dicechess.bot

import kotlin.time.TimeMark
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.asCoroutineDispatcher
import org.dicechess.Evaluator
import org.dicechess.Fault
import org.dicechess.GameState
import org.dicechess.Search
import org.dicechess.TimeManager
import org.dicechess.kotlin.SearchOutcome
import org.dicechess.kotlin.dice
import org.dicechess.kotlin.faults
import org.dicechess.kotlin.searchOptions
import org.dicechess.kotlin.timeForTurn
import org.dicechess.kotlin.timeManager
import org.dicechess.kotlin.toGameState

/**
 * Plays any number of games at once and knows nothing of how questions reach it.
 *
 * @param evaluator scores positions; many threads use it at once; stays the caller's
 * @param maxDepth turns that a search looks ahead if its time allows, 2 to 8
 * @param maxGames games that are kept; beyond that, a new game takes the place of the one that was idle for longest
 * @param threads searches that run at once, further ones wait; more than there are processors, so that each search has
 *     its share of a time that all spend at once
 */
internal class Bot(
    evaluator: Evaluator,
    maxDepth: Int = 8,
    private val maxGames: Int = 1000,
    threads: Int = 64,
    private val timeManager: TimeManager = timeManager(),
) : AutoCloseable {
    private val job = SupervisorJob()
    private val executor = Search.newExecutor(threads)
    private val dispatcher = executor.asCoroutineDispatcher()
    private val options = searchOptions {
        this.evaluator = evaluator
        depth = maxDepth
        iterative = true
        cache = true
    }

    /** By their names, the one that was used last at the end; accessed under its own lock. */
    private val games = LinkedHashMap<String, Game>(16, 0.75f, true)

    /** Finds the turn to play in a game, in the time that the clock allows since the question has [arrived]. */
    suspend fun findTurn(name: String, request: TurnRequest, arrived: TimeMark): SearchOutcome =
        request.dfen.toGameState().use { state ->
            check(state)
            val time = timeManager.timeForTurn(request.remaining, request.increment, request.movesToGo)
            gameFor(name) { it.findTurn(state, time - arrived.elapsedNow()) }.await()
        }

    private fun check(state: GameState) {
        // In games, too, men step on squares that pawns have skipped.
        val faults = state.faults - Fault.TARGET_OCCUPIED
        if (faults.isNotEmpty()) throw Refusal(400, "POSITION", Fault.describe(faults), "dfen", faults)
        if (state.dice.isEmpty()) throw Refusal(400, "DICE", "the position has no dice", "dfen.dice")
    }

    /** Under the lock, so that a game is not thought idle before its search has begun. */
    private fun <R> gameFor(name: String, use: (Game) -> R): R = synchronized(games) {
        val game = games[name] ?: newGame().also { games[name] = it }
        use(game)
    }

    private fun newGame(): Game {
        if (games.size >= maxGames) {
            val (name, oldest) = games.entries.firstOrNull { it.value.isIdle }
                ?: throw Refusal(503, "BUSY", "all $maxGames games are being searched")
            games.remove(name)
            oldest.close()
        }
        return Game(job, dispatcher, options)
    }

    /** Stops the search of a game; whether there was one. */
    fun cancel(name: String): Boolean = synchronized(games) { games[name]?.cancel() == true }

    /** Ends a game and its search; whether there was one. */
    fun remove(name: String): Boolean {
        val game = synchronized(games) { games.remove(name) } ?: return false
        game.close()
        return true
    }

    /** Ends all games. */
    override fun close() {
        job.cancel()
        synchronized(games) {
            games.values.forEach(Game::close)
            games.clear()
        }
        executor.shutdown()
    }
}
