package org.tersegrad.network;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.mpi.MpiGroup;
import org.tersegrad.network.Measurement.Kind;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.TcpGroup;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** One worker of a measurement, in a process of its own: takes steps of every recipe with the others, and the first one writes the times. */
@Command(name = "node", description = "Times steps of recipes together with other nodes.")
final class Node implements Callable<Integer> {
    private static final long SEED = 42;

    @Option(names = "--rank", description = "of this worker; with MPI it is mpirun that knows")
    private int rank;

    @Option(
            names = "--addresses",
            split = ",",
            description = "host:port of every worker, in the order of ranks; without them, MPI")
    private List<String> addresses = List.of();

    @Option(names = "--link", required = true, description = "the speed of every link in Mbit/s, 0 for no limit")
    private int linkMbit;

    @Option(names = "--burst", description = "bytes that a link which has rested carries at once")
    private int burst;

    @Option(names = "--interface", required = true, description = "whose bytes are counted")
    private String networkInterface;

    @Option(names = "--kind", description = "step, predicted, tensors or training")
    private String kind = "step";

    @Option(names = "--rows", required = true, description = "of the gradient")
    private int rows;

    @Option(names = "--columns", required = true, description = "of the gradient")
    private int columns;

    @Option(names = "--seconds", required = true, description = "for the timed steps of a recipe, about")
    private double seconds;

    @Option(names = "--out", required = true, description = "a file of measurements, to which lines are added")
    private Path out;

    @Parameters(arity = "1..*", description = "recipes, or " + NativeAllReduce.NAME + "; of tensors, policies")
    private List<String> recipes;

    public static void main(String[] args) {
        CommandLine command = new CommandLine(new Node());
        command.setExecutionExceptionHandler((e, line, parsed) -> {
            line.getErr().println("node: " + e.getMessage());
            return 1;
        });
        System.exit(command.execute(args));
    }

    @Override
    public Integer call() throws IOException {
        if (addresses.isEmpty()) {
            try (MpiGroup group = MpiGroup.world()) {
                measure(group, "mpi");
            }
        } else {
            try (TcpGroup group =
                    TcpGroup.join(rank, addresses.stream().map(Node::address).toList())) {
                measure(group, "tcp");
            }
        }
        return 0;
    }

    private static InetSocketAddress address(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("an address is host:port, this is " + text);
        }
        return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    private void measure(Collective group, String transport) throws IOException {
        InterfaceBytes bytes = new InterfaceBytes(networkInterface);
        StepTimer timer = new StepTimer(group, bytes, seconds);
        Shape shape = new Shape(rows, columns);
        float[] gradient = CounterRandom.gaussians(shape.size(), group.rank());
        Kind its = Kind.valueOf(kind.toUpperCase(Locale.ROOT));
        if (its == Kind.TRAINING) {
            WholeTraining.time(
                    recipes.get(0), group, bytes); // else the first one would pay for the compilation of the model
        }
        if (its == Kind.PREDICTED) {
            predict(group, transport, Prediction.of(timer, burst), shape);
            return;
        }
        for (String recipe : recipes) {
            if (its == Kind.TRAINING) {
                WholeTraining.Result result = WholeTraining.time(recipe, group, bytes);
                write(group, transport, recipe, its, result.parameters(), result.timed(), result.accuracy());
            } else if (its == Kind.TENSORS) {
                ManyTensors tensors = new ManyTensors(recipe, group);
                write(group, transport, recipe, its, ManyTensors.ELEMENTS, tensors.time(timer), Double.NaN);
            } else {
                StepTimer.Result result = recipe.equals(NativeAllReduce.NAME)
                        ? nativeSum(timer, gradient)
                        : reduce(timer, gradient, ReducerRecipe.parse(recipe).reduction(shape, Seed.of(SEED), group));
                write(group, transport, recipe, its, shape.size(), result, Double.NaN);
            }
        }
    }

    /** The first worker computes all; the others wait for it. */
    private void predict(Collective group, String transport, Prediction prediction, Shape shape) throws IOException {
        for (String recipe : recipes) {
            if (group.rank() == 0) {
                Prediction.Step step = prediction.of(recipe, shape);
                MeasurementsCsv.append(
                        out,
                        measurement(
                                group,
                                transport,
                                recipe,
                                Kind.PREDICTED,
                                shape.size(),
                                new StepTimer.Result(0, step.millis(), step.millis(), step.cpuMillis(), -1, 0),
                                Double.NaN,
                                step.doubt()));
            }
            group.barrier();
        }
    }

    private void write(
            Collective group,
            String transport,
            String recipe,
            Kind its,
            int elements,
            StepTimer.Result result,
            double accuracy)
            throws IOException {
        if (group.rank() == 0) {
            String doubt = Measurement.doubt(
                    ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                    group.size(),
                    Runtime.getRuntime().availableProcessors());
            MeasurementsCsv.append(out, measurement(group, transport, recipe, its, elements, result, accuracy, doubt));
        }
    }

    private Measurement measurement(
            Collective group,
            String transport,
            String recipe,
            Kind its,
            int elements,
            StepTimer.Result result,
            double accuracy,
            String doubt) {
        return new Measurement(
                its,
                group.size(),
                linkMbit,
                transport,
                recipe,
                elements,
                result.steps(),
                result.medianMillis(),
                result.leastMillis(),
                result.bits(),
                result.wireBits(),
                accuracy,
                result.cpuMillis(),
                doubt);
    }

    private static StepTimer.Result reduce(StepTimer timer, float[] gradient, Reduction reduction) {
        float[] mean = new float[gradient.length];
        return timer.time(
                () -> System.arraycopy(gradient, 0, mean, 0, mean.length), () -> reduction.reduce(FloatSlice.of(mean)));
    }

    /** Its floats stand outside the Java heap, as those of a native trainer do; copies into it are not timed. */
    private static StepTimer.Result nativeSum(StepTimer timer, float[] gradient) {
        NativeAllReduce sum = new NativeAllReduce(gradient.length);
        StepTimer.Result result = timer.time(() -> sum.set(gradient), () -> {
            sum.run();
            return 0;
        });
        requireSum(sum, timer.group().size(), gradient.length);
        return new StepTimer.Result(
                result.steps(), result.medianMillis(), result.leastMillis(), result.cpuMillis(), -1, result.wireBits());
    }

    /** It has really added: the first elements are compared. */
    private static void requireSum(NativeAllReduce sum, int workers, int length) {
        int looked = Math.min(length, 100);
        float[][] all = IntStream.range(0, workers)
                .mapToObj(worker -> CounterRandom.gaussians(length, worker))
                .toArray(float[][]::new);
        for (int i = 0; i < looked; i++) {
            double expected = 0;
            for (float[] each : all) {
                expected += each[i];
            }
            if (Math.abs(sum.get(i) - expected) > 1e-4) {
                throw new IllegalStateException(
                        NativeAllReduce.NAME + " gives " + sum.get(i) + " for element " + i + ", not " + expected);
            }
        }
    }
}
