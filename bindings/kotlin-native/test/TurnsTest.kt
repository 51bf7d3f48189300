package org.dicechess

import kotlin.test.*
import org.dicechess.c.*

class TurnsTest {
    private val twoPawns = "4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PP"

    @Test
    fun recordedTurns() = Turns().use { turns ->
        for (line in data("positions_public.jsonl")) {
            GameState(line.json("dfen")).use { state ->
                turns.generate(state)
                assertEquals(line.json("turns").toInt(), turns.size)
                assertEquals(line.json("king_captures").toInt(), turns.kingCaptures)
                turns.generateDistinct(state)
                assertEquals(line.json("finals").toInt(), turns.size)
                assertEquals(0, turns.kingCaptures)
            }
        }
    }

    @Test
    fun elements() = Turns().use { turns ->
        GameState(twoPawns).use { state ->
            assertEquals(0, turns.size)
            turns.generate(state)
            assertEquals(12, turns.size)
            val texts = turns.asSequence().map { it.uci() }.toList()
            assertEquals(12, texts.toSet().size)
            val arrays = turns.toArrays()
            val expected = texts.indices.map { turns[it].moves.map { move -> move.bits } }
            assertEquals(expected, List(12) { turn ->
                List(arrays.lengths[turn].toInt()) { arrays.moves[3 * turn + it] }
            })
            GameState().use { final ->
                for ((i, text) in texts.withIndex()) {
                    assertEquals(text, turns.uci(i))
                    turns.finalState(i, final)
                    assertEquals(final.key, arrays.keys[i])
                    state.copy().use { played ->
                        played.playTurn(text)
                        assertEquals(played, final)
                    }
                }
                for (index in listOf(12, -1)) {
                    fails(DICECHESS_ERR_RANGE, 1) { turns[index] }
                    fails(DICECHESS_ERR_RANGE, 1) { turns.uci(index) }
                    fails(DICECHESS_ERR_RANGE, 1) { turns.finalState(index, final) }
                }
            }
            fails(DICECHESS_ERR_LIMIT, 2) { turns.generate(state, 11u) }
            assertEquals(0, turns.size)
            assertEquals(0, turns.toArrays().keys.size)
            fails(DICECHESS_ERR_LIMIT, 2) { turns.generateDistinct(state, 7u) }
            turns.generateDistinct(state, 8u)
            assertEquals(8, turns.size)
        }
    }

    @Test
    fun rolls() = Rolls().use { rolls ->
        val table = Rolls.table()
        assertEquals(56, table.size)
        assertEquals(216, table.sumOf { it.weight })
        assertEquals(Roll(List(3) { PieceType.PAWN }, 1), table[0])
        assertEquals(Roll(listOf(PieceType.PAWN, PieceType.PAWN, PieceType.KNIGHT), 3), table[1])
        assertEquals(Roll(List(3) { PieceType.KING }, 1), table[55])
        assertEquals(List(56) { RollOutcome(false, 0, 0) }, rolls.outcomes())
        assertEquals(0, rolls.keys(0).size)
        val initial = data("positions_public.jsonl").filter { it.json("note") == "initial, all 56 rolls" }
        assertEquals(56, initial.size)
        GameState().use { state ->
            rolls.expand(state)
            val outcomes = rolls.outcomes()
            for ((roll, line) in initial.withIndex()) {
                assertEquals(line.json("finals").toInt(), outcomes[roll].finals)
                assertEquals(line.json("turns").toInt() == 0, outcomes[roll].diceSpent == 0)
                assertFalse(outcomes[roll].takesKing)
            }
            GameState().use { final ->
                val keys = rolls.keys(1)
                assertEquals(1028, keys.size)
                rolls.finalState(1, 1027, final)
                assertEquals(final.key, keys[1027])
                fails(DICECHESS_ERR_RANGE, 2) { rolls.finalState(1, 1028, final) }
                fails(DICECHESS_ERR_RANGE, 1) { rolls.finalState(56, 0, final) }
            }
            fails(DICECHESS_ERR_RANGE, 1) { rolls.keys(56) }
            fails(DICECHESS_ERR_RANGE, 1) { rolls.keys(-1) }
            // Distinct final states over all rolls, as perft.jsonl has it.
            assertEquals(5318, outcomes.sumOf { it.finals })
            fails(DICECHESS_ERR_LIMIT, 2) { rolls.expand(state, 100u) }
            assertEquals(0, rolls.outcomes().sumOf { it.finals })
        }
    }
}
