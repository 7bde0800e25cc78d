package org.tersegrad.convergence.time.collectives;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Network;

/**
 * Durations of the calls of a group, one at a time. {@link Collectives} has formulas for them; constants fitted to measurements and
 * simulated topologies are others.
 */
public interface CallTimes {
    /** The duration of one call. */
    double seconds(Call call, Network network);

    /** Bytes sent in one call by the worker that sends most. */
    double sent(Call call, Network network);

    /**
     * The duration of a call as a function of its bytes: the least of some straight lines.
     *
     * @return lines of which none is above another everywhere, each as seconds of no bytes and seconds a byte
     */
    List<double[]> lines(Call call, Network network);

    /** Those lines of which none is above another everywhere. */
    static List<double[]> lowest(Stream<double[]> all) {
        List<double[]> lines = new ArrayList<>();
        all.forEach(line -> {
            if (lines.stream().noneMatch(other -> other[0] <= line[0] && other[1] <= line[1])) {
                lines.removeIf(other -> line[0] <= other[0] && line[1] <= other[1]);
                lines.add(line);
            }
        });
        return lines;
    }

    /** The same at the ends of the intervals of fitted constants; none if there are no intervals. */
    default List<CallTimes> ends() {
        return List.of();
    }

    /** The basis of the times on a network, in a few words: measured or assumed. */
    default String basis(Network network) {
        return "formulas on assumed links";
    }

    /**
     * The durations of the two halves of an all-reduce: a sum of which each worker has a part, and the gather that brings all parts to all
     * workers.
     *
     * @throws IllegalArgumentException if no all-reduce here comes in halves
     */
    default double[] halves(double bytes, Network network) {
        return new double[] {
            seconds(new Call(Call.Kind.REDUCE_SCATTER, bytes), network),
            seconds(new Call(Call.Kind.ALL_GATHER, bytes / network.workers()), network)
        };
    }

    /** The duration of all calls, one after the other. */
    default double seconds(Cost cost, Network network) {
        return cost.calls().stream().mapToDouble(call -> seconds(call, network)).sum();
    }

    /** Bytes sent in all calls by the worker that sends most. */
    default double sent(Cost cost, Network network) {
        return cost.calls().stream().mapToDouble(call -> sent(call, network)).sum();
    }
}
