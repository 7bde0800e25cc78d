package org.tersegrad.network;

import java.util.List;
import java.util.stream.IntStream;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.model.ModelReduction;
import org.tersegrad.reducers.model.NamedTensor;
import org.tersegrad.reducers.model.Policy;

/** Many small tensors, as deep networks have them: latency counts, and a policy such as {@code fuse(25MB)} saves it. */
final class ManyTensors {
    private static final int TENSORS = 160;
    private static final Shape SHAPE = new Shape(100, 100);
    static final int ELEMENTS = TENSORS * SHAPE.size();

    private final ModelReduction model;
    private final float[] gradients;
    private final float[] means = new float[ELEMENTS];

    ManyTensors(String policy, Collective group) {
        List<NamedTensor> tensors = IntStream.range(0, TENSORS)
                .mapToObj(i -> new NamedTensor("tensor" + i, SHAPE))
                .toList();
        model = new ModelReduction(Policy.parse(policy), tensors, Seed.of(42), group);
        gradients = CounterRandom.gaussians(ELEMENTS, group.rank());
    }

    StepTimer.Result time(StepTimer timer) {
        return timer.time(() -> System.arraycopy(gradients, 0, means, 0, ELEMENTS), () -> {
            for (int i = TENSORS - 1; i >= 0; i--) {
                model.begin(i, new FloatSlice(means, i * SHAPE.size(), SHAPE.size()));
            }
            return model.finish();
        });
    }
}
