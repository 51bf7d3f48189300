package org.dicechess;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import org.dicechess.internal.Constants;
import org.dicechess.internal.Layout;

/**
 * What a cell says. Components that its operation does not mention are 0, null or empty.
 *
 * @param operation what happens
 * @param color whose turn begins or ends, or whose man it is
 * @param type the type of the man, or the face of the die
 * @param square 0 (a1) to 63 (h8)
 * @param rights rights to castle
 * @param dice faces, ascending
 * @param count how many dice showed the face, 1 to 3
 * @param slot the place of the first of them among the dice, 0 to 2
 * @param clock the half-move clock, 0 to 127
 * @param note a number of the caller's own, 0 to {@link Position#NOTE_MAX}
 * @param flag see {@link Operation#STEP} and {@link Operation#TURN_END}
 */
public record Alteration(
        Operation operation,
        Color color,
        PieceType type,
        int square,
        Set<CastlingRight> rights,
        List<PieceType> dice,
        int count,
        int slot,
        int clock,
        int note,
        boolean flag) {

    /**
     * Of all components.
     *
     * @param operation what happens
     * @param color a side, or null
     * @param type a type, or null
     * @param square a square
     * @param rights rights to castle
     * @param dice faces
     * @param count a number of dice
     * @param slot a place among the dice
     * @param clock the half-move clock
     * @param note a number of the caller's own
     * @param flag a truth
     */
    public Alteration {
        rights = Set.copyOf(rights);
        dice = List.copyOf(dice);
    }

    /** What a cell does. */
    public enum Operation {
        /** A micro-move begins: {@code clock} is the half-move clock before; with the flag it goes back to 0. */
        STEP(Constants.CELL_STEP, false),
        /** The turn of {@code color} begins. */
        TURN_START(Constants.CELL_TURN_START, true),
        /**
         * The turn of {@code color} ends. The flag is set if the full-move number should have counted and stood at its
         * maximum.
         */
        TURN_END(Constants.CELL_TURN_END, true),
        /** A man of {@code color} and {@code type} arrives on {@code square}. */
        PLACE(Constants.CELL_PLACE, true),
        /** A man of {@code color} and {@code type} leaves {@code square}. */
        REMOVE(Constants.CELL_REMOVE, true),
        /** An en-passant target appears on {@code square}. */
        EN_PASSANT_SET(Constants.CELL_EN_PASSANT_SET, false),
        /** The en-passant target on {@code square} goes within a turn. */
        EN_PASSANT_CLEAR(Constants.CELL_EN_PASSANT_CLEAR, false),
        /** Castling {@code rights} are lost. */
        CASTLING_LOST(Constants.CELL_CASTLING_LOST, false),
        /** The en-passant target on {@code square} goes at the end of a turn. */
        EN_PASSANT_EXPIRE(Constants.CELL_EN_PASSANT_EXPIRE, false),
        /** {@code dice} are rolled. */
        DICE_ROLLED(Constants.CELL_DICE_ROLLED, false),
        /** {@code dice}, all that are left, are dropped. */
        DICE_DROPPED(Constants.CELL_DICE_DROPPED, false),
        /** A die that shows {@code type} is spent, one of {@code count}, the first of them at {@code slot}. */
        DIE_USED(Constants.CELL_DIE_USED, false),
        /** A {@code note} of the caller's own. */
        NOTE(Constants.CELL_NOTE, false);

        private static final Operation[] BY_NUMBER = new Operation[16];

        static {
            for (Operation operation : values()) {
                BY_NUMBER[operation.number] = operation;
            }
        }

        private final int number;
        private final boolean mentionsColor;

        Operation(int number, boolean mentionsColor) {
            this.number = number;
            this.mentionsColor = mentionsColor;
        }
    }

    /** The alteration that C has written at {@code at}. */
    static Alteration read(ByteBuffer memory, int at) {
        Operation operation = Operation.BY_NUMBER[memory.getInt(at + Layout.ALTERATION_OPERATION)];
        int face = memory.getInt(at + Layout.ALTERATION_PIECE_TYPE);
        int dice = at + Layout.ALTERATION_DICE;
        return new Alteration(
                operation,
                operation.mentionsColor ? Color.of(memory.getInt(at + Layout.ALTERATION_COLOR)) : null,
                face == 0 ? null : PieceType.of(face),
                memory.get(at + Layout.ALTERATION_SQUARE),
                CastlingRight.of(memory.get(at + Layout.ALTERATION_RIGHTS)),
                PieceType.dice(memory.get(dice), memory.get(dice + 1), memory.get(dice + 2)),
                memory.get(at + Layout.ALTERATION_COUNT),
                memory.get(at + Layout.ALTERATION_SLOT),
                memory.get(at + Layout.ALTERATION_CLOCK),
                memory.getShort(at + Layout.ALTERATION_NOTE),
                memory.getInt(at + Layout.ALTERATION_FLAG) != 0);
    }
}
