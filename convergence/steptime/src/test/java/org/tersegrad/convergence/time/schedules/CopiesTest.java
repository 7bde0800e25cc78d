package org.tersegrad.convergence.time.schedules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Costs;
import org.tersegrad.convergence.time.Dense;
import org.tersegrad.convergence.time.Event.Lane;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.Timeline;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.recorded.RecipeCosts;
import org.tersegrad.reducers.model.Policy;

/** Copies between device, host and network: three lanes. */
class CopiesTest {
    /** One byte for each element between two workers: 8 bits of 1 us. */
    private static final Costs BYTES =
            tensor -> new Cost(tensor.elements(), List.of(new Call(Call.Kind.DIRECT, tensor.elements(), 2)), 0, 0);

    private static Profile tensors(int count, int elements) {
        List<ProfileTensor> tensors = IntStream.range(0, count)
                .mapToObj(i -> new ProfileTensor("t" + i, Shape.vector(elements), 0))
                .toList();
        return new Profile("tensors", tensors, 0, 0);
    }

    /** 5000 elements: 5 ms of wire at 8 Mbit/s, 2 ms of copy at 80 Mbit/s, and so 2 + 5 + 2 + 3 x 5 ms, not 36. */
    @Test
    void equalGroupsAreAPipelineOfThreeLanes() {
        Network network = Network.parse("alpha=0s,bandwidth=8Mbit,workers=2,copy=80Mbit");
        Step step = new Step(tensors(4, 5000), BYTES, network, Collectives.usual());
        Timeline timeline = new WaitFree().timeline(step);
        assertThat(timeline.secondsPerStep()).isCloseTo(24e-3, within(1e-12));
        for (Lane lane : List.of(Lane.COPY_DOWN, Lane.NETWORK, Lane.COPY_UP)) {
            assertThat(timeline.lane(lane)).hasSize(4);
        }
        assertThat(new NoOverlap().timeline(step).secondsPerStep()).isCloseTo(36e-3, within(1e-12));
        assertThat(new LocalSteps(1).timeline(step).secondsPerStep()).isCloseTo(36e-3, within(1e-12));
    }

    /** What the copies are slowest at decides. */
    @Test
    void slowCopiesAreTheBottleneck() {
        Network network = Network.parse("alpha=0s,bandwidth=80Mbit,workers=2,copy=32Mbit");
        Step step = new Step(tensors(4, 5000), BYTES, network, Collectives.usual());
        assertThat(new WaitFree().timeline(step).secondsPerStep())
                .isCloseTo((5 + 0.5 + 5 + 3 * 5) * 1e-3, within(1e-12));
    }

    /** Slower copies take more time, and the best groups are never worse than one. */
    @Test
    void slowerCopiesNeverMakeAStepFaster() {
        for (long seed = 0; seed < 50; seed++) {
            Step step = RandomSteps.compressed(seed, 8);
            for (Grouped schedule : List.of(new NoOverlap(), new WaitFree(), new Fused(1))) {
                double before = schedule.timeline(step.on(step.network().withCopies(1e30)))
                        .secondsPerStep();
                for (double bandwidth : new double[] {1e11, 1e10, 1e9}) {
                    Step slow = step.on(step.network().withCopies(bandwidth));
                    double seconds = schedule.timeline(slow).secondsPerStep();
                    assertThat(seconds).isGreaterThan(before);
                    assertThat(new BestMerging().timeline(slow).secondsPerStep())
                            .isLessThanOrEqualTo(new NoOverlap().timeline(slow).secondsPerStep());
                    before = seconds;
                }
                assertThat(schedule.timeline(step.on(step.network().withCopies(Double.POSITIVE_INFINITY))))
                        .isEqualTo(schedule.timeline(step));
            }
        }
    }

    /** Floats as they are leave the device without a copy. */
    @Test
    void plainFloatsAreNotCopied() {
        Network network = Network.parse("1gbe,workers=4");
        Step step = new Step(tensors(3, 1000), new Dense(4), network, Collectives.usual());
        Step copying = step.on(network.withCopies(1e6));
        assertThat(new WaitFree().timeline(copying)).isEqualTo(new WaitFree().timeline(step));
    }

    /**
     * The communication of gTop-k that S. Shi et al. (arXiv 1901.04359) published for 1 Gbit/s, from one constant: the 150 MB/s that the cell of
     * VGG-16 with 4 workers gives. Without copies the model is several times too fast.
     */
    @ParameterizedTest
    @CsvSource({"14728266, 0.81", "60965224, 3.36", "25557032, 1.42"})
    void publishedCommunicationOfGlobalTopKIsThatOfCopies(int elements, double published) {
        for (int workers : new int[] {4, 8, 16, 32}) {
            Network network = Network.parse("1gbe,copy=1.2Gbit", workers);
            Step step = new Step(
                    tensors(1, elements),
                    RecipeCosts.bytesOnly(Policy.parse("gtopk(0.001)"), workers),
                    network,
                    Collectives.usual());
            double seconds = new NoOverlap().timeline(step).secondsPerStep();
            double without = new NoOverlap().timeline(step.withoutCopies()).secondsPerStep();
            assertThat(seconds / published).as("%d workers", workers).isBetween(0.85, 1.15);
            assertThat(without / published).isLessThan(0.2);
        }
    }
}
