package org.tersegrad.bench;

import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** A step of each compressor: from a gradient to a payload, and from a payload into a sum of gradients. */
public class CompressorBenchmark extends BenchmarkBase {
    @Param({
        "dense",
        "bf16",
        "sign(scaled=false)",
        "sign",
        "onebit",
        "int8(nearest)",
        "int8",
        "int4",
        "qsgd(levels=1,bucket=4096,norm=max)",
        "terngrad",
        "qsgd(levels=7)",
        "natural",
        "topk(0.001)",
        "topk(0.01)",
        "topk(0.1)",
        "randomk(0.001)",
        "randomk(0.01)",
        "lowrank(4)"
    })
    public String recipe = "";

    private final Payload none = Payload.allocate(Payload.HEADER_BYTES);
    private Payload payload = none;
    private Payload received = none;
    private ByteBuffer wire = ByteBuffer.allocate(0);
    private FloatSlice gradient = FloatSlice.of();
    private FloatSlice sum = FloatSlice.of();
    private Encoder encoder = Recipe.parse("dense").encoder(Shape.vector(0), Seed.of(0));

    @Setup
    public void setup() {
        Compressor compressor = Recipe.parse(recipe);
        int side = (int) Math.sqrt(elements);
        Shape shape = new Shape(side, elements / side);
        gradient = FloatSlice.of(gaussian(elements));
        sum = FloatSlice.of(new float[elements]);
        encoder = compressor.encoder(shape, Seed.of(1));
        payload = Payload.allocate(compressor.maxBytes(shape));
        received = Payload.allocate(compressor.maxBytes(shape));
        wire = ByteBuffer.allocate(compressor.maxBytes(shape));
        encode();
        float[] decoded = payload.decompress();
        send();
        received.addTo(sum, 1f);
        require(java.util.Arrays.equals(decoded, sum.array()), "decode");
        require(encode().byteLength() > Payload.HEADER_BYTES, "encode");
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

    /** Checksum and copy on one side, checksum and validation on the other. */
    @Benchmark
    public Payload send() {
        payload.writeTo(wire.clear());
        received.readFrom(wire.flip());
        return received;
    }
}
