package org.tersegrad.convergence.report.pictures;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.tersegrad.convergence.report.chart.Axis;
import org.tersegrad.convergence.report.chart.Chart;
import org.tersegrad.convergence.report.chart.LineStyle;
import org.tersegrad.convergence.report.tables.Scaling;

/** The compression ratio of recipes against the number of workers: gathered messages lose, sums do not. */
public final class ScalingChart {
    private ScalingChart() {}

    /** A line for each recipe; recipes whose lines coincide share one. */
    public static Chart of(Scaling scaling, String title) {
        Chart.Builder chart = Chart.builder(
                "Compression against workers: " + title,
                Axis.names(
                        "Workers",
                        scaling.workers().stream().map(String::valueOf).toList()),
                Axis.log("Times fewer bits than dense").in(Axis.Unit.TIMES));
        List<LineStyle> styles = RecipeStyles.of(
                scaling.lines().stream().map(Scaling.Line::recipe).toList());
        Map<List<Long>, List<Integer>> together = new LinkedHashMap<>();
        for (int i = 0; i < styles.size(); i++) {
            together.computeIfAbsent(rounded(ratios(scaling, i)), ratios -> new ArrayList<>())
                    .add(i);
        }
        for (List<Integer> lines : together.values()) {
            double[] ratios = ratios(scaling, lines.get(0));
            List<Chart.Point> points = IntStream.range(0, ratios.length)
                    .mapToObj(group -> new Chart.Point(group, ratios[group]))
                    .toList();
            String names =
                    lines.stream().map(i -> scaling.lines().get(i).recipe()).collect(Collectors.joining(", "));
            chart.add(names, styles.get(lines.get(0)), Chart.Form.MARKED, points);
        }
        return chart.build();
    }

    private static double[] ratios(Scaling scaling, int line) {
        return IntStream.range(0, scaling.workers().size())
                .mapToDouble(group -> Scaling.ratio(scaling.lines().get(line), group, scaling.workers()))
                .toArray();
    }

    /** Equal for lines that no eye could tell apart: a part in a hundred. */
    private static List<Long> rounded(double[] ratios) {
        return Arrays.stream(ratios)
                .mapToObj(ratio -> Math.round(100 * Math.log(ratio)))
                .toList();
    }
}
