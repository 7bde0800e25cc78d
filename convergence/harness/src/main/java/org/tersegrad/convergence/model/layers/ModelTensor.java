package org.tersegrad.convergence.model.layers;

import org.tersegrad.compressors.FloatSlice;
import org.tersegrad.compressors.Shape;

/**
 * One tensor of a model, and its place in the array of all parameters.
 *
 * @param name unique in its model, with dots, as in {@code hidden.weights}
 * @param shape as compressors see it
 * @param offset its first element
 */
public record ModelTensor(String name, Shape shape, int offset) {
    /** This tensor in an array as long as all parameters. */
    public FloatSlice of(float[] parameters) {
        return new FloatSlice(parameters, offset, shape.size());
    }
}
