package org.tersegrad.convergence.time.schedules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Costs;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.profiles.Profiles;

/** Merged gradients, and that no grouping beats the best. */
class MergingTest {
    private static final double TOLERANCE = 1e-12;

    private static double seconds(Schedule schedule, Step step) {
        return schedule.timeline(step).end();
    }

    /** Every way to cut tensors into groups: a bit for each place between two. */
    private static double exhaustive(Step step) {
        int count = step.profile().tensors().size();
        double best = Double.POSITIVE_INFINITY;
        for (int cuts = 0; cuts < 1 << (count - 1); cuts++) {
            Grouping.Builder groups = new Grouping.Builder();
            for (int i = 0; i < count; i++) {
                groups.add(((cuts >> i) & 1) == 1);
            }
            best = Math.min(best, Grouped.timeline(step, groups.build()).end());
        }
        return best;
    }

    @Test
    void bestMergingIsWhatAnExhaustiveSearchFinds() {
        for (int seed = 0; seed < 60; seed++) {
            int tensors = seed < 6 ? 12 : 8;
            for (Step step : List.of(RandomSteps.dense(seed, tensors), RandomSteps.compressed(seed, tensors))) {
                assertThat(seconds(new BestMerging(), step))
                        .as("seed %d", seed)
                        .isCloseTo(exhaustive(step), within(TOLERANCE));
            }
        }
    }

    /** A search that keeps every beginning of which none is worse than another in both its numbers, merging costs one by one. */
    private static double exhaustiveByBeginnings(Step step) {
        List<ProfileTensor> tensors = step.profile().backwardOrder();
        double computing = 0;
        double adding = 0;
        List<List<double[]>> kept = new ArrayList<>();
        kept.add(List.of(new double[2])); // when all have arrived, and when all are added
        for (int end = 1; end <= tensors.size(); end++) {
            Cost last = step.costs().of(tensors.get(end - 1));
            computing += tensors.get(end - 1).backwardSeconds() + last.encodeSeconds();
            adding += last.addSeconds();
            List<double[]> here = new ArrayList<>();
            for (int start = end - 1; start >= 0; start--) {
                Cost group = step.cost(tensors.subList(start, end));
                for (double[] before : kept.get(start)) {
                    double arrived = Math.max(before[0], computing) + step.wireSeconds(group);
                    double added = Math.max(before[1], arrived) + group.addSeconds();
                    if (here.stream().noneMatch(each -> each[0] <= arrived && each[1] <= added)) {
                        here.removeIf(each -> each[0] >= arrived && each[1] >= added);
                        here.add(new double[] {arrived, added});
                    }
                }
            }
            kept.add(here);
        }
        double least = kept.get(tensors.size()).stream()
                .mapToDouble(each -> each[1])
                .min()
                .orElseThrow();
        return step.profile().forwardSeconds()
                + Math.max(computing + adding, least)
                + step.profile().optimizerSeconds();
    }

    @Test
    void bestMergingIsWhatAPlainSearchFinds() {
        for (int seed = 0; seed < 300; seed++) {
            for (Step step : List.of(RandomSteps.dense(seed, 60), RandomSteps.compressed(seed, 40))) {
                for (Step each : List.of(step, step.with(Collectives.fastest()))) {
                    assertThat(seconds(new BestMerging(), each))
                            .as("seed %d, %s", seed, each.collectives())
                            .isCloseTo(exhaustiveByBeginnings(each), within(TOLERANCE));
                }
            }
        }
    }

    /** Twice the tensors take little more than twice the steps of the search, on any network and with any costs. */
    @Test
    void theSearchGrowsAlmostLinearlyWithTheTensors() {
        for (double bandwidth : List.of(1e8, 1e10, 1e12)) {
            for (double adding : List.of(0.0, 1e-9, 1e-7)) {
                long small = operations(even(1_000, bandwidth, adding));
                long large = operations(even(8_000, bandwidth, adding));
                assertThat(large)
                        .as("%s bit/s, %s s an element", bandwidth, adding)
                        .isLessThan(24 * small)
                        .isLessThan(8_000 * 8_000 / 4);
            }
        }
    }

    private static long operations(Step step) {
        MergingSearch search = BestMerging.search(step);
        search.best();
        return search.operations();
    }

