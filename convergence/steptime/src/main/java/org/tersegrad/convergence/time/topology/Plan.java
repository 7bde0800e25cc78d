package org.tersegrad.convergence.time.topology;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * A collective as rounds of flows.
 *
 * @param rounds one after the other
 * @param sent bytes of the worker that sends most, over those of the call
 * @param along whether workers are numbered along the topology's ring
 */
record Plan(List<Round> rounds, double sent, boolean along) {
    Plan {
        rounds = List.copyOf(rounds);
    }

    /** A plan whose workers are numbered as the devices are. */
    static Plan of(int workers, List<Round> rounds) {
        double[] sent = new double[workers];
        for (Round round : rounds) {
            for (IntUnaryOperator message : round.messages()) {
                for (int worker = 0; worker < workers; worker++) {
                    sent[worker] += message.applyAsInt(worker) == worker ? 0 : round.times() * round.share();
                }
            }
        }
        return new Plan(rounds, Arrays.stream(sent).max().orElse(0), false);
    }

    /** The same with workers that are numbered along the topology's ring. */
    Plan alongTheRing() {
        return new Plan(rounds, sent, true);
    }

    /** The same if the worker that sends most sends this many bytes for each byte of the call. */
    Plan withSent(double other) {
        return new Plan(rounds, other, along);
    }

    /** The duration without adding. */
    double seconds(Topology topology, int[] members, double bytes) {
        return rounds.stream()
                .mapToDouble(round -> round.seconds(topology, members, bytes))
                .sum();
    }

    /** Bytes that a worker adds up, over those of the call. */
    double added() {
        return rounds.stream()
                .mapToDouble(round -> round.times() * round.added())
                .sum();
    }
}
