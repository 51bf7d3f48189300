package org.dicechess.benches;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * Has the same work done in C after each iteration, as often as Java has just done it, so that the two take turns.
 * Adds to the iteration what both took, in nanoseconds of CPU time of their threads an operation.
 */
public final class TwinProfiler implements InternalProfiler {
    static final String JAVA = "java";
    static final String C = "c";
    static final String UNITS = "units";

    private final String program;
    private Twin twin;

    /** JMH makes one in each of its processes, with the path of the program in C. */
    public TwinProfiler(String program) {
        this.program = program;
    }

    @Override
    public String getDescription() {
        return "the same work in C";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        // The thread that does the work takes its time itself.
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        if (iteration.getType() == IterationType.WARMUP) {
            return List.of();
        }
        long operations = result.getMetadata().getAllOps();
        String name = benchmark.getBenchmark();
        try {
            if (twin == null) {
                twin = new Twin(program);
            }
            Twin.Answer answer = twin.run(name.substring(name.lastIndexOf('.') + 1), operations);
            return List.of(
                    scalar(JAVA, (double) WorkerTime.used() / operations),
                    scalar(C, (double) answer.nanoseconds() / operations),
                    scalar(UNITS, answer.units()));
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
    }

    private static ScalarResult scalar(String label, double value) {
        return new ScalarResult(label, value, "", AggregationPolicy.AVG);
    }
}
