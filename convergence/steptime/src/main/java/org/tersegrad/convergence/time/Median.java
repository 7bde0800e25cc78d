package org.tersegrad.convergence.time;

import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** The median of measured times. */
public final class Median {
    private Median() {}

    /**
     * The middle value; the mean of both if there are two.
     *
     * @param values at least one
     */
    public static double of(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The same of whole numbers, which are not modified. */
    public static double of(long[] values) {
        return of(LongStream.of(values).asDoubleStream());
    }
}
