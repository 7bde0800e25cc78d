package org.tersegrad.bench.reducers;

import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.tersegrad.bench.BenchmarkBase;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;

/**
 * One worker's step of a sum of levels in a group of eight, without the other workers: all of them send what this one sends. The
 * worker packs its levels, checks and adds eight messages for its part, and makes means of eight sums.
 */
public class LevelSumsBenchmark extends BenchmarkBase {
    @Param({"int8", "terngrad", "qsgd(levels=7)"})
    public String recipe = "";

    private float[] gradient = {};
    private FloatSlice mean = FloatSlice.of();
    private Reduction reduction = ReducerRecipe.parse("dense").reduction(Shape.vector(1), Seed.of(1), new Echo());

    @Setup
    public void setup() {
        gradient = gaussian(elements);
        mean = FloatSlice.of(new float[elements]);
        reduction =
                ReducerRecipe.parse(recipe + "+sharedscale").reduction(Shape.vector(elements), Seed.of(1), new Echo());
        step();
        double product = 0;
        for (int i = 0; i < elements / 8; i++) {
            product += (double) gradient[i] * mean.array()[i];
        }
        require(product > 0, recipe);
    }

    @Benchmark
    public void step() {
        System.arraycopy(gradient, 0, mean.array(), 0, elements);
        reduction.reduce(mean);
    }

    /** Worker 0 of eight, whose messages come back from all. */
    private static final class Echo implements Collective {
        @Override
        public int rank() {
            return 0;
        }

        @Override
        public int size() {
            return 8;
        }

        @Override
        public void allReduceSum(FloatSlice inOut) {}

        @Override
        public void allReduceMax(FloatSlice inOut) {}

        @Override
        public void reduceScatterSum(FloatSlice inOut) {}

        @Override
        public void broadcast(int root, FloatSlice inOut) {}

        @Override
        public void allGather(ByteBuffer mine, Receiver each) {
            for (int rank = 0; rank < size(); rank++) {
                each.accept(rank, mine.asReadOnlyBuffer());
            }
        }

        @Override
        public void allToAll(ByteBuffer mine, int[] lengths, Receiver each) {
            for (int rank = 0; rank < size(); rank++) {
                each.accept(rank, mine.slice(mine.position(), lengths[0]));
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
