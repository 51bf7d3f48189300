package org.dicechess

import kotlin.concurrent.atomics.AtomicInt
import kotlin.native.concurrent.*
import kotlin.test.*
import kotlinx.cinterop.*
import org.dicechess.c.*

@OptIn(ObsoleteWorkersApi::class)
class SearchTest {
    private val bishop = "7k/8/8/b7/8/8/5P2/4K3 w - - 0 1 NBK"

    private fun bestTurn(
        dfen: String, options: SearchOptions = SearchOptions(), seed: Long = 0,
    ): SearchReport =
        Search(seed).use { search -> GameState(dfen).use { search.bestTurn(it, options) } }

    @Test
    fun recordedSearches() {
        val lines = data("search_public.jsonl").filter {
            it.json("kind") == "root" && it.json("depth") == "2" &&
                "\"rescore\":null,\"table_capacity\":0" in it &&
                it.json("evaluator") in listOf("material", "aggressive")
        }
        assertTrue(lines.size > 50)
        Evaluator.material().use { material ->
            Evaluator.aggressive().use { aggressive ->
                for (line in lines) {
                    val options = SearchOptions(
                        evaluator = if (line.json("evaluator") == "material") material else aggressive,
                        candidateLimit = line.json("candidate_limit").toInt(),
                        exactOnly = line.json("exact_only") == "true",
                    )
                    val report = bestTurn(line.json("dfen"), options, line.json("rng_seed").toLong())
                    val run = line.substringAfter("\"runs\":")
                    assertEquals(
                        if (run.json("turn") == "null") "" else run.json("turn").texts().joinToString(" "),
                        report.turn.uci(),
                    )
                    // A pass has no score there.
                    assertEquals(run.json("score").toIntOrNull() ?: 0, report.score)
                    if (report.bound == Bound.EXACT) {
                        assertEquals(
                            key(run.substringAfter("\"best\":").json("bits")),
                            report.value.toRawBits().toULong(),
                        )
                        assertEquals(run.json("winners").toULong(), report.winners)
                    }
                    val counts = with(report) {
                        listOf(
                            legalTurns,
                            candidatesSelected,
                            candidatesCompleted,
                            candidatesAbandoned,
                            cutoffs,
                            rollsSaved,
                            probeCutoffs,
                        )
                    }
                    val names = listOf(
                        "legal_turns", "candidates_selected", "candidates_completed", "candidates_abandoned",
                        "cutoffs", "rolls_saved", "probe_cutoffs",
                    )
                    assertEquals(names.map { run.json(it).toULong() }, counts)
                }
            }
        }
    }

    @Test
    fun recordedChanceNodes() {
        val lines = data("search_public.jsonl").filter { it.json("kind") == "chance" }
        Evaluator.of({ _, _ -> 7 }).use { sevens ->
            for (line in lines) {
                val perspective = if (line.json("perspective") == "w") Color.WHITE else Color.BLACK
                GameState(line.json("dfen")).use { state ->
                    val expected = listOf("material", "const7").map {
                        key(line.substringAfter("\"$it\":").json("bits"))
                    }
                    val values = listOf(null, sevens).map { state.chanceNodeValue(perspective, 1, it) }
                    assertEquals(expected, values.map { it.toRawBits().toULong() }, line.json("dfen"))
                }
            }
        }
        GameState("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1").use { state ->
            // 16 of 216 outcomes lose White's king.
            Evaluator.of({ _, _ -> 7 }).use { sevens ->
                val value = state.chanceNodeValue(
                    Color.WHITE, 1, sevens, UtilityBounds(-1000.0, -10.0, 10.0, 11.0),
                )
                assertEquals((16 * -1000.0 + 200 * 7.0) / 216, value, 1e-9)
            }
            fails(DICECHESS_ERR_RANGE, 2) { state.chanceNodeValue(Color.WHITE, 8) }
            fails(DICECHESS_ERR_RANGE, 4, 16) {
                state.chanceNodeValue(Color.WHITE, 1, bounds = UtilityBounds(-1000.0, 10.0, -10.0, 11.0))
            }
            SearchControl(budget = 30u).use {
                fails(DICECHESS_ERR_BUDGET) { state.chanceNodeValue(Color.WHITE, 1, control = it) }
            }
        }
    }

