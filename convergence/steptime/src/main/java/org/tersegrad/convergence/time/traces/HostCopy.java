package org.tersegrad.convergence.time.traces;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A copy between a device and its host, in either direction.
 *
 * @param bytes above 0
 * @param seconds above 0
 */
public record HostCopy(double bytes, double seconds) {
    private static final double MICROSECOND = 1e-6;

    public HostCopy {
        if (!(bytes > 0 && bytes < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a copy of more than 0 bytes, not " + bytes);
        }
        if (!(seconds > 0 && seconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a copy takes more than 0 s, not " + seconds);
        }
    }

    /** The copy that an event {@code gpu_memcpy} of a trace tells; empty if it stays on one side, or has no size. */
    static Optional<HostCopy> of(JsonNode event) {
        String name = event.path("name").asString("");
        JsonNode args = event.path("args");
        double bytes = args.path(args.has("bytes") ? "bytes" : "Bytes").asDouble(0);
        double microseconds = event.path("dur").asDouble(0);
        return (name.contains("DtoH") || name.contains("HtoD")) && bytes > 0 && microseconds > 0
                ? Optional.of(new HostCopy(bytes, microseconds * MICROSECOND))
                : Optional.empty();
    }
}
