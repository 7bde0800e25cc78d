package org.tersegrad.bench.compressors;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.bench.BenchmarkBase;
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
        floats = gaussian(elements);
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
}
