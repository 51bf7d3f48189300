/*
 * 64 games at once against the bot, on the loopback interface: every request must be answered, every turn be legal by
 * the rules. Then what goes wrong: bad requests, a game that is removed while it is searched.
 *
 *   javac -cp bindings/java/target/dicechess-0.1.0.jar -d target/bot examples/java/bot/*.java
 *   java -cp bindings/java/target/dicechess-0.1.0.jar:target/bot bot.LoadTest [GAMES [TURNS]]
 */
package bot;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.dicechess.GameState;
import org.dicechess.PieceType;

public final class LoadTest {
    private static final String START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB";
    /** A thirtieth of what is left less 50 ms, and three quarters of the increment: 173 ms for a turn. */
    private static final String HURRIED = "{\"remaining_ms\": 3000, \"increment_ms\": 100}";
    private static final String ENDLESS = "{\"remaining_ms\": 86400000}";

    private final HttpClient client = HttpClient.newHttpClient();
    private final String address;
    /** Milliseconds from sending to the answer, and as the bot counts them. */
    private final AtomicLong slowest = new AtomicLong();
    private final AtomicLong slowestInside = new AtomicLong();

    private LoadTest(int port) {
        address = "http://127.0.0.1:" + port;
    }

    private static HttpRequest post(String address, String name, String body) {
        return HttpRequest.newBuilder(URI.create(address + "/games/" + name + "/turn"))
                .POST(HttpRequest.BodyPublishers.ofString(body)).build();
    }

    private static String request(String dfen, String clock) {
        return "{\"dfen\": \"" + dfen + "\", \"clock\": " + clock + "}";
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(address + path)).build());
    }

    private HttpResponse<String> delete(String name) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(address + "/games/" + name)).DELETE().build());
    }

    private static void check(boolean holds, Object otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    /** Plays a game of the bot against itself, with dice from a seed; how many turns it had. */
    private int play(int number, int most) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(number);
        String name = "game-" + number;
        int turns = 0;
        try (GameState state = GameState.initial()) {
            boolean isOver = false;
            while (!isOver && turns < most) {
                PieceType[] faces = PieceType.values();
                state.setDice(faces[random.nextInt(6)], faces[random.nextInt(6)], faces[random.nextInt(6)]);
                long start = System.nanoTime();
                HttpResponse<String> response = send(post(address, name, request(state.dfen(), HURRIED)));
                slowest.accumulateAndGet((System.nanoTime() - start) / 1_000_000, Math::max);
                check(response.statusCode() == 200, response.body());
                Map<String, Object> answer = Json.object(response.body());
                slowestInside.accumulateAndGet(((Double) answer.get("elapsed_ms")).longValue(), Math::max);
                // Throws if the turn is not legal; a pass is only if nothing else is.
                isOver = state.playTurn((String) answer.get("turn"));
                check(answer.get("takes_king").equals(isOver), response.body());
                turns++;
            }
        }
        check(delete(name).statusCode() == 200, name);
        return turns;
    }

    private void playAll(int games, int turns) throws InterruptedException, ExecutionException {
        ExecutorService players = Executors.newFixedThreadPool(games);
        CountDownLatch start = new CountDownLatch(1);
        int sum = 0;
        try {
            List<Future<Integer>> played = new ArrayList<>();
            for (int number = 0; number < games; number++) {
                int own = number;
                played.add(players.submit(() -> {
                    start.await();
                    return play(own, turns);
                }));
            }
            start.countDown();
            for (Future<Integer> game : played) {
                sum += game.get();
            }
        } finally {
            players.shutdownNow();
        }
        System.out.printf("%d games at once: %d turns, all answered, all legal; ", games, sum);
        System.out.printf("slowest answer %d ms, in the bot %d ms%n", slowest.get(), slowestInside.get());
    }

    private void refused(String body, int code, String status, int field, int offset)
            throws IOException, InterruptedException {
        HttpResponse<String> response = send(post(address, "refused", body));
        Map<String, Object> answer = Json.object(response.body());
        check(response.statusCode() == code && status.equals(answer.get("status"))
                && answer.get("field").equals((double) field) && answer.get("offset").equals((double) offset),
                body + " gives " + response.body());
    }

    private void badRequests() throws IOException, InterruptedException {
        refused("", 400, "JSON", -1, 0);
        refused("{\"dfen\": 5,", 400, "JSON", -1, 11);
        refused("[".repeat(9000), 400, "JSON", -1, 0);
        refused("{\"dfen\": " + "[".repeat(9000), 400, "JSON", -1, 24);
        refused("{} {}", 400, "JSON", -1, 3);
        refused(request(START, "null"), 400, "CLOCK", -1, -1);
        refused(request(START, "{}"), 400, "CLOCK", -1, -1);
        refused(request(START, "{\"remaining_ms\": -1}"), 400, "CLOCK", -1, -1);
        refused(request(START, "{\"remaining_ms\": 1e99}"), 400, "CLOCK", -1, -1);
        refused("{\"dfen\": null, \"clock\": " + HURRIED + "}", 400, "JSON", -1, -1);
        refused(request("8/8/8/8/8/8/8/8 x - - 0 1", HURRIED), 400, "DFEN", 1, 16);
        refused(request("8/8\\u00008", HURRIED), 400, "TEXT", 0, 3);
        refused(request("r\u00e9", HURRIED), 400, "TEXT", 0, 1);
        refused(request("8/8/8/8/8/8/8/8 w - - 0 1 K", HURRIED), 400, "OVER", -1, -1);
        refused(request(START.substring(0, START.length() - 4), HURRIED), 400, "DICE", -1, -1);
        refused(" ".repeat((1 << 16) + 1), 413, "SIZE", -1, -1);
        check(delete("nobody").statusCode() == 404, "a game that is none");
        check(get("/else").statusCode() == 404, "a path that is none");
        check(get("/games/x/turn").statusCode() == 405, "a method that is none");
        System.out.println("bad requests: each refused with its status");
    }

    /** A search that would take hours ends at once when its game is removed, and refuses a second one until then. */
    private void removal() throws IOException, InterruptedException, ExecutionException {
        CompletableFuture<HttpResponse<String>> waiting;
        HttpResponse<String> second;
        do {
            waiting = client.sendAsync(
                    post(address, "long", request(START, ENDLESS)), HttpResponse.BodyHandlers.ofString());
            do {
                // One without any time: answered until the long search has begun, which it may itself keep from
                // beginning.
                second = send(post(address, "long", request(START, "{\"remaining_ms\": 0}")));
            } while (second.statusCode() == 200 && !waiting.isDone());
        } while (waiting.isDone());
        check(second.statusCode() == 409 && "BUSY".equals(Json.object(second.body()).get("status")),
                second.body());
        check(delete("long").statusCode() == 200, "removal");
        HttpResponse<String> first = waiting.get();
        check(first.statusCode() == 410 && "REMOVED".equals(Json.object(first.body()).get("status")),
                first.body());
        System.out.println("a removed game: its search ended, its waiter was told");
    }

    public static void main(String[] arguments) throws Exception {
        int games = arguments.length > 0 ? Integer.parseInt(arguments[0]) : Games.MOST_SEARCHES;
        int turns = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 8;
        try (Bot bot = new Bot(0)) {
            LoadTest test = new LoadTest(bot.port());
            test.playAll(games, turns);
            test.badRequests();
            test.removal();
        }
    }
}
