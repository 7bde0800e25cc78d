package org.tersegrad.convergence.time.published;

import java.util.List;
import java.util.Map;
import org.tersegrad.convergence.time.collectives.Algorithm;

/**
 * The constants of one system of the published table, all-reduces or servers: what is fitted.
 *
 * @param callSeconds of one exchange inside a node, however short
 * @param nodePerByte seconds a byte inside a node
 * @param extraSeconds what a step of each model takes beside compute and exchange
 * @param links of each network
 */
record SystemConstants(
        double callSeconds, double nodePerByte, Map<String, Double> extraSeconds, Map<String, LinkConstants> links) {
    /** The network's share of an exchange: {@code start} seconds, and seconds a byte. */
    record LinkConstants(double start, double perByte) {}

    SystemConstants {
        extraSeconds = Map.copyOf(extraSeconds);
        links = Map.copyOf(links);
    }

    /**
     * One exchange in a group. Inside a node it is a line. An all-reduce over nodes is a ring: 2 (P - 1) rounds that start one after
     * the other, and 2 (P - 1)/P of the bytes. With servers the size of the group does not enter, since there are as many
     * servers as nodes.
     */
    Algorithm exchange(String network, int workers, boolean servers) {
        if (workers == Cell.GROUPS.get(0)) {
            return fitted(callSeconds, nodePerByte);
        }
        LinkConstants link = links.getOrDefault(network, new LinkConstants(0, 0));
        if (servers) {
            return fitted(link.start(), link.perByte());
        }
        int rounds = 2 * (workers - 1);
        return fitted(callSeconds + rounds * link.start(), (double) rounds / workers * link.perByte());
    }

    /** An exchange whose time is a straight line in its bytes. */
    private static Algorithm fitted(double start, double perByte) {
        return new Algorithm("fitted", (bytes, network) -> start + bytes * perByte, (bytes, network) -> bytes);
    }

    /** The models of the table, in its order. */
    static final List<String> MODELS = List.of("ResNet-50", "BERT-Large", "BERT-Base");
}
