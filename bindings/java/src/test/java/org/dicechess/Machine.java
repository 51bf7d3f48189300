package org.dicechess;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Virtual machines of this version, each in a process of its own. */
final class Machine {
    /** The option for the back end that this machine uses. */
    static final String BACKEND = "-Ddicechess.backend=" + System.getProperty("dicechess.backend");

    private Machine() {
    }

    /** What a process has left: its exit code and all that it has printed. */
    record Result(int code, String output) {
    }

    /** Runs a class of the tests with these options. */
    static Result run(Class<?> main, String... options) throws Exception {
        return java(arguments(main, options));
    }

    /** The arguments of a machine that runs a class of the tests with these options. */
    static List<String> arguments(Class<?> main, String... options) {
        List<String> arguments = new ArrayList<>(List.of("-cp", System.getProperty("java.class.path")));
        if (Runtime.version().feature() >= 22) {
            arguments.add("--enable-native-access=ALL-UNNAMED");
        }
        arguments.addAll(List.of(options));
        arguments.add(main.getName());
        return arguments;
    }

    /** Runs Java with these arguments. */
    static Result java(List<String> arguments) throws Exception {
        return result(process(arguments).start());
    }

    /** A process of Java with these arguments, to be started. */
    static ProcessBuilder process(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        return new ProcessBuilder(command).redirectErrorStream(true);
    }

    /** Waits for a process. */
    static Result result(Process process) throws Exception {
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output);
    }
}