    @Test
    fun reports() {
        val report = bestTurn(bishop)
        assertEquals(listOf<Any>(
            "e1d1", -207, -207.40740740740722, Bound.EXACT, 2, true, StopReason.NONE, 1uL,
        ),
            with(report) { listOf(turn.uci(), score, value, bound, depth, complete, stopReason, winners) })
        assertTrue(report.work > 56u && report.elapsed > 0u && report.nodesPerSecond > 0)
        assertFalse(report.truncated || report.fellBackToPreRank)
        assertEquals(4uL to 0uL, report.legalTurns to report.distinctStates)
        // 614,689 states after 4,352,173 turns, none of which takes a king.
        val merged = bestTurn("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/1BNNK1B1 w - - 0 1 QQQ")
        assertEquals(4194304uL to 614689uL, merged.legalTurns to merged.distinctStates)
        val takes = bestTurn("k7/8/8/8/8/8/8/R3K3 w - - 0 1 PPR")
        assertEquals(listOf<Any>("a1a8", DICECHESS_TERMINAL_WIN_SCORE, 1.0, 0.0), with(takes) {
            listOf(turn.uci(), score, winChance, lossRisk)
        })
        val pass = bestTurn("4k3/8/8/8/8/8/P6P/4K3 w - - 0 1 N")
        assertEquals(listOf<Any>("", 0, Bound.NONE), with(pass) { listOf(turn.uci(), score, bound) })
        Evaluator.aggressive().use { aggressive ->
            val one = SearchOptions(evaluator = aggressive)
            for (options in listOf(one, one.copy(threads = 2, cache = true))) {
                val best = bestTurn("$INITIAL PNB", options, seed = 42)
                assertEquals("b2b3 b1c3 c1b2" to 146, best.turn.uci() to best.score)
            }
        }
        val deeper = bestTurn("k7/8/8/8/8/8/8/R3K3 w - - 0 1 NBK", SearchOptions(depth = 3, iterative = true))
        assertEquals(listOf<Any>(3112.8971836419746, 5uL, 3), with(deeper) { listOf(value, winners, depth) })
    }

    @Test
    fun candidatesAndTables() = Search(0).use { search ->
        GameState(bishop).use { state ->
            assertEquals(0, search.candidates().size)
            TranspositionTable(1 shl 12).use { table ->
                search.bestTurn(state, SearchOptions(table = table))
                val candidates = search.candidates()
                assertEquals(4, candidates.size)
                with(candidates[0]) {
                    assertEquals("e1d1" to Double.NEGATIVE_INFINITY, turn.uci() to alpha)
                    assertEquals(-207.40740740740722 to -207.40740740740722, value to finalValue)
                    assertEquals(56uL to Bound.EXACT, rollsProcessed to bound)
                    assertFalse(fromTable || rescore != null)
                }
                assertEquals(156uL, candidates.sumOf { 56uL - it.rollsProcessed })
                assertEquals(1, candidates.count { it.byProbe })
                val again = search.bestTurn(state, SearchOptions(table = table))
                assertEquals(listOf(0uL, 4uL, 1uL, 3uL), with(again) {
                    listOf(candidatesCompleted, tableProbes, tableHits, tableCutoffs)
                })
                Evaluator.standard().use { standard ->
                    val place = dicechessOptionsPlaceOfTable
                    fails(DICECHESS_ERR_UNSUPPORTED, 2, place) {
                        search.bestTurn(state, SearchOptions(evaluator = standard, table = table))
                    }
                    table.clear()
                    search.bestTurn(
                        state,
                        SearchOptions(
                            table = table, rescorer = standard, rescorerWeight = 0.25, preRank = standard,
                        ),
                    )
                    val exact = search.candidates().filter { it.bound == Bound.EXACT && !it.lossTainted }
                    for (candidate in exact) {
                        assertEquals(
                            0.75 * candidate.value + 0.25 * candidate.rescore!!, candidate.finalValue,
                        )
                    }
                }
            }
        }
    }

    /** struct_size and depth, three evaluators and the weight stand before it. */
    private val dicechessOptionsPlaceOfTable = 40L

    @Test
    fun wrongOptions() = Search(0).use { search ->
        GameState(bishop).use { state ->
            fails(DICECHESS_ERR_RANGE, 2, 4) { search.bestTurn(state, SearchOptions(depth = 9)) }
            fails(DICECHESS_ERR_RANGE, 2, 32) { search.bestTurn(state, SearchOptions(rescorerWeight = 0.5)) }
            assertEquals(
                DICECHESS_ERR_RANGE,
                assertFailsWith<DiceChessException> { search.bestTurn(state, SearchOptions(threads =
                    257)) }.status,
            )
            val unordered = SearchOptions(bounds = UtilityBounds(0.0, -1.0, 1.0, 2.0))
            assertEquals(
                DICECHESS_ERR_RANGE,
                assertFailsWith<DiceChessException> { search.bestTurn(state, unordered) }.status,
            )
            Evaluator.of({ _, _ -> 0 }).use { single ->
                val failure = assertFailsWith<DiceChessException> {
                    search.bestTurn(state, SearchOptions(evaluator = single, threads = 2))
                }
                assertEquals(DICECHESS_ERR_UNSUPPORTED, failure.status)
                single.close()
                assertFailsWith<IllegalStateException> {
                    search.bestTurn(state, SearchOptions(evaluator = single))
                }
            }
            Unit
        }
    }

