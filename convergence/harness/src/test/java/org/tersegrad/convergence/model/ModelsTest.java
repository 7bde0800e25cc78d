package org.tersegrad.convergence.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
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
        assertThat(Models.make("logistic(0.001)", () -> SmallData.sparse(20)).name())
                .isEqualTo("logistic(0.001) on sparse");
    }

    @Test
    void aMistakeIsExplained() {
        assertThatThrownBy(() -> make("mlq"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no model mlq")
                .hasMessageContaining("softmax, linear, logistic, mlp, cnn, charlm, quadratic");
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
        refused("charlm", "learns from text, and images is labelled vectors (for that there are: softmax, mlp, cnn)");
        refused("logistic", "learns from sparse vectors");
        refused("linear", "learns from numeric vectors, and images is labelled vectors");
        assertThatThrownBy(() -> Models.make("cnn", () -> SmallData.numbers(5)))
                .hasMessageContaining("numbers is numeric vectors (for that there are: linear, mlp)");
        assertThatThrownBy(() -> Models.make("charlm(4,300)", SmallData::text))
                .hasMessageContaining("too few for a window of 300");
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

    private static Problem make(String text) {
        return Models.make(text, () -> IMAGES);
    }

    private static void refused(String text, String why) {
        assertThatThrownBy(() -> make(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }
}
