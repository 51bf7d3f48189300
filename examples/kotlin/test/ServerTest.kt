package org.dicechess.bot

import com.google.gson.JsonObject
import com.google.gson.JsonParser
import java.net.InetAddress
import java.net.InetSocketAddress
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse
import java.net.http.HttpResponse.BodyHandlers
import java.util.Random
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CountDownLatch
import java.util.concurrent.Semaphore
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.future.await
import kotlinx.coroutines.runBlocking
import org.dicechess.Evaluator
import org.dicechess.Fault
import org.dicechess.GameState
import org.dicechess.PieceType
import org.dicechess.kotlin.dfen
import org.dicechess.kotlin.dice
import org.dicechess.kotlin.evaluator
import org.dicechess.kotlin.faults
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.Timeout

private const val INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
private const val GAMES = 64

/** A search of an hour's clock, which is far from done when it is cancelled. */
private const val HOUR = 3_600_000

/** A bot behind a server on the loopback, and its client. */
private class Table(evaluator: Evaluator, maxDepth: Int = 8, maxGames: Int = 1000) : AutoCloseable {
    private val bot = Bot(evaluator, maxDepth, maxGames)
    private val server = Server(bot, InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
    private val client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()
    private val root = "http://${server.address.hostString}:${server.address.port}"

    fun send(method: String, path: String, body: String = ""): CompletableFuture<HttpResponse<String>> {
        val publisher = if (body.isEmpty()) BodyPublishers.noBody() else BodyPublishers.ofString(body)
        return client.sendAsync(
            HttpRequest.newBuilder(URI(root + path)).method(method, publisher).build(),
            BodyHandlers.ofString(),
        )
    }

    fun ask(game: String, dfen: String, remaining: Int): CompletableFuture<HttpResponse<String>> =
        send("POST", "/games/$game/turn", """{"dfen": "$dfen", "clock": {"remaining_ms": $remaining}}""")

    override fun close() {
        bot.close()
        server.close()
    }
}

private val HttpResponse<String>.json: JsonObject get() = JsonParser.parseString(body()).asJsonObject

private fun JsonObject.text(member: String): String = get(member).asString

/** The bot over HTTP: many games at once, cancelling, errors. */
@Timeout(100)
class ServerTest {
    private fun withTable(maxGames: Int = 1000, test: (Table) -> Unit) =
        Evaluator.material().use { material -> Table(material, maxGames = maxGames).use(test) }

    /**
     * Runs [test] with a table whose searches release a permit whenever they score a position, and go on when [gate] is
     * open.
     */
    private fun withEndlessSearches(
        maxGames: Int = 1000,
        gate: CountDownLatch = CountDownLatch(0),
        test: (Table, Semaphore) -> Unit,
    ) {
        val searching = Semaphore(0)
        val telling = evaluator(threadSafe = true) { state, perspective ->
            searching.release()
            gate.await()
            state.material(perspective)
        }
        telling.use { Table(it, maxGames = maxGames).use { table -> test(table, searching) } }
    }

    private fun assertRefused(
        response: HttpResponse<String>,
        code: Int,
        status: String,
        field: String? = null,
    ): JsonObject {
        val error = response.json.getAsJsonObject("error")
        assertEquals(status, error.text("status"))
        assertEquals(code, response.statusCode())
        assertEquals(field, error.get("field")?.asString)
        assertTrue(error.text("message").isNotEmpty())
        return error
    }

    @Test
    fun `64 games are searched at once`() {
        val all = CountDownLatch(GAMES)
        val here = ThreadLocal.withInitial { false }
        // No search goes on before all have begun.
        val meeting = evaluator(ignoresClocks = true, threadSafe = true) { state, perspective ->
            if (!here.get()) {
                here.set(true)
                all.countDown()
                all.await()
            }
            state.material(perspective)
        }
        meeting.use {
            Table(meeting, maxDepth = 2).use { table ->
                val answers = List(GAMES) { table.ask("game-$it", "$INITIAL PNB", HOUR) }.map { it.join() }
                for (answer in answers) {
                    assertEquals(200, answer.statusCode())
                    assertEquals("complete", answer.json.text("outcome"))
                    GameState.parse("$INITIAL PNB").use { it.playTurn(answer.json.text("turn")) }
                }
            }
        }
    }

