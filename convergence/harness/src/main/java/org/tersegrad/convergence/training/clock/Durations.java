package org.tersegrad.convergence.training.clock;

import java.util.List;
import org.tersegrad.convergence.training.sync.StepTimes;

/**
 * The durations of one way to train on a machine and its network, in seconds.
 *
 * @param name that tells these durations from others, for checkpoints: what the user asked for
 * @param times the distribution of a worker's steps
 * @param step of a usual worker, above 0: a gradient and the optimizer
 * @param coding from a gradient to a message and back, for each message between workers or to a server; exchanges have their own
 * @param alpha from the end of a message on a link to its arrival
 * @param perBit a link is busy with each bit
 * @param exchanges between all workers, one for each fragment of the model
 */
public record Durations(
        String name,
        StepTimes times,
        double step,
        double coding,
        double alpha,
        double perBit,
        List<Exchange> exchanges) {
    /**
     * An exchange between all workers.
     *
     * @param fixed seconds of one without bits: coding and delays
     * @param perBit seconds for each bit that a worker sends, on average over workers
     */
    public record Exchange(double fixed, double perBit) {
        public Exchange {
            requireTime("an exchange", fixed);
            requireTime("a bit of an exchange", perBit);
        }
    }

    public Durations {
        if (!(step > 0 && step < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a step takes more than 0 s, not " + step);
        }
        requireTime("coding", coding);
        requireTime("a delay", alpha);
        requireTime("a bit", perBit);
        exchanges = List.copyOf(exchanges);
    }

    private static void requireTime(String what, double seconds) {
        if (!(seconds >= 0 && seconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(what + " takes 0 s or more, not " + seconds);
        }
    }

    /** Steps of one second on average, and messages that take no time. */
    public static Durations free(StepTimes times) {
        return new Durations("free messages, " + times, times, 1, 0, 0, 0, List.of());
    }

    /** The same with another distribution of steps. */
    public Durations with(StepTimes other) {
        return new Durations(name, other, step, coding, alpha, perBit, exchanges);
    }

    /** The seconds of exchanging a fragment for which each worker sends this many bits. */
    double exchange(int fragment, double bits) {
        if (exchanges.isEmpty()) {
            return 0;
        }
        Exchange one = exchanges.get(fragment % exchanges.size());
        return one.fixed + bits * one.perBit;
    }
}
