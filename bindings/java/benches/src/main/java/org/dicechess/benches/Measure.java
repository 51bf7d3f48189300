package org.dicechess.benches;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures each kind of work on each back end beside C, and prints a line for each. */
final class Measure {
    private static final int FORKS = 2;
    private static final int WARM_UPS = 10;
    /** The compiler takes a method for hot after some thousand calls, and the longest take half a millisecond. */
    private static final TimeValue WARM_UP = TimeValue.milliseconds(400);
    private static final int SAMPLES = 30;
    private static final TimeValue SAMPLE = TimeValue.milliseconds(50);

    /** Titles by method of {@link Work}. */
    private static final Map<String, String> TITLES = new LinkedHashMap<>();

    static {
        TITLES.put("call", "trivial call");
        TITLES.put("getter", "getter");
        TITLES.put("lifetime", "create and close");
        TITLES.put("arrays", "legal turns, arrays");
        TITLES.put("objects", "legal turns, objects");
        TITLES.put("batch", "batch call, 64 states");
        TITLES.put("builtIn", "scores of turns, built-in");
        TITLES.put("callback", "callback, one state");
        TITLES.put("oneByOne", "callback, state by state");
        TITLES.put("leaves", "callback, batches of 64");
        TITLES.put("search", "best turn");
    }

    /**
     * What does the work in Java.
     *
     * @param title names it
     * @param java the virtual machine's program
     * @param options of the virtual machine
     */
    private record BackEnd(String title, String java, List<String> options) {
    }

    private Measure() {
    }

    /**
     * Takes the path of the program in C, a part of the titles that are wanted, and three arguments for each back
     * end: title, virtual machine, and its options with spaces between them.
     */
    public static void main(String[] arguments) throws RunnerException {
        String program = arguments[0];
        String wanted = arguments[1];
        List<BackEnd> backEnds = new ArrayList<>();
        for (int at = 2; at < arguments.length; at += 3) {
            backEnds.add(new BackEnd(
                    arguments[at], arguments[at + 1], List.of(arguments[at + 2].split(" "))));
        }
        for (Map.Entry<String, String> work : TITLES.entrySet()) {
            if (work.getValue().contains(wanted)) {
                for (BackEnd backEnd : backEnds) {
                    print(work.getValue(), backEnd.title(), measure(work.getKey(), backEnd, program));
                }
            }
        }
    }

    private static List<IterationResult> measure(String work, BackEnd backEnd, String program)
            throws RunnerException {
        Options options = new OptionsBuilder()
                .include("^" + Work.class.getName().replace(".", "\\.") + "\\." + work + "$")
                .jvm(backEnd.java())
                .jvmArgs(backEnd.options().toArray(String[]::new))
                .addProfiler(TwinProfiler.class, program)
                .forks(FORKS)
                .warmupIterations(WARM_UPS)
                .warmupTime(WARM_UP)
                .measurementIterations(SAMPLES)
                .measurementTime(SAMPLE)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build();
        List<IterationResult> samples = new ArrayList<>();
        for (RunResult result : new Runner(options).run()) {
            for (BenchmarkResult fork : result.getBenchmarkResults()) {
                samples.addAll(fork.getIterationResults());
            }
        }
        return samples;
    }

    private static void print(String title, String backEnd, List<IterationResult> samples) {
        double[] java = values(samples, TwinProfiler.JAVA);
        double[] c = values(samples, TwinProfiler.C);
        double units = values(samples, TwinProfiler.UNITS)[0];
        double[] ratios = new double[java.length];
        double[] differences = new double[java.length];
        for (int pair = 0; pair < java.length; pair++) {
            ratios[pair] = java[pair] / c[pair];
            differences[pair] = (java[pair] - c[pair]) / units;
        }
        System.out.printf("%-26s %-16s / C = %.3f (%.3f-%.3f)   C %s   Java %s   %+.2f ns a unit of %.0f%n",
                title, backEnd, quantile(ratios, 0.5), quantile(ratios, 0.25), quantile(ratios, 0.75),
                human(quantile(c, 0.5)), human(quantile(java, 0.5)), quantile(differences, 0.5), units);
    }

    private static double[] values(List<IterationResult> samples, String label) {
        return samples.stream()
                .mapToDouble(sample -> sample.getSecondaryResults().get(label).getScore())
                .toArray();
    }

    /** The value below which the given part of the values lies. */
    private static double quantile(double[] values, double part) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.round((sorted.length - 1) * part)];
    }

    private static String human(double nanoseconds) {
        if (nanoseconds < 1e3) {
            return String.format("%.2f ns", nanoseconds);
        }
        return nanoseconds < 1e6
                ? String.format("%.2f µs", nanoseconds / 1e3)
                : String.format("%.2f ms", nanoseconds / 1e6);
    }
}
