package org.tersegrad.convergence.training.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.training.Settings;
import org.tersegrad.convergence.training.checkpoints.DamagedCheckpointException;
import org.tersegrad.convergence.training.sync.StaleSteps;
import org.tersegrad.convergence.training.sync.StepTimes;
import org.tersegrad.convergence.training.sync.Synchronizations;
import org.tersegrad.reducers.sync.Gossip;

/** Small cases with answers that a pencil finds; random ones with those of theory. */
class ClockTest {
    private static final Offset<Double> EXACT = within(1e-9);
    private static final Seed SEED = Seed.of(1);
    /** Of a message that keeps a link busy for 1 s where a bit takes 1 ms. */
    private static final long BITS = 1000;

    private static Durations free(String times) {
        return Durations.free(StepTimes.parse(times));
    }

    private static Durations network(double step, double alpha) {
        return new Durations(
                "",
                StepTimes.constant(),
                step,
                0,
                alpha,
                1e-3,
                List.of(new Durations.Exchange(2, 1e-3), new Durations.Exchange(3, 1e-3)));
    }

    private static GroupClock group(Durations durations, String how, int workers) {
        Settings settings = Settings.usual().withWorkers(workers).withSynchronization(Synchronizations.parse(how));
        return GroupClock.of(durations, settings, 1000, SEED, SEED);
    }

    /** The ends of each worker's steps, as its gradients arrive. */
    private static List<List<Double>> stale(Durations durations, int slack, int workers, int steps, long bits) {
        StaleClock clock = new StaleClock(durations, slack, workers, SEED);
        List<List<Double>> ends = new ArrayList<>();
        IntStream.range(0, workers).forEach(rank -> ends.add(new ArrayList<>()));
        clock.begin(clock.waiting(), 0);
        while (ends.stream().anyMatch(each -> each.size() < steps)) {
            int rank = clock.next();
            clock.arrive(rank, bits);
            ends.get(rank).add(clock.now());
            List<Integer> next = clock.waiting();
            clock.begin(next, bits * next.size());
        }
        return ends;
    }

    /** Steps of 1 and 3 s, ten of them. */
    @ParameterizedTest
    @CsvSource({"0, 28", "1, 25", "3, 19", StaleSteps.UNBOUNDED + ", 10"})
    void aFastWorkerIsHeldBackByItsSlack(int slack, double end) {
        List<List<Double>> ends = stale(free("slow(3)"), slack, 2, 10, 0);
        assertThat(ends.get(0).get(9)).isCloseTo(end, EXACT);
        assertThat(ends.get(1).get(9)).isCloseTo(30, EXACT);
    }

    /** Compute c, alpha 0.5, u = 1 for each message: c + 2 alpha + 2 P u for steps in common. */
    @ParameterizedTest
    @CsvSource({"4, 19", "16, 43", "1, 13"})
    void oneServerTakesTheMessagesOfAllInEachStep(int workers, double step) {
        List<List<Double>> ends = stale(network(10, 0.5), 0, workers, 5, BITS);
        List<List<Double>> all = new ArrayList<>();
        IntStream.range(0, workers).forEach(rank -> all.add(new ArrayList<>()));
        ServerRounds rounds = new ServerRounds(network(10, 0.5), workers, SEED);
        for (int k = 0; k < 5; k++) {
            int round = k;
            double begin = rounds.now();
            rounds.round(
                    IntStream.range(0, workers)
                            .mapToObj(rank -> new ServerRounds.Part(
                                    rank, rounds.seconds(rank, round), round == 0 ? 0 : BITS, BITS, true))
                            .toList(),
                    ServerRounds.NO_DEADLINE);
            double last = 10 + 0.5 + workers; // no model is sent before the first
            assertThat(rounds.now()).isCloseTo(k * step + last, EXACT);
            assertThat(rounds.now() - begin).isCloseTo(k == 0 ? last : step, EXACT);
            for (List<Double> each : ends) {
                assertThat(each.get(k)).as("ssp(0) is bsp").isBetween(begin, rounds.now() + 1e-9);
            }
            assertThat(ends.get(workers - 1).get(k)).isCloseTo(rounds.now(), EXACT);
        }
    }

