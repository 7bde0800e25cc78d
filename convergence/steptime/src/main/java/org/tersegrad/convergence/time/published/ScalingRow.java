package org.tersegrad.convergence.time.published;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.tersegrad.convergence.time.CsvTable;
import org.tersegrad.convergence.time.parallel.Parallelism;
import org.tersegrad.convergence.time.parallel.Transformer;

/**
 * A row of a published table of large models on A100s, 8 a node: tables 1 and 2 of D. Narayanan et al. (arXiv 2104.04473), in Tflop/s a device,
 * and table 5 of V. Korthikanti et al. (arXiv 2205.05198), in seconds.
 *
 * @param table its number
 * @param model what is trained
 * @param cut over which devices
 * @param measured none for a row that is held out: it is predicted and nothing is fitted to it
 */
public record ScalingRow(int table, Transformer model, Parallelism cut, OptionalDouble measured) {
    private static final String HELD_OUT = "?";

    /** All rows of a table. */
    public static List<ScalingRow> of(int table) {
        return CsvTable.ofResource(ScalingRow.class, "scaling_tables.csv", "table", "layers", "hidden", "measured")
                .rows()
                .stream()
                .map(ScalingRow::read)
                .filter(row -> row.table == table)
                .toList();
    }

    private static ScalingRow read(CsvTable.Row row) {
        Transformer model = Transformer.of(
                (int) row.number("layers"),
                (int) row.number("hidden"),
                (int) row.number("micro"),
                Transformer.Recompute.valueOf(row.text("recompute").toUpperCase(Locale.ROOT)),
                Boolean.parseBoolean(row.text("sp")));
        int tensor = (int) row.number("t");
        int pipeline = (int) row.number("p");
        int data = (int) row.number("devices") / tensor / pipeline;
        int microBatches = (int) row.number("batch") / data / model.batch();
        Parallelism cut = Parallelism.of(tensor, pipeline, data, microBatches, (int) row.number("v"))
                .withZero((int) row.number("zero"));
        boolean heldOut = row.text("measured").equals(HELD_OUT);
        return new ScalingRow(
                (int) row.number("table"),
                model,
                cut,
                heldOut ? OptionalDouble.empty() : OptionalDouble.of(row.number("measured")));
    }

    /** Whether it is measured, so that constants may be fitted to it. */
    public boolean isOpen() {
        return measured.isPresent();
    }

    /** Examples of a step. */
    double examples() {
        return (double) model.batch() * cut.microBatches() * cut.data();
    }

    /** The entry of the table for a step of some seconds: table 2 counts 8 operations a parameter and token, without attention. */
    double asMeasured(double seconds) {
        return switch (table) {
            case 1 -> model.operations(examples()) / cut.devices() / seconds / 1e12;
            case 2 -> 8 * examples() * model.sequence() * model.parameters() / cut.devices() / seconds / 1e12;
            default -> seconds;
        };
    }

    /** The row in a few words, as in {@code 174.6e9, 384 devices, b 4, zero 3}. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.1fe9 parameters, %d devices, b %d%s%s",
                model.parameters() / 1e9,
                cut.devices(),
                model.batch(),
                cut.zero() == 3 ? ", ZeRO 3" : "",
                table == 5 ? ", " + model.recompute().name().toLowerCase(Locale.ROOT) : "");
    }
}
