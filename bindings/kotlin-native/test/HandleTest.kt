package org.dicechess

import kotlin.concurrent.atomics.AtomicInt
import kotlin.native.concurrent.*
import kotlin.test.*
import kotlinx.cinterop.*
import org.dicechess.c.*

@OptIn(ObsoleteWorkersApi::class)
class HandleTest {
    @Test
    fun closedHandlesRefuse() {
        val state = GameState()
        val evaluator = Evaluator.material()
        val store = ChunkStore.lossless()
        val calls: List<Pair<AutoCloseable, (AutoCloseable) -> Any?>> = listOf(
            state to { (it as GameState).dfen },
            Turns() to { (it as Turns).size },
            Rolls() to { (it as Rolls).outcomes() },
            evaluator to { (it as Evaluator).scoreTurns(Turns()) },
            EvaluationCache(evaluator) to { (it as EvaluationCache).hits },
            SearchControl() to { (it as SearchControl).cancel() },
            TranspositionTable(16) to { (it as TranspositionTable).bytes },
            Search(0) to { (it as Search).candidates() },
            store to { (it as ChunkStore).counts },
            PositionCache(0u) to { (it as PositionCache).clear() },
            Position(store = store) to { (it as Position).undo() },
        )
        for ((handle, call) in calls) {
            repeat(2) { handle.close() }
            val failure = assertFailsWith<IllegalStateException> { call(handle) }
            assertEquals("${handle::class.simpleName} is closed", failure.message)
        }
        assertFailsWith<IllegalStateException> { Position(state) }
        assertFailsWith<IllegalStateException> { EvaluationCache(evaluator) }
        GameState().use { other -> assertFailsWith<IllegalStateException> { other == state } }
    }

    @Test
    fun listsWithClosedHandles() {
        GameState().use { open ->
            val closed = GameState().apply { close() }
            Evaluator.material().use { evaluator ->
                assertFailsWith<IllegalStateException> {
                    evaluator.evaluate(listOf(open, closed, open), Color.WHITE)
                }
                // The others have been let go.
                assertContentEquals(intArrayOf(0, 0), evaluator.evaluate(listOf(open, open), Color.WHITE))
            }
        }
    }

    /**
     * Many threads read one state while its maker closes it: each call ends with the right value or says that the
     * handle is closed.
     */
    @Test
    fun closingWhileOthersCall() {
        val workers = List(3) { Worker.start() }
        repeat(50) {
            val state = GameState()
            val expected = state.key
            val started = AtomicInt(0)
            val calls = workers.map { worker ->
                val given = Triple(state, expected, started)
                worker.execute(TransferMode.SAFE, { given }) { (shared, key, calling) ->
                    var right = true
                    try {
                        while (true) {
                            right = right && shared.key == key
                            calling.store(1)
                        }
                    } catch (closed: IllegalStateException) {
                        right && closed.message == "GameState is closed"
                    }
                }
            }
            while (started.load() == 0) continue
            state.close()
            assertTrue(calls.all { it.result == true })
        }
        workers.forEach { it.requestTermination().result }
    }

    @Test
    fun manyHandles() {
        Evaluator.of({ state, _ -> state.material }).use { evaluator ->
            repeat(20000) {
                GameState().use { state ->
                    EvaluationCache(evaluator).use { cache ->
                        assertEquals(0, cache.evaluate(state, Color.WHITE))
                    }
                }
            }
        }
    }
}
