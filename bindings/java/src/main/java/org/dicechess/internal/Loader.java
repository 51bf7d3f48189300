package org.dicechess.internal;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Finds the shared library and the back end that calls it. The places, in this order: {@code
 * -Ddicechess.library.path} (a folder, or the library itself), {@code java.library.path}, and the jar's folder {@code
 * natives/<os>-<arch>}.
 */
final class Loader {
    private static final String LIBRARY_PATH = "dicechess.library.path";
    private static final String BACKEND = "dicechess.backend";
    private static final String PANAMA = "org.dicechess.internal.PanamaNative";

    /** Places that were tried and why they did not do. */
    private static final List<String> TRIED = new ArrayList<>();

    /** Files and folders that are to be removed, in this order. */
    private static final List<Path> UNPACKED = new ArrayList<>();

    private static Path library;

    private Loader() {
    }

    /** The shared library that {@link #load} has chosen. */
    static Path library() {
        return library;
    }

    /** Called once, by {@link Native}. */
    static Native load() {
        String wanted = System.getProperty(BACKEND, hasPanama() ? "panama" : "jni");
        if (!wanted.equals("jni") && !wanted.equals("panama")) {
            throw failure("-D" + BACKEND + "=" + wanted + " is neither jni nor panama");
        }
        if (wanted.equals("panama") && !hasPanama()) {
            throw failure("The back end panama needs Java 22 or newer and a jar that was built with it");
        }
        try {
            library = find();
            return wanted.equals("jni") ? jni() : panama();
        } finally {
            UNPACKED.forEach(Loader::remove);
        }
    }

    private static boolean hasPanama() {
        return Runtime.version().feature() >= 22
                && Loader.class.getResource("PanamaNative.class") != null;
    }

    /** Only there on newer versions, so it is asked for by name. */
    private static Native panama() {
        try {
            return (Native) Class.forName(PANAMA).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException exception) {
            throw new LinkageError(PANAMA, exception);
        }
    }

    /** Its half in C links to the library, which must therefore be in the process before. */
    private static Native jni() {
        open(library);
        open(library.resolveSibling(System.mapLibraryName("dicechess_jni")));
        Native loaded = new JniNative();
        checkAbi(library, loaded.abiVersion());
        return loaded;
    }

    private static void open(Path file) {
        try {
            System.load(file.toString());
        } catch (UnsatisfiedLinkError error) {
            throw failure("The library cannot be loaded", file, error.getMessage());
        }
    }

    /** Refuses a library of another ABI. */
    static void checkAbi(Path library, int found) {
        if (found != Constants.ABI_VERSION) {
            String reason = "it has ABI version " + found + ", and this jar needs " + Constants.ABI_VERSION;
            throw failure("The library is not the one for this jar", library, reason);
        }
    }

    private static Path find() {
        String name = System.mapLibraryName("dicechess");
        String given = System.getProperty(LIBRARY_PATH);
        if (given != null) {
            Path path = Path.of(given).toAbsolutePath();
            Path file = Files.isDirectory(path) ? path.resolve(name) : path;
            if (exists(file)) {
                return file;
            }
            throw failure("-D" + LIBRARY_PATH + " leads to no library");
        }
        for (String folder : System.getProperty("java.library.path", "").split(File.pathSeparator)) {
            Path file = Path.of(folder).toAbsolutePath().resolve(name);
            if (!folder.isEmpty() && exists(file)) {
                return file;
            }
        }
        return unpack(name);
    }

    private static boolean exists(Path file) {
        boolean exists = Files.isRegularFile(file);
        if (!exists) {
            TRIED.add(file + ": no such file");
        }
        return exists;
    }

    /** Copies the jar's libraries to a folder of this process's own, which nobody else may enter. */
    private static Path unpack(String name) {
        String folder = "/natives/" + platform() + "/";
        try {
            Path directory = Files.createTempDirectory("dicechess-");
            UNPACKED.add(0, directory);
            for (String file : List.of(name, System.mapLibraryName("dicechess_jni"))) {
                try (InputStream packed = Loader.class.getResourceAsStream(folder + file)) {
                    if (packed == null) {
                        TRIED.add("the jar's " + folder + file + ": no such entry");
                        throw failure("No library for this platform");
                    }
                    UNPACKED.add(0, directory.resolve(file));
                    Files.copy(packed, directory.resolve(file));
                }
            }
            return directory.resolve(name);
        } catch (IOException exception) {
            throw failure("The library cannot be unpacked", Path.of(folder), exception.toString());
        }
    }

    /**
     * A library in use needs its file no longer, so that nothing stays behind if the process is killed; Windows keeps
     * it to the end.
     */
    private static void remove(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException exception) {
            path.toFile().deleteOnExit();
        }
    }

    /** The name of this platform's folder in the jar, such as {@code linux-x86_64}. */
    private static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String system = os.startsWith("win") ? "windows" : os.startsWith("mac") ? "macos" : os;
        return system.replace(' ', '-') + "-" + (arch.equals("amd64") ? "x86_64" : arch);
    }

    /** The C library of this process, which a shared library must fit. */
    private static String libc() {
        try {
            return Files.readString(Path.of("/proc/self/maps")).contains("/ld-musl-") ? "musl" : "glibc";
        } catch (IOException exception) {
            return "that of the system";
        }
    }

    /** The error for a library that was found and does not do. */
    static UnsatisfiedLinkError failure(String what, Path file, String why) {
        TRIED.add(file + ": " + why);
        return failure(what);
    }

    private static UnsatisfiedLinkError failure(String what) {
        String where = String.format(
                "os %s, arch %s, libc %s, Java %s",
                System.getProperty("os.name"), System.getProperty("os.arch"), libc(), Runtime.version());
        String tried = TRIED.isEmpty() ? "" : ". Tried:\n  " + String.join("\n  ", TRIED);
        return new UnsatisfiedLinkError(what + " (" + where + ")" + tried);
    }
}
