import java.io.ByteArrayOutputStream
import java.io.File
import java.io.PrintStream
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** The example says what its twin in C does. */
class BestTurnTest {
    /** What [block] prints on standard output and on standard error. */
    private fun printedBy(block: () -> Unit): Pair<List<String>, List<String>> {
        val out = System.out
        val err = System.err
        val printed = ByteArrayOutputStream()
        val complained = ByteArrayOutputStream()
        try {
            System.setOut(PrintStream(printed, true))
            System.setErr(PrintStream(complained, true))
            block()
        } finally {
            System.setOut(out)
            System.setErr(err)
        }
        return printed.toString().lines() to complained.toString().lines()
    }

    /** All but the speed, which differs from run to run. */
    private fun figures(lines: List<String>): List<String> {
        val (speeds, others) = lines.partition { it.startsWith("  speed ") }
        assertEquals(13, speeds.size)
        assertTrue(speeds.all { Regex(" {2}speed {6}[0-9]+ nodes/s").matches(it) })
        return others
    }

    @Test
    fun `best turns are those of C`() {
        val twin = File(System.getProperty("dicechess.twin"))
        assertTrue(twin.exists(), "$twin, which bindings/kotlin/build.sh writes")
        val (printed, complaints) = printedBy { main(arrayOf("../data/positions.dfen")) }
        assertEquals(listOf(""), complaints)
        assertEquals(figures(twin.readLines() + ""), figures(printed))
    }

    @Test
    fun `a bad line is named and the rest is read`() {
        val good = "7k/8/8/b7/8/8/5P2/4K3 w - - 0 1 NBK"
        val (printed, complaints) = printedBy {
            assertFalse(showBestTurns(sequenceOf("nonsense", "", good)))
        }
        assertEquals(good, printed.first())
        assertTrue(complaints.first().startsWith("line 1: DFEN: "), complaints.first())
    }
}
