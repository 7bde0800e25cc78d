package org.tersegrad.testkit.simulation;

import java.util.SplittableRandom;

/**
 * The usual behaviour of a simulated network.
 *
 * @param leastDelay of a segment, in nanoseconds
 * @param mostDelay of a segment
 * @param window bytes that a connection holds in each direction, sent and not yet read
 * @param partial probability that a read or a write moves only some of the bytes that it could
 * @param mostPause nanoseconds that a process may need from one call of its selector to the next
 */
public record Weather(long leastDelay, long mostDelay, int window, double partial, long mostPause) {
    /** Delays of 50 to 100 microseconds, whole reads and writes. */
    public static final Weather FAIR = new Weather(50_000, 100_000, 1 << 16, 0, 20_000);

    public Weather {
        if (leastDelay < 1 || mostDelay < leastDelay || window < 1 || mostPause < 1) {
            throw new IllegalArgumentException("delays, windows and pauses are above 0, these are " + leastDelay
                    + " to " + mostDelay + " ns, " + window + " bytes and " + mostPause + " ns");
        }
    }

    /** Some weather: fair or with long and uneven delays, small windows, cut reads and writes, slow processes. */
    public static Weather of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long least = 10_000L << random.nextInt(6);
        return new Weather(
                least,
                least << random.nextInt(8),
                1 << random.nextInt(5, 17),
                random.nextBoolean() ? 0 : random.nextDouble(),
                1000L << random.nextInt(12));
    }
}
