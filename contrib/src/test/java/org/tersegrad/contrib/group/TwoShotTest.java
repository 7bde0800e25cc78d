package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.Hierarchical;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.Server;
import org.tersegrad.reducers.group.LocalGroup;

/** Reduce-scatter and all-gather of payloads, and servers. */
@Tag("any-jdk")
class TwoShotTest {
    private static float[] gradient(int size, int worker, int step) {
        return CounterRandom.gaussians(size, 1000L * worker + step);
    }

    private static List<float[]> means(String recipe, int workers, int size, int step) {
        Reducer reducer = ReducerRecipe.parse(recipe);
        return LocalGroup.run(workers, group -> {
            float[] mean = gradient(size, group.rank(), step);
            reducer.reduction(Shape.vector(size), Seed.of(7 + step), group).reduce(FloatSlice.of(mean));
            return mean;
        });
    }

    /** The definition, written out with nothing but compressors that round nothing at random. */
    @ParameterizedTest
    @ValueSource(strings = {"topk(0.25)", "sign", "bf16", "int8(nearest)"})
    void isWhatItsDefinitionSays(String recipe) {
        for (int workers : new int[] {2, 3, 5}) {
            int size = 103;
            float[] expected = new float[size];
            for (int p = 0; p < workers; p++) {
                int from = size * p / workers;
                float[] mean = new float[size * (p + 1) / workers - from];
                for (int w = 0; w < workers; w++) {
                    float[] part = new float[mean.length];
                    System.arraycopy(gradient(size, w, 0), from, part, 0, part.length);
                    Payload sent = Recipe.parse(recipe).compress(part);
                    sent.addTo(FloatSlice.of(mean), 1f / workers);
                }
                float[] taken = Recipe.parse(recipe).compress(mean).decompress();
                System.arraycopy(taken, 0, expected, from, taken.length);
            }
            for (float[] mean : means(recipe + "+twoshot", workers, size, 0)) {
                assertThat(mean).isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"int8", "qsgd(4bit)", "sign", "topk(0.1)", "lowrank(2)", "topk(0.1)+ef21", "sign+ef"})
    void oneWorkerIsTheCompressor(String recipe) {
        Shape shape = new Shape(20, 30);
        Reducer gather = new Gather(Recipe.parse(recipe));
        Reducer twoShot = ReducerRecipe.parse(recipe + "+twoshot");
        LocalGroup.run(1, group -> {
            Reduction expected = gather.reduction(shape, Seed.of(5), group);
            Reduction actual = twoShot.reduction(shape, Seed.of(5), group);
            for (int step = 0; step < 5; step++) {
                float[] a = gradient(600, 0, step);
                float[] b = a.clone();
                expected.reduce(FloatSlice.of(a));
                assertThat(actual.reduce(FloatSlice.of(b))).isZero();
                assertThat(b).isEqualTo(a);
            }
            return 0;
        });
    }

    /** More workers than elements, one element, none. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 6, 7, 8, 1000})
    void anyLengthAndAnyNumberOfWorkers(int size) {
        for (int workers : new int[] {1, 2, 7}) {
            for (String recipe : List.of("dense+twoshot", "server(up=dense,down=dense)", "dense+hierarchical(3)")) {
                List<float[]> means = means(recipe, workers, size, 0);
                for (int i = 0; i < size; i++) {
                    double exact = 0;
                    for (int w = 0; w < workers; w++) {
                        exact += gradient(size, w, 0)[i] / (double) workers;
                    }
                    assertThat((double) means.get(workers - 1)[i]).isCloseTo(exact, within(1e-6));
                }
                assertThat(means).allSatisfy(mean -> assertThat(mean).isEqualTo(means.get(0)));
            }
        }
    }

    /** Bits of a worker: 2 b d (n − 1) / n, and the headers of 2 (n − 1) messages. */
    @Test
    void trafficDoesNotGrowWithTheGroup() {
        int size = 1 << 14;
        for (int workers : new int[] {2, 4, 16}) {
            Reducer twoShot = ReducerRecipe.parse("bf16");
            List<Long> bits = LocalGroup.run(
                    workers,
                    group -> twoShot.reduction(Shape.vector(size), Seed.of(1), group)
                            .reduce(FloatSlice.of(gradient(size, group.rank(), 0))));
            long expected = 2L * 16 * size * (workers - 1) / workers + 2L * (workers - 1) * 8 * Payload.HEADER_BYTES;
            assertThat(bits).allMatch(each -> each == expected);
        }
    }

    /** The mean over many seeds is the mean of the gradients, within five standard errors of all elements together. */
    @ParameterizedTest
    @ValueSource(strings = {"int4+twoshot", "terngrad+twoshot", "bf16(stochastic)", "server(up=int4,down=terngrad)"})
    void unbiasedStaysUnbiased(String recipe) {
        int size = 40;
        int trials = 3000;
        Reducer reducer = ReducerRecipe.parse(recipe);
        double[] sums = new double[size];
        double[] squares = new double[size];
        LocalGroup.run(3, group -> {
            Reduction reduction = reducer.reduction(Shape.vector(size), Seed.of(11), group);
            for (int trial = 0; trial < trials; trial++) {
                float[] mean = gradient(size, group.rank(), 0);
                reduction.reduce(FloatSlice.of(mean));
                for (int i = 0; i < size && group.rank() == 0; i++) {
                    sums[i] += mean[i];
                    squares[i] += (double) mean[i] * mean[i];
                }
            }
            return 0;
        });
        double chi = 0;
        for (int i = 0; i < size; i++) {
            double exact = 0;
            for (int w = 0; w < 3; w++) {
                exact += gradient(size, w, 0)[i] / 3.0;
            }
            double mean = sums[i] / trials;
            double variance = Math.max(squares[i] / trials - mean * mean, 1e-14);
            chi += (mean - exact) * (mean - exact) / (variance / trials);
        }
        // Chi squared of 40 degrees: 40 and a standard deviation of 9.
        assertThat(chi).isLessThan(40 + 6 * 9);
    }

    /** Everything taken + mean of residuals = mean of everything produced. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sign+ef+twoshot",
                "int4+ef+twoshot",
                "twoshot(up=topk(0.05)+ef,down=sign+ef)",
                "twoshot(up=topk(0.05)+ef,down=dense)",
                "twoshot(up=dense,down=topk(0.05)+ef)",
                "server(up=topk(0.05)+ef,down=sign+ef)",
                "server(up=sign+ef,down=topk(0.1)+ef,sharded=true)",
                "topk(0.05)+ef+hierarchical(2)",
                "powersgd(1)+ef+hierarchical(3)",
                "arctopk(0.1)+ef"
            })
    void takenPlusResidualsIsProduced(String recipe) {
        Shape shape = new Shape(23, 19);
        int steps = 40;
        Reducer reducer = ReducerRecipe.parse(recipe);
        for (int workers : new int[] {2, 4, 5}) {
            double[] difference = new double[shape.size()];
            LocalGroup.run(workers, group -> {
                Reduction reduction = reducer.reduction(shape, Seed.of(3), group);
                double[] open = new double[shape.size()];
                for (int step = 0; step < steps; step++) {
                    float[] gradient = gradient(shape.size(), group.rank(), step);
                    for (int i = 0; i < open.length; i++) {
                        open[i] += gradient[i];
                    }
                    reduction.reduce(FloatSlice.of(gradient));
                    for (int i = 0; i < open.length; i++) {
                        open[i] -= gradient[i];
                    }
                }
                float[] residual = new float[shape.size()];
                reduction.addResidualTo(FloatSlice.of(residual), 1f);
                synchronized (difference) {
                    for (int i = 0; i < open.length; i++) {
                        difference[i] += (open[i] - residual[i]) / workers;
                    }
                }
                return 0;
            });
            for (double each : difference) {
                assertThat(each).as("%s, %d workers", recipe, workers).isCloseTo(0, within(2e-4));
            }
        }
    }

    /** A round without workers 1 and 2: the mean is worker 0's, and what the others owe waits or is dropped. */
    @Test
    void whoIsAbsentKeepsItsResidualOrDropsIt() {
        for (Server.Absent absent : Server.Absent.values()) {
            Server server =
                    new Server(Recipe.parse("topk(k=1)+ef"), Recipe.parse("dense")).withParticipation(1, absent);
            LocalGroup.run(3, group -> {
                Server.ServerReduction reduction = server.reduction(Shape.vector(3), Seed.of(1), group);
                float[] mean = {3, 2, 1};
                reduction.reduce(FloatSlice.of(mean));
                assertThat(mean).containsExactly(3, 0, 0);
                assertThat(reduction.residualNorm()).isCloseTo(Math.sqrt(5), within(1e-6));
                float[] second = {0, 0, 0};
                if (group.rank() == 0) {
                    reduction.reduce(FloatSlice.of(second));
                } else {
                    reduction.reduceAbsent(FloatSlice.of(second));
                    double expected = absent == Server.Absent.WAIT ? Math.sqrt(5) : 0;
                    assertThat(reduction.residualNorm()).isCloseTo(expected, within(1e-6));
                }
                assertThat(second).containsExactly(0, 2, 0);
                float[] third = {0, 0, 0};
                reduction.reduce(FloatSlice.of(third));
                assertThat(third[1]).isCloseTo(absent == Server.Absent.WAIT ? 4f / 3 : 0f, within(1e-6f));
                assertThat(third[2]).isCloseTo(1f / 3, within(1e-6f));
                return 0;
            });
        }
    }

    @Test
    void aRoundWithoutAnybodySendsTheServersResidual() {
        Server server = new Server(Recipe.parse("dense"), Recipe.parse("topk(k=1)+ef"));
        LocalGroup.run(2, group -> {
            Server.ServerReduction reduction = server.reduction(Shape.vector(2), Seed.of(1), group);
            float[] mean = {5, 3};
            reduction.reduce(FloatSlice.of(mean));
            assertThat(mean).containsExactly(5, 0);
            reduction.reduceAbsent(FloatSlice.of(mean));
            assertThat(mean).containsExactly(0, 3);
            return 0;
        });
    }

    /** Each worker is drawn as often as the others, and as many in each round as the share says. */
    @Test
    void participationIsEven() {
        Server server =
                new Server(Recipe.parse("dense"), Recipe.parse("dense")).withParticipation(0.5, Server.Absent.WAIT);
        int rounds = 600;
        List<Integer> counts = LocalGroup.run(6, group -> {
            Server.ServerReduction reduction = server.reduction(Shape.vector(1), Seed.of(2), group);
            int drawn = 0;
            for (int round = 0; round < rounds; round++) {
                drawn += reduction.isDrawn() ? 1 : 0;
                float[] mean = {1};
                reduction.reduce(FloatSlice.of(mean));
                assertThat(mean[0]).isEqualTo(1f);
            }
            return drawn;
        });
        assertThat(counts.stream().mapToInt(each -> each).sum()).isEqualTo(3 * rounds);
        assertThat(counts).allMatch(each -> Math.abs(each - rounds / 2) < 6 * Math.sqrt(rounds * 0.25));
    }

    @Test
    void bitsBetweenNodesAreThoseOfTheirFirstWorkers() {
        Hierarchical reducer = (Hierarchical) ReducerRecipe.parse("bf16+hierarchical(2)");
        List<Long> between = LocalGroup.run(4, group -> {
            Hierarchical.HierarchicalReduction reduction = reducer.reduction(Shape.vector(1000), Seed.of(1), group);
            long bits = reduction.reduce(FloatSlice.of(gradient(1000, group.rank(), 0)));
            assertThat(bits).isLessThanOrEqualTo(group.bitsSent());
            return reduction.bitsBetween();
        });
        long expected = 16 * 1000 + 2 * 8 * Payload.HEADER_BYTES;
        assertThat(between).containsExactly(expected, 0L, expected, 0L);
    }

    /** A wrapper that takes NaN takes it in two shots, too; else the element of the whole tensor is named. */
    @Test
    void whatIsNotFinite() {
        Reducer taking = ReducerRecipe.parse("dense+nonfinite(zero)+twoshot");
        Reducer refusing = ReducerRecipe.parse("sign+ef+twoshot");
        LocalGroup.run(2, group -> {
            float[] gradient = {1, 2, 3, Float.NaN};
            taking.reduction(Shape.vector(4), Seed.of(1), group).reduce(FloatSlice.of(gradient));
            assertThat(gradient).containsExactly(1, 2, 3, 0);
            gradient[3] = Float.NaN;
            Reduction reduction = refusing.reduction(Shape.vector(4), Seed.of(1), group);
            assertThatThrownBy(() -> reduction.reduce(FloatSlice.of(gradient)))
                    .hasMessageStartingWith("element 3 of the gradient is NaN");
            assertThat(reduction.residualNorm()).isZero();
            return 0;
        });
    }

    @Test
    void lowRankSaysThatPartsAreVectors() {
        assertThat(ReducerRecipe.parse("lowrank(2)+twoshot")
                        .traits(Shape.vector(1000))
                        .caution())
                .isPresent();
        assertThat(ReducerRecipe.parse("int8+twoshot")
                        .traits(Shape.vector(1000))
                        .caution())
                .isEmpty();
        assertThat(ReducerRecipe.parse("dense+twoshot")
                        .traits(Shape.vector(1000))
                        .caution())
                .isEmpty();
    }
}
