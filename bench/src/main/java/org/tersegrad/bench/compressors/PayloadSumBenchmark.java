package org.tersegrad.bench.compressors;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.bench.BenchmarkBase;
import org.tersegrad.compressors.BodyFormat;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.PackedBodies;
import org.tersegrad.compressors.PackedFormat;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.PayloadSum;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.floats.Dense;

/** The mean of eight workers' payloads: added one by one and together, without reading them first and with. */
public class PayloadSumBenchmark extends BenchmarkBase {
    private static final int WORKERS = PackedBodies.MOST;
    private static final float WEIGHT = 1f / WORKERS;

    @Param({"int8", "sign", "terngrad", "qsgd(levels=7)", "topk(0.01)"})
    public String recipe = "";

    private final Payload[] payloads = new Payload[WORKERS];
    private final ByteBuffer[] messages = new ByteBuffer[WORKERS];
    private final PackedBodies bodies = new PackedBodies();
    private BodyFormat format = Dense.FORMAT;
    private Payload received = Payload.allocate(Payload.HEADER_BYTES);
    private FloatSlice target = FloatSlice.of();
    private PayloadSum sum = new PayloadSum(target, WEIGHT);

    @Setup
    public void setup() {
        Compressor compressor = Recipe.parse(recipe);
        Shape shape = Shape.vector(elements);
        int maxBytes = compressor.maxBytes(shape);
        received = Payload.allocate(maxBytes);
        target = FloatSlice.of(new float[elements]);
        sum = new PayloadSum(target, WEIGHT);
        FloatSlice gradient = FloatSlice.of(gaussian(elements));
        for (int w = 0; w < WORKERS; w++) {
            payloads[w] = Payload.allocate(maxBytes);
            compressor.encoder(shape, Seed.of(w)).encode(gradient, payloads[w]);
            messages[w] = ByteBuffer.allocate(payloads[w].byteLength());
            payloads[w].writeTo(messages[w]);
            format = payloads[w].format();
            bodies.add(payloads[w].body());
        }
        float[] expected = fresh(this::add);
        require(Arrays.equals(expected, fresh(this::addTogether)), "addTogether");
        require(Arrays.equals(expected, fresh(this::readAndAdd)), "read and add");
        require(Arrays.equals(expected, fresh(this::readAndAddTogether)), "read and add together");
    }

    private float[] fresh(Runnable step) {
        Arrays.fill(target.array(), 0f);
        step.run();
        return target.array().clone();
    }

    /** One {@code addTo} after the other. */
    @Benchmark
    public void add() {
        for (Payload each : payloads) {
            each.addTo(target, WEIGHT);
        }
    }

    /** The work of a {@link PayloadSum} on the eight that wait. */
    @Benchmark
    public void addTogether() {
        if (format instanceof PackedFormat packed && packed.joins(bodies.view(0), bodies.view(1))) {
            packed.addAllTo(bodies, target.array(), target.offset(), WEIGHT);
        } else {
            add();
        }
    }

    /** Messages read, which checks each of them, and added one after the other. */
    @Benchmark
    public void readAndAdd() {
        for (ByteBuffer message : messages) {
            received.readFrom(message.clear(), elements);
            received.addTo(target, WEIGHT);
        }
    }

    /** The same with a {@link PayloadSum}. */
    @Benchmark
    public void readAndAddTogether() {
        for (ByteBuffer message : messages) {
            received.readFrom(message.clear(), elements);
            sum.add(received);
        }
        sum.finish();
    }
}