    @Test
    fun `64 games are played against the clock, every turn is legal`() = withTable { table ->
        val plies = runBlocking(Dispatchers.IO) {
            List(GAMES) { async { play(table, "game-$it", Random(it.toLong())) } }.awaitAll()
        }
        assertEquals(GAMES, plies.size)
        assertTrue(plies.all { it in 1..6 })
        assertTrue(plies.count { it == 6 } > GAMES / 2)
    }

    /** Plays up to six turns of both sides, 98 ms of search each; how many. */
    private suspend fun play(table: Table, name: String, random: Random): Int {
        GameState.initial().use { state ->
            for (ply in 1..6) {
                state.dice = List(3) { PieceType.entries[random.nextInt(6)] }
                val answer = table.ask(name, state.dfen, 3000).await()
                assertEquals(200, answer.statusCode(), answer.body())
                val takesKing = state.playTurn(answer.json.text("turn"))
                assertEquals(takesKing, answer.json.text("outcome") == "king_capture")
                if (takesKing) return ply
            }
        }
        assertEquals(204, table.send("DELETE", "/games/$name").await().statusCode())
        return 6
    }

    @Test
    fun `a search stops when its question is withdrawn, its game ends, or another question comes`() =
        withEndlessSearches { table, searching ->
            for (path in listOf("/games/a/turn", "/games/a")) {
                searching.drainPermits()
                val asked = table.ask("a", "$INITIAL PNB", HOUR)
                searching.acquire()
                assertEquals(204, table.send("DELETE", path).join().statusCode())
                assertRefused(asked.join(), 409, "CANCELLED")
                assertRefused(table.send("DELETE", path).join(), 404, "GAME")
            }
            searching.drainPermits()
            val first = table.ask("b", "$INITIAL PNB", HOUR)
            searching.acquire()
            val second = table.ask("b", "$INITIAL NRK", HOUR)
            assertRefused(first.join(), 409, "CANCELLED")
            assertEquals(204, table.send("DELETE", "/games/b").join().statusCode())
            assertRefused(second.join(), 409, "CANCELLED")
        }

    @Test
    fun `a new game takes the place of an idle one, never of one that is searched`() {
        val gate = CountDownLatch(1)
        withEndlessSearches(maxGames = 2, gate) { table, searching ->
            assertEquals(200, table.ask("a", "$INITIAL PNB", 0).join().statusCode())
            assertEquals(200, table.ask("b", "$INITIAL PNB", 0).join().statusCode())
            val a = table.ask("a", "$INITIAL PNB", HOUR)
            searching.acquire()
            assertEquals(200, table.ask("c", "$INITIAL PNB", 0).join().statusCode())
            assertRefused(table.send("DELETE", "/games/b").join(), 404, "GAME")
            val c = table.ask("c", "$INITIAL PNB", HOUR)
            searching.acquire()
            assertRefused(table.ask("d", "$INITIAL PNB", 0).join(), 503, "BUSY")
            for (path in listOf("/games/a", "/games/c")) {
                assertEquals(204, table.send("DELETE", path).join().statusCode())
            }
            gate.countDown()
            for (asked in listOf(a, c)) assertRefused(asked.join(), 409, "CANCELLED")
        }
    }

    @Test
    fun `turns that need no search`() = withTable { table ->
        val king = table.ask("a", "8/8/8/2k5/8/1N6/2P5/K7 w - - 0 1 NPP", HOUR).join().json
        assertEquals("b3c5", king.text("turn"))
        assertEquals("king_capture", king.text("outcome"))
        val pass = table.ask("a", "$INITIAL QQK", HOUR).join().json
        assertEquals("", pass.text("turn"))
        assertEquals("pass", pass.text("outcome"))
        val late = table.ask("a", "$INITIAL PNB", 0).join().json
        assertEquals("interrupted", late.text("outcome"))
        assertEquals("DEADLINE", late.text("reason"))
        assertEquals(null, late.get("value"))
    }

