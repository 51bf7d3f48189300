package org.dicechess.bot

import com.google.gson.JsonArray
import com.google.gson.JsonElement
import com.google.gson.JsonObject
import com.google.gson.JsonParseException
import com.google.gson.JsonParser
import com.google.gson.Strictness
import com.google.gson.stream.JsonReader
import java.io.IOException
import java.io.StringReader
import java.math.BigDecimal
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import org.dicechess.DiceChessException
import org.dicechess.Fault
import org.dicechess.kotlin.SearchOutcome
import org.dicechess.kotlin.field
import org.dicechess.kotlin.offset
import org.dicechess.kotlin.statusName
import org.dicechess.kotlin.uci

/** A question: which turn to play. */
internal data class TurnRequest(
    val dfen: String,
    val remaining: Duration,
    val increment: Duration,
    val movesToGo: Int?,
)

/** An answer. */
internal data class Answer(val code: Int, val body: JsonObject? = null)

/** What is wrong with a question, or why it cannot be answered. */
internal class Refusal(
    val code: Int,
    val status: String,
    message: String,
    val field: String? = null,
    val faults: Set<Fault> = emptySet(),
) : Exception(message)

/** The fields of a DFEN, by their numbers in [DiceChessException.field]. */
private val DFEN_FIELDS = listOf(
    "placement", "side_to_move", "castling_rights", "en_passant", "half_move_clock", "full_move_number",
    "dice", "count",
)

/** A day is more than any game has; it keeps sums of times from overflowing. */
private const val LONGEST_TIME_MS = 86_400_000L

/**
 * Reads `{"dfen": "...", "clock": {"remaining_ms": 60000, "increment_ms": 1000, "moves_to_go": 12}}`; the last two may
 * be left out.
 */
internal fun readTurnRequest(text: String): TurnRequest {
    val request = parse(text) as? JsonObject ?: throw badField("expected an object", null)
    val dfen = request.get("dfen")?.takeIf { it.isJsonPrimitive && it.asJsonPrimitive.isString }
        ?: throw badField("expected a text", "dfen")
    val clock = request.get("clock") as? JsonObject ?: throw badField("expected an object", "clock")
    return TurnRequest(
        dfen.asString,
        number(clock, "remaining_ms", LONGEST_TIME_MS)?.milliseconds
            ?: throw badField("is missing", "clock.remaining_ms"),
        (number(clock, "increment_ms", LONGEST_TIME_MS) ?: 0).milliseconds,
        number(clock, "moves_to_go", 1000)?.toInt(),
    )
}

private fun parse(text: String): JsonElement = try {
    val reader = JsonReader(StringReader(text)).apply { strictness = Strictness.STRICT }
    // Looking for more refuses what follows the value.
    JsonParser.parseReader(reader).also { reader.peek() }
} catch (failure: JsonParseException) {
    throw notJson(failure)
} catch (failure: IOException) {
    throw notJson(failure)
}

private fun notJson(failure: Exception) = Refusal(400, "JSON", failure.message ?: "not JSON")

private fun number(clock: JsonObject, member: String, most: Long): Long? {
    val value = clock.get(member) ?: return null
    val number = value.takeIf { it.isJsonPrimitive && it.asJsonPrimitive.isNumber }?.let(::exact)
    if (number == null || number !in 0..most) {
        throw badField("expected a whole number, 0 to $most", "clock.$member")
    }
    return number
}

private fun exact(value: JsonElement): Long? = try {
    BigDecimal(value.asString).longValueExact()
} catch (_: ArithmeticException) {
    null
}

private fun badField(message: String, field: String?) =
    Refusal(400, "REQUEST", if (field == null) message else "$field: $message", field)

/** The turn, how it was found, and what it is worth if a search says so. */
internal fun answer(outcome: SearchOutcome): Answer = Answer(200, JsonObject().apply {
    addProperty("turn", outcome.turn.uci)
    when (outcome) {
        is SearchOutcome.KingCapture -> addProperty("outcome", "king_capture")
        is SearchOutcome.Pass -> addProperty("outcome", "pass")
        is SearchOutcome.Complete -> {
            addProperty("outcome", "complete")
            addProperty("value", outcome.value)
        }
        is SearchOutcome.Interrupted -> {
            addProperty("outcome", "interrupted")
            addProperty("reason", outcome.reason.name)
            outcome.value?.let { addProperty("value", it) }
        }
    }
    addProperty("depth", outcome.report.depth)
    addProperty("work", outcome.report.work)
})

internal fun answer(refusal: Refusal): Answer = Answer(
    refusal.code,
    error(refusal.status, refusal.message) {
        refusal.field?.let { addProperty("field", it) }
        if (refusal.faults.isNotEmpty()) {
            add("faults", JsonArray().apply { refusal.faults.forEach { add(it.name) } })
        }
    },
)

/** What the library refuses comes from the position, for nothing else of a question reaches it, or memory is short. */
internal fun answer(refused: DiceChessException): Answer = Answer(
    if (refused.statusName == "MEMORY") 503 else 400,
    error(refused.statusName, refused.message) {
        val part = if (refused.statusName == "DFEN") refused.field?.let(DFEN_FIELDS::getOrNull) else null
        addProperty("field", if (part == null) "dfen" else "dfen.$part")
        refused.offset?.let { addProperty("offset", it) }
    },
)

private fun error(status: String, message: String?, more: JsonObject.() -> Unit) = JsonObject().apply {
    add("error", JsonObject().apply {
        addProperty("status", status)
        addProperty("message", message)
        more()
    })
}
