package org.tersegrad.convergence.time.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.tersegrad.convergence.time.CsvTable;
import org.tersegrad.convergence.time.Quantities;

/**
 * A measured sum of floats in a record of {@code scripts/slow-network}. Its other rows, those of recipes, predictions and trainings, have
 * encoding or computing in their times.
 *
 * <pre>
 *   kind,nodes,link_mbit,transport,recipe,elements,steps,median_ms
 *   step,2,100,tcp,dense,4194304,5,1452.122
 * </pre>
 *
 * @param link transport and speed, as in {@code tcp-100Mbit}
 * @param rate of the link, in bits a second; infinite if it has no limit
 * @param call the median over steps
 */
record SlowNetworkRecord(String link, double rate, Observation call) {
    private static final String MPI = "MPI_Allreduce";
    private static final Set<String> SUMS = Set.of("dense", MPI);
    private static final List<String> COLUMNS =
            List.of("kind", "nodes", "link_mbit", "transport", "recipe", "elements", "median_ms");

    private static final double MEGABIT = 1e6;
    private static final double MILLISECOND = 1e-3;

    static boolean isLike(CsvTable table) {
        return table.columns().containsAll(COLUMNS);
    }

    /** The sums of a table whose times are not in doubt. */
    static List<SlowNetworkRecord> read(CsvTable table) {
        List<SlowNetworkRecord> records = new ArrayList<>();
        for (CsvTable.Row row : table.rows()) {
            boolean doubted =
                    table.columns().contains("doubt") && !row.text("doubt").isEmpty();
            if (row.text("kind").equals("step") && SUMS.contains(row.text("recipe")) && !doubted) {
                records.add(of(row));
            }
        }
        if (records.isEmpty()) {
            throw new IllegalArgumentException(
                    table.name() + " has no step of dense or " + MPI + " whose time is not in doubt");
        }
        return records;
    }

    private static SlowNetworkRecord of(CsvTable.Row row) {
        double rate = row.number("link_mbit") * MEGABIT;
        String library = row.text("recipe").equals(MPI) ? MPI : row.text("transport");
        Observation call;
        try {
            call = new Observation(
                    Pattern.ALL_REDUCE,
                    (int) row.number("nodes"),
                    Float.BYTES * row.number("elements"),
                    row.number("median_ms") * MILLISECOND);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(row.file() + ", line " + row.line() + ": " + e.getMessage(), e);
        }
        return new SlowNetworkRecord(
                library + "-" + (rate == 0 ? "unlimited" : Quantities.bandwidth(rate)),
                rate == 0 ? Double.POSITIVE_INFINITY : rate,
                call);
    }
}
