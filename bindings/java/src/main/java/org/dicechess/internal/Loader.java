package org.dicechess.internal;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
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
    private static final String NAME = System.mapLibraryName("dicechess");
    private static final String COMPANION = System.mapLibraryName("dicechess_jni");
    private static final String PANAMA = "org.dicechess.internal.PanamaNative";

    /** Places that were tried and why they did not do. */
    private static final List<String> TRIED = new ArrayList<>();

    /** Folders with files from the jar. */
    private static final List<TemporaryFolder> UNPACKED = new ArrayList<>();

    private static Path library;

    private Loader() {
    }

    /** The shared library that {@link #load} has chosen. */
    static Path library() {
        return library;
    }

    /** The library of src/main/native, from the same place or else from the jar. To be asked for while loading. */
    static Path companion() {
        Path beside = library.resolveSibling(COMPANION);
        return Files.isRegularFile(beside) ? beside : unpack(COMPANION).resolve(COMPANION);
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
            boolean isJni = wanted.equals("jni");
            library = find(isJni);
            return isJni ? jni() : panama();
        } finally {
            UNPACKED.forEach(TemporaryFolder::close);
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
        open(companion());
        Native loaded = new JniNative();
        checkAbi(library, loaded.abiVersion());
        return loaded;
    }

    private static void open(Path file) {
        try {
            System.load(file.toString());
        } catch (UnsatisfiedLinkError error) {
            throw failure("The library cannot be loaded", file, error.getMessage());
        } catch (IllegalCallerException exception) {
            throw notAllowed(exception);
        }
    }

    /** The error for a Java that was told to deny native access. */
    static UnsatisfiedLinkError notAllowed(IllegalCallerException exception) {
        Module module = Loader.class.getModule();
        String option = "--enable-native-access=" + (module.isNamed() ? module.getName() : "ALL-UNNAMED");
        String why = exception.getMessage();
        return failure("Java denies native access, which the option " + option + " allows: " + why);
    }

    /** Refuses a library of another ABI. */
    static void checkAbi(Path library, int found) {
        if (found != Constants.ABI_VERSION) {
            String reason = "it has ABI version " + found + ", and this jar needs " + Constants.ABI_VERSION;
            throw failure("The library is not the one for this jar", library, reason);
        }
    }

    private static Path find(boolean isJni) {
        String given = System.getProperty(LIBRARY_PATH);
        Path place = given == null ? null : path(given);
        if (place != null) {
            Path file = Files.isDirectory(place) ? place.resolve(NAME) : place;
            if (isThere(file, isJni)) {
                return file;
            }
            throw failure("-D" + LIBRARY_PATH + " leads to no library");
        }
        for (String entry : System.getProperty("java.library.path", "").split(File.pathSeparator)) {
            Path folder = entry.isEmpty() ? null : path(entry);
            if (folder != null && isThere(folder.resolve(NAME), isJni)) {
                return folder.resolve(NAME);
            }
        }
        return unpack(NAME, COMPANION).resolve(NAME);
    }

    /** The place of this name; null if it is none, for example because the locale lacks its characters. */
    private static Path path(String name) {
        try {
            return Path.of(name).toAbsolutePath();
        } catch (InvalidPathException exception) {
            TRIED.add(name + ": " + exception.getReason());
            return null;
        }
    }

    /** Whether a library is there, with what the Java Native Interface needs beside it. */
    private static boolean isThere(Path file, boolean isJni) {
        if (!Files.isRegularFile(file)) {
            TRIED.add(file + ": no such file");
            return false;
        }
        if (isJni && !Files.isRegularFile(file.resolveSibling(COMPANION))) {
            TRIED.add(file + ": no " + COMPANION + " beside it");
            return false;
        }
        return true;
    }

    /** Copies libraries of the jar to a folder of this process's own. The folder. */
    private static Path unpack(String... files) {
        String packed = "/natives/" + platform() + "/";
        Path parent = path(System.getProperty("java.io.tmpdir"));
        if (parent == null) {
            throw failure("The library cannot be unpacked");
        }
        try {
            TemporaryFolder folder = TemporaryFolder.create(parent);
            UNPACKED.add(folder);
            for (String file : files) {
                try (InputStream bytes = Loader.class.getResourceAsStream(packed + file)) {
                    if (bytes == null) {
                        TRIED.add("the jar's " + packed + file + ": no such entry");
                        throw failure("No library for this platform");
                    }
                    Files.copy(bytes, folder.path().resolve(file));
                }
            }
            return folder.path();
        } catch (IOException exception) {
            throw failure("The library cannot be unpacked", Path.of(packed), exception.toString());
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
