package org.dicechess.kotlin

import com.google.gson.JsonElement
import com.google.gson.JsonObject
import com.google.gson.JsonParser
import java.io.File
import java.io.IOException
import java.security.MessageDigest
import java.util.HexFormat

/** The initial position without dice. */
internal const val INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/** A position with few turns, of which e1d1 is the best, worth −207.4. */
internal const val BISHOP = "7k/8/8/b7/8/8/5P2/4K3 w - - 0 1 NBK"

/** A checked exception, an error, and one that might be taken for the library's own. */
internal val THROWN = listOf(IOException("checked"), AssertionError("error"), IllegalStateException("state"))

/** The objects of a file of tests/data, one a line: right answers that were computed elsewhere. */
internal fun recorded(name: String): List<JsonObject> =
    File("../../tests/data", name).readLines().map { JsonParser.parseString(it).asJsonObject }
        .also { check(it.isNotEmpty()) { "$name is empty" } }

internal operator fun JsonElement.get(member: String): JsonElement = asJsonObject.get(member)

/** A double, by its bits. */
internal val JsonElement.real: Double
    get() = Double.fromBits(get("bits").asString.removePrefix("0x").toULong(16).toLong())

/** SHA-256 of lines joined by one line feed. */
internal fun sha256(lines: Sequence<String>): String {
    val digest = MessageDigest.getInstance("SHA-256").digest(lines.joinToString("\n").toByteArray())
    return HexFormat.of().formatHex(digest)
}
