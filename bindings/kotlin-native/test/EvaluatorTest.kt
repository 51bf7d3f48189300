package org.dicechess

import kotlin.native.concurrent.*
import kotlin.test.*
import kotlinx.cinterop.*
import org.dicechess.c.*

class EvaluatorTest {
    private class Refused(message: String) : Exception(message)

    private fun numbered(number: Int) = GameState("4k3/8/8/8/8/8/8/4K3 w - - 0 $number")

    /** Scores a state by its full-move number, and counts. */
    private class Counting(val inner: (Snapshot) -> Int = { it.members.full_move_number }) : StateEvaluator {
        var calls = 0

        override fun evaluate(state: Snapshot, perspective: Color): Int {
            calls++
            return inner(state)
        }
    }

    @Test
    fun recordedScores() {
        val evaluators = listOf(
            "material" to Evaluator.material(),
            "standard" to Evaluator.standard(),
            "aggressive" to Evaluator.aggressive(),
        )
        for (line in data("positions_public.jsonl")) {
            GameState(line.json("dfen")).use { state ->
                for ((name, evaluator) in evaluators) {
                    assertEquals(
                        line.json(name).pair(), Color.entries.map { evaluator.evaluate(state, it) }, name,
                    )
                    assertEquals(
                        line.json(name).pair()[1], evaluator.evaluate(listOf(state), Color.BLACK).single(),
                    )
                }
            }
        }
        evaluators.forEach { it.second.close() }
        fails(DICECHESS_ERR_RANGE, 0) { Evaluator.builtIn(4) }
        fails(DICECHESS_ERR_RANGE, 0) { Evaluator.builtIn(0) }
    }

    @Test
    fun ownEvaluators() {
        val seen = mutableListOf<Color>()
        val noting = StateEvaluator { state, perspective ->
            seen += perspective
            state.material + perspective.ordinal
        }
        Evaluator.of(noting).use { evaluator ->
            GameState("4k3/8/8/8/8/8/P6P/4K3 w - - 0 1").use { state ->
                assertEquals(200, evaluator.evaluate(state, Color.WHITE))
                assertEquals(201, evaluator.evaluate(state, Color.BLACK))
            }
        }
        assertEquals(listOf(Color.WHITE, Color.BLACK), seen)
        val sizes = mutableListOf<Int>()
        val batch = BatchEvaluator { states, _, scores ->
            sizes += states.size
            for (i in 0 until states.size) scores[i] = 10 * states[i].members.full_move_number
        }
        Evaluator.ofBatch(batch).use { evaluator ->
            val states = List(3) { numbered(it + 1) }
            assertContentEquals(intArrayOf(10, 20, 30), evaluator.evaluate(states, Color.WHITE))
            assertContentEquals(intArrayOf(), evaluator.evaluate(emptyList(), Color.WHITE))
            assertEquals(listOf(3), sizes)
            states.forEach { it.close() }
        }
    }

    @Test
    fun exceptionsComeOutAsTheSameObject() {
        val thrown = listOf(Refused("not this one"), Error("an error"), IllegalStateException("state"))
        for (failure in thrown) {
            val single = Evaluator.of({ _, _ -> throw failure })
            val batch = Evaluator.ofBatch({ _, _, _ -> throw failure })
            for (evaluator in listOf(single, batch)) {
                numbered(1).use { state ->
                    assertSame(failure, assertFails { evaluator.evaluate(state, Color.WHITE) })
                    assertSame(failure, assertFails { evaluator.evaluate(listOf(state, state), Color.WHITE) })
                    assertSame(failure, assertFails { evaluator.scorePath(state, emptyList()) })
                    EvaluationCache(evaluator).use { cache ->
                        assertSame(failure, assertFails { cache.evaluate(state, Color.WHITE) })
                        assertEquals(0uL, cache.entryCount)
                        assertEquals(1uL, cache.evaluatorCalls)
                    }
                    state.dice = listOf(PieceType.KING)
                    Search(0).use { search ->
                        assertSame(failure, assertFails {
                            search.bestTurn(state, SearchOptions(evaluator = evaluator))
                        })
                        assertEquals(0, search.candidates().size)
                    }
                    assertSame(failure, assertFails { state.chanceNodeValue(Color.WHITE, 1, evaluator) })
                }
                evaluator.close()
            }
        }
    }

    @Test
    fun exceptionsComeThroughNestedCalls() {
        val failure = Refused("inner")
        Evaluator.of({ _, _ -> throw failure }).use { inner ->
            numbered(1).use { state ->
                Evaluator.of({ _, perspective -> inner.evaluate(state, perspective) }).use { outer ->
                    assertSame(failure, assertFails { outer.evaluate(state, Color.BLACK) })
                }
            }
        }
    }

    @Test
    fun manyExceptionsAreNotMixedUp() {
        var next = 0
        val failures = List(5000) { Refused("$it") }
        Evaluator.of({ _, _ -> throw failures[next++] }).use { evaluator ->
            numbered(1).use { state ->
                for (failure in failures) assertSame(failure, assertFails {
                    evaluator.evaluate(state, Color.WHITE)
                })
            }
        }
    }

