package org.dicechess

import kotlin.test.*
import kotlinx.cinterop.*
import org.dicechess.c.*

class PositionTest {
    /** The golden turn of the specification, worked out there. */
    private val golden = listOf(
        0x2680, 0xA489, 0x1780, 0xC611, 0x504C, 0x405C, 0x61D4, 0x1780, 0xC609,
        0x505C, 0x4064, 0x71D4, 0x1700, 0xC60A, 0x5086, 0x4095, 0x3690,
    ).map { Cell(it.toUShort()) }
    private val goldenText = "PPN e2e4 e4e5 g1f3\n"
    private val goldenRoot = 0xD34B832937079D34uL
    private val goldenChain = 0xB2C1ABDF8A4B73DDuL
    private val goldenEnd = "rnbqkbnr/pppppppp/8/4P3/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 1"

    private fun Position.dfen(): String = GameState().use { state ->
        write(state)
        state.dfen
    }

    /** The same turns again and again: the men are back where they started after each. */
    private fun Position.shuffle(times: Int) = repeat(times) { playText("g1f3\ng8f6\nf3g1\nf6g8\n") }

    @Test
    fun goldenTurn() = Position().use { position ->
        assertEquals(goldenRoot, position.identity.chain)
        position.playText(goldenText)
        assertEquals(
            PositionExtent(inTurn = false, head = 17u, end = 17u, horizon = 0u, turns = 1u, chunks = 0u),
            position.extent,
        )
        assertEquals(golden, position.cells(0u, 17u))
        assertEquals(goldenChain to goldenRoot, with(position.identity) { chain to previous })
        assertEquals(position.identity.key, position.identity.turnKey)
        assertEquals(goldenEnd, position.dfen())
        assertEquals(goldenText, position.text())
        Position().use { other ->
            other.roll(listOf(PieceType.KNIGHT, PieceType.PAWN, PieceType.PAWN))
            other.makeMicroMove(move(12, 28, 1))
            other.makeMicroMove(move(28, 36))
            other.makeMicroMove(move(6, 21))
            assertTrue(other.extent.inTurn)
            other.endTurn()
            assertEquals(goldenChain, other.identity.chain)
        }
    }

    @Test
    fun keyframes() = Position().use { position ->
        val expected = listOf(0x24, 0x53, 0x36, 0x42, 0x11, 0x11, 0x11, 0x11) + List(16) { 0 } +
            listOf(0x99, 0x99, 0x99, 0x99, 0xac, 0xdb, 0xbe, 0xca) + List(8) { 0 } + listOf(
                1, 0, 0, 0, 0x1e, 0, 0, 0,
            )
        assertEquals(expected, position.keyframe().map { it.toUByte().toInt() })
    }

    @Test
    fun takingBack() = Position().use { position ->
        fails(DICECHESS_ERR_TAPE_START) { position.undo() }
        fails(DICECHESS_ERR_TAPE_START) { position.unmake() }
        fails(DICECHESS_ERR_TAPE_START) { position.unwindTurn() }
        position.note(77u)
        fails(DICECHESS_ERR_RANGE, 1) { position.note(2048u) }
        position.roll(listOf(PieceType.PAWN))
        assertEquals(3uL, position.extent.head)
        // The roll began the turn; both are one step.
        position.undo()
        assertEquals(1uL to 3uL, with(position.extent) { head to end })
        assertEquals(1uL, position.step(1))
        assertEquals(3uL, position.extent.head)
        position.unwindTurn()
        assertEquals(1uL, position.extent.head)
        position.truncate()
        assertEquals(1uL, position.extent.end)
        position.undo()
        assertEquals(1uL, position.step(5))
        position.playText("PPN e2e4 e4e5 g1f3\nppp a7a6 b7b6\nQQQ\n")
        assertEquals("rnbqkbnr/2pppppp/pp6/4P3/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 2", position.dfen())
        position.unmake()
        assertEquals("rnbqkbnr/1ppppppp/p7/4P3/8/5N2/PPPP1PPP/RNBQKB1R b KQkq - 0 1 pp", position.dfen())
        assertEquals(18uL, position.seekTurn(1u))
        fails(DICECHESS_ERR_RANGE, 1) { position.seekTurn(4u) }
        // An address inside a group goes down to its border.
        assertEquals(3uL, position.seek(5u))
        assertEquals(18uL, position.seek(18u))
        fails(DICECHESS_ERR_RANGE, 1) { position.unwindTo(19u) }
        assertEquals(8uL, position.unwindTo(9u))
        fails(DICECHESS_ERR_RANGE, 1) { position.seek(10000u) }
        assertEquals(8uL, position.extent.head)
    }

