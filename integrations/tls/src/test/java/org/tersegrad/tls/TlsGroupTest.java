package org.tersegrad.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.Cancellation;
import org.tersegrad.reducers.group.GroupFailedException;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.TcpGroup;
import org.tersegrad.reducers.group.TcpOptions;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;
import org.tersegrad.testkit.GroupRunner;
import org.tersegrad.testkit.Loopback;

/** Encrypted groups, and workers that do not belong to them. */
class TlsGroupTest {
    private static final TcpOptions PLAIN =
            TcpOptions.usual().withJoinLimit(Duration.ofMinutes(10)); // a busy machine is no failure
    private static final TcpOptions OPTIONS = PLAIN.withChannels(Certificates.tls(Certificates.worker()));

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Logger logger = Logger.getLogger("org.tersegrad");
    private final BlockingQueue<String> log = new LinkedBlockingQueue<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            log.add(entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void begin() {
        logger.addHandler(handler);
    }

    @AfterEach
    void end() {
        logger.removeHandler(handler);
        threads.shutdownNow();
    }

    private static float[] trained(Collective group) {
        List<NamedTensor> tensors =
                List.of(new NamedTensor("a", new Shape(30, 400)), new NamedTensor("b", Shape.vector(401)));
        ModelReduction model = new ModelReduction(Policy.parse("bf16"), tensors, Seed.of(42), group);
        float[] sums = new float[tensors.get(0).shape().size()];
        for (int step = 0; step < 4; step++) {
            for (int i = tensors.size() - 1; i >= 0; i--) {
                float[] gradient = new float[tensors.get(i).shape().size()];
                for (int j = 0; j < gradient.length; j++) {
                    gradient[j] = (float) Math.sin(j * (step + 1.0) + group.rank());
                }
                model.reduce(i, FloatSlice.of(gradient));
                for (int j = 0; j < gradient.length; j++) {
                    sums[j] += gradient[j];
                }
            }
        }
        return sums;
    }

    private static String failure(Future<?> task) throws InterruptedException {
        try {
            task.get();
            return "none";
        } catch (ExecutionException e) {
            return String.valueOf(Objects.requireNonNull(e.getCause()).getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "sesame"})
    void threeWorkersTrainWithTheBitsOfALocalGroup(String secret) throws Exception {
        List<InetSocketAddress> addresses = Loopback.addresses(3);
        List<float[]> local = LocalGroup.run(3, TlsGroupTest::trained);
        for (TcpOptions each : List.of(OPTIONS.withSecret(secret), PLAIN.withSecret(secret))) {
            List<float[]> trained =
                    GroupRunner.threads(3, rank -> TcpGroup.join(rank, addresses, each), TlsGroupTest::trained);
            assertThat(trained.get(0)).containsExactly(local.get(0));
            assertThat(trained.get(1)).containsExactly(local.get(0));
            assertThat(trained.get(2)).containsExactly(local.get(0));
        }
    }

    /** Messages of the connecting worker, and of the log of the accepting one, which waits on. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stranger | worker | it rejects the certificate of this worker: | it shows no certificate of a CA in the trust store of this worker",
                "expired | worker | it rejects the certificate of this worker: | its certificate CN=expired has expired: NotAfter",
                "worker | stranger | its certificate CN=stranger is of no CA in the trust store of this worker"
                        + " | it rejects the certificate of this worker: certificate_unknown",
                "worker | expired | its certificate CN=expired has expired: NotAfter | it rejects the certificate of this worker:",
            })
    void aWrongCertificateIsToldToBothSides(String connecting, String accepting, String says, String logs)
            throws Exception {
        List<InetSocketAddress> addresses = Loopback.addresses(2);
        Cancellation cancellation = new Cancellation();
        TcpOptions first = PLAIN.withChannels(Certificates.tls(store(accepting)));
        Future<TcpGroup> waiting = threads.submit(() -> TcpGroup.join(0, addresses, first, cancellation));
        TcpOptions second = PLAIN.withChannels(Certificates.tls(store(connecting)));
        assertThatThrownBy(() -> TcpGroup.join(1, addresses, second))
                .hasMessageStartingWith("worker 1 cannot join worker 0 at " + addresses.get(0) + ": " + says);
        assertThat(log.take())
                .startsWith("worker 0 waits for its group: a connection from 127.0.0.1 was rejected: " + logs);
        assertThat(waiting.isDone()).isFalse();
        cancellation.cancel("enough");
        assertThat(failure(waiting)).contains("enough");
    }

    private static Path store(String name) {
        return Certificates.worker().resolveSibling(name + ".p12");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPlainWorkerAndAnEncryptedOneTellEachOther(boolean firstIsPlain) throws Exception {
        List<InetSocketAddress> addresses = Loopback.addresses(2);
        Future<TcpGroup> waiting = threads.submit(() -> TcpGroup.join(0, addresses, firstIsPlain ? PLAIN : OPTIONS));
        String tls = "it speaks TLS, and this worker does not";
        String plain = "it speaks no TLS, and this worker does";
        assertThatThrownBy(() -> TcpGroup.join(1, addresses, firstIsPlain ? OPTIONS : PLAIN))
                .hasMessage(
                        "worker 1 cannot join worker 0 at " + addresses.get(0) + ": " + (firstIsPlain ? plain : tls));
        assertThat(log.take())
                .isEqualTo("worker 0 waits for its group: a connection from 127.0.0.1 was rejected: "
                        + (firstIsPlain ? tls : plain));
        TcpGroup.join(1, addresses, firstIsPlain ? PLAIN : OPTIONS).close();
        waiting.get().close();
    }

    @Test
    void hostNamesAreCheckedWhereAsked() throws Exception {
        Tls elsewhere = Certificates.tls(Certificates.elsewhere());
        List<InetSocketAddress> addresses = Loopback.addresses(2);
        Future<TcpGroup> first = threads.submit(() -> TcpGroup.join(0, addresses, PLAIN.withChannels(elsewhere)));
        assertThatThrownBy(() -> TcpGroup.join(
                        1,
                        addresses,
                        PLAIN.withChannels(
                                Certificates.tls(Certificates.worker()).withHostNames())))
                .hasMessageContaining("its certificate CN=elsewhere is not accepted: No subject alternative DNS name");
        TcpGroup.join(1, addresses, OPTIONS).close();
        first.get().close();

        TcpOptions named =
                PLAIN.withChannels(Certificates.tls(Certificates.worker()).withHostNames());
        List<InetSocketAddress> three = Loopback.addresses(3);
        assertThat(GroupRunner.threads(3, rank -> TcpGroup.join(rank, three, named), Collective::rank))
                .containsExactly(0, 1, 2);
    }

    /** Silence, noise, plain workers of another group, and half a handshake: more of them than there are places. */
    @Test
    void strangersDoNotStopAGroup() throws Exception {
        List<InetSocketAddress> addresses = Loopback.addresses(2);
        Future<TcpGroup> first = threads.submit(() -> TcpGroup.join(0, addresses, OPTIONS));
        byte[][] noises = {
            {},
            "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
            {22, 3, 1, 2, 0, 1},
            {22, 3, 3, 0x7f, (byte) 0xff, 0, 0, 0, 0, 0, 0}
        };
        List<Socket> strangers = new ArrayList<>();
        while (strangers.size() < 150) {
            try {
                Socket stranger = new Socket(
                        addresses.get(0).getAddress(), addresses.get(0).getPort());
                strangers.add(stranger);
                stranger.getOutputStream().write(noises[strangers.size() % noises.length]);
            } catch (IOException e) {
                Thread.sleep(20); // it does not listen yet, or has closed the connection
            }
        }
        TcpGroup.join(1, addresses, OPTIONS).close();
        first.get().close();
        for (Socket stranger : strangers) {
            stranger.close();
        }
    }

    @Test
    void aServerThatSaysNothingIsGivenUpAtTheLimit() throws Exception {
        List<InetSocketAddress> addresses = Loopback.addresses(2);
        try (ServerSocket silent = new ServerSocket()) {
            silent.bind(addresses.get(0));
            assertThatThrownBy(() -> TcpGroup.join(1, addresses, OPTIONS.withJoinLimit(Duration.ofMillis(400))))
                    .hasMessageStartingWith("worker 0 at " + addresses.get(0) + " cannot be reached within 400 ms");
        }
    }

    @Test
    void anotherThreadCancels() throws Exception {
        List<InetSocketAddress> addresses = Loopback.addresses(2);
        Cancellation cancellation = new Cancellation();
        Future<Object> first = threads.submit(() -> {
            try (TcpGroup group = TcpGroup.join(0, addresses, OPTIONS, cancellation)) {
                group.barrier();
                group.barrier();
                return 0;
            }
        });
        try (TcpGroup group = TcpGroup.join(1, addresses, OPTIONS)) {
            group.barrier();
            cancellation.cancel("it is gone");
            assertThat(failure(first)).isEqualTo("worker 0 was cancelled: it is gone");
        }
    }

    @Test
    void aKilledProcessIsNoticed() throws Exception {
        List<InetSocketAddress> addresses = Loopback.addresses(2);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-modules",
                        "jdk.incubator.vector",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Peer.class.getName(),
                        Integer.toString(addresses.get(0).getPort()),
                        Integer.toString(addresses.get(1).getPort()),
                        Certificates.worker().toString(),
                        Certificates.trusted().toString(),
                        new String(Certificates.PASSWORD))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (TcpGroup group = TcpGroup.join(0, addresses, OPTIONS)) {
            float[] sum = {1f};
            group.allReduceSum(FloatSlice.of(sum));
            assertThat(sum[0]).isEqualTo(3f);
            process.destroyForcibly().waitFor();
            assertThatThrownBy(() -> group.allReduceSum(FloatSlice.of(new float[1_000_000])))
                    .isInstanceOf(GroupFailedException.class)
                    .hasMessageContaining("worker 1 is lost");
        } finally {
            process.destroyForcibly();
        }
    }

    /** Worker 1 of two: adds once, and then waits to be killed. */
    static final class Peer {
        private Peer() {}

        public static void main(String[] args) throws Exception {
            List<InetSocketAddress> addresses = List.of(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])),
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[1])));
            Tls tls = Tls.mutual(Path.of(args[2]), args[4].toCharArray(), Path.of(args[3]));
            try (TcpGroup group = TcpGroup.join(1, addresses, TcpOptions.usual().withChannels(tls))) {
                group.allReduceSum(FloatSlice.of(2f));
                Thread.sleep(Long.MAX_VALUE);
            }
        }
    }

    /** More than the system's buffers hold, in both directions at once. */
    @Test
    void largeMessagesGoBothWaysAtOnce() throws Exception {
        List<InetSocketAddress> addresses = Loopback.addresses(3);
        int bytes = 10_000_000;
        assertThat(GroupRunner.threads(3, rank -> TcpGroup.join(rank, addresses, OPTIONS), group -> {
                    ByteBuffer mine = ByteBuffer.allocate(bytes);
                    for (int i = 0; i < bytes; i += 1000) {
                        mine.put(i, (byte) (group.rank() + 1));
                    }
                    long[] sum = new long[1];
                    group.allGather(mine, (rank, message) -> {
                        for (int i = 0; i < bytes; i += 1000) {
                            sum[0] += message.get(message.position() + i);
                        }
                    });
                    return sum[0];
                }))
                .containsOnly(bytes / 1000 * 6L);
    }
}
