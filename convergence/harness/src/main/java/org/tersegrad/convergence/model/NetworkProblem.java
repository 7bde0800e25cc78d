package org.tersegrad.convergence.model;

import org.tersegrad.compressors.Seed;
import org.tersegrad.convergence.data.DenseVectors;
import org.tersegrad.convergence.data.NumericVectors;

/** A network of {@code Layer}s that learns from vectors of a class or a number each. */
interface NetworkProblem extends Problem {
    DenseVectors data();

    @Override
    default String contentHash() {
        return data().contentHash();
    }

    @Override
    default int examples() {
        return data().training().size();
    }

    @Override
    default int classes() {
        return data().classes();
    }

    @Override
    default int label(int example) {
        return data().training().label(example);
    }

    @Override
    default int draw(int example, Seed seed) {
        return data().draw(example, seed);
    }

    /** Squared errors are steeper than cross-entropy, whose gradient by a score is at most 1. */
    @Override
    default Usual usual() {
        return data() instanceof NumericVectors ? Usual.SMALL.withRate(0.01f) : Usual.SMALL;
    }
}
