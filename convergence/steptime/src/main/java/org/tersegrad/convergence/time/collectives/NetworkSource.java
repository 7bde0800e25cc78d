package org.tersegrad.convergence.time.collectives;

import java.util.OptionalInt;

/** A network before the number of its workers is chosen: formulas, calibrated constants, or a topology. */
public interface NetworkSource {
    /** The number of workers that it names, if it does. */
    OptionalInt workers();

    /**
     * The network between {@code count} workers.
     *
     * @param formulas of the caller's choice, for a source without times of its own
     * @throws IllegalArgumentException if it cannot have that number of workers
     */
    Interconnect between(int count, CallTimes formulas);
}
