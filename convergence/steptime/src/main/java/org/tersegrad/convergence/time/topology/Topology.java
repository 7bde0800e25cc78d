package org.tersegrad.convergence.time.topology;

import java.util.List;
import java.util.stream.IntStream;
import org.tersegrad.convergence.time.Link;

/**
 * A graph of devices and switches with fixed paths. Devices are numbered first, along the first axis first. The alpha of a link is the delay
 * of what passes it; a path has the sum of the delays of its links.
 *
 * @param axes number of devices along each axis: of a torus; of a node or rack, then the number of these; one if all devices are alike
 * @param links in each direction one
 * @param routes the paths
 * @param ring all devices in an order in which neighbours are close
 */
public record Topology(List<Integer> axes, List<Wire> links, Routes routes, List<Integer> ring) {
    public Topology {
        axes = List.copyOf(axes);
        links = List.copyOf(links);
        ring = List.copyOf(ring);
    }

    /** A graph whose devices are close to those with the next number. */
    Topology(List<Integer> axes, List<Wire> links, Routes routes) {
        this(axes, links, routes, IntStream.range(0, product(axes)).boxed().toList());
    }

    /**
     * A link in one direction.
     *
     * @param from a device or a switch
     * @param to another one
     * @param link delay and bandwidth
     */
    public record Wire(int from, int to, Link link) {}

    /** The path of all messages from one device to another. */
    @FunctionalInterface
    public interface Routes {
        /** Indices of links, in their order. */
        int[] path(int from, int to);
    }

    /** Number of devices. */
    public int devices() {
        return product(axes);
    }

    /** Bytes a second, link by link. */
    double[] capacities() {
        return links.stream()
                .mapToDouble(wire -> wire.link().bandwidth() / Byte.SIZE)
                .toArray();
    }

    /** The delay of a path in seconds. */
    double delay(int[] path) {
        double delay = 0;
        for (int link : path) {
            delay += links.get(link).link().alpha();
        }
        return delay;
    }

    private static int product(List<Integer> numbers) {
        return numbers.stream().reduce(1, Math::multiplyExact);
    }
}
