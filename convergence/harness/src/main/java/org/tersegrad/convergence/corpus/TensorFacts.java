package org.tersegrad.convergence.corpus;

import java.util.Arrays;
import org.tersegrad.compressors.Shape;

/**
 * Properties of a tensor on which the error of a compressor depends. NaN where there is nothing to measure, as in a tensor of zeros.
 *
 * @param kurtosis of the elements about their mean; 3 for Gaussian ones
 * @param top share of the largest hundredth of the elements in the squared norm; 0.084 for Gaussian ones
 * @param zeros share of elements that are 0
 * @param zeroRows share of rows that are 0
 * @param rowSpread standard deviation of the norms of the other rows, over their mean
 * @param stableRank |A|² / s², with the Frobenius norm and the largest singular value; at most the number of rows or columns
 */
public record TensorFacts(
        double kurtosis, double top, double zeros, double zeroRows, double rowSpread, double stableRank) {
    private static final int TOP = 100;
    private static final int ITERATIONS = 200;

    /**
     * Measures a tensor.
     *
     * @param x not modified
     */
    public static TensorFacts of(Shape shape, float[] x) {
        double sum = 0;
        int zeros = 0;
        for (float value : x) {
            sum += value;
            zeros += value == 0 ? 1 : 0;
        }
        double mean = sum / x.length;
        double second = 0;
        double fourth = 0;
        for (float value : x) {
            double square = (value - mean) * (value - mean);
            second += square;
            fourth += square * square;
        }
        double[] rows = rowNorms(shape, x);
        double[] others = Arrays.stream(rows).filter(norm -> norm > 0).toArray();
        return new TensorFacts(
                fourth * x.length / (second * second),
                top(x),
                (double) zeros / x.length,
                1 - (double) others.length / rows.length,
                spread(others),
                stableRank(shape, x));
    }

    private static double top(float[] x) {
        double[] squares = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            squares[i] = (double) x[i] * x[i];
        }
        Arrays.sort(squares);
        int from = x.length - Math.max(1, x.length / TOP);
        double rest = 0;
        double largest = 0;
        for (int i = 0; i < x.length; i++) {
            if (i < from) {
                rest += squares[i];
            } else {
                largest += squares[i];
            }
        }
        return largest / (rest + largest);
    }

    private static double[] rowNorms(Shape shape, float[] x) {
        double[] norms = new double[shape.rows()];
        for (int row = 0; row < norms.length; row++) {
            double square = 0;
            for (int i = row * shape.columns(); i < (row + 1) * shape.columns(); i++) {
                square += (double) x[i] * x[i];
            }
            norms[row] = Math.sqrt(square);
        }
        return norms;
    }

    private static double spread(double[] norms) {
        double mean = Arrays.stream(norms).sum() / norms.length;
        double squares = 0;
        for (double norm : norms) {
            squares += (norm - mean) * (norm - mean);
        }
        return Math.sqrt(squares / norms.length) / mean;
    }

    /** Power iteration on AᵀA, from the rows' sum of squares by column. */
    private static double stableRank(Shape shape, float[] x) {
        int columns = shape.columns();
        double[] right = new double[columns];
        double[] left = new double[shape.rows()];
        double whole = 0;
        for (int i = 0; i < x.length; i++) {
            double square = (double) x[i] * x[i];
            right[i % columns] += square;
            whole += square;
        }
        double largest = 0;
        for (int iteration = 0; iteration < ITERATIONS; iteration++) {
            normalize(right);
            for (int row = 0; row < left.length; row++) {
                double product = 0;
                for (int column = 0; column < columns; column++) {
                    product += x[row * columns + column] * right[column];
                }
                left[row] = product;
            }
            largest = Arrays.stream(left).map(each -> each * each).sum();
            Arrays.fill(right, 0);
            for (int row = 0; row < left.length; row++) {
                for (int column = 0; column < columns; column++) {
                    right[column] += x[row * columns + column] * left[row];
                }
            }
        }
        return whole / largest;
    }

    private static void normalize(double[] vector) {
        double norm = Math.sqrt(Arrays.stream(vector).map(each -> each * each).sum());
        for (int i = 0; i < vector.length; i++) {
            vector[i] /= norm;
        }
    }

    /**
     * The cosine of the angle between two gradients; 0 if one is 0.
     *
     * @param x not modified
     * @param y not modified
     */
    public static double cosine(float[] x, float[] y) {
        double product = 0;
        double first = 0;
        double second = 0;
        for (int i = 0; i < x.length; i++) {
            product += (double) x[i] * y[i];
            first += (double) x[i] * x[i];
            second += (double) y[i] * y[i];
        }
        return product == 0 ? 0 : product / Math.sqrt(first * second);
    }
}
