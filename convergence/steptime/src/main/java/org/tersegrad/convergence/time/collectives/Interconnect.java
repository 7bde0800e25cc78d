package org.tersegrad.convergence.time.collectives;

import java.util.List;
import java.util.Map;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.Profile;

/**
 * A group of workers and the durations of its calls.
 *
 * @param network links and number of workers
 * @param times of its calls
 * @param facts sentences on the source of these times; none if they follow from the network's text
 * @param extras seconds of a step beside compute and exchange, by profile
 */
public record Interconnect(Network network, CallTimes times, List<String> facts, Map<String, Double> extras) {
    public Interconnect {
        facts = List.copyOf(facts);
        extras = Map.copyOf(extras);
    }

    /** A network without knowledge of whole steps. */
    public Interconnect(Network network, CallTimes times, List<String> facts) {
        this(network, times, facts, Map.of());
    }

    /** A network whose times are formulas. */
    public Interconnect(Network network, CallTimes formulas) {
        this(network, formulas, List.of());
    }

    /** The same with another bandwidth between nodes, in bits a second. */
    public Interconnect withBandwidth(double bandwidth) {
        return new Interconnect(network.withBandwidth(bandwidth), times, facts, extras);
    }

    /** A profile with what its steps were found to take beside compute and exchange. */
    public Profile whole(Profile profile) {
        return profile.withExtra(extras.getOrDefault(profile.name(), 0.0));
    }

    /** Number of workers. */
    public int workers() {
        return network.workers();
    }
}
