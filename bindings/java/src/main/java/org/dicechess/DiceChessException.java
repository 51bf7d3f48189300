package org.dicechess;

import org.dicechess.internal.Constants;
import org.dicechess.internal.JavaNames;
import org.dicechess.internal.Layout;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;
import org.dicechess.internal.Thrown;

/** A call failed. It has changed nothing. */
public final class DiceChessException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The number of a failure, always negative. */
    private final int status;
    /** Its name, such as {@code DFEN}. */
    private final String statusName;
    /** See {@link #field()}. */
    private final int field;
    /** See {@link #detail()}. */
    private final int detail;
    /** See {@link #offset()}. */
    private final long offset;

    private DiceChessException(int status, Scratch scratch) {
        super(JavaNames.in(scratch.message()));
        this.status = status;
        statusName = Scratch.constant(Native.instance().statusName(status));
        field = scratch.buffer.getInt(Layout.ERROR_FIELD);
        detail = scratch.buffer.getInt(Layout.ERROR_DETAIL);
        offset = scratch.buffer.getLong(Layout.ERROR_OFFSET);
    }

    /**
     * Throws if {@code status}, which a call has returned, is a failure: what a callback has
     * thrown, or else an exception with what the scratch's error record says.
     */
    static void check(int status, Scratch scratch) {
        if (status != 0) {
            if (status == Constants.ERR_CALLBACK || status == Constants.ERR_TAPE_IO) {
                Thrown.rethrow(scratch.buffer.getInt(Layout.ERROR_DETAIL));
            }
            throw new DiceChessException(status, scratch);
        }
    }

    /**
     * What went wrong, as a number of the library's C header.
     *
     * @return a negative number
     */
    public int status() {
        return status;
    }

    /**
     * What went wrong, as a word.
     *
     * @return such as {@code DFEN}, {@code ILLEGAL} or {@code MEMORY}
     */
    public String statusName() {
        return statusName;
    }

    /**
     * Which part is at fault: the number of a field of a DFEN (0 placement, 1 side to move, 2 castling rights, 3
     * en-passant targets, 4 half-move clock, 5 full-move number, 6 dice, 7 number of fields), or of a micro-move of a
     * turn.
     *
     * @return a number from 0 on, or -1
     */
    public int field() {
        return field;
    }

    /**
     * More about it: the faults of a position, or the number that a callback has returned.
     *
     * @return 0 if there is nothing to say
     */
    public int detail() {
        return detail;
    }

    /**
     * Where it is: the index in a text or an array.
     *
     * @return a number from 0 on, or -1
     */
    public long offset() {
        return offset;
    }
}
