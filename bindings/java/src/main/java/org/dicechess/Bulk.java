package org.dicechess;

import static org.dicechess.DiceChessException.check;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.dicechess.internal.Constants;
import org.dicechess.internal.Scratch;

/** Arrays and texts of a length that only C knows. */
final class Bulk {
    private Bulk() {
    }

    /** A call that fills an array and says how many elements it has. */
    @FunctionalInterface
    interface Writer {
        int write(long array, long capacity, long required, long error);
    }

    /** The array that {@code writer} fills; the number of its elements is the scratch's first result. */
    static ByteBuffer fill(Scratch scratch, int elementSize, Writer writer) {
        ByteBuffer room = scratch.bulk(0);
        int status = writer.write(scratch.bulkAddress(), room.capacity() / elementSize, scratch.out,
                scratch.error);
        if (status == Constants.ERR_BUFFER) {
            room = scratch.bulk(elementSize * scratch.outLong());
            status = writer.write(
                    scratch.bulkAddress(), room.capacity() / elementSize, scratch.out, scratch.error);
        }
        check(status, scratch);
        return room;
    }

    /** The bytes that {@code writer} writes. */
    static byte[] bytes(Scratch scratch, Writer writer) {
        ByteBuffer room = fill(scratch, 1, writer);
        byte[] bytes = new byte[Math.toIntExact(scratch.outLong())];
        room.get(0, bytes);
        return bytes;
    }

    /** The text that {@code writer} writes, without the zero at its end. */
    static String text(Scratch scratch, Writer writer) {
        ByteBuffer room = fill(scratch, 1, writer);
        byte[] bytes = new byte[Math.toIntExact(scratch.outLong() - 1)];
        room.get(0, bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    /** Copies bytes to where C reads them, the scratch's bulk. Their address. */
    static long put(Scratch scratch, byte[] bytes) {
        scratch.bulk(bytes.length).put(0, bytes);
        return scratch.bulkAddress();
    }
}
