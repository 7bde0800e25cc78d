package org.tersegrad.convergence.model;

import java.util.Objects;

/** The argument checks of all learners. */
final class Batch {
    private Batch() {}

    /** A batch size, if it is one. */
    static int require(int batch) {
        if (batch < 1) {
            throw new IllegalArgumentException("a batch of " + batch + " examples; there must be at least 1");
        }
        return batch;
    }

    static void check(int batch, int parameters, float[] given, int[] examples, int from, int count, float[] gradient) {
        check(parameters, given);
        if (gradient.length != parameters) {
            throw new IllegalArgumentException(
                    "a gradient of " + gradient.length + " elements for a model of " + parameters);
        }
        Objects.checkFromIndexSize(from, count, examples.length);
        if (count < 1 || count > batch) {
            throw new IllegalArgumentException(count + " examples for a learner of batches of 1 to " + batch);
        }
    }

    static void check(int parameters, float[] given) {
        if (given.length != parameters) {
            throw new IllegalArgumentException(given.length + " parameters for a model of " + parameters);
        }
    }
}
