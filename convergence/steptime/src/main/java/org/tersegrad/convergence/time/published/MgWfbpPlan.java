package org.tersegrad.convergence.time.published;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.tersegrad.convergence.time.CsvTable;
import org.tersegrad.convergence.time.Link;
import org.tersegrad.convergence.time.schedules.MgWfbp;

/**
 * The constants with which the program of MG-WFBP plans its groups. They are no measurement of the current network but numbers in
 * its source; on 100GbE it plans with those of InfiniBand.
 */
final class MgWfbpPlan {
    /** Smaller groups are never sent alone, in elements; also a number of its source. */
    private static final int SMALL = 8192;

    private final Map<String, Link> links = new HashMap<>();

    MgWfbpPlan() {
        CsvTable table = CsvTable.ofResource(MgWfbpPlan.class, "mgwfbp_plan.csv", "connection", "workers", "a", "b");
        for (CsvTable.Row row : table.rows()) {
            Link link = new Link(row.number("a"), Byte.SIZE / row.number("b"));
            links.put(key(row.text("connection"), (int) row.number("workers")), link);
        }
    }

    private static String key(String network, int workers) {
        return network + " " + workers;
    }

    /** The schedule of the program in such a group. */
    MgWfbp schedule(String network, int workers) {
        return new MgWfbp(Optional.of(link(network, workers)), SMALL);
    }

    Link link(String network, int workers) {
        Link link = links.get(key(network.equals("100GbE") ? "100GbIB" : network, workers));
        if (link == null) {
            throw new IllegalArgumentException("no plan for " + workers + " workers on " + network);
        }
        return link;
    }
}
