package org.tersegrad.network;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.convergence.time.recorded.Stability;
import org.tersegrad.reducers.Collective;

/**
 * Times a step that all workers take together. They begin each one at the same time, and it has ended when the slowest has.
 *
 * @param sent counts what leaves this node
 * @param seconds how long all timed steps of a recipe should take, about; before them come others until these become no faster, while Java
 *     compiles
 */
record StepTimer(Collective group, InterfaceBytes sent, double seconds) {
    private static final int WARM_UP = 10;
    private static final int MOST_WARM_UP = 1000;
    private static final int FEWEST = 5;
    private static final int MOST = 101;

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** The result: see {@link Measurement}. */
    record Result(int steps, double medianMillis, double leastMillis, double cpuMillis, long bits, long wireBits) {}

    /** CPU time of all threads of this process: those of a group, too. */
    static double cpuMillis() {
        return SYSTEM.getProcessCpuTime() / 1e6;
    }

    /**
     * Takes steps until the time is over; all workers take equally many.
     *
     * @param prepare what a step needs, outside its time
     * @param step returns the bits that this worker sent
     */
    Result time(Runnable prepare, LongSupplier step) {
        int steps = warmUp(prepare, step);
        float[] millis = new float[steps];
        long bits = 0;
        group.barrier();
        long before = sent.now();
        double cpuBefore = cpuMillis();
        for (int i = 0; i < steps; i++) {
            prepare.run();
            group.barrier();
            long began = System.nanoTime();
            bits += step.getAsLong();
            millis[i] = millisSince(began);
        }
        group.barrier(); // behind it, all that was sent has left
        long wire = Byte.SIZE * (sent.now() - before);
        float[] cpu = {(float) ((cpuMillis() - cpuBefore) / steps)};
        group.allReduceMax(FloatSlice.of(cpu));
        group.allReduceMax(FloatSlice.of(millis));
        Arrays.sort(millis);
        return new Result(steps, millis[steps / 2], millis[0], cpu[0], bits / steps, wire / steps);
    }

    /** Returns how many steps fit into the time, as fast as the last one was. */
    private int warmUp(Runnable prepare, LongSupplier step) {
        Stability stability = new Stability();
        float[] last = new float[1];
        while (stability.runs() < WARM_UP || (!stability.isStable() && stability.runs() < MOST_WARM_UP)) {
            prepare.run();
            group.barrier();
            long began = System.nanoTime();
            long unused = step.getAsLong();
            last[0] = millisSince(began);
            group.allReduceMax(FloatSlice.of(last)); // all go on or none
            stability.add(last[0]);
        }
        return (int) Math.max(FEWEST, Math.min(MOST, 1000 * seconds / last[0]));
    }

    private static float millisSince(long began) {
        return (System.nanoTime() - began) / 1e6f;
    }
}
