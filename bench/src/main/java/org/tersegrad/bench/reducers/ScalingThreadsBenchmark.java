package org.tersegrad.bench.reducers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.tersegrad.bench.BenchmarkBase;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.recipes.Recipe;

/**
 * One tensor in eight chunks, each with its encoder and its payload, encoded by the threads of a pool. The library starts no
 * threads; this is how a user does.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules=jdk.incubator.vector", BenchmarkBase.WITHOUT_WARMUP})
public class ScalingThreadsBenchmark {
    private static final int CHUNKS = 8;

    @Param({"sign", "int8", "qsgd(levels=7)", "topk(0.01)", "lowrank(4)"})
    public String recipe = "";

    @Param({"1", "2"})
    public int threads;

    @Param("16777216")
    public int elements;

    private final List<Callable<Payload>> jobs = new ArrayList<>();
    private ExecutorService pool = Executors.newFixedThreadPool(1);

    @Setup
    public void setup() throws InterruptedException, ExecutionException {
        pool.shutdown();
        pool = Executors.newFixedThreadPool(threads);
        Compressor compressor = Recipe.parse(recipe);
        float[] gradient = ScalingBenchmark.gradient(elements);
        int length = elements / CHUNKS;
        Shape shape = ScalingBenchmark.square(length);
        List<float[]> alone = new ArrayList<>();
        for (int i = 0; i < CHUNKS; i++) {
            FloatSlice chunk = new FloatSlice(gradient, i * length, length);
            alone.add(encoding(compressor, shape, i, chunk).decompress());
            Encoder encoder = compressor.encoder(shape, Seed.of(i));
            Payload payload = Payload.allocate(compressor.maxBytes(shape));
            jobs.add(() -> {
                encoder.encode(chunk, payload);
                return payload;
            });
        }
        List<Future<Payload>> together = encode();
        for (int i = 0; i < CHUNKS; i++) {
            BenchmarkBase.require(
                    Arrays.equals(alone.get(i), together.get(i).get().decompress()), "chunk " + i);
        }
    }

    private static Payload encoding(Compressor compressor, Shape shape, int seed, FloatSlice chunk) {
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        compressor.encoder(shape, Seed.of(seed)).encode(chunk, payload);
        return payload;
    }

    @Benchmark
    public List<Future<Payload>> encode() throws InterruptedException {
        return pool.invokeAll(jobs);
    }

    @TearDown
    public void stop() {
        pool.shutdown();
    }
}
