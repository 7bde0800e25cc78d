package org.tersegrad.convergence.training;

import java.util.Arrays;
import java.util.List;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.matrices.ActiveMatrices;
import org.tersegrad.convergence.matrices.MatrixKernels;
import org.tersegrad.convergence.model.layers.ModelTensor;

/**
 * Steps of matrices along the nearest orthogonal matrix to their momentum (K. Jordan, "Muon", 2024), so that all directions of a
 * gradient count alike and not its few large ones alone.
 *
 * <pre>
 *   m = 0.95 m + g;   u = g + 0.95 m;   X = u / max(|u|, 1e-7) in the Frobenius norm
 *   5 times:  A = X Xᵀ;   X = 3.4445 X + (−4.7750 A + 2.0315 A A) X
 *   x = x − rate lambda x − rate s X
 * </pre>
 *
 * <p>A matrix with more rows than columns has A = Xᵀ X on the other side of X: the same as if it were transposed before and after.
 * The five iterations are Newton's and Schulz's with coefficients for speed: singular values end between 0.68 and 1.21.
 */
public final class Muon {
    /** Length and direction of a step. */
    public enum Form {
        /** As its author's: s = sqrt(max(1, rows / columns)). */
        USUAL,
        /** Steps as long as AdamW's, so that its rates fit: s = 0.2 sqrt(max(rows, columns)). */
        ADAMW,
        /** As in MuLoCo: u = m, without Nesterov's momentum, and s = sqrt(rows / columns). */
        PLAIN
    }

    private static final float MOMENTUM = 0.95f;
    private static final double LEAST_NORM = 1e-7;
    private static final int ITERATIONS = 5;
    private static final float LINEAR = 3.4445f;
    private static final float CUBIC = -4.7750f;
    private static final float QUINTIC = 2.0315f;

    private final Form form;
    private final float[] scratch;
    private final float[] squares;
    private final float[] powers;
    private float[] matrix;
    private float[] next;

    /** Memory for the largest of those tensors that are Muon's. */
    Muon(Form form, List<ModelTensor> tensors) {
        this.form = form;
        int size = 0;
        int side = 0;
        for (ModelTensor tensor : tensors) {
            Shape shape = tensor.shape();
            size = Math.max(size, tensor.isHidden() ? shape.size() : 0);
            side = Math.max(side, tensor.isHidden() ? Math.min(shape.rows(), shape.columns()) : 0);
        }
        matrix = new float[size];
        next = new float[size];
        squares = new float[Math.multiplyExact(side, side)];
        powers = new float[squares.length];
        scratch = new float[size > 0 ? MatrixKernels.PRODUCT_SCRATCH : 0];
    }

    /**
     * One step of a matrix.
     *
     * @param x modified: this tensor of all parameters
     * @param gradient not modified
     * @param momentum modified: this tensor of it
     * @param remembers whether there is momentum of earlier steps
     */
    void step(
            ModelTensor tensor,
            float[] x,
            float[] gradient,
            float[] momentum,
            float rate,
            boolean remembers,
            float weightDecay) {
        float mu = remembers ? MOMENTUM : 0f;
        int from = tensor.offset();
        int size = tensor.shape().size();
        for (int i = 0; i < size; i++) {
            float g = gradient[from + i];
            momentum[from + i] = mu * momentum[from + i] + g;
            matrix[i] = form == Form.PLAIN ? momentum[from + i] : g + mu * momentum[from + i];
        }
        orthogonalize(tensor.shape());
        float kept = 1 - rate * weightDecay;
        float length = (float) (rate * scale(tensor.shape()));
        for (int i = 0; i < size; i++) {
            x[from + i] = kept * x[from + i] - length * matrix[i];
        }
    }

    private double scale(Shape shape) {
        double aspect = (double) shape.rows() / shape.columns();
        return switch (form) {
            case USUAL -> Math.sqrt(Math.max(1, aspect));
            case ADAMW -> 0.2 * Math.sqrt(Math.max(shape.rows(), shape.columns()));
            case PLAIN -> Math.sqrt(aspect);
        };
    }

    private void orthogonalize(Shape shape) {
        int rows = shape.rows();
        int columns = shape.columns();
        int side = Math.min(rows, columns);
        double norm = 0;
        for (int i = 0; i < shape.size(); i++) {
            norm += (double) matrix[i] * matrix[i];
        }
        float factor = (float) (1 / Math.max(Math.sqrt(norm), LEAST_NORM));
        for (int i = 0; i < shape.size(); i++) {
            matrix[i] *= factor;
        }
        for (int iteration = 0; iteration < ITERATIONS; iteration++) {
            Arrays.fill(squares, 0, side * side, 0f);
            if (rows <= columns) {
                product(side, columns, side, matrix, columns, 1, matrix, 1, columns, squares);
            } else {
                product(side, rows, side, matrix, 1, columns, matrix, columns, 1, squares);
            }
            scaled(squares, CUBIC / QUINTIC, side * side, powers);
            product(side, side, side, squares, side, 1, squares, side, 1, powers);
            scaled(powers, QUINTIC, side * side, powers);
            scaled(matrix, LINEAR, shape.size(), next);
            if (rows <= columns) {
                product(side, side, columns, powers, side, 1, matrix, columns, 1, next);
            } else {
                product(rows, side, side, matrix, columns, 1, powers, side, 1, next);
            }
            float[] last = matrix;
            matrix = next;
            next = last;
        }
    }

    private static void scaled(float[] values, float factor, int count, float[] result) {
        for (int i = 0; i < count; i++) {
            result[i] = factor * values[i];
        }
    }

    private void product(
            int rows,
            int inner,
            int columns,
            float[] a,
            int aRow,
            int aColumn,
            float[] b,
            int bRow,
            int bColumn,
            float[] c) {
        ActiveMatrices.KERNELS.addMatrixProduct(
                rows, inner, columns, a, 0, aRow, aColumn, b, 0, bRow, bColumn, c, 0, scratch);
    }
}
