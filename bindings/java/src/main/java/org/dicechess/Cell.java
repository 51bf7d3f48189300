package org.dicechess;

import static org.dicechess.DiceChessException.check;

import org.dicechess.internal.Constants;
import org.dicechess.internal.Layout;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;

/**
 * One alteration of a position as it is recorded. Any 16 bits make a cell; those that mean nothing are refused when
 * it is asked what it says.
 *
 * @param bits bits 12 to 15 are the operation, the rest its argument
 */
public record Cell(int bits) {
    private static final Native NATIVE = Native.instance();

    /**
     * Of its 16 bits.
     *
     * @param bits 0 to 65535
     * @throws IllegalArgumentException if it is another number
     */
    public Cell {
        if (bits != (bits & 0xffff)) {
            throw new IllegalArgumentException("bits is " + bits + ", not 0 to 65535");
        }
    }

    /**
     * What it says.
     *
     * @return its operation and arguments
     * @throws DiceChessException TAPE_CELL if it means nothing
     */
    public Alteration describe() {
        try (Scratch scratch = Scratch.enter()) {
            scratch.clearRecord(Layout.ALTERATION_SIZE);
            check(NATIVE.cellDescribe((short) bits, scratch.record, scratch.error), scratch);
            return Alteration.read(scratch.buffer, Scratch.RECORD);
        }
    }

    /**
     * What it says in words.
     *
     * @return such as {@code place N on f3}
     * @throws DiceChessException TAPE_CELL if it means nothing
     */
    public String text() {
        try (Scratch scratch = Scratch.enter()) {
            check(NATIVE.cellToText((short) bits, scratch.record, Constants.CELL_TEXT_MAX, scratch.out,
                    scratch.error), scratch);
            return scratch.recordText();
        }
    }
}
