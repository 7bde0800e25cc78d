package org.tersegrad.contrib.feedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;
import org.tersegrad.reducers.sync.LazySteps;
import org.tersegrad.reducers.sync.ServerLinks;

/**
 * Estimators of unlike workers' mean gradient on quadratics, f_w = ½ (x − b_w)ᵀ A_w (x − b_w) with A_w diagonal in 0.05 to 1: those that
 * keep estimates reach the optimum, as far as floats allow, and the others stay away from it.
 */
class EstimatorsTest {
    private static final int WORKERS = 10;
    private static final int SIZE = 100;
    private static final double[][] A = new double[WORKERS][SIZE];
    private static final double[][] B = new double[WORKERS][SIZE];
    private static final double[] OPTIMUM = new double[SIZE];

    static {
        for (int i = 0; i < SIZE; i++) {
            double sum = 0;
            for (int w = 0; w < WORKERS; w++) {
                A[w][i] = 0.05 + 0.95 * Integer.toUnsignedLong(CounterRandom.word(w, i)) * 0x1p-32;
                B[w][i] = CounterRandom.gaussians(SIZE, 100 + w)[i];
                OPTIMUM[i] += A[w][i] * B[w][i];
                sum += A[w][i];
            }
            OPTIMUM[i] /= sum;
        }
    }

    /** The relative squared distance from the optimum, and what this worker's estimate lacks. */
    private record Reached(double distance, double lack) {}

    /** A server of clients does not know for how many workers the messages of one are averaged. */
    @ParameterizedTest
    @CsvSource({"randomk(0.1)+efbv, false", "randomk(0.1)+efbv(nu=0.5), true", "randomk(0.1)+diana, true"})
    void aServerThatKeepsEstimatesApartNeedsNu(String recipe, boolean works) {
        List<NamedTensor> tensors = List.of(new NamedTensor("x", Shape.vector(SIZE)));
        ThrowingCallable links = () -> new ServerLinks(Policy.parse(recipe), tensors, LazySteps.of(3));
        if (works) {
            assertThatCode(links).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(links)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("nu of randomk(0.1)+efbv does not follow from their number; give it");
        }
    }

    private static Reached train(String recipe, double rate, int steps) {
        return LocalGroup.run(WORKERS, group -> {
                    Reduction reduction = ReducerRecipe.parse(recipe).reduction(Shape.vector(SIZE), Seed.of(1), group);
                    double[] a = A[group.rank()];
                    double[] b = B[group.rank()];
                    double[] x = new double[SIZE];
                    float[] gradient = new float[SIZE];
                    for (int step = 0; step < steps; step++) {
                        for (int i = 0; i < SIZE; i++) {
                            gradient[i] = (float) (a[i] * (x[i] - b[i]));
                        }
                        reduction.reduce(FloatSlice.of(gradient));
                        for (int i = 0; i < SIZE; i++) {
                            x[i] -= rate * gradient[i];
                        }
                    }
                    double distance = 0;
                    double square = 0;
                    for (int i = 0; i < SIZE; i++) {
                        distance += (x[i] - OPTIMUM[i]) * (x[i] - OPTIMUM[i]);
                        square += OPTIMUM[i] * OPTIMUM[i];
                    }
                    return new Reached(distance / square, reduction.residualNorm());
                })
                .get(0);
    }

