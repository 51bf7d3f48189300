package org.dicechess.kotlin

import org.dicechess.CastlingRight
import org.dicechess.Color
import org.dicechess.DiceChessException
import org.dicechess.Fault
import org.dicechess.GameState
import org.dicechess.MicroMove
import org.dicechess.Piece
import org.dicechess.PieceType
import org.dicechess.Turn
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNotEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** States, turns and what the library refuses. */
class GameStatesTest {
    @Test
    fun `recorded positions have their text, key and risk`() {
        for (line in recorded("positions_public.jsonl")) {
            line["dfen"].asString.toGameState().use { state ->
                assertEquals(line["canonical"].asString, state.dfen)
                assertEquals(line["zobrist"].asString.removePrefix("0x").toULong(16), state.key.toULong())
                assertEquals(line["king_capture_rolls"]["w"].asInt, state.risk(Color.WHITE).weight)
                assertEquals(line["king_capture_rolls"]["b"].asInt, state.risk(Color.BLACK).weight)
            }
        }
    }

    @Test
    fun `properties read and write a state`() {
        "r3k2r/8/8/2pPp3/8/8/8/4K3 w kq c6 7 12 PB".toGameState().use { state ->
            assertEquals(listOf(PieceType.PAWN, PieceType.BISHOP), state.dice)
            val rights = setOf(CastlingRight.BLACK_KING_SIDE, CastlingRight.BLACK_QUEEN_SIDE)
            assertEquals(rights, state.castlingRights)
            assertEquals(1L shl 42, state.enPassant)
            assertEquals(7, state.halfMoveClock)
            assertEquals(12, state.fullMoveNumber)
            assertEquals(Piece(Color.WHITE, PieceType.KING), state[4])
            assertNull(state[0])
            assertEquals(emptySet<Fault>(), state.faults)
            assertEquals("r3k2r/8/8/2pPp3/8/8/8/4K3 w kq c6", state.normalisedDfen)
            state.dice = listOf(PieceType.KING, PieceType.PAWN, PieceType.ROOK)
            assertEquals("PRK", state.dice.map(PieceType::letter).joinToString(""))
            assertEquals(Color.WHITE, state.sideToMove)
            state.sideToMove = Color.BLACK
            assertEquals(Color.BLACK, state.sideToMove)
        }
    }

    @Test
    fun `micro-moves and turns`() {
        val moves = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1 P".toGameState().use(GameState::microMoves)
        assertEquals(setOf("a7a8n", "a7a8b", "a7a8r", "a7a8q"), moves.map(MicroMove::uci).toSet())
        assertEquals(setOf(48 to 56), moves.map { it.origin to it.destination }.toSet())
        assertEquals(PieceType.QUEEN, moves.single { it.uci == "a7a8q" }.promotion)
        assertNull(MicroMove(12 shl 6 or 20).promotion)
        assertTrue(Turn.PASS.isPass)
        assertEquals("", Turn.PASS.uci)
    }

    @Test
    fun `a turn leads to another state and leaves this one`() {
        "$INITIAL NP".toGameState().use { state ->
            val turn = state.useTurns { turns -> turns.first { it.uci == "e2e4 g1f3" } }
            state.after(turn).use { next ->
                assertEquals("rnbqkbnr/pppppppp/8/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 1 1", next.dfen)
                assertNotEquals(next, state)
            }
            assertEquals("$INITIAL PN", state.dfen)
            val refused = assertThrows(DiceChessException::class.java) { state.after(Turn.PASS) }
            assertEquals("ILLEGAL", refused.statusName)
            assertEquals(0, refused.field)
        }
    }

    @Test
    fun `bad texts are refused with their place`() {
        var refusals = 0
        for (line in recorded("dfen_bad.jsonl").filter { it.has("dfen") && it["ascii"].asBoolean }) {
            val read = attempt { line["dfen"].asString.toGameState().use { it.dfen } }
            if (line["accept"].asBoolean) {
                assertEquals(line["canonical"].asString, read.getOrThrow())
            } else {
                val refused = read.exceptionOrNull() as DiceChessException
                val field = line["field"].asString
                assertEquals("DFEN", refused.statusName)
                assertEquals(if (field == "count") 7 else field.toInt(), refused.field, line["dfen"].asString)
                assertNull(line["dfen"].asString.toGameStateOrNull())
                refusals++
            }
        }
        assertTrue(refusals > 50)
        val accent = attempt { "é$INITIAL".toGameState() }.exceptionOrNull() as DiceChessException
        assertEquals("TEXT", accent.statusName)
        assertEquals(0L, accent.offset)
        assertNull(accent.field)
    }

    @Test
    fun `a strict reading names the faults`() {
        val text = "P3k3/8/8/8/8/8/8/8 w - - 0 1"
        val refused = attempt { text.toGameState(strict = true) }.exceptionOrNull() as DiceChessException
        assertEquals(setOf(Fault.NO_WHITE_KING, Fault.PAWN_ON_BACK_RANK), refused.faults)
        assertNull(text.toGameStateOrNull(strict = true))
        text.toGameState().use { assertEquals(refused.faults, it.faults) }
        "$INITIAL PPP".toGameStateOrNull(strict = true)!!.use { state ->
            val illegal = attempt { state.playTurn("e2e5") }.exceptionOrNull() as DiceChessException
            assertEquals(emptySet<Fault>(), illegal.faults)
            assertEquals(0, illegal.field)
        }
    }

    @Test
    fun `only refusals become results`() {
        val closed = INITIAL.toGameState().also(GameState::close)
        assertThrows(IllegalStateException::class.java) { attempt { closed.endTurn() } }
    }
}