    /** min(P / (c + 2 alpha + 2 u), 1 / u) steps a second. */
    @ParameterizedTest
    @CsvSource({"4, 0.3076923076923077", "16, 1"})
    void withoutWaitingTheServersLinkIsTheLimit(int workers, double rate) {
        List<List<Double>> ends = stale(network(10, 0.5), StaleSteps.UNBOUNDED, workers, 40, BITS);
        // The pattern repeats from the first step on, or once the link is always busy.
        double seconds = ends.get(0).get(39) - ends.get(0).get(19);
        assertThat(20 * workers / seconds).isCloseTo(rate, EXACT);
    }

    /** Exponential steps: H_n a step in common, and (2s + 2) / (2s + 3) steps a second for two workers with slack s. */
    @Test
    void exponentialStepsAreThoseOfTheory() {
        Durations exponential = free("exponential");
        int steps = 100_000;
        double harmonic = 0;
        for (int workers = 1; workers <= 16; workers++) {
            harmonic += 1.0 / workers;
            if (workers == 4 || workers == 8 || workers == 16) {
                GroupClock clock = group(exponential, "bsp", workers);
                for (int k = 0; k < steps; k++) {
                    clock.step(k, new long[workers]);
                }
                // The variance of a maximum is below 1.65.
                assertThat(clock.now() / steps).isCloseTo(harmonic, within(5 * Math.sqrt(1.65 / steps)));
            }
        }
        for (int slack : new int[] {0, 1, 3}) {
            double end = stale(exponential, slack, 2, steps, 0).get(0).get(steps - 1);
            assertThat(steps / end).isCloseTo((2 * slack + 2) / (2 * slack + 3.0), within(0.01));
        }
        GroupClock local = group(exponential, "local(2)", 2);
        for (int k = 0; k < steps; k++) {
            local.step(k, new long[2]);
        }
        assertThat(local.now() / (steps / 2.0)).isCloseTo(2.75, within(5 * Math.sqrt(4.0 / (steps / 2.0))));
    }

    /** The first 8 of 10 exponential clients: H_10 − H_2. */
    @Test
    void aRoundThatDoesNotWaitForTheLastIsShorter() {
        ServerRounds rounds = new ServerRounds(free("exponential"), 10, SEED);
        int count = 100_000;
        for (int k = 0; k < count; k++) {
            int round = k;
            double[] seconds = IntStream.range(0, 10)
                    .mapToDouble(rank -> rounds.seconds(rank, round))
                    .toArray();
            double eighth = Arrays.stream(seconds).sorted().toArray()[7];
            rounds.round(
                    IntStream.range(0, 10)
                            .mapToObj(rank -> new ServerRounds.Part(rank, seconds[rank], 0, 0, seconds[rank] <= eighth))
                            .toList(),
                    ServerRounds.NO_DEADLINE);
        }
        assertThat(rounds.now() / count).isCloseTo(1.4290, within(5 * Math.sqrt(1.0 / count)));
    }

