package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Residual;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.levels.BlockInteger;
import org.tersegrad.compressors.levels.Qsgd;
import org.tersegrad.compressors.levels.TernGrad;
import org.tersegrad.contrib.lowrank.AcpSgd;
import org.tersegrad.contrib.sparse.GlobalTopK;
import org.tersegrad.errorfeedback.Beside;
import org.tersegrad.errorfeedback.ErrorFeedback;
import org.tersegrad.reducers.AllReduce;
import org.tersegrad.reducers.DistributedLion;
import org.tersegrad.reducers.Gather;
import org.tersegrad.reducers.MajorityVote;
import org.tersegrad.reducers.PowerSgd;
import org.tersegrad.reducers.Reducer;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.Reduction;
import org.tersegrad.reducers.SharedRandomK;
import org.tersegrad.reducers.SharedScale;
import org.tersegrad.reducers.group.LocalGroup;

/** The laws of every reducer. */
class ReducersTest {
    private static final Shape SHAPE = new Shape(30, 40);
    private static final int STEPS = 30;

    static Stream<Reducer> all() {
        return Stream.of(
                new AllReduce(),
                SharedRandomK.fraction(0.1),
                SharedRandomK.fraction(0.1).unscaled(),
                SharedRandomK.fraction(0.1).block(),
                SharedRandomK.fraction(0.1).block().unscaled(),
                GlobalTopK.fraction(0.1),
                new SharedScale(new TernGrad()),
                new SharedScale(new TernGrad(2.5f)),
                new SharedScale(Qsgd.levels(7).withBucket(100)),
                new SharedScale(BlockInteger.int8()),
                new SharedScale(BlockInteger.int4().nearest().withBlock(600)),
                new MajorityVote(),
                new DistributedLion(DistributedLion.Form.VOTE),
                new DistributedLion(DistributedLion.Form.AVERAGE),
                PowerSgd.rank(2),
                PowerSgd.rank(3).aggregated().withRate(2).startingAt(5),
                new AcpSgd(2),
                new Gather(Recipe.parse("topk(0.1)")),
                ReducerRecipe.parse("bf16"),
                ReducerRecipe.parse("half(stochastic)"),
                ReducerRecipe.parse("bf16+gather"),
                ReducerRecipe.parse("dense+gather"),
                ReducerRecipe.parse("int8+twoshot"),
                ReducerRecipe.parse("sign+ef+twoshot"),
                ReducerRecipe.parse("topk(0.1)+ef21+twoshot"),
                ReducerRecipe.parse("twoshot(up=topk(0.1)+dgc(0.5),down=int4+ef)"),
                ReducerRecipe.parse("server(up=topk(0.1)+ef,down=sign+ef)"),
                ReducerRecipe.parse("server(up=sign+ef,down=int8,sharded=true,participation=0.4,absent=drop)"),
                ReducerRecipe.parse("arctopk(0.1)"),
                ReducerRecipe.parse("sketch(0.01)"),
                ReducerRecipe.parse("dense+hierarchical(2)"),
                ReducerRecipe.parse("topk(0.1)+ef+hierarchical(2)"),
                new Gather(Recipe.parse("sign")),
                new Gather(Recipe.parse("int8")),
                new Gather(Recipe.parse("randomk(0.1)+chunked(100)")));
    }

    static Stream<Reducer> withErrorFeedback() {
        return all().filter(AllReducers::takesErrorFeedback);
    }

    private static float[] gradient(int worker, int step) {
        return Gaussians.of(SHAPE.size(), 1000L * worker + step);
    }

    /** One worker's means, step by step. */
    @SuppressWarnings("ArrayRecordComponent") // results to look at, never compared
    private record Run(float[][] means, long bits) {}

    private static List<Run> run(Reducer reducer, int workers, boolean withMemory) {
        return LocalGroup.run(workers, group -> {
            Reduction reduction = reducer.reduction(SHAPE, Seed.of(9), group);
            Residual memory = new Residual(SHAPE.size());
            float[][] means = new float[STEPS][];
            long bits = 0;
            for (int step = 0; step < STEPS; step++) {
                means[step] = gradient(group.rank(), step);
                FloatSlice slice = FloatSlice.of(means[step]);
                bits += withMemory ? reduction.reduce(slice, memory) : reduction.reduce(slice);
            }
            assertThat(bits).isEqualTo(group.bitsSent());
            return new Run(means, bits);
        });
    }

