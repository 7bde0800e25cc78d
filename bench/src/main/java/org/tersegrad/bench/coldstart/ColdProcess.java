package org.tersegrad.bench.coldstart;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.tersegrad.codecs.internal.Kernel;
import org.tersegrad.codecs.internal.floats.AdditionKernels;
import org.tersegrad.codecs.internal.floats.LevelKernels;
import org.tersegrad.codecs.internal.floats.ReductionKernels;
import org.tersegrad.codecs.internal.floats.RoundingKernels;
import org.tersegrad.codecs.internal.floats.SelectionKernels;
import org.tersegrad.codecs.internal.halves.HalfKernels;
import org.tersegrad.codecs.internal.integers.FieldKernels;
import org.tersegrad.codecs.internal.integers.GapKernels;
import org.tersegrad.codecs.internal.integers.PackingKernels;
import org.tersegrad.codecs.internal.integers.RandomKernels;
import org.tersegrad.codecs.internal.lowrank.LowRankKernels;
import org.tersegrad.codecs.internal.rotations.RotationKernels;
import org.tersegrad.codecs.internal.signs.SignKernels;
import org.tersegrad.codecs.internal.smallfloats.SmallFloatKernels;
import org.tersegrad.codecs.internal.sums.SumKernels;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/**
 * A fresh process: encodes and adds {@code steps} times and prints a line for each step, with the CPU time of the step, of the
 * whole process so far, compilers included, and the largest number of elements that a kernel has worked on without vectors.
 */
final class ColdProcess {
    static final int ELEMENTS = 1 << 20;

    private static final List<Class<?>> TOPICS = List.of(
            AdditionKernels.class,
            LevelKernels.class,
            ReductionKernels.class,
            RoundingKernels.class,
            SelectionKernels.class,
            HalfKernels.class,
            FieldKernels.class,
            GapKernels.class,
            PackingKernels.class,
            RandomKernels.class,
            LowRankKernels.class,
            RotationKernels.class,
            SignKernels.class,
            SmallFloatKernels.class,
            SumKernels.class);

    private ColdProcess() {}

    /** Arguments: the recipe and the number of steps. */
    public static void main(String[] args) throws ReflectiveOperationException {
        Compressor compressor = Recipe.parse(args[0]);
        int steps = Integer.parseInt(args[1]);
        Shape shape = new Shape(1024, ELEMENTS / 1024);
        FloatSlice gradient = FloatSlice.of(gaussian());
        FloatSlice sum = FloatSlice.of(new float[ELEMENTS]);
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        Encoder encoder = compressor.encoder(shape, Seed.of(1));
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        ThreadMXBean thread = ManagementFactory.getThreadMXBean();
        long[] threadTimes = new long[steps + 1];
        long[] processTimes = new long[steps + 1];
        long[] work = new long[steps + 1];
        threadTimes[0] = thread.getCurrentThreadCpuTime();
        processTimes[0] = process.getProcessCpuTime();
        List<Kernel<?>> kernels = steps > 0 ? kernels() : List.of();
        long spent = 0;
        for (int step = 1; step <= steps; step++) {
            long before = thread.getCurrentThreadCpuTime();
            encoder.encode(gradient, payload);
            payload.addTo(sum, 0.125f);
            spent = thread.getCurrentThreadCpuTime() - before;
            threadTimes[step] = spent;
            processTimes[step] = process.getProcessCpuTime();
            work[step] = kernels.stream()
                    .mapToLong(kernel -> kernel.isWarm() ? 0 : kernel.warmUpWork())
                    .max()
                    .orElse(0);
        }
        for (int step = 1; step <= steps; step++) {
            System.out.println(threadTimes[step] + " " + processTimes[step] + " " + work[step]);
        }
    }

    /** Made by the JDK alone, so that no kernel has worked before the first step. */
    private static float[] gaussian() {
        Random random = new Random(1);
        float[] values = new float[ELEMENTS];
        for (int i = 0; i < ELEMENTS; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    private static List<Kernel<?>> kernels() throws IllegalAccessException {
        List<Kernel<?>> kernels = new ArrayList<>();
        for (Class<?> topic : TOPICS) {
            for (Field field : topic.getFields()) {
                if (field.get(null) instanceof Kernel<?> kernel) {
                    kernels.add(kernel);
                }
            }
        }
        return kernels;
    }
}
