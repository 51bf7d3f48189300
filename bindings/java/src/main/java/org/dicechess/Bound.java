package org.dicechess;

/** What a value says about the true value. */
public enum Bound {
    /** Nothing. */
    NONE,
    /** The true value is this one. */
    EXACT,
    /** The true value is at least this one. */
    LOWER,
    /** The true value is at most this one. */
    UPPER;

    private static final Bound[] BY_NUMBER = values();

    /** The bound with a number of C. */
    static Bound of(int number) {
        return BY_NUMBER[number];
    }
}
