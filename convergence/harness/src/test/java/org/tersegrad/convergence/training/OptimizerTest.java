package org.tersegrad.convergence.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.model.layers.ModelTensor;
import org.tersegrad.convergence.model.layers.Tensors;
import org.tersegrad.testkit.SteadyState;

/** A few steps, computed by hand or by a loop in double. */
class OptimizerTest {
    private static final double[] GRADIENTS = {2, -1, 0.5, 0.25, -3};

    private static final ModelTensor ONE = new ModelTensor("x", Shape.vector(1), 0);
    private static final List<String> MATRICES = List.of("tall", "wide", "square");

    private static float[] twoSteps(Optimizer optimizer) {
        float[] x = {1, 1, 1};
        ModelTensor tensor = new ModelTensor("x", Shape.vector(1), 1);
        Optimizer.State state = optimizer.state(List.of(ONE, tensor, ONE), 0, false);
        state.step(tensor, x, new float[] {9, 2, 9}, 0.1f, 0.9f, 1);
        state.step(tensor, x, new float[] {9, -1, 9}, 0.1f, 0.9f, 2);
        assertThat(x[0] + x[2]).isEqualTo(2f); // of other tensors
        return x;
    }

    /** One parameter that starts at 1, after a step at rate 0.1 for each gradient. */
    private static double after(Optimizer optimizer, float momentum, float weightDecay, boolean nesterov) {
        float[] x = {1, 0, 0, 0};
        ModelTensor tensor = new ModelTensor("x", new Shape(2, 2), 0);
        Optimizer.State state = optimizer.state(List.of(tensor), weightDecay, nesterov);
        for (int step = 1; step <= GRADIENTS.length; step++) {
            float[] gradient = {(float) GRADIENTS[step - 1], 0, 0, 0};
            state.step(tensor, x, gradient, 0.1f, momentum, step);
            assertThat(gradient).containsExactly((float) GRADIENTS[step - 1], 0, 0, 0);
        }
        return x[0];
    }

    @Test
    void sgd() {
        assertThat(twoSteps(Optimizer.SGD)[1]).isCloseTo(1 - 0.1f * 2 - 0.1f * (0.9f * 2 - 1), within(1e-6f));
    }

    @Test
    void adam() {
        double first = 0.1 * 2 / (1 - 0.9) / (Math.sqrt(0.001 * 4 / (1 - 0.999)) + 1e-8);
        double m = 0.9 * 0.1 * 2 - 0.1;
        double v = 0.999 * 0.001 * 4 + 0.001;
        double second = m / (1 - 0.81) / (Math.sqrt(v / (1 - 0.999 * 0.999)) + 1e-8);
        assertThat((double) twoSteps(Optimizer.ADAM)[1]).isCloseTo(1 - 0.1 * first - 0.1 * second, within(1e-5));
    }

    @Test
    void lion() {
        // The second update is the sign of 0.9 * 0.01 * 2 - 0.1.
        assertThat(twoSteps(Optimizer.LION)[1]).isCloseTo(1 - 0.1f + 0.1f, within(1e-6f));
    }

    /**
     * By hand, with decay 0.5: g = 2 + 0.5 * 1 = 2.5, m = 2.5, x = 1 - 0.25 = 0.75; then g = -1 + 0.375 = -0.625, m = 2.25 -
     * 0.625 = 1.625, x = 0.75 - 0.1625.
     */
    @Test
    void decayOfSgdIsPartOfTheGradientAndHasMomentum() {
        float[] x = {1};
        Optimizer.State state = Optimizer.SGD.state(List.of(ONE), 0.5f, false);
        state.step(ONE, x, new float[] {2}, 0.1f, 0.9f, 1);
        assertThat(x[0]).isCloseTo(0.75f, within(1e-6f));
        state.step(ONE, x, new float[] {-1}, 0.1f, 0.9f, 2);
        assertThat(x[0]).isCloseTo(0.5875f, within(1e-6f));
    }

    /** The loop that PyTorch documents for torch.optim.SGD, without dampening. */
    @Test
    void nesterovWithDecayIsThatOfPyTorch() {
        double x = 1;
        double b = 0;
        for (int t = 1; t <= GRADIENTS.length; t++) {
            double g = GRADIENTS[t - 1] + 0.01 * x;
            b = t > 1 ? 0.9 * b + g : g;
            g = g + 0.9 * b;
            x = x - 0.1 * g;
        }
        assertThat(after(Optimizer.SGD, 0.9f, 0.01f, true)).isCloseTo(x, within(1e-6));
        assertThat(after(Optimizer.SGD, 0.9f, 0.01f, false)).isNotCloseTo(x, within(1e-2));
    }

