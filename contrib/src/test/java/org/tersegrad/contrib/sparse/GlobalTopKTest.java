package org.tersegrad.contrib.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.sparse.Keep;
import org.tersegrad.compressors.sparse.TopK;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;

class GlobalTopKTest {
    private static final int SIZE = 500;

    private static float[] gradient(int worker) {
        return CounterRandom.gaussians(SIZE, 90L + worker);
    }

    private static List<float[]> reduce(int k, int workers) {
        return LocalGroup.run(workers, group -> {
            float[] mine = gradient(group.rank());
            new GlobalTopK(new Keep.Count(k))
                    .reduction(Shape.vector(SIZE), Seed.of(1), group)
                    .reduce(FloatSlice.of(mine));
            return mine;
        });
    }

    /** All elements but the k largest become 0; of equal ones the first stay. */
    private static float[] largest(float[] values, int k) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, SIZE).boxed().toList());
        order.sort(Comparator.comparing(i -> -Math.abs(values[i])));
        float[] kept = new float[SIZE];
        order.subList(0, k).forEach(i -> kept[i] = values[i]);
        return kept;
    }

    /** The tree, drawn as recursion: what comes from the lower half, and from the upper half. */
    private static float[] tree(int k, int from, int count, int workers) {
        if (count == 1) {
            return largest(gradient(from), k);
        }
        float[] sum = tree(k, from, count / 2, workers);
        if (from + count / 2 >= workers) {
            return sum;
        }
        float[] more = tree(k, from + count / 2, count / 2, workers);
        for (int i = 0; i < SIZE; i++) {
            sum[i] += more[i];
        }
        return largest(sum, k);
    }

    @Test
    void theResultIsThatOfTheTree() {
        for (int workers = 1; workers <= 9; workers++) {
            for (int k : new int[] {1, 20, 400, SIZE}) {
                float[] expected = tree(k, 0, 16, workers);
                for (int i = 0; i < SIZE; i++) {
                    expected[i] *= 1f / workers;
                }
                for (float[] mean : reduce(k, workers)) {
                    assertThat(mean).as("%d workers, %d elements", workers, k).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void oneWorkerIsTopK() {
        assertThat(reduce(20, 1).get(0))
                .isEqualTo(TopK.count(20).compress(gradient(0)).decompress());
    }

    /** The fraction of what was produced that is neither taken nor in a residual, over some steps. */
    private static double lost(int k, int workers) {
        int steps = 10;
        double[] open = new double[SIZE];
        LocalGroup.run(workers, group -> {
            Reduction reduction = new GlobalTopK(new Keep.Count(k)).reduction(Shape.vector(SIZE), Seed.of(1), group);
            Residual memory = new Residual(SIZE);
            double[] mine = new double[SIZE];
            for (int step = 0; step < steps; step++) {
                float[] mean = CounterRandom.gaussians(SIZE, 1000L * group.rank() + step);
                add(mine, mean, 1.0 / workers);
                reduction.reduce(FloatSlice.of(mean), memory);
                add(mine, mean, -1.0 / workers); // every worker takes the mean once
            }
            float[] left = new float[SIZE];
            memory.addTo(FloatSlice.of(left), 1f);
            add(mine, left, -1.0 / workers);
            synchronized (open) {
                for (int i = 0; i < SIZE; i++) {
                    open[i] += mine[i];
                }
            }
            return 0;
        });
        return Math.sqrt(Arrays.stream(open).map(x -> x * x).sum() / (SIZE * steps / (double) workers));
    }

    private static void add(double[] sum, float[] values, double weight) {
        for (int i = 0; i < SIZE; i++) {
            sum[i] += weight * values[i];
        }
    }

    /** Holds for any number of workers: what the tree drops goes into the residual of the worker that drops it. */
    @Test
    void nothingIsLost() {
        for (int workers = 1; workers <= 9; workers++) {
            assertThat(lost(20, workers)).as("%d workers", workers).isCloseTo(0, within(1e-6));
        }
        assertThat(lost(SIZE, 5)).isCloseTo(0, within(1e-6));
    }

    /** Two workers with one element each: the smaller one is dropped by worker 0, who keeps it. */
    @Test
    void whoMergesKeepsWhatIsDropped() {
        List<float[]> residuals = LocalGroup.run(2, group -> {
            Reduction reduction = new GlobalTopK(new Keep.Count(1)).reduction(Shape.vector(3), Seed.of(1), group);
            Residual memory = new Residual(3);
            float[] mine = group.rank() == 0 ? new float[] {5, 1, 0} : new float[] {0, 1, 4};
            reduction.reduce(FloatSlice.of(mine), memory);
            assertThat(mine).containsExactly(2.5f, 0, 0);
            float[] residual = new float[3];
            memory.addTo(FloatSlice.of(residual), 1f);
            return residual;
        });
        assertThat(residuals.get(0)).containsExactly(0, 1, 4);
        assertThat(residuals.get(1)).containsExactly(0, 1, 0);
    }

    /** A worker sends one message up and at most log2 n down, each that of a Top-k payload. */
    @Test
    void volumeGrowsWithTheLogarithm() {
        int k = 20;
        long payload = 8L * TopK.count(k).maxBytes(Shape.vector(SIZE));
        List<Long> bits = LocalGroup.run(16, group -> {
            return new GlobalTopK(new Keep.Count(k))
                    .reduction(Shape.vector(SIZE), Seed.of(1), group)
                    .reduce(FloatSlice.of(gradient(group.rank())));
        });
        assertThat(bits).allMatch(each -> each > 0 && each <= 4 * payload);
        assertThat(bits.stream().mapToLong(Long::longValue).sum()).isLessThanOrEqualTo(2 * 15 * payload);
    }
}