    @Test
    fun caches() {
        val counting = Counting()
        val evaluator = Evaluator.of(counting)
        EvaluationCache(evaluator).use { cache ->
            // The cache keeps what it needs of the evaluator.
            evaluator.close()
            val states = listOf(4, 5, 4, 6).map { numbered(it) }
            assertContentEquals(intArrayOf(4, 5, 4, 6), cache.evaluate(states, Color.WHITE))
            assertEquals(listOf(3uL, 1uL, 3uL), with(cache) { listOf(evaluatorCalls, hits, entryCount) })
            assertEquals(5, cache.evaluate(states[1], Color.WHITE))
            assertEquals(3, counting.calls)
            assertTrue(cache.bytesUsed in 501uL..9999uL)
            states.forEach { it.close() }
        }
    }

    @Test
    fun cachesThatTheEvaluatorUses() {
        lateinit var cache: EvaluationCache
        val sum = Counting { state ->
            val number = state.members.full_move_number
            if (number == 1) 1 else numbered(number - 1).use { number + cache.evaluate(it, Color.WHITE) }
        }
        Evaluator.of(sum).use { evaluator ->
            cache = EvaluationCache(evaluator)
            cache.use {
                numbered(100).use { state -> assertEquals(5050, cache.evaluate(state, Color.WHITE)) }
            }
            assertEquals(100, sum.calls)
        }
    }

    @Test
    fun scores() = Turns().use { turns ->
        GameState("4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PP").use { state ->
            Evaluator.material().use { material ->
                EvaluationCache(material).use { cache ->
                    turns.generate(state)
                    // Twelve turns with eight different ends.
                    assertContentEquals(IntArray(12) { 200 }, cache.scoreTurns(turns))
                    assertContentEquals(IntArray(12) { 200 }, material.scoreTurns(turns))
                    for (turn in turns.asSequence()) {
                        assertEquals(200, material.scorePath(state, turn.moves))
                        assertEquals(200, cache.scorePath(state, turn.moves))
                    }
                    assertEquals(listOf(8uL, 16uL), with(cache) { listOf(evaluatorCalls, hits) })
                    fails(DICECHESS_ERR_ILLEGAL, 1) {
                        material.scorePath(state, listOf(turns[0].moves[0], move(0, 1)))
                    }
                    fails(DICECHESS_ERR_RANGE, 1) { material.scorePath(state, List(4) { move(8, 16) }) }
                    fails(DICECHESS_ERR_ILLEGAL, 0) { cache.scorePath(state, listOf(move(0, 1))) }
                    GameState("k7/8/8/8/8/8/8/R3K3 w - - 0 1 R").use {
                        assertEquals(
                            DICECHESS_TERMINAL_WIN_SCORE, material.scorePath(it, listOf(move(0, 56, 4))),
                        )
                    }
                }
            }
        }
    }

    @Test
    @OptIn(kotlin.native.runtime.NativeRuntimeApi::class, kotlin.experimental.ExperimentalNativeApi::class)
    fun evaluatorsAreGivenBack() {
        val reference = make()
        kotlin.native.runtime.GC.collect()
        assertNull(reference.get(), "the library still holds a closed evaluator")
    }

    /**
     * The evaluator lives while a cache needs it, closed or not. A function of its own, so that no variable keeps it
     * alive.
     */
    @OptIn(kotlin.native.runtime.NativeRuntimeApi::class, kotlin.experimental.ExperimentalNativeApi::class)
    private fun make(): kotlin.native.ref.WeakReference<Counting> {
        val cache = cacheOfCounting()
        kotlin.native.runtime.GC.collect()
        numbered(7).use { assertEquals(7, cache.first.evaluate(it, Color.WHITE)) }
        assertNotNull(cache.second.get())
        cache.first.close()
        return cache.second
    }

    @OptIn(kotlin.experimental.ExperimentalNativeApi::class)
    private fun cacheOfCounting(): Pair<EvaluationCache, kotlin.native.ref.WeakReference<Counting>> {
        val counting = Counting()
        return Evaluator.of(counting).use { EvaluationCache(it) } to kotlin.native.ref.WeakReference(counting)
    }

    @Test
    @OptIn(ObsoleteWorkersApi::class)
    fun cachesHaveOneOwner() {
        lateinit var cache: EvaluationCache
        val evaluator = Evaluator.of({ _, _ ->
            val worker = Worker.start()
            val refused = worker.execute(TransferMode.SAFE, { cache }) { shared ->
                GameState(KINGS).use { state ->
                    fails(DICECHESS_ERR_BUSY, 0) { shared.evaluate(state, Color.WHITE) }.statusName
                }
            }.result
            worker.requestTermination().result
            if (refused == "BUSY") 77 else 0
        })
        cache = EvaluationCache(evaluator)
        cache.use { numbered(1).use { state -> assertEquals(77, cache.evaluate(state, Color.WHITE)) } }
        evaluator.close()
    }
}
