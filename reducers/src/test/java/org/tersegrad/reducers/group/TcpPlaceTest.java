package org.tersegrad.reducers.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.compressors.FloatSlice;

/** Groups of which only worker 0's address is known, and what schedulers say of a worker's place. */
@Tag("any-jdk")
class TcpPlaceTest {
    private static final TcpOptions OPTIONS = TcpOptions.usual()
            .withSecret("2b7e151628aed2a6abf7158809cf4f3c")
            .withJoinLimit(Duration.ofMinutes(10)); // a busy machine is no failure

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        threads.shutdownNow();
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private static Map<String, String> variables(String text) {
        Map<String, String> variables = new HashMap<>();
        for (String each : text.split(" ", -1)) {
            int equals = each.indexOf('=');
            variables.put(each.substring(0, equals), each.substring(equals + 1));
        }
        return variables;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            RANK=2 WORLD_SIZE=4 MASTER_ADDR=node7 MASTER_PORT=4711 | 2 | 4 | node7 | 4711
            RANK=0 WORLD_SIZE=1 MASTER_ADDR=node7 | 0 | 1 | node7 | 29500
            RANK=1 WORLD_SIZE=2 MASTER_ADDR=a SLURM_PROCID=5 SLURM_NTASKS=9 | 1 | 2 | a | 29500
            OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=8 OMPI_COMM_WORLD_LOCAL_SIZE=8 | 3 | 8 | localhost | 29500
            OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=8 OMPI_COMM_WORLD_LOCAL_SIZE=4 MASTER_ADDR=b | 3 | 8 | b | 29500
            OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 SLURM_PROCID=0 SLURM_NTASKS=1 MASTER_ADDR=b | 1 | 2 | b | 29500
            SLURM_PROCID=5 SLURM_NTASKS=6 SLURM_STEP_NODELIST=cn[007-012,20],gpu1 SLURM_JOB_ID=123456 | 5 | 6 | cn007 | 13456
            SLURM_PROCID=0 SLURM_NTASKS=2 SLURM_JOB_NODELIST=left,right SLURM_JOB_ID=20001 | 0 | 2 | left | 10001
            SLURM_PROCID=0 SLURM_NTASKS=2 SLURM_JOB_NODELIST=r[3-4]n[1,2] MASTER_PORT=80 SLURM_JOB_ID=1 | 0 | 2 | r3n1 | 80
            SLURM_PROCID=1 SLURM_NTASKS=2 SLURM_JOB_NODELIST=solo SLURM_STEP_NODELIST=other | 1 | 2 | other | 29500
            JOB_COMPLETION_INDEX=3 WORLD_SIZE=4 MASTER_ADDR=train-0.workers | 3 | 4 | train-0.workers | 29500
            """)
    void schedulersSayRankSizeAndWorkerZero(String environment, int rank, int size, String host, int port) {
        TcpPlace place = TcpPlace.fromEnvironment(variables(environment));

        assertThat(place).isEqualTo(TcpPlace.of(rank, size, InetSocketAddress.createUnresolved(host, port)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            HOME=/ | the environment gives no rank: none of RANK, OMPI_COMM_WORLD_RANK, SLURM_PROCID, JOB_COMPLETION_INDEX is set
            RANK=1 | WORLD_SIZE is not set in the environment
            RANK=4 WORLD_SIZE=4 MASTER_ADDR=a | RANK in the environment is a whole number from 0 to 3, not 4
            RANK=one WORLD_SIZE=4 MASTER_ADDR=a | RANK in the environment is a whole number from 0 to 3, not one
            RANK=1 WORLD_SIZE=4 | MASTER_ADDR, the host of worker 0, is not set in the environment
            RANK=1 WORLD_SIZE=4 MASTER_ADDR=a MASTER_PORT=70000 | MASTER_PORT in the environment is a whole number from 1 to 65535, not 70000
            OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=8 OMPI_COMM_WORLD_LOCAL_SIZE=4 | MASTER_ADDR, the host of worker 0, is not set in the environment
            JOB_COMPLETION_INDEX=3 MASTER_ADDR=a | WORLD_SIZE is not set in the environment
            """)
    void whatIsMissingIsNamed(String environment, String message) {
        assertThatThrownBy(() -> TcpPlace.fromEnvironment(variables(environment)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    private Future<float[]> sum(TcpPlace place) {
        return threads.submit(() -> {
            try (TcpGroup group = TcpGroup.join(place, OPTIONS)) {
                float[] sum = {1 << group.rank()};
                group.allReduceSum(FloatSlice.of(sum));
                return sum;
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void workersNeedTheAddressOfWorkerZeroOnly(int size) throws Exception {
        InetSocketAddress first = FreePorts.addresses(1).get(0);
        List<Future<float[]>> sums = new ArrayList<>();
        for (int rank = size - 1; rank >= 0; rank--) { // worker 0 comes last
            sums.add(sum(TcpPlace.of(rank, size, first)));
        }
        for (Future<float[]> sum : sums) {
            assertThat(sum.get()).containsExactly((1 << size) - 1);
        }
    }

    /** Forwards the bytes of each connection to another port, as a mapped port of a container does. */
    private int mappedPort(int to, AtomicInteger connections) throws IOException {
        ServerSocket mapped = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        open.add(mapped);
        Future<?> unused = threads.submit(() -> {
            while (true) {
                Socket from = mapped.accept();
                Socket target = new Socket(InetAddress.getLoopbackAddress(), to);
                open.add(from);
                open.add(target);
                connections.incrementAndGet();
                Future<?> unusedForth =
                        threads.submit(() -> from.getInputStream().transferTo(target.getOutputStream()));
                Future<?> unusedBack =
                        threads.submit(() -> target.getInputStream().transferTo(from.getOutputStream()));
            }
        });
        return mapped.getLocalPort();
    }

    @Test
    void othersConnectToTheAdvertisedAddress() throws Exception {
        List<InetSocketAddress> free = FreePorts.addresses(2);
        AtomicInteger connections = new AtomicInteger();
        int mapped = mappedPort(free.get(1).getPort(), connections);
        TcpPlace behind = TcpPlace.of(1, 4, free.get(0))
                .withListening(new InetSocketAddress("0.0.0.0", free.get(1).getPort()))
                .withAdvertised(InetSocketAddress.createUnresolved("localhost", mapped));

        List<Future<float[]>> sums = new ArrayList<>(List.of(sum(behind)));
        for (int rank : new int[] {0, 2, 3}) {
            sums.add(sum(TcpPlace.of(rank, 4, free.get(0))));
        }
        for (Future<float[]> sum : sums) {
            assertThat(sum.get()).containsExactly(15);
        }
        assertThat(connections).hasValueGreaterThanOrEqualTo(2); // from workers 2 and 3, which may have tried twice
    }

    /** Workers 1 and 2 of four have joined as far as they can when worker 1 is started once more, with another port. */
    @Test
    void aWorkerThatIsRestartedTellsItsNewAddress() throws Exception {
        InetSocketAddress first = FreePorts.addresses(1).get(0);
        Future<float[]> zero = sum(TcpPlace.of(0, 4, first));
        AtomicInteger met = new AtomicInteger();
        int old = FreePorts.addresses(1).get(0).getPort();
        int mapped = mappedPort(old, met);
        Future<float[]> lost = sum(TcpPlace.of(1, 4, first)
                .withListening(new InetSocketAddress(InetAddress.getLoopbackAddress(), old))
                .withAdvertised(InetSocketAddress.createUnresolved("localhost", mapped)));
        Future<float[]> two = sum(TcpPlace.of(2, 4, first));
        while (met.get() == 0) {
            Thread.sleep(10); // worker 2 knows the first address of worker 1 and has used it
        }
        lost.cancel(true);

        Future<float[]> again = sum(TcpPlace.of(1, 4, first));
        Future<float[]> three = sum(TcpPlace.of(3, 4, first));
        for (Future<float[]> each : List.of(zero, again, two, three)) {
            assertThat(each.get()).containsExactly(15);
        }
    }

    @Test
    void workersThatJoinInDifferentWaysAreToldSo() throws Exception {
        List<InetSocketAddress> addresses = FreePorts.addresses(3);
        Future<?> given = threads.submit(() -> TcpGroup.join(0, addresses, OPTIONS));
        Future<float[]> collected = sum(TcpPlace.of(1, 3, addresses.get(0)));

        assertThatThrownBy(given::get)
                .hasMessageContaining("cannot join worker 1 at")
                .hasMessageContaining("it asks for addresses, and this worker was given a list of all");
        assertThatThrownBy(collected::get).hasMessageContaining("workers join in different ways");
    }

    private static ByteBuffer message(int size, String text) {
        return ByteBuffer.allocate(PairwiseGroup.HEADER_BYTES + text.length())
                .put(GroupCall.JOIN.number)
                .put((byte) 1)
                .putInt(size)
                .put(text.getBytes(StandardCharsets.US_ASCII))
                .flip();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "host", "host:", ":0", "host:65536", "a b:1", "a\nb:1", "[::1:1", "[]:1", "host:1\nhost:2"})
    void badAddressesAreRejected(String text) {
        TcpAddresses addresses = TcpAddresses.collected(new InetSocketAddress("localhost", 1), 3);

        assertThatThrownBy(() -> addresses.takeOwn(1, message(3, text), InetAddress.getLoopbackAddress()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("it tells no address: '");
    }

    @Test
    void addressesSurviveTheirMessages() throws IOException {
        TcpAddresses zero = TcpAddresses.collected(new InetSocketAddress("localhost", 1), 5);
        TcpAddresses worker = TcpAddresses.collected(new InetSocketAddress("localhost", 1), 5);
        InetAddress six = InetAddress.getByName("fe80::1");
        zero.takeOwn(1, worker.own(Optional.empty(), 4711), InetAddress.getByName("10.1.2.3"));
        zero.takeOwn(2, worker.own(Optional.empty(), 4712), six);
        assertThat(zero.missing()).containsExactly(3);
        zero.takeOwn(3, worker.own(Optional.of(InetSocketAddress.createUnresolved("::2", 80)), 9), six);

        assertThat(worker.takeAll(zero.all())).containsExactly(1, 2, 3);
        assertThat(Arrays.asList(worker.of(1), worker.of(2), worker.of(3)))
                .containsExactly(
                        Optional.of(InetSocketAddress.createUnresolved("10.1.2.3", 4711)),
                        Optional.of(InetSocketAddress.createUnresolved("fe80:0:0:0:0:0:0:1", 4712)),
                        Optional.of(InetSocketAddress.createUnresolved("::2", 80)));
        assertThat(worker.takeAll(zero.all())).isEmpty();
        assertThatThrownBy(() -> worker.takeAll(message(5, "a:1\n"))).hasMessage("it tells 1 addresses, not 3");
        assertThat(zero.all().remaining()).isLessThanOrEqualTo(zero.mostBytes());
    }
}
