package org.tersegrad.convergence.time.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.convergence.time.Link;

class FlowSimulatorTest {
    private static final Offset<Double> EXACT = within(1e-9);

    private static FlowSimulator links(double... capacities) {
        return new FlowSimulator(capacities);
    }

    @Test
    void equalFlowsOnOneLinkEndTogetherAfterOneEvent() {
        for (int flows : new int[] {1, 3, 100, 1000}) {
            FlowSimulator simulator = links(10);
            for (int i = 0; i < flows; i++) {
                simulator.add(0, 7, 0);
            }
            double[] expected = new double[flows];
            Arrays.fill(expected, flows * 7 / 10.0);
            assertThat(simulator.run()).containsExactly(expected, within(1e-12 * flows));
            assertThat(simulator.events()).isEqualTo(1);
        }
    }

    @Test
    void theShortestEndsFirstAndLeavesItsShareToOthers() {
        FlowSimulator simulator = links(10);
        for (int bytes = 100; bytes <= 400; bytes += 100) {
            simulator.add(0, bytes, 0);
        }
        assertThat(simulator.run()).containsExactly(new double[] {40, 70, 90, 100}, EXACT);
    }

    /** Rates 2, 8, 2, 2; d ends at 3 s. */
    @Test
    void aFlowThatIsHeldBackElsewhereLeavesTheRestOfItsLink() {
        FlowSimulator simulator = links(10, 6);
        simulator.add(0, 12, 0, 1);
        simulator.add(0, 40, 0);
        simulator.add(0, 12, 1);
        simulator.add(0, 6, 1);
        assertThat(simulator.run()).containsExactly(new double[] {5, 5.2, 5, 3}, EXACT);
    }

    /** Alone for 2 s, then half of the link until the first has ended: 60 left, 12 s. */
    @Test
    void aLaterFlowTakesItsShareWhenItStarts() {
        FlowSimulator simulator = links(10);
        simulator.add(2, 80, 0);
        simulator.add(0, 80, 0);
        assertThat(simulator.run()).containsExactly(new double[] {16, 14}, EXACT);
        FlowSimulator apart = links(10);
        apart.add(100, 10, 0);
        apart.add(0, 10, 0);
        apart.add(3, 0, 0);
        apart.add(4, 10);
        assertThat(apart.run()).containsExactly(new double[] {101, 1, 3, 4}, EXACT);
    }

    /** In a max-min fair allocation each flow has a full link on which no other is faster. */
    @Test
    void eachFlowHasABottleneck() {
        Random random = new Random(7);
        for (int round = 0; round < 50; round++) {
            double[] capacities = random.doubles(6, 1, 10).toArray();
            int[][] paths = new int[12][];
            double[] ends = new double[12];
            // one flow is short, so that its end tells its first rate
            for (int probe = 0; probe < 12; probe++) {
                Random same = new Random(round);
                FlowSimulator simulator = links(capacities);
                for (int flow = 0; flow < 12; flow++) {
                    paths[flow] = same.ints(0, 6).distinct().limit(3).toArray();
                    simulator.add(0, flow == probe ? 1e-6 : 1, paths[flow]);
                }
                ends[probe] = 1e-6 / simulator.run()[probe];
            }
            for (int flow = 0; flow < 12; flow++) {
                double rate = ends[flow];
                assertThat(Arrays.stream(paths[flow])).anyMatch(link -> {
                    double sum = 0;
                    double fastest = 0;
                    for (int other = 0; other < 12; other++) {
                        if (Arrays.stream(paths[other]).anyMatch(each -> each == link)) {
                            sum += ends[other];
                            fastest = Math.max(fastest, ends[other]);
                        }
                    }
                    return Math.abs(sum - capacities[link]) < 1e-6 && fastest < rate + 1e-6;
                });
            }
        }
    }

    /** max((n-1) s/B, o (n-h) s/B), with alpha 0. */
    @ParameterizedTest
    @CsvSource({"2, 4, 1, 7", "2, 4, 2, 8", "2, 4, 4, 16", "4, 4, 1, 15", "4, 4, 3, 36", "3, 5, 1.25, 14", "8, 2, 7, 98"
    })
    void anAllToAllOnAFatTreeWaitsForHostsOrRacks(int racks, int hosts, double over, double seconds) {
        Topology tree = Graphs.fatTree(racks, hosts, over, new Link(0, 80));
        int devices = racks * hosts;
        int[] members = IntStream.range(0, devices).toArray();
        assertThat(Plans.atOnce(devices).seconds(tree, members, 10 * devices)).isCloseTo(seconds, EXACT);
    }

    @Test
    void twoRingsOverOneLinkDoubleTheTermsWithBeta() {
        Link link = new Link(1e-3, 8e6);
        Topology racks = Graphs.fatTree(2, 2, 2, link);
        double message = 3000;
        Round one = new Round(1, 1, 0, worker -> worker % 2 == 0 ? (worker + 2) % 4 : worker);
        Round both = new Round(1, 1, 0, worker -> (worker + 2) % 4);
        int[] members = {0, 1, 2, 3};
        double alone = one.flows(racks, members, message).end();
        assertThat(alone).isCloseTo(2 * link.alpha() + message * link.beta(), within(1e-12));
        assertThat(both.flows(racks, members, message).end())
                .isCloseTo(2 * link.alpha() + 2 * message * link.beta(), within(1e-12));
    }

    /** The goal of 10 s for 1024 devices, as work that does not depend on a machine. */
    @Test
    void aRoundOfEqualFlowsIsOneEvent() {
        Topology torus = Graphs.torus(List.of(32, 32), new Link(0, 80));
        FlowSimulator simulator = new FlowSimulator(torus.capacities());
        for (int device = 0; device < 1024; device++) {
            simulator.add(0, 10, torus.routes().path(device, Graphs.shifted(device, 1, 32, 3)));
        }
        assertThat(Arrays.stream(simulator.run()))
                .allSatisfy(end -> assertThat(end).isCloseTo(3, EXACT));
        assertThat(simulator.events()).isEqualTo(1);
        assertThat(simulator.operations()).isLessThan(3 * 3 * 1024);
    }
}
