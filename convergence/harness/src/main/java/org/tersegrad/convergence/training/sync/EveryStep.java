package org.tersegrad.convergence.training.sync;

import org.tersegrad.reducers.sync.Synchronization;

/** Bulk-synchronous training: all workers have the same model after every step. */
public record EveryStep() implements Synchronization {
    @Override
    public String toString() {
        return "bsp";
    }
}
