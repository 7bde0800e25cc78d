package org.tersegrad.reducers.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.FloatSlice;

/** Groups over sockets: strangers, peers that do anything, and workers that fail, leave or are restarted. */
@Tag("any-jdk")
class TcpGroupTest {
    private static final TcpOptions OPTIONS = TcpOptions.usual()
            .withGroup("test")
            .withSecret("sesame")
            .withJoinLimit(Duration.ofMinutes(10)); // a busy machine is no failure

    private static final int LARGE = 10_000_000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        threads.shutdownNow();
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    /** The message of the cause of a failed task. */
    private static String failure(Future<?> task) throws InterruptedException {
        try {
            task.get();
            return "none";
        } catch (ExecutionException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static Callable<Object> sum(int rank, List<InetSocketAddress> addresses, TcpOptions options) {
        return sum(rank, addresses, options, 3);
    }

    private static Callable<Object> sum(int rank, List<InetSocketAddress> addresses, TcpOptions options, int length) {
        return () -> {
            try (TcpGroup group = TcpGroup.join(rank, addresses, options)) {
                group.allReduceSum(FloatSlice.of(new float[length]));
                return 0;
            }
        };
    }

    private Socket connect(InetSocketAddress address) throws Exception {
        while (true) {
            try {
                Socket socket = new Socket(address.getAddress(), address.getPort());
                open.add(socket);
                return socket;
            } catch (IOException e) {
                Thread.sleep(20); // it does not listen yet
            }
        }
    }

    /** A worker that a test plays by hand. */
    private final class Puppet {
        private final SocketChannel channel;
        private final TcpHandshake handshake;

        /** Connects to worker 0 and proves the secret. */
        Puppet(int rank, List<InetSocketAddress> addresses) throws Exception {
            connect(addresses.get(0)).close();
            channel = SocketChannel.open(addresses.get(0));
            open.add(channel);
            handshake = TcpHandshake.connecting(rank, addresses.size(), 0, OPTIONS, new SecureRandom());
            while (!handshake.isProven()) {
                send(handshake);
                receive(handshake);
            }
        }

        /** Joins as the last worker to come: all others are ready. */
        TcpSession join() throws IOException {
            TcpSession session = handshake.session();
            session.reader().begin(100);
            while (!session.reader().isRead()) {
                receive(session);
            }
            session.writer().begin(session.reader().message().duplicate(), ByteBuffer.allocate(0));
            send(session);
            return session;
        }

        void send(TcpProtocol what) throws IOException {
            while (what.isSending()) {
                channel.write(what.outgoing());
                what.sent();
            }
        }

        /** Receives something; throws if the connection has ended. */
        void receive(TcpProtocol what) throws IOException {
            if (what.incoming().hasRemaining()) {
                if (channel.read(what.incoming()) < 0) {
                    what.ended();
                }
                what.received();
            }
        }
    }

    /** The connecting worker is told at once, and so is the log of the other one, which waits on. */
    @ParameterizedTest
    @CsvSource({
        "other, sesame, 2, its group is",
        "test, open, 2, its secret is another one",
        "test, '', 2, its secret is another one",
        "test, sesame, 3, its group has"
    })
    void bothSidesAreToldWhatDiffersAtOnce(String name, String secret, int size, String why) throws Exception {
        BlockingQueue<String> log = new LinkedBlockingQueue<>();
        Logger logger = Logger.getLogger("org.tersegrad");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                log.add(entry.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        try {
            List<InetSocketAddress> addresses = FreePorts.addresses(3);
            Future<Object> first = threads.submit(sum(0, addresses.subList(0, 2), OPTIONS));
            TcpOptions theirs = OPTIONS.withGroup(name).withSecret(secret);
            assertThat(failure(threads.submit(sum(1, addresses.subList(0, size), theirs))))
                    .contains("worker 1 cannot join worker 0 at " + addresses.get(0) + ": " + why);
            assertThat(log.take())
                    .startsWith("worker 0 waits for its group: worker 1 from 127.0.0.1 was rejected: " + why);
            Future<Object> second = threads.submit(sum(1, addresses.subList(0, 2), OPTIONS));
            assertThat(failure(first)).isEqualTo("none");
            assertThat(failure(second)).isEqualTo("none");
        } finally {
            logger.removeHandler(handler);
            logger.setUseParentHandlers(true);
        }
    }

    /** On a machine so busy that the other worker is late, the honest one waits again, and longer. */
    @Test
    void whoWasRejectedIsNamedWhenTheTimeIsOver() throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(2);
        Future<Object> other = threads.submit(sum(1, addresses, OPTIONS.withGroup("other")));
        String message = "";
        for (int seconds = 1; seconds <= 64 && !message.contains("rejected"); seconds *= 2) {
            TcpOptions patience = OPTIONS.withJoinLimit(Duration.ofSeconds(seconds));
            message = failure(threads.submit(() -> TcpGroup.join(0, addresses, patience)));
        }
        assertThat(message)
                .matches(".*workers \\[1\\] have not joined within \\d+000 ms; worker 1 from 127.0.0.1 was rejected: "
                        + "its group is 'other', this worker's is 'test'");
        assertThat(failure(other)).contains("its group is 'test', this worker's is 'other'");
    }

    /** Noise, connections that are closed at once, and more silent ones than there are places. */
    @Test
    void strangersDoNotDisturb() throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(2);
        Future<Object> first = threads.submit(sum(0, addresses, OPTIONS));
        for (byte[] noise :
                List.of(new byte[0], "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII), new byte[1000])) {
            try (Socket stranger = connect(addresses.get(0))) {
                stranger.getOutputStream().write(noise);
                stranger.shutdownOutput();
                while (stranger.getInputStream().read() >= 0) {}
            } catch (IOException e) {
                // It was thrown out while it spoke.
            }
        }
        for (int i = 0; i < 3 * TcpRendezvous.MOST_UNPROVEN; i++) {
            connect(addresses.get(0));
        }
        Future<Object> second = threads.submit(sum(1, addresses, OPTIONS));
        assertThat(failure(first)).isEqualTo("none");
        assertThat(failure(second)).isEqualTo("none");
    }

    /** The oldest of too many connections is closed: a stranger that is closed is told nothing else. */
    @Test
    void unprovenConnectionsAreBounded() throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(2);
        Future<Object> first = threads.submit(sum(0, addresses, OPTIONS));
        Socket oldest = connect(addresses.get(0));
        for (int i = 0; i < 2 * TcpRendezvous.MOST_UNPROVEN; i++) {
            connect(addresses.get(0));
        }
        assertThat(oldest.getInputStream().read()).isEqualTo(-1);
        assertThat(first.isDone()).isFalse();
        first.cancel(true);
    }

    /** A stranger that says a valid hello a byte at a time, for as long as the group is not complete. */
    @Test
    void aStrangerThatDripsHoldsUpNoWorker() throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(3);
        Future<Object> first = threads.submit(sum(0, addresses, OPTIONS));
        byte[] hello = TcpPipe.sentBy(TcpHandshake.connecting(1, 3, 0, OPTIONS, new SecureRandom()));
        CountDownLatch began = new CountDownLatch(1);
        Future<Object> stranger = threads.submit(() -> {
            Socket socket = connect(addresses.get(0));
            for (int i = 0; i < hello.length - 1; i++) {
                socket.getOutputStream().write(hello[i]);
                began.countDown();
                if (i > 10) {
                    Thread.sleep(2000);
                }
            }
            return 0;
        });
        began.await();
        Future<Object> second = threads.submit(sum(1, addresses, OPTIONS));
        Future<Object> third = threads.submit(sum(2, addresses, OPTIONS));
        assertThat(failure(first)).isEqualTo("none");
        assertThat(failure(second)).isEqualTo("none");
        assertThat(failure(third)).isEqualTo("none");
        assertThat(stranger.isDone()).isFalse();
    }

