package org.tersegrad.network;

import java.util.Locale;

/**
 * The measurement of one recipe on one network.
 *
 * @param kind what was timed
 * @param nodes how many processes, each with a link of its own
 * @param linkMbit the speed of every link in Mbit/s; 0: not limited
 * @param transport what carries the bytes: {@code tcp}, or {@code mpi}
 * @param recipe of the reducer, or {@link NativeAllReduce#NAME}
 * @param elements of the gradient
 * @param steps that were timed
 * @param medianMillis the median time; of a step, that of the slowest worker
 * @param leastMillis the shortest time, which other programs on the machine disturb least
 * @param bits that a worker sent a step, as its group counts them; −1 if it has no group
 * @param wireBits that left a node's interface a step, with all headers
 * @param accuracy at the end of a training, 0 to 1; NaN otherwise
 * @param cpuMillis CPU time of a step, of all threads of the node that takes most; NaN if it was not measured
 * @param doubt why the times cannot be trusted; empty if they can
 */
record Measurement(
        Kind kind,
        int nodes,
        int linkMbit,
        String transport,
        String recipe,
        int elements,
        int steps,
        double medianMillis,
        double leastMillis,
        long bits,
        long wireBits,
        double accuracy,
        double cpuMillis,
        String doubt) {
    /** The timed work. */
    enum Kind {
        /** The exchange of one gradient. */
        STEP("A step"),
        /** The same exchange before it has happened, by the model of {@code convergence.time}. */
        PREDICTED("A step, predicted"),
        /** The exchange of 160 small gradients, by a policy. */
        TENSORS("A step of 160 tensors"),
        /** A training from its first step to its last. */
        TRAINING("A whole training");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        /** The title in words. */
        String title() {
            return title;
        }

        /** The word in a file. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A doubt about times that are measured beside other programs.
     *
     * @param load of this machine over a minute, with that of the nodes
     */
    static String doubt(double load, int nodes, int processors) {
        return load > nodes + processors
                ? String.format(Locale.ROOT, "load %.1f with %d nodes on %d processors", load, nodes, processors)
                : "";
    }

    /** The speed of a link in words. */
    static String link(int mbit) {
        if (mbit == 0) {
            return "unlimited";
        }
        return mbit >= 1000 && mbit % 1000 == 0 ? mbit / 1000 + " Gbit/s" : mbit + " Mbit/s";
    }

    /** The recipe, with its transport where that is not the usual one. */
    String name() {
        return transport.equals("mpi") && !recipe.equals(NativeAllReduce.NAME) ? recipe + " (mpi)" : recipe;
    }
}