    @ParameterizedTest
    @MethodSource("all")
    void everyWorkerEndsWithTheSameBits(Reducer reducer) {
        for (boolean withMemory :
                AllReducers.takesErrorFeedback(reducer) ? new boolean[] {false, true} : new boolean[] {false}) {
            List<Run> runs = run(reducer, 5, withMemory);
            for (Run each : runs) {
                assertThat(each.means()).isDeepEqualTo(runs.get(0).means());
            }
            assertThat(run(reducer, 5, withMemory).get(3).means())
                    .isDeepEqualTo(runs.get(0).means());
        }
    }

    /** Stopped in the middle, restored by others with another seed, and gone on. */
    @ParameterizedTest
    @MethodSource("all")
    void aRestoredReductionGoesOn(Reducer reducer) {
        float[][] expected = run(reducer, 3, false).get(0).means();
        List<ByteBuffer> states = LocalGroup.run(3, group -> {
            Reduction reduction = reducer.reduction(SHAPE, Seed.of(9), group);
            for (int step = 0; step < 10; step++) {
                reduction.reduce(FloatSlice.of(gradient(group.rank(), step)));
            }
            ByteBuffer state = ByteBuffer.allocate(reduction.stateBytes());
            reduction.save(state);
            return state.flip();
        });
        LocalGroup.run(3, group -> {
            Reduction reduction = reducer.reduction(SHAPE, Seed.of(1), group);
            reduction.restore(states.get(group.rank()));
            for (int step = 10; step < STEPS; step++) {
                float[] mean = gradient(group.rank(), step);
                reduction.reduce(FloatSlice.of(mean));
                assertThat(mean).isEqualTo(expected[step]);
            }
            return 0;
        });
    }

