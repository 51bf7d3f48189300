/*
 * A bot for any platform that plays dice chess by webhooks: it answers a position and a clock with a turn. Nothing
 * but the jar that `make java` builds and the JDK's own HTTP server is needed.
 *
 *   JAR=bindings/java/target/dicechess-0.1.0.jar
 *   javac -cp $JAR -d target/bot examples/java/bot/*.java
 *   java -cp $JAR:target/bot bot.Bot [PORT]      # 8080 by default, on the loopback interface
 *
 *   curl localhost:8080/games/ANY-NAME/turn -d '{
 *       "dfen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB",
 *       "clock": {"remaining_ms": 60000, "increment_ms": 2000, "moves_to_go": 0}}'
 *   curl -X DELETE localhost:8080/games/ANY-NAME
 *
 * A game begins with its first position and has a table of its own, which remembers what was searched. A search ends
 * when the clock says so; DELETE ends it at once, and the one who waits for its turn gets the status REMOVED.
 * Whatever goes wrong is told as JSON:
 *
 *   {"status":"DFEN","message":"...","field":1,"offset":16,"detail":0}
 *
 * with the status, field and offset of the library for a bad position, otherwise one of JSON (offset is the place in
 * the body), CLOCK, DICE, OVER, BUSY, REMOVED, FULL, SIZE, PATH, METHOD, INTERNAL.
 */
package bot;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.dicechess.DiceChessException;
import org.dicechess.Fault;
import org.dicechess.GameClock;
import org.dicechess.GameState;
import org.dicechess.SearchReport;
import org.dicechess.TimeManager;

/** The HTTP half: requests in, answers out. */
public final class Bot implements AutoCloseable {
    /**
     * Each request has a thread; searches may take up all but some, so that others always find one to be removed by.
     */
    private static final int THREADS = Games.MOST_SEARCHES + 16;
    private static final int MOST_BYTES = 1 << 16;
    private static final int BACKLOG = 256;
    private static final Duration LONGEST_CLOCK = Duration.ofDays(365);

    private final Games games = new Games();
    private final ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    private final HttpServer server;

    /** Serves on the loopback interface; port 0 is any that is free. */
    public Bot(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        server.setExecutor(executor);
        server.createContext("/", this::handle);
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Ends all games and their searches. */
    @Override
    public void close() {
        games.close();
        server.stop(0);
        executor.shutdown();
    }

    private void handle(HttpExchange exchange) throws IOException {
        long arrival = System.nanoTime();
        int code = 200;
        String answer;
        try {
            answer = answer(exchange, arrival);
        } catch (Refusal refusal) {
            code = refusal.code;
            answer = refusal.json();
        } catch (DiceChessException failure) {
            code = 400;
            answer = Json.write("status", failure.statusName(), "message", failure.getMessage(),
                    "field", failure.field(), "offset", failure.offset(), "detail", failure.detail());
        } catch (RuntimeException bug) {
            bug.printStackTrace();
            code = 500;
            answer = new Refusal(code, "INTERNAL", bug.toString()).json();
        }
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        try (exchange) {
            exchange.sendResponseHeaders(code, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private String answer(HttpExchange exchange, long arrival) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
        if (body.length > MOST_BYTES) {
            throw new Refusal(413, "SIZE", "a request has at most " + MOST_BYTES + " bytes");
        }
        String[] path = exchange.getRequestURI().getPath().split("/");
        if (path.length == 3 && path[1].equals("games")) {
            require(exchange, "DELETE");
            games.remove(path[2]);
            return Json.write("status", "OK");
        }
        if (path.length == 4 && path[1].equals("games") && path[3].equals("turn")) {
            require(exchange, "POST");
            return turn(path[2], Json.object(new String(body, StandardCharsets.UTF_8)), arrival);
        }
        throw new Refusal(404, "PATH", "there are /games/NAME/turn and /games/NAME");
    }

    private static void require(HttpExchange exchange, String method) {
        if (!exchange.getRequestMethod().equals(method)) {
            throw new Refusal(405, "METHOD", "only " + method + " is understood here");
        }
    }

    private String turn(String name, Map<String, Object> request, long arrival) {
        Duration time = TimeManager.DEFAULT.timeForTurn(clock(request));
        if (!(request.get("dfen") instanceof String dfen)) {
            throw new Refusal(400, "JSON", "\"dfen\" must be a text");
        }
        try (GameState state = GameState.parse(dfen)) {
            Set<Fault> faults = state.faults();
            if (faults.contains(Fault.NO_WHITE_KING) || faults.contains(Fault.NO_BLACK_KING)) {
                throw new Refusal(400, "OVER", "a king is missing");
            }
            if (state.dice().isEmpty()) {
                throw new Refusal(400, "DICE", "there are no dice to play with");
            }
            SearchReport report = games.bestTurn(name, state, arrival + time.toNanos());
            return Json.write("turn", report.turn().uci(), "takes_king", report.takesKing(), "score",
                    report.score(),
                    "depth", report.depth(), "complete", report.complete(),
                    "elapsed_ms", (System.nanoTime() - arrival) / 1_000_000);
        }
    }

    private static GameClock clock(Map<String, Object> request) {
        if (!(request.get("clock") instanceof Map<?, ?> clock)) {
            throw new Refusal(400, "CLOCK", "\"clock\" must be an object with \"remaining_ms\"");
        }
        if (!clock.containsKey("remaining_ms")) {
            throw new Refusal(400, "CLOCK", "\"remaining_ms\" is missing");
        }
        return new GameClock(Duration.ofMillis(number(clock, "remaining_ms")),
                Duration.ofMillis(number(clock, "increment_ms")), (int) number(clock, "moves_to_go"));
    }

    /** A whole number that is not negative; 0 if it is not there. */
    private static long number(Map<?, ?> clock, String member) {
        Object value = clock.containsKey(member) ? clock.get(member) : 0.0;
        long most = member.endsWith("_ms") ? LONGEST_CLOCK.toMillis() : Integer.MAX_VALUE;
        if (!(value instanceof Double number) || number < 0 || number > most || number != Math.rint(number)) {
            throw new Refusal(400, "CLOCK", "\"" + member + "\" must be a whole number from 0 to " + most);
        }
        return number.longValue();
    }

    public static void main(String[] arguments) throws IOException {
        Bot bot = new Bot(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 8080);
        System.out.println("http://localhost:" + bot.port() + "/games/NAME/turn");
    }
}
