package org.tersegrad.network;

import java.util.Arrays;
import java.util.function.LongSupplier;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.Collective;

/**
 * Times a step that all workers take together. They begin each one at the same time, and it has ended when the slowest has.
 *
 * @param sent counts what leaves this node
 * @param seconds how long all timed steps of a recipe should take, about; before them come others for three times as long, while Java compiles
 */
record StepTimer(Collective group, InterfaceBytes sent, double seconds) {
    private static final int WARM_UP = 3;
    private static final int FEWEST = 5;
    private static final int MOST = 101;

    /** The result: see {@link Measurement}. */
    record Result(int steps, double medianMillis, double leastMillis, long bits, long wireBits) {}

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
        for (int i = 0; i < steps; i++) {
            prepare.run();
            group.barrier();
            long began = System.nanoTime();
            bits += step.getAsLong();
            millis[i] = millisSince(began);
        }
        group.barrier(); // behind it, all that was sent has left
        long wire = Byte.SIZE * (sent.now() - before);
        group.allReduceMax(FloatSlice.of(millis));
        Arrays.sort(millis);
        return new Result(steps, millis[steps / 2], millis[0], bits / steps, wire / steps);
    }

    /** Returns how many steps fit into the time, as fast as the last one was. */
    private int warmUp(Runnable prepare, LongSupplier step) {
        float[] elapsedAndLast = new float[2];
        long began = System.nanoTime();
        for (int i = 0; i < FEWEST / 2 || elapsedAndLast[0] < 1000 * WARM_UP * seconds; i++) {
            prepare.run();
            group.barrier();
            long stepBegan = System.nanoTime();
            long unused = step.getAsLong();
            elapsedAndLast[0] = millisSince(began);
            elapsedAndLast[1] = millisSince(stepBegan);
            group.allReduceMax(FloatSlice.of(elapsedAndLast)); // all go on or none
        }
        return (int) Math.max(FEWEST, Math.min(MOST, 1000 * seconds / elapsedAndLast[1]));
    }

    private static float millisSince(long began) {
        return (System.nanoTime() - began) / 1e6f;
    }
}
