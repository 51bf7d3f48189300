package org.dicechess

import kotlin.test.*
import kotlinx.cinterop.*
import org.dicechess.c.*

class GameStateTest {
    @Test
    fun versions() {
        assertEquals(1u, Library.abiVersion)
        assertEquals(DICECHESS_VERSION_NUMBER.toUInt(), Library.versionNumber)
        assertEquals(
            "$DICECHESS_VERSION_MAJOR.$DICECHESS_VERSION_MINOR.$DICECHESS_VERSION_PATCH", Library.version,
        )
        assertEquals(listOf("OK", "NULL", "CALLBACK", "UNKNOWN"), listOf(0, -1, -40, 1).map {
            Library.statusName(it)
        })
    }

    @Test
    fun recordedTexts() {
        // What JSON had to escape is left to the tests with texts of their own.
        for (line in data("dfen_bad.jsonl").filter { "\"dfen\":" in it && '\\' !in it.json("dfen") }) {
            val dfen = line.json("dfen")
            if (line.json("accept") == "true") {
                GameState(dfen).use { assertEquals(line.json("canonical"), it.dfen) }
            } else {
                val failure = assertFailsWith<DiceChessException>(dfen) { GameState(dfen) }
                val expected = if (line.json("ascii") == "true") DICECHESS_ERR_DFEN else DICECHESS_ERR_TEXT
                assertEquals(expected, failure.status, dfen)
                line.json("field").toIntOrNull()?.let { assertEquals(it, failure.field, dfen) }
            }
        }
    }

    @Test
    fun recordedPositions() {
        for (line in data("positions_public.jsonl")) {
            GameState(line.json("dfen")).use { state ->
                assertEquals(line.json("canonical"), state.dfen)
                assertEquals(key(line.json("zobrist")), state.key)
                assertEquals(
                    line.json("first_moves").texts(), state.firstMoves().map { it.uci() }.distinct().sorted(),
                )
                assertTrue(state.microMoves().containsAll(state.firstMoves()))
                val rolls = listOf("w", "b").map {
                    line.substringAfter("\"king_capture_rolls\":").json(it).toInt()
                }
                for (color in Color.entries) {
                    val risk = state.kingCaptureRolls(color)
                    assertEquals(rolls[color.ordinal], risk.weight)
                    assertEquals(
                        risk.weight,
                        Rolls.table().filterIndexed { i, _ -> risk.rolls shr i and 1uL == 1uL }.sumOf {
                            it.weight
                        },
                    )
                    assertEquals(rolls[color.ordinal] / 216.0, state.kingCaptureProbability(color))
                }
                state.endTurn()
                assertEquals(line.json("after_end_turn"), state.dfen)
                assertEquals(key(line.json("after_end_turn_zobrist")), state.key)
            }
        }
    }

    @Test
    fun recordedMicroMoves() {
        for (line in data("makes_public.jsonl")) {
            GameState(line.json("dfen")).use { state ->
                assertEquals(key(line.json("zobrist_before")), state.key)
                val move = state.microMoves().first { it.uci() == line.json("uci") }
                assertEquals(line.json("flag").toInt(), move.flag)
                assertEquals(line.json("mover").uppercase(), letter(state.manAt(move.origin)!!.type))
                state.makeMicroMove(move)
                assertEquals(line.json("after"), state.dfen)
                assertEquals(key(line.json("zobrist_after")), state.key)
            }
        }
    }

    private fun letter(type: PieceType) = if (type == PieceType.KNIGHT) "N" else type.name.take(1)

