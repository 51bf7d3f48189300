/*
 * A bot for any platform that plays dice chess by webhooks: it answers a position and a clock with a turn, over the
 * protocol of examples/bots/README.md. It needs the jar that `make java` builds and nothing else.
 *
 *   JAR=bindings/java/target/dicechess-0.1.0.jar
 *   javac -cp $JAR -d target/bot examples/java/bot/*.java
 *   java -Xmx128m -cp $JAR:target/bot bot.Bot [PORT]      # 8080 by default, on the loopback interface
 */
package bot;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dicechess.DiceChessException;
import org.dicechess.Fault;
import org.dicechess.GameClock;
import org.dicechess.GameState;
import org.dicechess.SearchReport;
import org.dicechess.TimeManager;

/** The protocol: what requests ask for, and what is wrong with them. */
public final class Bot implements Server.Handler {
    private static final Pattern PATH = Pattern.compile("/games/([A-Za-z0-9_-]{1,64})(/turn)?");
    private static final long LONGEST_CLOCK_MS = Duration.ofDays(1).toMillis();
    private static final long MOST_MOVES_TO_GO = 1000;
    /** No turn takes longer, whatever the clock says. */
    private static final Duration LONGEST_TIME = Duration.ofSeconds(10);
    /** The fields of a DFEN, by their numbers in {@link DiceChessException#field}. */
    private static final String[] DFEN_FIELDS = {"placement", "side_to_move", "castling_rights", "en_passant",
            "half_move_clock", "full_move_number", "dice"};

    private final Games games = new Games();

    @Override
    public String answer(Server.Request request) {
        Matcher path = PATH.matcher(request.path());
        if (!path.matches()) {
            throw new Refusal(404, "PATH", "path", "expected /games/NAME/turn or /games/NAME, with a NAME of 1 to 64"
                    + " letters, digits, _ and -");
        }
        boolean asksForTurn = path.group(2) != null;
        String method = asksForTurn ? "POST" : "DELETE";
        if (!request.method().equals(method)) {
            throw new Refusal(405, "METHOD", "method", "expected " + method);
        }
        if (asksForTurn) {
            return turn(path.group(1), Json.object(request.body()), request.arrival());
        }
        games.remove(path.group(1));
        return "{}";
    }

    private String turn(String name, Map<String, Object> request, long arrival) {
        if (!(request.get("dfen") instanceof String dfen)) {
            throw new Refusal(400, "REQUEST", "dfen", "expected a string");
        }
        Duration time = TimeManager.DEFAULT.timeForTurn(clock(request));
        long deadline = arrival + (time.compareTo(LONGEST_TIME) < 0 ? time : LONGEST_TIME).toNanos();
        try (GameState state = GameState.parse(dfen)) {
            check(state);
            SearchReport report = games.bestTurn(name, state, deadline);
            return Json.write("turn", report.turn().uci(), "takes_king", report.takesKing());
        } catch (DiceChessException refused) {
            throw refusal(refused);
        }
    }

    private static GameClock clock(Map<String, Object> request) {
        if (!(request.get("clock") instanceof Map<?, ?> clock)) {
            throw new Refusal(400, "REQUEST", "clock", "expected an object");
        }
        return new GameClock(Duration.ofMillis(number(clock, "remaining_ms", null, LONGEST_CLOCK_MS)),
                Duration.ofMillis(number(clock, "increment_ms", 0.0, LONGEST_CLOCK_MS)),
                (int) number(clock, "moves_to_go", 0.0, MOST_MOVES_TO_GO));
    }

    private static long number(Map<?, ?> clock, String member, Double otherwise, long most) {
        Object value = clock.containsKey(member) ? clock.get(member) : otherwise;
        if (!(value instanceof Double number) || number < 0 || number > most || number != Math.rint(number)) {
            throw new Refusal(400, "REQUEST", "clock." + member, "expected a whole number from 0 to " + most);
        }
        return number.longValue();
    }

    private static void check(GameState state) {
        Set<Fault> faults = state.faults();
        // In games, too, pieces step on squares that pawns have skipped.
        faults.remove(Fault.TARGET_OCCUPIED);
        if (!faults.isEmpty()) {
            throw new Refusal(400, "POSITION", "dfen", "expected a position of a game: " + Fault.describe(faults));
        }
        if (state.dice().isEmpty()) {
            throw new Refusal(400, "POSITION", "dfen.dice", "expected dice to play with");
        }
    }

    /** The library refuses positions alone, for nothing else of a request reaches it, or memory is short. */
    private static Refusal refusal(DiceChessException refused) {
        boolean hasField = refused.statusName().equals("DFEN") && refused.field() < DFEN_FIELDS.length;
        String field = hasField && refused.field() >= 0 ? "dfen." + DFEN_FIELDS[refused.field()] : "dfen";
        int code = refused.statusName().equals("MEMORY") ? 503 : 400;
        return new Refusal(code, refused.statusName(), field, refused.getMessage(), refused.offset());
    }

    public static void main(String[] arguments) throws IOException {
        int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 8080;
        Server server = new Server(port, new Bot());
        System.out.println("listening on port " + server.port());
        server.serve();
    }
}
