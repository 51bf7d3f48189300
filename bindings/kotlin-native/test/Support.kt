package org.dicechess

import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlinx.cinterop.*
import platform.posix.*

internal const val INITIAL = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/** Two bare kings. */
internal const val KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"

/** The call fails with this status and says which field and where. */
internal fun fails(status: Int, field: Int = -1, offset: Long = -1, call: () -> Any?): DiceChessException {
    val failure = assertFailsWith<DiceChessException> { call() }
    assertEquals(
        Triple(status, field, offset), Triple(failure.status, failure.field, failure.offset), failure.message,
    )
    return failure
}

internal fun move(origin: Int, destination: Int, flag: Int = 0): MicroMove =
    MicroMove((destination or (origin shl 6) or (flag shl 12)).toUShort())

/** Bits by the numbers of their squares. */
internal fun board(vararg squares: Int): ULong = squares.fold(0uL) { board, square ->
    board or (1uL shl square)
}

/** The lines of a file of `tests/data`, from the root of the repository. */
internal fun data(name: String): List<String> {
    val file = fopen("tests/data/$name", "rb")
    checkNotNull(file) { "no tests/data/$name: run the tests at the root of the repository" }
    val bytes = mutableListOf<ByteArray>()
    ByteArray(1 shl 16).usePinned { buffer ->
        while (true) {
            val count = fread(buffer.addressOf(0), 1u, (1 shl 16).convert(), file).toInt()
            if (count == 0) break
            bytes += buffer.get().copyOf(count)
        }
    }
    fclose(file)
    return bytes.fold(ByteArray(0)) { all, part -> all + part }.decodeToString().lines().filter {
        it.isNotEmpty()
    }
}

/**
 * The first value of that name in a line of JSON, which the data keep in one form: text without quotes, a number, or
 * an array as it stands.
 */
internal fun String.json(name: String): String {
    val rest = substringAfter("\"$name\":", "")
    check(rest.isNotEmpty()) { "no $name in $this" }
    return when (rest[0]) {
        '"' -> rest.drop(1).substringBefore('"')
        '[' -> rest.substringBefore(']') + "]"
        else -> rest.takeWhile { it !in ",}" }
    }
}

/** The texts of an array. */
internal fun String.texts(): List<String> = Regex("\"([^\"]*)\"").findAll(this).map {
    it.groupValues[1]
}.toList()

/** A pair of numbers, for White and Black. */
internal fun String.pair(): List<Int> = trim('[', ']').split(',').map { it.toInt() }

internal fun key(text: String): ULong = text.removePrefix("0x").toULong(16)
