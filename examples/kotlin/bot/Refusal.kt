package org.dicechess.bot

/**
 * What the bot does not do, and why.
 *
 * @param code the status of HTTP
 * @param offset a place in the field, if there is one
 */
internal class Refusal(
    val code: Int,
    val status: String,
    private val field: String,
    message: String,
    private val offset: Long? = null,
) : RuntimeException(message) {
    fun json(): String {
        val place = offset?.let { arrayOf("offset" to it) } ?: emptyArray()
        return writeJson("status" to status, "field" to field, *place, "message" to message.orEmpty())
    }
}
