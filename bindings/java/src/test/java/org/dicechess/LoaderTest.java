package org.dicechess;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the library comes from, and what is said if it cannot be had: each in a virtual machine of its own. */
class LoaderTest {
    private static final Path NATIVES = Path.of("target/natives/linux-" + arch()).toAbsolutePath();
    private static final String BACKEND = "-Ddicechess.backend=" + System.getProperty("dicechess.backend");

    @TempDir
    private Path temporary;

    private static String arch() {
        return System.getProperty("os.arch").replace("amd64", "x86_64");
    }

    private record Result(int code, String output) {
    }

    /**
     * What {@link Hello} says on a virtual machine with these options. Its temporary files go to {@link #temporary}.
     */
    private Result hello(String... options) throws Exception {
        return run(Hello.class, options);
    }

    /** Runs a class on a virtual machine with these options. */
    private Result run(Class<?> main, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                "-cp", System.getProperty("java.class.path"), "-Djava.io.tmpdir=" + temporary));
        if (Runtime.version().feature() >= 22) {
            arguments.add("--enable-native-access=ALL-UNNAMED");
        }
        arguments.addAll(List.of(options));
        arguments.add(main.getName());
        return java(arguments);
    }

    /** Runs this version of Java in a process of its own. */
    private static Result java(List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output);
    }

    private Result refused(String... options) throws Exception {
        Result result = hello(options);
        assertNotEquals(0, result.code, result.output);
        assertTrue(result.output.contains("UnsatisfiedLinkError"), result.output);
        return result;
    }

    @Test
    void theJarBringsTheLibraryAndLeavesNothingBehind() throws Exception {
        assertEquals(new Result(0, "0.1.0 " + System.getProperty("dicechess.backend") + "\n"), hello(BACKEND));
        try (var left = Files.list(temporary)) {
            assertEquals(List.of(), left.filter(path -> path.toString().contains("dicechess")).toList());
        }
    }

    @Test
    void theNewerWayIsTakenWhereThereIsOne() throws Exception {
        String expected = Runtime.version().feature() >= 22 ? "panama" : "jni";
        assertEquals("0.1.0 " + expected + "\n", hello().output);
        assertEquals("0.1.0 jni\n", hello("-Ddicechess.backend=jni").output);
    }

    @Test
    void foldersAndFilesCanBeGiven() throws Exception {
        Path library = NATIVES.resolve("libdicechess.so");
        for (String option : List.of(
                "-Ddicechess.library.path=" + NATIVES,
                "-Ddicechess.library.path=" + library,
                "-Djava.library.path=/nowhere:" + NATIVES)) {
            // Without a place for temporary files it cannot come from the jar.
            Result result = hello(BACKEND, option, "-Djava.io.tmpdir=/nowhere");
            assertEquals(0, result.code, result.output);
            // The virtual machine may have complained about the place.
            assertTrue(result.output.endsWith("0.1.0 " + System.getProperty("dicechess.backend") + "\n"), result.output);
        }
    }

    @Test
    void aMissingLibraryIsReportedWithAllThatWasTried() throws Exception {
        String output = refused(BACKEND, "-Ddicechess.library.path=/nowhere").output;
        assertTrue(output.contains("/nowhere: no such file"), output);
        for (String fact : List.of(
                "os " + System.getProperty("os.name"),
                "arch " + System.getProperty("os.arch"),
                "libc glibc",
                "Java " + Runtime.version())) {
            assertTrue(output.contains(fact), output);
        }
        output = refused(BACKEND, "-Djava.library.path=/nowhere", "-Dos.arch=pdp11").output;
        assertTrue(output.contains("/nowhere/libdicechess.so: no such file"), output);
        assertTrue(output.contains("/natives/linux-pdp11/libdicechess.so: no such entry"), output);
        output = refused(BACKEND, "-Djava.io.tmpdir=/nowhere").output;
        assertTrue(output.contains("NoSuchFileException: /nowhere/"), output);
    }

    @Test
    void whatIsNoLibraryIsRefused() throws Exception {
        Path file = Files.writeString(temporary.resolve("libdicechess.so"), "no library");
        String output = refused(BACKEND, "-Ddicechess.library.path=" + temporary).output;
        assertTrue(output.contains("Tried:\n  " + file + ": "), output);
    }

    @Test
    void aLibraryOfAnotherAbiIsRefused() throws Exception {
        String output = refused(BACKEND, "-Ddicechess.library.path=target/other-abi").output;
        assertTrue(output.contains("it has ABI version 2000, and this jar needs 1"), output);
    }

    @Test
    void backEndsThatAreNotThereAreRefused() throws Exception {
        String output = refused("-Ddicechess.backend=telepathy").output;
        assertTrue(output.contains("telepathy is neither jni nor panama"), output);
        if (Runtime.version().feature() < 22) {
            output = refused("-Ddicechess.backend=panama").output;
            assertTrue(output.contains("needs Java 22 or newer"), output);
        }
    }

    @Test
    void theJarIsAModule() throws Exception {
        Path jar = Path.of(Library.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        List<String> arguments = new ArrayList<>(List.of(
                "-p", jar.toString(), "--add-modules", "org.dicechess", "-cp", "target/test-classes", BACKEND));
        if (Runtime.version().feature() >= 22) {
            arguments.add("--enable-native-access=org.dicechess");
        }
        arguments.add("consumer.ModuleUser");
        assertEquals(new Result(0, "org.dicechess\nfalse\n" + Data.INITIAL + "\n"), java(arguments));
    }

    @Test
    void theVirtualMachineFindsNoFaultWithJni() throws Exception {
        Result result = run(JniCheck.class, "-Ddicechess.backend=jni", "-Xcheck:jni");
        assertEquals(new Result(0, "checked\n"), result);
    }

    /** The library's version as a class loader of its own sees it. */
    private static Object version(URLClassLoader loader) throws Exception {
        Class<?> library = loader.loadClass("org.dicechess.Library");
        assertNotSame(Library.class, library);
        return library.getMethod("version").invoke(null);
    }

    private static URLClassLoader loader() throws Exception {
        URL jar = Library.class.getProtectionDomain().getCodeSource().getLocation();
        return new URLClassLoader(new URL[] {jar}, ClassLoader.getPlatformClassLoader());
    }

    @Test
    void eachClassLoaderGetsALibraryOfItsOwnFromTheJar() throws Exception {
        assertEquals("0.1.0", Library.version());
        try (URLClassLoader first = loader(); URLClassLoader second = loader()) {
            assertEquals("0.1.0", version(first));
            assertEquals("0.1.0", version(second));
        }
    }

    @Test
    void withJniOneFileServesOneClassLoader() throws Exception {
        System.setProperty("dicechess.library.path", NATIVES.toString());
        try (URLClassLoader first = loader(); URLClassLoader second = loader()) {
            assertEquals("0.1.0", version(first));
            if (Library.backend().equals("panama")) {
                assertEquals("0.1.0", version(second));
            } else {
                Throwable thrown =
                        assertThrows(InvocationTargetException.class, () -> version(second)).getCause();
                assertTrue(thrown.getMessage().contains("already loaded in another classloader"), thrown.getMessage());
                assertFalse(thrown.getMessage().contains("no such file"), thrown.getMessage());
            }
        } finally {
            System.clearProperty("dicechess.library.path");
        }
    }
}
