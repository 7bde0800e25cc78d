package org.tersegrad.convergence.training.run;

/** A sum of gradients over the workers is more than a float can hold. */
final class DivergedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DivergedException(IllegalArgumentException cause) {
        super(cause.getMessage(), cause);
    }
}
