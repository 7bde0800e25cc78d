package org.tersegrad.convergence.model;

import org.tersegrad.convergence.data.LabelledVectors;

/** Softmax regression: scores of classes are linear in the vector. Convex; with two classes it is logistic regression. */
public record Softmax(LabelledVectors data) implements OneLayer {
    @Override
    public String name() {
        return "softmax on " + data.name();
    }
}
