package org.tersegrad.convergence.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data made up from a seed is the same on every machine, and there is something to learn from it. */
class SyntheticTest {
    private static DataSet load(String text) {
        return DataSets.load(text, Path.of("nowhere"));
    }

    @Test
    void numbersNeverChange() {
        LabelledVectors clusters = (LabelledVectors) load("synthetic");
        assertThat(Arrays.hashCode(clusters.training().values())).isEqualTo(-2042591048);
        assertThat(Arrays.hashCode(clusters.training().labels())).isEqualTo(-2094841029);
        SparseVectors sparse = (SparseVectors) load("sparse");
        assertThat(Arrays.hashCode(sparse.training().values())).isEqualTo(1537078939);
        assertThat(Arrays.hashCode(sparse.training().indices())).isEqualTo(-188261724);
        assertThat(Arrays.hashCode(sparse.training().labels())).isEqualTo(1017636511);
        Text text = (Text) load("synthetic-text");
        assertThat(Arrays.hashCode(text.training())).isEqualTo(-1025539721);
    }

    @ParameterizedTest
    @ValueSource(strings = {"synthetic", "sparse", "synthetic-text"})
    void anotherSeedGivesOtherData(String name) {
        assertThat(hash(load(name + "(seed=2)")))
                .isNotEqualTo(hash(load(name)))
                .isEqualTo(hash(load(name + "(seed=2)")));
    }

    private static int hash(DataSet data) {
        if (data instanceof LabelledVectors vectors) {
            return Arrays.hashCode(vectors.test().values());
        }
        return data instanceof Text text
                ? Arrays.hashCode(text.test())
                : Arrays.hashCode(((SparseVectors) data).test().indices());
    }

    @Test
    void settingsAreKept() {
        LabelledVectors clusters = (LabelledVectors) load("synthetic(3, length=5, examples=101, separation=0)");
        assertThat(clusters.name()).isEqualTo("synthetic(classes=3,length=5,examples=101,separation=0)");
        assertThat(clusters.classes()).isEqualTo(3);
        assertThat(clusters.length()).isEqualTo(5);
        assertThat(clusters.training().size()).isEqualTo(81);
        assertThat(clusters.test().size()).isEqualTo(20);
        assertThat(clusters.test().labels()).contains(0, 1, 2);
        Text text = (Text) load("synthetic-text(characters=1000,symbols=4,order=1)");
        assertThat(text.alphabet()).isEqualTo(" abc");
        assertThat(text.training()).hasSize(900);
        assertThat(text.test()).hasSize(100);
    }

    @Test
    void settingsThatCannotBeAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> load("synthetic(classes=1)"))
                .withMessageContaining("a whole number from 2 to 10000 is expected for classes, not 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> load("synthetic(length=1000000,examples=100000)"))
                .withMessageContaining("more than 2147483639");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> load("sparse(density=0.6)"))
                .withMessageContaining("a number from 0.0 to 0.5 is expected for density, not 0.6");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> load("sparse(length=100000000,examples=100000000)"))
                .withMessageContaining("more than 2147483639");
    }

    /** The class of the nearest mean of the training examples: what a linear model can do at least. */
    @Test
    void clustersCanBeLearned() {
        LabelledVectors data = (LabelledVectors) load("synthetic");
        int length = data.length();
        double[][] means = new double[data.classes()][length];
        int[] sizes = new int[data.classes()];
        for (int i = 0; i < data.training().size(); i++) {
            int label = data.training().labels()[i];
            sizes[label]++;
            for (int j = 0; j < length; j++) {
                means[label][j] += data.training().values()[i * length + j];
            }
        }
        int right = 0;
        for (int i = 0; i < data.test().size(); i++) {
            int best = 0;
            double least = Double.MAX_VALUE;
            for (int label = 0; label < data.classes(); label++) {
                double distance = 0;
                for (int j = 0; j < length; j++) {
                    double difference = data.test().values()[i * length + j] - means[label][j] / sizes[label];
                    distance += difference * difference;
                }
                best = distance < least ? label : best;
                least = Math.min(least, distance);
            }
            right += best == data.test().labels()[i] ? 1 : 0;
        }
        assertThat(right / 400.0).isBetween(0.85, 0.99);
    }

    @Test
    void sparseVectorsAreOfUnitLengthAndCanBeLearned() {
        SparseVectors data = (SparseVectors) load("sparse(length=5000,examples=5000,density=0.01)");
        SparseVectors.Part part = data.training();
        double[] weights = new double[data.length()];
        for (int i = 0; i < part.size(); i++) {
            double squares = 0;
            double step = (part.labels()[i] == 1 ? 1 : 0) - 1 / (1 + Math.exp(-product(part, i, weights)));
            assertThat(part.starts()[i + 1] - part.starts()[i]).isEqualTo(50);
            for (int k = part.starts()[i]; k < part.starts()[i + 1]; k++) {
                assertThat(k == part.starts()[i] || part.indices()[k - 1] < part.indices()[k])
                        .isTrue();
                squares += (double) part.values()[k] * part.values()[k];
                weights[part.indices()[k]] += 3 * step * part.values()[k];
            }
            assertThat(Math.abs(squares - 1)).isLessThan(1e-5);
        }
        int right = 0;
        for (int i = 0; i < data.test().size(); i++) {
            right += product(data.test(), i, weights) > 0 == (data.test().labels()[i] == 1) ? 1 : 0;
        }
        assertThat(right / 1000.0).isBetween(0.8, 0.99);
    }

    private static double product(SparseVectors.Part part, int example, double[] weights) {
        double product = 0;
        for (int k = part.starts()[example]; k < part.starts()[example + 1]; k++) {
            product += weights[part.indices()[k]] * part.values()[k];
        }
        return product;
    }

    /** Counting what follows each pair of characters predicts the test part in about 2 bits a character. */
    @Test
    void textCanBePredictedFromTwoCharacters() {
        Text text = (Text) load("synthetic-text");
        int symbols = text.alphabet().length();
        int[][] follows = new int[symbols * symbols][symbols];
        byte[] training = text.training();
        for (int i = 2; i < training.length; i++) {
            follows[training[i - 2] * symbols + training[i - 1]][training[i]]++;
        }
        byte[] test = text.test();
        double bits = 0;
        for (int i = 2; i < test.length; i++) {
            int[] counts = follows[test[i - 2] * symbols + test[i - 1]];
            double probability =
                    (counts[test[i]] + 0.1) / (Arrays.stream(counts).sum() + 0.1 * symbols);
            bits -= Math.log(probability) / Math.log(2) / (test.length - 2);
        }
        assertThat(bits).isBetween(1.7, 2.1);
    }
}
