package org.tersegrad.convergence.time.schedules;

import org.tersegrad.convergence.time.Timeline;
import org.tersegrad.convergence.time.collectives.Algorithms;
import org.tersegrad.convergence.time.collectives.Collectives;

/**
 * Parameter servers instead of an all-reduce: every gradient is pushed as soon as it is there, and its mean is pulled while the next
 * one is pushed.
 *
 * @param count how many servers share the vectors, at least 1
 */
public record Servers(int count) implements Schedule {
    public Servers {
        if (count < 1) {
            throw new IllegalArgumentException("at least 1 server, not " + count);
        }
    }

    @Override
    public Timeline timeline(Step step) {
        return new WaitFree().timeline(step.with(new Collectives(Algorithms.servers(count, true))));
    }

    @Override
    public String toString() {
        return "server(" + count + ")";
    }
}
