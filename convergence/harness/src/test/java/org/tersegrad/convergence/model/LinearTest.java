package org.tersegrad.convergence.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;
import org.junit.jupiter.api.Test;
import org.tersegrad.codecs.CounterRandom;
import org.tersegrad.convergence.data.NumericVectors;

/** Linear regression beside its closed forms. */
class LinearTest {
    private static final int LENGTH = 6;
    private static final NumericVectors DATA = SmallData.numbers(LENGTH);
    private static final int SIZE = DATA.training().size();
    private static final int[] ALL = IntStream.range(0, SIZE).toArray();

    /** 2 X<sup>T</sup>(X w + b - y) / n by the weights, 2 (X w + b - y) / n, summed, by the bias. */
    @Test
    void gradientIsThatOfTheNormalEquations() {
        float[] parameters = CounterRandom.gaussians(LENGTH + 1, 21);
        double[] expected = new double[LENGTH + 1];
        double loss = 0;
        for (int i = 0; i < SIZE; i++) {
            double error = parameters[LENGTH] - DATA.training().targets()[i];
            for (int j = 0; j < LENGTH; j++) {
                error += parameters[j] * DATA.training().values()[i * LENGTH + j];
            }
            loss += error * error / SIZE;
            for (int j = 0; j < LENGTH; j++) {
                expected[j] += 2 * error * DATA.training().values()[i * LENGTH + j] / SIZE;
            }
            expected[LENGTH] += 2 * error / SIZE;
        }
        float[] gradient = new float[LENGTH + 1];
        assertThat(new Linear(DATA).learner(SIZE).gradient(parameters, ALL, 0, SIZE, gradient))
                .isCloseTo(loss, within(1e-5));
        for (int j = 0; j <= LENGTH; j++) {
            assertThat((double) gradient[j]).isCloseTo(expected[j], within(1e-5));
        }
    }

    @Test
    void descentEndsAtLeastSquares() {
        double[][] vectors = new double[SIZE][LENGTH];
        double[] targets = new double[SIZE];
        for (int i = 0; i < SIZE; i++) {
            targets[i] = DATA.training().targets()[i];
            for (int j = 0; j < LENGTH; j++) {
                vectors[i][j] = DATA.training().values()[i * LENGTH + j];
            }
        }
        OLSMultipleLinearRegression closed = new OLSMultipleLinearRegression();
        closed.newSampleData(targets, vectors);
        double[] expected = closed.estimateRegressionParameters(); // the bias first

        float[] parameters = new float[LENGTH + 1];
        float[] gradient = new float[LENGTH + 1];
        Learner learner = new Linear(DATA).learner(SIZE);
        for (int step = 0; step < 500; step++) {
            learner.gradient(parameters, ALL, 0, SIZE, gradient);
            for (int j = 0; j <= LENGTH; j++) {
                parameters[j] -= 0.2f * gradient[j];
            }
        }
        for (int j = 0; j <= LENGTH; j++) {
            assertThat((double) parameters[j]).isCloseTo(expected[(j + 1) % (LENGTH + 1)], within(1e-5));
        }
    }
}
