package org.dicechess;

/**
 * How to estimate chances to win. A number that is 0 stands for its default.
 *
 * @param rollouts the most rollouts; default 500
 * @param maxPlies the most turns of one rollout; default 1000
 * @param minRollouts rollouts before {@code targetError} may end the estimate; default 128
 * @param targetError ends the estimate as soon as its standard error is not above this, after two rollouts at the
 *     earliest; default: never
 * @param control limits of the estimate, one unit of work being one turn of a rollout; null for none
 */
public record MonteCarloOptions(
        int rollouts,
        int maxPlies,
        int minRollouts,
        double targetError,
        SearchControl control) {
    /**
     * Checks the counts.
     *
     * @param rollouts not negative
     * @param maxPlies not negative
     * @param minRollouts not negative
     * @param targetError not negative, which an estimate checks when it gets the options
     * @param control null for none
     * @throws IllegalArgumentException for a negative count
     */
    public MonteCarloOptions {
        if (rollouts < 0 || maxPlies < 0 || minRollouts < 0) {
            throw new IllegalArgumentException("negative: " + rollouts + ", " + maxPlies + ", " + minRollouts);
        }
    }

    /** All defaults. */
    public static final MonteCarloOptions DEFAULT = new MonteCarloOptions(0, 0, 0, 0, null);

    /**
     * With so many rollouts and other defaults.
     *
     * @param rollouts the most rollouts
     * @return the options
     */
    public static MonteCarloOptions rollouts(int rollouts) {
        return new MonteCarloOptions(rollouts, 0, 0, 0, null);
    }

    /**
     * The same options under a control.
     *
     * @param control limits of the estimate, or null for none
     * @return the options
     */
    public MonteCarloOptions withControl(SearchControl control) {
        return new MonteCarloOptions(rollouts, maxPlies, minRollouts, targetError, control);
    }
}
