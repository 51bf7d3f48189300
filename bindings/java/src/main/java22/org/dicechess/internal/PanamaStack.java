package org.dicechess.internal;

import java.lang.invoke.MethodHandle;

/** The function of dicechess_jni_stack.c. */
final class PanamaStack implements StackRoom.Probe {
    private static final MethodHandle ROOM = PanamaLibrary.STACK_ROOM;

    @Override
    public long bytes() {
        try {
            return (long) ROOM.invokeExact();
        } catch (Throwable thrown) {
            throw PanamaLibrary.rethrown(thrown);
        }
    }
}