    /** By hand: m = 2, x = 1 - 0.1 (2 + 0.9 * 2) = 0.62. */
    @Test
    void theFirstStepOfNesterov() {
        float[] x = {1};
        Optimizer.SGD.state(List.of(ONE), 0, true).step(ONE, x, new float[] {2}, 0.1f, 0.9f, 1);
        assertThat(x[0]).isCloseTo(0.62f, within(1e-6f));
    }

    @Test
    void withoutMomentumNesterovChangesNothing() {
        assertThat(after(Optimizer.SGD, 0, 0.01f, true)).isEqualTo(after(Optimizer.SGD, 0, 0.01f, false));
    }

    /** The loop that PyTorch documents for torch.optim.AdamW. */
    @Test
    void decayOfAdamIsThatOfAdamW() {
        double x = 1;
        double m = 0;
        double v = 0;
        for (int t = 1; t <= GRADIENTS.length; t++) {
            double g = GRADIENTS[t - 1];
            x = x - 0.1 * 0.2 * x;
            m = 0.9 * m + 0.1 * g;
            v = 0.999 * v + 0.001 * g * g;
            x = x - 0.1 * (m / (1 - Math.pow(0.9, t))) / (Math.sqrt(v / (1 - Math.pow(0.999, t))) + 1e-8);
        }
        assertThat(after(Optimizer.ADAM, 0.9f, 0.2f, false)).isCloseTo(x, within(1e-5));
    }

    /** Chen et al., "Symbolic Discovery of Optimization Algorithms", 2023: x = x - rate (u + lambda x). */
    @Test
    void decayOfLionIsApartFromTheSign() {
        double x = 1;
        double m = 0;
        for (double g : GRADIENTS) {
            x = x - 0.1 * (Math.signum(0.9 * m + 0.1 * g) + 0.2 * x);
            m = 0.99 * m + 0.01 * g;
        }
        assertThat(after(Optimizer.LION, 0.9f, 0.2f, false)).isCloseTo(x, within(1e-6));
    }

    /** A gradient of zero shows what decay does alone. */
    @ParameterizedTest
    @ValueSource(strings = {"sgd", "adam", "lion", "muon", "muon(adamw)", "muon(plain)"})
    void decayAloneShrinks(Optimizer optimizer) {
        boolean isMuon = optimizer.kind() == Optimizer.Kind.MUON;
        ModelTensor tensor = new ModelTensor("x", new Shape(2, 2), 0, isMuon);
        float[] x = {4, -4, 0, 2};
        optimizer.state(List.of(tensor), 0.5f, false).step(tensor, x, new float[4], 0.1f, 0.9f, 1);
        assertThat(x).usingComparatorWithPrecision(1e-6f).containsExactly(3.8f, -3.8f, 0f, 1.9f);
    }

    @ParameterizedTest
    @CsvSource({"sgd, true", "lion, true", "adam, false", "muon, false"})
    void vectorsDecayInSgdAndLion(Optimizer optimizer, boolean decays) {
        float[] x = {4};
        optimizer.state(List.of(ONE), 0.5f, false).step(ONE, x, new float[1], 0.1f, 0.9f, 1);
        assertThat(x[0] < 4f).isEqualTo(decays);
    }

