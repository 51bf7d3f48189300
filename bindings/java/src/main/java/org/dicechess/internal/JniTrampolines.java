package org.dicechess.internal;

/** The trampolines of dicechess_jni_callbacks.c. */
final class JniTrampolines {
    private JniTrampolines() {
    }

    static Trampolines make() {
        prepare(Callbacks.class);
        return new Trampolines(evaluateBatch(), clock(), progress(), spillWrite(), spillRead(),
                visitCell(), writeBytes(), hearEvent(), drop());
    }

    /** Looks up the methods of the class, once. */
    private static native void prepare(Class<?> callbacks);

    private static native long evaluateBatch();

    private static native long clock();

    private static native long progress();

    private static native long spillWrite();

    private static native long spillRead();

    private static native long visitCell();

    private static native long writeBytes();

    private static native long hearEvent();

    private static native long drop();
}
