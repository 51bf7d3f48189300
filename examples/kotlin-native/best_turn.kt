/*
 * The best turn of positions with dice, one DFEN a line on standard input, by an evaluator of one's own. Says the
 * same as examples/c/best_turn.c.
 *
 * After `make test-kotlin-native`, which makes the libraries, with the compiler that it prints, at the root of the
 * repository:
 *
 *   LIBRARIES=target/kotlin-native
 *   kotlinc-native examples/kotlin-native/best_turn.kt -opt-in=kotlinx.cinterop.ExperimentalForeignApi \
 *       -library $LIBRARIES/dicechess-c.klib -library $LIBRARIES/dicechess.klib \
 *       -linker-options "-L target/release -rpath $PWD/target/release" -o best_turn
 *   ./best_turn.kexe <examples/data/positions.dfen
 *
 * Looks two turns ahead. A cache spares repeated evaluations; one table serves all positions. A bad line is reported
 * on standard error; the rest is still read, and the exit code is then 1.
 */
import kotlin.system.exitProcess
import org.dicechess.*
import org.dicechess.c.DICECHESS_TERMINAL_WIN_SCORE
import platform.posix.*

private const val MIDDLE = 0x00003C3C3C3C0000uL
private val ADVANCED = mapOf(Color.WHITE to 0x00FFFF0000000000uL, Color.BLACK to 0x0000000000FFFF00uL)

/**
 * Material, and on top of it 10 for each man on the sixteen squares in the middle of the board (c3 to f6) and 40 for
 * each pawn that is at most two steps from promotion; the other side's count against it.
 */
private fun evaluate(state: Snapshot, perspective: Color): Int {
    fun bonus(color: Color): Int {
        val pawns = state.men(color) and state.men(PieceType.PAWN)
        val advanced = pawns and ADVANCED.getValue(color)
        return 10 * (state.men(color) and MIDDLE).countOneBits() + 40 * advanced.countOneBits()
    }
    val white = state.material + bonus(Color.WHITE) - bonus(Color.BLACK)
    return if (perspective == Color.WHITE) white else -white
}

private fun show(state: GameState, report: SearchReport) = with(report) {
    val searched = bound == Bound.EXACT || turn.moves.isEmpty()
    val worth = when {
        score == DICECHESS_TERMINAL_WIN_SCORE -> "takes the king"
        searched -> "$score"
        else -> "$score before the search"
    }
    printf("%s\n  best turn  %s\n  score      %s\n", state.dfen, turn.uci().ifEmpty { "pass" }, worth)
    val end = if (complete) "complete" else "stopped"
    printf(
        "  search     depth %d, work %lu, %lu of %lu turns, %s\n",
        depth, work, candidatesSelected, legalTurns, end,
    )
    printf("  speed      %.0f nodes/s\n", nodesPerSecond)
    printf(
        "  risk       %.1f %% to lose the king to the next roll, " +
            "%.1f %% to take one with the roll after it\n\n",
        100 * lossRisk, 100 * winChance,
    )
}

fun main() {
    var good = true
    Evaluator.of(::evaluate, ignoresClocks = true, threadSafe = true).use { evaluator ->
        TranspositionTable().use { table ->
            Search(seed = 0).use { search ->
                val options = SearchOptions(evaluator = evaluator, table = table, cache = true)
                generateSequence(::readlnOrNull).forEachIndexed { index, line ->
                    try {
                        if (line.isNotEmpty()) GameState(line).use { show(it, search.bestTurn(it, options)) }
                    } catch (failure: DiceChessException) {
                        fprintf(stderr, "line %d: %s: %s\n", index + 1, failure.statusName, failure.message)
                        good = false
                    }
                }
            }
        }
    }
    if (!good) exitProcess(1)
}
