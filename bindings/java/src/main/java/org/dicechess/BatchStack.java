package org.dicechess;

import java.util.Arrays;
import org.dicechess.internal.Callbacks;

/**
 * The batches of one thread, made once each: one for every evaluation that runs on it, for evaluators may call
 * evaluators.
 */
final class BatchStack {
    private static final ThreadLocal<BatchStack> STACKS = ThreadLocal.withInitial(BatchStack::new);

    private StateBatch[] batches = {new StateBatch()};
    private int depth;

    private BatchStack() {
    }

    /** The form in which C calls an evaluator. */
    static Callbacks.Batch callback(BatchEvaluator evaluator) {
        return (states, count, perspective, scores) -> {
            BatchStack stack = STACKS.get();
            int depth = stack.depth;
            StateBatch batch = stack.at(depth);
            try {
                stack.depth = depth + 1;
                batch.open(states, count, scores);
                evaluator.evaluate(batch, Color.of(perspective));
            } finally {
                // Nothing is called here: there may be no stack left for it.
                batch.view.memory = null;
                stack.depth = depth;
            }
        };
    }

    private StateBatch at(int depth) {
        if (depth == batches.length) {
            StateBatch[] more = Arrays.copyOf(batches, 2 * depth);
            for (int i = depth; i < more.length; i++) {
                more[i] = new StateBatch();
            }
            // Last, so that none of them is one that memory or stack were too small for.
            batches = more;
        }
        return batches[depth];
    }
}
