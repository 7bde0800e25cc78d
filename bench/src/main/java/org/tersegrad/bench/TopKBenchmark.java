package org.tersegrad.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.internal.LargestMagnitudes;

/** The indices of the largest magnitudes among Gaussian floats, exactly. Times are per float, not per index. */
public class TopKBenchmark extends BenchmarkBase {
    @Param({"0.001", "0.01", "0.1"})
    public double fraction;

    private float[] floats = {};
    private int[] indices = {};
    private LargestMagnitudes largest = new LargestMagnitudes(0, 0);

    @Setup
    public void setup() {
        floats = gaussians(elements);
        indices = new int[(int) (elements * fraction)];
        largest = new LargestMagnitudes(elements, indices.length);
        select();
        float[] magnitudes = floats.clone();
        for (int i = 0; i < elements; i++) {
            magnitudes[i] = Math.abs(magnitudes[i]);
        }
        java.util.Arrays.sort(magnitudes);
        float least = magnitudes[elements - indices.length];
        for (int i = 0; i < indices.length; i++) {
            require(Math.abs(floats[indices[i]]) >= least, "select");
            require(i == 0 || indices[i - 1] < indices[i], "the order of select");
        }
    }

    @Benchmark
    public int select() {
        return largest.select(floats, 0, indices);
    }

    private static float[] gaussians(int count) {
        float[] floats = new float[count];
        for (int i = 0; i < count; i++) {
            // Box and Muller's transform.
            double radius = Math.sqrt(-2 * Math.log((CounterRandom.word(1, i) >>> 1) * 0x1p-31 + 0x1p-32));
            floats[i] = (float) (radius * Math.cos(CounterRandom.word(2, i) * (Math.PI * 0x1p-31)));
        }
        return floats;
    }
}
