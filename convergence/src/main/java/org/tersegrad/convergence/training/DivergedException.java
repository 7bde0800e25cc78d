package org.tersegrad.convergence.training;

/** A gradient, or its sum with what is owed, is more than a float can hold. */
final class DivergedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DivergedException(IllegalArgumentException cause) {
        super(cause.getMessage(), cause);
    }
}
