/*
 * An evaluator of one's own: scores all turns of positions, from a file with one DFEN a line or from standard input,
 * with and without a cache. Says the same of them as examples/c/custom_evaluator.c.
 *
 *   java -cp bindings/java/target/dicechess-0.1.0.jar examples/java/CustomEvaluator.java examples/data/positions.dfen
 *
 * For each position: the best turn and its score, whether the cache changes the choice (it never does), and how many
 * calls it saves. Then the same evaluator fails on purpose, to show what the caller gets: the exception that was
 * thrown. The exit code is 1 if a line was bad or a choice differed.
 */
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.dicechess.Color;
import org.dicechess.DiceChessException;
import org.dicechess.EvaluationCache;
import org.dicechess.Evaluator;
import org.dicechess.EvaluatorProperty;
import org.dicechess.GameState;
import org.dicechess.StateEvaluator;
import org.dicechess.StateView;
import org.dicechess.Turns;

public final class CustomEvaluator {
    private CustomEvaluator() {
    }

    /** What the evaluator knows besides the position, and what it has done. */
    private static final class Opinion implements StateEvaluator {
        private static final long CENTRE = 0x0000001818000000L;
        private static final int CENTRE_BONUS = 25;

        long calls;
        /** The number of the call that fails; 0: none does. */
        long failingCall;

        /** Material, and a bonus for every man in the centre (d4, e4, d5, e5). */
        @Override
        public int evaluate(StateView state, Color perspective) {
            if (++calls == failingCall) {
                throw new IllegalStateException("out of opinions");
            }
            int balance = centre(state, perspective) - centre(state, perspective.opposite());
            return state.material(perspective) + CENTRE_BONUS * balance;
        }

        private static int centre(StateView state, Color color) {
            return Long.bitCount(state.men(color) & CENTRE);
        }
    }

    /** The first of the best turns. */
    private static int bestOf(int[] scores) {
        int best = 0;
        for (int index = 1; index < scores.length; index++) {
            if (scores[index] > scores[best]) {
                best = index;
            }
        }
        return best;
    }

    /** Scores all turns of a state twice; whether the choices are equal. */
    private static boolean compare(GameState state, Turns turns, Opinion opinion, Evaluator evaluator) {
        turns.generate(state);
        if (turns.size() == 0) {
            System.out.println("a pass");
            return true;
        }
        opinion.calls = 0;
        int[] plain = evaluator.scoreTurns(turns);
        long calls = opinion.calls;
        opinion.calls = 0;
        int[] cached;
        // A cache serves one search: it is made for it and closed with it.
        try (EvaluationCache cache = new EvaluationCache(evaluator)) {
            cached = cache.scoreTurns(turns);
        }
        int best = bestOf(plain);
        boolean equal = Arrays.equals(plain, cached);
        System.out.printf("%d turns, best %s, score %d; %s with the cache; %d calls without it, %d with it%n",
                plain.length, turns.uci(best), plain[best], equal ? "the same" : "DIFFERENT", calls,
                        opinion.calls);
        return equal;
    }

    /**
     * Lets the second call of the evaluator fail, behind a cache: the caller gets what was thrown; the cache has counted the
     * call and kept nothing of it, and what it had before is still there.
     */
    private static void showFailure(Opinion opinion, Evaluator evaluator) {
        opinion.calls = 0;
        opinion.failingCall = 2;
        try (GameState state = GameState.initial(); EvaluationCache cache = new EvaluationCache(evaluator)) {
            for (Color perspective : List.of(Color.WHITE, Color.BLACK, Color.WHITE, Color.BLACK)) {
                String outcome;
                try {
                    outcome = "score " + cache.evaluate(state, perspective);
                } catch (IllegalStateException failure) {
                    outcome = failure.getMessage();
                }
                System.out.printf("%s: %s; %d calls, %d entries%n", perspective, outcome, cache.evaluatorCalls(),
                        cache.entryCount());
            }
        }
    }

    /** Compares all positions of a text; whether all lines were good and all choices equal. */
    private static boolean show(BufferedReader lines) throws IOException {
        boolean allGood = true;
        Opinion opinion = new Opinion();
        try (Evaluator evaluator = Evaluator.of(opinion, EvaluatorProperty.IGNORES_CLOCKS);
                Turns turns = new Turns()) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (line.isEmpty()) {
                    continue;
                }
                try (GameState state = GameState.parse(line)) {
                    allGood &= compare(state, turns, opinion, evaluator);
                } catch (DiceChessException bad) {
                    System.err.printf("line %d: %s: %s%n", number, bad.statusName(), bad.getMessage());
                    allGood = false;
                }
            }
            showFailure(opinion, evaluator);
        }
        return allGood;
    }

    public static void main(String[] arguments) throws IOException {
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
