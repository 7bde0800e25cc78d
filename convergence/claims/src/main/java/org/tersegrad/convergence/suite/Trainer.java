package org.tersegrad.convergence.suite;

import java.io.IOException;
import org.tersegrad.convergence.training.Contestant;

/** Trains a workload once, or knows the result. */
@FunctionalInterface
public interface Trainer {
    /**
     * Trains.
     *
     * @param contestant with its rate
     */
    FinishedRun train(Workload workload, Contestant contestant, long seed) throws IOException;
}
