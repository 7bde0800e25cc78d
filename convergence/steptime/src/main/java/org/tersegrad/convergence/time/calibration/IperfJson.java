package org.tersegrad.convergence.time.calibration;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The output of {@code iperf3 -J}: a bandwidth, and round trips, of which half is the delay of a message. Intervals that are marked as omitted do
 * not count.
 */
final class IperfJson {
    /** The bytes of a frame of 1500 that are the user's, of all that are on the wire: TCP cannot be faster than this share of the line. */
    static final double TCP_SHARE = 1448.0 / 1538;

    private static final double MICROSECOND = 1e-6;

    private IperfJson() {}

    static boolean isLike(JsonNode json) {
        return json.path("end").has("sum_received");
    }

    static List<Observation> read(MeasuredFile file, JsonNode json) {
        JsonNode sum = json.path("end").path("sum_received");
        double bits = sum.path("bits_per_second").asDouble(0);
        if (!(bits > 0)) {
            throw file.wrong("has no end.sum_received.bits_per_second above 0");
        }
        double seconds = Math.max(1e-3, sum.path("seconds").asDouble(1));
        List<Double> trips = new ArrayList<>();
        for (JsonNode interval : json.path("intervals")) {
            for (JsonNode stream : interval.path("streams")) {
                if (!stream.path("omitted").asBoolean(false)
                        && stream.path("rtt").asDouble(0) > 0) {
                    trips.add(stream.path("rtt").asDouble());
                }
            }
        }
        List<Observation> observations = new ArrayList<>();
        trips.forEach(trip -> observations.add(new Observation(Pattern.SEND, 2, 0, trip / 2 * MICROSECOND)));
        observations.add(new Observation(Pattern.SEND, 2, bits * seconds / Byte.SIZE, seconds));
        return observations;
    }
}
