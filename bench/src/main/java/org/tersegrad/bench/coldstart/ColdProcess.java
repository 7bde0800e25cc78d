package org.tersegrad.bench.coldstart;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.tersegrad.codecs.internal.Kernel;
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

    private ColdProcess() {}

    /** Arguments: the recipe and the number of steps. */
    public static void main(String[] args) throws Exception {
        OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        FloatSlice gradient = FloatSlice.of(gaussian());
        List<Kernel<?>> kernels = kernels();
        long start = process.getProcessCpuTime();
        Compressor compressor = Recipe.parse(args[0]);
        Shape shape = new Shape(1024, ELEMENTS / 1024);
        FloatSlice sum = FloatSlice.of(new float[ELEMENTS]);
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        Encoder encoder = compressor.encoder(shape, Seed.of(1));
        long[][] measured = new long[Integer.parseInt(args[1])][4];
        for (long[] step : measured) {
            long bytes = threads.getThreadAllocatedBytes(id);
            long before = threads.getCurrentThreadCpuTime();
            encoder.encode(gradient, payload);
            payload.addTo(sum, 0.125f);
            step[0] = threads.getCurrentThreadCpuTime() - before;
            step[1] = process.getProcessCpuTime() - start;
            step[3] = threads.getThreadAllocatedBytes(id) - bytes;
            step[2] = kernels.stream()
                    .filter(kernel -> !kernel.isWarm())
                    .mapToLong(Kernel::warmUpWork)
                    .max()
                    .orElse(0);
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

    /** The constants of all interfaces in the packages of kernels, as the jar or the folder of {@link Kernel} lists them. */
    static List<Kernel<?>> kernels() throws ReflectiveOperationException, IOException {
        URI place = URI.create(
                String.valueOf(Kernel.class.getResource("Kernel.class")).replaceFirst("/Kernel\\.class$", ""));
        if (!place.getScheme().equals("jar")) {
            return kernels(Path.of(place));
        }
        try (FileSystem jar = FileSystems.newFileSystem(place, Map.of())) {
            return kernels(jar.provider().getPath(place));
        }
    }

    private static List<Kernel<?>> kernels(Path packages) throws ReflectiveOperationException, IOException {
        List<String> topics;
        try (Stream<Path> files = Files.walk(packages)) {
            topics = files.map(file -> packages.relativize(file).toString())
                    .filter(file -> file.endsWith("Kernels.class"))
                    .map(file -> file.replaceFirst("\\.class$", "").replaceAll("[/\\\\]", "."))
                    .toList();
        }
        List<Kernel<?>> kernels = new ArrayList<>();
        for (String topic : topics) {
            for (Field field :
                    Class.forName(Kernel.class.getPackageName() + "." + topic).getFields()) {
                if (field.getType() == Kernel.class && field.get(null) instanceof Kernel<?> kernel) {
                    kernels.add(kernel);
                }
            }
        }
        return kernels;
    }
}
