package org.tersegrad.convergence.time.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tersegrad.convergence.time.CsvTable;
import org.tersegrad.convergence.time.Quantities;

/**
 * A measured step of training with floats as they are: a row of a table with the columns
 *
 * <pre>
 *   profile,alone_us,schedule,exchange,link,node,rate,workers,step_us
 *   resnet-50,252865,wfbp,all-reduce,10gbe,pcie,9.4Gbit,8,285123
 * </pre>
 *
 * @param profile the name of a generated profile
 * @param aloneSeconds of a step of one worker alone
 * @param schedule as {@code timeline} reads it
 * @param exchange {@link Pattern#ALL_REDUCE} or {@link Pattern#SERVERS}
 * @param link between the workers
 * @param node the link inside a node, if the workers are on several nodes
 * @param workers in the group
 * @param rate of the link, in bits a second; infinite if it is not known
 * @param seconds of the step
 */
public record MeasuredStep(
        String profile,
        double aloneSeconds,
        String schedule,
        Pattern exchange,
        String link,
        Optional<String> node,
        int workers,
        double rate,
        double seconds) {
    private static final double MICROSECOND = 1e-6;
    private static final List<String> NEEDED = List.of("profile", "schedule", "workers", "step_us");

    /** The steps of a table. */
    public static List<MeasuredStep> read(CsvTable table) {
        for (String column : NEEDED) {
            if (!table.columns().contains(column)) {
                throw new IllegalArgumentException(table.name() + " has no column " + column);
            }
        }
        List<MeasuredStep> steps = new ArrayList<>();
        for (CsvTable.Row row : table.rows()) {
            String exchange = optional(table, row, "exchange").orElse(Pattern.ALL_REDUCE.toString());
            double alone = table.columns().contains("alone_us") ? row.number("alone_us") * MICROSECOND : 0;
            double seconds = row.number("step_us") * MICROSECOND;
            int workers = (int) row.number("workers");
            if (!(seconds > 0)) {
                throw row.wrong("step_us", "a step takes more than 0 us");
            }
            if (workers < 2) {
                throw row.wrong("workers", "a measured exchange is between at least 2 workers");
            }
            steps.add(new MeasuredStep(
                    row.text("profile"),
                    alone,
                    row.text("schedule"),
                    Pattern.parse(exchange),
                    optional(table, row, "link").orElse(MeasuredFile.USUAL_LINK),
                    optional(table, row, "node"),
                    workers,
                    optional(table, row, "rate")
                            .map(text -> Quantities.parseBandwidth("rate", text))
                            .orElse(Double.POSITIVE_INFINITY),
                    seconds));
        }
        return steps;
    }

    private static Optional<String> optional(CsvTable table, CsvTable.Row row, String column) {
        return table.columns().contains(column)
                ? Optional.of(row.text(column)).filter(text -> !text.isEmpty())
                : Optional.empty();
    }
}
