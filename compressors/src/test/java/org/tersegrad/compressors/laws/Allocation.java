package org.tersegrad.compressors.laws;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** How many bytes a call allocates, as the JVM counts them. */
public final class Allocation {
    /** Nanoseconds after which what is still allocated counts. */
    private static final long PATIENCE = 20_000_000_000L;

    private Allocation() {}

    /** The least over some calls: compilations in the background may take seconds until the fast code is there. */
    public static long least(Runnable work) {
        return least(work, 0);
    }

    /** The same for work that returns something new: it is called no more once it allocates {@code allowed} bytes or less. */
    public static long least(Runnable work, long allowed) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        long start = System.nanoTime();
        while (least > allowed && System.nanoTime() - start < PATIENCE) {
            long before = threads.getThreadAllocatedBytes(id);
            work.run();
            least = Math.min(least, threads.getThreadAllocatedBytes(id) - before);
        }
        return least;
    }
}
