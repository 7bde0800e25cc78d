package org.tersegrad.convergence.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;

/**
 * Reducers beside each other, in groups of different sizes: what a worker sends, and how far the mean is from the exact one.
 * Lines appear as they are measured.
 */
final class ReducersTable {
    private static final int STEPS = 3;

    private final List<Reducer> reducers;
    private final List<Integer> workers;
    private final Shape shape;

    ReducersTable(List<Reducer> reducers, List<Integer> workers, Shape shape) {
        this.reducers = reducers;
        this.workers = workers;
        this.shape = shape;
    }

    /** One worker's bits, and the error of the mean, which is the same on all. */
    private record Outcome(long bits, double error) {}

    void print(PrintWriter out) {
        int width = reducers.stream()
                .mapToInt(reducer -> reducer.toString().length())
                .max()
                .orElse(6);
        String row = "%-" + Math.max(6, width) + "s  %7s  %12s  %8s  %10s%n";
        out.printf(Locale.ROOT, row, "recipe", "workers", "bits/element", "ratio", "NMSE");
        for (Reducer reducer : reducers) {
            for (int count : workers) {
                List<Outcome> outcomes = LocalGroup.run(count, group -> measure(reducer, group));
                double bits =
                        outcomes.stream().mapToLong(Outcome::bits).average().orElseThrow()
                                / ((double) STEPS * shape.size());
                double dense = 2.0 * Float.SIZE * (count - 1) / count;
                out.printf(
                        Locale.ROOT,
                        row,
                        reducer,
                        count,
                        String.format(Locale.ROOT, "%.3f", bits),
                        bits == 0 ? "" : String.format(Locale.ROOT, "%.2f x", dense / bits),
                        String.format(Locale.ROOT, "%.3g", outcomes.get(0).error()));
                out.flush();
            }
        }
        out.println();
        out.println("bits/element: what a worker sends in one of the first " + STEPS + " steps, as a mean over workers."
                + " ratio: bits of an");
        out.println("all-reduce of 32-bit floats over these. NMSE: |mean found - mean|² / |mean|², over " + STEPS
                + " steps. Worker w has the");
        out.println("gradient g + z_w, " + shape.rows() + " x " + shape.columns()
                + " independent Gaussian elements each; g is the same on all workers.");
    }

    private Outcome measure(Reducer reducer, Collective group) {
        Reduction reduction = reducer.reduction(shape, Seed.of(1), group);
        int size = shape.size();
        double errors = 0;
        double squares = 0;
        long bits = 0;
        for (int step = 0; step < STEPS; step++) {
            float[] common = CounterRandom.gaussians(size, CounterRandom.fork(step, 0));
            float[] mine = CounterRandom.gaussians(size, CounterRandom.fork(step, group.rank() + 1L));
            for (int i = 0; i < size; i++) {
                mine[i] += common[i];
            }
            float[] exact = mine.clone();
            group.allReduceSum(FloatSlice.of(exact));
            bits += reduction.reduce(FloatSlice.of(mine));
            for (int i = 0; i < size; i++) {
                double mean = (double) exact[i] / group.size();
                errors += (mine[i] - mean) * (mine[i] - mean);
                squares += mean * mean;
            }
        }
        return new Outcome(bits, errors / squares);
    }
}
