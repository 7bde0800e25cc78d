package org.tersegrad.tls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.reducers.group.PairwiseGroup;
import org.tersegrad.reducers.group.TcpChannels;
import org.tersegrad.reducers.group.TcpGroup;
import org.tersegrad.reducers.group.TcpOptions;
import org.tersegrad.testkit.GroupRunner;
import org.tersegrad.testkit.Loopback;

/** Prints how long two workers take to sum a vector over plain and over encrypted connections, in turns. */
final class Throughput {
    private static final int ROUNDS = 30;

    private Throughput() {}

    public static void main(String[] args) throws Exception {
        TcpChannels tls = Certificates.tls(Certificates.worker());
        System.out.println("  elements    plain ms      TLS ms   ratio   processor: plain       TLS");
        for (int elements : new int[] {100_000, 1_000_000, 4_000_000}) {
            double[][] times = measured(elements, tls);
            System.out.printf(
                    Locale.ROOT,
                    "%,10d %11.2f %11.2f %7.2f %18.2f %9.2f%n",
                    elements,
                    times[0][0],
                    times[1][0],
                    times[0][0] / times[1][0],
                    times[0][1],
                    times[1][1]);
        }
    }

    /** Medians of the time and of the processor time of worker 0, plain and encrypted. */
    private static double[][] measured(int elements, TcpChannels tls) throws Exception {
        List<InetSocketAddress> plain = Loopback.addresses(2);
        List<InetSocketAddress> encrypted = Loopback.addresses(2);
        return GroupRunner.threads(2, rank -> TcpGroup.join(rank, plain, TcpOptions.usual()), group -> {
                    try (PairwiseGroup other = TcpGroup.join(
                            group.rank(), encrypted, TcpOptions.usual().withChannels(tls))) {
                        float[] vector = new float[elements];
                        double[][][] all = new double[2][2][ROUNDS];
                        for (int round = -ROUNDS; round < ROUNDS; round++) {
                            for (int kind = 0; kind < 2; kind++) {
                                long time = System.nanoTime();
                                long processor = processor();
                                (kind == 0 ? group : other).allReduceSum(FloatSlice.of(vector));
                                all[kind][0][Math.max(round, 0)] = (System.nanoTime() - time) / 1e6;
                                all[kind][1][Math.max(round, 0)] = (processor() - processor) / 1e6;
                            }
                        }
                        return IntStream.range(0, 2)
                                .mapToObj(kind -> new double[] {median(all[kind][0]), median(all[kind][1])})
                                .toArray(double[][]::new);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .get(0);
    }

    private static long processor() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
