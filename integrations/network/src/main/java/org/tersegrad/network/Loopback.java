package org.tersegrad.network;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.mpi.MpiGroup;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.TcpGroup;

/**
 * Times {@code MPI_Allreduce} and reductions over MPI and TCP side by side, without a network: the processes of one {@code mpirun} take a
 * step in each way, round after round. So a load of other programs meets all ways alike, and ratios mean something on a busy machine.
 *
 * <pre>
 *   mpirun -np 2 env java ... org.tersegrad.network.Loopback [ROWS COLUMNS ROUNDS [RECIPE...]]
 * </pre>
 */
final class Loopback {
    private static final String[] USUAL = {"2048", "2048", "100", "dense", "bf16", "int8+twoshot"};
    /** Rounds before those that count: Java compiles meanwhile. */
    private static final int WARM_UP = 40;
    /** All work is done in the thread that calls, and Java's compiler has others. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final MpiGroup mpi;
    private final Shape shape;
    private final float[] gradient;
    private final float[] mean;
    private final List<Way> ways = new ArrayList<>();

    /** The preparation of a step is not timed. */
    private record Way(String name, Runnable prepare, Runnable step, List<Sample> samples) {}

    /** Milliseconds of the slowest worker, and of the processor of the one that used it most. */
    private record Sample(double wall, double cpu) {}

    private Loopback(MpiGroup mpi, TcpGroup tcp, Shape shape, List<String> recipes) {
        this.mpi = mpi;
        this.shape = shape;
        gradient = CounterRandom.gaussians(shape.size(), mpi.rank());
        mean = new float[shape.size()];
        NativeAllReduce sum = new NativeAllReduce(shape.size());
        ways.add(new Way(NativeAllReduce.NAME, () -> sum.set(gradient), sum::run, new ArrayList<>()));
        add("dense", "mpi", mpi);
        for (String recipe : recipes) {
            add(recipe, "tcp", tcp);
        }
        // The least that a reduction of an array can do, as a unit of time.
        ways.add(new Way("one reading", () -> {}, this::read, new ArrayList<>()));
    }

    private void read() {
        if (FloatSlice.of(gradient).largestMagnitude() == 0) {
            throw new IllegalStateException("a gradient of zeros");
        }
    }

    private void add(String recipe, String transport, Collective group) {
        Reduction reduction = ReducerRecipe.parse(recipe).reduction(shape, Seed.of(42), group);
        ways.add(new Way(
                recipe + " (" + transport + ")",
                () -> System.arraycopy(gradient, 0, mean, 0, mean.length),
                () -> reduction.reduce(FloatSlice.of(mean)),
                new ArrayList<>()));
    }

    private void run(int rounds) {
        for (int round = -WARM_UP; round < rounds; round++) {
            for (Way way : ways) {
                Sample sample = sample(way);
                if (round >= 0) {
                    way.samples().add(sample);
                }
            }
        }
    }

    private Sample sample(Way way) {
        way.prepare().run();
        mpi.barrier();
        long cpu = THREADS.getCurrentThreadCpuTime();
        long began = System.nanoTime();
        way.step().run();
        float[] took = {(System.nanoTime() - began) / 1e6f, (THREADS.getCurrentThreadCpuTime() - cpu) / 1e6f};
        mpi.allReduceMax(FloatSlice.of(took));
        return new Sample(took[0], took[1]);
    }

    private String table() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%d workers, %d floats, ms%n%-20s %8s %8s %8s %8s %12s %12s%n",
                mpi.size(),
                shape.size(),
                "",
                "least",
                "median",
                "CPU",
                "median",
                "time ratio",
                "CPU ratio"));
        List<Sample> unit = ways.get(0).samples();
        for (Way way : ways) {
            List<Sample> its = way.samples();
            double[] walls = its.stream().mapToDouble(Sample::wall).sorted().toArray();
            double[] cpus = its.stream().mapToDouble(Sample::cpu).sorted().toArray();
            text.append(String.format(
                    Locale.ROOT,
                    "%-20s %8.2f %8.2f %8.2f %8.2f %12.2f %12.2f%n",
                    way.name(),
                    walls[0],
                    walls[walls.length / 2],
                    cpus[0],
                    cpus[cpus.length / 2],
                    median(ratios(its, unit, false)),
                    median(ratios(its, unit, true))));
        }
        return text.toString();
    }

    /** Each round's own: what disturbs one way is likely to disturb its neighbour. */
    private static double[] ratios(List<Sample> its, List<Sample> unit, boolean cpu) {
        double[] ratios = new double[its.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = cpu
                    ? its.get(i).cpu() / unit.get(i).cpu()
                    : its.get(i).wall() / unit.get(i).wall();
        }
        return ratios;
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    /** An address for each worker, which is free now. */
    private static List<InetSocketAddress> addresses(MpiGroup mpi) throws IOException {
        List<InetSocketAddress> addresses = new ArrayList<>();
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket socket = new ServerSocket(0, 1, loopback)) {
            ByteBuffer port = ByteBuffer.allocate(Integer.BYTES)
                    .putInt(socket.getLocalPort())
                    .flip();
            mpi.allGather(port, (rank, its) -> addresses.add(new InetSocketAddress(loopback, its.getInt())));
        }
        mpi.barrier(); // no port is given twice
        return addresses;
    }

    public static void main(String[] args) throws IOException {
        String[] used = args.length > 0 ? args : USUAL;
        Shape shape = new Shape(Integer.parseInt(used[0]), Integer.parseInt(used[1]));
        List<String> recipes = List.of(used).subList(3, used.length);
        try (MpiGroup mpi = MpiGroup.world();
                TcpGroup tcp = TcpGroup.join(mpi.rank(), addresses(mpi))) {
            Loopback all = new Loopback(mpi, tcp, shape, recipes);
            all.run(Integer.parseInt(used[2]));
            if (mpi.rank() == 0) {
                System.out.print(all.table());
            }
        }
    }
}