    @Test
    fun refusedPlay() = Position().use { position ->
        fails(DICECHESS_ERR_RANGE, 2) { position.roll(emptyList()) }
        fails(DICECHESS_ERR_RANGE, 1) { position.roll(List(4) { PieceType.PAWN }) }
        fails(DICECHESS_ERR_RANGE, 1) { position.makeMicroMove(move(0, 1, 6)) }
        assertEquals(
            DICECHESS_ERR_ILLEGAL,
            assertFailsWith<DiceChessException> { position.makeMicroMove(move(30, 31)) }.status,
        )
        fails(DICECHESS_ERR_TEXT, 1, 5) { position.playText("e2e4 ?") }
        fails(DICECHESS_ERR_ILLEGAL, 1, 5) { position.playText("e2e4 e2e4") }
        assertEquals(0uL, position.extent.end)
        val disagreeing = memScoped {
            val snapshot = snapshot()
            snapshot.members.mailbox[0] = 6u
            GameState(snapshot)
        }
        disagreeing.use {
            assertEquals(DICECHESS_ERR_POSITION, assertFailsWith<DiceChessException> { Position(it) }.status)
        }
        GameState(KINGS).use { start -> Position(start).use { assertEquals(KINGS, it.dfen()) } }
    }

    @Test
    fun cells() = Position().use { position ->
        position.playText(goldenText)
        val seen = mutableListOf<Pair<ULong, Cell>>()
        position.run(17u, 0u) { address, cell -> seen += address to cell }
        assertEquals(golden.withIndex().map { (i, cell) -> i.toULong() to cell }.reversed(), seen)
        val failure = Exception("seen enough")
        assertSame(failure, assertFails {
            position.run(0u, 17u) { address, _ -> if (address == 3uL) throw failure }
        })
        fails(DICECHESS_ERR_RANGE, 2) { position.run(0u, 18u) { _, _ -> } }
        fails(DICECHESS_ERR_RANGE, 2) { position.cells(0u, 99u) }
        assertEquals(emptyList(), position.cells(4u, 4u))
        val delta = position.delta(0u, 17u)
        assertEquals(board(12, 36, 6, 21), delta.squares)
        val pawn = Man(Color.WHITE, PieceType.PAWN)
        assertEquals(
            listOf(pawn, pawn, null, null),
            listOf(delta.removed[12], delta.added[36], delta.added[28], delta.added[12]),
        )
        fails(DICECHESS_ERR_RANGE, 2) { position.delta(0u, 99u) }

        val remove = Cell(0x53BCu)
        assertEquals("remove k from e8", remove.text())
        assertEquals(
            listOf<Any?>(DICECHESS_CELL_REMOVE, Color.BLACK, PieceType.KING, 60),
            with(remove.describe()) { listOf(operation, color, pieceType, square) },
        )
        val roll = Cell(0xA489u).describe()
        assertEquals(listOf(PieceType.PAWN, PieceType.PAWN, PieceType.KNIGHT), roll.dice)
        assertEquals(2047, Cell(0xEFFFu).describe().note)
        fails(DICECHESS_ERR_TAPE_CELL, 0) { Cell(0u).describe() }
        fails(DICECHESS_ERR_TAPE_CELL, 0) { Cell(0xFFFFu).text() }
        Unit
    }

    @Test
    fun forksAndCaches() = Position().use { position ->
        position.playText(goldenText)
        PositionCache(0u).use { cache ->
            assertEquals(PositionCacheCounts(32u, 0u, 0u), cache.counts)
            cache.share().use { shared ->
                position.attachCache(shared)
                repeat(2) {
                    position.makeMicroMove(move(52, 36 + 8))
                    position.unmake()
                }
                assertTrue(cache.counts.hits >= 1uL && cache.counts == shared.counts)
                position.attachCache(null)
                val before = cache.counts
                position.makeMicroMove(move(52, 44))
                position.unmake()
                assertEquals(before, cache.counts)
                cache.clear()
            }
            // The other handle is gone, the cache is not.
            assertEquals(32uL, cache.counts.capacity)
        }
        position.fork().use { fork ->
            assertEquals(position.identity, fork.identity)
            fork.seek(0u)
            assertEquals(INITIAL, fork.dfen())
            assertEquals(goldenEnd, position.dfen())
        }
        // The knights stand on b1 and f3.
        val attacked = board(4, 6, 11, 15, 16, 18, 27, 31, 36, 38)
        assertEquals(attacked, position.attacks(Color.WHITE, PieceType.KNIGHT))
        fails(DICECHESS_ERR_MEMORY) { PositionCache(ULong.MAX_VALUE) }
        Unit
    }

