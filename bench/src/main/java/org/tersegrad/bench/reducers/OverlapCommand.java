package org.tersegrad.bench.reducers;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/**
 * {@code --overlap [RECIPE...]}: what a step of averaging adds to a backward pass that keeps a core busy, with an executor of one
 * thread and without. The model has eight layers; each is computed for twice the time that its encoding and exchange take. The other
 * workers are played: their messages are this worker's, so that all cores are this worker's too.
 *
 * <p>Prints the medians of steps that take turns, and of what is hidden two shares: of the wall time, which a busy machine spoils, and
 * of the CPU time of the thread of the backward pass, which it does not.
 */
public final class OverlapCommand {
    private static final List<String> RECIPES = List.of("topk(0.01)+ef", "sign+ef", "int8", "bf16");
    private static final int LAYERS = 8;
    private static final int ELEMENTS = 25_000_000 / LAYERS;
    private static final int WORKERS = 4;
    private static final int STEPS = 30;
    private static final int WARM_UP = 10;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final float[][] gradients = new float[LAYERS][];
    private final float[][] means = new float[LAYERS][ELEMENTS];
    private final float[] activations = new float[1024];
    private int turns;

    /** Nanoseconds of one step: of its wall time, of the thread of the backward pass, and of that thread inside {@code begin}. */
    private record Step(long wall, long cpu, long begin) {}

    private OverlapCommand() {
        for (int layer = 0; layer < LAYERS; layer++) {
            gradients[layer] = CounterRandom.gaussians(ELEMENTS, layer);
        }
    }

    public static void run(List<String> recipes) {
        System.out.println(
                "| recipe | backward pass, ms | with averaging | with an executor | hidden, wall time | hidden, CPU time "
                        + "| in begin, ms | with an executor |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|---:|");
        for (String recipe : recipes.isEmpty() ? RECIPES : recipes) {
            new OverlapCommand().print(recipe);
        }
    }

    private void print(String recipe) {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            ModelReduction alone = model(recipe, Runnable::run);
            ModelReduction overlapping = model(recipe, executor);
            long averaging = Long.MAX_VALUE;
            for (int i = 0; i < WARM_UP; i++) {
                averaging = Math.min(averaging, step(alone).cpu());
                float[][] expected = Arrays.stream(means).map(float[]::clone).toArray(float[][]::new);
                Step unused = step(overlapping);
                if (!Arrays.deepEquals(expected, means)) {
                    throw new IllegalStateException(recipe + " has other bits with an executor");
                }
            }
            turns = 1;
            long turn = Long.MAX_VALUE;
            for (int i = 0; i < WARM_UP; i++) {
                turn = Math.min(turn, backwardAlone(1000) / 1000);
            }
            turns = Math.toIntExact(2 * averaging / LAYERS / Math.max(1, turn));
            List<Step> without = new ArrayList<>();
            List<Step> serial = new ArrayList<>();
            List<Step> parallel = new ArrayList<>();
            for (int i = 0; i < STEPS; i++) {
                without.add(backwardOnly());
                serial.add(step(alone));
                parallel.add(step(overlapping));
            }
            System.out.printf(
                    Locale.ROOT,
                    "| `%s` | %.1f | %.1f | %.1f | %.0f %% | %.0f %% | %.2f | %.2f |%n",
                    recipe,
                    median(without, Step::wall),
                    median(serial, Step::wall),
                    median(parallel, Step::wall),
                    hidden(without, serial, parallel, Step::wall),
                    hidden(without, serial, parallel, Step::cpu),
                    median(serial, Step::begin),
                    median(parallel, Step::begin));
        } finally {
            executor.shutdown();
        }
    }

    private static ModelReduction model(String recipe, Executor executor) {
        List<NamedTensor> tensors = IntStream.range(0, LAYERS)
                .mapToObj(i -> new NamedTensor("layer" + i, Shape.vector(ELEMENTS)))
                .toList();
        return new ModelReduction(Policy.parse(recipe), tensors, Seed.of(1), new PlayedGroup(), executor);
    }

    private Step backwardOnly() {
        long cpu = threads.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        for (int layer = LAYERS - 1; layer >= 0; layer--) {
            backward(layer);
        }
        return new Step(System.nanoTime() - start, threads.getCurrentThreadCpuTime() - cpu, 0);
    }

    private Step step(ModelReduction model) {
        long cpu = threads.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        long begin = 0;
        for (int layer = LAYERS - 1; layer >= 0; layer--) {
            backward(layer);
            long before = threads.getCurrentThreadCpuTime();
            model.begin(layer, FloatSlice.of(means[layer]));
            begin += threads.getCurrentThreadCpuTime() - before;
        }
        model.finish();
        return new Step(System.nanoTime() - start, threads.getCurrentThreadCpuTime() - cpu, begin);
    }

    /** Arithmetic in the first-level cache, and a gradient at its end. */
    private void backward(int layer) {
        compute(turns);
        System.arraycopy(gradients[layer], 0, means[layer], 0, ELEMENTS);
    }

    private long backwardAlone(int count) {
        long before = threads.getCurrentThreadCpuTime();
        compute(count);
        return threads.getCurrentThreadCpuTime() - before;
    }

    private void compute(int count) {
        for (int turn = 0; turn < count; turn++) {
            for (int i = 0; i < activations.length; i++) {
                activations[i] = 0.5f * activations[i] + i;
            }
        }
    }

    private static double median(List<Step> steps, ToDoubleFunction<Step> nanos) {
        return steps.stream()
                        .mapToDouble(nanos)
                        .sorted()
                        .skip(STEPS / 2)
                        .findFirst()
                        .orElseThrow()
                * 1e-6;
    }

    private static double hidden(
            List<Step> without, List<Step> serial, List<Step> parallel, ToDoubleFunction<Step> nanos) {
        double backward = median(without, nanos);
        return 100 * (1 - (median(parallel, nanos) - backward) / (median(serial, nanos) - backward));
    }

    /** Worker 0 of a group in which all workers send the same. */
    private static final class PlayedGroup implements Collective {
        @Override
        public int rank() {
            return 0;
        }

        @Override
        public int size() {
            return WORKERS;
        }

        @Override
        public void allReduceSum(FloatSlice inOut) {
            for (int i = inOut.offset(); i < inOut.offset() + inOut.length(); i++) {
                inOut.array()[i] *= WORKERS;
            }
        }

        @Override
        public void allReduceMax(FloatSlice inOut) {}

        @Override
        public void reduceScatterSum(FloatSlice inOut) {
            allReduceSum(new FloatSlice(inOut.array(), inOut.offset(), partStart(inOut.length(), 1)));
        }

        @Override
        public void broadcast(int root, FloatSlice inOut) {}

        @Override
        public void allGather(ByteBuffer mine, Receiver each) {
            for (int worker = 0; worker < WORKERS; worker++) {
                each.accept(worker, mine.asReadOnlyBuffer());
            }
        }

        @Override
        public void allToAll(ByteBuffer mine, int[] lengths, Receiver each) {
            ByteBuffer own = mine.asReadOnlyBuffer();
            own.limit(own.position() + lengths[0]);
            for (int worker = 0; worker < WORKERS; worker++) {
                each.accept(worker, own.duplicate());
            }
        }

        @Override
        public long bitsSent() {
            return 0;
        }

        @Override
        public long bitsReceived() {
            return 0;
        }
    }
}
