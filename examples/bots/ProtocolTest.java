/*
 * Starts a bot and holds it to README.md: its examples, bad requests, slow clients, 64 games at once, its memory.
 *
 *   java -cp bindings/java/target/dicechess-0.1.0.jar examples/bots/ProtocolTest.java COMMAND...
 *
 * COMMAND starts the bot; the port 0 is added to it.
 */
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.dicechess.GameState;
import org.dicechess.PieceType;

public final class ProtocolTest {
    private static final Path PAGE = Path.of("examples/bots/README.md");
    private static final String START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 PNB";
    /** Two million turns: seven queens, and a king that none of them reaches. */
    private static final String LARGE = "7R/3Q4/1Q4Q1/4Q3/2Q4Q/5Q2/PP1Q4/kN2K3 w - - 0 1 QQQ";
    private static final String DAY = "{\"remaining_ms\": 86400000, \"increment_ms\": 86400000, \"moves_to_go\": 1}";
    private static final String HURRIED = "{\"remaining_ms\": 3000, \"increment_ms\": 100}";
    private static final String NO_TIME = "{\"remaining_ms\": 0}";
    private static final int SEARCHES = 64;
    private static final int TIMEOUT_MS = 120_000;

    private final int port;
    private final HttpClient client = HttpClient.newHttpClient();

