package org.dicechess;

import static org.dicechess.DiceChessException.check;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.dicechess.internal.Callbacks;
import org.dicechess.internal.Constants;
import org.dicechess.internal.Layout;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;
import org.dicechess.internal.StackRoom;
import org.dicechess.internal.Thrown;
import org.dicechess.internal.Trampolines;

/**
 * Games as bytes, to be stored and sent. Reading them needs no rules of the game, allocates no more than the bytes
 * justify, and never trusts a length in them. Equal games give equal bytes.
 */
public final class GameStream {
    private static final Native NATIVE = Native.instance();

    /** No frame of a game is shorter. */
    private static final int FRAME_MIN = 28;
    /** Offset of the report behind the options, which start at the scratch's record. */
    private static final int REPORT = Scratch.RECORD + 64;

    private GameStream() {
    }

    /**
     * The games of positions as a stream: all that each has recorded, undone cells included, wherever its head is.
     *
     * @param positions the games; each is used by this call alone
     * @return the bytes
     */
    public static byte[] encode(List<Position> positions) {
        return encode(positions, true);
    }

    /**
     * The games of positions as a stream.
     *
     * @param positions see {@link #encode(List)}
     * @param keyframes whether the state stands before each chunk, 48 bytes, which allows going on behind damage
     * @return the bytes
     */
    public static byte[] encode(List<Position> positions, boolean keyframes) {
        try (Claimed games = new Claimed(positions);
                Scratch input = Scratch.enter();
                Scratch scratch = Scratch.enter()) {
            long array = games.array(input);
            return Bulk.bytes(scratch, (buffer, capacity, required, error) -> NATIVE.streamEncode(
                    array, games.size(), keyframes ? 0 : 1, buffer, capacity, required, error));
        }
    }

    /**
     * Writes the same bytes game by game.
     *
     * @param positions see {@link #encode(List)}
     * @param keyframes see {@link #encode(List, boolean)}
     * @param out where they go to; it stays open
     * @throws IOException what {@code out} throws, as the same object; what was written until then stays written
     */
    public static void encodeTo(List<Position> positions, boolean keyframes, OutputStream out)
            throws IOException {
        Objects.requireNonNull(out, "out");
        StackRoom.check();
        Callbacks.Sink sink = (address, length) -> {
            byte[] bytes = new byte[Math.toIntExact(length)];
            NATIVE.view(address, length).get(bytes);
            try {
                out.write(bytes);
            } catch (IOException exception) {
                Thrown.rethrow(exception);
            }
        };
        try (Claimed games = new Claimed(positions); Scratch scratch = Scratch.enter()) {
            long array = games.array(scratch);
            long number = Callbacks.register(sink);
            try {
                check(NATIVE.streamEncodeTo(array, games.size(), keyframes ? 0 : 1, number,
                        Trampolines.INSTANCE.writeBytes(), scratch.error), scratch);
            } finally {
                Callbacks.remove(number);
            }
        }
    }

    /**
     * Reads the games of a stream into positions, with a store of its own for each.
     *
     * @param bytes the stream
     * @return see {@link #decode(byte[], ChunkStore, StreamOptions)}
     */
    public static DecodedGames decode(byte[] bytes) {
        return decode(bytes, null, StreamOptions.DEFAULT);
    }

    /**
     * Reads the games of a stream into positions. A fault in the bytes ends reading and stands in the report.
     *
     * @param bytes the stream
     * @param store keeps the games, or null for a store of its own for each
     * @param options how to read
     * @return the games, to be closed by the caller
     * @throws DiceChessException TAPE_FULL if the store has no room for them; MEMORY
     */
    public static DecodedGames decode(byte[] bytes, ChunkStore store, StreamOptions options) {
        int capacity = bytes.length / FRAME_MIN + 1;
        StackRoom.check();
        try (Shared shared = new Shared();
                Scratch input = Scratch.enter();
                Scratch scratch = Scratch.enter()) {
            long stream = Bulk.put(input, bytes);
            ByteBuffer games = scratch.bulk(8L * capacity);
            long report = write(options, scratch);
            int status = NATIVE.streamDecode(stream, bytes.length, shared.addressOrNull(store), scratch.record,
                    scratch.bulkAddress(), capacity, scratch.out, report, scratch.error);
            StreamReport read = readReport(status, scratch);
            List<Position> positions = new ArrayList<>();
            for (int index = 0; index < scratch.outLong(); index++) {
                positions.add(new Position(games.getLong(8 * index)));
            }
            return new DecodedGames(positions, read);
        }
    }

