package org.dicechess.internal;

/**
 * Refuses to call C where too little stack is left for C to call back. In C nothing can be thrown any more: where a
 * callback finds no stack to begin on, java.lang.foreign ends the virtual machine.
 */
public final class StackRoom {
    /**
     * Bytes at the end of a stack on which the virtual machine runs no method of Java: its guard pages and what it
     * keeps free for itself, 24 pages in all.
     */
    private static final long KEPT_BY_THE_MACHINE = 96 << 10;

    /** Bytes for a callback to reach the function of the caller's, interpreted and with classes to be loaded. */
    private static final long CALLBACK = 16 << 10;

    /** Bytes for what a call of this library's does in Java. */
    private static final long CALL = 16 << 10;

    private static final long LEAST = Constants.STACK_SIZE + KEPT_BY_THE_MACHINE + CALLBACK;

    private static final Probe PROBE = probe();

    private StackRoom() {
    }

    /** Measures the stack of the current thread. */
    interface Probe {
        /** How much is left. */
        long bytes();
    }

    private static Probe probe() {
        if (Native.instance().backend().equals("jni")) {
            return new JniStack();
        }
        try {
            Class<?> probe = Class.forName("org.dicechess.internal.PanamaStack");
            return (Probe) probe.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException exception) {
            throw new LinkageError("the Panama back end", exception);
        }
    }

    /** Whether C may call back. */
    public static boolean suffices() {
        return PROBE.bytes() >= LEAST;
    }

    /**
     * Checks that a call that begins to use a handle does not overflow before it has given the handle back.
     *
     * @throws StackOverflowError if it might
     */
    public static void checkThatACallCanEnd() {
        if (PROBE.bytes() < KEPT_BY_THE_MACHINE + CALL) {
            throw new StackOverflowError("no room for the call");
        }
    }

    /**
     * Checks that C may call back.
     *
     * @throws StackOverflowError if it may not
     */
    public static void check() {
        if (!suffices()) {
            throw new StackOverflowError("no room for C and what it calls back");
        }
    }
}
