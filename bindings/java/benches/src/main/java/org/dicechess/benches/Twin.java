package org.dicechess.benches;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The running program twin.c, which does the same work in C. It ends with this process. */
final class Twin {
    private final PrintStream orders;
    private final BufferedReader answers;

    /**
     * What the program says of one order.
     *
     * @param nanoseconds CPU time of all repeats
     * @param result what the work gave
     * @param units how many turns or states one repeat is about
     */
    record Answer(long nanoseconds, long result, long units) {
    }

    Twin(String program) throws IOException {
        Process process = new ProcessBuilder(program).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.US_ASCII);
        answers = process.inputReader(StandardCharsets.US_ASCII);
    }

    /** Has the work done so often. */
    Answer run(String work, long repeats) throws IOException {
        orders.println(work + " " + repeats);
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("the program in C has ended at " + work);
        }
        String[] numbers = answer.split(" ");
        return new Answer(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]), Long.parseLong(numbers[2]));
    }
}
