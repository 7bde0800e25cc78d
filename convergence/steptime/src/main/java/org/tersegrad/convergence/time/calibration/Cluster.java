package org.tersegrad.convergence.time.calibration;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.tersegrad.convergence.time.Network;
import org.tersegrad.convergence.time.calibration.Estimate.Point;
import org.tersegrad.convergence.time.collectives.CallTimes;
import org.tersegrad.convergence.time.collectives.Interconnect;
import org.tersegrad.convergence.time.collectives.NetworkSource;

/**
 * A calibrated cluster: the links of {@code cluster.yml}. {@link ClusterYaml} is its text.
 *
 * @param links by name, at least one, in their order
 * @param copy the speed of copies between device and host; without it recipes run on the device
 */
public record Cluster(Map<String, ClusterLink> links, Optional<CopyConstants> copy) {
    public Cluster {
        links = new LinkedHashMap<>(links);
        if (links.isEmpty()) {
            throw new IllegalArgumentException("a cluster has at least 1 link");
        }
        for (ClusterLink link : links.values()) {
            if (link.node().isPresent() && !links.containsKey(link.node().get())) {
                throw new IllegalArgumentException("link " + link.name() + ": there is no link "
                        + link.node().get() + " for its nodes, only " + String.join(", ", links.keySet()));
            }
        }
    }

    /** Sentences on what was fitted, and on what is assumed. */
    public List<String> facts() {
        List<String> facts = new ArrayList<>();
        links.values().forEach(link -> facts.addAll(link.facts()));
        copyFact().ifPresent(facts::add);
        return facts;
    }

    private Optional<String> copyFact() {
        return copy.map(each -> "Measured " + each.words() + ". Without copy: in the file recipes run on the device.");
    }

    /**
     * A link by name; without a name the only one, or the only one that is inside no node.
     *
     * @throws IllegalArgumentException if there is none, or more than one
     */
    public ClusterLink link(Optional<String> name) {
        List<ClusterLink> found = links.values().stream()
                .filter(link -> name.isPresent() ? link.name().equals(name.get()) : !isNode(link.name()))
                .toList();
        if (found.size() != 1 && !(name.isEmpty() && links.size() == 1)) {
            throw new IllegalArgumentException(
                    (name.isPresent() ? "there is no link " + name.get() : "there are several links")
                            + "; write one of "
                            + String.join(
                                    ", ",
                                    links.keySet().stream()
                                            .map(each -> "cluster.yml:" + each)
                                            .toList()));
        }
        return found.isEmpty() ? links.values().iterator().next() : found.get(0);
    }

    private boolean isNode(String name) {
        return links.values().stream()
                .anyMatch(each -> each.node().filter(name::equals).isPresent());
    }

    /** A link as a network. */
    public NetworkSource source(Optional<String> name) {
        return new Calibrated(this, link(name));
    }

    /** A network of calibrated constants. */
    private record Calibrated(Cluster cluster, ClusterLink link) implements NetworkSource {
        @Override
        public OptionalInt workers() {
            return OptionalInt.empty();
        }

        @Override
        public Interconnect between(int count, CallTimes formulas) {
            Optional<ClusterLink> node = link.node().map(cluster.links::get);
            int perNode = count % link.perNode() == 0 ? link.perNode() : count < link.perNode() ? count : 1;
            Network network = new Network(
                    link.link(),
                    0,
                    count,
                    perNode,
                    node.orElse(link).link(),
                    cluster.copy.map(copy -> copy.bandwidth().value()).orElse(Double.POSITIVE_INFINITY));
            List<String> facts = new ArrayList<>(link.facts());
            node.ifPresent(each -> facts.addAll(each.facts()));
            cluster.copyFact().ifPresent(facts::add);
            List<Integer> measured = link.workers();
            if (!measured.contains(count)) {
                facts.add("Groups of " + count + " are extrapolated from groups of "
                        + measured.toString().replaceAll("[\\[\\]]", "") + ".");
            }
            Map<String, Double> extras = new TreeMap<>();
            link.extras().forEach((profile, extra) -> extras.put(profile, extra.value()));
            return new Interconnect(network, new CalibratedTimes(link, node, Point.VALUE), facts, extras);
        }
    }
}
