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
    private static final double MANY_BYTES = 1L << 40;

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
        double seconds = 0;
        for (Round round : rounds) {
            seconds += round.times() * round.flows(topology, members, bytes).end();
        }
        return seconds;
    }

    /** The straight line through the durations of no bytes and of very many: seconds of none, and seconds a byte. */
    double[] line(Topology topology, int[] members) {
        double delay = 0;
        double seconds = 0;
        for (Round round : rounds) {
            FlowSimulator flows = round.flows(topology, members, MANY_BYTES);
            delay += round.times() * flows.lastStart();
            seconds += round.times() * flows.end();
        }
        return new double[] {delay, (seconds - delay) / MANY_BYTES};
    }

    /** Bytes that a worker adds up, over those of the call. */
    double added() {
        return rounds.stream()
                .mapToDouble(round -> round.times() * round.added())
                .sum();
    }
}
