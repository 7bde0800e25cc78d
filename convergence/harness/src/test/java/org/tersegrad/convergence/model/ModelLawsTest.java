package org.tersegrad.convergence.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.data.LabelledVectors;
import org.tersegrad.convergence.model.layers.ModelTensor;
import org.tersegrad.testkit.SteadyState;

/** The laws of every model. A new one adds a line, and a twin. */
class ModelLawsTest {
    record Model(Problem problem, Twin twin) {
        @Override
        public String toString() {
            return problem.name();
        }
    }

    static List<Model> models() {
        LabelledVectors images = SmallData.images(9, 6, 4);
        Softmax softmax = new Softmax(images);
        Softmax logistic = new Softmax(SmallData.images(3, 3, 2));
        Mlp mlp = Mlp.of(images, 17);
        Mlp deep = Mlp.of(images, 11, 6);
        Cnn cnn = new Cnn(images, List.of(3, 5));
        SparseLogistic sparse = new SparseLogistic(SmallData.sparse(40), 0f);
        SparseLogistic penalized = new SparseLogistic(SmallData.sparse(40), 0.25f);
        CharLm charLm = new CharLm(SmallData.text(), 13, 7);
        Gpt gpt = new Gpt(SmallData.text(), 2, 12, 3, 7);
        ResNet resNet = new ResNet(SmallData.colours(7, 4, 4), 1, List.of(4, 6, 8));
        Quadratic quadratic = new Quadratic(10, 6, 0);
        Linear linear = new Linear(SmallData.numbers(7));
        Mlp regression = Mlp.of(SmallData.numbers(7), 9);
        return List.of(
                new Model(softmax, NetworkTwin.dense(softmax.data(), softmax.tensors())),
                new Model(logistic, NetworkTwin.dense(logistic.data(), logistic.tensors())),
                new Model(mlp, NetworkTwin.dense(images, mlp.tensors())),
                new Model(deep, NetworkTwin.dense(images, deep.tensors())),
                new Model(cnn, NetworkTwin.convolutional(images, cnn.tensors())),
                new Model(sparse, new SparseLogisticTwin(sparse)),
                new Model(penalized, new SparseLogisticTwin(penalized)),
                new Model(charLm, new CharLmTwin(charLm)),
                new Model(quadratic, new QuadraticTwin(quadratic)),
                new Model(linear, NetworkTwin.dense(linear.data(), linear.tensors())),
                new Model(regression, NetworkTwin.dense(regression.data(), regression.tensors())),
                new Model(gpt, new GptTwin(gpt)),
                new Model(resNet, NetworkTwin.residual(resNet.data(), resNet.tensors())));
    }

    /** Central differences of the twin; at a kink the two sides differ, and nothing can be said. */
    @ParameterizedTest
    @MethodSource("models")
    void theGradientIsThatOfTheLoss(Model model) {
        float[] parameters = somewhere(model.problem());
        int[] examples = {3, 0, 5, 4};
        float[] gradient = new float[parameters.length];
        double loss = model.problem().learner(4).gradient(parameters, examples, 0, 4, gradient);
        double[] at = widen(parameters);
        double expected = mean(model.twin(), at, examples);
        assertThat(loss).isCloseTo(expected, within(1e-5));
        double step = 1e-5;
        for (ModelTensor tensor : model.problem().tensors()) {
            int compared = 0;
            int stride = Math.max(tensor.shape().size() / 23, 1);
            for (int j = 0; j < tensor.shape().size(); j += stride) {
                int i = tensor.offset() + j;
                at[i] = parameters[i] + step;
                double up = (mean(model.twin(), at, examples) - expected) / step;
                at[i] = parameters[i] - step;
                double down = (expected - mean(model.twin(), at, examples)) / step;
                at[i] = parameters[i];
                if (Math.abs(up - down) < 1e-3) {
                    assertThat((double) gradient[i])
                            .as("%s[%d]", tensor.name(), j)
                            .isCloseTo((up + down) / 2, within(1e-5 + 1e-4 * Math.abs(up)));
                    compared++;
                }
            }
            assertThat(compared).as("elements of %s compared", tensor.name()).isPositive();
        }
        assertThat(norm(gradient)).as("the length of the gradient").isGreaterThan(1e-3);
    }

    @ParameterizedTest
    @MethodSource("models")
    void theTestScoreIsThatOfTheTwin(Model model) {
        float[] parameters = somewhere(model.problem());
        Score score = model.problem().learner(8).test(parameters);
        Score expected = model.twin().test(widen(parameters));
        assertThat(score.loss()).isCloseTo(expected.loss(), within(1e-5));
        assertThat(Double.isNaN(score.accuracy())).isEqualTo(Double.isNaN(expected.accuracy()));
        assertThat(Math.abs(score.accuracy() - expected.accuracy()) > 1e-9).isFalse();
    }

    @ParameterizedTest
    @MethodSource("models")
    void aBatchIsTheMeanOfItsExamples(Model model) {
        Learner learner = model.problem().learner(6);
        float[] parameters = somewhere(model.problem());
        int[] examples = {5, 2, 0, 1, 5};
        float[] gradient = new float[parameters.length];
        double loss = learner.gradient(parameters, examples, 0, 5, gradient);
        double[] sum = new double[parameters.length];
        float[] one = new float[parameters.length];
        for (int e = 0; e < 5; e++) {
            loss -= learner.gradient(parameters, examples, e, 1, one) / 5;
            for (int i = 0; i < sum.length; i++) {
                sum[i] += one[i] / 5.0;
            }
        }
        assertThat(loss).isCloseTo(0, within(1e-9));
        for (int i = 0; i < sum.length; i++) {
            assertThat((double) gradient[i])
                    .as("element %d", i)
                    .isCloseTo(sum[i], within(1e-6 + 1e-5 * Math.abs(sum[i])));
        }
    }

