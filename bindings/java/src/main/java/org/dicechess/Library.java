package org.dicechess;

import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;

/** The native library that does the work. */
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
