package org.dicechess.internal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Finds the shared library and the back end that calls it. The places, in this order: {@code -Ddicechess.library.path} (a folder, or
 * the library itself), {@code java.library.path}, and the jar's folder {@code natives/<os>-<arch>}.
 */
final class Loader {
    private static final String LIBRARY_PATH = "dicechess.library.path";
    private static final String BACKEND = "dicechess.backend";
    private static final String PANAMA = "org.dicechess.internal.PanamaNative";

    /** Places that were tried and why they did not do. */
    private static final List<String> TRIED = new ArrayList<>();

    private static Path library;

    private Loader() {
    }

    /** The shared library that {@link #load} has chosen. */
    static Path library() {
        return library;
    }

    /** Called once, by {@link Native}. */
    static Native load() {
        library = find();
        String wanted = System.getProperty(BACKEND, "");
        return switch (wanted) {
            case "jni" -> jni();
            case "panama" -> panama();
            case "" -> hasPanama() ? panama() : jni();
            default -> throw new UnsatisfiedLinkError(
                    "-D" + BACKEND + "=" + wanted + ": there are only jni and panama");
        };
    }

    private static boolean hasPanama() {
        return Runtime.version().feature() >= 22
                && Loader.class.getResource("PanamaNative.class") != null;
    }

    private static Native panama() {
        if (!hasPanama()) {
            throw failure("The Panama back end needs Java 22 or newer and a jar that was built with it");
        }
        try {
            return (Native) Class.forName(PANAMA).getDeclaredConstructor().newInstance();
        } catch (ExceptionInInitializerError error) {
            throw error.getCause() instanceof UnsatisfiedLinkError cause ? cause : error;
        } catch (ReflectiveOperationException exception) {
            throw new LinkageError(PANAMA, exception);
        }
    }

    /** Its half in C links to the library, which must therefore be in the process before. */
    private static Native jni() {
        System.load(library.toString());
        System.load(library.resolveSibling(System.mapLibraryName("dicechess_jni")).toString());
        Native loaded = new JniNative();
        checkAbi(library, loaded.abiVersion());
        return loaded;
    }

    /** Refuses a library of another ABI. */
    static void checkAbi(Path library, int found) {
        if (found != Constants.ABI_VERSION) {
            throw new UnsatisfiedLinkError(library + " has ABI version " + found + ", and this jar needs "
                    + Constants.ABI_VERSION);
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
        for (String folder : System.getProperty("java.library.path", "").split(java.io.File.pathSeparator)) {
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

    private static Path unpack(String name) {
        String folder = "/natives/" + platform() + "/";
        try {
            Path directory = Files.createTempDirectory("dicechess-");
            for (String file : List.of(name, System.mapLibraryName("dicechess_jni"))) {
                Path copy = directory.resolve(file);
                copy.toFile().deleteOnExit();
                try (InputStream packed = Loader.class.getResourceAsStream(folder + file)) {
                    if (packed == null) {
                        TRIED.add("the jar's " + folder + file + ": no such entry");
                        throw failure("No library for this platform");
                    }
                    Files.copy(packed, copy);
                }
            }
            directory.toFile().deleteOnExit();
            return directory.resolve(name);
        } catch (IOException exception) {
            TRIED.add("the jar's " + folder + ": " + exception);
            throw failure("The library cannot be unpacked");
        }
    }

    /** The name of this platform's folder in the jar, such as {@code linux-x86_64}. */
    private static String platform() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String system = os.contains("win") ? "windows" : os.contains("mac") ? "macos" : "linux";
        return system + "-" + (arch.equals("amd64") ? "x86_64" : arch);
    }

    private static UnsatisfiedLinkError failure(String what) {
        return new UnsatisfiedLinkError(what + " (" + platform() + ", Java " + Runtime.version() + "). Tried:\n  "
                + String.join("\n  ", TRIED));
    }
}
