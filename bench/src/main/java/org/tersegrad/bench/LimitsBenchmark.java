package org.tersegrad.bench;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Setup;

/** The limit of the memory: no kernel that looks at every float can take less time than {@code read}. */
public class LimitsBenchmark extends BenchmarkBase {
    private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
    private static final int LENGTH = SPECIES.length();
    public static final int BLOCK = 4096;

    private float[] floats = {};
    private float[] target = {};

    @Setup
    public void setup() {
        floats = new float[elements];
        java.util.Arrays.fill(floats, 0.5f);
        target = new float[elements];
        require(read() == elements / 2f, "read");
        require(java.util.Arrays.equals(copy(), floats), "copy");
        for (float sum : add()) {
            require(sum == 1f, "add");
        }
    }

    /** A vector sum with eight accumulators, the fastest way found to touch every float once. */
    @Benchmark
    public float read() {
        float sum = 0;
        for (int i = 0; i < floats.length; i += BLOCK) {
            sum += sum(floats, i);
        }
        return sum;
    }

    private static float sum(float[] floats, int from) {
        FloatVector a = FloatVector.zero(SPECIES);
        FloatVector b = a;
        FloatVector c = a;
        FloatVector d = a;
        FloatVector e = a;
        FloatVector f = a;
        FloatVector g = a;
        FloatVector h = a;
        for (int i = from; i < from + BLOCK; i += 8 * LENGTH) {
            a = a.add(FloatVector.fromArray(SPECIES, floats, i));
            b = b.add(FloatVector.fromArray(SPECIES, floats, i + LENGTH));
            c = c.add(FloatVector.fromArray(SPECIES, floats, i + 2 * LENGTH));
            d = d.add(FloatVector.fromArray(SPECIES, floats, i + 3 * LENGTH));
            e = e.add(FloatVector.fromArray(SPECIES, floats, i + 4 * LENGTH));
            f = f.add(FloatVector.fromArray(SPECIES, floats, i + 5 * LENGTH));
            g = g.add(FloatVector.fromArray(SPECIES, floats, i + 6 * LENGTH));
            h = h.add(FloatVector.fromArray(SPECIES, floats, i + 7 * LENGTH));
        }
        return a.add(b).add(c.add(d)).add(e.add(f).add(g.add(h))).reduceLanes(VectorOperators.ADD);
    }

    @Benchmark
    public float[] copy() {
        System.arraycopy(floats, 0, target, 0, elements);
        return target;
    }

    /** The pass that error feedback cannot do without. */
    @Benchmark
    public float[] add() {
        for (int i = 0; i < floats.length; i += BLOCK) {
            add(floats, target, i);
        }
        return target;
    }

    public static void add(float[] floats, float[] target, int from) {
        for (int i = from; i < from + BLOCK; i++) {
            target[i] += floats[i];
        }
    }
}
