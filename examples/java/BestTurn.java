/*
 * The best turn of positions with dice, from a file with one DFEN a line or from standard input, by an evaluator of
 * one's own. Prints what examples/c/best_turn.c prints.
 *
 * With the jar that `make java` builds, through java.lang.foreign on Java 22 or newer:
 *
 *   java --enable-native-access=ALL-UNNAMED -cp bindings/java/target/dicechess-0.1.0.jar \
 *       examples/java/BestTurn.java [-d DEPTH] [-t MILLISECONDS] examples/data/positions.dfen
 *
 * Looks DEPTH turns ahead, 2 by default; with a time limit for each position it goes on as deep as the time allows,
 * up to DEPTH if that is given. A cache spares repeated evaluations; one table serves all positions. On a terminal a
 * line shows how far the search is. A bad line is reported on standard error; the rest is still read, and the exit
 * code is then 1.
 */
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.dicechess.Bound;
import org.dicechess.Color;
import org.dicechess.DiceChessException;
import org.dicechess.Evaluator;
import org.dicechess.EvaluatorProperty;
import org.dicechess.GameState;
import org.dicechess.PieceType;
import org.dicechess.Search;
import org.dicechess.SearchControl;
import org.dicechess.SearchOptions;
import org.dicechess.SearchProgress;
import org.dicechess.SearchReport;
import org.dicechess.StateView;
import org.dicechess.TranspositionTable;

public final class BestTurn {
    private static final long MIDDLE = 0x00003C3C3C3C0000L;
    private static final long[] ADVANCED = {0x00FFFF0000000000L, 0x0000000000FFFF00L};
    private static final int DEEPEST = 8;

    private int depth;
    private Duration time = SearchControl.NO_DEADLINE;
    private String file;

    /**
     * Material, and on top of it 10 for each man on the sixteen squares in the middle of the board (c3 to f6) and 40
     * for each pawn that is at most two steps from promotion; the other side's count against it.
     */
    private static int evaluate(StateView state, Color perspective) {
        return state.material(perspective) + bonus(state, perspective) - bonus(state, perspective.opposite());
    }

    private static int bonus(StateView state, Color color) {
        long advanced = state.men(color, PieceType.PAWN) & ADVANCED[color.ordinal()];
        return 10 * Long.bitCount(state.men(color) & MIDDLE) + 40 * Long.bitCount(advanced);
    }

    /** Overwrites one line of the terminal. */
    private static void showProgress(SearchProgress progress) {
        System.err.printf(Locale.ROOT, "\rdepth %d: %d of %d candidates, best value %.1f, work %d   ",
                progress.depth(), progress.candidatesDone(), progress.candidates(), progress.value(), progress.work());
    }

    private static void print(GameState state, SearchReport report) {
        boolean isPass = report.turn().moves().isEmpty();
        String score = report.score() + (report.bound() == Bound.EXACT || isPass ? "" : " before the search");
        System.out.println(state.dfen());
        System.out.println("  best turn  " + (isPass ? "pass" : report.turn().uci()));
        System.out.println("  score      " + (report.takesKing() ? "takes the king" : score));
        System.out.printf("  search     depth %d, work %d, %d of %d turns, %s%n",
                report.depth(), report.work(), report.candidatesSelected(), report.legalTurns(),
                report.complete() ? "complete" : "stopped");
        System.out.printf(Locale.ROOT, "  speed      %.0f nodes/s%n", report.nodesPerSecond());
        System.out.printf(Locale.ROOT,
                "  risk       %.1f %% to lose the king to the next roll, "
                        + "%.1f %% to take one with the roll after it%n%n",
                100 * report.lossRisk(), 100 * report.winChance());
    }

    /** Finds the turns of all positions of a text; whether all lines were good. */
    private boolean find(BufferedReader lines) throws IOException {
        boolean isTerminal = System.console() != null;
        boolean allGood = true;
        try (Search search = new Search(0);
                TranspositionTable table = new TranspositionTable();
                Evaluator evaluator = Evaluator.of(
                        BestTurn::evaluate,
                        EvaluatorProperty.IGNORES_CLOCKS,
                        EvaluatorProperty.THREAD_SAFE)) {
            boolean isTimed = time != SearchControl.NO_DEADLINE;
            SearchOptions.Builder options = SearchOptions.builder()
                    .evaluator(evaluator).table(table).cache(true).iterative(isTimed).progress(isTerminal ? BestTurn::showProgress : null);
            if (depth > 0 || isTimed) {
                options.depth(depth > 0 ? depth : DEEPEST);
            }
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (line.isEmpty()) {
                    continue;
                }
                // A control serves one search.
                try (GameState state = GameState.parse(line);
                        SearchControl control = SearchControl.within(time)) {
                    SearchReport report = search.bestTurn(state, options.control(control).build());
                    System.err.print(isTerminal ? "\r" + " ".repeat(79) + "\r" : "");
                    print(state, report);
                } catch (DiceChessException bad) {
                    System.err.printf("line %d: %s: %s%n", number, bad.statusName(), bad.getMessage());
                    allGood = false;
                }
            }
        }
        return allGood;
    }

    /** Reads the arguments; whether they are right. */
    private boolean read(String[] arguments) {
        for (int index = 0; index < arguments.length; index++) {
            String argument = arguments[index];
            boolean isOption = argument.equals("-d") || argument.equals("-t");
            if (!isOption) {
                file = argument;
                return index == arguments.length - 1 && !argument.startsWith("-");
            }
            String value = ++index < arguments.length ? arguments[index] : "";
            if (!value.matches("0*[1-9][0-9]{0,8}")) {
                return false;
            }
            if (argument.equals("-d")) {
                depth = Integer.parseInt(value);
            } else {
                time = Duration.ofMillis(Long.parseLong(value));
            }
        }
        return true;
    }

    public static void main(String[] arguments) throws IOException {
        BestTurn program = new BestTurn();
        if (!program.read(arguments)) {
            System.err.println("usage: BestTurn [-d DEPTH] [-t MILLISECONDS] [FILE]");
            System.exit(2);
        }
        try (BufferedReader lines = program.file != null
                ? Files.newBufferedReader(Path.of(program.file), StandardCharsets.ISO_8859_1)
                : new BufferedReader(new InputStreamReader(System.in, StandardCharsets.ISO_8859_1))) {
            System.exit(program.find(lines) ? 0 : 1);
        } catch (NoSuchFileException missing) {
            System.err.println(program.file + ": no such file");
            System.exit(2);
        }
    }
}
