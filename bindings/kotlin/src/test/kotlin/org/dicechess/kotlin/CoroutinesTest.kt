package org.dicechess.kotlin

import java.util.concurrent.atomic.AtomicBoolean
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.cancel
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import org.dicechess.GameState
import org.dicechess.MonteCarloOptions
import org.dicechess.Search
import org.dicechess.StopReason
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Assertions.fail
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout

/** Searches in coroutines. */
@Timeout(60)
class CoroutinesTest {
    /** Runs [test] with the options of a search that lasts for hours. Its first leaf completes [started]. */
    private fun withEndlessSearch(
        started: CompletableDeferred<Thread>,
        test: suspend (Search, GameState, SearchOptionsBuilder.() -> Unit) -> Unit,
    ) {
        val endless = evaluator { state, perspective ->
            started.complete(Thread.currentThread())
            state.material(perspective)
        }
        endless.use {
            Search(0).use { search ->
                "$INITIAL PNB".toGameState().use { state ->
                    runBlocking {
                        test(search, state) {
                            depth = 8
                            candidateLimit = null
                            evaluator = endless
                        }
                    }
                }
            }
        }
    }

    private fun bishop(): SearchOutcome =
        runBlocking { Search(0).use { search -> BISHOP.toGameState().use { search.awaitBestTurn(it) } } }

    @Test
    fun `a search in a coroutine finds what another one finds`() {
        val outcome = bishop() as SearchOutcome.Complete
        assertEquals("e1d1", outcome.turn.uci)
        assertEquals(-207, outcome.report.score)
    }

    @Test
    fun `it runs on a platform thread of its own`() {
        val started = CompletableDeferred<Thread>()
        withEndlessSearch(started) { search, state, endless ->
            searchControl(budget = 1000).use { limited ->
                val outcome = search.awaitBestTurn(state) {
                    endless()
                    control = limited
                }
                assertEquals(StopReason.BUDGET, (outcome as SearchOutcome.Interrupted).reason)
                assertEquals(1000, limited.workUsed)
            }
            // Coroutines that are debugged add their own name.
            assertTrue(started.await().name.startsWith("dicechess-search"))
            assertTrue(started.await().isDaemon)
        }
    }

    @Test
    fun `cancelling the coroutine ends the search first`() {
        val started = CompletableDeferred<Thread>()
        withEndlessSearch(started) { search, state, endless ->
            runBlocking {
                val waiting = launch { search.awaitBestTurn(state, change = endless) }
                started.await()
                waiting.cancelAndJoin()
                assertTrue(waiting.isCancelled)
            }
            // Nothing is in use any more, and the search can be used again.
            state.endTurn()
            BISHOP.toGameState().use { assertEquals("e1d1", search.awaitBestTurn(it).turn.uci) }
        }
    }

    @Test
    fun `cancelling reaches the search while all other threads are busy`() {
        val started = CompletableDeferred<Thread>()
        withEndlessSearch(started) { search, state, endless ->
            searchControl().use { watched ->
                runBlocking {
                    val waiting = launch(start = CoroutineStart.UNDISPATCHED) {
                        search.awaitBestTurn(state) {
                            endless()
                            control = watched
                        }
                    }
                    started.await()
                    waiting.cancel()
                    // This thread, the only one of runBlocking, has not been given back.
                    assertTrue(watched.isCancelled)
                }
            }
        }
    }

    @Test
    fun `cancelling the control still gives a turn`() {
        val started = CompletableDeferred<Thread>()
        withEndlessSearch(started) { search, state, endless ->
            searchControl().use { stopped ->
                runBlocking {
                    val found = async {
                        search.awaitBestTurn(state) {
                            endless()
                            control = stopped
                        }
                    }
                    started.await()
                    stopped.cancel()
                    val outcome = found.await() as SearchOutcome.Interrupted
                    assertEquals(StopReason.CANCELLED, outcome.reason)
                    state.playTurn(outcome.turn)
                }
            }
        }
    }

    @Test
    fun `a control that was not needed is left alone`() {
        Search(0).use { search ->
            BISHOP.toGameState().use { state ->
                searchControl().use { spare ->
                    runBlocking { search.awaitBestTurn(state) { control = spare } }
                    assertEquals(StopReason.NONE, spare.stopReason)
                }
            }
        }
    }

    @Test
    fun `a coroutine that is already cancelled never searches`() {
        val searched = AtomicBoolean()
        evaluator { _, _ -> 0.also { searched.set(true) } }.use { own ->
            Search(0).use { search ->
                BISHOP.toGameState().use { state ->
                    runBlocking {
                        val waiting = launch(start = CoroutineStart.UNDISPATCHED) {
                            coroutineContext.cancel()
                            search.awaitBestTurn(state) { evaluator = own }
                        }
                        waiting.join()
                        assertTrue(waiting.isCancelled)
                    }
                }
            }
        }
        assertEquals(false, searched.get())
    }

    @Test
    fun `what an evaluator throws crosses threads as the same object`() {
        for (thrown in THROWN) {
            evaluator { _, _ -> throw thrown }.use { failing ->
                Search(0).use { search ->
                    BISHOP.toGameState().use { state ->
                        val caught = try {
                            val outcome = runBlocking { search.awaitBestTurn(state) { evaluator = failing } }
                            fail("found $outcome")
                        } catch (caught: Throwable) {
                            caught
                        }
                        assertSame(thrown, caught)
                    }
                }
            }
        }
    }

    @Test
    fun `many searches at once`() {
        val turns = runBlocking(Dispatchers.Default) { List(40) { async { bishop().turn.uci } }.awaitAll() }
        assertEquals(List(40) { "e1d1" }, turns)
    }

    @Test
    fun `chances to win`() {
        Search(7).use { search ->
            BISHOP.toGameState().use { state ->
                val expected = search.estimateWin(state, MonteCarloOptions.rollouts(50))
                Search(7).use { twin ->
                    val options = MonteCarloOptions.rollouts(50)
                    assertEquals(expected, runBlocking { twin.awaitWinEstimate(state, options) })
                }
            }
        }
    }
}
