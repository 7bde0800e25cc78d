package org.tersegrad.codecs;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** How many bytes a call allocates, as the JVM counts them. */
public final class Allocation {
    private Allocation() {}

    /** The least over some calls: a compilation in the background may still be under way during the first ones. */
    public static long least(Runnable work) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 2000 && least > 0; i++) {
            long before = threads.getThreadAllocatedBytes(id);
            work.run();
            least = Math.min(least, threads.getThreadAllocatedBytes(id) - before);
        }
        return least;
    }
}
