package org.tersegrad.convergence.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.data.DataSet;
import org.tersegrad.convergence.data.LabelledVectors;

class ModelsTest {
    private static final LabelledVectors IMAGES = SmallData.images(8, 8, 3);

    @Test
    void everyExampleMakesAModelOfItsName() {
        for (ModelEntry entry : Models.entries()) {
            for (String text : List.of(entry.example(), entry.name(), " " + entry.name() + " ( ) ")) {
                assertThat(Models.make(text, () -> dataFor(entry)).name()).startsWith(entry.name());
            }
        }
    }

    private static DataSet dataFor(ModelEntry entry) {
        return List.of(IMAGES, SmallData.numbers(5), SmallData.sparse(20), SmallData.text()).stream()
                .filter(entry::learnsFrom)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void numbersSayHowLargeAModelIs() {
        assertThat(make("mlp(5,4)")).isEqualTo(Mlp.of(IMAGES, 5, 4));
        assertThat(make("MLP").name()).isEqualTo("mlp(128) on images");
        assertThat(Mlp.of(SmallData.images(28, 28, 10)).name()).isEqualTo("mlp(256) on images");
        assertThat(make("cnn(4)")).isEqualTo(new Cnn(IMAGES, List.of(4)));
        assertThat(make("cnn")).isEqualTo(Cnn.of(IMAGES));
        assertThat(make("quadratic(7, 3)").parameters()).isEqualTo(7);
        assertThat(make("quadratic(7, 3, 9)").name()).isEqualTo("quadratic(7,3,9)");
        assertThat(make("Quadratic(7, seed=9)").name()).isEqualTo("quadratic(7,16,9)");
        assertThat(make("quadratic(clients=3)").name()).isEqualTo("quadratic(100,3)");
        assertThat(Models.make("charlm(9)", SmallData::text).name()).isEqualTo("charlm(9,32) on text");
        assertThat(Models.make("gpt(2,16)", SmallData::text).name()).isEqualTo("gpt(2,16) on text");
        assertThat(Models.make("gpt", SmallData::text).name()).isEqualTo("gpt(2,64) on text");
        assertThat(Models.make("gpt(1,16,heads=2,window=8)", SmallData::text).name())
                .isEqualTo("gpt(1,16,2,8) on text");
        assertThat(make("resnet(20)").name()).isEqualTo("resnet(20) on images");
        assertThat(make("resnet")).isEqualTo(ResNet.of(IMAGES, 8));
        assertThat(Models.make("logistic(0.001)", () -> SmallData.sparse(20)).name())
                .isEqualTo("logistic(0.001) on sparse");
    }

    @Test
    void aMistakeIsExplained() {
        assertThatThrownBy(() -> make("mlq"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no model mlq")
                .hasMessageContaining("softmax, linear, logistic, mlp, cnn, charlm, gpt, resnet, quadratic");
        refused("", "the model is empty; one is softmax");
        refused("mlp(", "model \"mlp(\", character 5: the units of mlp is expected here, not the end");
        refused("mlp(3)+ef", "the end is expected here, not +");
        refused("mlp(a)", "model mlp(a): a whole number up to 2147483647 is expected for units, not a");
        refused("mlp(5,1.5)", "expected for units, not 1.5");
        refused("mlp(5,units=4)", "the units of mlp is given twice");
        refused("mlp(unit=4)", "mlp has no parameter unit; did you mean units?");
        refused("mlp(0)", "at least 1");
        refused("softmax(3)", "softmax takes no parameters");
        refused("quadratic(1,2,3,4)", "quadratic has at most 3 arguments (there are dimension, clients, seed)");
        refused("quadratic(0)", "dimension 0");
        refused("cnn(1,1,1,1)", "images has images of 8 x 8");
        refused(
                "charlm",
                "learns from text, and images is labelled vectors (for that there are: softmax, mlp, cnn, resnet)");
        refused(
                "gpt",
                "learns from text, and images is labelled vectors (for that there are: softmax, mlp, cnn, resnet)");
        refused("resnet(9)", "a depth of 9; it must be 2 more than a multiple of 6: 8, 14, 20 and so on");
        refused("resnet(2)", "a depth of 2;");
        refused("logistic", "learns from sparse vectors");
        refused("linear", "learns from numeric vectors, and images is labelled vectors");
        assertThatThrownBy(() -> Models.make("cnn", () -> SmallData.numbers(5)))
                .hasMessageContaining("numbers is numeric vectors (for that there are: linear, mlp)");
        assertThatThrownBy(() -> Models.make("charlm(4,300)", SmallData::text))
                .hasMessageContaining("too few for a window of 300");
        assertThatThrownBy(() -> Models.make("gpt(2,66)", SmallData::text))
                .hasMessageContaining("a width of 66 for 4 heads; the width must be a multiple of the number of heads");
        assertThatThrownBy(() -> Models.make("gpt(0)", SmallData::text))
                .hasMessageContaining(
                        "0 layers of width 64, 4 heads and windows of 64 symbols; all must be at least 1");
        assertThatThrownBy(() -> Models.make("gpt(2,300)", SmallData::text))
                .hasMessageContaining("too few for a window of 300");
        assertThatThrownBy(() -> Models.make("resnet", SmallData::text))
                .hasMessageContaining(
                        "learns from labelled vectors, and text is text (for that there are: charlm, gpt)");
        assertThatThrownBy(() -> Models.make("logistic(-1)", () -> SmallData.sparse(20)))
                .hasMessageContaining("-1");
    }

    @Test
    void numbersAreLearnedByTheSameNetworks() {
        assertThat(Models.usualFor(SmallData.numbers(5))).isEqualTo("mlp");
        assertThat(Models.make("mlp(4)", () -> SmallData.numbers(5)).name()).isEqualTo("mlp(4) on numbers");
        Problem linear = Models.make("linear", () -> SmallData.numbers(5));
        assertThat(linear.classes()).isEqualTo(1);
        assertThat(linear.parameters()).isEqualTo(6);
    }

    /** Its gradient is that of a set with the cropped images in place of the others, and tests see no crops. */
    @Test
    void variantsAreLearnedFromLikeImages() {
        LabelledVectors plain = SmallData.colours(6, 5, 3);
        LabelledVectors augmented =
                new LabelledVectors("augmented", 6, 5, 3, true, plain.classNames(), plain.training(), plain.test());
        Problem problem = ResNet.of(augmented, 8);
        int[] drawn = {problem.draw(4, Seed.of(2)), problem.draw(9, Seed.of(2))};
        float[] values = plain.training().values().clone();
        for (int number : drawn) {
            assertThat(number).isGreaterThanOrEqualTo(problem.examples());
            augmented.load(number, values, number % problem.examples() * plain.length(), 1);
        }
        Problem cropped = ResNet.of(
                new LabelledVectors(
                        "cropped",
                        6,
                        5,
                        3,
                        false,
                        plain.classNames(),
                        new LabelledVectors.Part(values, plain.training().labels()),
                        plain.test()),
                8);
        float[] parameters = new float[problem.parameters()];
        problem.initialize(Seed.of(1), parameters);
        float[] gradient = new float[parameters.length];
        float[] expected = new float[parameters.length];
        double loss = problem.learner(2).gradient(parameters, drawn, 0, 2, gradient);
        assertThat(cropped.learner(2).gradient(parameters, new int[] {4, 9}, 0, 2, expected))
                .isEqualTo(loss);
        assertThat(gradient).isEqualTo(expected);
        assertThat(problem.learner(3).test(parameters))
                .isEqualTo(ResNet.of(plain, 8).learner(3).test(parameters));
    }

    private static Problem make(String text) {
        return Models.make(text, () -> IMAGES);
    }

    private static void refused(String text, String why) {
        assertThatThrownBy(() -> make(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }
}
