package org.tersegrad.bench.models;

import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.bench.BenchmarkDefaults;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.data.DataSet;
import org.tersegrad.convergence.data.LabelledVectors;
import org.tersegrad.convergence.data.Text;
import org.tersegrad.convergence.model.Learner;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.model.Quadratic;

/** One gradient of a batch of 16: images of 28 x 28 pixels, of 32 x 32 with colours, or windows of a text of 64 symbols. */
public class ModelBenchmark extends BenchmarkDefaults {
    private static final int BATCH = 16;
    private static final int PIXELS = 28 * 28;
    private static final int COLOURED = 32 * 32;

    @Param({"softmax", "mlp(256)", "mlp(256,128)", "cnn(8,16)", "charlm(64,32)", "gpt(2,64)", "resnet(8)"})
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
        if (model.startsWith("charlm") || model.startsWith("gpt")) {
            byte[] text = new byte[1 << 16];
            int[] symbols = randomFields(text.length, 6);
            for (int i = 0; i < text.length; i++) {
                text[i] = (byte) symbols[i];
            }
            return new Text("random", "x".repeat(64), text, text);
        }
        if (model.startsWith("resnet")) {
            LabelledVectors.Part part =
                    new LabelledVectors.Part(gaussian(BATCH * 3 * COLOURED), randomFields(BATCH, 3));
            return new LabelledVectors("random", 32, 32, 3, false, List.of("0123456789".split("")), part, part);
        }
        float[] values = gaussian(BATCH * PIXELS);
        LabelledVectors.Part part = new LabelledVectors.Part(values, randomFields(BATCH, 3));
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
        require(Math.abs((before - after) / (step * squares) - 1) < 0.05, "the gradient");
    }

    @Benchmark
    public double gradient() {
        return learner.gradient(parameters, examples, 0, BATCH, gradient);
    }
}
