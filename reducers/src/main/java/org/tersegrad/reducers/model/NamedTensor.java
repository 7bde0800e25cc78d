package org.tersegrad.reducers.model;

import org.tersegrad.compressors.Shape;

/**
 * A tensor of a model, as a {@link Policy} sees it.
 *
 * @param name unique in its model, as in {@code hidden.weights}
 * @param shape as compressors see it
 */
public record NamedTensor(String name, Shape shape) {
    /** Whether it has one row, as biases and the parameters of norms do. */
    public boolean isVector() {
        return shape.rows() <= 1;
    }
}
