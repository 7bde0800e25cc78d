package org.tersegrad.convergence.model.layers;

import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Shape;

/**
 * One tensor of a model, and its place in the array of all parameters.
 *
 * @param name unique in its model, with dots, as in {@code hidden.weights}
 * @param shape as compressors see it
 * @param offset its first element
 * @param isHidden whether it is a matrix between hidden layers: neither an embedding nor the first or last layer. Muon is for these
 */
public record ModelTensor(String name, Shape shape, int offset, boolean isHidden) {
    public ModelTensor {
        if (isHidden && !isMatrix(shape)) {
            throw new IllegalArgumentException(name + " is a vector, and not a matrix between hidden layers");
        }
    }

    /** A tensor that is no matrix between hidden layers. */
    public ModelTensor(String name, Shape shape, int offset) {
        this(name, shape, offset, false);
    }

    /** Whether it has two dimensions. */
    public boolean isMatrix() {
        return isMatrix(shape);
    }

    private static boolean isMatrix(Shape shape) {
        return shape.rows() > 1 && shape.columns() > 1;
    }

    /** This tensor in an array as long as all parameters. */
    public FloatSlice of(float[] parameters) {
        return new FloatSlice(parameters, offset, shape.size());
    }
}
