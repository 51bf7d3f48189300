package org.dicechess.bot

import java.io.BufferedInputStream
import java.io.EOFException
import java.io.IOException
import java.io.InputStream
import java.net.InetAddress
import java.net.ServerSocket
import java.net.Socket
import java.net.SocketTimeoutException
import java.util.concurrent.RejectedExecutionException
import java.util.concurrent.SynchronousQueue
import java.util.concurrent.ThreadPoolExecutor
import java.util.concurrent.TimeUnit

private const val MOST_CONNECTIONS = 256
private const val BACKLOG = 1024
private const val LONGEST_HEAD = 8192
private const val LONGEST_BODY = 4096
private const val READING_SECONDS = 5L
private const val CLOSING_SECONDS = 1L

/** A request, with the moment of [System.nanoTime] at which its connection was made. */
internal data class Request(val method: String, val path: String, val body: String, val arrival: Long)

/**
 * As much of an HTTP server as a bot needs, with limits on all that a client could use up: one request a connection,
 * which must have arrived in full in a few seconds, and a thread for each of a limited number of connections.
 *
 * It listens on the loopback interface; port 0 is any that is free.
 *
 * @param answer answers requests with JSON, in many threads at once; throws [Refusal] if it does not
 */
internal class Server(port: Int, private val answer: (Request) -> String) {
    private val listener = ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress())
    private val connections = ThreadPoolExecutor(0, MOST_CONNECTIONS, 10, TimeUnit.SECONDS, SynchronousQueue())

    val port: Int get() = listener.localPort

    /** Serves for ever. */
    fun serve() {
        while (true) {
            val socket = listener.accept()
            val arrival = System.nanoTime()
            try {
                connections.execute { converse(socket, arrival) }
            } catch (_: RejectedExecutionException) {
                refuse(socket)
            } catch (_: OutOfMemoryError) {
                refuse(socket)
            }
        }
    }

    private fun refuse(socket: Socket) {
        try {
            socket.use {
                send(it, Refusal(503, "FULL", "connection", "there are $MOST_CONNECTIONS connections at the moment"))
            }
        } catch (_: IOException) {
            // The client is gone.
        }
    }

    private fun converse(socket: Socket, arrival: Long) {
        try {
            socket.use {
                try {
                    send(socket, 200, "OK", answer(read(socket, arrival)))
                } catch (refusal: Refusal) {
                    send(socket, refusal)
                } catch (gone: IOException) {
                    throw gone
                } catch (bug: Throwable) {
                    System.getLogger("bot").log(System.Logger.Level.ERROR, "a request failed", bug)
                    send(socket, Refusal(500, "INTERNAL", "bot", "the bot has failed"))
                }
                // To close a connection with bytes unread would take the answer back.
                socket.shutdownOutput()
                TimedInput(socket, System.nanoTime(), CLOSING_SECONDS).skip(Long.MAX_VALUE)
            }
        } catch (_: IOException) {
            // The client is gone.
        } catch (_: Refusal) {
            // The client keeps the connection open.
        }
    }

    private fun send(socket: Socket, refusal: Refusal) = send(socket, refusal.code, refusal.status, refusal.json())

    private fun send(socket: Socket, code: Int, reason: String, json: String) {
        val body = json.encodeToByteArray()
        val head = "HTTP/1.1 $code $reason\r\nContent-Type: application/json\r\nContent-Length: ${body.size}\r\n" +
            "Connection: close\r\n\r\n"
        socket.getOutputStream().write(head.encodeToByteArray() + body)
    }

    private fun read(socket: Socket, arrival: Long): Request {
        val head = Head(BufferedInputStream(TimedInput(socket, arrival, READING_SECONDS)))
        val words = head.line().split(" ")
        if (words.size != 3 || !words[2].startsWith("HTTP/1.")) {
            throw Refusal(400, "HTTP", "request line", "expected a method, a path and HTTP/1.1")
        }
        var length = 0
        for (line in generateSequence(head::line).takeWhile(String::isNotEmpty)) {
            when (line.substringBefore(':').lowercase()) {
                "content-length" -> length = bodyLength(line.substringAfter(':').trim())
                "transfer-encoding" ->
                    throw Refusal(411, "LENGTH", "Transfer-Encoding", "expected Content-Length instead")
            }
        }
        val body = head.input.readNBytes(length)
        if (body.size < length) throw EOFException()
        return Request(words[0], words[1], body.decodeToString(), arrival)
    }

    private fun bodyLength(digits: String): Int {
        if (!digits.matches(Regex("[0-9]+"))) {
            throw Refusal(400, "HTTP", "Content-Length", "expected a number of bytes")
        }
        return digits.toIntOrNull()?.takeIf { it <= LONGEST_BODY }
            ?: throw Refusal(413, "SIZE", "body", "expected at most $LONGEST_BODY bytes")
    }

    /** The lines of a request before its body. */
    private class Head(val input: InputStream) {
        private var left = LONGEST_HEAD

        /** The next line without its end. */
        fun line(): String {
            val line = StringBuilder()
            while (true) {
                val next = input.read()
                if (next < 0) throw EOFException()
                if (next == '\n'.code) return line.removeSuffix("\r").toString()
                if (left-- == 0) throw Refusal(431, "SIZE", "headers", "expected at most $LONGEST_HEAD bytes")
                line.append(next.toChar())
            }
        }
    }

    /** What a socket receives until some seconds after a moment. */
    private class TimedInput(
        private val socket: Socket,
        private val begin: Long,
        private val seconds: Long,
    ) : InputStream() {
        override fun read(bytes: ByteArray, offset: Int, length: Int): Int {
            val passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin)
            val left = TimeUnit.SECONDS.toMillis(seconds) - passed
            try {
                if (left <= 0) throw SocketTimeoutException()
                socket.soTimeout = left.toInt()
                return socket.getInputStream().read(bytes, offset, length)
            } catch (_: SocketTimeoutException) {
                throw Refusal(408, "SLOW", "request", "expected all of it in $seconds seconds")
            }
        }

        override fun read(): Int {
            val one = ByteArray(1)
            return if (read(one, 0, 1) < 0) -1 else one[0].toInt() and 0xff
        }
    }
}
