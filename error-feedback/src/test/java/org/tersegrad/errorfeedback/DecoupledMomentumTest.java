package org.tersegrad.errorfeedback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.compressors.Compressor;
import org.tersegrad.compressors.Encoder;
import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Payload;
import org.tersegrad.compressors.Recipe;
import org.tersegrad.compressors.Seed;
import org.tersegrad.compressors.Shape;

/** DeMo's momentum m: the gradient is added to β m, the largest frequencies q of that are sent, and taken out of it. */
class DecoupledMomentumTest {
    private static final Shape SHAPE = new Shape(20, 12);
    private static final int KEPT = 7;
    private static final double BETA = 0.9;

    /** The cosine transform of a vector of any length, by definition. */
    private static double basis(int n, int u, int i) {
        return Math.sqrt((u == 0 ? 1.0 : 2.0) / n) * Math.cos(Math.PI * (2 * i + 1) * u / (2.0 * n));
    }

    /** The largest frequencies of a matrix: one coefficient after the other, as long as some are to be kept. */
    private static double[] largestFrequencies(double[] m) {
        int rows = SHAPE.rows();
        int columns = SHAPE.columns();
        double[] coefficients = new double[m.length];
        for (int c = 0; c < m.length; c++) {
            for (int e = 0; e < m.length; e++) {
                coefficients[c] +=
                        m[e] * basis(rows, c / columns, e / columns) * basis(columns, c % columns, e % columns);
            }
        }
        double[] sent = new double[m.length];
        for (int k = 0; k < KEPT; k++) {
            int largest = 0;
            for (int c = 1; c < m.length; c++) {
                largest = Math.abs(coefficients[c]) > Math.abs(coefficients[largest]) ? c : largest;
            }
            for (int e = 0; e < m.length; e++) {
                sent[e] += coefficients[largest]
                        * basis(rows, largest / columns, e / columns)
                        * basis(columns, largest % columns, e % columns);
            }
            coefficients[largest] = 0;
        }
        return sent;
    }

    @Test
    void isAResidualThatDecays() {
        Compressor compressor = Recipe.parse("dct(k=" + KEPT + ")+ef(decay=" + BETA + ")");
        Encoder encoder = compressor.encoder(SHAPE, Seed.of(1));
        Payload payload = Payload.allocate(compressor.maxBytes(SHAPE));
        double[] momentum = new double[SHAPE.size()];
        for (int step = 0; step < 20; step++) {
            float[] gradient = CounterRandom.gaussians(SHAPE.size(), step);
            for (int i = 0; i < momentum.length; i++) {
                momentum[i] = BETA * momentum[i] + gradient[i];
            }
            double[] sent = largestFrequencies(momentum);
            encoder.encode(FloatSlice.of(gradient), payload);
            float[] decoded = payload.decompress();
            float[] residual = new float[SHAPE.size()];
            encoder.addResidualTo(FloatSlice.of(residual), 1f);
            for (int i = 0; i < momentum.length; i++) {
                momentum[i] -= sent[i];
                assertThat((double) decoded[i]).isCloseTo(sent[i], within(1e-4));
                assertThat((double) residual[i]).isCloseTo(momentum[i], within(1e-4));
            }
        }
    }
}