    /**
     * Reads a stream and tells all that it says.
     *
     * @param bytes the stream
     * @param listener see {@link #replay(byte[], StreamOptions, StreamListener)}
     * @return how far reading got
     */
    public static StreamReport replay(byte[] bytes, StreamListener listener) {
        return replay(bytes, StreamOptions.DEFAULT, listener);
    }

    /**
     * Reads a stream and tells all that it says, in order. A fault in the bytes ends reading and stands in the report:
     * the groups of the frame at fault have then been told, and no end of the frame follows them.
     *
     * @param bytes the stream
     * @param options how to read
     * @param listener what it throws stops reading and leaves it as the same object
     * @return how far reading got
     */
    public static StreamReport replay(byte[] bytes, StreamOptions options, StreamListener listener) {
        Objects.requireNonNull(listener, "listener");
        StreamEvent.Reader reader = new StreamEvent.Reader();
        StackRoom.check();
        Callbacks.Events events = event -> listener.heard(reader.read(event));
        try (Scratch scratch = Scratch.enter()) {
            long stream = Bulk.put(scratch, bytes);
            long report = write(options, scratch);
            long number = Callbacks.register(events);
            try {
                int status = NATIVE.streamReplay(stream, bytes.length, scratch.record, number,
                        Trampolines.INSTANCE.hearEvent(), report, scratch.error);
                return readReport(status, scratch);
            } finally {
                Callbacks.remove(number);
            }
        }
    }

    /** Writes options at the scratch's record and makes room for a report, whose address it returns. */
    private static long write(StreamOptions options, Scratch scratch) {
        scratch.clearRecord(Layout.STREAM_OPTIONS_SIZE);
        scratch.buffer.putInt(Scratch.RECORD + Layout.STREAM_OPTIONS_TRUSTED, options.trusted() ? 1 : 0);
        scratch.buffer.putInt(Scratch.RECORD + Layout.STREAM_OPTIONS_SALVAGE, options.salvage() ? 1 : 0);
        scratch.buffer.putInt(REPORT, Layout.STREAM_REPORT_SIZE);
        scratch.buffer.putInt(REPORT + Layout.STREAM_REPORT_CODE, Constants.OK);
        return scratch.error + REPORT;
    }

    /** The report, unless the call has failed for another reason than the bytes. */
    private static StreamReport readReport(int status, Scratch scratch) {
        StreamReport report = StreamReport.read(scratch.buffer, REPORT);
        if (status != report.status()) {
            check(status, scratch);
        }
        return report;
    }

    /**
     * The stream of one game that is given as text and starts at the initial position.
     *
     * @param text see {@link Position#text}
     * @return the bytes
     * @throws DiceChessException see {@link Position#playText}
     */
    public static byte[] fromText(String text) {
        return fromText(text, null);
    }

    /**
     * The stream of one game that is given as text.
     *
     * @param text see {@link Position#text}
     * @param state where it starts, or null for the initial position
     * @return the bytes
     * @throws DiceChessException see {@link Position#playText}
     */
    public static byte[] fromText(String text, GameState state) {
        Objects.requireNonNull(text, "text");
        try (Shared shared = new Shared(); Scratch scratch = Scratch.enter()) {
            long root = shared.addressOrNull(state);
            long characters = scratch.text(text);
            return Bulk.bytes(scratch, (buffer, capacity, required, error) -> NATIVE.streamFromText(
                    root, characters, scratch.textLength(), buffer, capacity, required, error));
        }
    }

    /**
     * One game of a stream as text.
     *
     * @param bytes the stream
     * @param game counted from 0
     * @return see {@link Position#text}
     * @throws DiceChessException see {@link #toText(byte[], int, GameState)}
     */
    public static String toText(byte[] bytes, int game) {
        return toText(bytes, game, null);
    }

    /**
     * One game of a stream as text.
     *
     * @param bytes the stream
     * @param game counted from 0
     * @param root is made equal to the state that the game starts from, unless it is null
     * @return see {@link Position#text}
     * @throws DiceChessException RANGE if there is no such game; the status of a fault anywhere in the bytes, with its
     *     place as offset; ILLEGAL as with {@link Position#text}
     */
    public static String toText(byte[] bytes, int game, GameState root) {
        long state = root == null ? 0 : root.claim();
        try (Scratch input = Scratch.enter(); Scratch scratch = Scratch.enter()) {
            long stream = Bulk.put(input, bytes);
            return Bulk.text(scratch, (buffer, capacity, required, error) -> NATIVE.streamToText(
                    stream, bytes.length, game, state, buffer, capacity, required, error));
        } finally {
            if (root != null) {
                root.release();
            }
        }
    }
}
