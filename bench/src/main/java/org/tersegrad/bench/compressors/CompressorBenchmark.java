package org.tersegrad.bench.compressors;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.bench.BenchmarkBase;
import org.tersegrad.bench.Gradients;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;

/**
 * A step of each compressor: from a gradient to a payload, and from a payload into a sum of gradients. The gradient is
 * Gaussian; {@code -p gradient=RECORDED} takes another, and {@link DistributionBenchmark} looks at all others at one size.
 */
public class CompressorBenchmark extends BenchmarkBase {
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
        "topk(0.001)",
        "topk(0.01)",
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

    private CompressorStep step = new CompressorStep("dense", new float[] {1});

    @Setup
    public void setup() {
        step = new CompressorStep(recipe, gradient.floats(elements));
    }

    @Benchmark
    public Payload encode() {
        return step.encode();
    }

    @Benchmark
    public FloatSlice addTo() {
        return step.addTo();
    }

    /** Checksum and copy on one side, checksum and validation on the other. */
    @Benchmark
    public Payload send() {
        return step.send();
    }
}
