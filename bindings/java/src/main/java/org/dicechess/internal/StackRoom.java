package org.dicechess.internal;

import java.util.function.LongConsumer;

/**
 * Refuses to call C where too little stack is left for C to call back. In C nothing can be thrown any more: where a
 * callback finds no stack to begin on, java.lang.foreign ends the virtual machine.
 */
public final class StackRoom {
    /** Bytes: what the virtual machine keeps for itself, 96 KiB, what a search takes in C, and some more. */
    private static final long LEAST = 160 << 10;

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

    /**
     * Checks that C may call back.
     *
     * @throws StackOverflowError if it may not
     */
    public static void check() {
        if (PROBE.bytes() < LEAST) {
            throw new StackOverflowError("no room for C and what it calls back");
        }
    }

    /** A function that frees something with a callback, with the check before it. */
    public static LongConsumer checked(LongConsumer free) {
        return address -> {
            check();
            free.accept(address);
        };
    }
}
