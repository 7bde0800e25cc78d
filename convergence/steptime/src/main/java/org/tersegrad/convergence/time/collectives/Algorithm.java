package org.tersegrad.convergence.time.collectives;

import org.tersegrad.convergence.time.Network;

/**
 * The route of the messages in a collective, with formulas for its time and its traffic. {@link Algorithms} lists them.
 *
 * @param name as it is printed, a text that {@link Collectives#parse} reads if it is an all-reduce
 * @param time in seconds
 * @param traffic bytes sent by the worker that sends most
 * @param inHalves whether it is an all-reduce that makes the sum first and brings it to all workers then, in the same time but for adding
 */
public record Algorithm(String name, Formula time, Formula traffic, boolean inHalves) {
    /** An algorithm that does not come in halves. */
    public Algorithm(String name, Formula time, Formula traffic) {
        this(name, time, traffic, false);
    }

    /** The same as one that does. */
    Algorithm asHalves() {
        return new Algorithm(name, time, traffic, true);
    }

    /** A formula for groups of at least two workers: a straight line in bytes. */
    @FunctionalInterface
    public interface Formula {
        /** Its value for the bytes of a {@link org.tersegrad.convergence.time.Call}. */
        double of(double bytes, Network network);
    }

    /**
     * The time of one call; a group of one worker takes none.
     *
     * @param bytes as in {@link org.tersegrad.convergence.time.Call}: of the whole vector, or of one worker's messages
     */
    public double seconds(double bytes, Network network) {
        return network.workers() == 1 ? 0 : time.of(bytes, network);
    }

    /** The bytes sent by the worker that sends most. */
    public double sent(double bytes, Network network) {
        return network.workers() == 1 ? 0 : traffic.of(bytes, network);
    }

    @Override
    public String toString() {
        return name;
    }
}
