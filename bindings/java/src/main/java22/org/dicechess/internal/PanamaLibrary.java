package org.dicechess.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/** The shared library as {@link PanamaNative} sees it: functions by name and signature. */
final class PanamaLibrary {
    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup SYMBOLS = open();

    /** The function of dicechess_jni_stack.c, found while the libraries are loaded: their files may be gone later. */
    static final MethodHandle STACK_ROOM = stackRoom();

    private PanamaLibrary() {
    }

    /** The library of another ABI may lack functions, so its number is compared before they are looked up. */
    private static SymbolLookup open() {
        Path library = Loader.library();
        SymbolLookup symbols = lookup(library);
        try {
            MethodHandle version = handle(symbols, library, "dicechess_abi_version", "I");
            Loader.checkAbi(library, (int) version.invokeExact());
        } catch (Throwable thrown) {
            throw rethrown(thrown);
        }
        return symbols;
    }

    private static MethodHandle stackRoom() {
        Path companion = Loader.companion();
        return handle(lookup(companion), companion, "dicechess_jni_stack_room", "J", Linker.Option.critical(false));
    }

    private static SymbolLookup lookup(Path library) {
        try {
            return SymbolLookup.libraryLookup(library, Arena.global());
        } catch (IllegalArgumentException exception) {
            throw Loader.failure("The library cannot be loaded", library, exception.getMessage());
        } catch (IllegalCallerException exception) {
            throw Loader.notAllowed(exception);
        }
    }

    /** The function {@code name}; in the signature the result comes first. */
    static MethodHandle function(String name, String signature) {
        return handle(SYMBOLS, Loader.library(), name, signature);
    }

    /**
     * The same for a function that returns soon and never calls back: the virtual machine stays as it is meanwhile.
     */
    static MethodHandle shortFunction(String name, String signature) {
        return handle(SYMBOLS, Loader.library(), name, signature, Linker.Option.critical(false));
    }

    private static MethodHandle handle(
            SymbolLookup symbols, Path library, String name, String signature, Linker.Option... options) {
        MemorySegment address = symbols.find(name).orElseThrow(() -> Loader.failure(
                "The library is not the one for this jar", library, "no " + name));
        return LINKER.downcallHandle(address, descriptor(signature), options);
    }

    /** What {@code signature} says, the result first; B, S, C, I, J, D and V are the types of the virtual machine. */
    static FunctionDescriptor descriptor(String signature) {
        MemoryLayout[] parameters = signature.substring(1).chars()
                .mapToObj(PanamaLibrary::layout).toArray(MemoryLayout[]::new);
        return signature.charAt(0) == 'V'
                ? FunctionDescriptor.ofVoid(parameters)
                : FunctionDescriptor.of(layout(signature.charAt(0)), parameters);
    }

    private static MemoryLayout layout(int code) {
        return switch (code) {
            case 'B' -> ValueLayout.JAVA_BYTE;
            case 'S' -> ValueLayout.JAVA_SHORT;
            case 'C' -> ValueLayout.JAVA_CHAR;
            case 'I' -> ValueLayout.JAVA_INT;
            case 'J' -> ValueLayout.JAVA_LONG;
            case 'D' -> ValueLayout.JAVA_DOUBLE;
            default -> throw new IllegalArgumentException("no type " + (char) code);
        };
    }

    /** Throws {@code thrown} itself, checked or not: method handles declare every Throwable. */
    static RuntimeException rethrown(Throwable thrown) {
        throw PanamaLibrary.<RuntimeException>unchecked(thrown);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchecked(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