    @Test
    fun members() {
        GameState("rn1k1bnr/1p1b1ppp/p2pp3/2pP2q1/2N1P3/2N4Q/PPPK1PPP/R4B1R b - c6 3 5 pr").use { state ->
            assertEquals(Color.BLACK, state.sideToMove)
            assertEquals(listOf(PieceType.PAWN, PieceType.ROOK), state.dice)
            assertEquals(board(42), state.enPassant)
            assertEquals(0, state.castlingRights)
            assertEquals(3, state.halfMoveClock)
            assertEquals(5, state.fullMoveNumber)
            assertEquals(Man(Color.BLACK, PieceType.QUEEN), state.manAt(38))
            assertEquals(Man(Color.WHITE, PieceType.PAWN), state.manAt(35))
            assertNull(state.manAt(16))
            assertEquals(board(18, 26), state.men(Color.WHITE, PieceType.KNIGHT))
            assertEquals(
                "rn1k1bnr/1p1b1ppp/p2pp3/2pP2q1/2N1P3/2N4Q/PPPK1PPP/R4B1R b - -", state.normalisedDfen,
            )
            // White lacks a bishop.
            assertEquals(-300, state.material(Color.WHITE))
            assertEquals(300, state.material(Color.BLACK))
            assertEquals(0u, state.faults)
            fails(DICECHESS_ERR_RANGE, 1) { state.manAt(64) }
            fails(DICECHESS_ERR_RANGE, 1) { state.manAt(-1) }
            fails(DICECHESS_ERR_RANGE, 1) { state.manAt(256) }
            state.dice = listOf(PieceType.KING, PieceType.PAWN, PieceType.KING)
            assertEquals(listOf(PieceType.PAWN, PieceType.KING, PieceType.KING), state.dice)
            fails(DICECHESS_ERR_RANGE, 1) { state.dice = List(4) { PieceType.PAWN } }
            state.dice = emptyList()
            assertEquals(emptyList(), state.dice)
            state.sideToMove = Color.WHITE
            assertEquals(Color.WHITE, state.sideToMove)
        }
        GameState().use { assertEquals(15, it.castlingRights) }
    }

    @Test
    fun texts() {
        GameState().use { assertEquals(INITIAL, it.toString()) }
        fails(DICECHESS_ERR_DFEN, 1, 16) { GameState("8/8/8/8/8/8/8/8 x - - 0 1") }
        fails(DICECHESS_ERR_TEXT, 0, 1) { GameState("8\u0000/8") }
        fails(DICECHESS_ERR_TEXT, 0, 1) { GameState("ré") }
        fails(DICECHESS_ERR_TEXT, 0, 0) { GameState("\uD83D") }
        assertEquals("DFEN", assertFailsWith<DiceChessException> { GameState("") }.statusName)
        val faults = DICECHESS_FAULT_NO_BLACK_KING or DICECHESS_FAULT_NO_WHITE_KING
        assertEquals(
            faults, fails(DICECHESS_ERR_POSITION) { GameState.strict("8/8/8/8/8/8/8/8 w - - 0 1") }.detail,
        )
        GameState.strict(KINGS).use { assertEquals(KINGS, it.dfen) }
        assertEquals("no white king, no black king", GameState.faultNames(faults.toUInt()))
        assertEquals("", GameState.faultNames(0u))
        fails(DICECHESS_ERR_RANGE, 0) { GameState.faultNames(1u shl 31) }
    }

    @Test
    fun copies() {
        GameState("$INITIAL PNB").use { state ->
            state.copy().use { copy ->
                assertEquals(state, copy)
                assertEquals(state.hashCode(), copy.hashCode())
                copy.endTurn()
                assertNotEquals(state, copy)
                copy.assign(state)
                assertEquals(state, copy)
                copy.assign(copy)
                assertEquals(state, copy)
            }
            assertFalse(state.equals("text"))
        }
    }

