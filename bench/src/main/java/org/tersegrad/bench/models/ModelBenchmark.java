package org.tersegrad.bench.models;

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
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.data.DataSet;
import org.tersegrad.convergence.data.LabelledVectors;
import org.tersegrad.convergence.data.Text;
import org.tersegrad.convergence.model.Learner;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.model.Quadratic;

/** One gradient of a batch of 16: images of 28 x 28 pixels, or windows of a text of 64 symbols. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"--add-modules=jdk.incubator.vector", BenchmarkBase.WITHOUT_WARMUP})
public class ModelBenchmark {
    private static final int BATCH = 16;
    private static final int PIXELS = 28 * 28;

    @Param({"softmax", "mlp(256)", "mlp(256,128)", "cnn(8,16)", "charlm(64,32)"})
    public String model = "";

    private final int[] examples = new int[BATCH];
    private float[] parameters = {};
    private float[] gradient = {};
    private Learner learner = new Quadratic(1, 1, 0).learner(1);

    @Setup
    public void setup() {
        Problem problem = Models.make(model, () -> data(model));
        learner = problem.learner(BATCH);
        parameters = new float[problem.parameters()];
        gradient = new float[problem.parameters()];
        problem.initialize(Seed.of(1), parameters);
        for (int i = 0; i < BATCH; i++) {
            examples[i] = i;
        }
        check();
    }

    private static DataSet data(String model) {
        if (model.startsWith("charlm")) {
            byte[] text = new byte[1 << 16];
            int[] symbols = BenchmarkBase.randomFields(text.length, 6);
            for (int i = 0; i < text.length; i++) {
                text[i] = (byte) symbols[i];
            }
            return new Text("random", "x".repeat(64), text, text);
        }
        float[] values = BenchmarkBase.gaussian(BATCH * PIXELS);
        LabelledVectors.Part part = new LabelledVectors.Part(values, BenchmarkBase.randomFields(BATCH, 3));
        return new LabelledVectors("random", 28, 28, 10, part, part);
    }

    /** A short step down the gradient lowers the loss by its length times that of the gradient. */
    private void check() {
        double before = gradient();
        double squares = 0;
        for (float g : gradient) {
            squares += (double) g * g;
        }
        float[] there = parameters.clone();
        float step = (float) (1e-3 / Math.sqrt(squares));
        for (int i = 0; i < there.length; i++) {
            there[i] -= step * gradient[i];
        }
        double after = learner.gradient(there, examples, 0, BATCH, new float[there.length]);
        BenchmarkBase.require(Math.abs((before - after) / (step * squares) - 1) < 0.05, "the gradient");
    }

    @Benchmark
    public double gradient() {
        return learner.gradient(parameters, examples, 0, BATCH, gradient);
    }
}
