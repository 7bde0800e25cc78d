package org.tersegrad.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tersegrad.testkit.Loopback;
import picocli.CommandLine;

/** Two nodes on the loopback interface. */
class NodeTest {
    private static final int WORKERS = 2;

    private static List<Measurement> measure(Path folder, String kind, String... recipes) throws Exception {
        Path file = folder.resolve(kind + ".csv");
        MeasurementsCsv.create(file, List.of());
        List<InetSocketAddress> addresses = Loopback.addresses(WORKERS);
        ExecutorService threads = Executors.newFixedThreadPool(WORKERS);
        try {
            List<Future<Integer>> nodes = new ArrayList<>();
            for (int i = 0; i < WORKERS; i++) {
                List<String> arguments = new ArrayList<>(arguments(i, addresses, file));
                arguments.add("--kind=" + kind);
                arguments.addAll(List.of(recipes));
                nodes.add(threads.submit(() -> new CommandLine(new Node()).execute(arguments.toArray(String[]::new))));
            }
            for (Future<Integer> node : nodes) {
                assertThat(node.get()).isZero();
            }
        } finally {
            threads.shutdownNow();
        }
        List<Measurement> all = MeasurementsCsv.read(file);
        assertThat(all).extracting(Measurement::recipe).containsExactly(recipes);
        assertThat(all).allSatisfy(each -> {
            assertThat(each.kind().word()).isEqualTo(kind);
            assertThat(each.nodes()).isEqualTo(WORKERS);
            assertThat(each.linkMbit()).isEqualTo(1000);
            assertThat(each.wireBits()).isGreaterThan(each.bits()); // headers, and both nodes have one interface
        });
        return all;
    }

    @Test
    void theFirstNodeWritesWhatTheStepsOfAllTook(@TempDir Path folder) throws Exception {
        List<Measurement> all = measure(folder, "step", "dense", "vote");
        assertThat(all).allSatisfy(each -> {
            assertThat(each.elements()).isEqualTo(64 * 32);
            assertThat(each.steps()).isBetween(5, 101);
            assertThat(each.leastMillis()).isPositive().isLessThanOrEqualTo(each.medianMillis());
            assertThat(each.cpuMillis()).isNotNegative();
        });
        assertThat(all.get(0).bits()).isEqualTo(32L * 64 * 32);
        assertThat(all.get(1).bits()).isEqualTo(64L * 32);
    }

    @Test
    void stepsArePredictedWithoutTakingThem(@TempDir Path folder) throws Exception {
        assertThat(measure(folder, "predicted", "dense", "vote")).allSatisfy(each -> {
            assertThat(each.steps()).isZero();
            assertThat(each.leastMillis()).isPositive();
        });
    }

    @Test
    void manyTensorsSendTheSameTogether(@TempDir Path folder) throws Exception {
        List<Measurement> all = measure(folder, "tensors", "dense", "fuse(25MB); *: dense");
        assertThat(all).extracting(Measurement::bits).containsOnly(32L * ManyTensors.ELEMENTS);
        assertThat(all.get(1).wireBits()).isLessThan(all.get(0).wireBits());
    }

    @Test
    void aTrainingLearns(@TempDir Path folder) throws Exception {
        Measurement training = measure(folder, "training", "topk(0.01)+ef@0.1").get(0);
        assertThat(training.accuracy()).isGreaterThan(0.5);
        assertThat(training.steps()).isEqualTo(3 * 45);
    }

    private static List<String> arguments(int rank, List<InetSocketAddress> addresses, Path file) {
        String all = String.join(
                ",",
                addresses.stream()
                        .map(each -> each.getHostString() + ":" + each.getPort())
                        .toList());
        return List.of(
                "--rank=" + rank,
                "--addresses=" + all,
                "--link=1000",
                "--interface=lo",
                "--rows=64",
                "--columns=32",
                "--seconds=0.01",
                "--out=" + file);
    }

    @Test
    void bytesOfAnInterfaceAreThoseThatLeft() {
        List<String> lines = List.of(
                "Inter-|   Receive                                                |  Transmit",
                "    lo:     111       2    0    0    0     0          0         0      333       4    0    0    0     0       0          0",
                "  eth0:5 6 0 0 0 0 0 0 777 8 0 0 0 0 0 0");
        assertThat(new InterfaceBytes("eth0").sent(lines)).isEqualTo(777);
        assertThat(new InterfaceBytes("lo").sent(lines)).isEqualTo(333);
        assertThatThrownBy(() -> new InterfaceBytes("eth").sent(lines)).hasMessage("there is no network interface eth");
    }
}
