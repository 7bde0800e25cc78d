package org.tersegrad.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.tersegrad.bench.jmh.Row;

/** {@code SCALING.md}: cost against size, and against threads. */
final class ScalingPage {
    /** The size at which threads are compared. */
    private static final long LARGE = 1 << 24;

    private ScalingPage() {}

    /** Rows of one method by recipe, in the order of the record. */
    static Map<String, List<Row>> byRecipe(Measured measured, String method) {
        return measured.rows().stream()
                .filter(row -> row.benchmark().equals("Scaling." + method))
                .collect(Collectors.groupingBy(row -> row.value("recipe"), LinkedHashMap::new, Collectors.toList()));
    }

    static String markdown(Measured measured, String record, List<String> pictures) {
        List<String> lines = new ArrayList<>();
        lines.addAll(List.of(
                "# Scaling",
                "",
                "Written by `./tersegrad bench --scaling`; do not edit. The record is [" + record + "](" + record
                        + ").",
                ""));
        Table about = new Table(2, List.of("", ""));
        for (String key : List.of("date", "CPU", "kernels", "commit", "options")) {
            about.add(List.of(key, measured.about(key)));
        }
        about.add(
                List.of("JDK", measured.rows().stream().map(Row::jdk).distinct().collect(Collectors.joining(", "))));
        lines.addAll(about.lines());
        for (String method : List.of("encode", "addTo")) {
            addSizes(lines, method, byRecipe(measured, method));
        }
        lines.add("");
        lines.addAll(pictures);
        addThreads(lines, measured);
        return String.join("\n", lines) + '\n';
    }

    private static void addSizes(List<String> lines, String method, Map<String, List<Row>> recipes) {
        lines.addAll(List.of(
                "",
                "## " + method + ": nanoseconds per float against size",
                "",
                "Time grows as size to the power of *exponent*; *steepest* is the largest between two neighbouring sizes.",
                ""));
        List<Long> sizes = recipes.values().stream()
                .flatMap(rows -> rows.stream().map(Row::elements))
                .distinct()
                .sorted()
                .toList();
        List<String> head = new ArrayList<>(List.of("recipe"));
        sizes.forEach(size -> head.add(Table.size(size)));
        head.addAll(List.of("exponent", "steepest"));
        Table table = new Table(1, head);
        List<String> steep = new ArrayList<>();
        List<String> flat = new ArrayList<>();
        recipes.forEach((recipe, rows) -> {
            Map<Long, Double> nanos = rows.stream().collect(Collectors.toMap(Row::elements, Row::nanos, (a, b) -> b));
            Fit fit = nanos.size() < 2 ? new Fit(Double.NaN, Double.NaN) : Fit.of(rows);
            List<String> cells = new ArrayList<>(List.of(recipe));
            sizes.forEach(size -> cells.add(Table.number("%.3f", nanos.getOrDefault(size, Double.NaN))));
            cells.add(Table.number("%.3f", fit.exponent()));
            cells.add(Table.number("%.2f", fit.steepest()));
            table.add(cells);
            if (fit.exponent() > Fit.HIGHEST) {
                steep.add(recipe);
            } else if (fit.exponent() < Fit.LOWEST) {
                flat.add(recipe);
            }
        });
        lines.addAll(table.lines());
        lines.add("");
        if (!steep.isEmpty()) {
            lines.add("Grows faster than size: " + String.join(", ", steep) + ".");
        }
        if (!flat.isEmpty()) {
            lines.add("Small sizes cost too much, or were measured before the code was compiled: "
                    + String.join(", ", flat) + ".");
        }
        if (steep.isEmpty() && flat.isEmpty()) {
            lines.add("All are near linear.");
        }
    }

    private static void addThreads(List<String> lines, Measured measured) {
        Map<List<String>, Map<String, Double>> jobs = new LinkedHashMap<>();
        measured.rows().stream()
                .filter(row -> row.family().equals("ScalingChunks") && row.elements() == LARGE)
                .forEach(row -> jobs.computeIfAbsent(
                                List.of(row.method(), row.value("recipe")), job -> new LinkedHashMap<>())
                        .put(row.value("threads"), row.nanos()));
        if (jobs.isEmpty()) {
            return;
        }
        Table table = new Table(2, List.of("method", "recipe", "ns per float, 1 thread", "2 threads", "faster by"));
        jobs.forEach((job, nanos) -> {
            double one = nanos.getOrDefault("1", Double.NaN);
            double two = nanos.getOrDefault("2", Double.NaN);
            List<String> cells = new ArrayList<>(job);
            cells.add(Table.number("%.3f", one));
            cells.add(Table.number("%.3f", two));
            cells.add(Table.number("%.2f", one / two));
            table.add(cells);
        });
        lines.addAll(List.of("", "## One tensor of 16M floats in chunks, on one thread and on two", ""));
        lines.addAll(table.lines());
    }
}
