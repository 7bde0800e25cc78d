package org.tersegrad.bench.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.tersegrad.convergence.report.chart.Axis;
import org.tersegrad.convergence.report.chart.Chart;
import org.tersegrad.convergence.report.drawing.Drawing;

/** Each compressor as two marks: how many times as long as a look at each float it takes. */
final class OverReadPlot {
    static final String TITLE = "Compressors beside the limit";

    /** What takes next to no time is drawn at this height, since a logarithm has no zero. */
    private static final double LOWEST = 0.01;

    private OverReadPlot() {}

    /** What is drawn: the largest size, the newest Java. Empty if no compressor was measured. */
    static List<Row> rows(Measured measured) {
        List<Row> all = measured.rows().stream()
                .filter(row -> row.benchmark().matches("Compressor\\.(encode|addTo)")
                        && row.parameter().contains("recipe=")
                        && (!row.parameter().contains("data=")
                                || row.parameter().contains("data=gaussian"))
                        && !Double.isNaN(row.overRead()))
                .toList();
        long size = all.stream().mapToLong(Row::elements).max().orElse(0);
        String jdk = all.stream()
                .filter(row -> row.elements() == size)
                .map(Row::jdk)
                .max(Comparator.comparing((String version) -> Integer.parseInt(version.replaceAll("\\D.*", ""))))
                .orElse("");
        return all.stream()
                .filter(row -> row.elements() == size && row.jdk().equals(jdk))
                .toList();
    }

    static Drawing drawing(List<Row> rows) {
        Map<String, Map<String, Double>> methods = new TreeMap<>();
        for (Row row : rows) {
            String recipe = row.parameter().replaceAll(".*recipe=(\\S+).*", "$1");
            methods.computeIfAbsent(row.method(), m -> new LinkedHashMap<>())
                    .put(recipe, Math.max(LOWEST, row.overRead()));
        }
        List<String> recipes = new ArrayList<>(methods.values().stream()
                .flatMap(method -> method.keySet().stream())
                .distinct()
                .toList());
        Collections.reverse(recipes); // the first one on top
        Row any = rows.get(0);
        Chart.Builder chart = Chart.builder(
                TITLE + ": " + FamilyTable.size(any.elements()) + " floats, JDK " + any.jdk(),
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
}
