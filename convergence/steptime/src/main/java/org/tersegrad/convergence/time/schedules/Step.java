package org.tersegrad.convergence.time.schedules;

import java.util.List;
import org.tersegrad.convergence.time.Cost;
import org.tersegrad.convergence.time.Costs;
import org.tersegrad.convergence.time.Dense;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.Profile;
import org.tersegrad.convergence.time.ProfileTensor;
import org.tersegrad.convergence.time.collectives.CallTimes;
import org.tersegrad.convergence.time.collectives.Collectives;

/**
 * A step of training before it has a schedule.
 *
 * @param profile what is computed
 * @param costs what is exchanged for each gradient
 * @param network between whom
 * @param collectives how long calls take
 */
public record Step(Profile profile, Costs costs, Network network, CallTimes collectives) {
    /** Gradients of 32 bits, summed along a ring. */
    public static Step dense(Profile profile, Network network) {
        return new Step(profile, new Dense(Float.BYTES), network, Collectives.usual());
    }

    /** The same on another network. */
    public Step on(Network other) {
        return new Step(profile, costs, other, collectives);
    }

    /** The same with another recipe. */
    public Step with(Costs other) {
        return new Step(profile, other, network, collectives);
    }

    /** The same with other algorithms. */
    public Step with(CallTimes other) {
        return new Step(profile, costs, network, other);
    }

    /** The cost of several tensors together. */
    public Cost cost(List<ProfileTensor> tensors) {
        return tensors.stream().map(costs::of).reduce(Cost::with).orElseThrow();
    }

    /**
     * Whether gradients are compressed on the host, to which they are copied. Floats as they are leave the device without a copy.
     */
    boolean copies() {
        return network.copyBandwidth() < Double.POSITIVE_INFINITY && !(costs instanceof Dense);
    }

    /** The same without copies. */
    Step withoutCopies() {
        return on(network.withCopies(Double.POSITIVE_INFINITY));
    }

    /** The duration of all calls of a group of tensors. */
    double wireSeconds(Cost cost) {
        return collectives.seconds(cost, network);
    }
}