    /** Its old connection may be closed, or look alive since the machine was switched off. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aWorkerThatIsRestartedWhileTheGroupJoinsJoinsAgain(boolean closed) throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(3);
        Future<Object> first = threads.submit(sum(0, addresses, OPTIONS));
        Puppet old = new Puppet(1, addresses);
        if (closed) {
            old.channel.close();
        }
        Future<Object> second = threads.submit(sum(1, addresses, OPTIONS));
        Future<Object> third = threads.submit(sum(2, addresses, OPTIONS));
        assertThat(failure(first)).isEqualTo("none");
        assertThat(failure(second)).isEqualTo("none");
        assertThat(failure(third)).isEqualTo("none");
        if (!closed) {
            TcpSession session = old.handshake.session();
            String message;
            do { // where worker 2 came before the new worker 1, the first message says that the group is ready
                session.reader().begin(100);
                while (!session.reader().isRead()) {
                    old.receive(session);
                }
                message = String.valueOf(
                        PairwiseGroup.reasonIn(session.reader().message()).getMessage());
            } while (message.isEmpty());
            assertThat(message).isEqualTo("another process has joined as worker 1");
        }
    }

    /** Worker 0 is restarted after worker 1 was ready, and before worker 2 came. */
    @Test
    void aWorkerConnectsAgainToOneThatIsRestarted() throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(3);
        Thread dying = new Thread(() -> {
            try {
                sum(0, addresses, OPTIONS).call();
            } catch (Exception e) {
                // It was interrupted.
            }
        });
        dying.start();
        Future<Object> second = threads.submit(sum(1, addresses, OPTIONS));
        connect(addresses.get(0)).close();
        dying.interrupt();
        dying.join();
        Future<Object> first = threads.submit(sum(0, addresses, OPTIONS));
        Future<Object> third = threads.submit(sum(2, addresses, OPTIONS));
        assertThat(failure(first)).isEqualTo("none");
        assertThat(failure(second)).isEqualTo("none");
        assertThat(failure(third)).isEqualTo("none");
    }

    private static TcpHost names(UnaryOperator<InetSocketAddress> resolver) {
        return new TcpHost() {
            @Override
            public InetSocketAddress resolve(InetSocketAddress address) {
                return resolver.apply(address);
            }
        };
    }

    @Test
    void anUnknownHostIsLookedUpAgain() throws Exception {
        List<InetSocketAddress> known = FreePorts.addresses(2);
        List<InetSocketAddress> unknown = known.stream()
                .map(address -> InetSocketAddress.createUnresolved("worker.invalid", address.getPort()))
                .toList();
        AtomicInteger lookups = new AtomicInteger();
        TcpOptions slowNames = OPTIONS.withHost(names(address -> lookups.incrementAndGet() < 8
                ? address
                : new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort())));
        List<Future<Object>> workers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int rank = i;
            workers.add(threads.submit(() -> {
                try (TcpGroup group = TcpGroup.join(rank, unknown, slowNames)) {
                    group.barrier();
                    return 0;
                }
            }));
        }
        for (Future<Object> worker : workers) {
            assertThat(failure(worker)).isEqualTo("none");
        }
        TcpOptions hasty = OPTIONS.withJoinLimit(Duration.ofMillis(200)).withHost(names(address -> address));
        assertThatThrownBy(() -> TcpGroup.join(1, unknown, hasty))
                .hasMessageMatching(
                        "worker 0 at worker.invalid.* cannot be reached within 200 ms: the host of worker 0, "
                                + "worker.invalid.*, is not known");
    }

    /** A peer that has joined and then sends these bytes and stays, or goes. */
    private void assertPeerEndsTheGroup(byte[] bytes, boolean goes, TcpOptions options, String why) throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(2);
        Future<Object> honest = threads.submit(sum(0, addresses, options));
        Puppet peer = new Puppet(1, addresses);
        peer.join();
        peer.channel.write(ByteBuffer.wrap(bytes));
        if (goes) {
            peer.channel.shutdownOutput();
        }
        assertThat(failure(honest)).contains(why);
        peer.channel.close();
    }

    @Test
    void whateverAPeerSendsEndsTheGroupWithItsCause() throws Exception {
        byte[] huge = ByteBuffer.allocate(4).putInt(Integer.MAX_VALUE).array();
        byte[] hugeReason = ByteBuffer.allocate(4).putInt(-5).array();
        byte[] forged = ByteBuffer.allocate(4 + 6 + 4 + 16).putInt(10).array();
        assertPeerEndsTheGroup(huge, false, OPTIONS, "a message of 2147483647 bytes, 6 to 1006 are possible");
        assertPeerEndsTheGroup(hugeReason, false, OPTIONS, "a message of 2147483643 bytes, 6 to 1006 are possible");
        assertPeerEndsTheGroup(new byte[4], false, OPTIONS, "a message of 0 bytes");
        assertPeerEndsTheGroup(forged, false, OPTIONS, "worker 1 is lost: the authentication code of a frame is wrong");
        assertPeerEndsTheGroup(new byte[0], true, OPTIONS, "worker 1 is lost: it has closed the connection");
        assertPeerEndsTheGroup(new byte[3], true, OPTIONS, "worker 1 is lost: it has closed the connection");
        assertPeerEndsTheGroup(
                new byte[0],
                false,
                OPTIONS.withSilenceLimit(Duration.ofMillis(200)),
                "worker 1 is lost: it has moved 34 bytes within 200 ms"); // those that this worker sent
        TcpOptions small = OPTIONS.withMostMessageBytes(20);
        assertPeerEndsTheGroup(
                ByteBuffer.allocate(4).putInt(21).array(), false, small, "a message of 21 bytes, 6 to 20 are possible");
    }

    private void assertMessageEndsTheGroup(ByteBuffer header, String content, String why) throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(2);
        Future<Object> honest = threads.submit(sum(0, addresses, OPTIONS));
        Puppet peer = new Puppet(1, addresses);
        TcpSession session = peer.join();
        session.writer().begin(header, ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
        peer.send(session);
        assertThat(failure(honest)).endsWith(why);
    }

    @Test
    void aWrongCallOrAHostileReasonEndsTheGroup() throws Exception {
        assertMessageEndsTheGroup(ByteBuffer.wrap(new byte[] {99, 0, 0, 0, 0, 0}), "", "a call with number 99");
        assertMessageEndsTheGroup(ByteBuffer.wrap(new byte[] {1, 1, 0, 0, 0, 3}), "", "a reserved byte is not 0");
        assertMessageEndsTheGroup(
                ByteBuffer.wrap(new byte[] {5, 0, 0, 0, 0, 0}),
                "",
                "worker 0 calls allReduceSum of 3 while worker 1 calls allGather: workers make different calls");
        assertMessageEndsTheGroup(ByteBuffer.allocate(6), "a\u001b[2J\nb\u2028", ": a [2J b ");
        assertMessageEndsTheGroup(
                ByteBuffer.wrap(new byte[] {9, 0, 0, 0, 0, 0}), "a\u001b[2J\nb", "worker 1 refused: a [2J b");
    }

    /** Announced bytes that do not come take no memory. */
    @Test
    void memoryGrowsWithWhatHasCome() throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(2);
        TcpOptions options = OPTIONS.withSilenceLimit(Duration.ofMillis(200));
        long before = directBytes();
        Future<Object> honest = threads.submit(() -> {
            try (TcpGroup group = TcpGroup.join(0, addresses, options)) {
                group.allGather(ByteBuffer.allocate(0), (rank, message) -> {});
                return 0;
            }
        });
        Puppet peer = new Puppet(1, addresses);
        peer.join();
        peer.channel.write(ByteBuffer.allocate(100_000).putInt(0, Integer.MAX_VALUE));
        assertThat(failure(honest)).contains("worker 1 is lost: it has moved");
        assertThat(directBytes() - before).isLessThan(50_000_000);
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    /** One who was silent for the limit does not get more time by whatever it sends then. */
    @Test
    void whoDripsAfterItsSilenceHoldsNoWorker() throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(2);
        TcpOptions options = OPTIONS.withSilenceLimit(Duration.ofMillis(300));
        Future<Object> honest = threads.submit(sum(0, addresses, options));
        Puppet peer = new Puppet(1, addresses);
        TcpSession session = peer.join();
        Future<Object> dripping = threads.submit(() -> {
            while (true) {
                Thread.sleep(100);
                session.writer().begin(ByteBuffer.wrap(new byte[] {5, 0, 0, 0, 0, 0}), ByteBuffer.allocate(1000));
                for (byte each : TcpPipe.sentBy(session)) {
                    peer.channel.write(ByteBuffer.wrap(new byte[] {each}));
                    Thread.sleep(10);
                }
            }
        });
        assertThat(failure(honest)).contains("worker 1 is lost: it has moved");
        dripping.cancel(true);
    }

    /** Workers 0 and 2 are in a sum of many floats, of which worker 1 reads none; or it stops in the middle. */
    @ParameterizedTest
    @ValueSource(strings = {"before", "inside"})
    void theReasonOfAFailureArrivesAtLargeMessages(String when) throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(2);
        Future<Object> first = threads.submit(sum(0, addresses, OPTIONS.withSecret(""), LARGE));
        try (TcpGroup group = TcpGroup.join(1, addresses, OPTIONS.withSecret(""))) {
            if (when.equals("before")) {
                group.fail(new IllegalStateException("disk full"));
            } else {
                float[] vector = new float[LARGE];
                vector[LARGE - 1] = Float.NaN; // found while worker 0 still sends
                assertThatThrownBy(() -> group.allReduceSum(FloatSlice.of(vector)))
                        .hasMessageContaining("element 9999999 is NaN");
            }
        }
        assertThat(failure(first))
                .contains(
                        when.equals("before")
                                ? "worker 1 failed: disk full"
                                : "worker 1 failed: malformed input at byte 39999996: message of worker 1: element 9999999 is NaN");
    }

    /** Worker 0 can send nothing any more, while what worker 1 has said before is still to be read. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theReasonIsReadAfterAWriteHasFailed(boolean afterAMessage) throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(2);
        TcpRendezvous rendezvous = new TcpRendezvous(0, addresses, OPTIONS);
        Future<List<Optional<TcpConnection>>> joining = threads.submit(rendezvous::join);
        Puppet peer = new Puppet(1, addresses);
        TcpSession session = peer.join();
        List<Optional<TcpConnection>> joined = joining.get();
        if (afterAMessage) {
            session.writer().begin(ByteBuffer.allocate(6).put(0, GroupCall.BARRIER.number), ByteBuffer.allocate(0));
        }
        session.writer().abort(PairwiseGroup.reason("disk full"));
        peer.send(session);
        joined.get(1).orElseThrow().socket().shutdownOutput(); // so every write fails
        try (TcpGroup group = new TcpGroup(0, rendezvous.selector(), joined, OPTIONS)) {
            assertThatThrownBy(group::barrier)
                    .isInstanceOf(GroupFailedException.class)
                    .hasMessage("disk full");
        }
    }

    @Test
    void anInterruptedWorkerTellsTheOthers() throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(3);
        Future<Object> first = threads.submit(sum(0, addresses, OPTIONS));
        CountDownLatch joined = new CountDownLatch(1);
        List<String> said = new ArrayList<>();
        Thread second = new Thread(() -> {
            try (TcpGroup group = TcpGroup.join(1, addresses, OPTIONS)) {
                joined.countDown();
                group.allReduceSum(FloatSlice.of(1f, 2f, 3f));
            } catch (Exception e) {
                said.add(e.getMessage() + ", " + Thread.currentThread().isInterrupted());
            }
        });
        second.start();
        try (TcpGroup group = TcpGroup.join(2, addresses, OPTIONS)) {
            joined.await();
            second.interrupt();
            second.join();
            assertThat(said).containsExactly("worker 1 was interrupted, true");
            assertThatThrownBy(() -> group.allReduceSum(FloatSlice.of(1f, 2f, 3f)))
                    .hasMessage("worker 1 was interrupted");
        }
        assertThat(failure(first)).endsWith("worker 1 was interrupted");
    }

    /** Worker 1 never comes; or it is there and does nothing. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anotherThreadCancels(boolean joined) throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(2);
        Cancellation cancellation = new Cancellation();
        Future<Object> first = threads.submit(() -> {
            try (TcpGroup group = TcpGroup.join(0, addresses, OPTIONS, cancellation)) {
                group.barrier();
                return 0;
            }
        });
        if (joined) {
            new Puppet(1, addresses).join();
        } else {
            connect(addresses.get(0));
        }
        cancellation.cancel("it is gone");
        cancellation.cancel("not the first reason");
        assertThat(failure(first)).endsWith("was cancelled: it is gone");
        assertThatThrownBy(() -> TcpGroup.join(0, addresses, OPTIONS, cancellation))
                .hasMessage("joining a group was cancelled: it is gone");
        assertThatThrownBy(() -> TcpGroup.join(TcpPlace.of(1, 2, addresses.get(0)), OPTIONS, cancellation))
                .hasMessage("joining a group was cancelled: it is gone");
    }

    /** Whichever of its connections a survivor looks at first. */
    @Test
    void survivorsNameTheWorkerThatLeaves() throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(4);
        List<Future<Object>> survivors = new ArrayList<>();
        for (int rank : new int[] {0, 2, 3}) {
            survivors.add(threads.submit(sum(rank, addresses, OPTIONS.withSecret(""), 1_000_000)));
        }
        TcpGroup.join(1, addresses, OPTIONS.withSecret("")).close();
        for (Future<Object> survivor : survivors) {
            assertThat(failure(survivor)).contains("worker 1 is lost");
        }
    }

    /** The lengths differ by more than is read. */
    @Test
    void differentCallsAreNamedAtLargeMessages() throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(2);
        Future<Object> first = threads.submit(sum(0, addresses, OPTIONS, 10));
        Future<Object> second = threads.submit(sum(1, addresses, OPTIONS, 1_000_000));
        assertThat(failure(first))
                .contains("worker 0 calls allReduceSum of 10 while worker 1 calls allReduceSum of 1000000");
        assertThat(failure(second)).contains("allReduceSum of 1000000").contains("allReduceSum of 10");
    }

    @Test
    void aWorkerThatNeverComesIsNamed() throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(2);
        TcpOptions hasty = OPTIONS.withJoinLimit(Duration.ofMillis(300));
        assertThatThrownBy(() -> TcpGroup.join(0, addresses, hasty))
                .hasMessage("workers [1] have not joined within 300 ms");
        assertThatThrownBy(() -> TcpGroup.join(1, addresses, hasty))
                .hasMessageStartingWith("worker 0 at " + addresses.get(0) + " cannot be reached within 300 ms: ");
        assertThatThrownBy(() -> TcpGroup.join(2, addresses)).hasMessage("ranks are 0 to 1, this is 2");
    }

    /** {@code kill -9} of a process: the others know at once. */
    @Test
    void aKilledProcessIsNoticed() throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(2);
        Process process = new ProcessBuilder(
                        new File(System.getProperty("java.home"), "bin/java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Peer.class.getName(),
                        Integer.toString(addresses.get(0).getPort()),
                        Integer.toString(addresses.get(1).getPort()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (TcpGroup group = TcpGroup.join(0, addresses, OPTIONS)) {
            float[] sum = {1f};
            group.allReduceSum(FloatSlice.of(sum));
            assertThat(sum[0]).isEqualTo(3f);
            process.destroyForcibly().waitFor();
            assertThatThrownBy(() -> group.allReduceSum(FloatSlice.of(sum)))
                    .isInstanceOf(GroupFailedException.class)
                    .hasMessageContaining("worker 1 is lost");
            assertThat(sum[0]).as("a failed sum changes nothing").isEqualTo(3f);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Worker 1 of two: adds once, and then waits to be killed. */
    static final class Peer {
        private Peer() {}

        public static void main(String[] ports) throws Exception {
            List<InetSocketAddress> addresses = Stream.of(ports)
                    .map(port -> new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port)))
                    .toList();
            try (TcpGroup group = TcpGroup.join(1, addresses, OPTIONS)) {
                group.allReduceSum(FloatSlice.of(2f));
                Thread.sleep(Long.MAX_VALUE);
            }
        }
    }

    @Test
    void optionsAreChecked() {
        assertThatThrownBy(() -> OPTIONS.withJoinLimit(Duration.ZERO))
                .hasMessage("a join limit is above 0, this is PT0S");
        assertThatThrownBy(() -> OPTIONS.withMostMessageBytes(5)).hasMessageContaining("cannot have 5");
        assertThat(OPTIONS.toString()).contains("a secret").doesNotContain("sesame");
    }
}
