package org.tersegrad.convergence.model;

import org.tersegrad.convergence.data.LabelledVectors;

/** A problem whose examples are vectors of a class each. */
interface LabelledProblem extends Problem {
    LabelledVectors data();

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
        return data().training().labels()[example];
    }
}
