package org.tersegrad.convergence.time.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.Function;
import org.tersegrad.compressors.RecipeArguments;
import org.tersegrad.compressors.RecipeEntry;
import org.tersegrad.compressors.RecipeEntry.Parameter;
import org.tersegrad.compressors.RecipeEntry.Unnamed;
import org.tersegrad.compressors.RecipeReader;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.Quantities;
import org.tersegrad.convergence.time.collectives.CallTimes;
import org.tersegrad.convergence.time.collectives.Collectives;
import org.tersegrad.convergence.time.collectives.Interconnect;
import org.tersegrad.convergence.time.collectives.NetworkSource;

/**
 * The texts of topologies, in the grammar of recipes.
 *
 * <pre>
 *   switch(16)
 *   torus(4x8,bandwidth=25GB/s,alpha=1us)
 *   fat-tree(16,8,over=4,bandwidth=100Gbit)
 *   rails(4,8,inner-bandwidth=200GB/s,inner-alpha=1us)
 * </pre>
 */
public final class Topologies {
    /** The most devices of one topology. */
    public static final int MOST_DEVICES = 4096;

    private static final Link USUAL = new Link(3e-6, 100e9);

    /** About that of devices of one node behind a switch. */
    private static final Link USUAL_INNER = new Link(1e-6, 1600e9);

    private static final Parameter ALPHA = new Parameter("alpha", "delay of a message between neighbours, as 3us");
    private static final Parameter BANDWIDTH = new Parameter("bandwidth", "of a link, as 100Gbit or 25GB/s");
    private static final Parameter GAMMA = new Parameter("gamma", "time to add a byte to another, as 0.1ns");

    private static final List<RecipeEntry<Parsed>> ENTRIES = List.of(
            entry(
                    "switch(16)",
                    "all devices on one switch",
                    a -> parsed(a, Graphs.ofSwitch(count(a, "devices", 16), link(a, "", USUAL))),
                    new Parameter("devices", "how many")),
            entry(
                    "ring(16)",
                    "links to two neighbours",
                    a -> parsed(a, Graphs.ring(count(a, "devices", 16), link(a, "", USUAL))),
                    new Parameter("devices", "how many")),
            entry(
                    "torus(4x8)",
                    "a ring along each axis",
                    a -> parsed(a, Graphs.torus(shape(a), link(a, "", USUAL))),
                    new Parameter("shape", "devices along each axis, as 4x8 or 4x4x8")),
            entry(
                    "fat-tree(4,8)",
                    "racks with links to a core",
                    Topologies::fatTree,
                    new Parameter("racks", "how many"),
                    new Parameter("hosts", "of a rack"),
                    new Parameter("over", "bandwidth of a rack's hosts over that of its link to the core")),
            entry(
                    "rails(4,8)",
                    "nodes with a network for each place in a node",
                    Topologies::rails,
                    new Parameter("nodes", "how many"),
                    new Parameter("devices", "of a node"),
                    new Parameter("inner-alpha", "delay inside a node"),
                    new Parameter("inner-bandwidth", "of a device inside a node")));

    /** A topology with its text, and the constants for formulas. */
    private record Parsed(String text, Topology topology, Network network) implements NetworkSource {
        @Override
        public OptionalInt workers() {
            return OptionalInt.of(topology.devices());
        }

        @Override
        public Interconnect between(int count, CallTimes formulas) {
            if (count != topology.devices()) {
                throw new IllegalArgumentException(
                        text + " has " + topology.devices() + " devices, and --workers is " + count);
            }
            Collectives algorithms = formulas instanceof Collectives named ? named : Collectives.fastest();
            RoutedCalls calls = new RoutedCalls(topology, algorithms, network.link());
            String fact = "Calls are simulated on " + text + ", " + topology.devices() + " devices and "
                    + topology.links().size()
                    + " links in one direction: the messages of a round start together, take fixed"
                    + " paths and share links fairly. With another bandwidth all links change by the same factor.";
            return new Interconnect(network, calls, List.of(fact));
        }
    }

    private Topologies() {}

