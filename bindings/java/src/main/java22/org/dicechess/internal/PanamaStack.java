package org.dicechess.internal;

import java.lang.invoke.MethodHandle;

/** The function of dicechess_jni_stack.c. Where its library is missing, nothing is checked. */
final class PanamaStack implements StackRoom.Probe {
    private static final MethodHandle ROOM = PanamaLibrary.STACK_ROOM;

    @Override
    public long bytes() {
        if (ROOM == null) {
            return Long.MAX_VALUE;
        }
        try {
            return (long) ROOM.invokeExact();
        } catch (Throwable thrown) {
            throw PanamaLibrary.rethrown(thrown);
        }
    }
}
