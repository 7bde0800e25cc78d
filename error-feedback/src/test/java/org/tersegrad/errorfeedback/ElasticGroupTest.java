package org.tersegrad.errorfeedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.codecs.MalformedInputException;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.elastic.ElasticGroup;
import org.tersegrad.reducers.elastic.ElasticOptions;
import org.tersegrad.reducers.elastic.ElasticReplay;
import org.tersegrad.reducers.elastic.ElasticTransport;
import org.tersegrad.reducers.elastic.Epoch;
import org.tersegrad.reducers.elastic.Membership;
import org.tersegrad.reducers.elastic.Position;
import org.tersegrad.reducers.elastic.Ready;
import org.tersegrad.reducers.elastic.Standing;
import org.tersegrad.reducers.elastic.View;
import org.tersegrad.reducers.group.TcpOptions;
import org.tersegrad.reducers.model.NamedTensor;

/** Members that are threads, over sockets: they join, leave in the middle of a step, and are frozen. */
@Tag("any-jdk")
class ElasticGroupTest {
    private static final List<NamedTensor> TENSORS =
            List.of(new NamedTensor("w", new Shape(8, 6)), new NamedTensor("b", Shape.vector(6)));
    private static final Seed SEED = Seed.of(42);
    private static final TcpOptions TCP = TcpOptions.usual()
            .withJoinLimit(Duration.ofMinutes(10))
            .withSilenceLimit(Duration.ofMinutes(10)); // only a cancellation ends a wait

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch failed = new CountDownLatch(1);
    private final LocalMemberships service = new LocalMemberships();
    private final List<Epoch> log = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void end() {
        threads.shutdownNow();
        service.close();
    }

    /** Gradients that depend on weights, step, rank and size. */
    private static final class Model implements ElasticReplay.Trainer {
        final float[] weights = new float[54];

        Model(float first) {
            Arrays.fill(weights, first);
        }

        @Override
        public List<FloatSlice> shared() {
            return List.of(FloatSlice.of(weights));
        }

        @Override
        public List<FloatSlice> gradients(long step, int rank, int size) {
            float[] gradient = new float[54];
            for (int i = 0; i < 54; i++) {
                gradient[i] = weights[i] - (i + 1) / (float) size + (step * 31 + rank * 17L + i * 7L) % 11;
            }
            return List.of(new FloatSlice(gradient, 0, 48), new FloatSlice(gradient, 48, 6));
        }

        @Override
        public void update(List<FloatSlice> means) {
            for (int i = 0; i < 54; i++) {
                weights[i] -= 0.01f * means.get(0).array()[i];
            }
        }
    }

    /** The action of a member before a step; returns whether it goes on. */
    private interface Fate {
        boolean at(long step, ElasticGroup group) throws Exception;
    }

