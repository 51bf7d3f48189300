package org.dicechess.kotlin

import org.dicechess.Cell
import org.dicechess.GameState
import org.dicechess.PieceType
import org.dicechess.Position
import org.dicechess.PositionExtent
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertSame
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test

/** Positions: the turn of the documentation, lists of turns, playing and taking back. */
class PositionsTest {
    private val text = "PPN e2e4 e4e5 g1f3\n"
    private val cells = listOf(
        0x2680, 0xA489, 0x1780, 0xC611, 0x504C, 0x405C, 0x61D4, 0x1780, 0xC609, 0x505C, 0x4064, 0x71D4, 0x1700, 0xC60A,
        0x5086, 0x4095, 0x3690,
    )
    private val after = "rnbqkbnr/pppppppp/8/4P3/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 1"

    @Test
    fun `a turn as text, cells and numbers`() {
        Position().use { position ->
            position.playText(text)
            assertEquals(text, position.text)
            assertEquals(cells, position.cellSequence().map(Cell::bits).toList())
            assertEquals(cells.subList(3, 9), position.cellSequence(3, 9).map(Cell::bits).toList())
            assertEquals(0, position.cellSequence(9, 3).count())
            assertEquals(PositionExtent(false, 17, 17, 0, 1, 0), position.extent)
            assertEquals(0xB2C1ABDF8A4B73DDuL, position.identity.chain.toULong())
            position.state().use { assertEquals(after, it.dfen) }
            val ended = position.cellSequence()
            position.close()
            assertThrows(IllegalStateException::class.java) { ended.first() }
        }
    }

    @Test
    fun `long histories are read in parts`() {
        Position().use { position ->
            repeat(5000) { position.note(it % 2000) }
            assertEquals(List(5000) { 0xE800 + it % 2000 }, position.cellSequence().map(Cell::bits).toList())
        }
    }

    @Test
    fun `turns are those of the state, and playing them is taken back`() {
        Position().use { position ->
            position.roll(PieceType.PAWN, PieceType.KNIGHT)
            val before = position.identity
            val expected = "$INITIAL PN".toGameState().use(GameState::legalTurns)
            val finals = position.useTurns { turns ->
                assertEquals(expected, turns.toList())
                turns.map { turn ->
                    position.explore {
                        turn.moves.forEach(position::makeMicroMove)
                        position.endTurn()
                        position.state().use { it.dfen }
                    }
                }.toList()
            }
            val played = "$INITIAL PN".toGameState().use { state ->
                expected.map { turn -> state.after(turn).use { it.dfen } }
            }
            assertEquals(played, finals)
            val thrown = IllegalStateException("while exploring")
            val caught = assertThrows(IllegalStateException::class.java) {
                position.explore {
                    position.endTurn()
                    throw thrown
                }
            }
            assertSame(thrown, caught)
            assertEquals(before, position.identity)
        }
    }
}
