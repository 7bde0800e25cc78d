package org.tersegrad.convergence.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.data.Text;
import org.tersegrad.convergence.model.layers.ModelTensor;

/**
 * Training losses beside those of PyTorch in double, from the same start over the same examples. For the transformer the windows of
 * {@code sotu} that are needed are beside the curve: those of 300 steps of twelve, and 256 for the test. A wrong gradient, start or
 * order of examples is seen within few steps.
 */
class CurvesTest {
    private static final int STEPS = 300;
    private static final int BATCH = 12;
    private static final int WINDOW = 64;
    private static final int TESTS = 256;
    /** From the start of a window to that of the next: they do not follow each other, so every second one is unused. */
    private static final int STRIDE = 2 * WINDOW;

    private static final double RATE = 0.003;
    private static final int WARMUP = 30;

    @Test
    void theFirstLossesOfTheTransformerAreThoseOfPyTorch() {
        train(20);
    }

    @Test
    @Tag("slow")
    void allLossesOfTheTransformerAreThoseOfPyTorch() {
        Training training = train(STEPS);
        List<String> lines = GoldenFiles.lines("gpt-adamw-curve");
        double expected = Double.parseDouble(lines.get(STEPS + 1).substring("test,".length()));
        assertThat(training.learner.test(training.parameters).loss()).isCloseTo(expected, within(1e-4));
    }

    private static Training train(int steps) {
        List<String> lines = GoldenFiles.lines("gpt-adamw-curve");
        Training training = new Training();
        for (int step = 0; step < steps; step++) {
            double expected = Double.parseDouble(
                    lines.get(step + 1).substring(lines.get(step + 1).indexOf(',') + 1));
            assertThat(training.step(step)).as("loss of step %d", step).isCloseTo(expected, within(1e-4));
        }
        return training;
    }

    /** AdamW with decays of 0.9 and 0.99, and a weight decay of 0.1 for matrices. */
    private static final class Training {
        private final Problem problem = Gpt.of(text(), 2, WINDOW);
        private final Learner learner = problem.learner(BATCH);
        private final float[] parameters = new float[problem.parameters()];
        private final float[] gradient = new float[parameters.length];
        private final double[] first = new double[parameters.length];
        private final double[] second = new double[parameters.length];
        private final double[] decay = new double[parameters.length];

        Training() {
            problem.initialize(Seed.of(1), parameters);
            for (ModelTensor tensor : problem.tensors()) {
                int from = tensor.offset();
                double value = tensor.name().endsWith("weights") ? 0.1 : 0;
                Arrays.fill(decay, from, from + tensor.shape().size(), value);
            }
        }

        private static Text text() {
            byte[] windows = GoldenFiles.unpacked("gpt-adamw-windows");
            byte[] training = new byte[STEPS * BATCH * STRIDE + 1];
            byte[] test = new byte[TESTS * STRIDE + 1];
            int size = WINDOW + 1;
            for (int i = 0; i < STEPS * BATCH; i++) {
                System.arraycopy(windows, i * size, training, i * STRIDE, size);
            }
            for (int i = 0; i < TESTS; i++) {
                System.arraycopy(windows, (STEPS * BATCH + i) * size, test, i * STRIDE, size);
            }
            return new Text("sotu", "x".repeat(98), training, test);
        }

        double step(int step) {
            int[] examples = new int[BATCH];
            Arrays.setAll(examples, i -> 2 * (step * BATCH + i));
            double loss = learner.gradient(parameters, examples, 0, BATCH, gradient);
            double factor = step < WARMUP
                    ? (step + 1.0) / WARMUP
                    : (1 + Math.cos(Math.PI * (step - WARMUP) / (STEPS - WARMUP))) / 2;
            double rate = RATE * factor;
            for (int i = 0; i < parameters.length; i++) {
                first[i] = 0.9 * first[i] + 0.1 * gradient[i];
                second[i] = 0.99 * second[i] + 0.01 * gradient[i] * gradient[i];
                double mean = first[i] / (1 - Math.pow(0.9, step + 1));
                double size = Math.sqrt(second[i] / (1 - Math.pow(0.99, step + 1))) + 1e-8;
                parameters[i] = (float) (parameters[i] * (1 - rate * decay[i]) - rate * mean / size);
            }
            return loss;
        }
    }

    /** SGD with momentum 0.9 at a rate of 0.05, from the weights of {@code resnet-tiny.csv}. Later relus amplify rounding. */
    @Test
    void theFirstLossesOfTheResidualNetworkAreThoseOfPyTorch() {
        GoldenModelsTest.Golden golden = GoldenModelsTest.Golden.read("resnet-tiny");
        Problem problem = GoldenModelsTest.resNet(golden);
        float[] parameters = golden.weights(problem);
        float[] gradient = new float[parameters.length];
        float[] momentum = new float[parameters.length];
        Learner learner = problem.learner(2);
        for (double expected : new double[] {2.361663774741689, 0.9082763679555041, 0.36563743224526163}) {
            assertThat(learner.gradient(parameters, new int[] {0, 1}, 0, 2, gradient))
                    .isCloseTo(expected, within(1e-5));
            for (int i = 0; i < parameters.length; i++) {
                momentum[i] = 0.9f * momentum[i] + gradient[i];
                parameters[i] -= 0.05f * momentum[i];
            }
        }
    }
}
