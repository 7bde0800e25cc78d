package org.tersegrad.reducers.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.FloatSlice;

/** Groups over channels that keep bytes, and that have to write before they read and the reverse. */
@Tag("any-jdk")
class TcpChannelsTest {
    private static final TcpOptions USUAL = TcpOptions.usual().withJoinLimit(Duration.ofMinutes(10));

    private final ToyChannels toys = new ToyChannels(77);
    private final TcpOptions options = USUAL.withChannels(toys);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private interface Worker<R> {
        R work(TcpGroup group) throws Exception;
    }

    private <R> List<Future<R>> start(int size, TcpOptions common, Worker<R> worker) throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(size);
        List<Future<R>> started = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int rank = i;
            Callable<R> joining = () -> {
                try (TcpGroup group = TcpGroup.join(rank, addresses, common)) {
                    return worker.work(group);
                }
            };
            started.add(threads.submit(joining));
        }
        return started;
    }

    private static String failure(Future<?> task) throws InterruptedException {
        try {
            task.get();
            return "none";
        } catch (ExecutionException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Workers that are ahead send the next message before this one is read, and channels keep it. */
    @ParameterizedTest
    @ValueSource(strings = {"", "sesame"})
    void sumsOfAnyLengthAreThoseOfALocalGroup(String secret) throws Exception {
        int[] lengths = {0, 1, 7, 250, 1000, 5_000, 30_011};
        int rounds = 60;
        CountDownLatch done =
                new CountDownLatch(3); // a socket that is closed before acknowledgements are read resets the connection
        for (Future<List<Float>> worker : start(3, options.withSecret(secret), group -> {
            List<Float> last = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                float[] values = new float[lengths[round % lengths.length]];
                for (int i = 0; i < values.length; i++) {
                    values[i] = group.rank() + i % 7 + round;
                }
                group.allReduceSum(FloatSlice.of(values));
                last.add(values.length == 0 ? 0 : values[values.length - 1]);
            }
            done.countDown();
            done.await();
            return last;
        })) {
            List<Float> sums = worker.get();
            for (int round = 0; round < rounds; round++) {
                int length = lengths[round % lengths.length];
                assertThat(sums.get(round)).isEqualTo(length == 0 ? 0 : 3 + 3f * ((length - 1) % 7 + round));
            }
        }
    }

    /** A worker that computes after an exchange has sent all of it; else the other one would wait for its next call. */
    @Test
    void nothingIsHeldWhenAnExchangeEnds() throws Exception {
        CountDownLatch received = new CountDownLatch(2);
        for (Future<Integer> worker : start(2, options, group -> {
            byte[] mine = new byte[group.rank() == 0 ? 14_000 : 0];
            int[] bytes = new int[1];
            group.allGather(ByteBuffer.wrap(mine), (rank, message) -> bytes[0] += message.remaining());
            received.countDown();
            received.await();
            return bytes[0];
        })) {
            assertThat(worker.get()).isEqualTo(14_000);
        }
    }

    /** While the other worker computes, this one sleeps in its selector. */
    @Test
    void waitingDoesNotSpin() throws Exception {
        List<Future<Integer>> workers = start(2, options, group -> {
            group.barrier();
            int before = toys.calls.get();
            if (group.rank() == 1) {
                Thread.sleep(500);
            }
            group.barrier();
            return toys.calls.get() - before;
        });
        for (Future<Integer> worker : workers) {
            assertThat(worker.get()).isLessThan(200);
        }
    }

    @Test
    void aReasonAndAFarewellReachTheOthers() throws Exception {
        List<Future<Integer>> workers = start(3, options, group -> {
            if (group.rank() == 1) {
                group.fail(new IllegalStateException("disk full"));
                return 0;
            }
            group.allReduceSum(FloatSlice.of(new float[100_000]));
            return 0;
        });
        assertThat(failure(workers.get(0))).contains("worker 1 failed: disk full");
        assertThat(failure(workers.get(1))).isEqualTo("none");
        assertThat(failure(workers.get(2))).contains("worker 1 failed: disk full");
        assertThat(toys.farewells).hasPositiveValue();
    }

    /** The connecting worker ends at once, the accepting one waits on. */
    @Test
    void aRejectionOfTheChannelIsToldToBothSides() throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(2);
        Future<TcpGroup> first = threads.submit(() -> TcpGroup.join(0, addresses, options));
        assertThatThrownBy(() -> TcpGroup.join(1, addresses, USUAL.withChannels(new ToyChannels(5))))
                .hasMessage(
                        "worker 1 cannot join worker 0 at " + addresses.get(0) + ": its key is 77, this worker's is 5");
        assertThatThrownBy(() -> TcpGroup.join(1, addresses, USUAL))
                .hasMessageContaining("it does not speak the protocol of these groups");
        assertThat(first.isDone()).isFalse();
        TcpGroup.join(1, addresses, options).close();
        first.get().close();
    }

    /** Strangers that say nothing, or something else. */
    @Test
    void strangersDoNotDisturb() throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(2);
        Future<TcpGroup> first = threads.submit(() -> TcpGroup.join(0, addresses, options));
        List<Socket> strangers = new ArrayList<>();
        while (strangers.size() < 2 * TcpRendezvous.MOST_UNPROVEN) {
            try {
                Socket stranger = new Socket(
                        addresses.get(0).getAddress(), addresses.get(0).getPort());
                strangers.add(stranger);
                if (strangers.size() % 2 == 0) {
                    stranger.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                }
            } catch (java.io.IOException e) {
                Thread.sleep(20); // it does not listen yet
            }
        }
        TcpGroup.join(1, addresses, options).close();
        first.get().close();
        for (Socket stranger : strangers) {
            stranger.close();
        }
    }
}
