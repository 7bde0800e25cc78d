package org.tersegrad.convergence.time.parallel;

import java.util.List;
import org.tersegrad.convergence.time.Call;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.collectives.CallTimes;

/**
 * Calls of a group of devices, one after the other.
 *
 * @param edge that they use
 * @param calls each once
 * @param times that all of them are made
 * @param network between the devices of the group
 */
record Traffic(Edge edge, List<Call> calls, int times, Network network) {
    Traffic {
        calls = List.copyOf(calls);
    }

    static Traffic none(Network network) {
        return new Traffic(Edge.TENSOR, List.of(), 0, network);
    }

    double seconds(CallTimes each) {
        return times
                * calls.stream()
                        .mapToDouble(call -> each.seconds(call, network))
                        .sum();
    }

    double sent(CallTimes each) {
        return times
                * calls.stream().mapToDouble(call -> each.sent(call, network)).sum();
    }
}