    @Test
    fun legalTurns() = Turns().use { turns ->
        GameState("4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 PP").use { state ->
            Position(state).use { position ->
                turns.generate(state)
                val expected = turns.asSequence().toList()
                repeat(2) {
                    position.turns(turns)
                    assertEquals(expected, turns.asSequence().toList())
                }
                fails(DICECHESS_ERR_LIMIT, 2) { position.turns(turns, 11u) }
                assertEquals(0, turns.size)
            }
        }
    }

    @Test
    fun stores() = ChunkStore.lossless(capacity = 32u).use { store ->
        Position(store = store).use { a ->
            Position(store = store).use { b ->
                a.shuffle(10)
                b.shuffle(10)
                assertEquals(a.identity, b.identity)
                val counts = store.counts
                assertEquals(32, counts.capacity)
                assertEquals(listOf(a.extent.chunks, a.extent.chunks, 0uL, 0uL), with(counts) {
                    listOf(chunks, shared, collisions, spilled)
                })
                val id = a.identity.previous
                Position(store, id).use { rebuilt ->
                    assertEquals(id, rebuilt.identity.chain)
                    rebuilt.seek(0u)
                    assertContentEquals(
                        ulongArrayOf(store.successors(rebuilt.identity.chain).single()),
                        store.successors(rebuilt.identity.chain),
                    )
                }
                assertEquals(0, store.successors(id).size)
                fails(DICECHESS_ERR_RANGE, 1) { Position(store, 12345u) }
                store.share().use { it.clearIndex() }
                assertEquals(0uL, store.counts.chunks)
                b.seek(0u)
                assertEquals(INITIAL, b.dfen())
            }
        }
        fails(DICECHESS_ERR_RANGE, 0, 8) { ChunkStore.lossless(capacity = 31u) }
        Unit
    }

    @Test
    fun budgets() {
        ChunkStore.lossless(capacity = 32u, budget = 1000u).use { store ->
            Position(store = store).use { position ->
                fails(DICECHESS_ERR_TAPE_FULL) { repeat(4000) { position.note(1u) } }
                val head = position.extent.head
                val horizon = position.dropBefore(head)
                assertTrue(horizon > 0u && position.extent.horizon == horizon)
                fails(DICECHESS_ERR_TAPE_HORIZON, offset = horizon.toLong()) { position.seek(0u) }
            }
        }
        ChunkStore.ring(capacity = 32u, budget = 1000u).use { store ->
            Position(store = store).use { position ->
                repeat(4000) { position.note(1u) }
                assertEquals(4000uL, position.extent.end)
                assertTrue(position.extent.horizon > 0u)
            }
        }
    }

    private class Memory : ChunkStorage {
        val frames = mutableListOf<ByteArray>()
        var failure: Throwable? = null
        var cuts = false

        override fun write(chunkId: ULong, frame: ByteArray): ULong {
            failure?.let { throw it }
            frames += frame
            return frames.lastIndex.toULong()
        }

        override fun read(place: ULong): ByteArray {
            failure?.let { throw it }
            return frames[place.toInt()].let { if (cuts) it.copyOf(it.size - 1) else it }
        }
    }

    @Test
    fun storage() {
        val memory = Memory()
        ChunkStore.spilling(memory, capacity = 256u, budget = 7000u).use { store ->
            Position(store = store).use { position ->
                position.shuffle(200)
                val identity = position.identity
                assertTrue(memory.frames.size > 5)
                assertEquals(memory.frames.size.toULong(), store.counts.spilled)
                val failure = Exception("the disk is gone")
                memory.failure = failure
                assertSame(failure, assertFails { position.seek(9u) })
                assertEquals(identity, position.identity)
                memory.failure = null
                memory.cuts = true
                assertFailsWith<IllegalStateException> { position.seek(9u) }
                memory.cuts = false
                position.seek(0u)
                assertEquals(INITIAL, position.dfen())
                position.seek(position.extent.end)
                assertEquals(identity, position.identity)
            }
        }
        val full = Memory().apply { failure = Exception("the disk is full") }
        ChunkStore.spilling(full, capacity = 256u, budget = 7000u).use { store ->
            Position(store = store).use { position ->
                assertSame(full.failure, assertFails { position.shuffle(200) })
            }
        }
        fails(DICECHESS_ERR_RANGE, 0, 8) { ChunkStore.spilling(memory, capacity = 1u) }
    }

