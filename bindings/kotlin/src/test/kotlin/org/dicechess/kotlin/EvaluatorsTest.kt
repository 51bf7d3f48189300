package org.dicechess.kotlin

import org.dicechess.CastlingRight
import org.dicechess.Color
import org.dicechess.Evaluator
import org.dicechess.Search
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Assertions.fail
import org.junit.jupiter.api.Test

/** Evaluators of one's own. */
class EvaluatorsTest {
    @Test
    fun `material by hand is what is recorded`() {
        val worth = mapOf('P' to 100, 'N' to 300, 'B' to 300, 'R' to 500, 'Q' to 900, 'K' to 10000)
        val single = evaluator(ignoresClocks = true) { state, perspective ->
            (0 until 64).mapNotNull { state[it] }.sumOf { man ->
                val value = worth.getValue(man.type.letter())
                if (man.color == perspective) value else -value
            }
        }
        val batch = batchEvaluator(ignoresClocks = true) { states, perspective ->
            for (index in states.indices) states[index] = states[index].material(perspective)
        }
        single.use {
            batch.use {
                for (line in recorded("positions_public.jsonl")) {
                    line["dfen"].asString.toGameState().use { state ->
                        for (color in Color.entries) {
                            val material = line["evals"]["material"].asJsonArray[color.ordinal].asInt
                            assertEquals(material, single.evaluate(state, color))
                            val scores = batch.evaluate(listOf(state, state), color)
                            assertEquals(listOf(material, material), scores.toList())
                        }
                    }
                }
            }
        }
    }

    @Test
    fun `a view has the fields of its state`() {
        val text = "r3k2r/8/8/2pPp3/8/8/8/4K3 w k c6 7 12"
        var seen = false
        val evaluator = evaluator { view, _ ->
            text.toGameState().use { state ->
                assertEquals(state.key, view.key)
                assertEquals(state.sideToMove, view.sideToMove)
                assertEquals(state.enPassant, view.enPassant)
                assertEquals(state.halfMoveClock, view.halfMoveClock)
                assertEquals(state.fullMoveNumber, view.fullMoveNumber)
                assertEquals(state.castlingRights, CastlingRight.entries.filter { it in view }.toSet())
                assertEquals((0 until 64).map { state[it] }, (0 until 64).map { view[it] })
            }
            seen = true
            5
        }
        val score = evaluator.use { text.toGameState().use { state -> it.evaluate(state, Color.BLACK) } }
        assertEquals(5, score)
        assertTrue(seen)
    }

    @Test
    fun `what an evaluator throws arrives as the same object`() {
        for (thrown in THROWN) {
            evaluator { _, _ -> throw thrown }.use { assertSame(thrown, thrownBySearch(it)) }
            batchEvaluator { _, _ -> throw thrown }.use { assertSame(thrown, thrownBySearch(it)) }
        }
    }

    private fun thrownBySearch(own: Evaluator): Throwable = BISHOP.toGameState().use { state ->
        Search(0).use { search ->
            try {
                fail("found " + search.findBestTurn(state) { evaluator = own })
            } catch (thrown: Throwable) {
                thrown
            }
        }
    }
}