    /**
     * The figures are those of the same methods in doubles on other such quadratics, to about an order of magnitude. Floats end at some
     * 1e-14.
     */
    @ParameterizedTest
    @CsvSource({
        "dense, 0.5, 500, 0, 1e-14",
        "randomk(k=10), 0.15625, 500, 0.2, 2",
        "randomk(k=10)+diana, 0.15625, 200, 1e-11, 1e-8",
        "randomk(k=10)+diana, 0.15625, 500, 0, 1e-13",
        "randomk(k=10)+ef21, 0.15625, 50, 1e10, 1e100", // DIANA with alpha = 1
        "randomk(k=10)+efbv, 0.3, 200, 1e-10, 1e-7", // with nu of a single worker 2e-6
        "randomk(k=10)+efbv, 0.3, 500, 0, 1e-13",
        "topk(k=10)+ef21, 0.1, 300, 5e-12, 5e-10",
        "topk(k=10)+ef21, 0.1, 500, 0, 1e-13",
        "topk(k=10)+ef, 0.1, 500, 0.002, 0.05",
        "randomk(k=10)+marina(0.1), 0.26, 200, 0, 1e-12",
        "randomk(k=10)+marina(0.1), 0.26, 500, 0, 1e-13",
        "randomk(k=10)+marina(1e-9), 0.26, 500, 0.02, 0.2", // no full gradient but the first
        "permk, 0.5, 500, 0.5, 5",
        "permk+marina(0.1), 0.5, 200, 0, 1e-13",
    })
    void reaches(String recipe, double rate, int steps, double least, double most) {
        assertThat(train(recipe, rate, steps).distance).isBetween(least, most);
    }

    /** So that nothing is left to send, and no variance in what is. */
    @Test
    void shiftsBecomeTheGradientsAtTheOptimum() {
        assertThat(train("randomk(k=10)+diana", 0.15625, 20).lack).isGreaterThan(0.1);
        assertThat(train("randomk(k=10)+diana", 0.15625, 500).lack).isLessThan(1e-6);
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Mean(float[] values, long bits) {}

    private static List<Mean> means(String recipe, int workers, int steps) {
        return LocalGroup.run(workers, group -> {
                    Reduction reduction = ReducerRecipe.parse(recipe).reduction(Shape.vector(40), Seed.of(2), group);
                    List<Mean> means = new ArrayList<>();
                    for (int step = 0; step < steps; step++) {
                        float[] gradient = CounterRandom.gaussians(40, 1000L * group.rank() + step);
                        long bits = reduction.reduce(FloatSlice.of(gradient));
                        means.add(new Mean(gradient, bits));
                    }
                    return means;
                })
                .get(0);
    }

    @Test
    void fullGradientsAreExactMeans() {
        List<Mean> dense = means("dense", 3, 30);
        List<Mean> always = means("topk(k=1)+marina(1)", 3, 30);
        List<Mean> rarely = means("topk(k=1)+marina(1e-9)", 3, 30);
        List<Mean> differences = means("dense+marina(0.1)", 3, 30);
        for (int step = 0; step < 30; step++) {
            assertThat(always.get(step).values).isEqualTo(dense.get(step).values);
            assertThat(differences.get(step).values).containsExactly(dense.get(step).values, within(1e-5f));
            if (step > 0) {
                assertThat(rarely.get(step).values).isNotEqualTo(dense.get(step).values);
            }
        }
        assertThat(rarely.get(0).values).isEqualTo(dense.get(0).values);
    }

    /** All workers throw the same coin, since else they would wait for each other, and as often as p says. */
    @Test
    void coinsAreShared() {
        List<Mean> means = means("topk(k=1)+marina(0.25)", 3, 1001);
        long full = means("dense", 3, 1).get(0).bits;
        assertThat(means.stream().skip(1).filter(each -> each.bits == full)).hasSizeBetween(200, 300);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "randomk(0.1)+marina(0); p is above 0 and at most 1, this is 0",
                "topk(0.1)+ef+marina(0.1); without residual or momentum, and not through topk(0.1)+ef",
                "randomk(0.1)+diana+marina(0.1); and not through randomk(0.1)+diana",
                "permk+marina(0.1)+ef; made up for by the next full gradient",
                "permk+ef; a part is sent n times as large as it is"
            })
    void mistakesAreExplained(String recipe, String explanation) {
        assertThatThrownBy(() -> ReducerRecipe.parse(recipe))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(explanation);
    }
}