    private ProtocolTest(int port) {
        this.port = port;
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    private Socket connect(String text) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MS);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    /** All that a connection receives until its end: status line, headers and body. */
    private static String receive(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** The answer to some bytes: code, reason and body. */
    private String raw(String text) throws IOException {
        try (Socket socket = connect(text)) {
            return answer(receive(socket));
        }
    }

    private static String answer(String received) {
        check(received.startsWith("HTTP/1.1 ") && received.contains("\r\n\r\n"), "no answer: " + received);
        String head = received.substring("HTTP/1.1 ".length(), received.indexOf('\r'));
        return head + "\n" + received.substring(received.indexOf("\r\n\r\n") + 4);
    }

    private static String head(String method, String path, int length) {
        return method + " " + path + " HTTP/1.1\r\nHost: bot\r\nContent-Length: " + length + "\r\n\r\n";
    }

    private String send(String method, String path, String body) throws IOException {
        return raw(head(method, path, body.getBytes(StandardCharsets.UTF_8).length) + body);
    }

    private static String question(String dfen, String clock) {
        return "{\"dfen\": \"" + dfen + "\", \"clock\": " + clock + "}";
    }

    private String ask(String game, String dfen, String clock) throws IOException {
        return send("POST", "/games/" + game + "/turn", question(dfen, clock));
    }

    private static String turnOf(String answer) {
        Matcher turn = Pattern.compile("200 OK\n\\{\"turn\":\"([a-h1-8qrbn ]*)\",\"takes_king\":(true|false)}")
                .matcher(answer);
        check(turn.matches(), answer);
        return turn.group(1);
    }

    private static void checkLegal(String dfen, String answer) {
        try (GameState state = GameState.parse(dfen)) {
            // Throws if the turn is not legal; a pass is only if nothing else is.
            boolean takesKing = state.playTurn(turnOf(answer));
            check(answer.contains("\"takes_king\":" + takesKing), answer);
        }
    }

    private void examplesOfThePage() throws IOException {
        Matcher blocks = Pattern.compile("```http\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        int count = 0;
        for (; blocks.find(); count++) {
            String[] lines = blocks.group(1).split("\n");
            String[] request = lines[0].split(" ");
            String body = lines.length == 4 ? lines[1] : "";
            String expected = lines[lines.length - 2] + "\n" + lines[lines.length - 1];
            check(send(request[0], request[1], body).equals(expected), blocks.group());
        }
        check(count == 9, count + " examples");
        System.out.println(count + " examples of README.md");
    }

    /** An answer must begin with this code and status and name this field. */
    private static void refused(String answer, String begin, String field) {
        String status = begin.substring(begin.indexOf(' ') + 1);
        String expected = begin + "\n{\"status\":\"" + status + "\",\"field\":\"" + field + "\",";
        check(answer.startsWith(expected) && answer.matches("(?s).*,\"message\":\"[^\"].+\"}"),
                "expected " + expected + " not " + answer);
    }

    private void refusedTurn(String body, String begin, String field) throws IOException {
        refused(send("POST", "/games/a/turn", body), begin, field);
    }

    private void badRequests() throws IOException {
        for (String body : List.of("", "[]", "5", "{} {}", "{'dfen': 1}", "{\"a\": \"\\x\"}", "{\"a\": 01}",
                "{\"a\"", "{\"a\": \"", "[".repeat(4000), "{\"a\": " + "[".repeat(4000), "\u00e9")) {
            refusedTurn(body, "400 JSON", "body");
        }
        for (String body : List.of("{}", "{\"dfen\": 5}", "{\"dfen\": null}", "{\"dfen\": {}}")) {
            refusedTurn(body, "400 REQUEST", "dfen");
        }
        for (String clock : List.of("5", "null", "[]", "\"60000\"")) {
            refusedTurn(question(START, clock), "400 REQUEST", "clock");
        }
        for (String member : List.of("remaining_ms", "increment_ms", "moves_to_go")) {
            for (String value : List.of("-1", "1.5", "1e99", "1e999", "\"5\"", "null", "true", "86400001", "{}")) {
                String others = member.equals("remaining_ms") ? "" : "\"remaining_ms\": 1, ";
                String clock = "{" + others + "\"" + member + "\": " + value + "}";
                refusedTurn(question(START, clock), "400 REQUEST", "clock." + member);
            }
        }
        refusedTurn(question(START, "{}"), "400 REQUEST", "clock.remaining_ms");
        refusedTurn(question("", NO_TIME), "400 DFEN", "dfen");
        refusedTurn(question("9/8/8/8/8/8/8/8 w - - 0 1", NO_TIME), "400 DFEN", "dfen.placement");
        refusedTurn(question(START.replace("KQkq", "KK"), NO_TIME), "400 DFEN", "dfen.castling_rights");
        refusedTurn(question(START + "PP", NO_TIME), "400 DFEN", "dfen.dice");
        for (String text : List.of("\u00e9", "\\u00e9", "\\ud800", "\\u0000")) {
            refusedTurn(question(text + START, NO_TIME), "400 TEXT", "dfen");
        }
        refusedTurn(question(START.replace(" PNB", ""), NO_TIME), "400 POSITION", "dfen.dice");
        refusedTurn(question("8/8/8/8/8/8/8/P7 w - - 0 1 P", NO_TIME), "400 POSITION", "dfen");
        refusedTurn(" ".repeat(4097), "413 SIZE", "body");
        for (String path : List.of("/", "/games", "/games/", "/games//turn", "/games/a/b", "/games/%zz/turn", "*",
                "/games/" + "a".repeat(65) + "/turn", "/games/a/turn?", "/games/a/turn/")) {
            refused(send("POST", path, ""), "404 PATH", "path");
        }
        for (String method : List.of("GET", "DELETE", "HEAD", "post")) {
            refused(send(method, "/games/a/turn", ""), "405 METHOD", "method");
        }
        refused(send("POST", "/games/a", ""), "405 METHOD", "method");
        String post = "POST /games/a/turn HTTP/1.1\r\n";
        for (String text : List.of("\r\n", "no request\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/2\r\n\r\n")) {
            refused(raw(text), "400 HTTP", "request line");
        }
        for (String length : List.of("-1", "x", "", "1 2")) {
            refused(raw(post + "Content-Length: " + length + "\r\n\r\n"), "400 HTTP", "Content-Length");
        }
        for (String length : List.of("4097", "2147483648", "99999999999999999999")) {
            refused(raw(post + "Content-Length: " + length + "\r\n\r\n"), "413 SIZE", "body");
        }
        refused(raw(post + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), "411 LENGTH", "Transfer-Encoding");
        refused(raw("GET /" + "a".repeat(9000)), "431 SIZE", "headers");
        refused(raw(post + "a: b\r\n".repeat(2000)), "431 SIZE", "headers");
        System.out.println("bad requests: each refused with its status and field");
    }

    /** Clients that send nothing, half of the headers or half of a body make no others wait and are sent away. */
    private void slowClients() throws IOException {
        List<Socket> slow = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            slow.add(connect(List.of("", "POST /games/slow/turn HTTP/1.1\r\nHo",
                    head("POST", "/games/slow/turn", 100) + "{\"dfen\":").get(i % 3)));
        }
        checkLegal(START, ask("quick", START, NO_TIME));
        for (Socket socket : slow) {
            refused(answer(receive(socket)), "408 SLOW", "request");
            socket.close();
        }
        System.out.println(slow.size() + " half-open connections: others are answered, then each is refused");
    }

    private static <R> List<R> together(List<Callable<R>> tasks) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        List<R> results = new ArrayList<>();
        try {
            for (Future<R> result : threads.invokeAll(tasks)) {
                results.add(result.get());
            }
        } finally {
            threads.shutdownNow();
        }
        return results;
    }

