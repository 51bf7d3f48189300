/*
 * Legal turns of positions, from a file with one DFEN a line or from standard input. Prints what
 * examples/c/legal_turns.c prints.
 *
 * With the jar that `make java` builds, in Java 22 and newer through java.lang.foreign, before that through JNI:
 *
 *   java -cp bindings/java/target/dicechess-0.1.0.jar examples/java/LegalTurns.java examples/data/positions.dfen
 *
 * Add --enable-native-access=ALL-UNNAMED where Java warns of native access.
 *
 * For each position: the board, every legal turn in UCI, the number of distinct final positions, the key. A bad line
 * is reported on standard error with field, offset and reason; the rest is still read, and the exit code is then 1.
 */
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.dicechess.Color;
import org.dicechess.DiceChessException;
import org.dicechess.GameState;
import org.dicechess.Piece;
import org.dicechess.Turns;

public final class LegalTurns {
    private LegalTurns() {
    }

    private static char letter(Piece piece) {
        if (piece == null) {
            return '.';
        }
        char letter = piece.type().letter();
        return piece.color() == Color.WHITE ? letter : Character.toLowerCase(letter);
    }

    private static void draw(GameState state) {
        System.out.println(state.dfen());
        for (int rank = 7; rank >= 0; rank--) {
            StringBuilder row = new StringBuilder("  ").append(rank + 1).append(' ');
            for (int file = 0; file < 8; file++) {
                row.append(' ').append(letter(state.pieceAt(rank * 8 + file)));
            }
            System.out.println(row);
        }
        System.out.println("     a b c d e f g h");
    }

    private static void list(GameState state, Turns turns) {
        turns.generateDistinct(state);
        int finals = turns.size();
        turns.generate(state);
        for (int index = 0; index < turns.size(); index++) {
            System.out.println(turns.uci(index) + (index < turns.kingCaptures() ? " takes the king" : ""));
        }
        System.out.printf("%d legal turns, %d take a king; %d distinct final positions; key 0x%016x%n%n",
                turns.size(), turns.kingCaptures(), finals, state.key());
    }

    /** Shows all positions of a text; whether all lines were good. */
    private static boolean show(BufferedReader lines) throws IOException {
        boolean allGood = true;
        try (Turns turns = new Turns()) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (line.isEmpty()) {
                    continue;
                }
                try (GameState state = GameState.parse(line)) {
                    draw(state);
                    list(state, turns);
                } catch (DiceChessException bad) {
                    System.err.printf("line %d: %s, field %d, offset %d: %s%n",
                            number, bad.statusName(), bad.field(), bad.offset(), bad.getMessage());
                    allGood = false;
                }
            }
        }
        return allGood;
    }

    public static void main(String[] arguments) throws IOException {
        // One character a byte, so that offsets count bytes.
        try (BufferedReader lines = arguments.length > 0
                ? Files.newBufferedReader(Path.of(arguments[0]), StandardCharsets.ISO_8859_1)
                : new BufferedReader(new InputStreamReader(System.in, StandardCharsets.ISO_8859_1))) {
            System.exit(show(lines) ? 0 : 1);
        } catch (NoSuchFileException missing) {
            System.err.println(arguments[0] + ": no such file");
            System.exit(2);
        }
    }
}
