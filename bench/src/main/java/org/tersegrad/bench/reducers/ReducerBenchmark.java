package org.tersegrad.bench.reducers;

import java.util.Arrays;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.tersegrad.bench.BenchmarkBase;
import org.tersegrad.bench.compressors.CompressorStep;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.group.LocalGroup;

/**
 * A step of a group of two workers, each a thread: all of it, from two gradients to the mean that both have. Memory takes the
 * place of the network, so this is what averaging costs beside the network's time. The copy of the gradient that the mean
 * replaces is part of it, and so is the meeting of the threads, some 20 µs.
 */
public class ReducerBenchmark extends BenchmarkBase {
    private static final int WORKERS = 2;

    @Param({
        "dense",
        "topk(0.01)",
        "qsgd(levels=7)",
        "sharedrandomk(0.01)",
        "terngrad+sharedscale",
        "vote",
        "gtopk(0.01)",
        "powersgd(4)",
        "acpsgd(4)",
        "dion(4)",
        "sketch(0.001)"
    })
    public String reducer = "";

    private final CyclicBarrier step = new CyclicBarrier(WORKERS + 1);
    private final float[][] gradients = new float[WORKERS][];
    private final float[][] means = new float[WORKERS][];
    private volatile boolean over;

    @Setup
    public void setup() throws InterruptedException, BrokenBarrierException {
        gradients[0] = gaussian(elements);
        gradients[1] = new float[elements];
        for (int i = 0; i < elements; i++) {
            gradients[1][i] = gradients[0][elements - 1 - i];
        }
        Thread group = new Thread(this::runGroup, "group");
        group.setDaemon(true);
        group.start();
        check(reduce());
    }

    /** The mean is the same for both; it is exact if it is dense, and else does not point away from the exact one. */
    private void check(float[] mean) {
        require(Arrays.equals(mean, means[1]), "the mean of one worker");
        double product = 0;
        for (int i = 0; i < elements; i++) {
            float exact = (gradients[0][i] + gradients[1][i]) / 2;
            require(!reducer.equals("dense") || mean[i] == exact, "element " + i);
            product += (double) mean[i] * exact;
        }
        require(product > 0, reducer);
    }

    private void runGroup() {
        try {
            LocalGroup.run(WORKERS, this::work);
        } finally {
            step.reset(); // releases workers that still wait for one that failed
        }
    }

    private int work(Collective group) throws InterruptedException, BrokenBarrierException {
        float[] gradient = gradients[group.rank()];
        float[] mean = new float[elements];
        means[group.rank()] = mean;
        FloatSlice inOut = FloatSlice.of(mean);
        Reduction reduction =
                ReducerRecipe.parse(reducer).reduction(CompressorStep.square(elements), Seed.of(1), group);
        for (step.await(); !over; step.await()) {
            System.arraycopy(gradient, 0, mean, 0, elements);
            reduction.reduce(inOut);
            step.await();
        }
        return group.rank();
    }

    @Benchmark
    public float[] reduce() throws InterruptedException, BrokenBarrierException {
        step.await();
        step.await();
        return means[0];
    }

    @TearDown
    public void stop() throws InterruptedException, BrokenBarrierException {
        over = true;
        step.await();
    }
}
