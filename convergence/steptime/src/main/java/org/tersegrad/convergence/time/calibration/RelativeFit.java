package org.tersegrad.convergence.time.calibration;

import java.util.Arrays;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.DecompositionSolver;
import org.apache.commons.math3.linear.QRDecomposition;

/**
 * Least squares on relative errors with lower bounds: of all constants that are not below their bounds, those with the least
 *
 * <pre>
 *   sum over rows of ((row . constants) / t - 1)^2
 * </pre>
 *
 * <p>Few constants are fitted, so every set of constants at their bounds is tried, and the best possible one is exact. Standard errors are
 * those of the jackknife: se^2 = (n - 1)/n sum (x_i - mean)^2, x_i fitted without row i.
 */
final class RelativeFit {
    /** A residual that is smaller by less than this is no better; then the set with fewer constants at bounds counts. */
    private static final double SMALLER = 1 - 1e-12;

    private final double[] constants;
    private final double[] errors;
    private final boolean[] atBound;

    /**
     * Fits.
     *
     * @param rows factors of the constants, not modified
     * @param seconds above 0, not modified
     * @param bounds a lower bound for each constant, not modified
     */
    RelativeFit(double[][] rows, double[] seconds, double[] bounds) {
        atBound = new boolean[bounds.length];
        constants = fit(rows, seconds, bounds, -1, atBound);
        errors = new double[bounds.length];
        int count = rows.length;
        if (count > bounds.length) {
            double[][] without = new double[count][];
            for (int i = 0; i < count; i++) {
                without[i] = fit(rows, seconds, bounds, i, new boolean[bounds.length]);
            }
            for (int k = 0; k < bounds.length; k++) {
                errors[k] = jackknife(without, k);
            }
        }
    }

    /** The standard error of a quantity from its values without one observation each. */
    static double jackknife(double[][] without, int column) {
        int count = without.length;
        double mean = 0;
        for (double[] each : without) {
            mean += each[column] / count;
        }
        double sum = 0;
        for (double[] each : without) {
            sum += (each[column] - mean) * (each[column] - mean);
        }
        return Math.sqrt(sum * (count - 1) / count);
    }

    /** A constant with its interval. */
    Estimate estimate(int index, double bound) {
        return Estimate.of(constants[index], errors[index], bound, atBound[index]);
    }

    private static double[] fit(double[][] rows, double[] seconds, double[] bounds, int omitted, boolean[] atBound) {
        double least = Double.POSITIVE_INFINITY;
        double[] best = bounds.clone();
        for (int held = 0; held < 1 << bounds.length; held++) { // a bit for each constant at its bound
            double[] tried = solve(rows, seconds, bounds, omitted, held);
            boolean possible = true;
            for (int k = 0; k < bounds.length; k++) {
                possible &= tried[k] >= bounds[k];
            }
            double residual = residual(rows, seconds, tried, omitted);
            if (possible && residual < SMALLER * least) {
                least = residual;
                best = tried;
                for (int k = 0; k < bounds.length; k++) {
                    atBound[k] = (held >> k & 1) == 1;
                }
            }
        }
        return best;
    }

    /** The best constants if some are held at their bounds. */
    private static double[] solve(double[][] rows, double[] seconds, double[] bounds, int omitted, int held) {
        int free = bounds.length - Integer.bitCount(held);
        int count = rows.length - (omitted < 0 ? 0 : 1);
        double[] constants = bounds.clone();
        if (free == 0) {
            return constants;
        }
        if (count < free) {
            return undetermined(constants);
        }
        double[][] left = new double[count][free];
        double[] right = new double[count];
        int row = 0;
        for (int i = 0; i < rows.length; i++) {
            if (i != omitted) {
                right[row] = 1;
                int column = 0;
                for (int k = 0; k < bounds.length; k++) {
                    double factor = rows[i][k] / seconds[i];
                    right[row] -= factor * bounds[k]; // what is fitted is the rest above the bound
                    if ((held >> k & 1) == 0) {
                        left[row][column++] = factor;
                    }
                }
                row++;
            }
        }
        double[] scales = scale(left);
        DecompositionSolver solver = new QRDecomposition(new Array2DRowRealMatrix(left, false), 1e-10).getSolver();
        if (!solver.isNonSingular()) {
            return undetermined(constants);
        }
        double[] rest = solver.solve(new ArrayRealVector(right, false)).toArray();
        int column = 0;
        for (int k = 0; k < bounds.length; k++) {
            if ((held >> k & 1) == 0) {
                constants[k] += rest[column] / scales[column];
                column++;
            }
        }
        return constants;
    }

    /** Modified: constants that are above no bound, so that they are never chosen. */
    private static double[] undetermined(double[] constants) {
        Arrays.fill(constants, Double.NaN);
        return constants;
    }

    /** Makes the largest factor of each constant 1, so that seconds and bytes are alike; returns what it divided by. */
    private static double[] scale(double[][] left) {
        double[] scales = new double[left[0].length];
        for (int k = 0; k < scales.length; k++) {
            for (double[] row : left) {
                scales[k] = Math.max(scales[k], Math.abs(row[k]));
            }
            scales[k] = scales[k] == 0 ? 1 : scales[k];
            for (double[] row : left) {
                row[k] /= scales[k];
            }
        }
        return scales;
    }

    private static double residual(double[][] rows, double[] seconds, double[] constants, int omitted) {
        double sum = 0;
        for (int i = 0; i < rows.length; i++) {
            if (i != omitted) {
                double error = -1;
                for (int k = 0; k < constants.length; k++) {
                    error += rows[i][k] * constants[k] / seconds[i];
                }
                sum += error * error;
            }
        }
        return sum;
    }
}
