package org.tersegrad.convergence.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.data.LabelledVectors;
import org.tersegrad.convergence.data.Text;
import org.tersegrad.convergence.model.layers.ModelTensor;

/** Losses and gradients beside those that PyTorch computed in double. */
class GoldenModelsTest {
    /** Of the largest element of a tensor. */
    private static final double TOLERANCE = 1e-5;

    /** The windows of the file do not follow each other, so in the text there is one between them. */
    private static Gpt gpt(Golden golden) {
        byte[] text = new byte[48];
        for (int i = 0; i < 3; i++) {
            double[] window = golden.rows("window").get(i);
            for (int t = 0; t < window.length; t++) {
                text[16 * i + t] = (byte) window[t];
            }
        }
        return new Gpt(new Text("golden", "abcdefghijk", text, text), 2, 16, 2, 8);
    }

    static ResNet resNet(Golden golden) {
        float[] values = floats(golden.rows("image"));
        int[] labels = Arrays.stream(golden.rows("label").get(0))
                .mapToInt(label -> (int) label)
                .toArray();
        LabelledVectors.Part part = new LabelledVectors.Part(values, labels);
        LabelledVectors images =
                new LabelledVectors("golden", 8, 8, 3, false, List.of("a", "b", "c", "d", "e"), part, part);
        return new ResNet(images, 1, List.of(4, 6, 8));
    }

    @Test
    void theTransformerHasTheGradientsOfPyTorch() {
        Golden golden = Golden.read("gpt-tiny");
        golden.check(gpt(golden), 0, 2, 4);
    }

    @Test
    void theResidualNetworkHasTheGradientsOfPyTorch() {
        Golden golden = Golden.read("resnet-tiny");
        golden.check(resNet(golden), 0, 1);
    }

    @Test
    void modelsHaveTheSizesOfTheirPapers() {
        Text text = new Text("text", "x".repeat(98), new byte[200], new byte[200]);
        check(Gpt.of(text, 2, 64), 115_264, 20);
        check(Gpt.of(text, 4, 128), 829_056, 36);
        LabelledVectors images = SmallData.colours(32, 32, 10);
        check(ResNet.of(images, 8), 75_290, 23);
        check(ResNet.of(images, 20), 269_722, 59);
    }

    private static void check(Problem problem, int parameters, int tensors) {
        assertThat(problem.parameters()).as(problem.name()).isEqualTo(parameters);
        assertThat(problem.tensors()).as(problem.name()).hasSize(tensors);
    }

    @Test
    void scalesStartAtOneAndMatricesByTheirDeviation() {
        Text text = new Text("text", "x".repeat(98), new byte[200], new byte[200]);
        Gpt gpt = Gpt.of(text, 2, 64);
        float[] start = new float[gpt.parameters()];
        gpt.initialize(Seed.of(1), start);
        assertThat((double) start[0]).isCloseTo(0.03896819, within(5e-9));
        double squares = IntStream.range(0, start.length)
                .mapToDouble(i -> (double) start[i] * start[i])
                .sum();
        assertThat(squares).isCloseTo(353.73129, within(1e-5));
        ResNet resNet = ResNet.of(SmallData.colours(32, 32, 10), 8);
        float[] first = new float[resNet.parameters()];
        resNet.initialize(Seed.of(1), first);
        for (ModelTensor tensor : resNet.tensors()) {
            double mean = IntStream.range(0, tensor.shape().size())
                    .mapToDouble(i -> Math.pow(first[tensor.offset() + i], 2))
                    .average()
                    .orElseThrow();
            double expected = tensor.name().endsWith("scale") ? 1 : 0;
            if (tensor.name().endsWith("weights")) {
                expected = (tensor.name().startsWith("output") ? 1.0 : 2.0)
                        / tensor.shape().columns();
            }
            assertThat(mean).as(tensor.name()).isCloseTo(expected, within(0.2 * expected));
        }
    }

    private static float[] floats(List<double[]> rows) {
        double[] all = rows.stream().flatMapToDouble(Arrays::stream).toArray();
        float[] floats = new float[all.length];
        for (int i = 0; i < all.length; i++) {
            floats[i] = (float) all[i];
        }
        return floats;
    }

    /** Rows of a file by kind, and by tensor. */
    record Golden(Map<String, Map<String, List<double[]>>> kinds) {
        static Golden read(String name) {
            Map<String, Map<String, List<double[]>>> kinds = new LinkedHashMap<>();
            for (String line : GoldenFiles.lines(name)) {
                String[] fields = line.split(",", -1);
                double[] values = Arrays.stream(fields, 3, fields.length)
                        .mapToDouble(Double::parseDouble)
                        .toArray();
                kinds.computeIfAbsent(fields[0], kind -> new LinkedHashMap<>())
                        .computeIfAbsent(fields[1], tensor -> new ArrayList<>())
                        .add(values);
            }
            return new Golden(kinds);
        }

        List<double[]> rows(String kind) {
            return rows(kind, "");
        }

        private Map<String, List<double[]>> tensors(String kind) {
            return Objects.requireNonNull(kinds.get(kind), kind);
        }

        private List<double[]> rows(String kind, String tensor) {
            return Objects.requireNonNull(tensors(kind).get(tensor), tensor);
        }

        /** The parameters of a problem with these tensors. */
        float[] weights(Problem problem) {
            float[] parameters = new float[problem.parameters()];
            for (ModelTensor tensor : problem.tensors()) {
                List<double[]> rows = rows("weight", tensor.name());
                assertThat(rows.size() * rows.get(0).length)
                        .as(tensor.name())
                        .isEqualTo(tensor.shape().size());
                assertThat(rows.get(0))
                        .as(tensor.name())
                        .hasSize(
                                rows.size() == 1
                                        ? tensor.shape().size()
                                        : tensor.shape().columns());
                float[] values = floats(rows);
                System.arraycopy(values, 0, parameters, tensor.offset(), values.length);
            }
            return parameters;
        }

        void check(Problem problem, int... examples) {
            assertThat(problem.tensors().stream().map(ModelTensor::name))
                    .containsExactlyElementsOf(tensors("weight").keySet());
            float[] parameters = weights(problem);
            float[] gradient = new float[parameters.length];
            Learner learner = problem.learner(examples.length);
            double loss = learner.gradient(parameters, examples, 0, examples.length, gradient);
            assertThat(loss).isCloseTo(rows("loss").get(0)[0], within(TOLERANCE));
            for (ModelTensor tensor : problem.tensors()) {
                double[] expected = rows("gradient", tensor.name()).stream()
                        .flatMapToDouble(Arrays::stream)
                        .toArray();
                double largest = Arrays.stream(expected).map(Math::abs).max().orElseThrow();
                for (int i = 0; i < expected.length; i++) {
                    assertThat((double) gradient[tensor.offset() + i])
                            .as("%s[%d]", tensor.name(), i)
                            .isCloseTo(expected[i], within(TOLERANCE * largest));
                }
            }
        }
    }
}
