package org.tersegrad.convergence.time.collectives;

import java.util.List;
import org.tersegrad.convergence.time.Network;

/**
 * A group of workers and the durations of its calls.
 *
 * @param network links and number of workers
 * @param times of its calls
 * @param facts sentences on the source of these times; none if they follow from the network's text
 */
public record Interconnect(Network network, CallTimes times, List<String> facts) {
    public Interconnect {
        facts = List.copyOf(facts);
    }

    /** A network whose times are formulas. */
    public Interconnect(Network network, CallTimes formulas) {
        this(network, formulas, List.of());
    }

    /** The same with another bandwidth between nodes, in bits a second. */
    public Interconnect withBandwidth(double bandwidth) {
        return new Interconnect(network.withBandwidth(bandwidth), times, facts);
    }

    /** Number of workers. */
    public int workers() {
        return network.workers();
    }
}
