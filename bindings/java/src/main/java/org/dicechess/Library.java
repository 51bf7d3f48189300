package org.dicechess;

import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;

/**
 * The native library that does the work. It is loaded when something of this package is first used, from the first of
 * these places:
 *
 * <ol>
 *   <li>{@code -Ddicechess.library.path}: a folder, or the library itself, with the library {@code dicechess_jni}
 *       beside it;
 *   <li>{@code java.library.path}, whose folders count if both libraries are there;
 *   <li>this jar, by way of a private temporary folder that is gone as soon as the library is loaded.
 * </ol>
 *
 * <p>Names that the locale cannot express are passed over.
 *
 * <p>It is called through java.lang.foreign on Java 22 and newer and through the Java Native Interface before that;
 * {@code -Ddicechess.backend=jni} or {@code panama} chooses. Newer versions of Java want to be told {@code
 * --enable-native-access=org.dicechess}, or {@code ALL-UNNAMED} where this is no module; where they deny access
 * otherwise, the error names that option.
 *
 * <p>With the Java Native Interface one library file serves one class loader: a second one fails on the first two
 * places, and gets a library of its own, with nothing in common but the machine, from the third.
 */
public final class Library {
    private Library() {
    }

    /**
     * Its version. Loads the library if that has not happened yet.
     *
     * @return such as {@code 0.1.0}
     * @throws UnsatisfiedLinkError if it cannot be loaded; the message says what was tried
     */
    public static String version() {
        return Scratch.constant(Native.instance().versionString());
    }

    /**
     * Its version as a number that grows with it.
     *
     * @return major × 10000 + minor × 100 + patch
     */
    public static int versionNumber() {
        return Native.instance().versionNumber();
    }

    /**
     * The number of its interface, which must be the one that this jar was built for.
     *
     * @return the number
     */
    public static int abiVersion() {
        return Native.instance().abiVersion();
    }

    /**
     * How it is called.
     *
     * @return {@code jni} or {@code panama}
     */
    public static String backend() {
        return Native.instance().backend();
    }
}
