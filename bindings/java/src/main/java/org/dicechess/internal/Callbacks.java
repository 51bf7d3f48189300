package org.dicechess.internal;

import java.util.Arrays;

/**
 * What C calls back. A callback travels through C as a number, its user data, under which it is registered here; the
 * static methods with plain numbers are what C reaches, through {@link Trampolines}. Nothing that a callback throws
 * leaves them: it is kept in {@link Thrown}, and its number there is what C gets back.
 */
public final class Callbacks {
    /** Scores states in the memory of C. */
    @FunctionalInterface
    public interface Batch {
        /** Reads {@code count} snapshots at {@code states} and writes as many scores at {@code scores}. */
        void evaluate(long states, long count, int perspective, long scores);
    }

    /** A clock. It has no way to tell C of a failure, so it must not throw. */
    @FunctionalInterface
    public interface Clock {
        /** Nanoseconds since any moment. */
        long nanoseconds();
    }

    /** Is told how far a search has come. */
    @FunctionalInterface
    public interface Progress {
        /** Reads the record at {@code progress}. */
        void progress(long progress);
    }

    /** Where a chunk store puts chunks. */
    public interface Storage {
        /** Stores the {@code length} bytes at {@code frame} and writes a number to find them by at {@code place}. */
        void write(long chunkId, long frame, long length, long place);

        /** Writes the {@code length} bytes that were stored under {@code place} at {@code frame}. */
        void read(long place, long frame, long length);
    }

    /** Is shown cells. */
    @FunctionalInterface
    public interface Cells {
        /** Gets one. */
        void visit(long address, int cell);
    }

    /** Takes pieces of a stream. */
    @FunctionalInterface
    public interface Sink {
        /** Reads the {@code length} bytes at {@code bytes}. */
        void write(long bytes, long length);
    }

    /** Is told what a stream says. */
    @FunctionalInterface
    public interface Events {
        /** Reads the record at {@code event}. */
        void hear(long event);
    }

    /**
     * By number. Changed under the lock of the class, read without it: C gets a number after its callback is in here.
     */
    private static volatile Object[] registered = new Object[16];

    /** No smaller number is free. */
    private static int firstFree = 1;

    private Callbacks() {
    }

    /** Keeps a callback until it is removed. Its number is not 0. */
    public static synchronized long register(Object callback) {
        Object[] callbacks = registered;
        int number = firstFree;
        while (number < callbacks.length && callbacks[number] != null) {
            number++;
        }
        if (number == callbacks.length) {
            callbacks = Arrays.copyOf(callbacks, 2 * number);
        }
        callbacks[number] = callback;
        registered = callbacks;
        firstFree = number + 1;
        return number;
    }

    /** Forgets a callback that C calls no more. */
    public static synchronized void remove(long number) {
        registered[(int) number] = null;
        firstFree = Math.min(firstFree, (int) number);
    }

    /** How many callbacks are registered. */
    public static synchronized int count() {
        int count = 0;
        for (Object callback : registered) {
            if (callback != null) {
                count++;
            }
        }
        return count;
    }

    static int evaluateBatch(long number, long states, long count, int perspective, long scores) {
        try {
            ((Batch) registered[(int) number]).evaluate(states, count, perspective, scores);
            return 0;
        } catch (Throwable thrown) {
            return Thrown.keep(thrown);
        }
    }

    static long clock(long number) {
        try {
            return ((Clock) registered[(int) number]).nanoseconds();
        } catch (Throwable thrown) {
            return Long.MAX_VALUE;
        }
    }

    static int progress(long number, long progress) {
        try {
            ((Progress) registered[(int) number]).progress(progress);
            return 0;
        } catch (Throwable thrown) {
            return Thrown.keep(thrown);
        }
    }

    static int spillWrite(long number, long chunkId, long frame, long length, long place) {
        try {
            Thrown.storageCalled();
            ((Storage) registered[(int) number]).write(chunkId, frame, length, place);
            return 0;
        } catch (Throwable thrown) {
            return Thrown.keepOfStorage(thrown);
        }
    }

    static int spillRead(long number, long place, long frame, long length) {
        try {
            Thrown.storageCalled();
            ((Storage) registered[(int) number]).read(place, frame, length);
            return 0;
        } catch (Throwable thrown) {
            return Thrown.keepOfStorage(thrown);
        }
    }

    static int visitCell(long number, long address, char cell) {
        try {
            ((Cells) registered[(int) number]).visit(address, cell);
            return 0;
        } catch (Throwable thrown) {
            return Thrown.keep(thrown);
        }
    }

    static int writeBytes(long number, long bytes, long length) {
        try {
            ((Sink) registered[(int) number]).write(bytes, length);
            return 0;
        } catch (Throwable thrown) {
            return Thrown.keep(thrown);
        }
    }

    static int hearEvent(long number, long event) {
        try {
            ((Events) registered[(int) number]).hear(event);
            return 0;
        } catch (Throwable thrown) {
            return Thrown.keep(thrown);
        }
    }

    static void drop(long number) {
        remove(number);
    }
}
