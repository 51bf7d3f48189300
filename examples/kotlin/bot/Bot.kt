/*
 * A bot for any platform that plays dice chess by webhooks: it answers a position and a clock with a turn, over the
 * protocol of examples/bots/README.md. After `make kotlin`, at the root of the repository:
 *
 *   java -Xmx128m -jar bindings/kotlin/target/examples/dicechess-kotlin-examples.jar [PORT]
 *
 * listens on port 8080 of the loopback interface, or as told.
 */
package org.dicechess.bot

import kotlin.time.Duration.Companion.days
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import org.dicechess.DiceChessException
import org.dicechess.Fault
import org.dicechess.GameState
import org.dicechess.TimeManager
import org.dicechess.kotlin.dice
import org.dicechess.kotlin.faults
import org.dicechess.kotlin.field
import org.dicechess.kotlin.offset
import org.dicechess.kotlin.statusName
import org.dicechess.kotlin.timeForTurn
import org.dicechess.kotlin.toGameState
import org.dicechess.kotlin.uci

private val PATH = Regex("/games/([A-Za-z0-9_-]{1,64})(/turn)?")
private val LONGEST_CLOCK_MS = 1.days.inWholeMilliseconds
private const val MOST_MOVES_TO_GO = 1000L

/** No turn takes longer, whatever the clock says. */
private val LONGEST_TIME = 10.seconds

/** The fields of a DFEN, by their numbers in [DiceChessException.field]. */
private val DFEN_FIELDS = listOf(
    "placement", "side_to_move", "castling_rights", "en_passant", "half_move_clock", "full_move_number", "dice",
)

/** The protocol: what requests ask for, and what is wrong with them. */
internal class Bot {
    private val games = Games()

    /** Answers with JSON, or throws [Refusal]. */
    fun answer(request: Request): String {
        val (name, turn) = PATH.matchEntire(request.path)?.destructured ?: throw Refusal(
            404, "PATH", "path",
            "expected /games/NAME/turn or /games/NAME, with a NAME of 1 to 64 letters, digits, _ and -",
        )
        val asksForTurn = turn.isNotEmpty()
        val method = if (asksForTurn) "POST" else "DELETE"
        if (request.method != method) throw Refusal(405, "METHOD", "method", "expected $method")
        if (asksForTurn) return turn(name, readObject(request.body), request.arrival)
        games.remove(name)
        return "{}"
    }

    private fun turn(name: String, request: Map<String, Any?>, arrival: Long): String {
        val dfen = request["dfen"] as? String ?: throw Refusal(400, "REQUEST", "dfen", "expected a string")
        val deadline = arrival + time(request).coerceAtMost(LONGEST_TIME).inWholeNanoseconds
        try {
            return dfen.toGameState().use { state ->
                check(state)
                val report = games.bestTurn(name, state, deadline)
                writeJson("turn" to report.turn().uci, "takes_king" to report.takesKing())
            }
        } catch (refused: DiceChessException) {
            throw refusal(refused)
        }
    }

    private fun time(request: Map<String, Any?>) =
        (request["clock"] as? Map<*, *> ?: throw Refusal(400, "REQUEST", "clock", "expected an object")).let {
            TimeManager.DEFAULT.timeForTurn(
                number(it, "remaining_ms", null, LONGEST_CLOCK_MS).milliseconds,
                number(it, "increment_ms", 0.0, LONGEST_CLOCK_MS).milliseconds,
                number(it, "moves_to_go", 0.0, MOST_MOVES_TO_GO).toInt(),
            )
        }

    private fun number(clock: Map<*, *>, member: String, otherwise: Double?, most: Long): Long {
        val value = if (member in clock) clock[member] else otherwise
        if (value !is Double || value < 0 || value > most || value != Math.rint(value)) {
            throw Refusal(400, "REQUEST", "clock.$member", "expected a whole number from 0 to $most")
        }
        return value.toLong()
    }

    private fun check(state: GameState) {
        // In games, too, pieces step on squares that pawns have skipped.
        val faults = state.faults - Fault.TARGET_OCCUPIED
        if (faults.isNotEmpty()) {
            throw Refusal(400, "POSITION", "dfen", "expected a position of a game: ${Fault.describe(faults)}")
        }
        if (state.dice.isEmpty()) throw Refusal(400, "POSITION", "dfen.dice", "expected dice to play with")
    }

    /** The library refuses positions alone, for nothing else of a request reaches it, or memory is short. */
    private fun refusal(refused: DiceChessException): Refusal {
        val part = refused.field?.let(DFEN_FIELDS::getOrNull)
        val code = if (refused.statusName == "MEMORY") 503 else 400
        val field = if (part == null) "dfen" else "dfen.$part"
        return Refusal(code, refused.statusName, field, refused.message.orEmpty(), refused.offset)
    }
}

fun main(arguments: Array<String>) {
    val server = Server(arguments.getOrNull(0)?.toInt() ?: 8080, Bot()::answer)
    println("listening on port ${server.port}")
    server.serve()
}