    @Test
    fun progress() = Search(0).use { search ->
        GameState(bishop).use { state ->
            val told = mutableListOf<SearchProgress>()
            search.bestTurn(state, SearchOptions(progress = { told += it }))
            assertEquals(listOf(1, 2, 3, 4), told.map { it.candidatesDone })
            assertTrue(told.all {
                it.depth == 2 && it.candidates == 4 && it.best.uci() == "e1d1" &&
                    it.value == -207.40740740740722 && it.work > 0u
            })
            val failure = Exception("enough")
            assertSame(failure, assertFails {
                search.bestTurn(state, SearchOptions(progress = { throw failure }))
            })
            assertEquals("e1d1", search.bestTurn(state).turn.uci())
        }
    }

    @Test
    fun searchesThatThrowOnSeveralThreads() = Search(0).use { search ->
        val calls = AtomicInt(0)
        val failure = Exception("a leaf")
        val failing = StateEvaluator { _, _ -> if (calls.addAndFetch(1) >= 200) throw failure else 0 }
        Evaluator.of(failing, threadSafe = true).use { evaluator ->
            GameState("$INITIAL PNB").use { state ->
                for (threads in 1..3) {
                    calls.store(0)
                    assertSame(failure, assertFails {
                        search.bestTurn(state, SearchOptions(evaluator = evaluator, threads = threads))
                    })
                    assertEquals(0, search.candidates().size)
                }
            }
        }
    }

    @Test
    fun callsWithinASearch() {
        lateinit var search: Search
        val statuses = mutableListOf<Int>()
        val table = TranspositionTable(1024)
        val meddling = Evaluator.of({ state, color ->
            if (statuses.isEmpty()) {
                statuses += fails(DICECHESS_ERR_BUSY, 0) { search.candidates() }.status
                fails(DICECHESS_ERR_BUSY, 0) { table.clear() }
                // Closing is put off until the calls that run have ended.
                search.close()
                table.close()
            }
            if (color == Color.WHITE) state.material else -state.material
        })
        search = Search(0)
        GameState(bishop).use { state ->
            assertEquals(
                -207, search.bestTurn(state, SearchOptions(evaluator = meddling, table = table)).score,
            )
            assertFailsWith<IllegalStateException> { search.bestTurn(state) }
        }
        assertFailsWith<IllegalStateException> { table.capacity }
        meddling.close()
    }

    @Test
    fun limits() {
        val controls = mapOf(
            StopReason.BUDGET to SearchControl(budget = 30u),
            StopReason.DEADLINE to SearchControl(nanoseconds = 0u),
        )
        for ((reason, limit) in controls) {
            limit.use { control ->
                val report = bestTurn("$INITIAL PNB", SearchOptions(control = control))
                assertEquals(listOf<Any>(false, reason, 3, true), with(report) {
                    listOf(complete, stopReason, turn.moves.size, truncated)
                })
                assertEquals(report.work, control.workUsed)
                assertEquals(reason, control.stopReason)
                assertTrue(control.isCancelled)
            }
        }
    }

    @Test
    fun cancellingFromAnotherThread() {
        val worker = Worker.start()
        val started = AtomicInt(0)
        val evaluator = Evaluator.of({ state, _ -> started.store(1); state.material }, threadSafe = true)
        for (threads in 1..3) {
            started.store(0)
            SearchControl().use { control ->
                val given = control to started
                val cancelled = worker.execute(TransferMode.SAFE, { given }) { (running, begun) ->
                    while (begun.load() == 0) continue
                    running.cancel()
                }
                val report = bestTurn(
                    "$INITIAL PNB",
                    SearchOptions(evaluator = evaluator, control = control, depth = 8, threads = threads),
                )
                cancelled.result
                assertEquals(listOf<Any>(false, StopReason.CANCELLED, 3), with(report) {
                    listOf(complete, stopReason, turn.moves.size)
                })
            }
        }
        worker.requestTermination().result
        evaluator.close()
    }

