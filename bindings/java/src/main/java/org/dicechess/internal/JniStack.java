package org.dicechess.internal;

/** The function of dicechess_jni_stack.c. */
final class JniStack implements StackRoom.Probe {
    @Override
    public native long bytes();
}
