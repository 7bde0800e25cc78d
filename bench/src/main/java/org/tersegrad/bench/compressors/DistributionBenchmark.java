package org.tersegrad.bench.compressors;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.bench.Gradients;
import org.tersegrad.compressors.Recipe;

/**
 * Compressors on gradients of several distributions, for those whose time may depend on the data: where to cut in a top-k,
 * how long a code is, whether a branch can be learned. All schemes at all sizes would take hours and show nothing more; they
 * see the Gaussian one in {@link CompressorBenchmark}.
 */
public class DistributionBenchmark extends CompressorStep {
    @Param({"sign", "int8", "terngrad", "qsgd(4bit,code=entropy)", "natural", "topk(0.01)", "strom(0.01)"})
    public String recipe = "";

    @Param({"GAUSSIAN", "HEAVY_TAILED", "SPARSE", "RECORDED"})
    public Gradients gradient = Gradients.GAUSSIAN;

    @Param("1048576")
    public int elements;

    @Setup
    public void setup() {
        prepare(Recipe.parse(recipe), gradient.floats(elements));
    }
}