    /** One slow worker on a ring of 8: workers d places away end step k at 3k − 2d, and with messages of 0.5 s exchanges later. */
    @Test
    void onARingASlowWorkerIsFeltPlaceByPlace() {
        Durations slow = free("slow(3)");
        GroupClock free = group(slow, "gossip(ring)", 8);
        for (int k = 0; k < 9; k++) {
            free.step(k, new long[8]);
        }
        int[] away = {7, 6, 5, 4, 3}; // worker 7 is the slow one
        double[] ends = {30, 28, 26, 24, 22};
        for (int d = 0; d < ends.length; d++) {
            assertThat(free.get(away[d]) + free.seconds(away[d], 9)).isCloseTo(ends[d], EXACT);
        }
        GroupClock late = group(new Durations("", slow.times(), 1, 0, 0.5, 1e-12, List.of()), "gossip(ring)", 8);
        for (int k = 0; k < 10; k++) {
            late.step(k, new long[] {1, 1, 1, 1, 1, 1, 1, 1});
        }
        double[] exchanged = {30, 30.5, 29, 27.5, 26};
        for (int d = 0; d < exchanged.length; d++) {
            assertThat(late.get(away[d])).isCloseTo(exchanged[d], EXACT);
        }
        assertThat(late.now()).isCloseTo(30.5, EXACT);
    }

    /** A worker's link sends one message after the other, also while the next step is computed. */
    @Test
    void aLinkThatIsBusyDelaysTheNextMessage() {
        GroupClock pair =
                group(new Durations("", StepTimes.constant(), 1, 0.25, 0.5, 1e-3, List.of()), "gossip(matching)", 3);
        // Two of three are partners in each step; the third goes on alone.
        double[] expected = new double[3];
        double[] links = new double[3];
        for (int k = 0; k < 20; k++) {
            long[] bits = new long[3];
            int[][] around = new int[3][];
            for (int rank = 0; rank < 3; rank++) {
                around[rank] = new Gossip(Gossip.Graph.MATCHING, 0).around(rank, 3, k, SEED);
                bits[rank] = around[rank].length == 2 ? 3 * BITS : 0;
                expected[rank] += 1.25;
            }
            double[] arrivals = new double[3];
            for (int rank = 0; rank < 3; rank++) {
                if (bits[rank] > 0) {
                    links[rank] = Math.max(links[rank], expected[rank]) + 3;
                    arrivals[rank] = links[rank] + 0.5;
                }
            }
            double[] before = expected.clone();
            for (int rank = 0; rank < 3; rank++) {
                for (int other : around[rank]) {
                    expected[rank] = Math.max(expected[rank], other == rank ? before[rank] : arrivals[other]);
                }
            }
            pair.step(k, bits);
            for (int rank = 0; rank < 3; rank++) {
                assertThat(pair.get(rank)).isCloseTo(expected[rank], EXACT);
            }
        }
    }

    /** All send: a step of bsp; none sends: compute and the broadcast. */
    @Test
    void silentWorkersLeaveTheLinkToOthers() {
        ServerRounds rounds = new ServerRounds(network(10, 0.5), 4, SEED);
        double[] steps = {19, 10 + 0.5 + 4, 19 - 3, 19};
        int[] senders = {4, 0, 1, 4};
        for (int k = 0; k < steps.length; k++) {
            int sending = senders[k];
            double begin = rounds.now();
            List<ServerRounds.Part> arrived = rounds.round(
                    IntStream.range(0, 4)
                            .mapToObj(rank -> new ServerRounds.Part(rank, 10, BITS, rank < sending ? BITS : 0, true))
                            .toList(),
                    ServerRounds.NO_DEADLINE);
            assertThat(rounds.now() - begin).isCloseTo(steps[k], EXACT);
            assertThat(arrived).hasSize(4);
        }
    }

    /** The maximum of down + H c + up over the chosen, cut at the deadline; late messages are none of the round's. */
    @Test
    void roundsOfClientsEndWithTheLastOneOrAtTheDeadline() {
        List<ServerRounds.Part> parts = List.of(
                new ServerRounds.Part(3, 20, BITS, BITS, true),
                new ServerRounds.Part(5, 10, BITS, BITS, true),
                new ServerRounds.Part(6, 40, BITS, BITS, false));
        ServerRounds waiting = new ServerRounds(network(10, 0.5), 8, SEED);
        assertThat(waiting.round(parts, ServerRounds.NO_DEADLINE))
                .extracting(ServerRounds.Part::rank)
                .containsExactly(5, 3, 6);
        assertThat(waiting.now()).isCloseTo(3 + 0.5 + 20 + 1 + 0.5, EXACT);
        ServerRounds cut = new ServerRounds(network(10, 0.5), 8, SEED);
        assertThat(cut.round(parts, 16)).extracting(ServerRounds.Part::rank).containsExactly(5);
        assertThat(cut.now()).isCloseTo(16, EXACT);
        assertThat(cut.round(List.of(), 5)).isEmpty();
        assertThat(cut.now()).as("no client to wait for").isCloseTo(16, EXACT);
    }

