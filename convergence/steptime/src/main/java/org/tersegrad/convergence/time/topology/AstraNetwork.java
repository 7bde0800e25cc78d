package org.tersegrad.convergence.time.topology;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.collectives.NetworkSource;
import tools.jackson.databind.JsonNode;

/**
 * A network of ASTRA-sim's analytical backend: a {@code network.yml} with lists of one length.
 *
 * <pre>
 *   topology: [ Switch, Ring ]      # Ring, FullyConnected, Switch
 *   npus_count: [ 8, 2 ]            # devices along each dimension, the first varies fastest
 *   bandwidth: [ 400, 50 ]          # of a link, called GB/s there, in units of 2^30 bytes a second
 *   latency: [ 936.25, 1000 ]       # of a link, ns
 * </pre>
 *
 * @param dimensions at least one
 */
public record AstraNetwork(List<Dimension> dimensions) {
    /** The key that such a file has, and others have not. */
    public static final String MARK = "topology";

    private static final double BYTES_PER_NANOSECOND = (1 << 30) / 1e9;
    private static final int MOST_DEVICES = 1 << 20;

    public AstraNetwork {
        dimensions = List.copyOf(dimensions);
        if (dimensions.isEmpty()) {
            throw new IllegalArgumentException(MARK + ": a list of at least 1 name");
        }
        long devices = 1;
        for (Dimension dimension : dimensions) {
            devices *= dimension.devices();
            if (devices > MOST_DEVICES) {
                throw new IllegalArgumentException("npus_count: at most " + MOST_DEVICES + " devices in all");
            }
        }
    }

    /** The links between devices of a dimension. */
    public enum Shape {
        /** Links to two neighbours. */
        RING("Ring"),
        /** A link to each other device. */
        FULLY_CONNECTED("FullyConnected"),
        /** A switch between all. */
        SWITCH("Switch");

        private final String text;

        Shape(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * A dimension.
     *
     * @param devices at least 2
     * @param bandwidth of a link, 2^30 bytes a second
     * @param latency of a link, ns
     */
    public record Dimension(Shape shape, int devices, double bandwidth, double latency) {
        public Dimension {
            if (devices < 2) {
                throw new IllegalArgumentException("npus_count: at least 2, not " + devices);
            }
            if (!(bandwidth > 0 && bandwidth < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("bandwidth: above 0, not " + bandwidth);
            }
            if (!(latency >= 0 && latency < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("latency: 0 ns or more, not " + latency);
            }
        }

        /**
         * The time of a message, which no other disturbs: whole ns.
         *
         * @param hops links on its way
         */
        long nanoseconds(int hops, long bytes) {
            return (long) Math.floor(hops * latency + bytes / (bandwidth * BYTES_PER_NANOSECOND));
        }

        /** Links between devices {@code apart} from each other. */
        int hops(int apart) {
            return switch (shape) {
                case SWITCH -> 2;
                case FULLY_CONNECTED -> 1;
                case RING -> Math.min(apart, devices - apart);
            };
        }
    }

    /**
     * The network with the times of {@link AstraRules} for its calls.
     *
     * @param file its name, for notes and messages
     */
    public NetworkSource source(Path file) {
        return new AstraCalls.Source(file, this);
    }

    /** Number of devices. */
    public int devices() {
        return dimensions.stream().mapToInt(Dimension::devices).reduce(1, Math::multiplyExact);
    }

    /** The slowest link, between all devices. */
    Network slowest() {
        double bandwidth =
                dimensions.stream().mapToDouble(Dimension::bandwidth).min().orElseThrow();
        double latency =
                dimensions.stream().mapToDouble(Dimension::latency).max().orElseThrow();
        return Network.of(new Link(latency / 1e9, bandwidth * (1 << 30) * Byte.SIZE), devices());
    }

    /**
     * Parses a file.
     *
     * @throws IllegalArgumentException if a value is wrong, which the message names
     */
    public static AstraNetwork parse(JsonNode tree) {
        List<String> shapes = values(tree, MARK);
        List<String> devices = values(tree, "npus_count");
        List<String> bandwidths = values(tree, "bandwidth");
        List<String> latencies = values(tree, "latency");
        List<Dimension> dimensions = new ArrayList<>();
        for (int i = 0; i < shapes.size(); i++) {
            double count = number("npus_count", at("npus_count", devices, i, shapes.size()));
            if (count != Math.rint(count) || count > MOST_DEVICES) {
                throw new IllegalArgumentException(
                        "npus_count is a whole number from 2 to " + MOST_DEVICES + ", not " + devices.get(i));
            }
            dimensions.add(new Dimension(
                    shape(shapes.get(i)),
                    (int) count,
                    number("bandwidth", at("bandwidth", bandwidths, i, shapes.size())),
                    number("latency", at("latency", latencies, i, shapes.size()))));
        }
        return new AstraNetwork(dimensions);
    }

    private static List<String> values(JsonNode tree, String key) {
        JsonNode list = tree.path(key);
        if (!list.isArray() || list.isEmpty()) {
            throw new IllegalArgumentException(key + " is a list with a value for each dimension, as in " + key + ": [ "
                    + (key.equals(MARK) ? "Ring" : "8") + " ]");
        }
        List<String> values = new ArrayList<>();
        list.forEach(value -> values.add(value.asString("?")));
        return values;
    }

    private static String at(String key, List<String> values, int index, int length) {
        if (values.size() != length) {
            throw new IllegalArgumentException(key + " has " + values.size() + " values, and topology has " + length);
        }
        return values.get(index);
    }

    private static double number(String key, String text) {
        if (!text.matches("[0-9.]+([eE][-+]?[0-9]+)?")) {
            throw new IllegalArgumentException(key + " is a number, not " + text);
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(key + " is a number, not " + text, e);
        }
    }

    private static Shape shape(String text) {
        for (Shape shape : Shape.values()) {
            if (shape.text.toLowerCase(Locale.ROOT).equals(text.toLowerCase(Locale.ROOT))) {
                return shape;
            }
        }
        throw new IllegalArgumentException("topology is Ring, FullyConnected or Switch, not " + text);
    }
}
