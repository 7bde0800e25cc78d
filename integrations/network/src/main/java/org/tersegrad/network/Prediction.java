package org.tersegrad.network;

import java.nio.ByteBuffer;
import org.tersegrad.compressors.Shape;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.recorded.RecipeCosts;
import org.tersegrad.reducers.Collective;
import org.tersegrad.reducers.ReducerRecipe;
import org.tersegrad.reducers.model.Policy;

/**
 * The shortest time of a step by the model of {@code convergence.time}. Two numbers of the network are measured first, with messages that
 * are no gradients: the delay of a message, and the time of a byte. Encoding and adding are measured with threads of one process, so no
 * step over the network is used.
 *
 * @param network as it was found
 * @param burst bytes that a link which has rested carries at once
 */
record Prediction(Network network, int burst) {
    private static final int SHORT = 64;
    private static final int LONG = 1 << 23;

    /** Largest number of floats of all workers together for which gradients are run in full size. */
    private static final int MOST_FLOATS = 1 << 25;

    /** Measures the network; all workers call it. */
    static Prediction of(StepTimer timer, int burst) {
        Collective group = timer.group();
        double alpha = seconds(timer, SHORT);
        int sent = (group.size() - 1) * LONG;
        double beta = Math.max(0, seconds(timer, LONG) - alpha) / Math.max(1, sent - burst);
        return new Prediction(Network.of(new Link(alpha, Byte.SIZE / beta), group.size()), burst);
    }

    private static double seconds(StepTimer timer, int bytes) {
        ByteBuffer message = ByteBuffer.allocateDirect(bytes);
        return timer.time(() -> {}, () -> {
                            timer.group().allGather(message.duplicate(), (rank, theirs) -> {});
                            return 0;
                        })
                        .leastMillis()
                / 1000;
    }

    /**
     * A predicted step.
     *
     * @param cpuMillis the part of it that one worker computes
     * @param doubt why that cannot be trusted; empty if it can
     */
    record Step(double millis, double cpuMillis, String doubt) {}

    /** The time of one step. It computes for a while, so one worker calls it. */
    Step of(String recipe, Shape shape) {
        Policy policy = Policy.of(ReducerRecipe.parse(recipe));
        RecipeCosts costs = RecipeCosts.measured(policy, network.workers(), MOST_FLOATS);
        Cost cost = costs.of(new ProfileTensor("gradient", shape, 0));
        Collectives collectives = Collectives.usual();
        double atOnce = Math.min(burst, collectives.sent(cost, network))
                * Byte.SIZE
                / network.link().bandwidth();
        // All nodes are on this machine.
        double shared =
                Math.max(1, (double) network.workers() / Runtime.getRuntime().availableProcessors());
        double computing = cost.encodeSeconds() + cost.addSeconds();
        return new Step(
                1000 * (shared * computing + collectives.seconds(cost, network) - atOnce),
                1000 * computing,
                String.join("; ", costs.doubts()));
    }
}
