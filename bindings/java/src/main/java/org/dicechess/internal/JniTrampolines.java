package org.dicechess.internal;

/** The trampolines of dicechess_jni_callbacks.c. */
final class JniTrampolines {
    private JniTrampolines() {
    }

    static Trampolines make() {
        prepare(Callbacks.class);
        return new Trampolines(evaluateBatch(), clock(), progress(), drop());
    }

    /** Looks up the methods of the class, once. */
    private static native void prepare(Class<?> callbacks);

    private static native long evaluateBatch();

    private static native long clock();

    private static native long progress();

    private static native long drop();
}