    /** Whether a text begins like one of a topology. */
    public static boolean reads(String text) {
        String name = text.strip().toLowerCase(Locale.ROOT);
        return ENTRIES.stream().anyMatch(entry -> name.equals(entry.name()) || name.startsWith(entry.name() + "("));
    }

    /**
     * The network that a text stands for.
     *
     * @throws IllegalArgumentException if it stands for none
     */
    public static NetworkSource parse(String text) {
        return RecipeReader.call("topology", text, Parsed.class, ENTRIES);
    }

    /** The graph of a text. */
    public static Topology topology(String text) {
        return RecipeReader.call("topology", text, Parsed.class, ENTRIES).topology();
    }

    /** A text for each topology. */
    public static List<String> examples() {
        return ENTRIES.stream().map(RecipeEntry::example).toList();
    }

    private static RecipeEntry<Parsed> entry(
            String example, String help, Function<RecipeArguments, Parsed> make, Parameter... parameters) {
        List<Parameter> all = new ArrayList<>(Arrays.asList(parameters));
        all.addAll(List.of(ALPHA, BANDWIDTH, GAMMA));
        return RecipeEntry.first(Parsed.class, example, help, make, all.toArray(Parameter[]::new))
                .withUnnamed(Unnamed.IN_ORDER);
    }

    private static Parsed fatTree(RecipeArguments arguments) {
        int racks = count(arguments, "racks", 4);
        int hosts = count(arguments, "hosts", 8);
        requireFew(racks, hosts);
        double over = arguments.asDouble("over", 1, 1, 1e6);
        return parsed(arguments, Graphs.fatTree(racks, hosts, over, link(arguments, "", USUAL)));
    }

    private static Parsed rails(RecipeArguments arguments) {
        int nodes = count(arguments, "nodes", 4);
        int devices = count(arguments, "devices", 8);
        requireFew(nodes, devices);
        Link inner = link(arguments, "inner-", USUAL_INNER);
        Link link = link(arguments, "", USUAL);
        Topology topology = Graphs.rails(nodes, devices, inner, link);
        Network network = new Network(link, gamma(arguments), nodes * devices, devices, inner);
        return new Parsed(arguments.toString(), topology, network);
    }

    private static Parsed parsed(RecipeArguments arguments, Topology topology) {
        Network network = Network.of(link(arguments, "", USUAL), topology.devices());
        Network adding =
                new Network(network.link(), gamma(arguments), network.workers(), network.perNode(), network.inner());
        return new Parsed(arguments.toString(), topology, adding);
    }

    private static double gamma(RecipeArguments arguments) {
        return arguments.has("gamma") ? Quantities.parseSeconds("gamma", arguments.asText("gamma")) : 0;
    }

    private static Link link(RecipeArguments arguments, String prefix, Link usual) {
        String alpha = prefix + "alpha";
        String bandwidth = prefix + "bandwidth";
        return new Link(
                arguments.has(alpha) ? Quantities.parseSeconds(alpha, arguments.asText(alpha)) : usual.alpha(),
                arguments.has(bandwidth)
                        ? Quantities.parseBandwidth(bandwidth, arguments.asText(bandwidth))
                        : usual.bandwidth());
    }

    private static int count(RecipeArguments arguments, String parameter, int usual) {
        return arguments.asInt(parameter, usual, 1, MOST_DEVICES);
    }

    private static void requireFew(long product, int factor) {
        if (product * factor > MOST_DEVICES) {
            throw new IllegalArgumentException(
                    "a topology of at most " + MOST_DEVICES + " devices, not " + product * factor);
        }
    }

    private static List<Integer> shape(RecipeArguments arguments) {
        String text = arguments.has("shape") ? arguments.asText("shape") : "4x8";
        List<Integer> shape = new ArrayList<>();
        int devices = 1;
        for (String part : text.split("x", -1)) {
            if (!part.matches("[1-9][0-9]{0,3}")) {
                throw new IllegalArgumentException("shape is whole numbers from 1 with x between, as 4x8, not " + text);
            }
            int size = Integer.parseInt(part);
            requireFew(devices, size);
            devices *= size;
            shape.add(size);
        }
        return shape;
    }
}
