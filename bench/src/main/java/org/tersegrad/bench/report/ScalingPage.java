package org.tersegrad.bench.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** {@code SCALING.md}: cost against size, and against threads. */
final class ScalingPage {
    /** The size at which threads are compared. */
    private static final long LARGE = 1 << 24;

    private ScalingPage() {}

    /** Rows of one method by recipe, in the order of the record. */
    static Map<String, List<Row>> byRecipe(Measured measured, String method) {
        Map<String, List<Row>> recipes = new LinkedHashMap<>();
        measured.rows().stream()
                .filter(row -> row.benchmark().equals("Scaling." + method))
                .forEach(row -> recipes.computeIfAbsent(recipe(row), r -> new ArrayList<>())
                        .add(row));
        return recipes;
    }

    private static String recipe(Row row) {
        return row.parameter().replaceAll(".*recipe=(\\S+).*", "$1");
    }

    static String markdown(Measured measured, String record, List<String> pictures) {
        List<String> lines = new ArrayList<>();
        lines.add("# Scaling");
        lines.add("");
        lines.add("Written by `./tersegrad bench --scaling`; do not edit. The record is [" + record + "](" + record
                + ").");
        lines.add("");
        lines.add("| | |");
        lines.add("|---|---|");
        for (String key : List.of("date", "CPU", "kernels", "commit", "options")) {
            lines.add("| " + key + " | " + ResultsPage.cell(measured.about(key)) + " |");
        }
        lines.add("| JDK | "
                + String.join(
                        ", ", measured.rows().stream().map(Row::jdk).distinct().toList()) + " |");
        for (String method : List.of("encode", "addTo")) {
            size(lines, method, byRecipe(measured, method));
        }
        lines.add("");
        lines.addAll(pictures);
        threads(lines, measured);
        return String.join("\n", lines) + '\n';
    }

    private static void size(List<String> lines, String method, Map<String, List<Row>> recipes) {
        lines.add("");
        lines.add("## " + method + ": nanoseconds per float against size");
        lines.add("");
        lines.add(
                "Time grows as size to the power of *exponent*; *steepest* is the largest between two neighbouring sizes.");
        lines.add("");
        List<Long> sizes = recipes.values().stream()
                .flatMap(rows -> rows.stream().map(Row::elements))
                .distinct()
                .sorted()
                .toList();
        StringBuilder head = new StringBuilder("| recipe |");
        sizes.forEach(size -> head.append(' ').append(FamilyTable.size(size)).append(" |"));
        lines.add(head + " exponent | steepest |");
        lines.add("|---|" + "---:|".repeat(sizes.size() + 2));
        List<String> steep = new ArrayList<>();
        List<String> flat = new ArrayList<>();
        recipes.forEach((recipe, rows) -> {
            StringBuilder line = new StringBuilder("| " + recipe + " |");
            Map<Long, Double> nanos = new TreeMap<>();
            rows.forEach(row -> nanos.put(row.elements(), row.nanos()));
            sizes.forEach(size -> line.append(
                    nanos.containsKey(size) ? String.format(Locale.ROOT, " %.3f |", nanos.get(size)) : " |"));
            if (nanos.size() < 2) {
                lines.add(line + " | |");
                return;
            }
            Fit fit = Fit.of(rows);
            lines.add(line + String.format(Locale.ROOT, " %.3f | %.2f |", fit.exponent(), fit.steepest()));
            if (fit.exponent() > Fit.HIGHEST) {
                steep.add(recipe);
            } else if (fit.exponent() < Fit.LOWEST) {
                flat.add(recipe);
            }
        });
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

    private static void threads(List<String> lines, Measured measured) {
        Map<String, Map<String, Double>> jobs = new LinkedHashMap<>();
        measured.rows().stream()
                .filter(row -> row.family().equals("ScalingChunks") && row.elements() == LARGE)
                .forEach(row -> jobs.computeIfAbsent("| " + row.method() + " | " + recipe(row), r -> new TreeMap<>())
                        .put(row.parameter().replaceAll(".*threads=(\\S+).*", "$1"), row.nanos()));
        if (jobs.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add("## One tensor of 16M floats in chunks, on one thread and on two");
        lines.add("");
        lines.add("| method | recipe | ns per float, 1 thread | 2 threads | faster by |");
        lines.add("|---|---|---:|---:|---:|");
        jobs.forEach((job, nanos) -> {
            double one = nanos.getOrDefault("1", Double.NaN);
            double two = nanos.getOrDefault("2", Double.NaN);
            lines.add(String.format(Locale.ROOT, "%s | %.3f | %.3f | %.2f |", job, one, two, one / two));
        });
    }
}
