package org.tersegrad.contrib.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.group.LocalGroup;
import org.tersegrad.reducers.group.RefusedException;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;
import org.tersegrad.testkit.Loopback;

/** One worker's bad gradient ends the step of all workers in the same place, and leaves no trace in what comes after. */
class RefusedStepTest {
    private static final int WORKERS = 3;
    private static final List<NamedTensor> TENSORS = List.of(
            new NamedTensor("a", new Shape(8, 16)),
            new NamedTensor("b", Shape.vector(40)),
            new NamedTensor("c", new Shape(12, 10)),
            new NamedTensor("d", Shape.vector(300)));

    private static float[] gradient(int tensor, int worker, int step) {
        return CounterRandom.gaussians(TENSORS.get(tensor).shape().size(), 10_000L * tensor + 100L * worker + step);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "topk(0.1)+ef",
                "fuse(1KB); *: topk(0.1)+ef",
                "fuse(1MB); *: topk(0.1)+ef",
                "fuse(1MB); vectors: dense; *: powersgd(2)+ef",
                "fuse(500B); vectors: int8+sharedscale; *: vote",
                "fuse(1KB); *: sign+ef+twoshot",
                "gtopk(0.1)+ef"
            })
    void endsForAllAndIsForgotten(String policy) throws Exception {
        LocalGroup.run(WORKERS, group -> refuse(group, policy, Runnable::run));
        Loopback.run(WORKERS, group -> {
            ExecutorService thread = Executors.newSingleThreadExecutor();
            try {
                return refuse(group, policy, thread);
            } finally {
                thread.shutdown();
            }
        });
    }

    private static int refuse(Collective group, String policy, Executor executor) {
        ModelReduction model = new ModelReduction(Policy.parse(policy), TENSORS, Seed.of(5), group, executor);
        step(model, group.rank(), 0, -1);
        for (int bad = 0; bad < TENSORS.size(); bad++) {
            ByteBuffer before = ByteBuffer.allocate(model.stateBytes());
            model.save(before);
            String name = TENSORS.get(bad).name();
            int tensor = bad;
            assertThatThrownBy(() -> step(model, group.rank(), 1, tensor))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageStartingWith("worker 1 refused: tensor " + name + ": element 7 of the gradient is NaN");
            model.restore(before.flip()); // tensors that came before it have done their step
            ModelReduction undisturbed = new ModelReduction(Policy.parse(policy), TENSORS, Seed.of(5), group, executor);
            undisturbed.restore(before.rewind());
            assertThat(step(model, group.rank(), 2, -1)).isEqualTo(step(undisturbed, group.rank(), 2, -1));
        }
        return 0;
    }

    /** A step, in which worker 1 has a bad gradient of one tensor; returns the mean of the first. */
    private static float[] step(ModelReduction model, int rank, int step, int bad) {
        float[] first = {};
        for (int tensor = TENSORS.size() - 1; tensor >= 0; tensor--) {
            first = gradient(tensor, rank, step);
            if (rank == 1 && tensor == bad) {
                first[7] = Float.NaN;
            }
            model.begin(tensor, FloatSlice.of(first));
        }
        model.finish();
        return first;
    }
}