    /** Local steps: exchanges of 2 or 3 s and 1 s for the bits; with an overlap workers go on meanwhile. */
    @Test
    void exchangesOfLocalStepsCostSecondsWhenTheyAreDue() {
        assertThat(seconds("bsp", 6)).isCloseTo(6 * (4 + 3), EXACT);
        assertThat(seconds("local(3)", 6)).isCloseTo(6 * 4 + 2 * 3, EXACT);
        // Fragment 0 after steps 4 and 8, fragment 1 after steps 2 and 6.
        assertThat(seconds("diloco(4,fragments=2)", 8)).isCloseTo(8 * 4 + 2 * 3 + 2 * 4, EXACT);
        // Hidden behind a step of 4 s; that of the last step is still under way.
        assertThat(seconds("diloco(4,overlap=1)", 8)).isCloseTo(8 * 4, EXACT);
    }

    private static double seconds(String how, int steps) {
        GroupClock clock = group(network(4, 0.5), how, 3);
        for (int k = 0; k < steps; k++) {
            clock.step(k, new long[] {BITS, BITS / 2, BITS + BITS / 2});
        }
        return clock.now();
    }

    /** An exchange that is longer than the steps it overlaps with holds workers up for the rest. */
    @Test
    void anOverlapHidesNoMoreThanItsSteps() {
        Durations slow = new Durations("", StepTimes.constant(), 1, 0, 0, 0, List.of(new Durations.Exchange(5, 0)));
        GroupClock clock = group(slow, "diloco(4,overlap=2)", 2);
        double[] ends = {1, 2, 3, 4, 5, 9, 10, 11, 12, 16};
        for (int k = 0; k < ends.length; k++) {
            clock.step(k, new long[2]);
            assertThat(clock.now()).isCloseTo(ends[k], EXACT);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bsp", "diloco(4,overlap=2)", "gossip(ring)"})
    void aRestoredClockGoesOn(String how) {
        Durations durations = new Durations(
                "", StepTimes.parse("exponential"), 1, 0.1, 0.5, 1e-3, List.of(new Durations.Exchange(2, 1e-3)));
        GroupClock whole = group(durations, how, 4);
        GroupClock rest = group(durations, how, 4);
        for (int k = 0; k < 20; k++) {
            whole.step(k, new long[] {BITS, BITS, BITS, BITS});
            if (k == 8) { // an exchange is under way
                ByteBuffer state = ByteBuffer.allocate(whole.bytes());
                whole.save(state);
                rest.restore(state.flip());
            } else if (k > 8) {
                rest.step(k, new long[] {BITS, BITS, BITS, BITS});
                assertThat(rest.now()).isEqualTo(whole.now());
            }
        }
        ByteBuffer damaged = ByteBuffer.allocate(whole.bytes()).putDouble(0, -1);
        assertThatThrownBy(() -> rest.restore(damaged)).isInstanceOf(DamagedCheckpointException.class);
    }

    @Test
    void durationsBelowZeroAreRejected() {
        assertThatThrownBy(() -> network(0, 0)).hasMessageContaining("more than 0 s, not 0.0");
        assertThatThrownBy(() -> network(1, -1)).hasMessageContaining("a delay takes 0 s or more, not -1.0");
        assertThatThrownBy(() -> group(free("constant"), "asp", 2)).hasMessageContaining("has a server");
    }
}
