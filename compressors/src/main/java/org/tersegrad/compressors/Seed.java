package org.tersegrad.compressors;

import org.tersegrad.codecs.CounterRandom;

/**
 * A source of randomness. A run has one seed; workers, tensors and steps fork their own from it, so that a stream shared by all
 * workers and a private one are different seeds, visible in the code. An encoder takes the private one; a reducer takes the seed of
 * the run, the same on all workers, and forks it by rank where workers must differ.
 *
 * <pre>{@code
 * Seed run = Seed.of(42);
 * Seed tensorOnThisWorker = run.fork(tensor).ofWorker(rank, workers);
 * }</pre>
 *
 * <p>The seed of a worker also carries what its group shares, for encoders that round in agreement with the others: a second value
 * that is equal on all workers, and this worker's place among them. Forks keep it, so that wrappers need not know of it.
 *
 * @param value private to a worker
 * @param shared equal on all workers of a group; without a group it is {@code value}
 * @param rank of the worker, 0 to {@code size} − 1
 * @param size workers of the group; 1 without one
 */
public record Seed(long value, long shared, int rank, int size) {
    /** Apart from the children that reducers fork for ranks and for themselves. */
    private static final long SHARED = Long.MIN_VALUE;

    public Seed {
        if (rank < 0 || rank >= size) {
            throw new IllegalArgumentException("worker " + rank + " of a group of " + size);
        }
    }

    /** A seed without a group. */
    public Seed(long value) {
        this(value, value, 0, 1);
    }

    /** The seed of a run: any number will do. */
    public static Seed of(long value) {
        return new Seed(value);
    }

    /** The seed of child {@code index}: unrelated to its siblings and to this one, and always the same. */
    public Seed fork(long index) {
        return new Seed(CounterRandom.fork(value, index), CounterRandom.fork(shared, index), rank, size);
    }

    /**
     * The private seed of a worker, which is that of {@link #fork fork(rank)}, with what its group shares.
     *
     * @param worker its rank in a group of {@code workers}, all of which have this seed
     */
    public Seed ofWorker(int worker, int workers) {
        return new Seed(
                CounterRandom.fork(value, worker),
                CounterRandom.fork(value, workers == 1 ? worker : SHARED),
                worker,
                workers);
    }
}