    @Test
    fun snapshots() = memScoped {
        val snapshot = snapshot()
        GameState("r3k3/8/8/8/4P3/8/8/4K2R b Kq e3 4 9 NPK").use { state ->
            state.write(snapshot)
            assertEquals(Color.BLACK, snapshot.sideToMove)
            assertEquals(state.key, snapshot.key)
            assertEquals(100, snapshot.material)
            assertEquals(board(4, 7, 28), snapshot.men(Color.WHITE))
            assertEquals(board(7, 56), snapshot.men(PieceType.ROOK))
            assertEquals(Man(Color.WHITE, PieceType.PAWN), snapshot.manAt(28))
            assertEquals(listOf(4, 9, board(20)), with(snapshot.members) {
                listOf(half_move_clock, full_move_number, en_passant)
            })
            GameState(snapshot).use { assertEquals(state, it) }
        }
        snapshot.members.side_to_move = 7
        // side_to_move follows struct_size.
        fails(DICECHESS_ERR_RANGE, 0, 4) { GameState(snapshot) }
        snapshot.members.struct_size = 8u
        fails(DICECHESS_ERR_STRUCT_SIZE, 0, 0) { GameState(snapshot) }
        GameState().use { state -> fails(DICECHESS_ERR_STRUCT_SIZE, 1, 0) { state.write(snapshot) } }
        GameState(snapshot()).use { assertEquals("8/8/8/8/8/8/8/8 w - - 0 1", it.dfen) }
    }

    @Test
    fun playing() {
        GameState("$INITIAL PNB").use { state ->
            fails(DICECHESS_ERR_ILLEGAL, 2, 10) { state.playTurn("e2e4 g1f3 f1c9") }
            fails(DICECHESS_ERR_ILLEGAL, 0, 0) { state.playTurn("") }
            fails(DICECHESS_ERR_ILLEGAL, 1, 5) { state.playTurn("e2e4 a2a3") }
            fails(DICECHESS_ERR_TEXT, 1, 2) { state.playTurn("e2\u0000e4") }
            fails(DICECHESS_ERR_TEXT, 1, 5) { state.playTurn("e2e4 é") }
            assertEquals("$INITIAL PNB", state.dfen)
            assertFalse(state.playTurn("e2e4 g1f3 f1c4"))
            assertEquals("rnbqkbnr/pppppppp/8/8/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq e3 2 1", state.dfen)
        }
        GameState("8/8/8/2k5/8/1N6/2P5/K7 w - - 0 1 NPP").use { state ->
            fails(DICECHESS_ERR_ILLEGAL, 0) { state.makeMicroMove(move(10, 42)) }
            fails(DICECHESS_ERR_RANGE, 1) { state.makeMicroMove(move(10, 26, 7)) }
            assertTrue(state.playTurn("c2c4 b3c5"))
            assertEquals("8/8/8/2N5/2P5/8/8/K7 w - c3 0 1 P", state.dfen)
        }
    }

    @Test
    fun packedMicroMoves() {
        val promotion = move(48, 57, 15)
        assertEquals(listOf<Any?>(48, 57, 15, PieceType.QUEEN, "a7b8q"), with(promotion) {
            listOf(origin, destination, flag, this.promotion, uci())
        })
        assertNull(move(12, 28, 1).promotion)
        fails(DICECHESS_ERR_RANGE, 0) { move(0, 1, 6).uci() }
    }

    @Test
    fun recordedPerft() {
        for (line in data("perft.jsonl").filter { it.json("plies") == "1" }) {
            GameState(line.json("dfen")).use { state ->
                val perft = state.perft(1, allRolls = true)
                val counts = with(perft) {
                    listOf(
                        turns,
                        weightedTurns,
                        finals,
                        weightedFinals,
                        kingCaptures,
                        weightedKingCaptures,
                        passes,
                        weightedPasses,
                    )
                }
                val names = listOf("turns", "finals", "king_captures", "pass_rolls")
                assertEquals(
                    names.flatMap { listOf(line.json(it).toULong(), line.json(it + "_weighted").toULong()) },
                    counts,
                )
            }
        }
        GameState("4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PP").use { state ->
            assertEquals(12uL, state.perft(1, allRolls = false).turns)
            fails(DICECHESS_ERR_RANGE, 1) { state.perft(5, allRolls = false) }
        }
    }
}