    private static Step even(int count, double bandwidth, double adding) {
        SplittableRandom random = new SplittableRandom(count);
        List<ProfileTensor> tensors = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tensors.add(new ProfileTensor(
                    "layer." + i, Shape.vector(1 + random.nextInt(20_000)), 1e-4 * random.nextDouble()));
        }
        Profile profile = new Profile("even", tensors, 0.1, 0);
        Network network = Network.of(new Link(50e-6, bandwidth), 16);
        return Step.dense(profile, network).with((Costs) tensor -> new Cost(
                tensor.elements(),
                List.of(new Call(Call.Kind.ALL_GATHER, tensor.elements() / 8.0)),
                adding * tensor.elements(),
                adding * tensor.elements()));
    }

    @Test
    void nothingBeatsBestMerging() {
        List<Schedule> others = List.of(
                new NoOverlap(),
                new WaitFree(),
                new Fused(0.1),
                new Fused(1),
                MgWfbp.onTheNetwork(),
                new MgWfbp(Optional.of(new Link(1e-3, 1e9)), 8192),
                new MergedSparsification());
        for (int seed = 0; seed < 1000; seed++) {
            for (Step step : List.of(RandomSteps.dense(seed, 25), RandomSteps.compressed(seed, 12))) {
                double best = seconds(new BestMerging(), step);
                for (Schedule other : others) {
                    assertThat(best)
                            .as("seed %d, %s", seed, other)
                            .isLessThanOrEqualTo(seconds(other, step) + TOLERANCE);
                }
            }
        }
    }

    /** c(l) is when l is sent, tb the backward pass, T the exchange; from the last layer to the first. */
    @Test
    void waitFreeIsItsRecurrence() {
        for (int seed = 0; seed < 200; seed++) {
            Step step = RandomSteps.dense(seed, 30);
            double done = 0;
            double sent = 0;
            for (ProfileTensor tensor : step.profile().backwardOrder()) {
                done += tensor.backwardSeconds();
                sent = Math.max(sent, done) + step.wireSeconds(step.costs().of(tensor));
            }
            double expected = step.profile().forwardSeconds()
                    + Math.max(sent, done)
                    + step.profile().optimizerSeconds();
            assertThat(seconds(new WaitFree(), step)).isCloseTo(expected, within(TOLERANCE));
        }
    }

    @Test
    void withoutOverlapAStepIsItsPartsOneAfterTheOther() {
        for (int seed = 0; seed < 200; seed++) {
            Step step = RandomSteps.dense(seed, 30);
            double exchange = step.wireSeconds(step.cost(step.profile().tensors()));
            assertThat(seconds(new NoOverlap(), step))
                    .isCloseTo(step.profile().computeSeconds() + exchange, within(TOLERANCE));
            assertThat(seconds(new LocalSteps(1), step))
                    .isCloseTo(step.profile().computeSeconds() + exchange, within(TOLERANCE));
            assertThat(new LocalSteps(7).timeline(step).secondsPerStep())
                    .isCloseTo(step.profile().computeSeconds() + exchange / 7, within(TOLERANCE));
        }
    }

    /** The rule as the authors' program has it: an array of layers, and all starts again after each merge. */
    @Test
    void mergedGradientsAreThoseOfTheArrayProgram() {
        for (int seed = 0; seed < 300; seed++) {
            Step step = RandomSteps.dense(seed, 30);
            for (int small : List.of(0, 8192)) {
                for (Link plan : List.of(new Link(1e-3, 1e9), new Link(1e-5, 2e10))) {
                    assertThat(new MgWfbp(Optional.of(plan), small).grouping(step))
                            .isEqualTo(arrayProgram(step.profile().tensors(), plan, small));
                }
            }
        }
    }

    private static Grouping arrayProgram(List<ProfileTensor> tensors, Link plan, int small) {
        int count = tensors.size();
        double[] elements =
                tensors.stream().mapToDouble(ProfileTensor::elements).toArray();
        double[] exchange = new double[count];
        double[] done = new double[count];
        for (int l = count - 1; l >= 0; l--) {
            exchange[l] = plan.seconds(4 * elements[l]);
            done[l] = tensors.get(l).backwardSeconds() + (l == count - 1 ? 0 : done[l + 1]);
        }
        List<Boolean> ends = new ArrayList<>();
        for (int l = count - 1; l > 0; l--) {
            double[] start = starts(exchange, done);
            double ready = done[l - 1];
            boolean merge = elements[l] < small
                    || (ready < start[l] + exchange[l] && (start[l] > ready || ready - start[l] < plan.alpha()));
            if (merge) {
                elements[l - 1] += elements[l];
                exchange[l] = 0;
                exchange[l - 1] = plan.seconds(4 * elements[l - 1]);
            }
            ends.add(!merge);
        }
        Grouping.Builder groups = new Grouping.Builder();
        ends.forEach(groups::add);
        groups.add(true);
        return groups.build();
    }

    private static double[] starts(double[] exchange, double[] done) {
        double[] start = new double[done.length];
        for (int l = done.length - 1; l >= 0; l--) {
            start[l] = l == done.length - 1 ? done[l] : Math.max(start[l + 1] + exchange[l + 1], done[l]);
        }
        return start;
    }

    @Test
    void bucketsAreFullWithTheTensorThatReachesTheirSize() {
        Step step = RandomSteps.dense(3, 30);
        assertThat(new Fused(0).grouping(step)).isEqualTo(new WaitFree().grouping(step));
        assertThat(new Fused(1e6).grouping(step)).isEqualTo(new NoOverlap().grouping(step));
        Step resNet = Step.dense(Profiles.parse("resnet-50"), step.network());
        List<Integer> sizes = new Fused(25).grouping(resNet).sizes();
        assertThat(sizes.stream().mapToInt(size -> size).sum()).isEqualTo(161);
        int at = 0;
        for (int size : sizes.subList(0, sizes.size() - 1)) {
            List<ProfileTensor> group = resNet.profile().backwardOrder().subList(at, at + size);
            long bytes = 4 * group.stream().mapToLong(ProfileTensor::elements).sum();
            assertThat(bytes).isGreaterThanOrEqualTo(25 << 20);
            assertThat(bytes - 4L * group.get(size - 1).elements()).isLessThan(25 << 20);
            at += size;
        }
    }

    /** If encoding takes no time and the network is idle, OMGS waits exactly if the wait is shorter than what a call saves. */
    @Test
    void mergedSparsificationWaitsIfTheWaitIsShorterThanACall() {
        Step two = RandomSteps.dense(0, 1);
        List<ProfileTensor> tensors = List.of(
                new ProfileTensor("a", two.profile().tensors().get(0).shape(), 2e-3),
                new ProfileTensor("b", two.profile().tensors().get(0).shape(), 1e-3));
        for (double alpha : List.of(1e-5, 1e-2)) {
            Step step =
                    Step.dense(new Profile("two", tensors, 0, 0), two.network().withLink(new Link(alpha, 1e12)));
            double saved =
                    step.wireSeconds(step.cost(tensors.subList(0, 1))) * 2 - step.wireSeconds(step.cost(tensors));
            boolean together = new MergedSparsification().grouping(step).sizes().size() == 1;
            assertThat(together).isEqualTo(2e-3 < saved);
        }
    }
}
