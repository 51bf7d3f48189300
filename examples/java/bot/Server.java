package bot;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * As much of an HTTP server as a bot needs, with limits on all that a client could use up: one request a connection,
 * which must have arrived in full in a few seconds, and a thread for each of a limited number of connections.
 */
final class Server {
    /** A request, with the moment of {@link System#nanoTime} at which its connection was made. */
    record Request(String method, String path, String body, long arrival) {}

    /** Answers requests with JSON, in many threads at once. */
    interface Handler {
        /** Throws {@link Refusal} if it does not answer. */
        String answer(Request request);
    }

    private static final int MOST_CONNECTIONS = 256;
    private static final int BACKLOG = 1024;
    private static final int LONGEST_HEAD = 8192;
    private static final int LONGEST_BODY = 4096;
    private static final long READING_SECONDS = 5;
    private static final long CLOSING_SECONDS = 1;

    private final Handler handler;
    private final ServerSocket listener;
    private final ExecutorService connections = new ThreadPoolExecutor(
            0, MOST_CONNECTIONS, 10, TimeUnit.SECONDS, new SynchronousQueue<>());

    /** Listens on the loopback interface; port 0 is any that is free. */
    Server(int port, Handler handler) throws IOException {
        this.handler = handler;
        listener = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Serves for ever. */
    void serve() throws IOException {
        while (true) {
            Socket socket = listener.accept();
            long arrival = System.nanoTime();
            try {
                connections.execute(() -> converse(socket, arrival));
            } catch (RejectedExecutionException | OutOfMemoryError full) {
                refuse(socket);
            }
        }
    }

    private static void refuse(Socket socket) {
        try (socket) {
            send(socket, new Refusal(
                    503, "FULL", "connection", "there are " + MOST_CONNECTIONS + " connections at the moment"));
        } catch (IOException failure) {
            // The client is gone.
        }
    }

    private void converse(Socket socket, long arrival) {
        try (socket) {
            try {
                send(socket, 200, "OK", handler.answer(read(socket, arrival)));
            } catch (Refusal refusal) {
                send(socket, refusal);
            } catch (RuntimeException | Error bug) {
                System.getLogger("bot").log(System.Logger.Level.ERROR, "a request failed", bug);
                send(socket, new Refusal(500, "INTERNAL", "bot", "the bot has failed"));
            }
            // To close a connection with bytes unread would take the answer back.
            socket.shutdownOutput();
            new TimedInput(socket, System.nanoTime(), CLOSING_SECONDS).skip(Long.MAX_VALUE);
        } catch (IOException | Refusal failure) {
            // The client is gone, or keeps the connection open.
        }
    }

    private static void send(Socket socket, Refusal refusal) throws IOException {
        send(socket, refusal.code, refusal.status, refusal.json());
    }

    private static void send(Socket socket, int code, String reason, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        String head = "HTTP/1.1 " + code + " " + reason + "\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length + "\r\nConnection: close\r\n\r\n";
        socket.getOutputStream().write((head + json).getBytes(StandardCharsets.UTF_8));
    }

    private static Request read(Socket socket, long arrival) throws IOException {
        Head head = new Head(new BufferedInputStream(new TimedInput(socket, arrival, READING_SECONDS)));
        String[] words = head.line().split(" ", -1);
        if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
            throw new Refusal(400, "HTTP", "request line", "expected a method, a path and HTTP/1.1");
        }
        int length = 0;
        for (String line = head.line(); !line.isEmpty(); line = head.line()) {
            String[] field = line.split(":", 2);
            switch (field[0].toLowerCase(Locale.ROOT)) {
                case "content-length" -> length = bodyLength(field[field.length - 1].strip());
                case "transfer-encoding" ->
                    throw new Refusal(411, "LENGTH", "Transfer-Encoding", "expected Content-Length instead");
                default -> { }
            }
        }
        byte[] body = head.input.readNBytes(length);
        if (body.length < length) {
            throw new EOFException();
        }
        return new Request(words[0], words[1], new String(body, StandardCharsets.UTF_8), arrival);
    }

    private static int bodyLength(String digits) {
        if (!digits.matches("[0-9]+")) {
            throw new Refusal(400, "HTTP", "Content-Length", "expected a number of bytes");
        }
        if (digits.length() > 9 || Integer.parseInt(digits) > LONGEST_BODY) {
            throw new Refusal(413, "SIZE", "body", "expected at most " + LONGEST_BODY + " bytes");
        }
        return Integer.parseInt(digits);
    }

    /** The lines of a request before its body. */
    private static final class Head {
        final InputStream input;
        private int left = LONGEST_HEAD;

        Head(InputStream input) {
            this.input = input;
        }

        /** The next line without its end. */
        String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int next = input.read(); next != '\n'; next = input.read()) {
                if (next < 0) {
                    throw new EOFException();
                }
                if (left-- == 0) {
                    throw new Refusal(431, "SIZE", "headers", "expected at most " + LONGEST_HEAD + " bytes");
                }
                line.append((char) next);
            }
            int length = line.length();
            return line.substring(0, length > 0 && line.charAt(length - 1) == '\r' ? length - 1 : length);
        }
    }

    /** What a socket receives until some seconds after a moment. */
    private static final class TimedInput extends InputStream {
        private final Socket socket;
        private final long begin;
        private final long seconds;

        TimedInput(Socket socket, long begin, long seconds) {
            this.socket = socket;
            this.begin = begin;
            this.seconds = seconds;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
            long left = TimeUnit.SECONDS.toMillis(seconds) - passed;
            try {
                if (left <= 0) {
                    throw new SocketTimeoutException();
                }
                socket.setSoTimeout((int) left);
                return socket.getInputStream().read(bytes, offset, length);
            } catch (SocketTimeoutException slow) {
                throw new Refusal(408, "SLOW", "request", "expected all of it in " + seconds + " seconds");
            }
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }
    }
}
