package org.tersegrad.convergence.time;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;

/** The text of a {@link Network}: perhaps the name of a usual one, then what is different, as {@code key=value}. */
public final class NetworkText {
    private static final List<String> KEYS =
            List.of("alpha", "bandwidth", "gamma", "workers", "pernode", "inner-alpha", "inner-bandwidth", "copy");

    /**
     * Round figures for links of each kind. Two were measured: 1gbe from point to point by the authors of gTop-k (S. Shi et al.,
     * 2019, in their repository), and the bandwidth of 10gbe by those of ASC-WFBP. The others are what their names promise, with
     * delays that are usual for TCP and for RDMA.
     */
    private static final Map<String, Map<String, String>> USUAL = usual(
            "wan", "alpha=30ms,bandwidth=100Mbit",
            "1gbe", "alpha=436us,bandwidth=890Mbit",
            "10gbe", "alpha=45us,bandwidth=9.43Gbit",
            "25gbe", "alpha=30us,bandwidth=25Gbit",
            "100gbe", "alpha=20us,bandwidth=100Gbit",
            "100gib", "alpha=3us,bandwidth=100Gbit");

    private static final String USUAL_WORKERS = "8";

    private NetworkText() {}

    private static Map<String, Map<String, String>> usual(String... namesAndTexts) {
        Map<String, Map<String, String>> usual = new LinkedHashMap<>();
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            usual.put(namesAndTexts[i], values(namesAndTexts[i + 1], Map.of()));
        }
        return usual;
    }

    /** The names of usual networks, the slowest first. */
    public static List<String> names() {
        return List.copyOf(USUAL.keySet());
    }

    /** The number of workers in a text, if there is one. */
    public static OptionalInt workers(String text) {
        return explained(text, values -> {
            String workers = values.get("workers");
            return workers == null ? OptionalInt.empty() : OptionalInt.of(count("workers", workers));
        });
    }

    static Network parse(String text, OptionalInt workers) {
        return explained(text, values -> {
            if (workers.isPresent()) {
                int asked = workers.getAsInt();
                String named = values.put("workers", Integer.toString(asked));
                if (named != null && count("workers", named) != asked) {
                    throw new IllegalArgumentException("workers=" + named + ", and --workers is " + asked);
                }
            }
            return network(values);
        });
    }

    private static <T> T explained(String text, Function<Map<String, String>, T> reading) {
        try {
            return reading.apply(values(text, USUAL));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("network " + text + ": " + e.getMessage(), e);
        }
    }

    private static Map<String, String> values(String text, Map<String, Map<String, String>> usual) {
        Map<String, String> values = new LinkedHashMap<>();
        Map<String, String> start = Map.of();
        List<String> parts = List.of(text.split(",", -1));
        for (int i = 0; i < parts.size(); i++) {
            String part = parts.get(i);
            int equals = part.indexOf('=');
            String key = (equals < 0 ? part : part.substring(0, equals)).strip().toLowerCase(Locale.ROOT);
            if (i == 0 && equals < 0 && usual.containsKey(key)) {
                start = usual.getOrDefault(key, Map.of());
            } else if (equals < 0 || !KEYS.contains(key)) {
                throw new IllegalArgumentException((key.isEmpty() ? "an empty part" : key) + " is neither one of "
                        + String.join(", ", usual.keySet()) + " at the beginning nor one of "
                        + String.join("=, ", KEYS) + "=");
            } else if (values.put(key, part.substring(equals + 1).strip()) != null) {
                throw new IllegalArgumentException(key + " is given twice");
            }
        }
        start.forEach(values::putIfAbsent);
        return values;
    }

    private static Network network(Map<String, String> values) {
        if (!values.containsKey("alpha") || !values.containsKey("bandwidth")) {
            throw new IllegalArgumentException("alpha and bandwidth are needed, as in alpha=50us,bandwidth=100Mbit, or"
                    + " one of " + String.join(", ", USUAL.keySet()));
        }
        Link inner = Network.USUAL_INNER;
        String copy = values.get("copy");
        return new Network(
                link(values.getOrDefault("alpha", ""), values.getOrDefault("bandwidth", ""), ""),
                Quantities.parseSeconds("gamma", values.getOrDefault("gamma", "0s")),
                count("workers", values.getOrDefault("workers", USUAL_WORKERS)),
                count("pernode", values.getOrDefault("pernode", "1")),
                link(
                        values.getOrDefault("inner-alpha", Quantities.seconds(inner.alpha())),
                        values.getOrDefault("inner-bandwidth", Quantities.bandwidth(inner.bandwidth())),
                        "inner-"),
                copy == null ? Double.POSITIVE_INFINITY : Quantities.parseBandwidth("copy", copy));
    }

    private static Link link(String alpha, String bandwidth, String prefix) {
        return new Link(
                Quantities.parseSeconds(prefix + "alpha", alpha),
                Quantities.parseBandwidth(prefix + "bandwidth", bandwidth));
    }

    private static int count(String key, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + " is a whole number, as in " + key + "=8, not " + text, e);
        }
    }

    static String print(Network network) {
        StringBuilder text = new StringBuilder(network.link().toString());
        if (network.gamma() > 0) {
            text.append(",gamma=").append(Quantities.seconds(network.gamma()));
        }
        text.append(",workers=").append(network.workers());
        if (network.perNode() > 1) {
            text.append(",pernode=").append(network.perNode());
        }
        Link inner = network.inner();
        if (!inner.equals(Network.USUAL_INNER)) {
            text.append(",inner-alpha=").append(Quantities.seconds(inner.alpha()));
            text.append(",inner-bandwidth=").append(Quantities.bandwidth(inner.bandwidth()));
        }
        if (network.copyBandwidth() < Double.POSITIVE_INFINITY) {
            text.append(",copy=").append(Quantities.bandwidth(network.copyBandwidth()));
        }
        return text.toString();
    }
}