    @Test
    fun clocks() {
        var now = -1000L
        SearchControl.withClock({ now }, nanoseconds = 500u).use { control ->
            now = -501
            assertFalse(control.isCancelled)
            assertEquals(StopReason.NONE, control.stopReason)
            now = -500
            assertTrue(control.isCancelled)
            assertEquals(StopReason.DEADLINE, control.stopReason)
        }
        val failure = Exception("no time")
        assertSame(failure, assertFails { SearchControl.withClock({ throw failure }, nanoseconds = 500u) })
        var broken = false
        SearchControl.withClock({ if (broken) throw failure else 0 }, nanoseconds = 500u).use { control ->
            broken = true
            assertSame(failure, assertFails { bestTurn(bishop, SearchOptions(control = control)) })
        }
        broken = false
        SearchControl.withClock({ if (broken) throw failure else 0 }, nanoseconds = 500u).use { control ->
            broken = true
            GameState(bishop).use { state ->
                assertSame(failure, assertFails { state.chanceNodeValue(Color.WHITE, 1, control = control) })
            }
            assertTrue(control.isCancelled)
        }
    }

    @Test
    fun tables() {
        TranspositionTable(16).use { table ->
            assertEquals(16uL to 512uL, table.capacity to table.bytes)
            assertNull(table.probe(5u))
            val entry = TableEntry(5u, -0.0, 255, Bound.LOWER, lossTainted = true)
            table.store(entry)
            assertEquals(entry, table.probe(5u))
            table.store(entry.copy(value = 2.0))
            assertEquals(Telemetry(2u, 1u, 0u, 1u, 1u), table.telemetry)
            fails(DICECHESS_ERR_RANGE, 1, 4) { table.store(entry.copy(bound = Bound.NONE)) }
            fails(DICECHESS_ERR_RANGE, 1, 24) { table.store(entry.copy(depth = 256)) }
            table.resetTelemetry()
            assertEquals(Telemetry(0u, 0u, 0u, 0u, 0u), table.telemetry)
            assertNotNull(table.probe(5u))
            table.clear()
            assertNull(table.probe(5u))
        }
        TranspositionTable.ofBytes(100000u).use { assertEquals(2048uL, it.capacity) }
        fails(DICECHESS_ERR_RANGE, 0) { TranspositionTable(12) }
        fails(DICECHESS_ERR_RANGE, 0) { TranspositionTable.ofBytes(31u) }
    }

    @Test
    fun estimates() = Search(42).use { search ->
        GameState("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").use { state ->
            val estimate = search.estimateWin(state, MonteCarloOptions(rollouts = 50, maxPlies = 40))
            assertEquals(
                WinEstimate(
                    50,
                    0.8880354194669499,
                    0.04314162906157207,
                    0.06882295147147814,
                    0.018791104403292156,
                    5.631658739875916,
                ),
                estimate,
            )
            SearchControl(budget = 1u).use { control ->
                assertEquals(
                    1,
                    search.estimateWin(state, MonteCarloOptions(rollouts = 50, control = control)).rollouts,
                )
            }
            assertEquals(
                128,
                search.estimateWin(state, MonteCarloOptions(rollouts =
                    1000, maxPlies = 40, targetError = 0.5)).rollouts,
            )
            fails(DICECHESS_ERR_RANGE, 2, 16) {
                search.estimateWin(state, MonteCarloOptions(targetError = -1.0))
            }
            Unit
        }
    }

    @Test
    fun players() = Search(1).use { search ->
        GameState("4k3/8/8/8/8/3q4/2P5/4K3 w - - 0 1 P").use {
            assertEquals("c2d3", search.chooseTurn(it, "greedy").uci())
        }
        GameState("k7/8/8/8/8/8/8/R3K3 w - - 0 1 PPR").use { state ->
            for (player in listOf("greedy", "cautious", "aggressive", "monte-carlo", "expectimax")) {
                SearchControl(budget = 0u).use {
                    assertEquals("a1a8", search.chooseTurn(state, player, it).uci(), player)
                }
            }
            fails(DICECHESS_ERR_RANGE, 2) { search.chooseTurn(state, "Greedy") }
            fails(DICECHESS_ERR_TEXT, 2, 2) { search.chooseTurn(state, "gré") }
        }
        GameState(KINGS).use { assertEquals(Turn(emptyList()), search.chooseTurn(it, "random")) }
    }

    @Test
    fun times() {
        val second = 1_000_000_000uL
        assertEquals(0uL, GameClock(0u).timeForTurn())
        assertEquals(2uL * second, GameClock(60uL * second + second / 20u).timeForTurn())
        assertEquals(
            5uL * second, GameClock(60uL * second + second / 20u, increment = 4uL * second).timeForTurn(),
        )
        assertEquals(
            10uL * second, GameClock(60uL * second + 1u, movesToGo = 6u, safetyMargin = 1u).timeForTurn(),
        )
        assertEquals(
            5uL * second, GameClock(60uL * second + 1u, safetyMargin = 1u, expectedTurns = 12u).timeForTurn(),
        )
    }
}
