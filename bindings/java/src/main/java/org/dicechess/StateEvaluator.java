package org.dicechess;

/**
 * Scores one state after another; see {@link Evaluator#of(StateEvaluator, EvaluatorProperty...)}.
 *
 * <p>It must be pure: the same score for equal arguments. Whatever it throws reaches the caller of the search or
 * evaluation as the same object, and nothing of the failed evaluation is remembered.
 */
@FunctionalInterface
public interface StateEvaluator {
    /**
     * Scores a state.
     *
     * @param state the state; readable until this method returns
     * @param perspective the side to score for, whoever is to move
     * @return centipawns, positive where the state is good for {@code perspective}
     */
    int evaluate(StateView state, Color perspective);
}
