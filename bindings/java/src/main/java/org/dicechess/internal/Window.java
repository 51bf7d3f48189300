package org.dicechess.internal;

import java.nio.ByteBuffer;

/**
 * A look at the memory of C by addresses, through a buffer over the gigabyte that holds the address and the one after
 * it. Making such a buffer takes hundreds of nanoseconds, and memory that is passed to callbacks lies close together:
 * one is made as good as never. Whoever reads or writes through it must know that the memory lives and is large
 * enough.
 */
public final class Window {
    private static final long GIGABYTE = 1L << 30;
    /** No buffer of the virtual machine's is larger. */
    private static final int SIZE = Integer.MAX_VALUE - 8;

    /** The most bytes that can be looked at from one address. */
    public static final long REACH = SIZE - GIGABYTE;

    private long base;
    private ByteBuffer buffer;

    /** Moves to an address if need be. Returns its index in {@link #buffer}. */
    public int index(long address) {
        if (buffer == null || (address & -GIGABYTE) != base) {
            long start = address & -GIGABYTE;
            // Whatever this throws, the window stays where it is.
            buffer = Native.instance().view(start, SIZE);
            base = start;
        }
        return (int) (address - base);
    }

    /** What the last index belongs to. */
    public ByteBuffer buffer() {
        return buffer;
    }
}
