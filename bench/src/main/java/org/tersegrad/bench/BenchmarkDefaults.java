package org.tersegrad.bench;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.tersegrad.codecs.CounterRandom;

/** The settings of all benchmarks, and the data and checks that they share. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {
            "--add-modules=jdk.incubator.vector",
            // The vector kernels from the first call on: what is measured is a process that runs for long.
            "-Dtersegrad.kernels=vector",
            // Some peers are native; newer JDKs warn of that in the middle of the results.
            "--enable-native-access=ALL-UNNAMED"
        })
public abstract class BenchmarkDefaults {
    /** Uniform numbers of {@code width} bits. */
    public static int[] randomFields(int count, int width) {
        int[] fields = new int[count];
        CounterRandom.fill(1, 0, fields, 0, count);
        for (int i = 0; i < count; i++) {
            fields[i] >>>= 32 - width;
        }
        return fields;
    }

    /** Both signs, many magnitudes, like a gradient. */
    public static float[] randomFloats(int count) {
        float[] floats = new float[count];
        int[] words = randomFields(count, 32);
        for (int i = 0; i < count; i++) {
            floats[i] = words[i] * 0x1p-40f;
        }
        return floats;
    }

    public static float[] gaussian(int count) {
        return Gradients.GAUSSIAN.floats(count);
    }

    public static void require(boolean right, String what) {
        if (!right) {
            throw new IllegalStateException(what + " is wrong; its time means nothing");
        }
    }

    public static void requireEqual(int[] expected, int[] actual, String what) {
        require(Arrays.equals(expected, actual), what);
    }
}
