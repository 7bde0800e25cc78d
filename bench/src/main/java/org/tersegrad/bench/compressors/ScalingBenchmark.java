package org.tersegrad.bench.compressors;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.compressors.Recipe;

/** Compressors from a bias to an embedding: 1K to 64M floats. Not part of a run of everything; {@code --scaling} runs it. */
@Measurement(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class ScalingBenchmark extends CompressorStep {
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

    @Setup
    public void setup() {
        prepare(Recipe.parse(recipe), gradient(elements));
    }

    /** The same million over and over: for the time of a scheme it is as good, and it is made sooner. */
    static float[] gradient(int elements) {
        float[] tile = gaussian(Math.min(elements, TILE));
        float[] all = new float[elements];
        for (int i = 0; i < elements; i += tile.length) {
            System.arraycopy(tile, 0, all, i, Math.min(tile.length, elements - i));
        }
        return all;
    }
}
