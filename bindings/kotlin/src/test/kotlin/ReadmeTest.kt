import java.io.ByteArrayOutputStream
import java.io.File
import java.io.PrintStream
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

/** The program of README.md, which Readme.kt repeats. */
class ReadmeTest {
    @Test
    fun `it compiles and plays`() {
        assertTrue(File("README.md").readText().contains(File("src/test/kotlin/Readme.kt").readText()))
        val out = System.out
        val printed = ByteArrayOutputStream()
        try {
            System.setOut(PrintStream(printed, true))
            runBlocking { main() }
        } finally {
            System.setOut(out)
        }
        val lines = printed.toString().trim().lines()
        assertEquals(4, lines.size)
        assertTrue(Regex("a2a4 a1a2, worth -?[0-9.]+").matches(lines.last()), lines.last())
    }
}
