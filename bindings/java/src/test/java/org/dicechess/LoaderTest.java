package org.dicechess;

import static org.dicechess.Machine.BACKEND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.dicechess.Machine.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the library comes from, and what is said if it cannot be had: each in a virtual machine of its own. */
class LoaderTest {
    private static final Path NATIVES = Path.of("target/natives/linux-" + arch()).toAbsolutePath();

    @TempDir
    private Path temporary;

    private static String arch() {
        return System.getProperty("os.arch").replace("amd64", "x86_64");
    }

    /**
     * What {@link Hello} says on a virtual machine with these options. Its temporary files go to {@link #temporary}.
     */
    private Result hello(String... options) throws Exception {
        return Machine.java(arguments(options));
    }

    private List<String> arguments(String... options) {
        List<String> all = new ArrayList<>(List.of("-Djava.io.tmpdir=" + temporary));
        all.addAll(List.of(options));
        return Machine.arguments(Hello.class, all.toArray(String[]::new));
    }

    /** What {@link Hello} says where the locale has no characters but those of ASCII. */
    private Result helloInAscii(String... options) throws Exception {
        ProcessBuilder process = Machine.process(arguments(options));
        process.environment().put("LC_ALL", "C");
        return Machine.result(process.start());
    }

    private Result refused(String... options) throws Exception {
        Result result = hello(options);
        assertNotEquals(0, result.code(), result.output());
        assertTrue(result.output().contains("UnsatisfiedLinkError"), result.output());
        return result;
    }

    @Test
    void theJarBringsTheLibraryAndLeavesNothingBehind() throws Exception {
        assertEquals(new Result(0, "0.1.0 " + System.getProperty("dicechess.backend") + "\n"), hello(BACKEND));
        assertEquals(List.of(), folders());
    }

    private List<String> folders() throws Exception {
        try (var left = Files.list(temporary)) {
            return left.map(path -> path.getFileName().toString()).filter(name -> name.contains("dicechess")).toList();
        }
    }

    /** A machine in the middle of unpacking, which ends when the process is destroyed. */
    private Process unpacking() throws Exception {
        Process process = Machine.process(
                Machine.arguments(Unpacking.class, "-Djava.io.tmpdir=" + temporary)).start();
        assertEquals("unpacked", new BufferedReader(new InputStreamReader(process.getInputStream())).readLine());
        return process;
    }

    /** The next start removes what a killed machine has left, and nothing else. */
    @Test
    void whatKilledMachinesLeaveIsRemoved() throws Exception {
        Process living = unpacking();
        List<String> inUse = folders();
        assertEquals(1, inUse.size());
        Process killed = unpacking();
        killed.destroyForcibly().waitFor();
        assertEquals(2, folders().size());
        Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
        Path precious = Files.writeString(elsewhere.resolve("lock"), "");
        Path link = Files.createSymbolicLink(temporary.resolve("dicechess-1-2-3"), elsewhere);
        Path foreign = Files.createDirectory(temporary.resolve("dicechess-4-5-6"));
        Path file = Files.writeString(foreign.resolve("file"), "");
        assertEquals(0, hello(BACKEND).code());
        assertEquals(new TreeSet<>(List.of(inUse.get(0), "dicechess-1-2-3", "dicechess-4-5-6")),
                new TreeSet<>(folders()));
        Files.delete(link);
        Files.delete(file);
        assertTrue(Files.exists(precious));
        living.destroyForcibly().waitFor();
        assertEquals(0, hello(BACKEND).code());
        assertEquals(List.of(), folders());
    }

    /** Machines that start at once do not take each other's folders for left over. */
    @Test
    void machinesThatStartAtOnceDoNotMeet() throws Exception {
        List<Process> processes = new ArrayList<>();
        for (int number = 0; number < 8; number++) {
            processes.add(Machine.process(arguments(BACKEND)).start());
        }
        for (Process process : processes) {
            assertEquals(0, Machine.result(process).code());
        }
        assertEquals(List.of(), folders());
    }

    /** A name that cannot be expressed is passed over; if nothing else is left, it is named. */
    @Test
    void placesThatTheLocaleCannotExpressArePassedOver() throws Exception {
        Path folder = temporary.resolve("b\u00fccher");
        for (String property : List.of("dicechess.library.path", "java.library.path")) {
            Result result = helloInAscii(BACKEND, "-D" + property + "=" + folder);
            assertTrue(result.output().endsWith("0.1.0 " + System.getProperty("dicechess.backend") + "\n"),
                    result.output());
        }
        Result result = helloInAscii(
                BACKEND, "-Djava.library.path=" + folder + ":" + NATIVES, "-Djava.io.tmpdir=" + folder);
        assertEquals(0, result.code(), result.output());
        result = helloInAscii(BACKEND, "-Djava.io.tmpdir=" + folder);
        assertTrue(result.output().contains("UnsatisfiedLinkError: The library cannot be unpacked"), result.output());
        assertTrue(result.output().contains("cher: "), result.output());
    }