    /** Three steps of four tensors, which another program computed in double. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "sgd; sgd; false",
                "nesterov; sgd; true",
                "adamw; adam(beta2=0.99); false",
                "lion; lion; false",
                "muon; muon; false",
                "muon-adamw; muon(adamw); false",
                "muon-plain; muon(form=plain,adam=0.5); false"
            })
    void stepsAreThoseOfTheGoldenFile(String name, Optimizer optimizer, boolean nesterov) {
        boolean isMuon = optimizer.kind() == Optimizer.Kind.MUON;
        List<String> names = isMuon ? MATRICES : List.of("tall", "wide", "square", "vector");
        List<ModelTensor> tensors = new ArrayList<>();
        int size = 0;
        for (String each : names) {
            double[][] start = golden("start", each);
            // A vector is given a second row of zeros, since those of the file decay in all optimizers.
            Shape shape = new Shape(Math.max(2, start.length), start[0].length);
            tensors.add(new ModelTensor(each, shape, size, isMuon));
            size += shape.size();
        }
        Optimizer.State state = optimizer.state(tensors, 0.1f, nesterov);
        float[] x = new float[size];
        float[] gradient = new float[size];
        tensors.forEach(tensor -> put("start", tensor, x));
        for (int step = 1; step <= 3; step++) {
            for (ModelTensor tensor : tensors) {
                put("gradient" + step, tensor, gradient);
                state.step(tensor, x, gradient, 0.05f, 0.9f, step);
                float[] expected = new float[size];
                put(name + "-after" + step, tensor, expected);
                for (int i = tensor.offset();
                        i < tensor.offset() + tensor.shape().size();
                        i++) {
                    assertThat(x[i])
                            .as("%s, step %d, element %d of %s", name, step, i - tensor.offset(), tensor.name())
                            .isCloseTo(expected[i], within(2e-6f));
                }
            }
        }
    }

    @Test
    void anOrthogonalizedGradientIsThatOfTheGoldenFile() {
        for (String name : MATRICES) {
            double[][] rows = golden("gradient1", name);
            ModelTensor tensor = new ModelTensor(name, new Shape(rows.length, rows[0].length), 0, true);
            float[] gradient = new float[tensor.shape().size()];
            float[] x = new float[gradient.length];
            float[] expected = new float[gradient.length];
            put("gradient1", tensor, gradient);
            put("orthogonalized", tensor, expected);
            double length = Math.sqrt(Math.max(1, (double) rows.length / rows[0].length));
            Optimizer.MUON.state(List.of(tensor), 0, false).step(tensor, x, gradient, 1f, 0f, 1);
            for (int i = 0; i < x.length; i++) {
                assertThat(-x[i] / length).as(name + i).isCloseTo(expected[i], within(1e-5));
            }
        }
    }

    private static void put(String kind, ModelTensor tensor, float[] values) {
        int at = tensor.offset();
        for (double[] row : golden(kind, tensor.name())) {
            for (double value : row) {
                values[at++] = (float) value;
            }
        }
    }

    private static double[][] golden(String kind, String tensor) {
        String path = "/golden/models/optimizers.csv";
        try (InputStream in = Objects.requireNonNull(OptimizerTest.class.getResourceAsStream(path), path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(kind + "," + tensor + ","))
                    .map(line -> Arrays.stream(line.split(",", -1))
                            .skip(3)
                            .mapToDouble(Double::parseDouble)
                            .toArray())
                    .toArray(double[][]::new);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void muonLeavesVectorsEmbeddingsAndTheLastLayerToAdam() {
        List<ModelTensor> tensors = new Tensors()
                .addEmbedding("embedding.weights", new Shape(9, 4))
                .addEmbedding("position.weights", new Shape(6, 4))
                .add("norm.scale", Shape.vector(4))
                .addLayer("up", 4, 8)
                .addLayer("down", 8, 4)
                .addLayer("output", 4, 9)
                .list();
        assertThat(tensors.stream().filter(ModelTensor::isHidden).map(ModelTensor::name))
                .containsExactly("up.weights", "down.weights");
        List<ModelTensor> perceptron = new Tensors()
                .addLayer("first", 4, 8)
                .addLayer("second", 8, 8)
                .addLayer("output", 8, 3)
                .list();
        assertThat(perceptron.stream().filter(ModelTensor::isHidden).map(ModelTensor::name))
                .containsExactly("second.weights");
        ModelTensor bias = perceptron.get(3);
        float[] x = new float[4 * 8 + 8 + 8 * 8 + 8 + 8 * 3 + 3];
        float[] adam = x.clone();
        float[] gradient = new float[x.length];
        Arrays.fill(gradient, 0.5f);
        Optimizer.parse("muon(adam=0.25)").state(perceptron, 0, false).step(bias, x, gradient, 0.4f, 0.9f, 1);
        Optimizer.ADAM.state(perceptron, 0, false).step(bias, adam, gradient, 0.1f, 0.9f, 1);
        assertThat(x).isEqualTo(adam);
        assertThatThrownBy(() -> new ModelTensor("bias", Shape.vector(3), 0, true))
                .hasMessage("bias is a vector, and not a matrix between hidden layers");
    }

    /** In the memory of another process, and with the same steps before. */
    @ParameterizedTest
    @ValueSource(strings = {"sgd", "adam", "lion", "muon", "muon(plain)"})
    void aStateThatWasSavedGoesOn(Optimizer optimizer) {
        List<ModelTensor> tensors = new Tensors()
                .addLayer("first", 5, 7)
                .addLayer("second", 7, 4)
                .addLayer("output", 4, 3)
                .list();
        float[] x = new float[5 * 7 + 7 + 7 * 4 + 4 + 4 * 3 + 3];
        Optimizer.State state = optimizer.state(tensors, 0.01f, false);
        step(state, tensors, x, 1);
        step(state, tensors, x, 2);
        ByteBuffer bytes = ByteBuffer.allocate(state.bytes());
        state.save(bytes);
        assertThat(bytes.remaining()).isZero();
        Optimizer.State restored = optimizer.state(tensors, 0.01f, false);
        restored.restore(bytes.flip());
        Optimizer.State forgetful = optimizer.state(tensors, 0.01f, false);
        float[] expected = x.clone();
        float[] other = x.clone();
        step(state, tensors, expected, 3);
        step(restored, tensors, x, 3);
        step(forgetful, tensors, other, 3);
        assertThat(x).isEqualTo(expected);
        tensors.stream().filter(ModelTensor::isMatrix).forEach(tensor -> {
            int from = tensor.offset();
            int to = from + tensor.shape().size();
            assertThat(Arrays.copyOfRange(other, from, to))
                    .as(tensor.name())
                    .isNotEqualTo(Arrays.copyOfRange(x, from, to));
        });
    }

