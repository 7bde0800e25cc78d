package org.tersegrad.convergence.time.calibration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LeastSquaresTest {
    /** Points of 3 e^(-2x) + 0.5 give back 3, 2 and 0.5. */
    @Test
    void constantsOfACurveAreFound() {
        LeastSquares search = new LeastSquares(c -> {
            double[] residuals = new double[20];
            for (int i = 0; i < residuals.length; i++) {
                double x = i / 10.0;
                double measured = 3 * StrictMath.exp(-2 * x) + 0.5;
                residuals[i] = c[0] * StrictMath.exp(-c[1] * x) + c[2] - measured;
            }
            return residuals;
        });
        double[] found = search.fit(new double[] {1, 1, 1});
        assertThat(found).containsExactly(new double[] {3, 2, 0.5}, within(1e-3));
    }

    @Test
    void theBestLineIsThatOfTheNormalEquations() {
        double[] y = {1.1, 1.9, 3.2, 3.8};
        LeastSquares search = new LeastSquares(c -> {
            double[] residuals = new double[y.length];
            for (int i = 0; i < y.length; i++) {
                residuals[i] = c[0] + c[1] * i - y[i];
            }
            return residuals;
        });
        double[] found = search.fit(new double[] {5, 5});
        assertThat(found[1]).isCloseTo(0.94, within(1e-4));
        assertThat(found[0]).isCloseTo(1.09, within(1e-4));
    }
}
