package org.tersegrad.convergence.time;

import java.util.OptionalInt;

/**
 * A group of workers and what their messages cost, in the model of R. Hockney (1994) that the field uses: alpha seconds a
 * message, beta seconds a byte, gamma seconds a byte that is added to another.
 *
 * <pre>
 *   10gbe
 *   10gbe,workers=32,pernode=4
 *   alpha=50us,bandwidth=100Mbit,workers=32
 * </pre>
 *
 * <p>Beside these there are {@code gamma=0.1ns} and, for what stays inside a node, {@code inner-alpha=5us} and {@code
 * inner-bandwidth=80Gbit}. With {@code copy=20Gbit} compressed gradients are made on the host: each gradient is copied there from the device,
 * and its mean back, at this bandwidth in either direction. Without it the device makes them. A network prints as such a text, which parses to the same network.
 *
 * @param link between nodes
 * @param gamma seconds to add a byte to another, not negative
 * @param workers in the whole group
 * @param perNode workers of one node, a divisor of {@code workers}
 * @param inner the link between workers of one node
 * @param copyBandwidth bits a second between a device and its host, above 0; infinite if nothing is copied
 */
public record Network(Link link, double gamma, int workers, int perNode, Link inner, double copyBandwidth) {
    /** About what GPUs of one node get from PCI Express 3. */
    static final Link USUAL_INNER = new Link(5e-6, 80e9);

    /** A network of workers that copy nothing. */
    public Network(Link link, double gamma, int workers, int perNode, Link inner) {
        this(link, gamma, workers, perNode, inner, Double.POSITIVE_INFINITY);
    }

    public Network {
        if (!(gamma >= 0 && gamma < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("gamma is 0 s or more, not " + gamma);
        }
        if (workers < 1) {
            throw new IllegalArgumentException("workers: at least 1, not " + workers);
        }
        if (perNode < 1 || workers % perNode != 0) {
            throw new IllegalArgumentException(
                    "pernode: a divisor of the " + workers + " workers, and " + perNode + " is none");
        }
        if (!(copyBandwidth > 0)) {
            throw new IllegalArgumentException("a bandwidth of copies is above 0 bit/s, not " + copyBandwidth);
        }
    }

    /** One worker a node, and additions that cost nothing. */
    public static Network of(Link link, int workers) {
        return new Network(link, 0, workers, 1, USUAL_INNER);
    }

    /**
     * The network that a text stands for.
     *
     * @throws IllegalArgumentException if it stands for none; the message names the part that is wrong
     */
    public static Network parse(String text) {
        return NetworkText.parse(text, OptionalInt.empty());
    }

    /**
     * The network that a text stands for, between {@code workers} workers.
     *
     * @throws IllegalArgumentException if it stands for none, or for another number of workers
     */
    public static Network parse(String text, int workers) {
        return NetworkText.parse(text, OptionalInt.of(workers));
    }

    /**
     * The same links between {@code count} workers.
     *
     * @throws IllegalArgumentException if the workers of a node do not divide them
     */
    public Network withWorkers(int count) {
        return new Network(link, gamma, count, perNode, inner, copyBandwidth);
    }

    /** The same with another link between nodes. */
    public Network withLink(Link other) {
        return new Network(other, gamma, workers, perNode, inner, copyBandwidth);
    }

    /** The same with another bandwidth between nodes, in bits a second. */
    public Network withBandwidth(double bandwidth) {
        return withLink(new Link(link.alpha(), bandwidth));
    }

    /**
     * The link that an algorithm without regard for nodes waits for: the slowest one that it meets. Systems that were measured
     * behave so.
     */
    public Link slowest() {
        if (perNode == 1) {
            return link;
        }
        return nodes() == 1
                ? inner
                : new Link(Math.max(link.alpha(), inner.alpha()), Math.min(link.bandwidth(), inner.bandwidth()));
    }

    /** The same with copies between device and host. */
    public Network withCopies(double bandwidth) {
        return new Network(link, gamma, workers, perNode, inner, bandwidth);
    }

    /** The duration of a copy of floats of 32 bits from device to host, or back. */
    public double copySeconds(double elements) {
        return Float.BYTES * elements * Byte.SIZE / copyBandwidth;
    }

    /** Number of nodes. */
    public int nodes() {
        return workers / perNode;
    }

    @Override
    public String toString() {
        return NetworkText.print(this);
    }
}
