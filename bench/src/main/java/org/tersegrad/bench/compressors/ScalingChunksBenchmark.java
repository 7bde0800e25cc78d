package org.tersegrad.bench.compressors;

import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.tersegrad.bench.BenchmarkDefaults;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.wrappers.Chunked;

/** One tensor in chunks, encoded and added by the calling thread alone, and together with a pool of one thread less. */
public class ScalingChunksBenchmark extends BenchmarkDefaults {
    private static final int CHUNK = 1 << 16;

    @Param({"topk(0.01)", "terngrad", "qsgd(levels=7)", "natural", "eden(2)"})
    public String recipe = "";

    @Param({"1", "2"})
    public int threads;

    @Param({"1048576", "16777216"})
    public int elements;

    private ExecutorService pool = Executors.newFixedThreadPool(1);
    private FloatSlice gradient = FloatSlice.of();
    private FloatSlice sum = FloatSlice.of();
    private Payload payload = Payload.allocate(Payload.HEADER_BYTES);
    private Encoder encoder = Recipe.parse("dense").encoder(Shape.vector(0), Seed.of(0));

    @Setup
    public void setup() {
        pool.shutdown();
        pool = Executors.newFixedThreadPool(Math.max(1, threads - 1));
        Chunked chunked = new Chunked(Recipe.parse(recipe), CHUNK);
        Compressor compressor = threads == 1 ? chunked : chunked.on(pool);
        Shape shape = Shape.vector(elements);
        gradient = FloatSlice.of(ScalingBenchmark.gradient(elements));
        sum = FloatSlice.of(new float[elements]);
        payload = Payload.allocate(compressor.maxBytes(shape));
        chunked.encoder(shape, Seed.of(1)).encode(gradient, payload);
        float[] alone = payload.decompress();
        encoder = compressor.encoder(shape, Seed.of(1));
        encoder.encode(gradient, payload);
        add(1f);
        require(Arrays.equals(alone, sum.array()), "threads change the payload of " + recipe);
    }

    @Benchmark
    public Payload encode() {
        encoder.encode(gradient, payload);
        return payload;
    }

    @Benchmark
    public FloatSlice add() {
        add(1e-3f);
        return sum;
    }

    private void add(float weight) {
        if (threads == 1) {
            payload.addTo(sum, weight);
        } else {
            payload.addTo(sum, weight, pool);
        }
    }

    @TearDown
    public void stop() {
        pool.shutdown();
    }
}
