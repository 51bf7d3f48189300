package org.dicechess;

import java.util.Objects;

/**
 * What a search searches with, and how far. Immutable; made with {@link #builder()}. Values are in centipawns for the
 * side to move of the position that is searched.
 *
 * <p>The handles among the options stay the caller's; they may be closed while a search uses them, which is then put
 * off to its end.
 *
 * @param depth turns to look ahead, the one to be chosen included: 2 (default) to 8; each one more costs a factor of
 *     thousands
 * @param candidateLimit how many turns are searched, those that {@code preRank} likes best; default 8; -1 for all
 * @param threads threads to use, 1 (default) to 256; more than one need an evaluator that is {@link
 *     EvaluatorProperty#THREAD_SAFE}; turn and score are the same for every number, unless a limit or a table with
 *     entries comes into play
 * @param iterative true: depths 2, 3 and so on one after the other, up to {@code depth} or until the control ends it,
 *     for searches against the clock; false (default): {@code depth} at once
 * @param exactOnly whether only exact values are read from the table and stored in it, no bounds; default false
 * @param cache whether scores of the evaluator are remembered during the search, which pays for all but the built-in
 *     evaluator of material; default false
 * @param evaluator scores the positions at the end of the look-ahead; null: material
 * @param preRank ranks the legal turns before the search; null: material
 * @param rescorer a second opinion on the candidates, mixed into their values; null: none
 * @param rescorerWeight the weight of that opinion, 0 to 1; 0 without a rescorer
 * @param bounds the scale of values
 * @param table a table to read and fill; null: none
 * @param control limits of the search, and a way to cancel it; null: none
 * @param progress is told how far the search has come; null: nobody
 */
