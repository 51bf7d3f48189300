package org.dicechess.kotlin

import org.dicechess.DiceChessException
import org.dicechess.GameState
import org.dicechess.Turn
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test

/** Legal turns as lists and sequences. */
class TurnListsTest {
    @Test
    fun `recorded positions have their turns, in order`() {
        for (line in recorded("positions_public.jsonl").filter { it["turns"].asInt < 5000 }) {
            line["dfen"].asString.toGameState().use { state ->
                val sum = state.useTurns { turns -> sha256(turns.map(Turn::uci)) }
                assertEquals(line["turns_sha256"].asString, sum)
                state.turns().use { turns ->
                    assertEquals(line["turns"].asInt, turns.size)
                    assertEquals(line["king_captures"].asInt, turns.kingCaptures)
                }
                state.turns(distinct = true).use { turns ->
                    GameState.initial().use { into ->
                        val finals = turns.finalStates(into).map { it.dfen }.toList().sorted()
                        assertEquals(line["finals"].asInt, finals.size)
                        assertEquals(line["finals_sha256"].asString, sha256(finals.asSequence()))
                    }
                }
            }
        }
    }

    @Test
    fun `a sequence can be read again and ends with its list`() {
        "$INITIAL N".toGameState().use { state ->
            val escaped = state.useTurns { turns ->
                assertEquals(listOf("b1a3", "b1c3", "g1f3", "g1h3"), turns.map(Turn::uci).toList().sorted())
                assertEquals(4, turns.count())
                turns
            }
            val closed = assertThrows(IllegalStateException::class.java) { escaped.first() }
            assertEquals("this Turns is closed", closed.message)
        }
    }

    @Test
    fun `a limit is kept`() {
        "$INITIAL NBP".toGameState().use { state ->
            state.turns().use { turns ->
                val size = turns.size
                assertEquals(0 until size, turns.indices)
                state.turns(limit = size.toLong()).use { assertEquals(size, it.size) }
                val refused = attempt { state.turns(limit = size - 1L) }.exceptionOrNull()
                assertEquals("LIMIT", (refused as DiceChessException).statusName)
            }
        }
    }
}
