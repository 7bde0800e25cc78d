package org.tersegrad.convergence.time;

/**
 * A link between two workers: a message of m bytes takes {@code alpha + m beta} seconds.
 *
 * @param alpha seconds that a message takes however short it is, not negative
 * @param bandwidth bits a second, above 0
 */
public record Link(double alpha, double bandwidth) {
    public Link {
        if (!(alpha >= 0 && alpha < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("alpha is 0 s or more, not " + alpha);
        }
        if (!(bandwidth > 0 && bandwidth < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a bandwidth is above 0 bit/s, not " + bandwidth);
        }
    }

    /** Seconds a byte. */
    public double beta() {
        return Byte.SIZE / bandwidth;
    }

    /** The duration of a message. */
    public double seconds(double bytes) {
        return alpha + bytes * beta();
    }

    @Override
    public String toString() {
        return "alpha=" + Quantities.seconds(alpha) + ",bandwidth=" + Quantities.bandwidth(bandwidth);
    }
}
