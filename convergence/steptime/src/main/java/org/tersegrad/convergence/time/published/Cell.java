package org.tersegrad.convergence.time.published;

import java.util.ArrayList;
import java.util.List;
import org.tersegrad.convergence.time.CsvTable;

/**
 * A cell of the published table "seven techniques" of S. Shi et al. (arXiv 2005.13247); more about it is in {@code
 * seven_techniques.txt}.
 *
 * @param model as in {@code ResNet-50}
 * @param network as in {@code 10GbE}
 * @param technique how gradients are exchanged
 * @param workers GPUs, 4 a node
 * @param batch examples of one worker's step
 * @param aloneSamples samples a second of one worker alone
 * @param samples samples a second of all workers: a mean of 5 tries
 */
public record Cell(
        String model,
        String network,
        Technique technique,
        int workers,
        int batch,
        double aloneSamples,
        double samples) {
    static final List<Integer> GROUPS = List.of(4, 8, 16, 32);

    /** All of them. */
    public static List<Cell> all() {
        CsvTable table = CsvTable.ofResource(
                Cell.class, "seven_techniques.csv", "dnn", "batch", "connection", "method", "gpus1", "gpus32");
        List<Cell> cells = new ArrayList<>();
        for (CsvTable.Row row : table.rows()) {
            for (int workers : GROUPS) {
                cells.add(new Cell(
                        row.text("dnn"),
                        row.text("connection").replaceFirst(" .*", ""),
                        Technique.of(row.text("method")),
                        workers,
                        (int) row.number("batch"),
                        row.number("gpus1"),
                        row.number("gpus" + workers)));
            }
        }
        return cells;
    }

    /** The duration of a step. */
    double stepSeconds() {
        return batch * workers / samples;
    }

    /** The duration of a step of one worker alone. */
    double aloneSeconds() {
        return batch / aloneSamples;
    }

    /** Whether the network is one: the techniques that use servers were almost surely measured on 10GbE in its place. */
    boolean isTrustworthy() {
        return !(technique.usesServers() && network.equals("100GbE"));
    }
}
