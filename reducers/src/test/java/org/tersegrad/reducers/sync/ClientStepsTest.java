package org.tersegrad.reducers.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.internal.Uniform;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

class ClientStepsTest {
    private static final float[] SHARES = {0.5f, 0.9f, 1.6f};
    private static final int PERIOD = 4;
    private static final int ROUNDS = 9;

    private static ClientSteps parse(String text) {
        return (ClientSteps) Synchronization.parse(text);
    }

    /** Clients that train as the workers of {@link LocalStepsTest} do. */
    private static final class Rounds {
        final ServerLinks links;
        final ClientServer server;
        final List<Uplink> uplinks = new ArrayList<>();
        final int[] steps = new int[SHARES.length];

        Rounds(ClientSteps how, String policy) {
            links = new ServerLinks(Policy.parse(policy), Trainers.TENSORS, how);
            float[] start = Trainers.flat(Trainers.start());
            server = how.server(links, start, SHARES, Seed.of(1), Seed.of(2));
            for (int client = 0; client < SHARES.length; client++) {
                uplinks.add(links.uplink(Seed.of(3), client));
            }
        }

        void round() {
            for (int client : server.present()) {
                float[][] local = split(server.model());
                for (int i = 0; i < PERIOD; i++) {
                    Trainers.step(local, client, ++steps[client]);
                }
                byte[] message = uplinks.get(client).sendDifference(server.model(), Trainers.flat(local));
                server.take(client, server.round(), message);
            }
            server.endRound();
        }
    }

    private static float[][] split(float[] all) {
        float[][] parameters = Trainers.start();
        int at = 0;
        for (float[] each : parameters) {
            System.arraycopy(all, at, each, 0, each.length);
            at += each.length;
        }
        return parameters;
    }

    /** Equal up to rounding, whatever the outer step. */
    @ParameterizedTest
    @ValueSource(strings = {"fedavg(4", "fedavgm(4,momentum=0.5", "fedadam(4,rate=0.1"})
    void allClientsPresentAreAGroup(String text) {
        List<float[]> group = LocalGroup.run(SHARES.length, each -> {
            LocalAgreement agreement = ((LocalSteps) Synchronization.parse(text + ")"))
                    .start(
                            Trainers.reductions("dense", each),
                            Trainers.slices(Trainers.start()),
                            WorkerOptions.usual().withShare(SHARES[each.rank()]));
            List<float[]> after = Trainers.train(agreement, each.rank(), PERIOD * ROUNDS);
            return after.get(after.size() - 1);
        });
        Rounds rounds = new Rounds(parse(text + ",participation=0.99)"), "dense"); // of three, three are drawn
        for (int round = 0; round < ROUNDS; round++) {
            assertThat(rounds.server.present()).containsExactly(0, 1, 2);
            rounds.round();
        }
        assertThat(rounds.server.exactModel()).containsExactly(group.get(0), within(1e-4f));
    }

    private static ClientServer two(Clients clients, float... shares) {
        return server(new ClientSteps(LocalSteps.of(OuterStep.Kind.FEDAVG, 1), clients), shares);
    }

    private static ServerLinks pair(ClientSteps how) {
        return new ServerLinks(Policy.parse("dense"), List.of(new NamedTensor("x", Shape.vector(2))), how);
    }

    private static ClientServer server(ClientSteps how, float... shares) {
        return how.server(pair(how), new float[] {10, 20}, shares, Seed.of(1), Seed.of(2));
    }

    private static byte[] message(float... difference) {
        ClientSteps any = new ClientSteps(LocalSteps.of(OuterStep.Kind.FEDAVG, 1), Clients.share(0.5));
        return pair(any).uplink(Seed.of(3), 0).send(difference);
    }

    @Test
    void clientsCountByTheirExamplesAmongThoseThatArrive() {
        ClientServer server = two(Clients.share(0.5), 0.5f, 1.5f, 1f);
        server.take(0, 0, message(1, 0));
        server.take(1, 0, message(0, 1));
        assertThat(server.endRound()).isTrue();
        assertThat(server.exactModel()).containsExactly(9.75f, 19.25f);
        assertThat(server.round()).isEqualTo(1);
    }

    @Test
    void aRoundWithoutDifferencesLeavesTheModel() {
        ClientServer server = two(Clients.share(0.5), 1, 1);
        assertThat(server.endRound()).isFalse();
        assertThat(server.exactModel()).containsExactly(10, 20);
        assertThat(server.down().total()).isZero();
    }

