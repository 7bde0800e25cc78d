package org.tersegrad.convergence.time.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.topology.Topology.Wire;

/**
 * The graphs of clusters. A message between neighbours takes the alpha of the link: half of it for each of two links where a switch is
 * between them.
 */
public final class Graphs {
    private Graphs() {}

    /** One switch: a link to it and a link from it for each device. */
    public static Topology ofSwitch(int devices, Link link) {
        List<Wire> wires = new ArrayList<>();
        star(wires, 0, devices, devices, half(link));
        return new Topology(List.of(devices), wires, (from, to) -> new int[] {2 * from, 2 * to + 1});
    }

    /** A ring of links in both directions: 2n links. */
    public static Topology ring(int devices, Link link) {
        return torus(List.of(devices), link);
    }

    /**
     * A torus of any number of axes: from each device two links along each axis. Messages travel along the first axis first, the shorter way;
     * of two ways of equal length devices with even and odd coordinates take different ones.
     */
    public static Topology torus(List<Integer> shape, Link link) {
        List<Wire> wires = new ArrayList<>();
        int devices = shape.stream().reduce(1, Math::multiplyExact);
        for (int device = 0; device < devices; device++) {
            int stride = 1;
            for (int size : shape) {
                wires.add(new Wire(device, shifted(device, stride, size, 1), link));
                wires.add(new Wire(device, shifted(device, stride, size, -1), link));
                stride *= size;
            }
        }
        return new Topology(shape, wires, (from, to) -> torusPath(shape, from, to), snake(shape, devices));
    }

    /** The device some places further along an axis. */
    static int shifted(int device, int stride, int size, int places) {
        int at = device / stride % size;
        return device + (Math.floorMod(at + places, size) - at) * stride;
    }

    private static int[] torusPath(List<Integer> shape, int from, int to) {
        int[] path = new int[shape.stream().mapToInt(size -> size / 2).sum()];
        int length = 0;
        int device = from;
        int stride = 1;
        for (int axis = 0; axis < shape.size(); axis++) {
            int size = shape.get(axis);
            int at = device / stride % size;
            int ahead = Math.floorMod(to / stride % size - at, size);
            boolean up = 2 * ahead < size || (2 * ahead == size && at % 2 == 0);
            for (int hops = up ? ahead : size - ahead; hops > 0; hops--) {
                path[length++] = 2 * (device * shape.size() + axis) + (up ? 0 : 1);
                device = shifted(device, stride, size, up ? 1 : -1);
            }
            stride *= size;
        }
        return Arrays.copyOf(path, length);
    }

    /** Line by line, each second one backwards. */
    private static List<Integer> snake(List<Integer> shape, int devices) {
        List<Integer> order = new ArrayList<>();
        for (int place = 0; place < devices; place++) {
            int device = 0;
            int rest = place;
            int stride = devices;
            for (int axis = shape.size() - 1; axis >= 0; axis--) {
                int size = shape.get(axis);
                stride /= size;
                int at = rest / stride;
                rest %= stride;
                if (at % 2 == 1) {
                    rest = stride - 1 - rest; // all that is inside a line of odd number goes backwards
                }
                device += at * stride;
            }
            order.add(device);
        }
        return order;
    }

    /**
     * A fat tree of two levels: a switch a rack, and links from it to a core that never is full.
     *
     * @param oversubscription the bandwidth of a rack's hosts over that of the rack's link, which has the same delay as a host's
     */
    public static Topology fatTree(int racks, int hosts, double oversubscription, Link link) {
        List<Wire> wires = new ArrayList<>();
        int devices = racks * hosts;
        star(wires, 0, devices, devices, hosts, half(link));
        Link up = new Link(link.alpha() / 2, hosts * link.bandwidth() / oversubscription);
        star(wires, devices, racks, devices + racks, up);
        return new Topology(List.of(hosts, racks), wires, (from, to) -> {
            int first = 2 * (devices + from / hosts);
            int last = 2 * (devices + to / hosts) + 1;
            return from / hosts == to / hosts
                    ? new int[] {2 * from, 2 * to + 1}
                    : new int[] {2 * from, first, last, 2 * to + 1};
        });
    }

    /**
     * Nodes with a switch inside, and a rail for each place in a node: a switch between all devices in that place. A message to another
     * node moves inside to the device on the receiver's rail first.
     */
    public static Topology rails(int nodes, int perNode, Link inner, Link link) {
        List<Wire> wires = new ArrayList<>();
        int devices = nodes * perNode;
        star(wires, 0, devices, devices, perNode, half(inner));
        for (int device = 0; device < devices; device++) {
            pair(wires, device, devices + nodes + device % perNode, half(link));
        }
        return new Topology(List.of(perNode, nodes), wires, (from, to) -> {
            int gate = from / perNode * perNode + to % perNode;
            int[] across = {2 * (devices + gate), 2 * (devices + to) + 1};
            if (from / perNode == to / perNode) {
                return new int[] {2 * from, 2 * to + 1};
            }
            return gate == from ? across : new int[] {2 * from, 2 * gate + 1, across[0], across[1]};
        });
    }

    private static Link half(Link link) {
        return new Link(link.alpha() / 2, link.bandwidth());
    }

    /** Links between {@code count} nodes from {@code first} on and one centre. */
    private static void star(List<Wire> wires, int first, int count, int centre, Link link) {
        star(wires, first, count, centre, count, link);
    }

    /** The same with a centre for each {@code each} of them. */
    private static void star(List<Wire> wires, int first, int count, int centre, int each, Link link) {
        for (int i = 0; i < count; i++) {
            pair(wires, first + i, centre + i / each, link);
        }
    }

    private static void pair(List<Wire> wires, int one, int other, Link link) {
        wires.add(new Wire(one, other, link));
        wires.add(new Wire(other, one, link));
    }
}
