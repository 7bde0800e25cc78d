package org.tersegrad.bench.compressors;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.bench.BenchmarkBase;
import org.tersegrad.bench.LimitsBenchmark;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** The cost of error feedback on top of a compressor. All three work on a memory as it is after many steps. */
public class FeedbackBenchmark extends BenchmarkBase {
    /** Steps after which a memory has its usual size. */
    private static final int STEPS = 120;

    @Param({
        "sign",
        "onebit",
        "int8(nearest)",
        "int8",
        "int4",
        "qsgd(levels=127)", // with 7 levels omega is above 1, and a memory grows without end
        "topk(0.001)",
        "topk(0.01)",
        "topk(0.1)"
    })
    public String recipe = "";

    private Residual residual = new Residual(0);
    private FloatSlice gradient = FloatSlice.of();
    private FloatSlice sum = FloatSlice.of();
    private FloatSlice plainMemory = FloatSlice.of();
    private Payload payload = Payload.allocate(Payload.HEADER_BYTES);
    private Encoder encoder = Recipe.parse("dense").encoder(Shape.vector(0), Seed.of(0));

    @Setup
    public void setup() {
        Compressor compressor = Recipe.parse(recipe);
        Shape shape = Shape.vector(elements);
        gradient = FloatSlice.of(gaussian(elements));
        residual = new Residual(elements);
        encoder = compressor.encoder(shape, Seed.of(1));
        payload = Payload.allocate(compressor.maxBytes(shape));
        for (int step = 0; step < STEPS; step++) {
            withMemory();
        }
        plainMemory = FloatSlice.of(new float[elements]);
        residual.addTo(plainMemory, 1f);
        sum = FloatSlice.of(gradient.array().clone());
        residual.addTo(sum, 1f);
        require(residual.norm() > 0, "memory");
        check();
    }

    /** The residual plus the gradient is what is sent plus the new residual, up to the rounding of a few additions. */
    private void check() {
        float[] before = plainMemory.array().clone();
        withMemory();
        float[] after = new float[elements];
        residual.addTo(FloatSlice.of(after), 1f);
        requireNothingLost(before, after, "withMemory");
        before = plainMemory.array().clone();
        threeCalls();
        requireNothingLost(before, plainMemory.array(), "threeCalls");
    }

    private void requireNothingLost(float[] before, float[] after, String what) {
        float[] sent = payload.decompress();
        for (int i = 0; i < elements; i++) {
            double all = (double) before[i] + gradient.array()[i];
            double kept = (double) sent[i] + after[i];
            require(Math.abs(all - kept) <= 1e-6 * (Math.abs(before[i]) + Math.abs(sent[i]) + 1), what);
        }
    }

    /** The compressor alone. */
    @Benchmark
    public Payload bare() {
        encoder.encode(sum, payload);
        return payload;
    }

    @Benchmark
    public Payload withMemory() {
        encoder.encode(gradient, residual, payload);
        return payload;
    }

    /** The alternative to {@link #withMemory}: three passes or more. */
    @Benchmark
    public Payload threeCalls() {
        float[] e = plainMemory.array();
        float[] g = gradient.array();
        for (int from = 0; from < e.length; from += 4096) {
            LimitsBenchmark.add(g, e, from);
        }
        encoder.encode(plainMemory, payload);
        payload.addTo(plainMemory, -1f);
        return payload;
    }
}