    @Test
    fun streams() = Position().use { position ->
        position.playText(goldenText)
        val bytes = GameStream.encode(listOf(position))
        val start = "894443540d0a1a0a010000001a4924c0010e110024000000349d073729834bd3dd734b8adfabc1b2" +
            "802689a4801711c64c505c40d461801709c65c506440d47100170ac6865095409036" + "0000bb5cb622"
        assertEquals(start, bytes.take(80).joinToString("") { it.toUByte().toString(16).padStart(2, '0') })
        assertContentEquals(bytes, GameStream.fromText("ppn e2e4 e4e5 g1f3"))
        GameState(KINGS).use { root ->
            assertEquals("K e1e2\n", GameStream.toText(GameStream.fromText("K e1e2", root), 0))
            assertEquals(goldenText, GameStream.toText(bytes, 0, root))
            assertEquals(INITIAL, root.dfen)
        }
        fails(DICECHESS_ERR_RANGE, 2) { GameStream.toText(bytes, 1) }
        fails(DICECHESS_ERR_TAPE_TRUNCATED, offset = 16) { GameStream.toText(bytes.copyOf(79), 0) }
        fails(DICECHESS_ERR_ILLEGAL, 1, 5) { GameStream.fromText("e2e4 e2e4") }

        val pieces = mutableListOf<ByteArray>()
        GameStream.encodeTo(listOf(position, position), { pieces += it })
        assertEquals(3, pieces.size)
        assertContentEquals(GameStream.encode(listOf(position, position)), pieces.reduce { all, piece ->
            all + piece
        })
        val failure = Exception("the line is cut")
        assertSame(failure, assertFails { GameStream.encodeTo(listOf(position), { throw failure }) })
        Unit
    }

    @Test
    fun decoding() = ChunkStore.lossless(capacity = 32u).use { store ->
        Position(store = store).use { position ->
            position.shuffle(10)
            val bytes = GameStream.encode(listOf(position, position))
            val lean = GameStream.encode(listOf(position), keyframes = false)
            assertEquals(
                DICECHESS_KEYFRAME_SIZE * position.extent.chunks.toInt(),
                GameStream.encode(listOf(position)).size - lean.size,
            )
            for (options in listOf(StreamOptions(), StreamOptions(trusted = true))) {
                val decoded = GameStream.decode(bytes, store, options)
                assertEquals(DICECHESS_OK to 2, decoded.report.code to decoded.report.games)
                assertTrue(decoded.report.closed)
                assertEquals(
                    listOf(bytes.size.toULong(), 2uL * position.extent.end),
                    with(decoded.report) { listOf(byteOffset, cells) },
                )
                for (game in decoded.positions) game.use { assertEquals(position.identity, it.identity) }
            }
            // The first game is whole, the second is cut off.
            val cut = GameStream.decode(
                bytes.copyOf(bytes.size - 40), options = StreamOptions(salvage = true),
            )
            assertEquals(DICECHESS_ERR_TAPE_TRUNCATED to 2, cut.report.code to cut.positions.size)
            assertFalse(cut.report.closed)
            assertEquals(position.identity.chain, cut.positions[0].identity.chain)
            cut.positions.forEach { it.close() }
            assertEquals(DICECHESS_ERR_TAPE_TRUNCATED, GameStream.decode(ByteArray(0)).report.code)
            assertEquals(DICECHESS_ERR_TAPE_FORMAT, GameStream.decode(ByteArray(100)).report.code)
            ChunkStore.lossless(capacity = 32u, budget = 300u).use {
                fails(DICECHESS_ERR_TAPE_FULL) { GameStream.decode(bytes, it) }
            }

            val kinds = mutableListOf<Int>()
            var cells = 0
            var last = 0uL
            val report = GameStream.replay(bytes) { event ->
                kinds += event.kind
                cells += event.cells.size
                event.state?.let { last = it.key }
                assertEquals(0uL, event.skipped)
                assertTrue(event.game in 0..1 && event.address <= position.extent.end)
                if (event.kind == DICECHESS_EVENT_FRAME_END) assertNull(event.state)
            }
            assertEquals(report.cells, cells.toULong())
            assertEquals(position.identity.key, last)
            assertEquals(2, kinds.count { it == DICECHESS_EVENT_GAME })
            assertEquals(report.frames, kinds.count { it == DICECHESS_EVENT_FRAME_END }.toULong())
            val failure = Exception("heard enough")
            assertSame(failure, assertFails { GameStream.replay(bytes) { if (it.inTurn) throw failure } })
            Unit
        }
    }
}
