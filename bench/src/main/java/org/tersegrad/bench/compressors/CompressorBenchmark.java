package org.tersegrad.bench.compressors;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.bench.Gradients;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;

/**
 * A step of each compressor: from a gradient to a payload, and from a payload into a sum of gradients. The gradient is
 * Gaussian; {@code -p gradient=CORPUS} takes another, and {@link DistributionBenchmark} looks at all others at one size.
 */
public class CompressorBenchmark extends CompressorStep {
    @Param({
        "dense",
        "bf16",
        "half",
        "sign(scaled=false)",
        "sign",
        "onebit",
        "int8(nearest)",
        "int8",
        "int8(affine=true)",
        "int8(rounding=correlated)",
        "int8(rounding=dither)",
        "int4",
        "qsgd(levels=1,bucket=4096,norm=max)",
        "terngrad",
        "qsgd(levels=7)",
        "natural",
        "lossless",
        "mxfp8",
        "mxfp4",
        "nvfp4",
        "eden(1)",
        "eden(4)",
        "levels(0.4)",
        "levels(1)",
        "levels(4)",
        "levels(4,rounding=dither)",
        "topk(0.001)",
        "topk(0.01)",
        "topk(0.01,values=bits2)",
        "topk(0.1)",
        "threshold(2.5)",
        "dct(0.01)",
        "randomk(0.001)",
        "randomk(0.01)",
        "lowrank(4)"
    })
    public String recipe = "";

    @Param("GAUSSIAN")
    public Gradients gradient = Gradients.GAUSSIAN;

    @Param({"4096", "1048576", "16777216"})
    public int elements;

    private ByteBuffer wire = ByteBuffer.allocate(0);
    private Payload received = Payload.allocate(Payload.HEADER_BYTES);

    @Setup
    public void setup() {
        Compressor compressor = Recipe.parse(recipe);
        prepare(compressor, gradient.floats(elements));
        int maxBytes = compressor.maxBytes(square(elements));
        wire = ByteBuffer.allocate(maxBytes);
        received = Payload.allocate(maxBytes);
        require(Arrays.equals(payload.decompress(), send().decompress()), "send");
    }

    /** Checksum and copy on one side, checksum and validation on the other. */
    @Benchmark
    public Payload send() {
        payload.writeTo(wire.clear());
        received.readFrom(wire.flip(), elements);
        return received;
    }
}
