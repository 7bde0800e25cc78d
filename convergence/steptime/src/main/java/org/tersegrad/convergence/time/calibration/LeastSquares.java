package org.tersegrad.convergence.time.calibration;

import java.util.function.UnaryOperator;

/**
 * The Levenberg-Marquardt method for a few positive constants: it makes the sum of squared residuals small. Constants are varied by factors,
 * so none becomes negative and all may have any unit. The arithmetic is strict: every machine finds the same.
 */
public final class LeastSquares {
    private static final int ITERATIONS = 200;
    private static final double FACTOR = 1e-3;
    private static final double LEAST_DAMPING = 1e-4;
    private static final double MOST_DAMPING = 1e4;

    /** Threshold of progress: a smaller improvement counts as none. */
    private static final double ENOUGH = 1 - 1e-7;

    private static final double LEAST = StrictMath.log(1e-12);

    private final UnaryOperator<double[]> residuals;

    /** @param residuals from constants to residuals, always as many */
    public LeastSquares(UnaryOperator<double[]> residuals) {
        this.residuals = residuals;
    }

    /**
     * The best constants found.
     *
     * @param start not modified: all above 0
     */
    public double[] fit(double[] start) {
        double[] at = new double[start.length];
        for (int i = 0; i < start.length; i++) {
            at[i] = StrictMath.log(start[i]);
        }
        double[] here = residuals.apply(constants(at));
        double[][] slopes = slopes(at, here);
        double damping = LEAST_DAMPING;
        for (int i = 0; i < ITERATIONS && damping < MOST_DAMPING; i++) {
            double[] step = step(slopes, here, damping);
            double[] next = at.clone();
            for (int k = 0; k < next.length; k++) {
                next[k] = Math.max(LEAST, next[k] + Math.max(-1, Math.min(1, step[k])));
            }
            double[] there = residuals.apply(constants(next));
            if (product(there, there) < ENOUGH * product(here, here)) {
                at = next;
                here = there;
                slopes = slopes(at, here);
                damping = Math.max(LEAST_DAMPING, damping / 8);
            } else {
                damping *= 4;
            }
        }
        return constants(at);
    }

    private static double[] constants(double[] logarithms) {
        double[] constants = new double[logarithms.length];
        for (int i = 0; i < constants.length; i++) {
            constants[i] = StrictMath.exp(logarithms[i]);
        }
        return constants;
    }

    private double[][] slopes(double[] at, double[] here) {
        double[][] slopes = new double[at.length][];
        for (int k = 0; k < at.length; k++) {
            double[] beside = at.clone();
            beside[k] += FACTOR;
            slopes[k] = residuals.apply(constants(beside));
            for (int i = 0; i < here.length; i++) {
                slopes[k][i] = (slopes[k][i] - here[i]) / FACTOR;
            }
        }
        return slopes;
    }

    /** Solves (J'J + damping (diagonal of J'J + a little)) step = -J'r by elimination. */
    private static double[] step(double[][] slopes, double[] residuals, double damping) {
        int count = slopes.length;
        double[][] rows = new double[count][count + 1];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                rows[i][j] = product(slopes[i], slopes[j]);
            }
            rows[i][i] += damping * (rows[i][i] + 1e-6);
            rows[i][count] = -product(slopes[i], residuals);
        }
        for (int i = 0; i < count; i++) {
            for (int below = i + 1; below < count; below++) { // positive definite, so no pivot is 0
                double factor = rows[below][i] / rows[i][i];
                for (int j = i; j <= count; j++) {
                    rows[below][j] -= factor * rows[i][j];
                }
            }
        }
        double[] step = new double[count];
        for (int i = count - 1; i >= 0; i--) {
            double rest = rows[i][count];
            for (int j = i + 1; j < count; j++) {
                rest -= rows[i][j] * step[j];
            }
            step[i] = rest / rows[i][i];
        }
        return step;
    }

    private static double product(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }
}
