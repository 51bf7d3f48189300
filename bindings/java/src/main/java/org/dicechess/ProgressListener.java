package org.dicechess;

/** Is told after each candidate how far a search has come. */
@FunctionalInterface
public interface ProgressListener {
    /**
     * Takes note. Called on any thread of the search, on one at a time. What it throws stops the search and reaches
     * its caller as the same object.
     *
     * @param progress how far the search has come
     */
    void progress(SearchProgress progress);
}
