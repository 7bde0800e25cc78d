package org.tersegrad.convergence.time.topology;

import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * A round of a collective: messages of one size that start together, between workers numbered from 0. The next round begins when all have
 * arrived.
 *
 * @param times how often it is repeated
 * @param messages the receiver of each worker's message, by sender; the sender itself if it has none
 * @param share bytes of a message over those of the call
 * @param added bytes that a worker then adds up, over those of the call
 */
record Round(int times, List<IntUnaryOperator> messages, double share, double added) {
    Round {
        messages = List.copyOf(messages);
    }

    /** One message a worker, at most. */
    Round(int times, double share, double added, IntUnaryOperator message) {
        this(times, List.of(message), share, added);
    }

    /** The same without adding. */
    Round withoutAdding() {
        return new Round(times, messages, share, 0);
    }

    /**
     * The flows of one repetition.
     *
     * @param members the device of each worker
     * @param bytes of the call
     */
    FlowSimulator flows(Topology topology, int[] members, double bytes) {
        FlowSimulator flows = new FlowSimulator(topology.capacities());
        for (int worker = 0; worker < members.length; worker++) {
            for (IntUnaryOperator message : messages) {
                int receiver = message.applyAsInt(worker);
                if (receiver != worker) {
                    int[] path = topology.routes().path(members[worker], members[receiver]);
                    flows.add(topology.delay(path), bytes * share, path);
                }
            }
        }
        return flows;
    }
}
