package org.tersegrad.bench.coldstart;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
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
 * A fresh process: encodes and adds a number of times and prints a line for each step, with the CPU time of the step, the CPU
 * time of the whole process so far, compilers included, the most elements that a kernel has worked on without vectors, and the
 * bytes that the step has allocated.
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
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        FloatSlice gradient = FloatSlice.of(gaussian());
        long start = process.getProcessCpuTime();
        Compressor compressor = Recipe.parse(args[0]);
        int steps = Integer.parseInt(args[1]);
        Shape shape = new Shape(1024, ELEMENTS / 1024);
        FloatSlice sum = FloatSlice.of(new float[ELEMENTS]);
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        Encoder encoder = compressor.encoder(shape, Seed.of(1));
        long[][] measured = new long[steps][4];
        for (long[] step : measured) {
            long bytes = threads.getThreadAllocatedBytes(id);
            long before = threads.getCurrentThreadCpuTime();
            encoder.encode(gradient, payload);
            payload.addTo(sum, 0.125f);
            step[0] = threads.getCurrentThreadCpuTime() - before;
            step[1] = process.getProcessCpuTime() - start;
            step[3] = threads.getThreadAllocatedBytes(id) - bytes;
            step[2] = workWithoutVectors();
        }
        for (long[] step : measured) {
            System.out.println(step[0] + " " + step[1] + " " + step[2] + " " + step[3]);
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

    private static long workWithoutVectors() throws IllegalAccessException {
        long most = 0;
        for (Class<?> topic : TOPICS) {
            for (Field field : topic.getFields()) {
                if (field.getType() == Kernel.class
                        && field.get(null) instanceof Kernel<?> kernel
                        && !kernel.isWarm()) {
                    most = Math.max(most, kernel.warmUpWork());
                }
            }
        }
        return most;
    }
}