public record SearchOptions(
        int depth,
        long candidateLimit,
        int threads,
        boolean iterative,
        boolean exactOnly,
        boolean cache,
        Evaluator evaluator,
        Evaluator preRank,
        Evaluator rescorer,
        double rescorerWeight,
        UtilityBounds bounds,
        TranspositionTable table,
        SearchControl control,
        ProgressListener progress) {
    /**
     * Checks the options, whichever way they are made.
     *
     * @param depth 2 to 8
     * @param candidateLimit at least 1, or -1 for all
     * @param threads 1 to 256
     * @param iterative any
     * @param exactOnly any
     * @param cache any
     * @param evaluator null for material
     * @param preRank null for material
     * @param rescorer null for none
     * @param rescorerWeight 0 to 1; 0 without a rescorer
     * @param bounds not null
     * @param table null for none
     * @param control null for none
     * @param progress null for none
     * @throws IllegalArgumentException for a number that is none of these
     */
    public SearchOptions {
        Objects.requireNonNull(bounds, "bounds");
        require(depth >= 2 && depth <= 8, "depth is " + depth + ", not 2 to 8");
        require(candidateLimit >= 1 || candidateLimit == -1,
                "candidateLimit is " + candidateLimit + ", neither -1 nor at least 1");
        require(threads >= 1 && threads <= 256, "threads is " + threads + ", not 1 to 256");
        require(rescorerWeight >= 0 && rescorerWeight <= 1, "rescorerWeight is " + rescorerWeight + ", not 0 to 1");
        require(rescorer != null || rescorerWeight == 0,
                "rescorerWeight is " + rescorerWeight + ", but there is no rescorer");
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** All defaults. */
    public static final SearchOptions DEFAULT = builder().build();

    /**
     * Options to be changed from their defaults.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * These options to be changed.
     *
     * @return a builder
     */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.depth = depth;
        builder.candidateLimit = candidateLimit;
        builder.threads = threads;
        builder.iterative = iterative;
        builder.exactOnly = exactOnly;
        builder.cache = cache;
        builder.evaluator = evaluator;
        builder.preRank = preRank;
        builder.rescorer = rescorer;
        builder.rescorerWeight = rescorerWeight;
        builder.bounds = bounds;
        builder.table = table;
        builder.control = control;
        builder.progress = progress;
        return builder;
    }

    /**
     * The same options under another control: each search needs one of its own.
     *
     * @param control limits of the search, or null for none
     * @return the options
     */
    public SearchOptions withControl(SearchControl control) {
        return toBuilder().control(control).build();
    }

    /** Makes {@link SearchOptions}. Each method is explained at the option of its name. */
    public static final class Builder {
        private int depth = 2;
        private long candidateLimit = 8;
        private int threads = 1;
        private boolean iterative;
        private boolean exactOnly;
        private boolean cache;
        private Evaluator evaluator;
        private Evaluator preRank;
        private Evaluator rescorer;
        private double rescorerWeight;
        private UtilityBounds bounds = UtilityBounds.DEFAULT;
        private TranspositionTable table;
        private SearchControl control;
        private ProgressListener progress;

        private Builder() {}

        /**
         * Sets the depth.
         *
         * @param depth 2 to 8
         * @return this builder
         */
        public Builder depth(int depth) {
            this.depth = depth;
            return this;
        }

        /**
         * Sets how many turns are searched.
         *
         * @param candidateLimit at least 1, or -1 for all
         * @return this builder
         */
        public Builder candidateLimit(long candidateLimit) {
            this.candidateLimit = candidateLimit;
            return this;
        }

        /**
         * Sets the number of threads.
         *
         * @param threads 1 to 256
         * @return this builder
         */
        public Builder threads(int threads) {
            this.threads = threads;
            return this;
        }

        /**
         * Sets whether to search one depth after the other.
         *
         * @param iterative whether to
         * @return this builder
         */
        public Builder iterative(boolean iterative) {
            this.iterative = iterative;
            return this;
        }

        /**
         * Sets whether the table is used for exact values only.
         *
         * @param exactOnly whether it is
         * @return this builder
         */
        public Builder exactOnly(boolean exactOnly) {
            this.exactOnly = exactOnly;
            return this;
        }

        /**
         * Sets whether scores are remembered during the search.
         *
         * @param cache whether they are
         * @return this builder
         */
        public Builder cache(boolean cache) {
            this.cache = cache;
            return this;
        }

        /**
         * Sets the evaluator.
         *
         * @param evaluator the evaluator, or null for material
         * @return this builder
         */
        public Builder evaluator(Evaluator evaluator) {
            this.evaluator = evaluator;
            return this;
        }

        /**
         * Sets what ranks the turns before the search.
         *
         * @param preRank the evaluator, or null for material
         * @return this builder
         */
        public Builder preRank(Evaluator preRank) {
            this.preRank = preRank;
            return this;
        }

        /**
         * Sets a second opinion: the value becomes (1 - weight) · value + weight · score.
         *
         * @param rescorer the evaluator, or null for none
         * @param weight 0 to 1; 0 without a rescorer
         * @return this builder
         */
        public Builder rescorer(Evaluator rescorer, double weight) {
            this.rescorer = rescorer;
            this.rescorerWeight = weight;
            return this;
        }

        /**
         * Sets the scale of values.
         *
         * @param bounds the bounds
         * @return this builder
         */
        public Builder bounds(UtilityBounds bounds) {
            this.bounds = Objects.requireNonNull(bounds, "bounds");
            return this;
        }

        /**
         * Sets the table.
         *
         * @param table the table, or null for none
         * @return this builder
         */
        public Builder table(TranspositionTable table) {
            this.table = table;
            return this;
        }

        /**
         * Sets the control.
         *
         * @param control the control, or null for none
         * @return this builder
         */
        public Builder control(SearchControl control) {
            this.control = control;
            return this;
        }

        /**
         * Sets who is told how far the search has come.
         *
         * @param progress the listener, or null for nobody
         * @return this builder
         */
        public Builder progress(ProgressListener progress) {
            this.progress = progress;
            return this;
        }

        /**
         * Makes the options.
         *
         * @return the options
         * @throws IllegalArgumentException for a number that its option does not allow
         */
        public SearchOptions build() {
            return new SearchOptions(depth, candidateLimit, threads, iterative, exactOnly, cache, evaluator,
                    preRank, rescorer, rescorerWeight, bounds, table, control, progress);
        }
    }
}