    @Test
    void deniedAccessIsReportedWithTheOptionThatAllowsIt() throws Exception {
        if (Runtime.version().feature() < 24) {
            return;
        }
        List<String> arguments = new ArrayList<>(arguments(BACKEND));
        arguments.remove("--enable-native-access=ALL-UNNAMED");
        arguments.add(0, "--illegal-native-access=deny");
        Result result = Machine.java(arguments);
        assertTrue(result.output().contains("UnsatisfiedLinkError: Java denies native access"), result.output());
        assertTrue(result.output().contains("--enable-native-access=ALL-UNNAMED"), result.output());
    }

    /** With JNI half of what is needed does not count; with Panama the other half comes from the jar. */
    @Test
    void aFolderWithOneOfTheLibraries() throws Exception {
        Path folder = Files.createDirectory(temporary.resolve("half"));
        Files.copy(NATIVES.resolve("libdicechess.so"), folder.resolve("libdicechess.so"));
        assertEquals(0, hello(BACKEND, "-Djava.library.path=" + folder).code());
        if (System.getProperty("dicechess.backend").equals("jni")) {
            assertEquals(0, hello(BACKEND, "-Djava.library.path=" + folder + ":" + NATIVES,
                    "-Djava.io.tmpdir=/nowhere").code());
            String output = refused(BACKEND, "-Ddicechess.library.path=" + folder).output();
            assertTrue(output.contains(folder + "/libdicechess.so: no libdicechess_jni.so beside it"), output);
        } else {
            Result result = Machine.run(StackEnd.class, BACKEND, "-Djava.io.tmpdir=" + temporary,
                    "-Ddicechess.library.path=" + folder);
            assertEquals(new Result(0, "done\n"), result);
        }
    }

    @Test
    void theNewerWayIsTakenWhereThereIsOne() throws Exception {
        String expected = Runtime.version().feature() >= 22 ? "panama" : "jni";
        assertEquals("0.1.0 " + expected + "\n", hello().output());
        assertEquals("0.1.0 jni\n", hello("-Ddicechess.backend=jni").output());
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
            assertEquals(0, result.code(), result.output());
            // The virtual machine may have complained about the place.
            assertTrue(result.output().endsWith("0.1.0 " + System.getProperty("dicechess.backend") + "\n"), result.output());
        }
    }

    @Test
    void aMissingLibraryIsReportedWithAllThatWasTried() throws Exception {
        String output = refused(BACKEND, "-Ddicechess.library.path=/nowhere").output();
        assertTrue(output.contains("/nowhere: no such file"), output);
        for (String fact : List.of(
                "os " + System.getProperty("os.name"),
                "arch " + System.getProperty("os.arch"),
                "libc glibc",
                "Java " + Runtime.version())) {
            assertTrue(output.contains(fact), output);
        }
        output = refused(BACKEND, "-Djava.library.path=/nowhere", "-Dos.arch=pdp11").output();
        assertTrue(output.contains("/nowhere/libdicechess.so: no such file"), output);
        assertTrue(output.contains("/natives/linux-pdp11/libdicechess.so: no such entry"), output);
        output = refused(BACKEND, "-Djava.io.tmpdir=/nowhere").output();
        assertTrue(output.contains("NoSuchFileException: /nowhere/"), output);
    }

    @Test
    void whatIsNoLibraryIsRefused() throws Exception {
        Path file = Files.writeString(temporary.resolve("libdicechess.so"), "no library");
        String output = refused(BACKEND, "-Ddicechess.library.path=" + temporary).output();
        assertTrue(output.contains("Tried:\n  " + file + ": "), output);
    }

    @Test
    void aLibraryOfAnotherAbiIsRefused() throws Exception {
        String output = refused(BACKEND, "-Ddicechess.library.path=target/other-abi").output();
        assertTrue(output.contains("it has ABI version 2000, and this jar needs 1"), output);
    }

    @Test
    void backEndsThatAreNotThereAreRefused() throws Exception {
        String output = refused("-Ddicechess.backend=telepathy").output();
        assertTrue(output.contains("telepathy is neither jni nor panama"), output);
        if (Runtime.version().feature() < 22) {
            output = refused("-Ddicechess.backend=panama").output();
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
        assertEquals(new Result(0, "org.dicechess\nfalse\n" + Data.INITIAL + "\n"), Machine.java(arguments));
    }

    @Test
    void theVirtualMachineFindsNoFaultWithJni() throws Exception {
        Result result = Machine.run(JniCheck.class, "-Ddicechess.backend=jni", "-Xcheck:jni");
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
