package org.dicechess.bot

/*
 * As much of JSON as requests and answers need. Objects become maps, arrays lists, numbers doubles.
 */

private const val DEEPEST = 16
private val NUMBER = Regex("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")
private val ESCAPE = Regex("u[0-9a-fA-F]{4}")

/** The object that a text consists of. */
internal fun readObject(text: String): Map<String, Any?> = Json(text).whole()

/** An object of names and values, which are strings, numbers or truths. */
internal fun writeJson(vararg members: Pair<String, Any>): String =
    members.joinToString(",", "{", "}") { (name, value) ->
        "${quoted(name)}:${if (value is String) quoted(value) else value}"
    }

private fun quoted(text: String): String = text.toCharArray().joinToString("", "\"", "\"") {
    when {
        it == '"' || it == '\\' -> "\\$it"
        it < ' ' -> "\\u%04x".format(it.code)
        else -> it.toString()
    }
}

private class Json(private val text: String) {
    private var at = 0
    private var depth = 0

    fun whole(): Map<String, Any?> {
        skipSpace()
        val whole = readObject()
        skipSpace()
        if (at < text.length) throw wrong("nothing more")
        return whole
    }

    private fun wrong(expected: String) = Refusal(400, "JSON", "body", "expected $expected", at.toLong())

    private fun skipSpace() {
        while (at < text.length && text[at] in " \t\r\n") at++
    }

    /** Whether a text comes next, which is then skipped. */
    private fun skip(expected: String): Boolean {
        val isNext = text.startsWith(expected, at)
        if (isNext) at += expected.length
        return isNext
    }

    private fun require(expected: String) {
        if (!skip(expected)) throw wrong(expected)
    }

    private fun readValue(): Any? = when (text.getOrNull(at)) {
        null -> throw wrong("a value")
        '{' -> readObject()
        '[' -> readArray()
        '"' -> readString()
        else -> readPlain()
    }

    /** What stands between two brackets, with commas between its parts. */
    private fun readParts(opening: String, closing: String, readPart: () -> Unit) {
        if (depth == DEEPEST) throw wrong("at most $DEEPEST levels")
        require(opening)
        depth++
        skipSpace()
        if (!skip(closing)) {
            do {
                skipSpace()
                readPart()
                skipSpace()
            } while (skip(","))
            require(closing)
        }
        depth--
    }

    private fun readObject(): Map<String, Any?> = buildMap {
        readParts("{", "}") {
            val name = readString()
            skipSpace()
            require(":")
            skipSpace()
            put(name, readValue())
        }
    }

    private fun readArray(): List<Any?> = buildList { readParts("[", "]") { add(readValue()) } }

    private fun readString(): String {
        require("\"")
        val string = StringBuilder()
        while (true) {
            if (at == text.length || text[at] < ' ') throw wrong("the end of a string")
            when (val character = text[at++]) {
                '"' -> return string.toString()
                '\\' -> string.append(readEscape())
                else -> string.append(character)
            }
        }
    }

    private fun readEscape(): Char {
        val plain = "\"\\/bfnrt".indexOf(text.getOrElse(at) { ' ' })
        if (plain >= 0) {
            at++
            return "\"\\/\b\u000c\n\r\t"[plain]
        }
        val escape = ESCAPE.matchAt(text, at) ?: throw wrong("an escape")
        at += escape.value.length
        return escape.value.drop(1).toInt(16).toChar()
    }

    /** A number, true, false or null. */
    private fun readPlain(): Any? {
        val word = text.substring(at).takeWhile { it.isLetterOrDigit() || it in "+-." }
        val value = when {
            word == "true" -> true
            word == "false" -> false
            word == "null" -> null
            word.matches(NUMBER) -> word.toDouble()
            else -> throw wrong("a value")
        }
        at += word.length
        return value
    }
}
