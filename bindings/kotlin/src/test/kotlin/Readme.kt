import org.dicechess.Search
import org.dicechess.kotlin.*

suspend fun main() {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PRK".toGameState().use { state ->
        state.useTurns { turns -> turns.take(3).forEach { println(it.uci) } }
        Search(0).use { search ->
            when (val outcome = search.awaitBestTurn(state) { depth = 2 }) {
                is SearchOutcome.Complete -> println("${outcome.turn.uci}, worth ${outcome.value}")
                is SearchOutcome.KingCapture -> println("${outcome.turn.uci} takes the king")
                is SearchOutcome.Interrupted -> println("${outcome.turn.uci} until ${outcome.reason}")
                is SearchOutcome.Pass -> println("pass")
            }
        }
    }
}
