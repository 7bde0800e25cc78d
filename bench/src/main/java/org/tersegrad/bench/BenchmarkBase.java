package org.tersegrad.bench;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.tersegrad.codecs.CounterRandom;

/** How all benchmarks run, and over how many elements. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class BenchmarkBase {
    /** In cache, and far out of it. */
    @Param({"1048576", "16777216"})
    public int elements;

    /** Uniform numbers of {@code width} bits. */
    static int[] randomFields(int count, int width) {
        int[] fields = new int[count];
        CounterRandom.fill(1, 0, fields, 0, count);
        for (int i = 0; i < count; i++) {
            fields[i] >>>= 32 - width;
        }
        return fields;
    }

    /** Both signs, many magnitudes, like a gradient. */
    static float[] randomFloats(int count) {
        float[] floats = new float[count];
        int[] words = randomFields(count, 32);
        for (int i = 0; i < count; i++) {
            floats[i] = words[i] * 0x1p-40f;
        }
        return floats;
    }

    /** Normal deviates, as gradients are drawn in pictures. */
    static float[] gaussian(int count) {
        float[] floats = new float[count];
        int[] words = randomFields(2 * Math.min(count, 1 << 20), 32);
        for (int i = 0; i < count; i++) {
            int at = 2 * (i & ((1 << 20) - 1));
            double radius = Math.sqrt(-2 * Math.log((Integer.toUnsignedLong(words[at]) + 1) * 0x1p-32));
            // Repeated every million, so with another angle each time.
            double turn = (words[at + 1] + i * 0x9e3779b9L) * 0x1p-32;
            floats[i] = (float) (radius * Math.cos(2 * Math.PI * turn));
        }
        return floats;
    }

    static void require(boolean right, String what) {
        if (!right) {
            throw new IllegalStateException(what + " is wrong; its time means nothing");
        }
    }

    static void requireEqual(int[] expected, int[] actual, String what) {
        require(Arrays.equals(expected, actual), what);
    }
}
