package org.tersegrad.convergence.time.recorded;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongSupplier;

/**
 * CPU time of the current thread, in nanoseconds. Many workers on few cores wait for each other all the time, and this clock stands
 * still meanwhile. On a machine without such a clock, elapsed time counts.
 */
final class ThreadClock implements LongSupplier {
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final boolean supported = threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled();

    @Override
    public long getAsLong() {
        return supported ? threads.getCurrentThreadCpuTime() : System.nanoTime();
    }
}
