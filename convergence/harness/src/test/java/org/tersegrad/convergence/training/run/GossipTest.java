package org.tersegrad.convergence.training.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Evaluation;
import org.tersegrad.convergence.training.Optimizer;
import org.tersegrad.convergence.training.Partition;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.comparison.Comparison;
import org.tersegrad.convergence.training.sync.Synchronizations;
import org.tersegrad.reducers.sync.Gossip;

class GossipTest {
    private static final Problem PROBLEM = Models.make("mlp(16)", () -> DataSets.load("digits", Path.of("none")));
    private static final Settings SETTINGS = new Settings(5, 9, 4, 0.05f, 0f, Optimizer.SGD, Partition.iid());

    private static List<Evaluation> train(String synchronization, String recipe) {
        return Comparison.of(PROBLEM)
                .settings(SETTINGS.withSynchronization(Synchronizations.parse(synchronization)))
                .seeds(1)
                .with(recipe + "@0.05")
                .run()
                .evaluations();
    }

    private static Evaluation last(List<Evaluation> evaluations) {
        return evaluations.get(evaluations.size() - 1);
    }

    /** Without momentum, a mean of models after one step each is a step along the mean gradient. */
    @Test
    void theCompleteGraphIsAnAllReduce() {
        List<Evaluation> bsp = train("bsp", "dense");
        List<Evaluation> complete = train("gossip(complete)", "dense");
        for (int i = 0; i < bsp.size(); i++) {
            double loss = bsp.get(i).test().loss();
            assertThat(complete.get(i).test().loss()).isCloseTo(loss, within(1e-3 * loss));
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
        assertThat(last(evaluations).test().accuracy()).isGreaterThan(0.6);
        assertThat(Timeless.of(train(synchronization, recipe))).isEqualTo(Timeless.of(evaluations));
    }

    /** A ring sends its model to two neighbours, and a matching of five to one, four times of five. */
    @Test
    void bitsAreThoseToTheNeighbours() {
        long model = Float.SIZE * (long) PROBLEM.parameters();
        Evaluation ring = last(train("gossip(ring)", "dense"));
        assertThat(ring.bits().sent()).isEqualTo(2 * model * ring.step());
        Evaluation matching = last(train("gossip(matching)", "dense"));
        assertThat(matching.bits().sent()).isCloseTo(4 * model * matching.step() / 5, within(1L));
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
