package org.tersegrad.convergence.model;

import org.tersegrad.convergence.data.NumericVectors;

/** Linear regression by least squares: the prediction is linear in the vector, the loss its squared error. Convex. */
public record Linear(NumericVectors data) implements OneLayer {
    @Override
    public String name() {
        return "linear on " + data.name();
    }
}
