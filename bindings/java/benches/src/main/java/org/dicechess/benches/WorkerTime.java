package org.dicechess.benches;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Takes the CPU time of the thread that does the work. JMH and the virtual machine have other threads. */
@State(Scope.Thread)
public abstract class WorkerTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static volatile long used;

    private long before;

    /** An iteration begins. */
    @Setup(Level.Iteration)
    public void begin() {
        before = THREADS.getCurrentThreadCpuTime();
    }

    /** An iteration has ended. */
    @TearDown(Level.Iteration)
    public void end() {
        used = THREADS.getCurrentThreadCpuTime() - before;
    }

    /** Nanoseconds of the last iteration. */
    static long used() {
        return used;
    }
}