    /** Nor does anything depend on what a learner did before. */
    @ParameterizedTest
    @MethodSource("models")
    void bitsDependOnNoCapacity(Model model) {
        float[] parameters = somewhere(model.problem());
        int[] examples = {1, 4, 2, 2, 0};
        float[] expected = new float[parameters.length];
        Learner exact = model.problem().learner(5);
        double loss = exact.gradient(parameters, examples, 0, 5, expected);
        Score score = exact.test(parameters);
        for (int capacity : new int[] {6, 16, 33}) {
            Learner learner = model.problem().learner(capacity);
            float[] gradient = CounterRandom.gaussians(parameters.length, capacity);
            learner.gradient(gradient, examples, 1, 3, new float[parameters.length]);
            assertThat(learner.test(parameters)).isEqualTo(score);
            assertThat(learner.gradient(parameters, examples, 0, 5, gradient)).isEqualTo(loss);
            assertThat(gradient).isEqualTo(expected);
        }
    }

    /** Gradients of a whole batch and of a part of one, and a test, of every model. */
    static final class Steps implements Supplier<Map<String, Runnable>> {
        @Override
        public Map<String, Runnable> get() {
            Map<String, Runnable> steps = new LinkedHashMap<>();
            for (Model model : models()) {
                float[] parameters = somewhere(model.problem());
                float[] gradient = new float[parameters.length];
                int[] examples = {0, 1, 2, 3, 4};
                Learner learner = model.problem().learner(5);
                String name = model + " " + steps.size();
                steps.put(name + ", part", () -> learner.gradient(parameters, examples, 1, 3, gradient));
                steps.put(name + ", batch", () -> learner.gradient(parameters, examples, 0, 5, gradient));
                steps.put(name + ", test", () -> learner.test(parameters));
            }
            return steps;
        }
    }

    @Test
    void aGradientAllocatesNothing() throws Exception {
        for (int order : SteadyState.orders()) {
            assertThat(SteadyState.bytesPerCall(Steps.class, order))
                    .allSatisfy((step, bytes) -> assertThat(bytes)
                            .as("%s, order %d", step, order)
                            .isLessThanOrEqualTo(step.endsWith("test") ? 32 : 0)); // nothing but the score
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void gradientDescentLearns(Model model) {
        Problem problem = model.problem();
        float[] parameters = new float[problem.parameters()];
        problem.initialize(Seed.of(7), parameters);
        int[] examples = IntStream.range(0, problem.examples()).toArray();
        Learner learner = problem.learner(examples.length);
        float[] gradient = new float[parameters.length];
        double first = learner.gradient(parameters, examples, 0, examples.length, gradient);
        Score before = learner.test(parameters);
        for (int step = 0; step < 600; step++) {
            learner.gradient(parameters, examples, 0, examples.length, gradient);
            for (int i = 0; i < gradient.length; i++) {
                parameters[i] -= 0.3f * gradient[i];
            }
        }
        double last = learner.gradient(parameters, examples, 0, examples.length, gradient);
        assertThat(last).isLessThan(0.9 * first);
        Score after = learner.test(parameters);
        assertThat(after.loss()).isLessThan(before.loss());
        if (!Double.isNaN(after.accuracy())) {
            assertThat(after.accuracy()).isGreaterThan(0.6);
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void tensorsFillTheParameters(Model model) {
        int end = 0;
        for (ModelTensor tensor : model.problem().tensors()) {
            assertThat(tensor.offset()).as(tensor.name()).isEqualTo(end);
            end += tensor.shape().size();
        }
        assertThat(end).isEqualTo(model.problem().parameters());
        assertThat(model.problem().tensors().stream().map(ModelTensor::name)).doesNotHaveDuplicates();
        float[] parameters = new float[end];
        java.util.Arrays.fill(parameters, Float.NaN);
        float[] again = new float[end];
        model.problem().initialize(Seed.of(3), parameters);
        model.problem().initialize(Seed.of(3), again);
        assertThat(parameters).isEqualTo(again).doesNotContain(Float.NaN);
        for (int i = 0; i < model.problem().examples(); i++) {
            assertThat(model.problem().label(i)).isBetween(0, model.problem().classes() - 1);
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void whatDoesNotFitIsRefused(Model model) {
        int size = model.problem().parameters();
        float[] parameters = new float[size];
        Learner learner = model.problem().learner(2);
        int[] examples = {0, 1, 2};
        assertThatThrownBy(() -> model.problem().learner(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> learner.gradient(parameters, examples, 0, 3, new float[size]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> learner.gradient(parameters, examples, 0, 0, new float[size]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> learner.gradient(parameters, examples, 2, 2, new float[size]))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> learner.gradient(parameters, examples, 0, 1, new float[size + 1]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> learner.test(new float[size - 1])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> model.problem().initialize(Seed.of(1), new float[size + 1]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Parameters of which none is zero. */
    private static float[] somewhere(Problem problem) {
        float[] parameters = new float[problem.parameters()];
        problem.initialize(Seed.of(11), parameters);
        float[] noise = CounterRandom.gaussians(parameters.length, 12);
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] += 0.1f * noise[i];
        }
        return parameters;
    }

    private static double mean(Twin twin, double[] parameters, int[] examples) {
        return IntStream.of(examples)
                .mapToDouble(example -> twin.loss(parameters, example))
                .average()
                .orElseThrow();
    }

    private static double[] widen(float[] values) {
        return IntStream.range(0, values.length).mapToDouble(i -> values[i]).toArray();
    }

    private static double norm(float[] values) {
        double squares = 0;
        for (float value : values) {
            squares += value * value;
        }
        return Math.sqrt(squares);
    }
}
