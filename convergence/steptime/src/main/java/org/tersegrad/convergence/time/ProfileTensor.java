package org.tersegrad.convergence.time;

import org.tersegrad.compressors.Shape;

/**
 * A tensor of a model, and how long its gradient takes.
 *
 * @param name with dots; the part before the last dot is its module
 * @param shape as compressors see it
 * @param backwardSeconds from the gradient before it, in the order of the backward pass, to its own; not negative
 */
public record ProfileTensor(String name, Shape shape, double backwardSeconds) {
    public ProfileTensor {
        if (!(backwardSeconds >= 0 && backwardSeconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + ": a backward pass of 0 s or more, not " + backwardSeconds);
        }
    }

    /** Number of elements. */
    public int elements() {
        return shape.size();
    }

    /** The layer that it belongs to: its name up to the last dot. */
    public String module() {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }
}
