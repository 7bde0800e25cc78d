package org.tersegrad.convergence.time.calibration;

/**
 * One measured call, or the mean of many of the same size.
 *
 * @param pattern which collective
 * @param workers in the group
 * @param bytes as in {@link Pattern}
 * @param seconds that it took, above 0
 */
public record Observation(Pattern pattern, int workers, double bytes, double seconds) {
    public Observation {
        if (workers < 2) {
            throw new IllegalArgumentException("a call is between at least 2 workers, not " + workers);
        }
        if (!(bytes >= 0 && bytes < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a call of 0 bytes or more, not " + bytes);
        }
        if (!(seconds > 0 && seconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a call takes more than 0 s, not " + seconds);
        }
    }
}
