package org.tersegrad.convergence.cli.schemes;

import java.util.Arrays;
import java.util.List;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.model.RecordedGradients;

/** Gradients that errors are measured on. The same floats for the same length, in every run. */
public enum SampleGradient {
    /** Independent Gaussian numbers. */
    GAUSSIAN("Gaussian") {
        @Override
        public float[] floats(int count) {
            return CounterRandom.gaussians(count, 1);
        }
    },

    /** z e^w with Gaussian z and w: one element in a thousand is ten times as large as its neighbours. */
    HEAVY_TAILED("heavy-tailed") {
        @Override
        public float[] floats(int count) {
            float[] floats = CounterRandom.gaussians(count, 1);
            float[] exponents = CounterRandom.gaussians(count, 2);
            for (int i = 0; i < count; i++) {
                floats[i] *= (float) StrictMath.exp(exponents[i]);
            }
            return floats;
        }
    },

    /** Gaussian, but 19 of 20 elements are 0, as behind rectifiers and embeddings. */
    SPARSE("sparse") {
        @Override
        public float[] floats(int count) {
            float[] floats = CounterRandom.gaussians(count, 1);
            for (int i = 0; i < count; i++) {
                floats[i] = Integer.remainderUnsigned(CounterRandom.word(3, i), 20) == 0 ? floats[i] : 0f;
            }
            return floats;
        }
    },

    /** Gradients of a network that learns to read digits. */
    RECORDED("recorded") {
        @Override
        public float[] floats(int count) {
            return RecordedGradients.record(count);
        }
    };

    private final String label;

    SampleGradient(String label) {
        this.label = label;
    }

    /** The first {@code count} values. */
    public abstract float[] floats(int count);

    /** As one tensor. */
    public Sample sample(Shape shape) {
        return new Sample(label, List.of(shape), floats(shape.size()));
    }

    /** All kinds, each as one tensor. */
    static List<Sample> samples(Shape shape) {
        return Arrays.stream(values()).map(kind -> kind.sample(shape)).toList();
    }

    /** The name in tables. */
    public String label() {
        return label;
    }
}
