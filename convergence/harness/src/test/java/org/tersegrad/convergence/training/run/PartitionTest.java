package org.tersegrad.convergence.training.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.data.DataSets;
import org.tersegrad.convergence.model.Models;
import org.tersegrad.convergence.model.Problem;
import org.tersegrad.convergence.training.Partition;

class PartitionTest {
    private static final Problem PROBLEM =
            Models.make("softmax", () -> DataSets.load("synthetic(classes=5,length=4,examples=1000)", Path.of("none")));

    @ParameterizedTest
    @ValueSource(strings = {"iid", "dirichlet(100)", "dirichlet(1)", "dirichlet(0.1)", "dirichlet(0.001)"})
    void everyExampleHasOneWorkerAndEveryWorkerAnExample(String text) {
        Partition partition = Partition.parse(text);
        assertThat(partition).hasToString(text);
        List<int[]> shards = partition.shards(PROBLEM, 8, Seed.of(3));
        assertThat(shards).hasSize(8).allMatch(shard -> shard.length > 0);
        assertThat(shards.stream().flatMapToInt(IntStream::of).sorted().toArray())
                .isEqualTo(IntStream.range(0, PROBLEM.examples()).toArray());
        assertThat(partition.shards(PROBLEM, 8, Seed.of(3)))
                .usingRecursiveComparison()
                .isEqualTo(shards);
    }

    @Test
    void iidIsEven() {
        assertThat(Partition.iid().shards(PROBLEM, 7, Seed.of(3)))
                .allMatch(shard -> Math.abs(shard.length - PROBLEM.examples() / 7.0) < 1);
    }

    /** The mean share of a worker in its most frequent class: a fifth if all is even, near 1 if workers hardly share classes. */
    private static double oneSidedness(double alpha) {
        return Partition.dirichlet(alpha).shards(PROBLEM, 5, Seed.of(3)).stream()
                .mapToDouble(shard -> {
                    int[] counts = new int[5];
                    for (int example : shard) {
                        counts[PROBLEM.label(example)]++;
                    }
                    return (double) IntStream.of(counts).max().orElseThrow() / shard.length;
                })
                .average()
                .orElseThrow();
    }

    @Test
    void theSmallerAlphaTheMoreWorkersDiffer() {
        assertThat(oneSidedness(1000)).isBetween(0.2, 0.3);
        assertThat(oneSidedness(0.5)).isBetween(0.35, 0.75);
        assertThat(oneSidedness(0.01)).isGreaterThan(0.75);
    }

    @Test
    void anEpochSeesEveryExampleOnce() {
        int[] shard = {3, 1, 4, 1, 5, 9, 2, 6};
        Batches batches = new Batches(shard, 2, 4, Seed.of(1));
        int[] seen = IntStream.range(0, 4)
                .flatMap(step -> IntStream.of(batches.of(step).clone()))
                .sorted()
                .toArray();
        assertThat(seen).containsExactly(1, 1, 2, 3, 4, 5, 6, 9);
        int[] fifth = batches.of(4).clone();
        batches.of(0);
        assertThat(batches.of(4)).isEqualTo(fifth);
    }

    /** Another variant in another epoch, whichever worker has the example. */
    @Test
    void variantsDependOnExampleAndEpoch() {
        Seed variants = Seed.of(5);
        Batches.Drawing drawing = (example, seed) -> example + 10 * (int) (seed.value() >>> 40);
        int[] shard = {3, 1, 4};
        Batches one = new Batches(shard, 3, 1, Seed.of(1), drawing, variants);
        Batches other = new Batches(shard, 3, 1, Seed.of(2), drawing, variants);
        for (int epoch = 0; epoch < 3; epoch++) {
            int[] expected = new int[shard.length];
            for (int i = 0; i < shard.length; i++) {
                expected[i] = drawing.draw(shard[i], variants.fork(epoch));
            }
            assertThat(one.of(epoch)).containsExactlyInAnyOrder(expected);
            assertThat(other.of(epoch)).containsExactlyInAnyOrder(expected);
        }
    }
}
