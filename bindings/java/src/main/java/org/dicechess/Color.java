package org.dicechess;

/** A side. */
public enum Color {
    /** Moves first, towards rank 8. */
    WHITE,
    /** Moves second, towards rank 1. */
    BLACK;

    private static final Color[] ALL = values();

    /** The side with this number in C, which is its ordinal. */
    static Color of(int number) {
        return ALL[number];
    }

    /**
     * The other side.
     *
     * @return black for white, white for black
     */
    public Color opposite() {
        return ALL[1 - ordinal()];
    }
}
