package org.tersegrad.convergence.cli.record;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.tersegrad.convergence.cli.record.Ledger.Result;
import org.tersegrad.convergence.cli.record.Ledger.Row;
import org.tersegrad.convergence.cli.record.Ledger.Standing;
import org.tersegrad.convergence.time.report.Cells;

/** Tables of a record in Markdown. */
public final class RecordPage {
    private static final List<String> COLUMNS = List.of(
            "contestant",
            "bits",
            "packed",
            "NMSE",
            "mean of 8",
            "bias",
            "encode",
            "decode",
            "memory",
            "same bytes",
            "NaN");

    private RecordPage() {}

    /**
     * All contestants that were measured, fewest bytes first, and those that were not with the reason.
     *
     * @throws IOException if a file of the record cannot be read
     */
    public static String of(Path folder) throws IOException {
        Ledger ledger = Ledger.read(folder);
        String facts = ledger.about().entrySet().stream()
                .map(fact -> fact.getKey() + ": " + fact.getValue())
                .collect(Collectors.joining("; ", "", ".\n\n"));
        Cells measured = new Cells(
                COLUMNS,
                ledger.results().stream()
                        .filter(Result::isComplete)
                        .sorted(Comparator.comparingDouble(result -> bits(result, false)))
                        .map(RecordPage::row)
                        .toList());
        Cells failed = new Cells(
                List.of("not measured", "why"),
                ledger.results().stream()
                        .filter(result -> !result.isComplete())
                        .map(Result::standing)
                        .map(each -> List.of(each.contestant(), each.note()))
                        .toList());
        return facts + measured.markdown() + (failed.rows().isEmpty() ? "" : "\n" + failed.markdown());
    }

    private static double bits(Result result, boolean packed) {
        return 8
                * RecordPictures.total(result, packed ? Row::packedBytes : Row::bytes)
                / RecordPictures.total(result, Row::elements);
    }

    private static List<String> row(Result result) {
        Standing standing = result.standing();
        return List.of(
                standing.contestant(),
                number(bits(result, false)),
                number(bits(result, true)),
                number(RecordPictures.meanError(result)),
                number(mean(result, row -> row.error().errorOfMean())),
                number(mean(result, row -> row.error().bias())),
                number(standing.costs().encodeNanos()),
                number(standing.costs().decodeNanos()),
                number(standing.costs().memory()),
                standing.deterministic(),
                standing.nan().equals(standing.infinity())
                        ? standing.nan()
                        : standing.nan() + ", infinity " + standing.infinity());
    }

    private static double mean(Result result, java.util.function.ToDoubleFunction<Row> number) {
        return RecordPictures.total(result, number) / result.rows().size();
    }

    /** Three digits. */
    private static String number(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        boolean plain = value == 0 || (value >= 1e-3 && value < 1e4);
        return plain
                ? String.format(Locale.ROOT, value < 1 ? "%.3f" : "%.3g", value)
                : String.format(Locale.ROOT, "%.1e", value);
    }
}
