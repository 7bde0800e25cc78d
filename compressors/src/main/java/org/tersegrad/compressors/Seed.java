package org.tersegrad.compressors;

import org.tersegrad.codecs.CounterRandom;

/**
 * A source of randomness. A run has one seed; workers, tensors and steps fork their own from it, so that a stream shared by all
 * workers and a private one are different seeds, visible in the code. An encoder takes the private one; a reducer takes the seed of
 * the run, the same on all workers, and forks it by rank where workers must differ.
 *
 * <pre>{@code
 * Seed run = Seed.of(42);
 * Seed tensorOnThisWorker = run.fork(worker).fork(tensor);
 * }</pre>
 */
public record Seed(long value) {
    /** The seed of a run: any number will do. */
    public static Seed of(long value) {
        return new Seed(value);
    }

    /** The seed of child {@code index}: unrelated to its siblings and to this one, and always the same. */
    public Seed fork(long index) {
        return new Seed(CounterRandom.fork(value, index));
    }
}
