package org.dicechess;

/**
 * Scores many states in one call, for evaluators that are faster so, such as neural networks; see {@link
 * Evaluator#ofBatch(BatchEvaluator, EvaluatorProperty...)}.
 *
 * <p>It must be pure: the same scores for equal arguments. Whatever it throws reaches the caller of the search or
 * evaluation as the same object, and nothing of the failed batch is remembered.
 */
@FunctionalInterface
public interface BatchEvaluator {
    /**
     * Gives each state of a batch a score, with {@link StateBatch#setScore}: centipawns, positive where the state is
     * good for {@code perspective}.
     *
     * @param states the states, at least one; usable until this method returns
     * @param perspective the side to score for, whoever is to move
     */
    void evaluate(StateBatch states, Color perspective);
}