    /** A memory in the reducer, a memory beside it, and for a gathered compressor a memory in that: all the same. */
    @ParameterizedTest
    @MethodSource("withErrorFeedback")
    void errorFeedbackIsAMemory(Reducer reducer) {
        List<Run> beside = run(reducer, 3, true);
        List<Run> inside = run(Beside.reducer(reducer), 3, false);
        assertThat(inside.get(1).means()).isDeepEqualTo(beside.get(1).means());
        if (reducer instanceof Gather gather) {
            assertThat(ErrorFeedback.over(reducer)).isEqualTo(new Gather(ErrorFeedback.over(gather.compressor())));
            List<Run> inCompressor = run(ErrorFeedback.over(gather), 3, false);
            assertThat(inCompressor.get(1).means()).isDeepEqualTo(beside.get(1).means());
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void whatIsPrintedIsRead(Reducer reducer) {
        assertThat(ReducerRecipe.parse(reducer.toString())).isEqualTo(reducer);
        if (AllReducers.takesErrorFeedback(reducer)) {
            Reducer remembering = ErrorFeedback.over(reducer);
            assertThat(ReducerRecipe.parse(remembering.toString())).isEqualTo(remembering);
        }
    }

    @Test
    void residualIsSeenSavedAndNeverCountedTwice() {
        Reducer reducer = ErrorFeedback.over(PowerSgd.rank(1));
        assertThat(reducer).hasToString("powersgd(1)+ef");
        assertThatThrownBy(() -> ErrorFeedback.over(reducer)).hasMessageContaining("already remembers");
        assertThatThrownBy(() -> ErrorFeedback.over(new Gather(Recipe.parse("sign+ef"))))
                .hasMessageContaining("sign+ef already remembers");
        LocalGroup.run(2, group -> {
            Reduction one = reducer.reduction(SHAPE, Seed.of(1), group);
            one.reduce(FloatSlice.of(gradient(group.rank(), 0)));
            assertThat(one.residualNorm()).isPositive();
            assertThatThrownBy(() -> one.reduce(FloatSlice.of(new float[SHAPE.size()]), new Residual(SHAPE.size())))
                    .hasMessageContaining("already remembers");
            ByteBuffer state = ByteBuffer.allocate(one.stateBytes());
            one.save(state);
            Reduction two = reducer.reduction(SHAPE, Seed.of(2), group);
            two.restore(state.flip());
            assertThat(two.residualNorm()).isEqualTo(one.residualNorm());
            float[] a = gradient(group.rank(), 1);
            float[] b = gradient(group.rank(), 1);
            one.reduce(FloatSlice.of(a));
            two.reduce(FloatSlice.of(b));
            assertThat(a).isEqualTo(b);
            one.scaleResidual(0f);
            assertThat(one.residualNorm()).isZero();
            return 0;
        });
    }

    /** The mean does not depend on which worker has which gradient, but for the rounding of sums. */
    @ParameterizedTest
    @MethodSource("all")
    void theOrderOfWorkersDoesNotMatter(Reducer reducer) {
        if (reducer.toString().matches("(terngrad|qsgd|int8|randomk|.*stochastic|.*int).*")) {
            return; // rounded at random, and every worker has its own randomness
        }
        if (reducer.toString().matches("(server|topk.*hierarchical).*")) {
            return; // what of a server's workers is absent, and who shares a node, depends on ranks
        }
        if (reducer instanceof GlobalTopK || reducer instanceof MajorityVote || reducer instanceof DistributedLion) {
            return; // what a tree drops depends on its branches; ties of an even number are decided at random
        }
        List<float[]> inOrder = means(reducer, 4, rank -> rank);
        List<float[]> others = means(reducer, 4, rank -> (3 * rank + 1) % 4);
        assertThat(inOrder.get(0)).containsExactly(others.get(0), within(1e-5f));
    }

    @Test
    void theOrderOfVotersDoesNotMatter() {
        List<float[]> inOrder = means(new MajorityVote(), 5, rank -> rank);
        assertThat(means(new MajorityVote(), 5, rank -> (2 * rank + 1) % 5).get(0))
                .isEqualTo(inOrder.get(0));
    }

    private static List<float[]> means(Reducer reducer, int workers, IntUnaryOperator whose) {
        return LocalGroup.run(workers, group -> {
            Reduction reduction = reducer.reduction(SHAPE, Seed.of(9), group);
            float[] mean = gradient(whose.applyAsInt(group.rank()), 0);
            reduction.reduce(FloatSlice.of(mean));
            return mean;
        });
    }

    /** While all cores are busy with something else, and workers are late at random. */
    @ParameterizedTest
    @MethodSource("all")
    void scheduleDoesNotMatter(Reducer reducer) throws InterruptedException {
        boolean withMemory = AllReducers.takesErrorFeedback(reducer);
        float[][] expected = run(reducer, 4, withMemory).get(0).means();
        AtomicBoolean done = new AtomicBoolean();
        List<Thread> load = Stream.generate(() -> new Thread(() -> {
                    while (!done.get()) {
                        Thread.onSpinWait();
                    }
                }))
                .limit(Runtime.getRuntime().availableProcessors())
                .toList();
        load.forEach(Thread::start);
        try {
            LocalGroup.run(4, group -> {
                Reduction reduction = reducer.reduction(SHAPE, Seed.of(9), group);
                Residual memory = new Residual(SHAPE.size());
                for (int step = 0; step < 8; step++) {
                    float[] mean = gradient(group.rank(), step);
                    LockSupport.parkNanos((31 * step + 17 * group.rank()) % 7 * 50_000L);
                    if (withMemory) {
                        reduction.reduce(FloatSlice.of(mean), memory);
                    } else {
                        reduction.reduce(FloatSlice.of(mean));
                    }
                    assertThat(mean).isEqualTo(expected[step]);
                }
                return 0;
            });
        } finally {
            done.set(true);
            for (Thread thread : load) {
                thread.join();
            }
        }
    }

    @Test
    void allReduceIsTheMean() {
        float[] mean = run(new AllReduce(), 4, false).get(2).means()[7];
        float[] a = gradient(0, 7);
        float[] b = gradient(1, 7);
        float[] c = gradient(2, 7);
        float[] d = gradient(3, 7);
        for (int i = 0; i < mean.length; i++) {
            float sum = ((a[i] + b[i]) + c[i]) + d[i];
            assertThat(mean[i]).isEqualTo(sum * 0.25f);
        }
    }

    @Test
    void sharedRandomKSendsNothingButItsFloats() {
        Run run = run(SharedRandomK.fraction(0.1), 2, false).get(0);
        int k = SHAPE.size() / 10;
        assertThat(run.bits()).isEqualTo(STEPS * 32L * k); // a half to the other's part, a half as its own sums
        float[] mean = run.means()[3];
        int chosen = 0;
        for (int i = 0; i < mean.length; i++) {
            if (mean[i] != 0) {
                chosen++;
                assertThat(mean[i]).isEqualTo(5f * (gradient(0, 3)[i] + gradient(1, 3)[i]));
            }
        }
        assertThat(chosen).isEqualTo(k);
        assertThat(run.means()[4]).isNotEqualTo(mean);
    }

    /** Each element is chosen in k / d of the steps. */
    @Test
    void sharedRandomKChoosesEvenly() {
        int steps = 4000;
        int[] counts = new int[20];
        LocalGroup.run(1, group -> {
            Reduction reduction = SharedRandomK.fraction(0.25).reduction(Shape.vector(20), Seed.of(1), group);
            float[] ones = new float[20];
            for (int step = 0; step < steps; step++) {
                java.util.Arrays.fill(ones, 1f);
                reduction.reduce(FloatSlice.of(ones));
                for (int i = 0; i < 20; i++) {
                    counts[i] += ones[i] == 0 ? 0 : 1;
                }
            }
            return 0;
        });
        double sigma = Math.sqrt(steps * 0.25 * 0.75);
        for (int count : counts) {
            assertThat((double) count).isCloseTo(steps * 0.25, within(5 * sigma));
        }
    }

    /** One worker's NaN: the others get a mean in which it counts as 0, and no worker waits. */
    @ParameterizedTest
    @ValueSource(strings = {"dense", "powersgd(1)+ef", "vote", "int8+twoshot", "gtopk(0.5)+ef", "terngrad+sharedscale"})
    void anyReducerCanTakeWhatIsNotFinite(String recipe) {
        Shape shape = new Shape(8, 8);
        List<float[]> skipped = LocalGroup.run(3, group -> {
            float[] gradient = CounterRandom.gaussians(64, group.rank());
            gradient[5] = group.rank() == 1 ? Float.NaN : gradient[5];
            ReducerRecipe.parse(recipe + "+nonfinite(skip)")
                    .reduction(shape, Seed.of(1), group)
                    .reduce(FloatSlice.of(gradient));
            return gradient;
        });
        List<float[]> zero = LocalGroup.run(3, group -> {
            float[] gradient = group.rank() == 1 ? new float[64] : CounterRandom.gaussians(64, group.rank());
            ReducerRecipe.parse(recipe).reduction(shape, Seed.of(1), group).reduce(FloatSlice.of(gradient));
            return gradient;
        });
        for (int worker = 0; worker < 3; worker++) {
            assertThat(skipped.get(worker)).isEqualTo(zero.get(worker));
        }
    }

    @Test
    void clippingComesBeforeTheResidual() {
        List<float[]> means = LocalGroup.run(2, group -> {
            float[] gradient = {30f, 40f};
            Reduction reduction = ReducerRecipe.parse("dense+clip(5)").reduction(Shape.vector(2), Seed.of(1), group);
            reduction.reduce(FloatSlice.of(gradient));
            return gradient;
        });
        assertThat(means).allSatisfy(mean -> assertThat(mean).containsExactly(3f, 4f));
        assertThatThrownBy(() -> ReducerRecipe.parse("vote+clip(1)+ef"));
        assertThatThrownBy(() -> ReducerRecipe.parse("powersgd(1)+clip(1)+ef"))
                .hasMessageContaining("write +ef before +clip(1)");
        assertThat(ReducerRecipe.parse("powersgd(1)+ef+clip(1)")).hasToString("powersgd(1)+ef+clip(1)");
    }
}
