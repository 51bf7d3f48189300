package org.dicechess.internal;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What callbacks have thrown, on its way through C to whoever made the call. Each travels as a number of its own, so
 * that calls on several threads or inside each other get back exactly what was thrown in them.
 */
public final class Thrown {
    /** What a callback returns if what it threw could not even be kept. */
    private static final int LOST = -1;

    /** How many were kept before is {@code order}. */
    private record Kept(Throwable thrown, Thread thread, long order, boolean byStorage) {
    }

    private static final ConcurrentHashMap<Integer, Kept> KEPT = new ConcurrentHashMap<>();
    private static final AtomicLong NEXT = new AtomicLong();
    private static final AtomicInteger PARALLEL_CALLS = new AtomicInteger();

    private Thrown() {
    }

    /** Keeps what was thrown. Its number is never 0. */
    static int keep(Throwable thrown) {
        return keep(thrown, false);
    }

    /** Keeps what a storage has thrown. */
    static int keepOfStorage(Throwable thrown) {
        return keep(thrown, true);
    }

    /**
     * Says that C calls a storage. What one has thrown before on this thread, and nobody has got, C went on without: it
     * has found no equal chunk then.
     */
    static void storageCalled() {
        if (!KEPT.isEmpty()) {
            Thread current = Thread.currentThread();
            KEPT.values().removeIf(kept -> kept.byStorage && kept.thread == current);
        }
    }

    private static int keep(Throwable thrown, boolean byStorage) {
        try {
            // Numbers are used again when all have been: what was thrown so long ago has arrived.
            long order = NEXT.getAndIncrement();
            int number = (int) (order % Integer.MAX_VALUE) + 1;
            KEPT.put(number, new Kept(thrown, Thread.currentThread(), order, byStorage));
            return number;
        } catch (Throwable another) {
            return LOST;
        }
    }

    /** Throws what was kept under a number, as the same object, if there is such a thing. */
    public static void rethrow(int number) {
        Kept kept = KEPT.remove(number);
        if (kept != null) {
            rethrow(kept.thrown);
        }
    }

    /** Throws this object itself, checked or not. */
    public static void rethrow(Throwable thrown) {
        Thrown.<RuntimeException>unchecked(thrown);
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void unchecked(Throwable thrown) throws T {
        throw (T) thrown;
    }

    /** Says that a call begins whose callbacks run on several threads. */
    public static void parallelCallBegins() {
        PARALLEL_CALLS.incrementAndGet();
    }

    /**
     * Says that such a call has ended. Several of its threads may have thrown, of which C reports one: the others are
     * forgotten here. What threads have kept that have ended since belongs to such calls only.
     */
    public static void parallelCallEnds() {
        // What is kept from now on may belong to a call that begins as soon as this one does not count any more.
        long end = NEXT.get();
        boolean last = PARALLEL_CALLS.decrementAndGet() == 0;
        if (!KEPT.isEmpty()) {
            Thread current = Thread.currentThread();
            KEPT.values().removeIf(kept -> kept.thread == current
                    || last && kept.order < end && !kept.thread.isAlive());
        }
    }

    /** How many are kept. */
    public static int count() {
        return KEPT.size();
    }
}
