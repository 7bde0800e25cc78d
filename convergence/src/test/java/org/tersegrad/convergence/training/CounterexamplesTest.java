package org.tersegrad.convergence.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;
import org.tersegrad.compressors.recipes.Recipe;

/**
 * Where signs alone fail, and error feedback repairs it: the three counterexamples of S. P. Karimireddy and others, <i>Error
 * feedback fixes SignSGD and other gradient compression schemes</i>, 2019.
 */
class CounterexamplesTest {
    /** A stochastic gradient. */
    private interface Gradient {
        void at(float[] x, int step, float[] g);
    }

    /** Where descent along compressed gradients ends. */
    private static float[] descend(
            String recipe, float[] start, float rate, int steps, float bound, Gradient gradient) {
        Compressor compressor = Recipe.parse(recipe);
        Shape shape = Shape.vector(start.length);
        Encoder encoder = compressor.encoder(shape, Seed.of(1));
        Payload payload = Payload.allocate(compressor.maxBytes(shape));
        float[] x = start.clone();
        float[] g = new float[x.length];
        for (int step = 0; step < steps; step++) {
            gradient.at(x, step, g);
            encoder.encode(FloatSlice.of(g), payload);
            payload.addTo(FloatSlice.of(x), -rate);
            for (int i = 0; i < x.length; i++) {
                x[i] = Math.max(-bound, Math.min(bound, x[i]));
            }
        }
        return x;
    }

    /** f(x) = x / 4 on [−1, 1]: the gradient is 4 in a quarter of the steps, else −1, so most signs point the wrong way. */
    @Test
    void rareLargeGradients() {
        Gradient gradient = (x, step, g) -> g[0] = CounterRandom.word(5, step) >>> 30 == 0 ? 4f : -1f;
        float[] start = {0};
        assertThat(descend("sign(scaled=false)", start, 0.01f, 2000, 1, gradient)[0])
                .isGreaterThan(0.9f);
        assertThat(descend("dense", start, 0.01f, 2000, 1, gradient)[0]).isLessThan(-0.9f);
        assertThat(descend("sign+ef", start, 0.01f, 2000, 1, gradient)[0]).isLessThan(-0.9f);
    }

    private static double piecewise(float[] x) {
        return 0.5 * Math.abs(x[0] + x[1]) + Math.abs(x[0] - x[1]);
    }

    /** f = |x1 + x2| / 2 + |x1 − x2|: all signs are ± (1, −1), which never changes x1 + x2. */
    @Test
    void signsInOneDirection() {
        Gradient gradient = (x, step, g) -> {
            float along = x[0] + x[1] < 0 ? -0.5f : 0.5f;
            float across = x[0] - x[1] < 0 ? -1f : 1f;
            g[0] = along + across;
            g[1] = along - across;
        };
        float[] start = {1.1f, 0.9f};
        for (String recipe : new String[] {"sign", "sign(scaled=false)"}) {
            float[] end = descend(recipe, start, 0.001f, 5000, 10, gradient);
            assertThat(end[0] + end[1]).isCloseTo(2f, within(0.01f));
            assertThat(piecewise(end)).isGreaterThanOrEqualTo(0.99);
        }
        assertThat(piecewise(descend("sign+ef", start, 0.001f, 5000, 10, gradient)))
                .isLessThan(0.02);
        assertThat(piecewise(descend("dense", start, 0.001f, 5000, 10, gradient)))
                .isLessThan(0.02);
    }

    /** The sum of two squares, one of them in each step: smooth and convex, and signs fail all the same. */
    @Test
    void smoothAndConvex() {
        float eps = 0.5f;
        float[][] a = {{1 + eps, -1 + eps}, {-1 + eps, 1 + eps}};
        Gradient gradient = (x, step, g) -> {
            float[] chosen = a[CounterRandom.word(5, step) & 1];
            float inner = 2 * (chosen[0] * x[0] + chosen[1] * x[1]);
            g[0] = inner * chosen[0];
            g[1] = inner * chosen[1];
        };
        float[] start = {1, 1};
        for (String recipe : new String[] {"sign", "sign(scaled=false)"}) {
            assertThat(squares(a, descend(recipe, start, 0.02f, 3000, 10, gradient)))
                    .isGreaterThanOrEqualTo(squares(a, start) - 1e-3);
        }
        assertThat(squares(a, descend("sign+ef", start, 0.02f, 3000, 10, gradient)))
                .isLessThan(1e-3);
        assertThat(squares(a, descend("dense", start, 0.02f, 3000, 10, gradient)))
                .isLessThan(1e-3);
    }

    private static double squares(float[][] a, float[] x) {
        double sum = 0;
        for (float[] each : a) {
            double inner = (double) each[0] * x[0] + (double) each[1] * x[1];
            sum += inner * inner;
        }
        return sum;
    }
}
