package org.tersegrad.bench.reducers;

import java.util.Arrays;
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
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** Compressors from a bias to an embedding: 1K to 64M floats. Not part of a run of everything; {@code --scaling} runs it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules=jdk.incubator.vector", BenchmarkBase.WITHOUT_WARMUP})
public class ScalingBenchmark {
    private static final int TILE = 1 << 20;

    @Param({
        "dense",
        "bf16",
        "sign",
        "onebit",
        "int8",
        "int4",
        "terngrad",
        "qsgd(levels=7)",
        "natural",
        "lossless",
        "topk(0.01)",
        "dct(0.01)",
        "randomk(0.01)",
        "lowrank(4)"
    })
    public String recipe = "";

    @Param({"1024", "4096", "16384", "65536", "262144", "1048576", "4194304", "16777216", "67108864"})
    public int elements;

    private FloatSlice gradient = FloatSlice.of();
    private FloatSlice sum = FloatSlice.of();
    private Payload payload = Payload.allocate(Payload.HEADER_BYTES);
    private Encoder encoder = Recipe.parse("dense").encoder(Shape.vector(0), Seed.of(0));

    @Setup
    public void setup() {
        Compressor compressor = Recipe.parse(recipe);
        Shape shape = square(elements);
        gradient = FloatSlice.of(gradient(elements));
        sum = FloatSlice.of(new float[elements]);
        encoder = compressor.encoder(shape, Seed.of(1));
        payload = Payload.allocate(compressor.maxBytes(shape));
        encode();
        payload.addTo(sum, 1f);
        BenchmarkBase.require(Arrays.equals(payload.decompress(), sum.array()), "addTo");
    }

    /** As near to a square as powers of two allow. */
    static Shape square(int elements) {
        int rows = Integer.highestOneBit((int) Math.sqrt(elements));
        return new Shape(rows, elements / rows);
    }

    /** The same million over and over: for the time of a scheme it is as good, and it is made sooner. */
    static float[] gradient(int elements) {
        float[] tile = BenchmarkBase.gaussian(Math.min(elements, TILE));
        float[] all = new float[elements];
        for (int i = 0; i < elements; i += tile.length) {
            System.arraycopy(tile, 0, all, i, Math.min(tile.length, elements - i));
        }
        return all;
    }

    @Benchmark
    public Payload encode() {
        encoder.encode(gradient, payload);
        return payload;
    }

    @Benchmark
    public FloatSlice addTo() {
        payload.addTo(sum, 0.125f);
        return sum;
    }
}
