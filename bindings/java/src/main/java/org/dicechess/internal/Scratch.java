package org.dicechess.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Memory that one call passes to C: the error record, places for results, room for structs and texts. Every thread
 * has its own and keeps it, so that a call allocates nothing. A call made by a callback, while another one of the
 * same thread runs, gets the next level.
 *
 * <pre>{@code
 * try (Scratch scratch = Scratch.enter()) {
 *     check(NATIVE.stateKey(address, scratch.out, scratch.error), scratch);
 *     return scratch.outLong();
 * }
 * }</pre>
 */
public final class Scratch implements AutoCloseable {
    /** Bytes of room at {@link #record}. */
    public static final int RECORD_SIZE = 1024;
    /** Offset in {@link #buffer} of the places for results. */
    public static final int OUT = Layout.ERROR_SIZE;
    /** Offset in {@link #buffer} of the room for structs and texts. */
    public static final int RECORD = OUT + 256;

    /** Bytes of a character in UTF-8. */
    private static final int LONGEST_CHARACTER = 4;
    /** Larger buffers are not kept. */
    private static final int MOST_BULK_KEPT = 1 << 24;
    private static final Native NATIVE = Native.instance();
    private static final ThreadLocal<Stack> STACKS = ThreadLocal.withInitial(Stack::new);

    /** Everything below, at its offsets. */
    public final ByteBuffer buffer;
    /** Address of the error record, ready to be passed on. */
    public final long error;
    /** Address of 32 places of eight bytes each, for results. */
    public final long out;
    /** Address of {@link #RECORD_SIZE} bytes that start at a multiple of 16. */
    public final long record;

    private final Stack stack;
    private ByteBuffer text;
    private long textAddress;
    private int textLength;
    private ByteBuffer bulk;
    private long bulkAddress;

    /** The levels of one thread; those below {@code depth} belong to running calls. */
    private static final class Stack {
        private Scratch[] levels = {new Scratch(this)};
        private int depth;

        private Scratch push() {
            if (depth == levels.length) {
                Scratch[] more = Arrays.copyOf(levels, depth + 1);
                more[depth] = new Scratch(this);
                // Last, so that there is no level that memory or stack were too small for.
                levels = more;
            }
            return levels[depth++];
        }
    }

    private Scratch(Stack stack) {
        this.stack = stack;
        ByteBuffer room = ByteBuffer.allocateDirect(RECORD + RECORD_SIZE + 16);
        buffer = room.alignedSlice(16).order(ByteOrder.nativeOrder());
        error = NATIVE.address(buffer);
        out = error + OUT;
        record = error + RECORD;
        buffer.putInt(Layout.ERROR_STRUCT_SIZE, Layout.ERROR_SIZE);
    }

    /** This thread's memory for a call that begins; {@link #close} gives it back. */
    public static Scratch enter() {
        return STACKS.get().push();
    }

    /** The call has ended. */
    @Override
    public void close() {
        stack.depth--;
    }

    /** The first result, of four bytes. */
    public int outInt() {
        return buffer.getInt(OUT);
    }

    /** The first result, of eight bytes. */
    public long outLong() {
        return buffer.getLong(OUT);
    }

    /** The first result, a number with a fraction. */
    public double outDouble() {
        return buffer.getDouble(OUT);
    }

    /** The address of a result other than the first, counted from 0. */
    public long out(int place) {
        return out + 8L * place;
    }

    /** A result other than the first, of eight bytes. */
    public long outLong(int place) {
        return buffer.getLong(OUT + 8 * place);
    }

    /** A result other than the first, of four bytes. */
    public int outInt(int place) {
        return buffer.getInt(OUT + 8 * place);
    }

    /** Sets the room for a struct of this size to 0 but for its first member, which is the size. */
    public void clearRecord(int size) {
        for (int at = RECORD; at < RECORD + size; at += 4) {
            buffer.putInt(at, 0);
        }
        buffer.putInt(RECORD, size);
    }

    /**
     * The text that C has written to {@link #record}, with the bytes that it takes, the zero at its end included, as
     * first result.
     */
    public String recordText() {
        byte[] bytes = new byte[(int) outLong() - 1];
        buffer.get(RECORD, bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    /**
     * Hands a text to C: the address of its ASCII characters. At the first other one, which C refuses by its name, it
     * ends; so offsets in errors are indices of the string. Valid until the next text or {@link #close}; apart from
     * {@link #record}.
     */
    public long text(String string) {
        int length = string.length();
        if (text == null || text.capacity() < length + LONGEST_CHARACTER) {
            ByteBuffer room = ByteBuffer.allocateDirect(Math.max(256, length + LONGEST_CHARACTER));
            // Whatever this throws, buffer and address belong together.
            textAddress = NATIVE.address(room);
            text = room;
        }
        int index = 0;
        while (index < length && string.charAt(index) < 0x80) {
            text.put(index, (byte) string.charAt(index));
            index++;
        }
        textLength = index < length ? index + putCharacter(index, string.codePointAt(index)) : index;
        return textAddress;
    }

    /** How many bytes the last {@link #text} has. */
    public int textLength() {
        return textLength;
    }

    /** Writes a character that is not ASCII in UTF-8. How many bytes it takes. */
    private int putCharacter(int at, int character) {
        int following = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
        int lead = 0xff << 7 - following & 0xff;
        text.put(at, (byte) (lead | character >> 6 * following));
        for (int index = 1; index <= following; index++) {
            text.put(at + index, (byte) (0x80 | character >> 6 * (following - index) & 0x3f));
        }
        return 1 + following;
    }

    /**
     * A buffer of at least this many bytes for results that do not fit into {@link #record}. Valid until the next one
     * or {@link #close}; a thread keeps the last one unless it is huge.
     */
    public ByteBuffer bulk(long bytes) {
        if (bulk == null || bulk.capacity() < bytes || bulk.capacity() > MOST_BULK_KEPT) {
            int capacity = Math.toIntExact(Math.max(bytes, 4096));
            ByteBuffer room = ByteBuffer.allocateDirect(capacity).order(ByteOrder.nativeOrder());
            // As above.
            bulkAddress = NATIVE.address(room);
            bulk = room;
        }
        return bulk;
    }

    /** The address of the last {@link #bulk}. */
    public long bulkAddress() {
        return bulkAddress;
    }

    /** A text of C's that ends with a zero, in ASCII. */
    public static String constant(long address) {
        ByteBuffer bytes = NATIVE.view(address, 256);
        int length = 0;
        while (bytes.get(length) != 0) {
            length++;
        }
        byte[] copy = new byte[length];
        bytes.get(copy);
        return new String(copy, StandardCharsets.US_ASCII);
    }

    /** The message of the error record. */
    public String message() {
        byte[] bytes = new byte[Constants.MESSAGE_SIZE];
        buffer.get(Layout.ERROR_MESSAGE, bytes);
        int length = 0;
        while (bytes[length] != 0) {
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
