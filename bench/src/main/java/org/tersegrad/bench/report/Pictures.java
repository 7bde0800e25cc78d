package org.tersegrad.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.tersegrad.bench.jmh.Row;
import org.tersegrad.convergence.report.chart.Axis;
import org.tersegrad.convergence.report.chart.Chart;
import org.tersegrad.convergence.report.drawing.Drawing;
import org.tersegrad.convergence.report.drawing.Png;

/**
 * Draws the charts of the pages into files. Each method returns Markdown for a page of this module: a link to the picture, or a sentence
 * where there is nothing to draw, or no font to draw it with.
 */
final class Pictures {
    /** Height at which negligible times are drawn, since a logarithm has no zero. */
    private static final double LOWEST = 0.01;

    private Pictures() {}

    /** Each compressor as two marks: the time of its encoding and adding, as a multiple of a look at each float. */
    static String overRead(Path file, Measured measured) throws IOException {
        List<Row> all = measured.rows().stream()
                .filter(row -> row.benchmark().matches("Compressor\\.(encode|addTo)")
                        && row.parameter().contains("recipe=")
                        && (!row.parameter().contains("data=")
                                || row.parameter().contains("data=gaussian"))
                        && !Double.isNaN(row.overRead()))
                .toList();
        if (all.isEmpty()) {
            return "There is no picture, since no compressor was measured.";
        }
        // The largest size, and the newest Java that has it.
        Row best = all.stream()
                .max(Comparator.comparing(Row::elements).thenComparing(Row::release))
                .orElseThrow();
        List<Row> rows = all.stream()
                .filter(row -> row.elements() == best.elements() && row.jdk().equals(best.jdk()))
                .toList();
        return draw(file, "Compressors beside the limit", () -> overReadChart(rows, best));
    }

    private static Drawing overReadChart(List<Row> rows, Row best) {
        Map<String, Map<String, Double>> methods = new TreeMap<>();
        rows.forEach(row -> methods.computeIfAbsent(row.method(), method -> new LinkedHashMap<>())
                .put(row.value("recipe"), Math.max(LOWEST, row.overRead())));
        List<String> recipes = new ArrayList<>(methods.values().stream()
                .flatMap(method -> method.keySet().stream())
                .distinct()
                .toList());
        Collections.reverse(recipes); // the first one on top
        Chart.Builder chart = Chart.builder(
                "Compressors beside the limit: " + Table.size(best.elements()) + " floats, JDK " + best.jdk(),
                Axis.log("time over read").in(Axis.Unit.TIMES),
                Axis.names("", recipes));
        methods.forEach((method, values) -> chart.add(
                method,
                Chart.Form.DOTS,
                recipes.stream()
                        .mapToDouble(recipe -> values.getOrDefault(recipe, Double.NaN))
                        .toArray(),
                IntStream.range(0, recipes.size()).asDoubleStream().toArray()));
        return chart.build().drawing(Chart.WIDTH, Math.max(Chart.HEIGHT, 140 + 20.0 * recipes.size()));
    }

    /** Time against size, both logarithmic: what is linear rises by a decade with each decade. */
    static String scaling(Path file, String title, Map<String, List<Row>> recipes) throws IOException {
        return draw(file, title, () -> {
            Chart.Builder chart = Chart.builder(title, Axis.log("floats"), Axis.log("microseconds"));
            recipes.forEach((recipe, rows) -> {
                List<Row> sorted = rows.stream()
                        .sorted(Comparator.comparing(Row::elements))
                        .toList();
                chart.add(
                        recipe,
                        Chart.Form.MARKED,
                        sorted.stream().mapToDouble(Row::elements).toArray(),
                        sorted.stream()
                                .mapToDouble(row -> row.nanos() * row.elements() / 1000)
                                .toArray());
            });
            return chart.build().drawing();
        });
    }

    private static String draw(Path file, String title, Supplier<Drawing> drawing) throws IOException {
        byte[] png;
        try {
            png = Png.of(drawing.get());
        } catch (RuntimeException | LinkageError | InternalError e) {
            // What it throws for want of fonts differs from JDK to JDK, an Error for the most part.
            return "There is no picture: drawing it failed (" + e
                    + "). It needs fonts, such as fontconfig with DejaVu.";
        }
        Files.write(file, png);
        return "![" + title + "](" + Records.link(file) + ")";
    }
}
