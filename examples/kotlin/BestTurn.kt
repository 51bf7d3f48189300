/*
 * The best turn of positions with dice, from a file with one DFEN a line or from standard input, by an evaluator of
 * one's own. Says the same as examples/c/best_turn.c.
 *
 * After `make kotlin`, at the root of the repository:
 *
 *   java -cp bindings/kotlin/target/examples/dicechess-kotlin-examples.jar BestTurnKt examples/data/positions.dfen
 *
 * Looks two turns ahead. A cache spares repeated evaluations; one table serves all positions. A bad line is reported
 * on standard error; the rest is still read, and the exit code is then 1.
 */
import java.io.File
import java.util.Locale
import kotlin.system.exitProcess
import org.dicechess.Color
import org.dicechess.DiceChessException
import org.dicechess.GameState
import org.dicechess.PieceType
import org.dicechess.Search
import org.dicechess.SearchReport
import org.dicechess.StateView
import org.dicechess.TranspositionTable
import org.dicechess.kotlin.SearchOutcome
import org.dicechess.kotlin.dfen
import org.dicechess.kotlin.evaluator
import org.dicechess.kotlin.findBestTurn
import org.dicechess.kotlin.searchOptions
import org.dicechess.kotlin.statusName
import org.dicechess.kotlin.toGameState
import org.dicechess.kotlin.uci

private const val MIDDLE = 0x00003C3C3C3C0000L
private val ADVANCED = mapOf(Color.WHITE to 0x00FFFF0000000000L, Color.BLACK to 0x0000000000FFFF00L)

/**
 * Material, and on top of it 10 for each man on the sixteen squares in the middle of the board (c3 to f6) and 40 for
 * each pawn that is at most two steps from promotion; the other side's count against it.
 */
private fun evaluate(state: StateView, perspective: Color): Int {
    fun bonus(color: Color): Int {
        val advanced = state.men(color, PieceType.PAWN) and ADVANCED.getValue(color)
        return 10 * (state.men(color) and MIDDLE).countOneBits() + 40 * advanced.countOneBits()
    }
    return state.material(perspective) + bonus(perspective) - bonus(perspective.opposite())
}

/** The score of the turn, and whether a search stands behind it. */
private fun worth(outcome: SearchOutcome): String = when (outcome) {
    is SearchOutcome.KingCapture -> "takes the king"
    is SearchOutcome.Pass, is SearchOutcome.Complete -> "${outcome.report.score}"
    is SearchOutcome.Interrupted ->
        "${outcome.report.score}${if (outcome.value == null) " before the search" else ""}"
}

private fun show(state: GameState, outcome: SearchOutcome) {
    val report: SearchReport = outcome.report
    val end = if (report.complete) "complete" else "stopped"
    println(state.dfen)
    println("  best turn  ${outcome.turn.uci.ifEmpty { "pass" }}")
    println("  score      ${worth(outcome)}")
    println(
        "  search     depth ${report.depth}, work ${report.work}, " +
            "${report.candidatesSelected} of ${report.legalTurns} turns, $end",
    )
    println("  speed      %.0f nodes/s".format(Locale.ROOT, report.nodesPerSecond))
    println(
        "  risk       %.1f %% to lose the king to the next roll, %.1f %% to take one with the roll after it\n"
            .format(Locale.ROOT, 100 * report.lossRisk, 100 * report.winChance),
    )
}

/** Shows the best turn of each line; whether all lines were good. */
fun showBestTurns(lines: Sequence<String>): Boolean {
    var good = true
    evaluator(ignoresClocks = true, threadSafe = true, ::evaluate).use { own ->
        TranspositionTable().use { shared ->
            Search(0).use { search ->
                val options = searchOptions {
                    evaluator = own
                    table = shared
                    cache = true
                }
                for ((index, line) in lines.withIndex().filter { it.value.isNotEmpty() }) {
                    try {
                        line.toGameState().use { state -> show(state, search.findBestTurn(state, options)) }
                    } catch (failure: DiceChessException) {
                        System.err.println("line ${index + 1}: ${failure.statusName}: ${failure.message}")
                        good = false
                    }
                }
            }
        }
    }
    return good
}

fun main(arguments: Array<String>) {
    val input = if (arguments.isEmpty()) System.`in`.bufferedReader() else File(arguments[0]).bufferedReader()
    if (!input.useLines(::showBestTurns)) exitProcess(1)
}
