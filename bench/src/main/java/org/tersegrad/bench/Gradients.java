package org.tersegrad.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.convergence.corpus.Corpus;
import org.tersegrad.convergence.data.DataUnavailableException;
import org.tersegrad.convergence.model.RecordedGradients;

/** Numbers as gradients have them. The same floats for the same length, in every run. */
public enum Gradients {
    /** Normal deviates, as gradients are drawn in pictures. */
    GAUSSIAN {
        @Override
        public float[] floats(int count) {
            return polar(count, u -> Math.sqrt(-2 * Math.log(u)));
        }
    },

    /**
     * Student's t with three degrees of freedom: a few elements are very large, so the step of a bucket is too large for all
     * others. The radius is R. Bailey's, <i>Polar generation of random variates with the t-distribution</i>, 1994.
     */
    HEAVY_TAILED {
        @Override
        public float[] floats(int count) {
            return polar(count, u -> Math.sqrt(3 * (Math.pow(u, -2.0 / 3) - 1)));
        }
    },

    /** Normal deviates, but each element is zero with a probability of 95 %, as behind rectifiers and embeddings. */
    SPARSE {
        @Override
        public float[] floats(int count) {
            float[] floats = GAUSSIAN.floats(count);
            for (int i = 0; i < count; i++) {
                double u = Integer.toUnsignedLong(CounterRandom.word(SPARSE_SEED, i)) * 0x1p-32;
                floats[i] = u < 0.05 ? floats[i] : 0f;
            }
            return floats;
        }
    },

    /** Gradients of a network during training. */
    RECORDED {
        @Override
        public float[] floats(int count) {
            return RecordedGradients.record(count);
        }
    },

    /**
     * The corpus in the folder that the environment variable {@code TERSEGRAD_CORPUS} names, else in {@code corpus}: all tensors one
     * after the other, again from the first if there are too few.
     */
    CORPUS {
        @Override
        public float[] floats(int count) {
            float[] floats = new float[count];
            List<Corpus.Entry> entries = corpus();
            for (int at = 0, next = 0; at < count; next = (next + 1) % entries.size()) {
                float[] values = entries.get(next).values();
                System.arraycopy(values, 0, floats, at, Math.min(values.length, count - at));
                at += Math.min(values.length, count - at);
            }
            return floats;
        }
    };

    private static final long SPARSE_SEED = 2;
    private static final int PERIOD = 1 << 20;

    /**
     * The tensors of the corpus with elements.
     *
     * @throws DataUnavailableException if it cannot be read
     */
    public static List<Corpus.Entry> corpus() {
        Path folder = Path.of(Objects.requireNonNullElse(System.getenv("TERSEGRAD_CORPUS"), "corpus"));
        List<Corpus.Entry> entries = Corpus.read(folder).stream()
                .filter(entry -> entry.shape().size() > 0)
                .toList();
        if (entries.isEmpty()) {
            throw new DataUnavailableException(folder + " has no elements.");
        }
        return entries;
    }

    /** The first {@code count} values. */
    public abstract float[] floats(int count);

    /** A random angle, and a radius that is a function of a random number above 0, at most 1. */
    private static float[] polar(int count, DoubleUnaryOperator radius) {
        float[] floats = new float[count];
        int[] words = BenchmarkDefaults.randomFields(2 * Math.min(count, PERIOD), 32);
        for (int i = 0; i < count; i++) {
            int at = 2 * (i & (PERIOD - 1));
            double length = radius.applyAsDouble((Integer.toUnsignedLong(words[at]) + 1) * 0x1p-32);
            // Repeated every million, so with another angle each time.
            double turn = (words[at + 1] + i * 0x9e3779b9L) * 0x1p-32;
            floats[i] = (float) (length * Math.cos(2 * Math.PI * turn));
        }
        return floats;
    }
}