    /** Plays turns of the bot against itself, with dice from a seed and a client of other make; how many it had. */
    private int play(int seed) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        PieceType[] faces = PieceType.values();
        URI game = URI.create("http://127.0.0.1:" + port + "/games/game-" + seed);
        try (GameState state = GameState.initial()) {
            for (int turn = 1; turn <= 8; turn++) {
                state.setDice(faces[random.nextInt(6)], faces[random.nextInt(6)], faces[random.nextInt(6)]);
                HttpResponse<String> response = client.send(
                        HttpRequest.newBuilder(URI.create(game + "/turn"))
                                .POST(HttpRequest.BodyPublishers.ofString(question(state.dfen(), HURRIED))).build(),
                        HttpResponse.BodyHandlers.ofString());
                String answer = response.statusCode() + " OK\n" + response.body();
                checkLegal(state.dfen(), answer);
                if (state.playTurn(turnOf(answer))) {
                    return turn;
                }
            }
        }
        return 8;
    }

    private void manyGames() throws Exception {
        List<Callable<Integer>> games = new ArrayList<>();
        for (int seed = 0; seed < SEARCHES; seed++) {
            int own = seed;
            games.add(() -> play(own));
        }
        int turns = together(games).stream().mapToInt(Integer::intValue).sum();
        System.out.println(games.size() + " games at once: " + turns + " turns, all legal");
    }

    /** More questions with a day each than there may be searches, over all kinds of positions. */
    private void longClocks() throws Exception {
        List<String> positions = Files.readAllLines(Path.of("examples/data/positions.dfen"));
        List<Callable<String>> questions = new ArrayList<>();
        for (int i = 0; i < SEARCHES + 16; i++) {
            int own = i;
            String dfen = i % 8 == 0 ? LARGE : i % 2 == 0 ? START : positions.get(i / 2 % positions.size());
            questions.add(() -> {
                String answer = ask("long-" + own, dfen, DAY);
                if (answer.startsWith("503")) {
                    refused(answer, "503 FULL", "path");
                    return "";
                }
                checkLegal(dfen, answer);
                return answer;
            });
        }
        long answered = together(questions).stream().filter(answer -> !answer.isEmpty()).count();
        check(answered >= SEARCHES, "only " + answered + " were answered");
        System.out.println(questions.size() + " clocks of a day: " + answered + " answered, the others refused");
    }

    /** A search ends when its game is removed, and refuses a second one until then. */
    private void removal() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        Future<String> first = thread.submit(() -> ask("removed", START, DAY));
        String second;
        do {
            second = ask("removed", START, NO_TIME);
            if (first.isDone()) {
                // The second one was there first.
                refused(first.get(), "409 BUSY", "path");
                first = thread.submit(() -> ask("removed", START, DAY));
            }
        } while (second.startsWith("200"));
        refused(second, "409 BUSY", "path");
        check(send("DELETE", "/games/removed", "").equals("200 OK\n{}"), "removal");
        refused(first.get(), "410 REMOVED", "path");
        thread.shutdown();
        System.out.println("a removed game: its search ended, its client was told");
    }

    /** The most memory that a process has ever had, in MiB, against the figure of the page. */
    private static void memory(long process) throws IOException {
        String status = Files.readString(Path.of("/proc/" + process + "/status"));
        Matcher most = Pattern.compile("VmHWM:\\s+([0-9]+) kB").matcher(status);
        Matcher stated = Pattern.compile("stays below ([0-9]+) MiB").matcher(Files.readString(PAGE));
        check(most.find() && stated.find(), "no figure");
        long mebibytes = Long.parseLong(most.group(1)) >> 10;
        check(mebibytes < Long.parseLong(stated.group(1)), mebibytes + " MiB");
        System.out.println("memory: at most " + mebibytes + " MiB, below " + stated.group(1));
    }

    public static void main(String[] command) throws Exception {
        List<String> words = new ArrayList<>(Arrays.asList(command));
        words.add("0");
        Process bot = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(bot.getInputStream(), StandardCharsets.UTF_8))) {
            String line = output.readLine();
            check(line != null && line.startsWith("listening on port "), "the bot did not start: " + line);
            ProtocolTest test = new ProtocolTest(Integer.parseInt(line.replaceAll("\\D", "")));
            test.examplesOfThePage();
            test.badRequests();
            test.removal();
            test.manyGames();
            test.slowClients();
            test.longClocks();
            memory(bot.pid());
        } finally {
            bot.destroy();
        }
    }
}
