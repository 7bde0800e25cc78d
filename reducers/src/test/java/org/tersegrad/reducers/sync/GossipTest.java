package org.tersegrad.reducers.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.RefusedException;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

class GossipTest {
    private static final Gossip RING = Gossip.on(Gossip.Graph.RING);

    private static Agreement start(Gossip gossip, String policy, int length, Collective group) {
        List<NamedTensor> tensors = List.of(new NamedTensor("x", Shape.vector(length)));
        return gossip.start(Policy.parse(policy), tensors, Seed.of(1), group);
    }

    /** The slowest mode of a ring shrinks by (1 + 2 cos(2 pi / n)) / 3 in each exchange, and the mean stays. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 8, 32})
    void aRingForgetsAsFastAsTheorySays(int workers) {
        double factor = (1 + 2 * Math.cos(2 * Math.PI / workers)) / 3;
        LocalGroup.run(workers, group -> {
            Agreement agreement = start(RING, "dense", 1, group);
            double mode = Math.cos(2 * Math.PI * group.rank() / workers);
            float[] value = {(float) (5 + mode)};
            for (int round = 0; round < 10; round++) {
                agreement.afterStep(List.of(FloatSlice.of(value)));
                mode *= factor;
                assertThat(value[0] - 5.0).isCloseTo(mode, within(2e-5));
            }
            return 0;
        });
    }

    /** CHOCO with a tenth of the elements: the mean is conserved, and all come to it. */
    @Test
    void compressedModelsComeTogetherAndKeepTheirMean() {
        int workers = 6;
        int size = 40;
        float[] models = CounterRandom.gaussians(workers * size, 3);
        double[] means = means(models, workers, size);
        double before = distance(models, means, size);
        LocalGroup.run(workers, group -> {
            Agreement agreement = start(RING.withGamma(0.2f), "topk(0.1)", size, group);
            FloatSlice own = new FloatSlice(models, group.rank() * size, size);
            for (int round = 0; round < 600; round++) {
                agreement.afterStep(List.of(own));
            }
            return 0;
        });
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

    /** Of all models, in every step, whatever the graph and the policy. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"RING; dense", "COMPLETE; dense", "MATCHING; dense", "RING; qsgd(4bit)", "COMPLETE; topk(0.2)"})
    void anExchangeKeepsTheMean(Gossip.Graph graph, String policy) {
        int workers = 5;
        LocalGroup.run(workers, group -> {
            Agreement agreement = start(Gossip.on(graph), policy, 12, group);
            float[] own = CounterRandom.gaussians(12, group.rank());
            for (int round = 0; round < 20; round++) {
                float[] before = own.clone();
                group.allReduceSum(FloatSlice.of(before));
                agreement.afterStep(List.of(FloatSlice.of(own)));
                float[] after = own.clone();
                group.allReduceSum(FloatSlice.of(after));
                assertThat(after).containsExactly(before, within(1e-5f));
            }
            return 0;
        });
    }

    /** All models of a complete graph are the mean after one exchange. */
    @Test
    void theCompleteGraphIsAnAverage() {
        List<float[]> models = LocalGroup.run(4, group -> {
            float[] own = {group.rank(), 2};
            start(Gossip.on(Gossip.Graph.COMPLETE), "dense", 2, group).afterStep(List.of(FloatSlice.of(own)));
            return own;
        });
        assertThat(models).allSatisfy(model -> assertThat(model).containsExactly(1.5f, 2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"RING; dense", "MATCHING; dense", "RING; qsgd(4bit)", "RING; randomk(0.3,scaled=false)"})
    void aRestoredStateGoesOnWithTheSameBits(Gossip.Graph graph, String policy) {
        LocalGroup.run(5, group -> {
            Agreement whole = start(Gossip.on(graph), policy, 9, group);
            Agreement restored = start(Gossip.on(graph), policy, 9, group);
            float[] own = CounterRandom.gaussians(9, group.rank());
            for (int step = 0; step < 7; step++) {
                whole.afterStep(List.of(FloatSlice.of(own)));
            }
            ByteBuffer state = ByteBuffer.allocate(whole.stateBytes());
            whole.save(state);
            restored.restore(state.flip());
            float[] same = own.clone();
            for (int step = 0; step < 5; step++) {
                whole.afterStep(List.of(FloatSlice.of(own)));
                restored.afterStep(List.of(FloatSlice.of(same)));
                assertThat(same).isEqualTo(own);
            }
            return 0;
        });
    }

    /** With another partner in each step, what one worker knows reaches all. */
    @Test
    void aMatchingReachesAll() {
        LocalGroup.run(6, group -> {
            Agreement agreement = start(Gossip.on(Gossip.Graph.MATCHING), "dense", 1, group);
            float[] own = {group.rank()};
            for (int step = 0; step < 80; step++) {
                agreement.afterStep(List.of(FloatSlice.of(own)));
            }
            assertThat(own[0]).isCloseTo(2.5f, within(1e-3f));
            return 0;
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"dense", "topk(0.5)"})
    void aModelThatIsNotFiniteReachesNoNeighbour(String policy) {
        LocalGroup.run(4, group -> {
            Agreement agreement = start(RING, policy, 2, group);
            float[] own = {group.rank() == 2 ? Float.NaN : 1, 1};
            assertThatThrownBy(() -> agreement.afterStep(List.of(FloatSlice.of(own))))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("worker 2 refused: tensor x: element 0");
            assertThat(own[1]).isEqualTo(1);
            own[0] = 1;
            return agreement.afterStep(List.of(FloatSlice.of(own)));
        });
    }
}
