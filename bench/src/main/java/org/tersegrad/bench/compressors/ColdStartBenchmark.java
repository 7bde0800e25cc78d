package org.tersegrad.bench.compressors;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.tersegrad.bench.BenchmarkBase;
import org.tersegrad.codecs.Simd;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/**
 * The first steps of a process, when nothing is compiled: the first encode and addTo, and a hundred of them together, each in
 * a JVM of its own, with SIMD and without. To load and check the kernels is not a part of it.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class ColdStartBenchmark {
    private static final String MODULE = "--add-modules=jdk.incubator.vector";
    private static final String SCALAR = "-Dtersegrad.kernels=scalar";
    private static final int FORKS = 3;
    private static final int STEPS = 100;

    @Param("1048576")
    public int elements;

    @Param({"bf16", "sign", "onebit", "int8(nearest)", "int8", "terngrad", "topk(0.01)", "lowrank(4)"})
    public String recipe = "";

    private FloatSlice gradient = FloatSlice.of();
    private FloatSlice sum = FloatSlice.of();
    private Payload payload = Payload.allocate(Payload.HEADER_BYTES);
    private Encoder encoder = Recipe.parse("dense").encoder(Shape.vector(0), Seed.of(0));

    @Setup
    public void setup() {
        Compressor compressor = Recipe.parse(recipe);
        int side = (int) Math.sqrt(elements);
        Shape shape = new Shape(side, elements / side);
        gradient = FloatSlice.of(BenchmarkBase.gaussian(elements));
        sum = FloatSlice.of(new float[elements]);
        payload = Payload.allocate(compressor.maxBytes(shape));
        encoder = compressor.encoder(shape, Seed.of(1));
        BenchmarkBase.require(!Simd.describe().isEmpty(), "the choice of kernels");
    }

    private FloatSlice run(int steps) {
        for (int step = 0; step < steps; step++) {
            encoder.encode(gradient, payload);
            payload.addTo(sum, 0.125f);
        }
        return sum;
    }

    @Benchmark
    @Fork(value = FORKS, jvmArgsAppend = MODULE)
    public FloatSlice first() {
        return run(1);
    }

    @Benchmark
    @Fork(
            value = FORKS,
            jvmArgsAppend = {MODULE, SCALAR})
    public FloatSlice firstScalar() {
        return run(1);
    }

    @Benchmark
    @Fork(value = FORKS, jvmArgsAppend = MODULE)
    public FloatSlice hundred() {
        return run(STEPS);
    }

    @Benchmark
    @Fork(
            value = FORKS,
            jvmArgsAppend = {MODULE, SCALAR})
    public FloatSlice hundredScalar() {
        return run(STEPS);
    }
}