    private ElasticGroup group(String name, int port, String policy, boolean pays, Model model) {
        ElasticOptions options = ElasticOptions.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 2)
                .withPaidResiduals(pays)
                .withTransport(ElasticTransport.tcp(TCP));
        return new ElasticGroup(service.member(name), options, policy, TENSORS, SEED, model.shared());
    }

    private Future<float[]> member(String name, int port, String policy, boolean pays, long steps, Fate fate) {
        return threads.submit(() -> {
            Model model = new Model(name.equals("e") ? 5 : 1);
            try (ElasticGroup group = group(name, port, policy, pays, model)) {
                while (group.next(steps) && fate.at(group.step(), group)) {
                    List<FloatSlice> gradients = model.gradients(group.step(), group.rank(), group.size());
                    if (group.average(gradients)) {
                        model.update(gradients);
                    }
                }
                log.addAll(group.log());
            } catch (Exception | Error e) {
                failed.countDown();
                throw e;
            }
            return model.weights;
        });
    }

    /** Free ports, below those that systems give to clients. */
    private static List<Integer> ports(int count) throws IOException {
        List<Integer> ports = new ArrayList<>();
        while (ports.size() < count) {
            int port = 18_000 + new Random().nextInt(14_000);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                if (!ports.contains(port)) {
                    ports.add(socket.getLocalPort());
                }
            } catch (IOException e) {
                // It is in use; another one is tried.
            }
        }
        return ports;
    }

    /** One leaves before step 20, one comes at step 30, one leaves at step 40; the log has it all. */
    @ParameterizedTest
    @CsvSource({"dense, false", "topk(0.1)+ef, false", "topk(0.1)+ef, true", "powersgd(2)+ef, false", "qsgd(4), true"})
    void allEndWithTheBitsOfAReplay(String policy, boolean pays) throws Exception {
        List<Integer> ports = ports(5);
        CountDownLatch late = new CountDownLatch(1);
        AtomicInteger large = new AtomicInteger();
        Fate stays = (step, group) -> {
            if (step == 30) {
                late.countDown();
            }
            if (step >= 30
                    && group.log().get(group.log().size() - 1).members().stream()
                            .anyMatch(each -> each.name().equals("e"))) {
                large.incrementAndGet();
            }
            return true;
        };
        Future<float[]> a = member("a", ports.get(0), policy, pays, 3000, stays);
        Future<float[]> b = member("b", ports.get(1), policy, pays, 3000, stays);
        Future<float[]> c = member("c", ports.get(2), policy, pays, 3000, (step, group) -> step < 20);
        Future<float[]> d = member("d", ports.get(3), policy, pays, 3000, (step, group) -> step < 2000);
        while (!late.await(10, TimeUnit.MILLISECONDS)) {
            assertThat(failed.getCount()).as("no member has failed").isOne();
        }
        Future<float[]> e = member("e", ports.get(4), policy, pays, 3000, stays);
        float[] end = a.get();
        c.get();
        d.get();
        assertThat(b.get()).isEqualTo(end);
        assertThat(e.get()).isEqualTo(end);
        assertThat(large).as("steps with the member that came late").hasPositiveValue();
        List<Epoch> read =
                log.stream().map(each -> Epoch.parse(each.toString())).toList();
        assertThat(ElasticReplay.run(read, 3000, policy, pays, TENSORS, SEED, () -> new Model(1))
                        .get(0))
                .isEqualTo(end);
        assertThat(read.stream().flatMap(epoch -> epoch.lost().stream()).map(Epoch.Lost::name))
                .contains("c", "d");
    }

    /** A member that says that it is ready and does nothing more: the others wait for it as long as it is there. */
    @Test
    void whoIsFrozenHoldsNoMemberLongerThanTheMembershipDoes() throws Exception {
        List<Integer> ports = ports(3);
        LocalMemberships.Member frozen = service.member("frozen");
        CountDownLatch all = new CountDownLatch(2);
        frozen.start(new Membership.Listener() {
            @Override
            public void installed(View view) {
                if (view.members().size() == 3) {
                    InetSocketAddress address = InetSocketAddress.createUnresolved("localhost", ports.get(2));
                    Standing standing = new Standing(address, Position.START, 0, 0);
                    threads.execute(() -> frozen.announce(new Ready(view.id(), 0, 0, standing).toBytes()));
                }
            }

            @Override
            public void received(String member, ByteBuffer message) {
                if (!Ready.of(message).view().equals("v0")) {
                    all.countDown();
                }
            }
        });
        Future<float[]> a = member("a", ports.get(0), "dense", false, 100, (step, group) -> true);
        Future<float[]> b = member("b", ports.get(1), "dense", false, 100, (step, group) -> true);
        all.await();
        frozen.close();
        assertThat(a.get()).isEqualTo(b.get());
    }

    @Test
    void aCheckpointHasEpochStepAndModel() throws Exception {
        List<Integer> ports = ports(4);
        List<byte[]> saved = Collections.synchronizedList(new ArrayList<>());
        Fate saves = (step, group) -> {
            if (step == 50) {
                ByteBuffer checkpoint = ByteBuffer.allocate(group.checkpointBytes());
                group.save(checkpoint);
                assertThat(checkpoint.hasRemaining()).isFalse();
                saved.add(checkpoint.array());
            }
            return true;
        };
        Future<float[]> a = member("a", ports.get(0), "topk(0.1)+ef", false, 60, saves);
        Future<float[]> b = member("b", ports.get(1), "topk(0.1)+ef", false, 60, saves);
        a.get();
        b.get();
        Model restored = new Model(3);
        try (ElasticGroup group = group("c", ports.get(2), "topk(0.1)+ef", false, restored)) {
            byte[] damaged = saved.get(0).clone();
            damaged[70] ^= 1;
            assertThatThrownBy(() -> group.restore(ByteBuffer.wrap(damaged)))
                    .isInstanceOf(MalformedInputException.class);
            assertThatThrownBy(() -> group.restore(ByteBuffer.wrap(damaged, 0, 3)))
                    .isInstanceOf(MalformedInputException.class);
            group.restore(ByteBuffer.wrap(saved.get(0)));
            assertThat(group.step()).isEqualTo(50);
            Future<float[]> d = member("d", ports.get(3), "topk(0.1)+ef", false, 60, (step, its) -> true);
            while (group.next(60)) {
                assertThat(group.step()).isGreaterThanOrEqualTo(50);
                List<FloatSlice> gradients = restored.gradients(group.step(), group.rank(), group.size());
                if (group.average(gradients)) {
                    restored.update(gradients);
                }
            }
            assertThat(d.get()).isEqualTo(restored.weights);
            Epoch last = group.log().get(0);
            assertThat(last.number()).isGreaterThan(1);
            assertThat(last.position().step()).isEqualTo(50);
            assertThat(last.owes(last.source())).isTrue();
        }
    }
}
