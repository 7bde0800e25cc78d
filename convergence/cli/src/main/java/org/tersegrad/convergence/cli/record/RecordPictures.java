package org.tersegrad.convergence.cli.record;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.tersegrad.convergence.cli.record.Ledger.Result;
import org.tersegrad.convergence.cli.record.Ledger.Row;
import org.tersegrad.convergence.report.chart.Axis;
import org.tersegrad.convergence.report.chart.Chart;
import org.tersegrad.convergence.report.chart.LineStyle;
import org.tersegrad.convergence.report.drawing.Drawing;

/**
 * Contestants as dots, a colour for each library. Those that no other one beats in both are named. Lossless ones have no place on an axis
 * of errors in logarithms.
 */
final class RecordPictures {
    static final double[] GBITS = {0.1, 1, 10, 100};

    /** Errors below this are shown nowhere: 16-bit floats and better would squeeze the rest. */
    private static final double LEAST_ERROR = 1e-5;

    private static final double MOST_ERROR = 20;

    /** The error of a named contestant, at most, over the least error of smaller or faster ones. */
    private static final double WORTH = 0.8;

    private RecordPictures() {}

    /** Mean error over all gradients against bytes, as written and packed. */
    static Drawing errors(Ledger ledger) {
        return Drawing.grid(
                List.of(
                        errors("bytes as written", ledger, Row::bytes),
                        errors("bytes with integers packed", ledger, Row::packedBytes)),
                2);
    }

    private static Drawing errors(String title, Ledger ledger, ToDoubleFunction<Row> bytes) {
        return chart(
                "Error against " + title,
                "Bytes per element, all gradients",
                ledger,
                result -> total(result, bytes) / total(result, Row::elements),
                RecordPictures::meanError);
    }

    /** Error against the time of a message at several bandwidths: bytes over the link, and coding on one core. */
    static Drawing times(Ledger ledger) {
        List<Drawing> panels = new ArrayList<>();
        for (double gbits : GBITS) {
            panels.add(chart(
                    String.format(Locale.ROOT, "Error against time at %s Gbit/s", gbits < 1 ? "0.1" : (int) gbits),
                    "Nanoseconds per element: encode, link, decode",
                    ledger,
                    result -> nanos(result, gbits),
                    result -> result.rows().get(0).error().error()));
        }
        return Drawing.grid(panels, 2);
    }

    /** Time of a message for each element of the first gradient. */
    static double nanos(Result result, double gbits) {
        Row row = result.rows().get(0);
        Entrant.Costs costs = result.standing().costs();
        return costs.encodeNanos() + costs.decodeNanos() + row.error().bitsPerElement() / gbits;
    }

    static double meanError(Result result) {
        return result.rows().stream()
                .mapToDouble(row -> row.error().error())
                .average()
                .orElse(Double.NaN);
    }

    static double total(Result result, ToDoubleFunction<Row> number) {
        return result.rows().stream().mapToDouble(number).sum();
    }

    /** The first word of its name. */
    static String library(Result result) {
        return result.standing().contestant().split(" ", 2)[0];
    }

    /** Without the library, whose colour it has. */
    private static String name(Result result) {
        String contestant = result.standing().contestant();
        return contestant.substring(contestant.indexOf(' ') + 1);
    }

    private static Drawing chart(
            String title, String along, Ledger ledger, ToDoubleFunction<Result> x, ToDoubleFunction<Result> y) {
        List<Result> shown = ledger.results().stream()
                .filter(Result::isComplete)
                .filter(result -> y.applyAsDouble(result) > LEAST_ERROR && y.applyAsDouble(result) < MOST_ERROR)
                .filter(result -> x.applyAsDouble(result) > 0)
                .sorted(Comparator.comparingDouble(x).thenComparingDouble(y))
                .toList();
        List<String> libraries = ledger.results().stream()
                .map(RecordPictures::library)
                .distinct()
                .toList();
        Chart.Builder chart = Chart.builder(title, Axis.log(along), Axis.log("Normalized mean squared error"));
        for (String library : libraries) {
            List<Chart.Point> points = shown.stream()
                    .filter(result -> library(result).equals(library))
                    .map(result -> new Chart.Point(x.applyAsDouble(result), y.applyAsDouble(result)))
                    .toList();
            if (!points.isEmpty()) {
                chart.add(library, LineStyle.number(libraries.indexOf(library)), Chart.Form.DOTS, points);
            }
        }
        double least = Double.POSITIVE_INFINITY;
        for (Result result : shown) {
            double error = y.applyAsDouble(result);
            if (error < WORTH * least) {
                least = error;
                chart.add(
                        name(result),
                        LineStyle.number(libraries.indexOf(library(result))),
                        Chart.Form.DOTS,
                        List.of(new Chart.Point(x.applyAsDouble(result), error)));
            }
        }
        return chart.build().drawing();
    }
}
