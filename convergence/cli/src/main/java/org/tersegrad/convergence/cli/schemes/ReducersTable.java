package org.tersegrad.convergence.cli.schemes;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.cli.shared.JsonOption;
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

    /** The measurement of a group of {@code workers} workers; the ratio is absent if nothing is sent. */
    private record Row(Reducer reducer, int workers, double bits, double ratio, double error) {
        Map<String, Object> members() {
            Map<String, Object> members = new LinkedHashMap<>();
            members.put("recipe", reducer.toString());
            members.put("workers", workers);
            members.put("bits_per_element", bits);
            members.put("ratio", bits == 0 ? null : ratio);
            members.put("nmse", Double.isFinite(error) ? error : null);
            return members;
        }
    }

    void print(boolean json, PrintWriter out) {
        if (json) {
            List<Map<String, Object>> rows = new ArrayList<>();
            measure(row -> rows.add(row.members()));
            JsonOption.print(rows, out);
            return;
        }
        int width = reducers.stream()
                .mapToInt(reducer -> reducer.toString().length())
                .max()
                .orElse(6);
        String format = "%-" + Math.max(6, width) + "s  %7s  %12s  %8s  %10s%n";
        out.printf(Locale.ROOT, format, "recipe", "workers", "bits/element", "ratio", "NMSE");
        measure(row -> {
            out.printf(
                    Locale.ROOT,
                    format,
                    row.reducer(),
                    row.workers(),
                    String.format(Locale.ROOT, "%.3f", row.bits()),
                    row.bits() == 0 ? "" : String.format(Locale.ROOT, "%.2f x", row.ratio()),
                    String.format(Locale.ROOT, "%.3g", row.error()));
            out.flush();
        });
        out.println();
        out.println("bits/element: what a worker sends in one of the first " + STEPS + " steps, as a mean over workers."
                + " ratio: bits of an");
        out.println("all-reduce of 32-bit floats over these. NMSE: |mean found - mean|² / |mean|², over " + STEPS
                + " steps. Worker w has the");
        out.println("gradient g + z_w, " + shape.rows() + " x " + shape.columns()
                + " independent Gaussian elements each; g is the same on all workers.");
    }

    private void measure(Consumer<Row> rows) {
        for (Reducer reducer : reducers) {
            for (int count : workers) {
                List<Outcome> outcomes = LocalGroup.run(count, group -> measure(reducer, group));
                double bits =
                        outcomes.stream().mapToLong(Outcome::bits).average().orElseThrow()
                                / ((double) STEPS * shape.size());
                double dense = 2.0 * Float.SIZE * (count - 1) / count;
                rows.accept(new Row(
                        reducer, count, bits, dense / bits, outcomes.get(0).error()));
            }
        }
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
