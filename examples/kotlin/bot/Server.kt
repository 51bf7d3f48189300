package org.dicechess.bot

import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import java.io.IOException
import java.net.InetSocketAddress
import kotlin.time.TimeSource
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.asExecutor
import kotlinx.coroutines.cancel
import kotlinx.coroutines.launch
import org.dicechess.DiceChessException

/**
 * A bot that is asked over HTTP:
 *
 *     POST   /games/NAME/turn   the turn to play; the first question begins a game
 *     DELETE /games/NAME/turn   the question is withdrawn: its search stops, and it is answered with 409
 *     DELETE /games/NAME        the game is over
 *
 * Questions and answers are JSON, see [readTurnRequest] and [answer]. The server of the JDK does not tell when a client
 * hangs up; such a search goes on until its time is up, or the next question of its game takes its place.
 */
internal class Server(private val bot: Bot, address: InetSocketAddress) : AutoCloseable {
    private val scope = CoroutineScope(SupervisorJob() + Dispatchers.IO)
    private val server = HttpServer.create(address, CONNECTIONS_WAITING)

    /** Where it listens. */
    val address: InetSocketAddress get() = server.address

    init {
        // Reading from slow clients must not keep others waiting; answers come from coroutines.
        server.executor = Dispatchers.IO.asExecutor()
        server.createContext("/") { exchange -> scope.launch { exchange.use { handle(it) } } }
        server.start()
    }

    private suspend fun handle(exchange: HttpExchange) {
        val answer = try {
            route(exchange)
        } catch (refusal: Refusal) {
            answer(refusal)
        } catch (refused: DiceChessException) {
            answer(refused)
        } catch (_: CancellationException) {
            answer(Refusal(409, "CANCELLED", "the question was withdrawn, or the game is over"))
        } catch (_: IOException) {
            return // The client is gone.
        } catch (failure: Exception) {
            System.getLogger("bot").log(System.Logger.Level.ERROR, "a question failed", failure)
            answer(Refusal(500, "INTERNAL", "the bot has failed"))
        }
        try {
            send(exchange, answer)
        } catch (_: IOException) {
            // The client is gone.
        }
    }

    private suspend fun route(exchange: HttpExchange): Answer {
        val arrived = TimeSource.Monotonic.markNow()
        val (game, turn) = PATH.matchEntire(exchange.requestURI.rawPath)?.destructured
            ?: throw Refusal(404, "PATH", "expected /games/NAME or /games/NAME/turn")
        return when (exchange.requestMethod to turn.isNotEmpty()) {
            "POST" to true -> answer(bot.findTurn(game, readTurnRequest(read(exchange)), arrived))
            "DELETE" to true -> nothingIf(bot.cancel(game), "no search of this game")
            "DELETE" to false -> nothingIf(bot.remove(game), "no such game")
            else -> throw Refusal(405, "METHOD", "expected POST or DELETE of a turn, or DELETE of a game")
        }
    }

    private fun nothingIf(done: Boolean, otherwise: String): Answer =
        if (done) Answer(204) else throw Refusal(404, "GAME", otherwise)

    private fun read(exchange: HttpExchange): String {
        val bytes = exchange.requestBody.readNBytes(LONGEST_QUESTION + 1)
        if (bytes.size > LONGEST_QUESTION) {
            throw Refusal(413, "SIZE", "a question has at most $LONGEST_QUESTION bytes")
        }
        return bytes.decodeToString()
    }

    private fun send(exchange: HttpExchange, answer: Answer) {
        if (answer.body == null) {
            exchange.sendResponseHeaders(answer.code, -1)
            return
        }
        val bytes = answer.body.toString().encodeToByteArray()
        exchange.responseHeaders["Content-Type"] = "application/json"
        exchange.sendResponseHeaders(answer.code, bytes.size.toLong())
        exchange.responseBody.write(bytes)
    }

    /** Stops at once; open questions are not answered. The bot stays the caller's. */
    override fun close() {
        scope.cancel()
        server.stop(0)
    }

    private companion object {
        const val CONNECTIONS_WAITING = 1024
        const val LONGEST_QUESTION = 4096
        val PATH = Regex("/games/([A-Za-z0-9_-]{1,64})(/turn)?")
    }
}