    @Test
    fun `a man on a square that a pawn has skipped is no fault`() = withTable { table ->
        GameState.parse("$INITIAL PPB").use { state ->
            state.playTurn("d2d4 e2e4 c1e3")
            state.dice = listOf(PieceType.PAWN)
            assertTrue(Fault.TARGET_OCCUPIED in state.faults)
            val answer = table.ask("a", state.dfen, 0).join()
            assertEquals(200, answer.statusCode())
            state.playTurn(answer.json.text("turn"))
        }
    }

    @Test
    fun `bad questions are named`() = withTable { table ->
        fun post(body: String) = table.send("POST", "/games/a/turn", body).join()
        fun clock(clock: String) = post("""{"dfen": "$INITIAL PNB", "clock": $clock}""")
        assertRefused(post("{"), 400, "JSON")
        assertRefused(post("{'dfen': 1}"), 400, "JSON")
        assertRefused(post("{} {}"), 400, "JSON")
        assertRefused(post("[]"), 400, "REQUEST")
        assertRefused(post("{}"), 400, "REQUEST", "dfen")
        assertRefused(post("""{"dfen": 5}"""), 400, "REQUEST", "dfen")
        assertRefused(post("""{"dfen": ""}"""), 400, "REQUEST", "clock")
        assertRefused(clock("{}"), 400, "REQUEST", "clock.remaining_ms")
        for (number in listOf("-1", "1.5", "1e99999", "\"5\"", "null", "86400001")) {
            assertRefused(clock("""{"remaining_ms": $number}"""), 400, "REQUEST", "clock.remaining_ms")
        }
        val negative = clock("""{"remaining_ms": 5, "increment_ms": -5}""")
        assertRefused(negative, 400, "REQUEST", "clock.increment_ms")
        val word = clock("""{"remaining_ms": 5, "moves_to_go": true}""")
        assertRefused(word, 400, "REQUEST", "clock.moves_to_go")
        val good = clock("""{"remaining_ms": 5e0, "increment_ms": 0, "moves_to_go": 3}""")
        assertEquals(200, good.statusCode())
        assertRefused(post("x".repeat(5000)), 413, "SIZE")
    }

    @Test
    fun `bad positions are named with their place`() = withTable { table ->
        fun refused(dfen: String, status: String, field: String) =
            assertRefused(table.ask("a", dfen, HOUR).join(), 400, status, field)
        // The sixteenth character, on the third rank from the top, is a 9.
        val placement = refused("rnbqkbnr/ppppppp9/8/8/8/8/8/8 w - - 0 1", "DFEN", "dfen.placement")
        assertEquals(16, placement.get("offset").asInt)
        refused(INITIAL.replace(" w ", " x "), "DFEN", "dfen.side_to_move")
        refused(INITIAL.replace("KQkq", "KKkq"), "DFEN", "dfen.castling_rights")
        refused("$INITIAL PNX", "DFEN", "dfen.dice")
        refused(INITIAL, "DICE", "dfen.dice")
        assertEquals(0, refused("é$INITIAL", "TEXT", "dfen").get("offset").asInt)
        val faults = refused("P3k3/8/8/8/8/8/8/8 w - - 0 1 P", "POSITION", "dfen").getAsJsonArray("faults")
        assertEquals(listOf("NO_WHITE_KING", "PAWN_ON_BACK_RANK"), faults.map { it.asString })
    }

    @Test
    fun `bad paths and methods are named`() = withTable { table ->
        val long = "a".repeat(65)
        for (path in listOf("/", "/games", "/games/", "/games/a/b", "/games/%00/turn", "/games/$long/turn")) {
            assertRefused(table.send("POST", path).join(), 404, "PATH")
        }
        assertRefused(table.send("GET", "/games/a/turn").join(), 405, "METHOD")
        assertRefused(table.send("POST", "/games/a").join(), 405, "METHOD")
        assertRefused(table.send("DELETE", "/games/a").join(), 404, "GAME")
    }

    @Test
    fun `an evaluator that fails is no end of the bot`() {
        val failing = evaluator(threadSafe = true) { _, _ -> error("the evaluator has failed") }
        failing.use {
            Table(failing).use { table ->
                repeat(2) { assertRefused(table.ask("a", "$INITIAL PNB", HOUR).join(), 500, "INTERNAL") }
            }
        }
    }
}
