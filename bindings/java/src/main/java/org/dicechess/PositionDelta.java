package org.dicechess;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.dicechess.internal.Layout;

/** The men that stand elsewhere at one address of a position than at another. */
public final class PositionDelta {
    private final long squares;
    private final byte[] removed = new byte[64];
    private final byte[] added = new byte[64];

    /** The delta that C has written at {@code at}. */
    PositionDelta(ByteBuffer memory, int at) {
        squares = memory.getLong(at + Layout.DELTA_SQUARES);
        memory.get(at + Layout.DELTA_REMOVED, removed);
        memory.get(at + Layout.DELTA_ADDED, added);
    }

    /**
     * Where something differs.
     *
     * @return a bitboard
     */
    public long squares() {
        return squares;
    }

    /**
     * The man to take off a square.
     *
     * @param square 0 to 63
     * @return null if there is none
     * @throws IndexOutOfBoundsException if there is no such square
     */
    public Piece removed(int square) {
        return Piece.of(removed[Objects.checkIndex(square, 64)]);
    }

    /**
     * The man to put on a square then.
     *
     * @param square 0 to 63
     * @return null if there is none
     * @throws IndexOutOfBoundsException if there is no such square
     */
    public Piece added(int square) {
        return Piece.of(added[Objects.checkIndex(square, 64)]);
    }
}
