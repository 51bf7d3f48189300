package org.dicechess;

/** What an evaluator promises of itself. */
public enum EvaluatorProperty {
    /**
     * Half-move clock and full-move number never change a score. A search may then merge states that differ in
     * nothing else.
     */
    IGNORES_CLOCKS,
    /** Several threads may call it at once. A search on several threads needs that. */
    THREAD_SAFE;

    /** The bit of C. */
    int bit() {
        return 1 << ordinal();
    }
}
