package org.tersegrad.convergence.time.recorded;

import java.util.Optional;

/**
 * The times of the two parts of a step, and whether they can be trusted.
 *
 * @param encodeSeconds CPU time of the first part
 * @param addSeconds CPU time of decoding and adding
 * @param doubt why the measured times cannot be trusted, and which ones are here instead; empty if they can
 */
public record Timing(double encodeSeconds, double addSeconds, Optional<String> doubt) {
    /** Both parts. */
    public double seconds() {
        return encodeSeconds + addSeconds;
    }

    /** The same with a doubt. */
    Timing because(String why) {
        return new Timing(encodeSeconds, addSeconds, Optional.of(why));
    }
}
