package org.tersegrad.convergence.time.schedules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Dense;
import org.tersegrad.convergence.time.Event;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.Timeline;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.profiles.Profiles;

/** The laws of every schedule. */
class ScheduleTest {
    private static final double TOLERANCE = 1e-12;

    private static List<Schedule> all() {
        return Schedules.examples().stream().map(Schedule::parse).toList();
    }

    @Test
    void everyExampleParsesAndPrintsItself() {
        assertThat(all()).extracting(Schedule::toString).isEqualTo(Schedules.examples());
        assertThat(Schedule.parse("fuse(0.5)")).hasToString("fuse(0.5)");
        assertThatThrownBy(() -> Schedule.parse("wfpb"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("wfbp");
        assertThatThrownBy(() -> Schedule.parse("local(0)")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Schedule.parse("dear(-1)")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void eventsOfALaneNeverOverlapAndTheDeviceIsNeverIdleWithoutAWait() {
        for (int seed = 0; seed < 100; seed++) {
            Step step = RandomSteps.dense(seed, 20);
            for (Schedule schedule : all()) {
                Timeline timeline = schedule.timeline(step);
                for (Event.Lane lane : Event.Lane.values()) {
                    double end = 0;
                    for (Event event : timeline.lane(lane)) {
                        assertThat(event.start()).as("%s", schedule).isGreaterThanOrEqualTo(end);
                        if (lane == Event.Lane.DEVICE) {
                            assertThat(event.start()).as("%s", schedule).isEqualTo(end);
                        }
                        end = event.end();
                    }
                }
            }
        }
    }

    @Test
    void everythingIsComputedAndSentOnceInAStep() {
        Step step = RandomSteps.compressed(5, 20);
        for (Schedule schedule : all()) {
            if (schedule instanceof Dear) {
                continue;
            }
            Timeline timeline = schedule.timeline(step);
            Profile profile = step.profile();
            double steps = timeline.steps();
            Cost whole = step.cost(profile.tensors());
            assertThat(timeline.seconds(Event.Kind.FORWARD) / steps)
                    .isCloseTo(profile.forwardSeconds(), within(TOLERANCE));
            assertThat(timeline.seconds(Event.Kind.BACKWARD) / steps)
                    .isCloseTo(profile.backwardSeconds(), within(TOLERANCE));
            assertThat(timeline.seconds(Event.Kind.ENCODE)).isCloseTo(whole.encodeSeconds(), within(TOLERANCE));
            assertThat(timeline.seconds(Event.Kind.ADD)).isCloseTo(whole.addSeconds(), within(TOLERANCE));
        }
    }

    @Test
    void oneWorkerAloneOnlyComputes() {
        for (int seed = 0; seed < 50; seed++) {
            Step step = RandomSteps.dense(seed, 20);
            Step alone = step.on(step.network().withWorkers(1));
            for (Schedule schedule : all()) {
                assertThat(schedule.timeline(alone).secondsPerStep())
                        .as("%s", schedule)
                        .isCloseTo(step.profile().computeSeconds(), within(TOLERANCE));
            }
        }
    }

    @Test
    void aStepIsNeverFasterOnASlowerNetwork() {
        List<Schedule> groupsDoNotChange = List.of(
                new NoOverlap(),
                new WaitFree(),
                new Fused(1),
                new BestMerging(),
                new Dear(1),
                new Servers(2),
                new LocalSteps(4));
        for (int seed = 0; seed < 100; seed++) {
            Step step = RandomSteps.dense(seed, 20);
            Link link = step.network().link();
            Step later = step.on(step.network().withLink(new Link(link.alpha() * 1.1, link.bandwidth())));
            Step narrower = step.on(step.network().withLink(new Link(link.alpha(), link.bandwidth() / 1.1)));
            for (Schedule schedule : groupsDoNotChange) {
                double seconds = schedule.timeline(step).end();
                assertThat(schedule.timeline(later).end()).isGreaterThanOrEqualTo(seconds - TOLERANCE);
                assertThat(schedule.timeline(narrower).end()).isGreaterThanOrEqualTo(seconds - TOLERANCE);
            }
        }
    }

    @Test
    void aStepIsNeverFasterWithALargerTensor() {
        List<Schedule> groupsDoNotChange = List.of(
                new NoOverlap(), new WaitFree(), new BestMerging(), new Dear(0), new Servers(2), new LocalSteps(4));
        for (int seed = 0; seed < 100; seed++) {
            Step random = RandomSteps.dense(seed, 20);
            List<ProfileTensor> before = random.profile().tensors();
            Step step = Step.dense(without(before), random.network());
            int grown = seed % before.size();
            List<ProfileTensor> tensors = new ArrayList<>(before);
            ProfileTensor tensor = tensors.get(grown);
            Shape larger = Shape.vector(2 * tensor.elements());
            tensors.set(grown, new ProfileTensor(tensor.name(), larger, tensor.backwardSeconds()));
            Step more = Step.dense(without(tensors), random.network());
            for (Schedule schedule : groupsDoNotChange) {
                assertThat(schedule.timeline(more).end())
                        .as("%s", schedule)
                        .isGreaterThanOrEqualTo(schedule.timeline(step).end() - TOLERANCE);
            }
        }
    }

    /** An optimizer that takes no time, since DeAR shares its time out by elements. */
    private static Profile without(List<ProfileTensor> tensors) {
        return new Profile("no optimizer", tensors, 0.05, 0);
    }

    /** The gain of perfect overlap over none: 1 + 1 / (tf / min(tc, tb) + max(r, 1/r)), r = tc / tb. */
    @Test
    void perfectOverlapGainsWhatItsFormulaSays() {
        for (double bandwidth : List.of(1e8, 1e9, 1e10)) {
            List<ProfileTensor> tensors =
                    Collections.nCopies(2000, new ProfileTensor("equal", Shape.vector(1000), 1e-4));
            Profile profile = new Profile("even", tensors, 0.1, 0);
            Step step = Step.dense(profile, Network.of(new Link(0, bandwidth), 8));
            double tc = step.wireSeconds(step.cost(tensors));
            double tb = profile.backwardSeconds();
            double gain = 1 + 1 / (0.1 / Math.min(tc, tb) + Math.max(tc / tb, tb / tc));
            double none = new NoOverlap().timeline(step).end();
            double overlapped = new WaitFree().timeline(step).end();
            assertThat(none / overlapped).isCloseTo(gain, within(2e-3));
        }
    }

    @Test
    void dearIsNeverBelowItsBound() {
        for (int seed = 0; seed < 300; seed++) {
            Step step = RandomSteps.dense(seed, 30);
            for (double megabytes : List.of(0.0, 0.5, 25.0)) {
                Dear dear = new Dear(megabytes);
                double rounds = dear.groups(step.profile().tensors()).size()
                        * (step.network().workers() - 1);
                double half = rounds * step.network().link().alpha()
                        + (step.network().workers() - 1.0)
                                / step.network().workers()
                                * step.profile().bytes()
                                * step.network().link().beta();
                double bound = Math.max(step.profile().forwardSeconds(), half)
                        + Math.max(step.profile().backwardSeconds(), half);
                assertThat(dear.timeline(step).end()).isGreaterThanOrEqualTo(bound - TOLERANCE);
            }
        }
    }

    @Test
    void dearSendsAsMuchAsAnAllReduce() {
        for (int seed = 0; seed < 100; seed++) {
            Step step = RandomSteps.dense(seed, 30);
            Step instant = step.on(step.network().withLink(new Link(0, 1e9)));
            assertThat(new Dear(1).timeline(instant).seconds(Event.Kind.WIRE))
                    .isCloseTo(new NoOverlap().timeline(instant).seconds(Event.Kind.WIRE), within(1e-9));
        }
    }

    /** Over an ideally fused all-reduce without latency at most tf / (2 tb), which is reached where the exchange takes 2 tb. */
    @Test
    void dearGainsAtMostAQuarterOverAnIdealAllReduce() {
        double forward = 0.1;
        double backward = 0.2;
        double most = 0;
        for (double exchange = 0.01; exchange < 3; exchange += 0.01) {
            double bound = Math.max(forward, exchange / 2) + Math.max(backward, exchange / 2);
            double ideal = forward + Math.max(backward, exchange);
            double gain = ideal / bound - 1;
            assertThat(gain).isLessThanOrEqualTo(forward / (2 * backward) + TOLERANCE);
            assertThat(exchange > Math.min(backward, 2 * forward) || Math.abs(gain) < TOLERANCE)
                    .isTrue();
            most = Math.max(most, gain);
        }
        assertThat(most).isCloseTo(0.25, within(1e-3));
    }

    @Test
    void dearOnRealModelsStaysBelowItsCap() {
        for (String name : Profiles.names()) {
            for (String network : List.of("10gbe,workers=64", "100gib,workers=64")) {
                Step step = Step.dense(Profiles.parse(name), Network.parse(network));
                double exchange = 2.0
                        * 63
                        / 64
                        * step.profile().bytes()
                        * step.network().link().beta();
                double ideal = step.profile().forwardSeconds()
                        + Math.max(step.profile().backwardSeconds(), exchange);
                assertThat(ideal / new Dear(25).timeline(step).end()).isLessThanOrEqualTo(1.25 + 1e-9);
            }
        }
    }

    /** Layers that take their time in the forward pass hide the gathers of those behind them. */
    @Test
    void dearTakesTheForwardPassOfEachLayer() {
        Network network = Network.of(new Link(0, 8e9), 2); // a gather of 1 MB takes 0.5 ms
        double[] ends = new double[2];
        for (int late = 0; late < 2; late++) {
            List<ProfileTensor> tensors = List.of(
                    new ProfileTensor("a.w", Shape.vector(250_000), 1e-3, late == 0 ? 1e-3 : 0, 0),
                    new ProfileTensor("b.w", Shape.vector(250_000), 1e-3, late == 0 ? 0 : 1e-3, 0));
            Profile profile = new Profile("two", tensors);
            assertThat(profile.forwardSeconds()).isEqualTo(1e-3);
            ends[late] = new Dear(0).timeline(Step.dense(profile, network)).end();
        }
        // Backward 2 ms, the last sum 0.5 ms. Then gather a, and compute it while b is gathered; or gather both first.
        assertThat(ends[0]).isCloseTo(2.5e-3 + 0.5e-3 + 1e-3, within(TOLERANCE));
        assertThat(ends[1]).isCloseTo(2.5e-3 + 1e-3 + 1e-3, within(TOLERANCE));
    }

    @Test
    void dearSplitsTheAllReduceThatIsAskedFor() {
        Step step = RandomSteps.dense(7, 20);
        for (String text : List.of("ring", "halving", "tree", "double-tree(16)", "hierarchical", "fastest")) {
            Step other = step.with(Collectives.parse(text)).on(step.network().withWorkers(16));
            Grouping alone = new WaitFree().grouping(other);
            double wire = Grouped.timeline(other, alone).seconds(Event.Kind.WIRE);
            assertThat(new Dear(0).timeline(oneModuleEach(other)).seconds(Event.Kind.WIRE))
                    .as(text)
                    .isCloseTo(wire, text.equals("fastest") ? within(0.5 * wire) : within(1e-9));
        }
        for (String text : List.of("doubling", "server(2)", "gossip(2)")) {
            assertThatThrownBy(() -> new Dear(25).timeline(step.with(Collectives.parse(text))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(text + " has no such halves");
        }
    }

    private static Step oneModuleEach(Step step) {
        List<ProfileTensor> tensors = new ArrayList<>();
        for (ProfileTensor tensor : step.profile().tensors()) {
            tensors.add(new ProfileTensor("layer" + tensors.size() + ".w", tensor.shape(), tensor.backwardSeconds()));
        }
        return new Step(new Profile("alone", tensors, 0.01, 0), step.costs(), step.network(), step.collectives());
    }

    @Test
    void dearRefusesWhatIsMoreThanASum() {
        Step step = RandomSteps.compressed(1, 5);
        assertThatThrownBy(() -> new Dear(25).timeline(step))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("dear splits plain sums");
    }

    @Test
    void breakEvenByBisectionIsItsClosedForm() {
        Profile profile = new Profile("one", List.of(new ProfileTensor("w", Shape.vector(1_000_000), 0.01)), 0.005, 0);
        for (int workers : List.of(2, 8, 32)) {
            Network network = Network.of(new Link(0, 1), workers);
            Step dense = Step.dense(profile, network);
            Step compressed = dense.with(tensor -> new Cost(
                    tensor.elements(),
                    List.of(new Call(Call.Kind.ALL_GATHER, 0.05 * tensor.elements())),
                    2e-3,
                    1e-3 * workers));
            double denseBytes = dense.collectives().sent(dense.cost(profile.tensors()), network);
            double bytes = compressed.collectives().sent(compressed.cost(profile.tensors()), network);
            // Where the bytes that are saved take as long as encoding and adding.
            double closed = 8 * (denseBytes - bytes) / (2e-3 + 1e-3 * workers);
            double found = BreakEven.bandwidth(compressed, new NoOverlap(), dense, new NoOverlap());
            assertThat(found).isCloseTo(closed, within(2e-6 * closed));
            double overlapped = BreakEven.bandwidth(compressed, new NoOverlap(), dense, new BestMerging());
            assertThat(overlapped).isLessThanOrEqualTo(found);
        }
    }

    @Test
    void compressionThatSavesNothingNeverPaysAndOneThatCostsNothingAlwaysDoes() {
        Step dense = Step.dense(Profiles.parse("resnet-50"), Network.of(new Link(0, 1), 4));
        Step half = dense.with(new Dense(Short.BYTES));
        Schedule none = new NoOverlap();
        assertThat(BreakEven.bandwidth(dense, none, half, none)).isZero();
        assertThat(BreakEven.bandwidth(half, none, dense, none)).isInfinite();
    }

    /** A gathered message of c bits an element beats a ring of 32-bit floats iff c P &lt; 64. */
    @Test
    void gatheredBitsBeatARingBelow64OverP() {
        Profile profile = Profiles.parse("resnet-50");
        for (int workers : List.of(4, 16, 64, 128)) {
            for (double bits : List.of(0.4, 1.0, 4.0, 8.0, 32.0)) {
                Step dense = Step.dense(profile, Network.of(new Link(0, 1e9), workers));
                Step gathered = dense.with(tensor -> new Cost(
                        tensor.elements(),
                        List.of(new Call(Call.Kind.ALL_GATHER, bits / 8 * tensor.elements())),
                        0,
                        0));
                boolean faster = new NoOverlap().timeline(gathered).end()
                        < new NoOverlap().timeline(dense).end() - TOLERANCE;
                assertThat(faster).as("%s bits, %d workers", bits, workers).isEqualTo(bits * workers < 64);
            }
        }
    }
}
