package org.tersegrad.reducers.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tersegrad.compressors.FloatSlice;

/** Whatever a peer can do to a group on TCP. Its laws are tested in testkit. */
@Tag("any-jdk")
class TcpGroupTest {
    private static final TcpOptions OPTIONS =
            TcpOptions.usual().withGroup("test").withSecret("sesame");

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        threads.shutdownNow();
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

    private Callable<Object> sum(int rank, List<InetSocketAddress> addresses, TcpOptions options) {
        return () -> {
            try (TcpGroup group = TcpGroup.join(rank, addresses, options)) {
                group.allReduceSum(FloatSlice.of(1f, 2f, 3f));
                return 0;
            }
        };
    }

    @ParameterizedTest
    @CsvSource({
        "other, sesame, it belongs to another group",
        "test, open, does not know the secret",
        "test, '', does not know the secret"
    })
    void aWorkerOfAnotherGroupIsToldSo(String name, String secret, String why) throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(2);
        Future<Object> honest = threads.submit(sum(0, addresses, OPTIONS));
        TcpOptions theirs = OPTIONS.withGroup(name).withSecret(secret);
        assertThat(failure(threads.submit(sum(1, addresses, theirs)))).contains(why);
        honest.cancel(true);
    }

    /** On a machine so busy that the other worker is late, the honest one waits again, and longer. */
    @Test
    void whoWasRefusedIsToldWhenTheTimeIsOver() throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(2);
        Future<Object> other = threads.submit(sum(1, addresses, OPTIONS.withGroup("other")));
        String message = "";
        for (int seconds = 1; seconds <= 64 && !message.contains("refused"); seconds *= 2) {
            TcpOptions patience = OPTIONS.withJoinLimit(Duration.ofSeconds(seconds));
            message = failure(threads.submit(() -> TcpGroup.join(0, addresses, patience)));
        }
        assertThat(message)
                .matches(
                        ".*workers \\[1\\] have not joined within \\d+000 ms; .* was refused: it belongs to another group");
        assertThat(failure(other)).contains("it belongs to another group");
    }

    @Test
    void groupsOfAnotherSizeAreFound() throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(3);
        Future<Object> first = threads.submit(sum(0, addresses, OPTIONS));
        assertThat(failure(threads.submit(sum(1, addresses.subList(0, 2), OPTIONS))))
                .endsWith("worker 0 refuses this worker: its group has another size");
        first.cancel(true);
    }

    /** Noise, silence, and a connection that is closed at once do not cost the group its meeting. */
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
        Future<Object> second = threads.submit(sum(1, addresses, OPTIONS));
        assertThat(failure(first)).isEqualTo("none");
        assertThat(failure(second)).isEqualTo("none");
    }

    private static Socket connect(InetSocketAddress address) throws Exception {
        while (true) {
            try {
                return new Socket(address.getAddress(), address.getPort());
            } catch (IOException e) {
                Thread.sleep(20); // it does not listen yet
            }
        }
    }

    /** A peer that has joined and then sends these bytes and stays, or goes. */
    private void assertPeerEndsTheGroup(byte[] bytes, boolean goes, TcpOptions options, String why) throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(2);
        Future<Object> honest = threads.submit(sum(0, addresses, options));
        connect(addresses.get(0)).close();
        try (SocketChannel channel = SocketChannel.open(addresses.get(0))) {
            new TcpHandshake(1, 2, options).connect(channel.socket(), 0);
            OutputStream out = channel.socket().getOutputStream();
            out.write(bytes);
            out.flush();
            if (goes) {
                channel.shutdownOutput();
            }
            assertThat(failure(honest)).contains(why);
        }
    }

    @Test
    void whateverAPeerSendsEndsTheGroupWithItsCause() throws Exception {
        byte[] huge = ByteBuffer.allocate(4).putInt(Integer.MAX_VALUE).array();
        byte[] negative = ByteBuffer.allocate(4).putInt(-5).array();
        byte[] empty = new byte[4];
        byte[] wrongCall = ByteBuffer.allocate(10).putInt(6).put((byte) 99).array();
        byte[] otherCall = ByteBuffer.allocate(10).putInt(6).put((byte) 5).array();
        TcpOptions small = OPTIONS.withMostMessageBytes(1000);
        assertPeerEndsTheGroup(huge, false, small, "a message of 2147483647 bytes, 6 to 1000 are possible");
        assertPeerEndsTheGroup(negative, false, OPTIONS, "a message of 4294967291 bytes");
        assertPeerEndsTheGroup(empty, false, OPTIONS, "a message of 0 bytes");
        assertPeerEndsTheGroup(wrongCall, false, OPTIONS, "a call with number 99");
        assertPeerEndsTheGroup(otherCall, false, OPTIONS, "worker 1 calls allGather");
        assertPeerEndsTheGroup(new byte[0], true, OPTIONS, "worker 1 is lost");
        assertPeerEndsTheGroup(new byte[3], true, OPTIONS, "worker 1 is lost");
        assertPeerEndsTheGroup(
                new byte[0],
                false,
                OPTIONS.withSilenceLimit(Duration.ofMillis(200)),
                "worker 1 is lost: nothing has moved for 200 ms");
    }

    /** Announced bytes that do not come take no memory. */
    @Test
    void memoryGrowsWithWhatHasCome() throws Exception {
        byte[] announced =
                ByteBuffer.allocate(100_000).putInt(Integer.MAX_VALUE).array();
        long before = directBytes();
        assertPeerEndsTheGroup(
                announced,
                false,
                OPTIONS.withSilenceLimit(Duration.ofMillis(200)),
                "worker 1 is lost: nothing has moved");
        assertThat(directBytes() - before).isLessThan(50_000_000);
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
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
