package org.tersegrad.convergence.training.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.comparison.Comparison;
import org.tersegrad.convergence.training.sync.Gossip;
import org.tersegrad.convergence.training.sync.Synchronization;

class GossipTest {
    private static final Problem PROBLEM = Models.make("mlp(16)", () -> DataSets.load("digits", Path.of("none")));
    private static final Settings SETTINGS = new Settings(5, 9, 4, 0.05f, 0f, Optimizer.SGD, Partition.iid());
    private static final Gossip RING = new Gossip(Gossip.Graph.RING, 0.1f);

    private static List<Evaluation> train(String synchronization, String recipe) {
        return Comparison.of(PROBLEM)
                .settings(SETTINGS.withSynchronization(Synchronization.parse(synchronization)))
                .seeds(1)
                .with(recipe + "@0.05")
                .run()
                .evaluations();
    }

    private static Evaluation last(List<Evaluation> evaluations) {
        return evaluations.get(evaluations.size() - 1);
    }

    /** All workers of a graph, in one place. */
    private static void exchange(Gossip gossip, List<? extends GossipTensor> workers) {
        List<ByteBuffer> messages = new ArrayList<>();
        for (GossipTensor worker : workers) {
            ByteBuffer message = ByteBuffer.allocate(worker.maxBytes());
            worker.write(message);
            messages.add(message.flip());
        }
        for (int rank = 0; rank < workers.size(); rank++) {
            int[] around = gossip.around(rank, workers.size(), 0, Seed.of(1));
            for (int neighbour : around) {
                workers.get(rank).take(neighbour, messages.get(neighbour).duplicate());
            }
            workers.get(rank).mix(around);
        }
    }

    /** The slowest mode of a ring shrinks by (1 + 2 cos(2 pi / n)) / 3 in each exchange, and the mean stays. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 8, 32})
    void aRingForgetsAsFastAsTheorySays(int workers) {
        float[] values = new float[workers];
        List<ExactGossip> ring = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            values[i] = (float) (5 + Math.cos(2 * Math.PI * i / workers));
            ring.add(new ExactGossip(new FloatSlice(values, i, 1)));
        }
        double factor = (1 + 2 * Math.cos(2 * Math.PI / workers)) / 3;
        double expected = 1;
        for (int round = 0; round < 10; round++) {
            exchange(RING, ring);
            expected *= factor;
            for (int i = 0; i < workers; i++) {
                double mode = expected * Math.cos(2 * Math.PI * i / workers);
                assertThat(values[i] - 5.0).isCloseTo(mode, within(2e-5));
            }
        }
    }

    /** CHOCO with a tenth of the elements: the mean is conserved, and all come to it. */
    @Test
    void compressedModelsComeTogetherAndKeepTheirMean() {
        int workers = 6;
        int size = 40;
        float[] models = CounterRandom.gaussians(workers * size, 3);
        double[] means = means(models, workers, size);
        List<CompressedGossip> ring = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            ring.add(new CompressedGossip(
                    Recipe.parse("topk(0.1)"),
                    Shape.vector(size),
                    new FloatSlice(models, i * size, size),
                    0.2f,
                    i,
                    RING.around(i, workers, 0, Seed.of(1)),
                    Seed.of(i)));
        }
        double before = distance(models, means, size);
        for (int round = 0; round < 600; round++) {
            exchange(RING, ring);
        }
        double[] after = means(models, workers, size);
        for (int i = 0; i < size; i++) {
            assertThat(after[i]).isCloseTo(means[i], within(1e-4));
        }
        assertThat(distance(models, means, size)).isLessThan(1e-3 * before);
    }

    private static double[] means(float[] models, int workers, int size) {
        double[] means = new double[size];
        for (int i = 0; i < models.length; i++) {
            means[i % size] += models[i] / workers;
        }
        return means;
    }

    private static double distance(float[] models, double[] means, int size) {
        double squares = 0;
        for (int i = 0; i < models.length; i++) {
            double difference = models[i] - means[i % size];
            squares += difference * difference;
        }
        return Math.sqrt(squares);
    }

    /** Without momentum, a mean of models after one step each is a step along the mean gradient. */
    @Test
    void theCompleteGraphIsAnAllReduce() {
        List<Evaluation> bsp = train("bsp", "dense");
        List<Evaluation> complete = train("gossip(complete)", "dense");
        for (int i = 0; i < bsp.size(); i++) {
            double loss = bsp.get(i).testLoss();
            assertThat(complete.get(i).testLoss()).isCloseTo(loss, within(1e-3 * loss));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "gossip(ring); dense",
                "gossip(matching); dense",
                "gossip(ring,gamma=0.2); topk(0.1)",
                "gossip(ring); int8"
            })
    void learns(String synchronization, String recipe) {
        List<Evaluation> evaluations = train(synchronization, recipe);
        assertThat(last(evaluations).testAccuracy()).isGreaterThan(0.6);
        assertThat(Timeless.of(train(synchronization, recipe))).isEqualTo(Timeless.of(evaluations));
    }

    /** A ring sends its model to two neighbours, and a matching of five to one, four times of five. */
    @Test
    void bitsAreThoseToTheNeighbours() {
        long model = Float.SIZE * (long) PROBLEM.parameters();
        Evaluation ring = last(train("gossip(ring)", "dense"));
        assertThat(ring.bitsSent()).isEqualTo(2 * model * ring.step());
        Evaluation matching = last(train("gossip(matching)", "dense"));
        assertThat(matching.bitsSent()).isCloseTo(4 * model * matching.step() / 5, within(1L));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    void neighboursAreMutual(int workers) {
        for (Gossip.Graph graph : Gossip.Graph.values()) {
            Gossip gossip = new Gossip(graph, 1);
            for (int step = 0; step < 5; step++) {
                for (int rank = 0; rank < workers; rank++) {
                    int[] around = gossip.around(rank, workers, step, Seed.of(9));
                    assertThat(around).isSorted().doesNotHaveDuplicates().contains(rank);
                    for (int neighbour : around) {
                        assertThat(gossip.around(neighbour, workers, step, Seed.of(9)))
                                .contains(rank);
                    }
                    int degree = Math.min(workers - 1, graph == Gossip.Graph.RING ? 2 : workers);
                    assertThat(around.length - 1)
                            .isEqualTo(graph == Gossip.Graph.MATCHING ? Math.min(around.length - 1, 1) : degree);
                }
            }
        }
        int alone = (int) Arrays.stream(range(workers))
                .filter(rank -> new Gossip(Gossip.Graph.MATCHING, 1).around(rank, workers, 0, Seed.of(9)).length == 1)
                .count();
        assertThat(alone).isEqualTo(workers % 2);
    }

    private static int[] range(int count) {
        int[] numbers = new int[count];
        Arrays.setAll(numbers, i -> i);
        return numbers;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "gossip(ring); topk(0.1)+ef; has no residual",
                "gossip(ring); vote; and not with vote",
                "gossip(matching); topk(0.1); is for dense",
                "gossip(ring,gamma=2); dense; gamma is above 0 and at most 1",
                "gossip(star); dense; star"
            })
    void mistakesAreExplained(String synchronization, String recipe, String message) {
        assertThatThrownBy(() -> train(synchronization, recipe)).hasMessageContaining(message);
    }
}
