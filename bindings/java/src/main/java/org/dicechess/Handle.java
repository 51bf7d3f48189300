package org.dicechess;

import static org.dicechess.DiceChessException.check;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.util.function.LongConsumer;
import org.dicechess.internal.Native;
import org.dicechess.internal.Scratch;
import org.dicechess.internal.StackRoom;

/**
 * An object of the library's. Close it when it is no longer needed; one that is forgotten is freed some time after
 * the garbage collector has found it.
 *
 * <p>Calls that only read may overlap on several threads. A call that changes the object must be alone: if it meets
 * another one, it throws {@link ConcurrentUseException} at once, and so does the other. Nothing ever waits. After
 * {@link #close} every call throws {@link IllegalStateException}. Objects may be closed in any order: what one needs
 * of another stays alive.
 */
public abstract class Handle implements AutoCloseable {
    private static final Native NATIVE = Native.instance();
    private static final Cleaner CLEANER = Cleaner.create();
    private static final VarHandle USE;
    /** Set in {@link #use} once {@link #close} was called. */
    private static final int CLOSED = 1 << 30;
    /** Set in {@link #use} while a call has the handle for itself. */
    private static final int CLAIMED = 1 << 29;

    static {
        try {
            USE = MethodHandles.lookup().findVarHandle(Handle.class, "use", int.class);
        } catch (ReflectiveOperationException exception) {
            throw new ExceptionInInitializerError(exception);
        }
    }

    private final long address;
    private final Cleaner.Cleanable memory;
    /** How many calls share the handle at the moment, and the two bits above. */
    @SuppressWarnings("unused") // USE reads and writes it.
    private volatile int use;

    /** What is left to be done when the handle is gone; it must not know the handle, or that would never be gone. */
    private record Memory(long address, LongConsumer free) implements Runnable {
        @Override
        public void run() {
            free.accept(address);
        }
    }

    /** Closes a handle on the cleaner's thread. */
    private record Closing(Handle handle) implements Runnable {
        @Override
        public void run() {
            handle.closeHere();
        }
    }

    /** Takes over the object at {@code address}, which {@code free} frees. */
    Handle(long address, LongConsumer free) {
        this.address = address;
        memory = CLEANER.register(this, new Memory(address, free));
    }

    /** Begins a call that only reads, which must end with {@link #unshare}. The address. */
    final long share() {
        StackRoom.checkThatACallCanEnd();
        int before = (int) USE.getAndAdd(this, 1);
        if (before >= CLAIMED) {
            unshare();
            throw refusal(before);
        }
        return address;
    }

    /** Ends a call that only reads. */
    final void unshare() {
        if ((int) USE.getAndAdd(this, -1) == CLOSED + 1) {
            free();
        }
    }

    /** Begins a call that must be alone, which must end with {@link #release}. The address. */
    final long claim() {
        StackRoom.checkThatACallCanEnd();
        int before = (int) USE.compareAndExchange(this, 0, CLAIMED);
        if (before != 0) {
            throw refusal(before);
        }
        return address;
    }

    /** Ends a call that must be alone. */
    final void release() {
        if ((int) USE.getAndAdd(this, -CLAIMED) == CLOSED + CLAIMED) {
            free();
        }
    }

    /** A function that reads one thing from a handle. */
    @FunctionalInterface
    interface Getter {
        int get(Native library, long address, long out, long error);
    }

    /** What {@code getter} reads, four bytes. */
    final int getInt(Getter getter) {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            check(getter.get(NATIVE, address, scratch.out, scratch.error), scratch);
            return scratch.outInt();
        } finally {
            unshare();
        }
    }

    /** What {@code getter} reads, eight bytes. */
    final long getLong(Getter getter) {
        long address = share();
        try (Scratch scratch = Scratch.enter()) {
            check(getter.get(NATIVE, address, scratch.out, scratch.error), scratch);
            return scratch.outLong();
        } finally {
            unshare();
        }
    }

    private IllegalStateException refusal(int before) {
        String name = getClass().getSimpleName();
        return (before & CLOSED) != 0
                ? new IllegalStateException("this " + name + " is closed")
                : new ConcurrentUseException("this " + name + " is in use by another call");
    }

    /**
     * Frees the object, or has the call free it that is using it. Closing again does nothing. Near the end of a stack,
     * where freeing could end half-way, the handle is closed at once and the object freed soon, on another thread.
     */
    @Override
    public final void close() {
        if (StackRoom.suffices()) {
            closeHere();
        } else {
            // In this order: whatever overflows, an object whose handle is closed will be freed.
            leaveToTheCleaner();
            USE.getAndBitwiseOr(this, CLOSED);
        }
    }

    private void closeHere() {
        int before = (int) USE.getAndBitwiseOr(this, CLOSED);
        if ((before & ~CLOSED) == 0) {
            memory.clean();
        }
    }

    /** Frees the object of a closed handle that no call uses any more. */
    private void free() {
        if (StackRoom.suffices()) {
            memory.clean();
        } else {
            leaveToTheCleaner();
        }
    }

    /** Helps, unlike {@link #memory}, where the object keeps a callback that refers to the handle. */
    private void leaveToTheCleaner() {
        CLEANER.register(new Object(), new Closing(this));
    }
}