    @Test
    void aLateDifferenceCountsLessOrNotAtAll() {
        ClientServer damped = two(Clients.share(0.5), 1, 1);
        ClientServer dropping = two(new Clients(0.5, 0, 0, Clients.Stale.DROP), 1, 1);
        for (ClientServer server : List.of(damped, dropping)) {
            for (int round = 0; round < 3; round++) {
                server.endRound();
            }
            server.take(1, 0, message(2, 4));
            assertThat(server.endRound()).isEqualTo(server == damped);
        }
        assertThat(damped.exactModel()).containsExactly(9, 18); // 1 / sqrt(1 + 3)
        assertThat(dropping.exactModel()).containsExactly(10, 20);
    }

    @Test
    void badMessagesAreRejectedWithoutATrace() {
        ClientServer server = two(Clients.share(0.5), 1, 1);
        byte[] good = message(1, 1);
        assertThatThrownBy(() -> server.take(0, 0, Arrays.copyOf(good, good.length - 1)))
                .isInstanceOf(MalformedInputException.class);
        assertThatThrownBy(() -> server.take(0, 0, Arrays.copyOf(good, good.length + 1)))
                .isInstanceOf(MalformedInputException.class);
        assertThatThrownBy(() -> server.take(0, 1, good)).hasMessage("a difference from round 1 in round 0");
        assertThat(server.endRound()).isFalse();
        assertThat(server.exactModel()).containsExactly(10, 20);
    }

    /** The model of the clients follows the server's, and takes fewer bits than the model. */
    @Test
    void theWayDownIsCompressedToo() {
        Rounds rounds = new Rounds(parse("fedavg(4,participation=0.7)"), "server(up=qsgd(4bit),down=int8)");
        for (int round = 0; round < ROUNDS; round++) {
            rounds.round();
        }
        ClientServer server = rounds.server;
        assertThat(server.model()).isNotEqualTo(server.exactModel());
        assertThat(server.model()).containsExactly(server.exactModel(), within(0.1f));
        long whole = (long) Float.SIZE * server.model().length;
        assertThat(server.down().total()).isBetween(1L, whole * ROUNDS);
        assertThat(server.down().bits(0)).isEqualTo(whole); // who has missed all gets the model
        assertThat(server.down().bits(server.down().total())).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dense", "randomk(0.5)", "server(up=qsgd(4bit),down=int8)"})
    void aRestoredServerGoesOnWithTheSameBits(String policy) {
        ClientSteps how = parse("fedadam(4,participation=0.7)");
        Rounds whole = new Rounds(how, policy);
        Rounds restored = new Rounds(how, policy);
        for (int round = 0; round < 4; round++) {
            whole.round();
        }
        ByteBuffer state = ByteBuffer.allocate(whole.server.stateBytes()
                + whole.uplinks.stream().mapToInt(Uplink::stateBytes).sum());
        whole.server.save(state);
        whole.uplinks.forEach(up -> up.save(state));
        state.flip();
        restored.server.restore(state);
        restored.uplinks.forEach(up -> up.restore(state));
        System.arraycopy(whole.steps, 0, restored.steps, 0, whole.steps.length);
        for (int round = 0; round < 5; round++) {
            whole.round();
            restored.round();
            assertThat(restored.server.exactModel()).isEqualTo(whole.server.exactModel());
        }
    }

    @Test
    void aServerIsSavedBetweenRounds() {
        ClientServer server = two(Clients.share(0.5), 1, 1);
        server.take(0, 0, message(1, 1));
        assertThatThrownBy(() -> server.save(ByteBuffer.allocate(server.stateBytes())))
                .hasMessageContaining("end the round before you save");
    }

    /** The middle of one of 2^32 intervals. */
    @Test
    void drawsAreUniformAndNeither0Nor1() {
        Seed seed = Seed.of(7);
        for (int i = 0; i < 1000; i++) {
            long word = Integer.toUnsignedLong(CounterRandom.word(seed.value(), i));
            assertThat(Uniform.draw(seed, i)).isEqualTo((2 * word + 1) / 0x1p33);
        }
    }

    @Test
    void optionsKeepWhatIsNotSet() {
        WorkerOptions options = WorkerOptions.usual().withShare(2f).withStepsPerEpoch(30);
        assertThat(options.share()).isEqualTo(2f);
        assertThat(options.stepsPerEpoch()).isEqualTo(30);
    }
}
