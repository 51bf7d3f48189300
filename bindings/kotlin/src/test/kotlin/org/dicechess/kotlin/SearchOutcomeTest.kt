package org.dicechess.kotlin

import com.google.gson.JsonElement
import java.time.Duration as JavaDuration
import kotlin.time.Duration
import kotlin.time.Duration.Companion.hours
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import org.dicechess.Color
import org.dicechess.Evaluator
import org.dicechess.Search
import org.dicechess.SearchOptions
import org.dicechess.SearchProgress
import org.dicechess.StopReason
import org.dicechess.TimeManager
import org.dicechess.TranspositionTable
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows

/** Outcomes, options, limits. */
class SearchOutcomeTest {
    private fun find(change: SearchOptionsBuilder.() -> Unit = {}): SearchOutcome =
        Search(0).use { search -> BISHOP.toGameState().use { search.findBestTurn(it, change = change) } }

    private fun evaluatorOf(name: String): Evaluator =
        if (name == "aggressive") Evaluator.aggressive() else Evaluator.material()

    private fun turnOf(words: JsonElement): String =
        if (words.isJsonNull) "" else words.asJsonArray.joinToString(" ") { it.asString }

    @Test
    fun `recorded searches have their outcome`() {
        val kinds = mutableMapOf<String, Int>()
        for (line in recorded("search_public.jsonl").filter { it["kind"].asString == "root" }) {
            if (!line["rescore"].isJsonNull || line["table_capacity"].asInt != 0) continue
            val run = line["runs"].asJsonArray[0]
            val outcome = evaluatorOf(line["evaluator"].asString).use { evaluator ->
                Search(line["rng_seed"].asLong).use { search ->
                    line["dfen"].asString.toGameState().use { state ->
                        search.findBestTurn(state) {
                            depth = line["depth"].asInt
                            candidateLimit = line["candidate_limit"].asLong
                            exactOnly = line["exact_only"].asBoolean
                            this.evaluator = evaluator
                        }
                    }
                }
            }
            assertEquals(turnOf(run["turn"]), outcome.turn.uci)
            when (outcome) {
                is SearchOutcome.KingCapture -> assertEquals(Int.MAX_VALUE, run["score"].asInt)
                is SearchOutcome.Pass -> assertTrue(run["turn"].isJsonNull)
                is SearchOutcome.Complete -> assertEquals(run["best"].real, outcome.value)
                is SearchOutcome.Interrupted -> throw AssertionError("nothing stops it")
            }
            kinds.merge(outcome.javaClass.simpleName, 1, Int::plus)
        }
        assertEquals(setOf("KingCapture", "Pass", "Complete"), kinds.keys)
    }

    @Test
    fun `recorded chance nodes have their value`() {
        for (line in recorded("search_public.jsonl").filter { it["kind"].asString == "chance" }) {
            val perspective = if (line["perspective"].asString == "w") Color.WHITE else Color.BLACK
            line["dfen"].asString.toGameState().use { state ->
                val value = searchControl().use { state.chanceNodeValueOrNull(perspective, 1, it) }
                assertEquals(line["values"]["material"].real, value)
                assertNull(searchControl(budget = 3).use { state.chanceNodeValueOrNull(perspective, 1, it) })
            }
        }
    }

    @Test
    fun `numbers that no search allows are refused`() {
        assertThrows<IllegalArgumentException> { searchOptions { depth = 9 } }
        assertThrows<IllegalArgumentException> { searchOptions { threads = 0 } }
        assertThrows<IllegalArgumentException> { searchOptions { candidateLimit = 0 } }
        assertEquals(8, searchOptions { depth = 8 }.depth)
    }

    @Test
    fun `an interrupted search has a turn, and a value as far as it came`() {
        val whole = find() as SearchOutcome.Complete
        searchControl(budget = 0).use { none ->
            val outcome = find { control = none } as SearchOutcome.Interrupted
            assertEquals(StopReason.BUDGET, outcome.reason)
            assertEquals(StopReason.BUDGET, none.stopReason)
            assertNull(outcome.value)
            BISHOP.toGameState().use { it.playTurn(outcome.turn) }
        }
        searchControl(budget = whole.report.work + 50).use { enough ->
            val outcome = find {
                iterative = true
                depth = 8
                control = enough
            } as SearchOutcome.Interrupted
            assertEquals("e1d1", outcome.turn.uci)
            assertEquals(whole.value, outcome.value)
            assertEquals(2, outcome.report.depth)
            assertEquals(whole.report.work + 50, enough.workUsed)
        }
        for (time in listOf(Duration.ZERO, (-1).hours)) {
            val outcome = searchControl(time = time).use { find { control = it } }
            assertEquals(StopReason.DEADLINE, (outcome as SearchOutcome.Interrupted).reason)
        }
        searchControl(time = Duration.INFINITE).use { assertEquals(whole.turn, find { control = it }.turn) }
    }

    @Test
    fun `options are the defaults but for what is set`() {
        assertEquals(SearchOptions.DEFAULT, searchOptions {})
        TranspositionTable(1024).use { shared ->
            Evaluator.aggressive().use { aggressive ->
                val told = mutableListOf<SearchProgress>()
                val options = searchOptions {
                    candidateLimit = null
                    threads = 2
                    cache = true
                    preRank = aggressive
                    table = shared
                    rescorer(aggressive, 0.25)
                    progress(told::add)
                }
                val builder = SearchOptions.builder().candidateLimit(-1).threads(2).cache(true)
                    .preRank(aggressive).rescorer(aggressive, 0.25).table(shared)
                    .progress(options.progress).build()
                assertEquals(builder, options)
                assertEquals(builder, options.with {})
                assertEquals(8L, options.with { candidateLimit = 8 }.candidateLimit)
                BISHOP.toGameState().use { state -> Search(0).use { it.findBestTurn(state, options) } }
                assertTrue(told.isNotEmpty() && shared.telemetry().stores > 0)
            }
        }
    }

    @Test
    fun `clocks become times for a turn`() {
        assertEquals(TimeManager(JavaDuration.ofMillis(50), 30), timeManager())
        // The lesser of usable and usable / turns + 3/4 increment, usable = remaining − margin.
        val manager = timeManager(safetyMargin = 1.seconds, expectedTurns = 20)
        assertEquals(3.seconds, manager.timeForTurn(61.seconds))
        assertEquals(4500.milliseconds, manager.timeForTurn(61.seconds, increment = 2.seconds))
        assertEquals(30.seconds, manager.timeForTurn(61.seconds, movesToGo = 2))
        assertEquals(Duration.ZERO, manager.timeForTurn((-5).seconds))
    }
}
