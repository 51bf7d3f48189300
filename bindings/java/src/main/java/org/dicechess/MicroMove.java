package org.dicechess;

import static org.dicechess.DiceChessException.check;

import org.dicechess.internal.Constants;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;

/**
 * One man's move, paid with one die; castling takes two. Squares are numbers, rank × 8 + file: a1 is 0, h8 is 63.
 *
 * @param packed bits 0 to 5 are the destination, 6 to 11 the origin, 12 to 15 the flag
 */
public record MicroMove(int packed) {
    private static final Native NATIVE = Native.instance();

    /**
     * Of its 16 bits.
     *
     * @param packed 0 to 65535
     * @throws IllegalArgumentException if it is another number
     */
    public MicroMove {
        if (packed != (packed & 0xffff)) {
            throw new IllegalArgumentException("packed is " + packed + ", not 0 to 65535");
        }
    }

    /**
     * Where the man comes from.
     *
     * @return 0 to 63
     */
    public int origin() {
        return NATIVE.microMoveOrigin((short) packed);
    }

    /**
     * Where the man goes to; for castling, where the king goes to.
     *
     * @return 0 to 63
     */
    public int destination() {
        return NATIVE.microMoveDestination((short) packed);
    }

    /**
     * What kind of move it is: 0 quiet, 1 double pawn push, 2 and 3 castling king and queen side, 4 capture, 5 en
     * passant, 8 to 11 promotion to knight, bishop, rook, queen, 12 to 15 the same with capture.
     *
     * @return 0 to 15
     */
    public int flag() {
        return NATIVE.microMoveFlag((short) packed);
    }

    /**
     * What a pawn becomes.
     *
     * @return null if nothing is promoted
     */
    public PieceType promotion() {
        int face = NATIVE.microMovePromotion((short) packed);
        return face == 0 ? null : PieceType.of(face);
    }

    /**
     * Its text.
     *
     * @return such as {@code e2e4} or {@code a7a8q}; castling is the king's move
     * @throws DiceChessException RANGE if the flag is 6 or 7, which do not exist
     */
    public String uci() {
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.microMoveToUci((short) packed, scratch.record, Constants.MICRO_MOVE_MAX, scratch.out,
                    scratch.error), scratch);
            return scratch.recordText();
        }
    }

    /** Its text, or its bits if they are none that the library makes. */
    @Override
    public String toString() {
        int kind = flag();
        return kind == 6 || kind == 7 ? String.format("0x%04x", packed) : uci();
    }
}