    /** Gradients become smaller, so that Lion's signs are those of its memory. */
    private static void step(Optimizer.State state, List<ModelTensor> tensors, float[] x, int step) {
        float[] gradient = CounterRandom.gaussians(x.length, step);
        for (int i = 0; i < x.length; i++) {
            gradient[i] /= step * step * step * step;
        }
        tensors.forEach(tensor -> state.step(tensor, x, gradient, 0.1f, 0.9f, step));
    }

    /** Steps of Muon for matrices with few and many rows and columns. */
    static final class Steps implements Supplier<Map<String, Runnable>> {
        @Override
        public Map<String, Runnable> get() {
            Map<String, Runnable> steps = new LinkedHashMap<>();
            for (Shape shape : List.of(new Shape(16, 36), new Shape(36, 16), new Shape(64, 64), new Shape(80, 256))) {
                ModelTensor tensor = new ModelTensor("x", shape, 0, true);
                float[] x = CounterRandom.gaussians(shape.size(), 1);
                float[] gradient = CounterRandom.gaussians(shape.size(), 2);
                Optimizer.State state = Optimizer.MUON.state(List.of(tensor), 0.1f, false);
                steps.put("muon " + shape, () -> state.step(tensor, x, gradient, 0.01f, 0.9f, 1));
            }
            return steps;
        }
    }

    @Test
    void aStepOfMuonAllocatesNothing() throws Exception {
        for (int order : SteadyState.orders()) {
            SteadyState.requireNoAllocation(Steps.class, order);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sgd",
                "adam",
                "adam(beta2=0.99)",
                "lion",
                "muon",
                "muon(adamw)",
                "muon(adamw,adam=0.5)",
                "muon(plain,adam=0.3,beta2=0.99)"
            })
    void optimizersPrintAsTheyAreParsed(String text) {
        assertThat(Optimizer.parse(text)).hasToString(text);
    }

    @Test
    void parametersOutOfRangeAreRejected() {
        assertThatThrownBy(() -> Optimizer.parse("adam(beta2=1)"))
                .hasMessageEndingWith("beta2 is at least 0 and below 1, this is 1.0");
        assertThatThrownBy(() -> Optimizer.parse("muon(adam=0)"))
                .hasMessageEndingWith("the rate of adam in muon is above 0, this is 0.0");
        assertThatThrownBy(() -> Optimizer.parse("muon(odd)")).hasMessageContaining("usual or adamw or plain");
    }

    @Test
    void settingsRefuseWhatAnOptimizerDoesNotHave() {
        assertThatThrownBy(() -> Settings.usual().withWeightDecay(-1))
                .hasMessage("weight decay is 0 or more, this is -1.0");
        assertThatThrownBy(() -> Settings.usual().withWeightDecay(Float.NaN)).hasMessageContaining("this is NaN");
        assertThatThrownBy(() -> new Settings(2, 2, 2, 0.1f, 0, Optimizer.SGD, Partition.iid()).withNesterov(true))
                .hasMessage("Nesterov's momentum is for sgd with a momentum above 0, this is sgd with momentum 0.0");
        assertThatThrownBy(() -> new Settings(2, 2, 2, 0.1f, 0.9f, Optimizer.ADAM, Partition.iid()).withNesterov(true))
                .hasMessageEndingWith("this is adam with momentum 0.9");
    }
}
