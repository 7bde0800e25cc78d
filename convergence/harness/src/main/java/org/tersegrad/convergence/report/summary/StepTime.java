package org.tersegrad.convergence.report.summary;

/**
 * The parts of the time of a step, on average over a run.
 *
 * @param compute seconds of a usual worker's gradient
 * @param encode seconds from gradients to messages
 * @param wire all other seconds: waiting for messages, and for slower workers
 * @param add seconds of decoding and adding them
 * @param doubt why measured parts cannot be trusted, and what is used instead; empty if they can
 */
public record StepTime(double compute, double encode, double wire, double add, String doubt) {
    /** A time that can be trusted. */
    public StepTime(double compute, double encode, double wire, double add) {
        this(compute, encode, wire, add, "");
    }

    /** All of it. */
    public double seconds() {
        return compute + encode + wire + add;
    }
}
