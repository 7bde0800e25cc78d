package org.tersegrad.convergence.time.published;

import java.util.List;
import java.util.Locale;

/** The published table beside the model, as a table in Markdown with a line for each cell. */
public final class SevenTechniquesTable {
    private SevenTechniquesTable() {}

    /** All cells of groups of so many workers. */
    public static String markdown(List<Prediction> predictions, int workers) {
        StringBuilder text = new StringBuilder();
        text.append("| network | model | technique | cell is | published | modelled | error |\n");
        text.append("|---|---|---|---|---:|---:|---:|\n");
        for (Prediction each : predictions) {
            Cell cell = each.cell();
            if (cell.workers() == workers) {
                text.append(String.format(
                        Locale.ROOT,
                        "| %s | %s | %s | %s | %.1f | %.1f | %+.1f %% |\n",
                        cell.network(),
                        cell.model(),
                        cell.technique(),
                        each.fitted() ? "fitted" : "predicted",
                        cell.samples(),
                        each.samples(),
                        100 * each.error()));
            }
        }
        return text.toString();
    }
}
