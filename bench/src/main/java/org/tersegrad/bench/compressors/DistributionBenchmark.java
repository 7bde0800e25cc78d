package org.tersegrad.bench.compressors;

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
import org.tersegrad.bench.Gradients;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;

/**
 * Compressors on gradients of several distributions, for those whose time may depend on the data: where to cut in a top-k,
 * how long a code is, whether a branch can be learned. All schemes at all sizes would take hours and show nothing more; they
 * see the Gaussian one in {@link CompressorBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules=jdk.incubator.vector", BenchmarkBase.WITHOUT_WARMUP})
public class DistributionBenchmark {
    @Param({"sign", "int8", "terngrad", "qsgd(4bit,code=entropy)", "natural", "topk(0.01)", "strom(0.01)"})
    public String recipe = "";

    @Param
    public Gradients gradient = Gradients.GAUSSIAN;

    @Param("1048576")
    public int elements;

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
}
