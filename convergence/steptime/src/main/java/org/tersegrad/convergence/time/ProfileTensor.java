package org.tersegrad.convergence.time;

import org.tersegrad.compressors.Shape;

/**
 * A tensor of a model, and how long its gradient takes.
 *
 * @param name with dots; the part before the last dot is its module
 * @param shape as compressors see it
 * @param backwardSeconds from the gradient before it, in the order of the backward pass, to its own; not negative
 * @param forwardSeconds its part of the forward pass; 0 for all tensors of a model if only the whole is known
 * @param optimizerSeconds its part of the update of the parameters; likewise
 */
public record ProfileTensor(
        String name, Shape shape, double backwardSeconds, double forwardSeconds, double optimizerSeconds) {
    public ProfileTensor {
        requireSeconds(name, "a backward pass", backwardSeconds);
        requireSeconds(name, "a forward pass", forwardSeconds);
        requireSeconds(name, "an optimizer", optimizerSeconds);
    }

    /** A tensor whose part of the forward pass and of the optimizer is not known. */
    public ProfileTensor(String name, Shape shape, double backwardSeconds) {
        this(name, shape, backwardSeconds, 0, 0);
    }

    private static void requireSeconds(String name, String what, double seconds) {
        if (!(seconds >= 0 && seconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + ": " + what + " of 0 s or more, not " + seconds);
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
