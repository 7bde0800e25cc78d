package org.tersegrad.jgroups;

import java.util.Arrays;
import java.util.List;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.reducers.elastic.ElasticReplay;
import org.tersegrad.reducers.model.NamedTensor;

/** Gradients that depend on weights, step, rank and size, so that no other history of epochs ends with the same bits. */
final class ToyTrainer implements ElasticReplay.Trainer {
    static final List<NamedTensor> TENSORS =
            List.of(new NamedTensor("w", new Shape(24, 16)), new NamedTensor("b", Shape.vector(16)));
    static final Seed SEED = Seed.of(42);
    private static final int MATRIX = 24 * 16;
    private static final int SIZE = MATRIX + 16;

    final float[] weights = new float[SIZE];

    ToyTrainer(float first) {
        Arrays.fill(weights, first);
    }

    @Override
    public List<FloatSlice> shared() {
        return List.of(FloatSlice.of(weights));
    }

    @Override
    public List<FloatSlice> gradients(long step, int rank, int size) {
        float[] gradient = new float[SIZE];
        for (int i = 0; i < SIZE; i++) {
            gradient[i] = weights[i] - (i % 50 + 1) / (float) size + (step * 31 + rank * 17L + i * 7L) % 11;
        }
        return List.of(new FloatSlice(gradient, 0, MATRIX), new FloatSlice(gradient, MATRIX, SIZE - MATRIX));
    }

    @Override
    public void update(List<FloatSlice> means) {
        for (int i = 0; i < SIZE; i++) {
            weights[i] -= 0.01f * means.get(0).array()[i];
        }
    }
}
