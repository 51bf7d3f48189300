package org.dicechess.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** The trampolines that the virtual machine makes. They last as long as it does, for C may call them as long. */
final class PanamaTrampolines {
    private PanamaTrampolines() {
    }

    static Trampolines make() {
        return new Trampolines(
                trampoline("evaluateBatch", "IJJJIJ"),
                trampoline("clock", "JJ"),
                trampoline("progress", "IJJ"),
                trampoline("spillWrite", "IJJJJJ"),
                trampoline("spillRead", "IJJJJ"),
                trampoline("visitCell", "IJJC"),
                trampoline("writeBytes", "IJJJ"),
                trampoline("hearEvent", "IJJ"),
                trampoline("drop", "VJ"));
    }

    /** The address of a function that calls a method of {@link Callbacks}; in the signature the result comes first. */
    private static long trampoline(String method, String signature) {
        try {
            FunctionDescriptor function = PanamaLibrary.descriptor(signature);
            MethodHandle target = MethodHandles.lookup()
                    .findStatic(Callbacks.class, method, function.toMethodType());
            return Linker.nativeLinker().upcallStub(target, function, Arena.global()).address();
        } catch (ReflectiveOperationException exception) {
            throw new LinkageError(method, exception);
        }
    }
}
