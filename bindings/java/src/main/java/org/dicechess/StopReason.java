package org.dicechess;

/** What stopped a search. */
public enum StopReason {
    /** Nothing did. */
    NONE,
    /** It was cancelled. */
    CANCELLED,
    /** The budget is spent. */
    BUDGET,
    /** The deadline has passed. */
    DEADLINE,
    /** There was no memory for the next depth of an iterative search. */
    MEMORY;

    private static final StopReason[] BY_NUMBER = values();

    /** The reason with a number of C. */
    static StopReason of(int number) {
        return BY_NUMBER[number];
    }
}
