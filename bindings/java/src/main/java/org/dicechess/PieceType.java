package org.dicechess;

import java.util.ArrayList;
import java.util.List;

/** A type of man, and the face of a die that pays for moving it. */
public enum PieceType {
    /** Die face 1. */
    PAWN('P'),
    /** Die face 2. */
    KNIGHT('N'),
    /** Die face 3. */
    BISHOP('B'),
    /** Die face 4. */
    ROOK('R'),
    /** Die face 5. */
    QUEEN('Q'),
    /** Die face 6. */
    KING('K');

    private static final PieceType[] ALL = values();

    private final char letter;

    PieceType(char letter) {
        this.letter = letter;
    }

    /** The type with this die face. */
    static PieceType of(int face) {
        return ALL[face - 1];
    }

    /** Three faces as C writes them, zeros last, as a list of those that are there. */
    static List<PieceType> dice(int first, int second, int third) {
        List<PieceType> dice = new ArrayList<>(3);
        for (int face : new int[] {first, second, third}) {
            if (face != 0) {
                dice.add(of(face));
            }
        }
        return List.copyOf(dice);
    }

    /**
     * The face of the die that pays for it.
     *
     * @return 1 to 6
     */
    public int face() {
        return ordinal() + 1;
    }

    /**
     * Its letter in a DFEN, as White's.
     *
     * @return one of {@code PNBRQK}
     */
    public char letter() {
        return letter;
    }
}
