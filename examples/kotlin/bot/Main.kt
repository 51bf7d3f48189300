/*
 * A bot that a platform asks over HTTP for the turn to play. After `make kotlin`, at the root of the repository:
 *
 *   java -jar bindings/kotlin/target/examples/dicechess-kotlin-examples.jar [PORT [HOST]]
 *
 * listens on port 8080 of 127.0.0.1, or as told. Then
 *
 *   curl localhost:8080/games/first/turn -d '{"clock": {"remaining_ms": 60000},
 *       "dfen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PRK"}'
 *
 * says something like
 *
 *   {"turn":"a2a4 a1a2","outcome":"interrupted","reason":"DEADLINE","value":138.98,"depth":2,"work":2500760}
 *
 * Server.kt has the other questions, Bot.kt what to put behind another transport.
 */
package org.dicechess.bot

import java.net.InetSocketAddress
import org.dicechess.Evaluator

fun main(arguments: Array<String>) {
    // Seconds in which a question must have arrived in full.
    System.setProperty("sun.net.httpserver.maxReqTime", "10")
    val port = arguments.getOrNull(0)?.toInt() ?: 8080
    val host = arguments.getOrNull(1) ?: "127.0.0.1"
    val server = Server(Bot(Evaluator.aggressive()), InetSocketAddress(host, port))
    println("listening on ${server.address}")
}
